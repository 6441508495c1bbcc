"""A serial line that loses, doubles, garbles and stalls: the faults that the protocol must survive."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass
class BadLine:
    """Chances of faults, drawn from ``rng``: ``lose`` and ``double`` a frame, ``garble`` a byte."""

    lose: float = 0.0
    double: float = 0.0
    garble: float = 0.0
    rng: random.Random = field(default_factory=lambda: random.Random(0))

    def carry(self, frame: bytes) -> bytes:
        """What arrives of one frame: nothing, itself, itself twice, or itself with damaged bytes."""
        if self.lose and self.rng.random() < self.lose:
            return b""
        if self.garble:
            frame = self._garbled(frame)
        if self.double and self.rng.random() < self.double:
            frame += frame
        return frame

    def _garbled(self, frame: bytes) -> bytes:
        if self.rng.random() < (1 - self.garble) ** len(frame):
            return frame
        damaged = bytearray(frame)
        at = self.rng.randrange(len(damaged))
        fault = self.rng.random()
        if fault < 0.6:
            damaged[at] = self.rng.randrange(256)
        elif fault < 0.8:
            del damaged[at]
        else:
            damaged.insert(at, self.rng.randrange(256))
        for other in range(len(damaged)):
            if self.rng.random() < self.garble:
                damaged[other] = self.rng.randrange(256)
        return bytes(damaged)

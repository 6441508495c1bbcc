"""Frames of the slap board's wire: COBS between zeros, a CRC-16 and a xor byte (docs/protocol.md, "Frames").

A reader that lost its place finds it again at the next zero; no byte sequence can make it fail.
"""

from __future__ import annotations

from binascii import crc_hqx

LONGEST = 40
"""Bytes of content: type, body, CRC and xor."""
_LONGEST_STUFFED = LONGEST + 1
_XOR_START = 0x5A


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740: polynomial 0x1021, start 0xFFFF, not reflected."""
    return crc_hqx(data, 0xFFFF)


def frame(kind: int, body: bytes = b"") -> bytes:
    """The bytes on the wire of one frame, both zeros included."""
    content = bytes((kind,)) + body
    content += crc16(content).to_bytes(2, "little")
    content += bytes((_xor(content),))
    return b"\0" + stuff(content) + b"\0"


def stuff(content: bytes) -> bytes:
    """COBS: the same content without zeros, one byte longer. At most 253 bytes of content."""
    return b"".join(bytes((len(part) + 1,)) + part for part in content.split(b"\0"))


def unstuff(stuffed: bytes) -> bytes | None:
    """The content of COBS bytes, or None: they are not COBS."""
    parts = []
    at = 0
    while at < len(stuffed):
        ahead = stuffed[at]
        part = stuffed[at + 1 : at + ahead]
        if ahead == 0 or len(part) != ahead - 1:
            return None
        parts.append(part)
        at += ahead
    return b"\0".join(parts) if parts else None


class FrameReader:
    """Finds the whole frames in a stream of bytes that may be damaged anywhere."""

    def __init__(self) -> None:
        self._held = b""
        self._lost = True  # what came before the first zero has no beginning
        self.dropped = 0

    def reset(self) -> None:
        """Forget the half frame: the line was opened anew."""
        self._held = b""
        self._lost = True

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """The type and body of every frame completed by these bytes; damaged ones are counted and dropped."""
        frames = []
        *whole, rest = (self._held + data).split(b"\0")
        for stuffed in whole:
            if not self._lost and stuffed:
                read = self._read(stuffed)
                if read is None:
                    self.dropped += 1
                else:
                    frames.append(read)
            self._lost = False
        if len(rest) > _LONGEST_STUFFED:  # too long to become a frame: skip to the next zero
            self.dropped += not self._lost
            self._lost, rest = True, b""
        self._held = rest
        return frames

    @staticmethod
    def _read(stuffed: bytes) -> tuple[int, bytes] | None:
        if len(stuffed) > _LONGEST_STUFFED:
            return None
        content = unstuff(stuffed)
        if content is None or len(content) < 4 or _xor(content) != 0:
            return None
        if crc16(content[:-3]) != int.from_bytes(content[-3:-1], "little"):
            return None
        return content[0], content[1:-3]


def _xor(content: bytes) -> int:
    value = _XOR_START
    for byte in content:
        value ^= byte
    return value

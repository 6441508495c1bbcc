"""The firmware's pure core on the host, through ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

from companion.virtual.bench.image import FIRMWARE

LIBRARY = FIRMWARE / "build" / "libslapcore.so"


def missing() -> str | None:
    """Why the core can't be built here, or None; builds it when it can."""
    if not shutil.which("g++") or not shutil.which("make"):
        return "g++ and make are not installed"
    done = subprocess.run(["make", "-C", str(FIRMWARE), "host"], capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else f"the core does not build: {done.stderr[-500:]}"


@dataclass(frozen=True, slots=True)
class CoreEvent:
    kind: int
    button: int
    flags: int
    rejected: int
    stamp: int
    verdict: int
    count: int


def cobs(data: bytes) -> bytes:
    out = b""
    for block in data.split(b"\0"):
        out += bytes([len(block) + 1]) + block
    return out


def uncobs(data: bytes) -> bytes:
    out, at = b"", 0
    while at < len(data):
        code = data[at]
        out += data[at + 1 : at + code] + (b"\0" if code < 255 else b"")
        at += code
    return out[:-1]


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740, bit by bit: another way than the firmware's."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def seal(content: bytes) -> bytes:
    """A whole frame as docs/protocol.md describes it, `content` being type and body."""
    checked = content + crc16(content).to_bytes(2, "little")
    mixed = 0x5A
    for byte in checked:
        mixed ^= byte
    return b"\0" + cobs(checked + bytes([mixed])) + b"\0"


class Core:
    """One board, without its pins; ticks of 0.5 µs."""

    def __init__(self, closed: int = 0) -> None:
        self._lib = ctypes.CDLL(str(LIBRARY))
        self._lib.core_run.argtypes = [ctypes.c_uint64]
        self._levels = closed
        self._lib.core_begin(closed)

    def set_clock(self, ticks: int) -> None:
        self._lib.core_clock(ctypes.c_uint32(ticks & 0xFFFFFFFF), ctypes.c_uint16(ticks >> 32))

    def run(self, until: int) -> None:
        self._lib.core_run(until)

    def level(self, tick: int, button: int, closed: bool) -> None:
        self.run(tick)
        bit = 1 << (button - 1)
        self._levels = self._levels | bit if closed else self._levels & ~bit
        self._lib.core_snapshot(self._levels)

    def snapshot(self, tick: int, levels: int) -> None:
        self.run(tick)
        self._levels = levels
        self._lib.core_snapshot(levels)

    def events(self) -> list[CoreEvent]:
        out = (ctypes.c_uint64 * 7)()
        found = []
        for index in range(self._lib.core_waiting()):
            self._lib.core_event(index, out)
            found.append(CoreEvent(*out))
        return found

    def receive(self, data: bytes) -> None:
        for byte in data:
            self._lib.core_receive(byte)

    def frames(self) -> Iterator[bytes]:
        """Contents of the frames that are ready to be sent now."""
        room = (ctypes.c_uint8 * 64)()
        while length := self._lib.core_frame(room):
            raw = bytes(room[:length])
            assert raw[0] == 0 and raw[-1] == 0 and 0 not in raw[1:-1]
            content = uncobs(raw[1:-1])
            assert seal(content[:-3]) == raw
            yield content[:-3]

    def acknowledge(self, following: int) -> None:
        self.receive(seal(bytes([0x82, 1, 0]) + following.to_bytes(4, "little")))

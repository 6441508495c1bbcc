"""How soon the table page answers, and what the idle service costs: ``python -m bench.idle``.

Starts ``companion demo`` (virtual board, virtual camera over MJPEG, recogniser, page), waits for the first
page, brings the table to rest in the lobby, and reads the process's CPU time and memory from /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory_mb(pid: int, name: str) -> float:
    found = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def post(address: str, command: dict[str, str]) -> None:
    headers = {"Content-Type": "application/json", "Origin": address}
    request = urllib.request.Request(f"{address}/api/command", json.dumps(command).encode(), headers)
    urllib.request.urlopen(request, timeout=10).read()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        began = time.monotonic()
        service = subprocess.Popen(
            [sys.executable, "-m", "companion", "demo", "--port", "8461", "--data", data],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert service.stdout is not None
        line = service.stdout.readline()
        found = re.search(r"http://[^/\s]+", line)
        if found is None:
            raise SystemExit(f"the service did not start: {line}")
        urllib.request.urlopen(found[0] + "/", timeout=10).read()
        print(f"start to first page: {time.monotonic() - began:.2f} s")
        time.sleep(6)
        post(found[0], {"do": "sit", "player": "Ann"})
        post(found[0], {"do": "set_aside"})
        time.sleep(5)
        before, at = cpu_s(service.pid), time.monotonic()
        time.sleep(given.seconds)
        share = (cpu_s(service.pid) - before) / (time.monotonic() - at)
        print(f"idle: {share:.1%} of one core, {memory_mb(service.pid, 'VmRSS'):.0f} MB")
        print(f"most memory so far: {memory_mb(service.pid, 'VmHWM'):.0f} MB")
        service.terminate()
        service.communicate(timeout=10)


if __name__ == "__main__":
    main()

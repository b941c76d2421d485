"""Start-up of the command: `canastra --help`, from nothing to its last line."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 11
COMMAND = [str(Path(sys.executable).with_name("canastra")), "--help"]


def report() -> None:
    """Print the median milliseconds."""
    seconds = []
    for _ in range(RUNS):
        began = time.perf_counter()
        subprocess.run(COMMAND, check=True, capture_output=True)
        seconds.append(time.perf_counter() - began)
    print(f"canastra --help: {1000 * statistics.median(seconds):.0f} ms")


if __name__ == "__main__":
    report()

"""The machine's own programs that tests need: Chromium with a font, systemd's checks of units.

Run as ``python -m tools.debian``: installs with apt what is missing, if it runs as root on a Debian, and otherwise says
what to install. Once all is there, nothing here needs a network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tools import chromium

PROGRAMS = {"systemd-analyze": "systemd"} if sys.platform == "linux" else {}
"""Programs, and Debian's packages of them."""


class InstallError(Exception):
    """Something is missing and can't be installed; the message says what to do."""


def missing() -> list[str]:
    """Debian's packages of what isn't there."""
    return [*chromium.missing(), *(package for program, package in PROGRAMS.items() if shutil.which(program) is None)]


def install(packages: list[str]) -> None:
    """Install with apt. Raises InstallError where that can't be."""
    names = " ".join(packages)
    if shutil.which("apt-get") is None:
        raise InstallError(f"the tests need {names}: install them (CHROMIUM=... names a browser)")
    if os.geteuid() != 0:
        raise InstallError(f"the tests need {names}: run 'apt-get install {names}' as root, then this again")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        if subprocess.run(["apt-get", *command], env=quiet, check=False).returncode:
            raise InstallError(f"apt-get {command[0]} failed: install {names} by hand, then run this again")


def main() -> int:
    """See that everything is there."""
    try:
        packages = missing()
        if packages:
            print(f"setup: installing {' '.join(packages)} for the tests", flush=True)
            install(packages)
        chromium.chromium()
    except (InstallError, chromium.ChromiumError) as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

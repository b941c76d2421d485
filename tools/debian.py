"""The machine's own programs that tests need: browsers with a font, systemd's checks, nginx, Caddy, PostgreSQL, NATS.

Run as ``python -m tools.debian``: installs with apt what is missing, if it runs as root on a Debian, and otherwise says
what to install. Once all is there, nothing here needs a network. The Chromium without windows, with which the tests are
quicker, is installed where apt knows it and can, and done without elsewhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools import chromium

PROGRAMS = {
    "systemd-analyze": "systemd",
    "nginx": "nginx",
    "caddy": "caddy",
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "Xvfb": "xvfb",
    **({} if os.environ.get("CLUSTER") == "no" else {"postgres": "postgresql", "nats-server": "nats-server"}),
}
"""Programs, and Debian's packages of them. CLUSTER=no does without those of several servers, and skips their tests."""
if sys.platform != "linux":
    PROGRAMS = {}
POSTGRES = Path("/usr/lib/postgresql")
"""Debian's folder of PostgreSQL, with one for each version; none of them is on the PATH."""
NOT_ALLOWED = "#!/bin/sh\nexit 101\n"
"""Debian's way to keep what is installed from starting: the tests start what they need themselves."""
POLICY = Path("/usr/sbin/policy-rc.d")


class InstallError(Exception):
    """Something is missing and can't be installed; the message says what to do."""


def find(program: str) -> str | None:
    """The path of a program; also searches the folders of administrators and of PostgreSQL, which PATH may lack."""
    versions = sorted(POSTGRES.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    folders = [os.environ.get("PATH", ""), "/usr/local/sbin", "/usr/sbin", *map(str, versions)]
    return shutil.which(program, path=os.pathsep.join(folders))


def missing() -> list[str]:
    """Debian's packages of what isn't there."""
    return [*chromium.missing(), *(package for program, package in PROGRAMS.items() if find(program) is None)]


def install(packages: list[str]) -> None:
    """Install with apt. Raises InstallError where that can't be."""
    names = " ".join(packages)
    if shutil.which("apt-get") is None:
        raise InstallError(f"the tests need {names}: install them (CHROMIUM=... names a browser)")
    if os.geteuid() != 0:
        raise InstallError(f"the tests need {names}: run 'apt-get install {names}' as root, then this again")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with nothing_started():
        for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            if subprocess.run(["apt-get", *command], env=quiet, check=False).returncode:
                raise InstallError(f"apt-get {command[0]} failed: install {names} by hand, then run this again")


def quicken() -> None:
    """Install what the tests are only quicker with."""
    if "CHROMIUM" in os.environ or shutil.which(chromium.SHELL) or shutil.which("apt-cache") is None or os.geteuid():
        return
    if subprocess.run(["apt-cache", "show", chromium.SHELL], capture_output=True, check=False).returncode:
        return
    try:
        install([chromium.SHELL])
    except InstallError:
        print(f"setup: the tests do without {chromium.SHELL}, and take longer", file=sys.stderr)


@contextmanager
def nothing_started() -> Iterator[None]:
    """Meanwhile no service begins because it was installed. A policy that is there already stays."""
    if POLICY.exists():
        yield
        return
    POLICY.write_text(NOT_ALLOWED, "utf-8")
    POLICY.chmod(0o755)
    try:
        yield
    finally:
        POLICY.unlink()


def main() -> int:
    """See that everything is there."""
    try:
        packages = missing()
        if packages:
            print(f"setup: installing {' '.join(packages)} for the tests", flush=True)
            install(packages)
        quicken()
        chromium.chromium()
    except (InstallError, chromium.ChromiumError) as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

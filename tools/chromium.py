"""The browser of the tests and of the screenshots: the machine's own Chromium, installed if there is none.

Run as ``python -m tools.chromium``: prints where it is, and makes sure that there is a font for text. CHROMIUM=… names
another program. Once it is there, nothing here needs a network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FONTS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".fonts",
    Path("/System/Library/Fonts"),
)
FLAGS = (
    # Works where there is no user namespace, as in containers; it only ever sees our own pages.
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    # Nothing but what the pages ask for goes out.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--dns-prefetch-disable",
    # The same pictures on every machine.
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
)


class ChromiumError(Exception):
    """There is no Chromium; the message says what to do."""


def find() -> str | None:
    """The program, if there is one. A `ChromiumError` if CHROMIUM names none."""
    named = os.environ.get("CHROMIUM")
    if named:
        found = shutil.which(named)
        if found is None:
            raise ChromiumError(f"CHROMIUM={named} is no program")
        return found
    return next(filter(None, map(shutil.which, NAMES)), None)


def chromium() -> str:
    """The program; a `ChromiumError`."""
    found = find()
    if found is None:
        raise ChromiumError("there is no Chromium here: make test installs it, or name one with CHROMIUM=...")
    return found


def has_font() -> bool:
    """Whether there is any font: the cards bring their own shapes, text does not."""
    return any(True for folder in FONTS if folder.is_dir() for _ in folder.rglob("*.[to]t[fc]"))


def missing() -> list[str]:
    """Debian's packages of what isn't there."""
    return [*(["chromium"] if find() is None else []), *([] if has_font() else ["fonts-dejavu-core"])]


def install(packages: list[str]) -> None:
    """Install with apt, as root; a `ChromiumError` where that can't be."""
    names = " ".join(packages)
    if shutil.which("apt-get") is None:
        raise ChromiumError(f"the browser tests need Chromium and a font ({names}): install them, or set CHROMIUM=...")
    if os.geteuid() != 0:
        raise ChromiumError(f"the browser tests need {names}: run 'apt-get install {names}' as root, then this again")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        if subprocess.run(["apt-get", *command], env=quiet, check=False).returncode:
            raise ChromiumError(f"apt-get {command[0]} failed: install {names} by hand, then run this again")


def main() -> int:
    """See that everything is there."""
    try:
        packages = missing()
        if packages:
            print(f"setup: installing {' '.join(packages)} for the browser tests", flush=True)
            install(packages)
        chromium()
    except ChromiumError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

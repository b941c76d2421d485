"""The browser of the tests and of the screenshots: the machine's own Chromium, which tools/debian.py installs.

CHROMIUM=… names another program.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

SHELL = "chromium-headless-shell"
"""Debian's Chromium without its windows: the same engine, and a page costs half of the browser's own time."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FONTS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".fonts",
    Path("/System/Library/Fonts"),
)
OFF = (
    # Two pages of the address bar, which no test sees, and which every new window loads: longer than one of our own.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    # The features that Playwright turns off itself: of two such flags the last one counts.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    "msForceBrowserSignIn",
)
"""Features that the browser does without."""
FLAGS = (
    f"--disable-features={','.join(OFF)}",
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


def shell() -> str:
    """The fastest browser for opening pages: the one without windows, else the full program. Raises `ChromiumError`."""
    return (None if "CHROMIUM" in os.environ else shutil.which(SHELL)) or chromium()


def has_font() -> bool:
    """Return whether any font is installed: the cards bring their own shapes, text does not."""
    return any(True for folder in FONTS if folder.is_dir() for _ in folder.rglob("*.[to]t[fc]"))


def missing() -> list[str]:
    """Debian's packages of what isn't there."""
    return [*(["chromium"] if find() is None else []), *([] if has_font() else ["fonts-dejavu-core"])]

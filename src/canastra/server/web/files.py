"""The client's files, read once when the server starts.

So one server serves one version, whole, even while a newer one is built into the same folder. Everything together is
some hundred kilobytes.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

FOR_EVER = "public, max-age=31536000, immutable"
"""Of files whose name holds a digest of them."""
ASK_AGAIN = "no-cache"
"""May be kept, but is asked for each time; mostly the answer is that it is the same."""
ASSETS = "/assets/"
STAMP = "/built.txt"
"""Of the build; nothing for browsers."""
OTHER = "application/octet-stream"
MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""By suffix: what the machine's own tables say differs from machine to machine."""
COMPRESSED = {".ico", ".png", ".webp", ".woff2"}
"""Suffixes of what gets no smaller."""
BROTLI = ".br"
"""Suffix of the same by Brotli, which the build lays beside a text."""


@dataclass(frozen=True)
class File:
    """One file as it goes out."""

    body: bytes
    media: str = OTHER
    cache: str = ASK_AGAIN
    compressible: bool = True
    brotli: bytes | None = None
    """The same as the build compressed it, if it did."""

    @cached_property
    def tag(self) -> str:
        """Differs whenever the content does."""
        return sha256(self.body).hexdigest()[:32]

    @cached_property
    def zipped(self) -> bytes | None:
        """The same by gzip, made when it is first asked for (1 to 5 ms); None where that is no gain."""
        if not self.compressible:
            return None
        found = gzip.compress(self.body, 9, mtime=0)
        return found if len(found) < len(self.body) else None


def read_files(folder: Path) -> dict[str, File]:
    """All files of a folder by their path in addresses (``/assets/…``); none if it isn't there. An OSError."""
    found = {f"/{path.relative_to(folder).as_posix()}": path for path in _files(folder)}
    beside = {f"{name}{BROTLI}" for name in found}
    return {name: _read(name, path) for name, path in found.items() if name not in beside}


def _files(folder: Path) -> Iterator[Path]:
    """But for hidden ones, and links that lead out of the folder."""
    whole = folder.resolve()
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for path in (Path(place, name) for name in sorted(names) if not name.startswith(".")):
            if path.is_file() and path.resolve().is_relative_to(whole) and path != folder / STAMP[1:]:
                yield path


def _read(name: str, path: Path) -> File:
    suffix = path.suffix.lower()
    brotli = path.with_name(f"{path.name}{BROTLI}")
    return File(
        path.read_bytes(),
        MEDIA.get(suffix, OTHER),
        FOR_EVER if name.startswith(ASSETS) else ASK_AGAIN,
        suffix not in COMPRESSED,
        brotli.read_bytes() if brotli.is_file() else None,
    )

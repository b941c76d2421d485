"""How the kernel is compiled: without the interpreter's lock, kept on disk under a digest of its sources.

Numba notices when the file of a function has changed, but not when one that it calls has; so what was compiled is kept
in a folder of its own for every version of the sources.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

HERE: Final = Path(__file__).parent
config: Final[Any] = numba.config


def digest() -> str:
    """Of all that is compiled, and of the compiler and how it checks."""
    found = hashlib.sha256(f"{numba.__version__} {config.BOUNDSCHECK}".encode())
    for path in sorted(HERE.glob("*.py")):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept: ``CANASTRA_CACHE``, or the user's cache."""
    named = os.environ.get("CANASTRA_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "canastra"


config.CACHE_DIR = str(cache_folder() / "kernel" / digest())


def compiled(function: Function) -> Function:
    """A function of arrays and numbers, compiled on its first call."""
    made: Any = numba.njit(cache=True, nogil=True)(function)
    return cast(Function, made)

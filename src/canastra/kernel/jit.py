"""Compiles the kernel, without the interpreter's lock. The result is stored on disk under a digest of the sources.

Numba notices when the file of a function has changed, but not when that of a function it calls has; so compiled code is
stored in a separate folder for every version of the sources.
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
PACKAGE: Final = HERE.parent
config: Final[Any] = numba.config
types: Final[Any] = numba.types


def digest() -> str:
    """The digest of all compiled sources, of the compiler's version and its bounds checks.

    Outside the kernel it covers every module that names this one, since such a module compiles functions too.
    """
    found = hashlib.sha256(f"{numba.__version__} {config.BOUNDSCHECK}".encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        content = path.read_bytes()
        if HERE in path.parents or b"canastra.kernel.jit" in content:
            found.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + content)
    return found.hexdigest()[:16]


def cache_folder() -> Path:
    """The folder for compiled code: ``CANASTRA_CACHE``, or the user's cache."""
    named = os.environ.get("CANASTRA_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "canastra"


config.CACHE_DIR = str(cache_folder() / "kernel" / digest())


def compiled(function: Function) -> Function:
    """A function of arrays and numbers, compiled on its first call."""
    return cast(Function, _for_numbers(numba.njit(cache=True, nogil=True)(function)))


def inlined(function: Function) -> Function:
    """A function that is compiled into its callers.

    A function that calls many others would otherwise be compiled once for each caller.
    """
    return cast(Function, _for_numbers(numba.njit(cache=True, nogil=True, inline="always")(function)))


def _for_numbers(made: Any) -> Any:
    """The same function, compiled once for all kinds of whole numbers with which compiled functions call it.

    Numba would compile it anew for every constant and every width of numbers: a third of all compiling.
    """
    # `Dispatcher.get_call_template` is not public. Numba 0.68 calls it with the types of the call, literal ones
    # included: the remedy in numba/numba#6035 against too many specializations holds for overloads, not for one
    # compiled function that calls another. Signatures would be the public way, but they would spell out every record.
    template = made.get_call_template

    def widened(args: Any, kws: Any) -> Any:
        return template(tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()})

    made.get_call_template = widened
    return made


def _wide(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

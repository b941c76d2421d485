"""The engine's compiled twin, for many deals a second: whole deals in NumPy records, by Numba.

It needs the extra ``canastra[kernel]``; nothing here is imported before `require` was asked, or `available`. The engine
stays the judge: the kernel's tables are filled by asking it, and tests hold the two together after every step.

- `canastra.kernel.simulation`: `simulate`, random deals in bulk; `self_play`: duplicate deals of the heuristic
- `canastra.kernel.rules`: what compiled code gets of a rulebook, and steps as numbers
- `canastra.kernel.play`: a deal, step by step
- `canastra.kernel.heuristic`, `search`: players
- `canastra.kernel.arrays`, `masks`, `rng`, `jit`: what all of it is made of
- `canastra.kernel.warmup`: `compile_kernel`, to compile before there is a hurry
"""

from __future__ import annotations

from importlib.util import find_spec

from canastra.errors import InputError


def available() -> bool:
    """Whether the extra is installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def require() -> None:
    """An `InputError` that says what to install, if the extra is missing."""
    if not available():
        raise InputError("kernel_missing")

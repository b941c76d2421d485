"""The engine's compiled twin, for many deals a second: whole deals in NumPy records, by Numba.

It needs the extra ``canastra[kernel]``; call `require` or `available` before importing anything from here. The engine
stays the judge: the kernel's tables are filled by asking it, and tests compare the two after every step.

- `canastra.kernel.simulation`: `simulate`, random deals in bulk; `self_play`: duplicate deals of the heuristic
- `canastra.kernel.rules`: a rulebook for compiled code, and steps as numbers
- `canastra.kernel.play`: a deal, step by step
- `canastra.kernel.heuristic`, `search`: players
- `canastra.kernel.arrays`, `masks`, `rng`, `jit`: the tools of all these
- `canastra.kernel.warmup`: `compile_kernel`, to compile ahead of time
"""

from __future__ import annotations

from importlib.util import find_spec

from canastra.errors import InputError


def available() -> bool:
    """Return whether the extra is installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def require() -> None:
    """Raises `InputError`, which says what to install, if the extra is missing."""
    if not available():
        raise InputError("kernel_missing")

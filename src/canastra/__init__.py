"""Five Brazilian rulebooks of canasta, one engine, and the programs on top of it.

The floors, from the ground up: `errors`, `cards` and `messages`, `rulebooks`, `engine`, `records`, and above them the
packages that play, keep or show a match.
"""

from __future__ import annotations


def __getattr__(name: str) -> str:
    """The value of ``__version__``, which is read from the installed package on first use."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version(__name__)

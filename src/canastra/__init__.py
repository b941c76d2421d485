"""Five Brazilian rulebooks of canasta, one engine, and what people do with them.

The floors, from the ground up: `errors`, `cards` and `messages`, `rulebooks`, `engine`, `records`, and above them
whatever plays, keeps or shows a match.
"""

from __future__ import annotations


def __getattr__(name: str) -> str:
    """``__version__``, which is looked up in the installed package when it is asked for."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version(__name__)

"""Version 2: people, their sessions, and what they keep of each other."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = ()

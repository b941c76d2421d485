"""Version 3: tables as lists show them, house rules, the history of matches."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = ()

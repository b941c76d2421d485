"""Version 4: lines said at tables."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = ()

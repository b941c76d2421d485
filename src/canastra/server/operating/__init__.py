"""Running a server: its parts put together, its log, its figures, its end in order; see docs/operating.md.

`serve` runs one until a signal ends it; `create` makes the application alone.
"""

from __future__ import annotations

from canastra.server.operating.checking import SettingsError, check, check_workers, with_caps
from canastra.server.operating.composing import Composed, Given, create
from canastra.server.operating.serving import serve

__all__ = ["Composed", "Given", "SettingsError", "check", "check_workers", "create", "serve", "with_caps"]

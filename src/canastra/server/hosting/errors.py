"""What can go wrong with hosting, besides a refusal.

::

    HostingError
    ├── NoTableError        there is no such table
    ├── BusyError           the table has too much to do; the command was not taken and may be sent again
    ├── TableStoppedError   the table stopped; whether the command was done is open: send it again and see
    └── DrainingError       the server is about to stop and takes nothing new
"""

from __future__ import annotations

from canastra.errors import CanastraError


class HostingError(CanastraError):
    """Base of all."""


class NoTableError(HostingError):
    """A table that was never opened."""

    def __init__(self, table_id: str) -> None:
        super().__init__("hosting_no_table", table=table_id[:80])


class BusyError(HostingError):
    """The mailbox is full: nothing of the command was done."""

    def __init__(self, table_id: str) -> None:
        super().__init__("hosting_busy", table=table_id)


class TableStoppedError(HostingError):
    """The actor is gone. A command that it had may be in the log or not; sent again it gets the right answer."""

    def __init__(self, table_id: str) -> None:
        super().__init__("hosting_stopped", table=table_id)


class DrainingError(HostingError):
    """Nothing new is taken any more."""

    def __init__(self) -> None:
        super().__init__("hosting_draining")

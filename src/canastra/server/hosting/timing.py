"""Time as the host sees it: milliseconds, and a way to wait. Tests have a clock of their own."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Time(Protocol):
    """A clock."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    async def sleep(self, milliseconds: int) -> None:
        """Wait that long."""


class SystemTime:
    """The system's clock."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    async def sleep(self, milliseconds: int) -> None:
        """Wait that long."""
        await asyncio.sleep(milliseconds / 1000)

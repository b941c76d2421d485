"""Lets one command at a time read and write in a folder, across terminals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from canastra.errors import InputError

LOCK = ".canastra.lock"
"""The file that is locked. It is removed with the lock, so that a folder of matches holds matches only."""
PATIENCE = 10.0
"""Seconds to wait for another command: it takes a tenth of one."""
_EVERYBODY = 0o666


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder against other commands. A folder that does not exist is not locked.

    Raises `InputError` if another command writes there for ten seconds, or if the folder can't be written.
    """
    if not folder.is_dir():
        yield
        return
    # Most commands write nothing, and should not wait a tenth of a second for this.
    from filelock import FileLock, Timeout

    # Several users may write in a club's folder.
    lock = FileLock(folder / LOCK, timeout=PATIENCE, poll_interval=0.02, mode=_EVERYBODY, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise InputError("folder_busy", file=str(folder), seconds=round(PATIENCE)) from None
    except (OSError, RuntimeError) as error:  # If the folder can't be locked, this is a kind of RuntimeError.
        problem = getattr(error, "strerror", None) or type(error).__name__
        raise InputError("folder_unlockable", file=str(folder), problem=problem) from error
    try:
        yield
    finally:
        # A command that waits has this file open. It notices that the file is gone and makes its own. In a shared
        # folder a user may not be allowed to remove another user's file, which then serves the next command.
        with suppress(OSError):
            (folder / LOCK).unlink()
        lock.release()

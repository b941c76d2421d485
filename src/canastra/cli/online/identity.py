"""The person's sessions at servers, kept in a file that only its owner can read."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

_FILE = "servers.json"
_OURS = 0o600


@dataclass(frozen=True, slots=True)
class Kept:
    """A session at a server. The token is a secret."""

    token: str
    player: str
    name: str


def state_folder() -> Path:
    """The folder for programs' persistent state that is not documents."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "canastra"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "canastra"


def load(server: str) -> Kept | None:
    """The stored session at a server, None if it is missing or unreadable."""
    try:
        return Kept(**_all()[server])
    except (KeyError, TypeError):
        return None


def keep(server: str, kept: Kept | None) -> None:
    """Store a session, or with None delete it. Raises OSError if the folder can't be written."""
    servers = _all()
    if kept is None:
        servers.pop(server, None)
    else:
        servers[server] = asdict(kept)
    folder = state_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = folder / f".{_FILE}.{os.getpid()}"
    with suppress(FileNotFoundError):
        beside.unlink()  # An existing file may be readable for others.
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OURS), "w", encoding="utf-8") as file:
        json.dump(servers, file, indent=1)
    beside.replace(folder / _FILE)


def _all() -> dict[str, Any]:
    try:
        found = json.loads((state_folder() / _FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}

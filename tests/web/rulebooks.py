"""The official rulebooks in the server's form, for the client's tests, written by ``python -m tests.web.rulebooks``."""

from __future__ import annotations

from pathlib import Path

import msgspec

from canastra.protocol import encode
from canastra.server.http.tables import all_rulebooks

FIXTURE = Path(__file__).parents[2] / "web" / "src" / "rules" / "fixtures" / "rulebooks.json"


def written() -> bytes:
    """Return the file's right content."""
    return msgspec.json.format(encode(all_rulebooks().rulebooks), indent=1) + b"\n"


if __name__ == "__main__":
    FIXTURE.write_bytes(written())

"""The official rulebooks as the server tells them, for the client's tests: ``python -m tests.web.rulebooks`` writes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from canastra.protocol import encode
from canastra.server.http.tables import all_rulebooks

FIXTURE = Path(__file__).parents[2] / "web" / "src" / "rules" / "fixtures" / "rulebooks.json"


def written() -> bytes:
    """What the file has to be."""
    return msgspec.json.format(encode(all_rulebooks().rulebooks), indent=1) + b"\n"


if __name__ == "__main__":
    FIXTURE.write_bytes(written())

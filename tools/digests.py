"""Replaces the rulebooks' digests in all files that name one: ``python -m tools.digests``.

For a change of the schema that leaves the rules as they are, such as a new parameter with the value that was a constant
previously. The former digests come from the files of the networks. A rule that changed needs other networks and records
instead.
"""

from __future__ import annotations

import json
import subprocess

from canastra.rulebooks import official
from tools.house import ROOT

NETWORKS = ROOT / "src" / "canastra" / "kernel" / "search" / "networks"
SHORT = 16
"""Digits of a digest where a test names it in short."""


def former() -> dict[str, str]:
    """The digests that the networks state, by rulebook."""
    networks = (json.loads(path.read_text("utf-8")) for path in sorted(NETWORKS.glob("*.json")))
    return {network["rulebook"]: network["sha256"] for network in networks}


def replaced(text: str, digests: dict[str, str]) -> str:
    """A text with other digests, whole and short ones."""
    for before, after in digests.items():
        text = text.replace(before, after).replace(before[:SHORT], after[:SHORT])
    return text


def tracked() -> list[str]:
    """The text files of the project."""
    listed = subprocess.run(["git", "grep", "-Il", ""], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


if __name__ == "__main__":
    digests = {digest: official(name).sha256 for name, digest in former().items()}
    for name in tracked():
        text = (ROOT / name).read_text("utf-8")
        if (changed := replaced(text, digests)) != text:
            (ROOT / name).write_text(changed, "utf-8")
            print(name)

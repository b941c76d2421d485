"""The floor of each package, and its description: tests/test_architecture.py enforces it, two pages show it."""

from __future__ import annotations

from typing import NamedTuple


class Package(NamedTuple):
    """A package, or module, directly below src/canastra. It imports only from lower floors."""

    floor: int
    what: str


PACKAGES = {
    "errors": Package(0, "the tree of errors, each with a code and an article"),
    "cards": Package(0, "cards and packs"),
    "messages": Package(0, "every sentence for people, in both languages"),
    "toml": Package(0, "reading TOML"),
    "names": Package(1, "names as people read them: tidied, checked, compared"),
    "rulebooks": Package(1, "rulebooks as data, the official five and those of houses"),
    "engine": Package(2, "the rules: legal actions and their effects, points, views"),
    "fairness": Package(2, "the verifiable shuffle and its proof"),
    "records": Package(3, "a match as text: parsed, replayed, written"),
    "scoresheet": Package(3, "keeping score of a table played with real cards"),
    "kernel": Package(3, "the engine's compiled twin, for many deals a second"),
    "bots": Package(4, "players that see a view and return an action"),
    "environments": Package(4, "deals as environments for learners"),
    "tournament": Package(4, "a tournament as its regulations and its events: pairings, results, standings"),
    "arena": Package(5, "bots against bots, and the statistics"),
    "table": Package(5, "one live match as commands and events"),
    "prints": Package(5, "score sheets, lists and minutes on paper, tables for spreadsheets"),
    "protocol": Package(5, "the messages between server and clients"),
    "client": Package(6, "playing on a server by program"),
    "server": Package(6, "live tables, users, lobby, chat, HTTP and WebSockets"),
    "cluster": Package(7, "several servers with one database: logs, who owns which tables, the way there"),
    "cli": Package(8, "the `canastra` command"),
    "__main__": Package(8, "`python -m canastra`"),
}


def table() -> str:
    """The floors as a Markdown table, the highest first."""
    lines = ["| floor | package | content |", "|---|---|---|"]
    for name, package in sorted(PACKAGES.items(), key=lambda item: -item[1].floor):
        lines.append(f"| {package.floor} | `{name}` | {package.what} |")
    return "\n".join(lines)

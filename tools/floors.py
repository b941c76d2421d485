"""The floor of each package, the order of the parts of the server: tests/test_architecture.py enforces both."""

from __future__ import annotations

from typing import NamedTuple


class Package(NamedTuple):
    """A package, or module, directly below src/canastra. It imports only from lower floors."""

    floor: int
    what: str


PACKAGES = {
    "errors": Package(0, "the tree of errors, each with a code and an article"),
    "cache": Package(0, "a cache of the latest values, bounded"),
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


class Parts(NamedTuple):
    """Packages and modules directly below src/canastra/server, in their order."""

    names: tuple[str, ...]
    what: str


SERVER = (
    Parts(("aio", "clock", "limits", "logging", "metrics"), "helpers that need no other part"),
    Parts(("replays",), "the work on records that clients send"),
    Parts(("settings",), "the options of a server"),
    Parts(("origins", "health"), "the origin of a request; health of the server"),
    Parts(("work", "bots"), "long work, and bots, in processes of their own"),
    Parts(("storage",), "the append-only log of events, the database and its tables, backup and restore"),
    Parts(("live",), "live tables, one actor each"),
    Parts(("users",), "guests, accounts, sessions, tokens, mute and block lists, sanctions"),
    Parts(("lobby",), "opening, listing and joining tables; finished matches"),
    Parts(("chat",), "lines and reactions"),
    Parts(("tournaments",), "tournaments of clubs, with real cards or at the server's own tables"),
    Parts(("ws",), "tables over WebSockets, and the same as lines for programs"),
    Parts(("moderation",), "acts of moderators and operators"),
    Parts(("http",), "the HTTP interface, the pages"),
    Parts(("db_check",), "the check of a database: its file, its tables, its tournaments"),
    Parts(("app", "run"), "puts everything together, starts and stops it; the process"),
)
"""The parts of the server. Each imports only from parts before it."""
SERVER_ORDER = tuple(name for parts in SERVER for name in parts.names)


def table() -> str:
    """The floors as a Markdown table, the highest first."""
    lines = ["| floor | package | content |", "|---|---|---|"]
    for name, package in sorted(PACKAGES.items(), key=lambda item: -item[1].floor):
        lines.append(f"| {package.floor} | `{name}` | {package.what} |")
    return "\n".join(lines)


def server_table() -> str:
    """The parts of the server as a Markdown table, the lowest first."""
    rows = [f"| {', '.join(f'`{name}`' for name in parts.names)} | {parts.what} |" for parts in SERVER]
    return "\n".join(["| parts of `server` | purpose |", "|---|---|", *rows])

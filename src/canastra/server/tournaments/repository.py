"""Tournaments in the database: statements, each for use inside a transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from canastra.errors import CanastraError, Figure
from canastra.protocol.tournaments import TournamentMember, TournamentRole
from canastra.tournament.table_codes import EnteredPlayer, TablePlace

_SIDES = msgspec.json.Decoder(tuple[tuple[int, ...], tuple[int, ...]])

_OF_TOURNAMENT = tuple(
    f"tournament_{each}"
    for each in ("congresses", "lines", "commands", "members", "invitations", "claims", "players", "games")
)
"""The tables whose rows belong to one tournament."""


class TournamentError(CanastraError):
    """Something that was not done. `status` is HTTP's for it."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status


class NewCongress(NamedTuple):
    """A congress as it is kept: its digest, its text, and the file of the house's rulebook that it names, if any."""

    digest: str
    document: str
    house: str


class Claim(NamedTuple):
    """Who speaks for a half of a table, and since when."""

    place: TablePlace
    half: int
    player: str
    at: int


class OnlineGame(NamedTuple):
    """A table of the server that was opened for a table of a round, for the first match of an encounter."""

    place: TablePlace
    game: str
    """The id of the server's table."""
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    opened: int
    over: bool = False
    """Whether nothing more is to be done about it."""


class Stored(NamedTuple):
    """Everything that is kept of a tournament."""

    secret: bytes
    congresses: dict[str, NewCongress]
    lines: bytes
    members: dict[str, TournamentRole]
    claims: tuple[Claim, ...]
    players: dict[EnteredPlayer, str]
    games: tuple[OnlineGame, ...]


class Founded(NamedTuple):
    """A new tournament."""

    id: str
    founder: str
    command_id: str
    at: int
    secret: bytes


def founded(connection: sqlite3.Connection, founder: str, command_id: str) -> str | None:
    """The tournament that a command of somebody has founded."""
    statement = "SELECT id FROM tournaments WHERE founder = ? AND command_id = ?"
    row = connection.execute(statement, (founder, command_id)).fetchone()
    return None if row is None else str(row[0])


def found(connection: sqlite3.Connection, new: Founded, of_person: int, of_all: int) -> None:
    """Add a tournament, whose founder is its organiser. Raises TournamentError if there are too many."""
    mine, every = connection.execute(
        "SELECT count(*) FILTER (WHERE founder = ?), count(*) FROM tournaments", (new.founder,)
    ).fetchone()
    if mine >= of_person:
        raise TournamentError("tournaments_too_many", 429, most=of_person)
    if every >= of_all:
        raise TournamentError("tournaments_full", 429)
    columns = "id, founder, command_id, founded, secret"
    statement = f"INSERT INTO tournaments ({columns}) VALUES (?, ?, ?, ?, ?)"
    connection.execute(statement, (new.id, new.founder, new.command_id, new.at, new.secret))
    put_member(connection, new.id, new.founder, "organiser", new.at)


def remove(connection: sqlite3.Connection, tournament: str) -> None:
    """Remove a tournament and all that is kept of it."""
    for table in _OF_TOURNAMENT:
        connection.execute(f"DELETE FROM {table} WHERE tournament = ?", (tournament,))
    connection.execute("DELETE FROM tournaments WHERE id = ?", (tournament,))


def add_congress(connection: sqlite3.Connection, tournament: str, congress: NewCongress) -> None:
    """Keep a congress; the same one again is kept once."""
    connection.execute("INSERT OR IGNORE INTO tournament_congresses VALUES (?, ?, ?, ?)", (tournament, *congress))


def add_lines(connection: sqlite3.Connection, tournament: str, first: int, lines: Iterable[bytes]) -> None:
    """Append lines to a log. A number that is there already breaks a constraint: nothing is ever written over."""
    rows = [(tournament, number, line.decode()) for number, line in enumerate(lines, first)]
    connection.executemany("INSERT INTO tournament_lines VALUES (?, ?, ?)", rows)


def add_command(connection: sqlite3.Connection, tournament: str, player: str, command_id: str, line: int) -> None:
    """Remember the answer to a command."""
    connection.execute("INSERT INTO tournament_commands VALUES (?, ?, ?, ?)", (tournament, player, command_id, line))


def answered_line(connection: sqlite3.Connection, tournament: str, player: str, command_id: str) -> int | None:
    """The line that a command of somebody was answered with; None if it was not."""
    statement = "SELECT line FROM tournament_commands WHERE tournament = ? AND player = ? AND command_id = ?"
    row = connection.execute(statement, (tournament, player, command_id)).fetchone()
    return None if row is None else int(row[0])


def stored(connection: sqlite3.Connection, tournament: str) -> Stored | None:
    """All of a tournament; None if there is none."""
    row = connection.execute("SELECT secret FROM tournaments WHERE id = ?", (tournament,)).fetchone()
    if row is None:
        return None
    congresses = connection.execute(
        "SELECT digest, document, house FROM tournament_congresses WHERE tournament = ?", (tournament,)
    )
    claims = connection.execute(
        "SELECT phase, round, place, half, player, at FROM tournament_claims WHERE tournament = ?", (tournament,)
    )
    return Stored(
        row[0],
        {each[0]: NewCongress(*each) for each in congresses.fetchall()},
        lines_of(connection, tournament),
        {player: role for player, role, _ in _roles(connection, tournament)},
        tuple(Claim(TablePlace(*each[:3]), *each[3:]) for each in claims.fetchall()),
        players(connection, tournament),
        _games(connection, tournament),
    )


def lines_of(connection: sqlite3.Connection, tournament: str) -> bytes:
    """The log of a tournament, as the file has it."""
    rows = connection.execute("SELECT body FROM tournament_lines WHERE tournament = ? ORDER BY line", (tournament,))
    return b"".join(row[0].encode() + b"\n" for row in rows.fetchall())


def memberships(connection: sqlite3.Connection, player: str) -> list[tuple[str, int]]:
    """Where somebody has a role, and since when, the latest first."""
    statement = "SELECT tournament, since FROM tournament_members WHERE player = ? ORDER BY since DESC, tournament"
    return [(row[0], row[1]) for row in connection.execute(statement, (player,)).fetchall()]


def members(connection: sqlite3.Connection, tournament: str) -> tuple[TournamentMember, ...]:
    """Everybody who has a role, the first the longest."""
    rows = connection.execute(
        "SELECT player, name, role, tournament_members.since FROM tournament_members JOIN persons USING (player) "
        "WHERE tournament = ? ORDER BY tournament_members.since, player",
        (tournament,),
    )
    return tuple(TournamentMember(*row) for row in rows.fetchall())


def put_member(connection: sqlite3.Connection, tournament: str, player: str, role: str, at: int) -> None:
    """Give somebody a role, or another one."""
    connection.execute(
        "INSERT INTO tournament_members VALUES (?, ?, ?, ?) "
        "ON CONFLICT (tournament, player) DO UPDATE SET role = excluded.role",
        (tournament, player, role, at),
    )


def remove_member(connection: sqlite3.Connection, tournament: str, player: str) -> None:
    """Take somebody's role away. Raises TournamentError if there is none, or it is that of the last organiser."""
    roles = {each: role for each, role, _ in _roles(connection, tournament)}
    if player not in roles:
        raise TournamentError("tournaments_no_member", 404)
    if roles[player] == "organiser" and list(roles.values()).count("organiser") == 1:
        raise TournamentError("tournaments_last_organiser", 409)
    connection.execute("DELETE FROM tournament_members WHERE tournament = ? AND player = ?", (tournament, player))
    # Whoever has used one might use it again.
    connection.execute("DELETE FROM tournament_invitations WHERE tournament = ? AND used_by = ?", (tournament, player))


def role_of(connection: sqlite3.Connection, tournament: str, player: str) -> TournamentMember | None:
    """The role of somebody; None without one."""
    return next((each for each in members(connection, tournament) if each.player == player), None)


def _roles(connection: sqlite3.Connection, tournament: str) -> Sequence[tuple[str, TournamentRole, int]]:
    statement = "SELECT player, role, since FROM tournament_members WHERE tournament = ?"
    return connection.execute(statement, (tournament,)).fetchall()


def add_claim(connection: sqlite3.Connection, tournament: str, claim: Claim) -> None:
    """Somebody speaks for a half of a table."""
    columns = "tournament, phase, round, place, half, player, at"
    statement = f"INSERT INTO tournament_claims ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)"
    connection.execute(statement, (tournament, *claim.place, claim.half, claim.player, claim.at))


def remove_claims(connection: sqlite3.Connection, tournament: str, halves: Iterable[tuple[TablePlace, int]]) -> None:
    """Nobody speaks for some halves any more."""
    connection.executemany(
        "DELETE FROM tournament_claims WHERE tournament = ? AND phase = ? AND round = ? AND place = ? AND half = ?",
        [(tournament, *place, half) for place, half in halves],
    )


def players(connection: sqlite3.Connection, tournament: str) -> dict[EnteredPlayer, str]:
    """Who plays online as which player."""
    statement = "SELECT side, number, player FROM tournament_players WHERE tournament = ?"
    rows = connection.execute(statement, (tournament,)).fetchall()
    return {EnteredPlayer(side, number): player for side, number, player in rows}


def add_player(connection: sqlite3.Connection, tournament: str, entered: EnteredPlayer, player: str, at: int) -> None:
    """Somebody plays as a player of a side."""
    connection.execute("INSERT INTO tournament_players VALUES (?, ?, ?, ?, ?)", (tournament, *entered, player, at))


def remove_player(connection: sqlite3.Connection, tournament: str, entered: EnteredPlayer) -> None:
    """Nobody plays as a player of a side any more."""
    statement = "DELETE FROM tournament_players WHERE tournament = ? AND side = ? AND number = ?"
    connection.execute(statement, (tournament, *entered))


def _games(connection: sqlite3.Connection, tournament: str) -> tuple[OnlineGame, ...]:
    rows = connection.execute(
        "SELECT phase, round, place, game, sides, opened, over FROM tournament_games WHERE tournament = ? ORDER BY n",
        (tournament,),
    ).fetchall()
    return tuple(OnlineGame(TablePlace(*row[:3]), row[3], _SIDES.decode(row[4]), row[5], bool(row[6])) for row in rows)


def games_of_round(connection: sqlite3.Connection, tournament: str, phase: int, number: int) -> list[str]:
    """The ids of all tables that the server opened for a round, those that were given up too."""
    statement = "SELECT game FROM tournament_games WHERE tournament = ? AND phase = ? AND round = ? ORDER BY n"
    return [row[0] for row in connection.execute(statement, (tournament, phase, number)).fetchall()]


def add_games(connection: sqlite3.Connection, tournament: str, games: Iterable[OnlineGame]) -> None:
    """Tables of the server are about to be opened."""
    columns = "tournament, phase, round, place, game, sides, opened"
    connection.executemany(
        f"INSERT INTO tournament_games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(tournament, *each.place, each.game, msgspec.json.encode(each.sides).decode(), each.opened) for each in games],
    )


def end_games(connection: sqlite3.Connection, games: Iterable[str]) -> None:
    """Nothing more is to be done about some tables of the server."""
    connection.executemany("UPDATE tournament_games SET over = 1 WHERE game = ?", [(each,) for each in games])


def set_playing(connection: sqlite3.Connection, tournament: str, playing: bool) -> None:
    """Whether a round is published or played online."""
    connection.execute("UPDATE tournaments SET playing = ? WHERE id = ?", (playing, tournament))


def playing(connection: sqlite3.Connection) -> list[str]:
    """The tournaments of which a round is published or played online."""
    return [row[0] for row in connection.execute("SELECT id FROM tournaments WHERE playing ORDER BY id").fetchall()]


class Invitation(NamedTuple):
    """An invitation, of whose token only the hash is kept."""

    hash: bytes
    tournament: str
    role: TournamentRole
    expires: int


def add_invitation(connection: sqlite3.Connection, made: Invitation, now: int, most: int) -> None:
    """Keep an invitation. Raises TournamentError if too many hold already."""
    count = "SELECT count(*) FROM tournament_invitations WHERE tournament = ? AND expires > ? AND used_by IS NULL"
    if connection.execute(count, (made.tournament, now)).fetchone()[0] >= most:
        raise TournamentError("tournaments_invitations", 409, most=most)
    statement = "INSERT INTO tournament_invitations (hash, tournament, role, expires) VALUES (?, ?, ?, ?)"
    connection.execute(statement, made)


def invitation_for(
    connection: sqlite3.Connection, hashed: bytes, tournament: str, player: str, now: int
) -> TournamentRole | None:
    """The role that an invitation gives somebody; None if it is unknown, over or used by somebody else."""
    row = connection.execute(
        "SELECT role FROM tournament_invitations "
        "WHERE hash = ? AND tournament = ? AND expires > ? AND coalesce(used_by, ?) = ?",
        (hashed, tournament, now, player, player),
    ).fetchone()
    return None if row is None else row[0]


def use_invitation(connection: sqlite3.Connection, hashed: bytes, player: str) -> None:
    """An invitation was taken."""
    connection.execute("UPDATE tournament_invitations SET used_by = ? WHERE hash = ?", (player, hashed))


def sweep(connection: sqlite3.Connection, now: int) -> None:
    """Remove invitations that are over."""
    connection.execute("DELETE FROM tournament_invitations WHERE expires <= ?", (now,))

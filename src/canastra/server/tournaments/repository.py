"""Tournaments in the database: statements, each for use inside a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, and_, bindparam, delete, func, insert, or_, select, update

from canastra.protocol.tournaments import Due, TournamentRole, TournamentSummary
from canastra.protocol.tournaments.members import TournamentMember
from canastra.server.storage import tables
from canastra.server.tournaments import TournamentError
from canastra.tournament.table_codes import EnteredPlayer, TablePlace

_MEMBERS = tables.tournament_members.c
_INVITATIONS = tables.tournament_invitations.c
_CLAIMS = tables.tournament_claims.c
_PLACE = (_CLAIMS.phase, _CLAIMS.round, _CLAIMS.place)
_PLAYERS = tables.tournament_players.c
_GAMES = tables.tournament_games.c
_SIDES = msgspec.json.Decoder(tuple[tuple[int, ...], tuple[int, ...]])

_OF_TOURNAMENT = (
    tables.tournament_regulations,
    tables.tournament_lines,
    tables.tournament_commands,
    tables.tournament_members,
    tables.tournament_invitations,
    tables.tournament_claims,
    tables.tournament_renewals,
    tables.tournament_players,
    tables.tournament_games,
)
"""The tables whose rows belong to one tournament."""


class NewRegulations(NamedTuple):
    """Stored regulations: their digest, their text, and the house rulebook that they name, if any."""

    digest: str
    document: str
    house: str


class Claim(NamedTuple):
    """A person who speaks for a half of a table, and since when."""

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
    """True if nothing is left to do for it."""


class TournamentCard(NamedTuple):
    """The data that lists show of a tournament, and that its end depends on: columns of its row."""

    name: str
    rulebook: str
    sides: int
    due: Due
    published: bool
    """True if a round was ever published."""
    playing: bool
    """True if a round is published or played online."""


class Stored(NamedTuple):
    """All stored data of a tournament. `founder` is empty if the person was deleted."""

    secret: bytes
    founder: str
    site: str
    visited: int
    regulations: dict[str, NewRegulations]
    lines: bytes
    members: dict[str, TournamentRole]
    claims: tuple[Claim, ...]
    players: dict[EnteredPlayer, str]
    games: tuple[OnlineGame, ...]
    renewed: dict[str, int]
    """How often codes and links were replaced."""


class Founded(NamedTuple):
    """A new tournament."""

    id: str
    founder: str
    command_id: str
    at: int
    secret: bytes
    site: str
    """The mark of the site from which it was founded."""


class FoundingCaps(NamedTuple):
    """How many tournaments one person, one site and all people together may have founded."""

    of_person: int
    of_site: int
    of_all: int


def founded(connection: Connection, founder: str, command_id: str) -> str | None:
    """The tournament that a person's command has founded."""
    known = tables.tournaments.c
    statement = select(known.id).where(known.founder == founder, known.command_id == command_id)
    return connection.execute(statement).scalar()


def found(connection: Connection, new: Founded, card: TournamentCard, caps: FoundingCaps) -> None:
    """Add a tournament, whose founder is its organiser. Raises TournamentError if there are too many."""
    known = tables.tournaments.c
    of_person, of_site = func.count().filter(known.founder == new.founder), func.count().filter(known.site == new.site)
    mine, near, every = connection.execute(
        select(of_person, of_site, func.count()).select_from(tables.tournaments)
    ).one()
    if mine >= caps.of_person:
        raise TournamentError("tournaments_too_many", 429, most=caps.of_person)
    if new.site and near >= caps.of_site:
        raise TournamentError("tournaments_site", 429, most=caps.of_site)
    if every >= caps.of_all:
        raise TournamentError("tournaments_full", 429)
    row = {
        "id": new.id,
        "founder": new.founder,
        "command_id": new.command_id,
        "founded": new.at,
        "secret": new.secret,
        "site": new.site,
        "visited": new.at,
    }
    connection.execute(insert(tables.tournaments), row | card._asdict())
    put_member(connection, new.id, new.founder, "organiser", new.at)


def set_card(connection: Connection, tournament: str, card: TournamentCard) -> None:
    """Update the columns that lists show."""
    known = tables.tournaments
    connection.execute(update(known).where(known.c.id == tournament).values(**card._asdict()))


def visit(connection: Connection, tournament: str, now: int) -> None:
    """Note that a tournament still has visitors."""
    known = tables.tournaments
    connection.execute(update(known).where(known.c.id == tournament).values(visited=now))


def forgotten(connection: Connection, draft_since: int, since: int, most: int) -> list[str]:
    """Return tournaments without a visit since `draft_since`; with a published round, since `since`."""
    known = tables.tournaments.c
    unvisited = or_(known.visited < since, and_(known.visited < draft_since, ~known.published))
    return list(connection.execute(select(known.id).where(unvisited).order_by(known.visited).limit(most)).scalars())


def remove(connection: Connection, tournament: str) -> None:
    """Remove a tournament and all data of it."""
    for table in _OF_TOURNAMENT:
        connection.execute(delete(table).where(table.c.tournament == tournament))
    connection.execute(delete(tables.tournaments).where(tables.tournaments.c.id == tournament))


def title_and_founder(connection: Connection, tournament: str) -> tuple[str, str | None]:
    """Return a tournament's name and its founder. Raises TournamentError if it is unknown."""
    known = tables.tournaments.c
    row = connection.execute(select(known.name, known.founder).where(known.id == tournament)).first()
    if row is None:
        raise TournamentError("tournaments_unknown", 404)
    return row[0], row[1]


def add_regulations(connection: Connection, tournament: str, regulations: NewRegulations) -> None:
    """Store regulations; the same ones are stored once."""
    row = {"tournament": tournament, **regulations._asdict()}
    tables.add_missing(connection, tables.tournament_regulations, [row])


def regulations_of(connection: Connection, tournament: str, digest: str) -> NewRegulations | None:
    """Return the regulations of a tournament that have a digest."""
    adopted = tables.tournament_regulations.c
    statement = select(adopted.digest, adopted.document, adopted.house)
    row = connection.execute(statement.where(adopted.tournament == tournament, adopted.digest == digest)).first()
    return None if row is None else NewRegulations(*row)


def add_lines(connection: Connection, tournament: str, first: int, lines: Iterable[bytes]) -> None:
    """Append lines to a log. An existing number breaks a constraint: nothing is ever overwritten."""
    _add(
        connection,
        tables.tournament_lines,
        [{"tournament": tournament, "line": number, "body": line.decode()} for number, line in enumerate(lines, first)],
    )


def add_command(connection: Connection, tournament: str, player: str, command_id: str, line: int) -> None:
    """Store the answer to a command."""
    row = {"tournament": tournament, "player": player, "command_id": command_id, "line": line}
    connection.execute(insert(tables.tournament_commands), row)


def answered_line(connection: Connection, tournament: str, player: str, command_id: str) -> int | None:
    """The line that answered a person's command; None if it was not answered."""
    known = tables.tournament_commands.c
    statement = select(known.line).where(
        known.tournament == tournament, known.player == player, known.command_id == command_id
    )
    return connection.execute(statement).scalar()


def stored(connection: Connection, tournament: str) -> Stored | None:
    """All data of a tournament; None if it is unknown."""
    known, adopted = tables.tournaments.c, tables.tournament_regulations.c
    row = connection.execute(
        select(known.secret, func.coalesce(known.founder, ""), known.site, known.visited).where(known.id == tournament)
    ).first()
    if row is None:
        return None
    regulations = connection.execute(
        select(adopted.digest, adopted.document, adopted.house).where(adopted.tournament == tournament)
    )
    claims = connection.execute(
        select(*_PLACE, _CLAIMS.half, _CLAIMS.player, _CLAIMS.at).where(_CLAIMS.tournament == tournament)
    )
    return Stored(
        *row,
        {regulation.digest: NewRegulations(*regulation) for regulation in regulations},
        lines_of(connection, tournament),
        {player: role for player, role, _ in _roles(connection, tournament)},
        tuple(Claim(TablePlace(*claim[:3]), *claim[3:]) for claim in claims),
        players(connection, tournament),
        _games(connection, tournament),
        _renewed(connection, tournament),
    )


def _renewed(connection: Connection, tournament: str) -> dict[str, int]:
    known = tables.tournament_renewals.c
    statement = select(known.meant, known.times).where(known.tournament == tournament)
    return {row[0]: row[1] for row in connection.execute(statement)}


def renew(connection: Connection, tournament: str, meant: str) -> None:
    """Count the replacement of a code or a link. `meant` is the key that its token is made of."""
    known = tables.tournament_renewals.c
    statement = select(known.times).where(known.tournament == tournament, known.meant == meant)
    times = connection.execute(statement).scalar() or 0
    row = {"tournament": tournament, "meant": meant, "times": times + 1}
    tables.upsert(connection, tables.tournament_renewals, row)


def lines_of(connection: Connection, tournament: str) -> bytes:
    """The log of a tournament, as the file has it."""
    lines = tables.tournament_lines.c
    rows = connection.execute(select(lines.body).where(lines.tournament == tournament).order_by(lines.line))
    return b"".join(body.encode() + b"\n" for body in rows.scalars())


def memberships(connection: Connection, player: str) -> tuple[TournamentSummary, ...]:
    """Return the tournaments where a person has a role, the latest first."""
    known = tables.tournaments.c
    statement = (
        select(known.id, known.name, known.rulebook, _MEMBERS.role, _MEMBERS.since, known.sides, known.due)
        .join_from(tables.tournament_members, tables.tournaments)
        .where(_MEMBERS.player == player)
        .order_by(_MEMBERS.since.desc(), known.id)
    )
    return tuple(TournamentSummary(*row) for row in connection.execute(statement))


def count_roles(connection: Connection, player: str) -> int:
    """Return the number of tournaments in which a person has a role."""
    count = select(func.count()).select_from(tables.tournament_members).where(_MEMBERS.player == player)
    return int(connection.execute(count).scalar_one())


def members(connection: Connection, tournament: str) -> tuple[TournamentMember, ...]:
    """The people with a role, the longest-serving first."""
    rows = connection.execute(
        select(_MEMBERS.player, tables.persons.c.name, _MEMBERS.role, _MEMBERS.since)
        .join_from(tables.tournament_members, tables.persons)
        .where(_MEMBERS.tournament == tournament)
        .order_by(_MEMBERS.since, _MEMBERS.player)
    )
    return tuple(TournamentMember(*row) for row in rows)


def put_member(connection: Connection, tournament: str, player: str, role: str, at: int) -> None:
    """Give a person a role, or another one."""
    row = {"tournament": tournament, "player": player, "role": role, "since": at}
    tables.upsert(connection, tables.tournament_members, row, keeps=["since"])


def remove_member(connection: Connection, tournament: str, player: str) -> None:
    """Take a person's role away. Raises TournamentError if they have no role, or are the last organiser."""
    roles = {each: role for each, role, _ in _roles(connection, tournament)}
    if player not in roles:
        raise TournamentError("tournaments_no_member", 404)
    if roles[player] == "organiser" and list(roles.values()).count("organiser") == 1:
        raise TournamentError("tournaments_last_organiser", 409)
    members = delete(tables.tournament_members)
    connection.execute(members.where(_MEMBERS.tournament == tournament, _MEMBERS.player == player))
    # A person who has used an invitation might use it again.
    invitations = delete(tables.tournament_invitations)
    connection.execute(invitations.where(_INVITATIONS.tournament == tournament, _INVITATIONS.used_by == player))


def role_of(connection: Connection, tournament: str, player: str) -> TournamentMember | None:
    """The role of a person; None without one."""
    return next((member for member in members(connection, tournament) if member.player == player), None)


def _roles(connection: Connection, tournament: str) -> Sequence[tuple[str, TournamentRole, int]]:
    statement = select(_MEMBERS.player, _MEMBERS.role, _MEMBERS.since).where(_MEMBERS.tournament == tournament)
    return [(player, role, since) for player, role, since in connection.execute(statement)]


def add_claim(connection: Connection, tournament: str, claim: Claim) -> None:
    """Note that a person speaks for a half of a table."""
    row = {"tournament": tournament, **_at(claim.place), "half": claim.half, "player": claim.player, "at": claim.at}
    connection.execute(insert(tables.tournament_claims), row)


def remove_claims(connection: Connection, tournament: str, halves: Iterable[tuple[TablePlace, int]]) -> None:
    """Remove the claims of some halves."""
    for place, half in halves:
        of_table = [column == number for column, number in zip(_PLACE, place, strict=True)]
        statement = delete(tables.tournament_claims).where(_CLAIMS.tournament == tournament, *of_table)
        connection.execute(statement.where(_CLAIMS.half == half))


def players(connection: Connection, tournament: str) -> dict[EnteredPlayer, str]:
    """The people who play online, by the entered player in whose place they play."""
    statement = select(_PLAYERS.side, _PLAYERS.number, _PLAYERS.player).where(_PLAYERS.tournament == tournament)
    return {EnteredPlayer(side, number): player for side, number, player in connection.execute(statement)}


def add_player(connection: Connection, tournament: str, entered: EnteredPlayer, player: str, at: int) -> None:
    """Note that a person plays as a player of a side."""
    row = {"tournament": tournament, "side": entered.side, "number": entered.player, "player": player, "at": at}
    connection.execute(insert(tables.tournament_players), row)


def remove_player(connection: Connection, tournament: str, entered: EnteredPlayer) -> None:
    """Release a player of a side."""
    of_side = delete(tables.tournament_players).where(_PLAYERS.tournament == tournament, _PLAYERS.side == entered.side)
    connection.execute(of_side.where(_PLAYERS.number == entered.player))


def _games(connection: Connection, tournament: str) -> tuple[OnlineGame, ...]:
    c = _GAMES
    statement = select(c.phase, c.round, c.place, c.game, c.sides, c.opened, c.over).where(c.tournament == tournament)
    rows = connection.execute(statement.order_by(c.n))
    return tuple(OnlineGame(TablePlace(*row[:3]), row[3], _SIDES.decode(row[4]), row[5], row[6]) for row in rows)


def games_of_round(connection: Connection, tournament: str, phase: int, number: int) -> list[str]:
    """The ids of all tables that the server opened for a round, including closed ones."""
    c = _GAMES
    statement = select(c.game).where(c.tournament == tournament, c.phase == phase, c.round == number).order_by(c.n)
    return list(connection.execute(statement).scalars())


def add_games(connection: Connection, tournament: str, games: Iterable[OnlineGame]) -> None:
    """Add tables of the server that are about to be opened."""
    of_tournament = {"tournament": tournament}
    _add(
        connection,
        tables.tournament_games,
        [
            of_tournament
            | _at(game.place)
            | {"game": game.game, "sides": msgspec.json.encode(game.sides).decode(), "opened": game.opened}
            for game in games
        ],
    )


def end_games(connection: Connection, games: Iterable[str]) -> None:
    """Mark tables of the server as over."""
    rows = [{"ended": game} for game in games]
    if rows:
        statement = update(tables.tournament_games).where(_GAMES.game == bindparam("ended")).values(over=True)
        connection.execute(statement, rows)


def playing(connection: Connection) -> list[str]:
    """The tournaments with a round that is published or played online."""
    known = tables.tournaments.c
    return list(connection.execute(select(known.id).where(known.playing).order_by(known.id)).scalars())


class Invitation(NamedTuple):
    """An invitation; only the hash of its token is stored."""

    hash: bytes
    tournament: str
    role: TournamentRole
    expires: int


def add_invitation(connection: Connection, made: Invitation, now: int, most: int) -> None:
    """Store an invitation. Raises TournamentError if too many are open already."""
    count = select(func.count()).where(
        _INVITATIONS.tournament == made.tournament, _INVITATIONS.expires > now, _INVITATIONS.used_by.is_(None)
    )
    if connection.execute(count).scalar_one() >= most:
        raise TournamentError("tournaments_invitations", 409, most=most)
    connection.execute(insert(tables.tournament_invitations), made._asdict())


def invitation_for(
    connection: Connection, hashed: bytes, tournament: str, player: str, now: int
) -> TournamentRole | None:
    """The role that an invitation gives a person; None if it is unknown, expired or used by another person."""
    statement = select(_INVITATIONS.role).where(
        _INVITATIONS.hash == hashed,
        _INVITATIONS.tournament == tournament,
        _INVITATIONS.expires > now,
        func.coalesce(_INVITATIONS.used_by, player) == player,
    )
    role: TournamentRole | None = connection.execute(statement).scalar()
    return role


def use_invitation(connection: Connection, hashed: bytes, player: str) -> None:
    """Note that an invitation was used."""
    statement = update(tables.tournament_invitations).where(_INVITATIONS.hash == hashed)
    connection.execute(statement.values(used_by=player))


def sweep(connection: Connection, now: int) -> None:
    """Remove expired invitations."""
    connection.execute(delete(tables.tournament_invitations).where(_INVITATIONS.expires <= now))


def _at(place: TablePlace) -> dict[str, int]:
    """The columns of a table of a round."""
    return {"phase": place.phase, "round": place.round, "place": place.table}


def _add(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)

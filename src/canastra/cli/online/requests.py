"""What can be typed at a table on a server besides moves and talk."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from canastra.client import Client, Table
from canastra.errors import InputError
from canastra.protocol import State

_WORDS = {
    "ready": "pronto pronta ready",
    "bots": "robôs robos bots",
    "invite": "convite invite",
    "seats": "lugares seats",
    "leave": "levantar leave",
    "back": "assumir back",
    "stand_in": "substituir substitute",
    "resign": "desistir resign",
    "rematch": "revanche rematch",
    "accept": "aceitar aceito accept",
    "decline": "negar nego decline",
    "take_back": "retirar retract",
    "claim": "reclamar claim",
    "record": "registro record",
}
_BY_WORD = {word: what for what, words in _WORDS.items() for word in words.split()}
_UNSEAT = frozenset({"tirar", "remover", "unseat", "remove"})
"""Stand before the number of a seat."""
USUAL = ("intermediario", "greedy")
"""Levels of bots where none is named, the first that the server has; else its strongest."""


def asked(line: str) -> str | None:
    """Which of these a line asks for."""
    return _BY_WORD.get(line.strip().casefold())


def seat_to_free(line: str, state: State) -> int | None:
    """The seat, from 0, whose player a line asks to get up: ``tirar 2``. None of any other line.

    Raises `InputError` if it names no seat, or one at which nobody sits.
    """
    word, _, number = line.strip().casefold().partition(" ")
    if word not in _UNSEAT:
        return None
    seat, seats = (int(number) if re.fullmatch("[0-9]", number.strip(), re.ASCII) else 0), state["seats"]
    if not 1 <= seat <= len(seats):
        raise InputError("online_which_seat", last=len(seats))
    if seats[seat - 1]["kind"] == "empty":
        raise InputError("lobby_nobody", seat=seat)
    return seat - 1


async def do(what: str, client: Client, table: Table, level: str | None = None) -> None:
    """Do what changes the table. A `ClientError` where the server says no, an `InputError` if it cannot be."""
    actions: dict[str, Callable[[], Awaitable[object]]] = {
        "ready": table.ready,
        "leave": table.leave,
        "back": table.return_to_seat,
        "stand_in": lambda: table.absence.stand_in(_absent(table.state)),
        "claim": table.claim_win,
        "bots": lambda: _put_bots(client, table, level),
        "resign": lambda: table.offers.make("resign"),
        "rematch": lambda: _rematch(table),
        "accept": lambda: table.offers.accept(_offer(table.state, own=False)),
        "decline": lambda: table.offers.decline(_offer(table.state, own=False)),
        "take_back": lambda: table.offers.withdraw(_offer(table.state, own=True)),
    }
    await actions[what]()


async def _put_bots(client: Client, table: Table, level: str | None) -> None:
    """Bots on all empty seats."""
    if level is None:
        offered = (await client.rulebooks.list()).levels
        level = next((each for each in USUAL if each in offered), offered[-1])
    await client.tables.add_bots(table.table_id, level)


async def _rematch(table: Table) -> None:
    """Offer it, or agree to it."""
    offered = any(each["offer"] == "rematch" for each in table.state["offers"])
    await (table.offers.accept("rematch") if offered else table.offers.make("rematch"))


def _absent(state: State) -> int:
    if state["absence"] is None:
        raise InputError("online_nobody_absent")
    return state["absence"]["seat"]


def _offer(state: State, *, own: bool) -> str:
    for each in state["offers"]:
        if (each["by"] == state["you"]) is own:
            return each["offer"]
    raise InputError("online_no_offer")

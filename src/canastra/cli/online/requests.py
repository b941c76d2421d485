"""The commands at a server's table besides moves and chat."""

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
"""Words that precede the number of a seat."""
USUAL = ("intermediario", "greedy")
"""The default levels of bots: the first that the server has, else its strongest."""


def asked(line: str) -> str | None:
    """The command of these that a line stands for, else None."""
    return _BY_WORD.get(line.strip().casefold())


def seat_to_free(line: str, state: State) -> int | None:
    """The seat, from 0, whose player a line asks to get up: ``tirar 2``. None for any other line.

    Raises `InputError` if the line names no seat or an empty one.
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
    """Run a command that changes the table. Raises ClientError if refused by the server, InputError if it can't be
    done.
    """
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
    """Put bots on all empty seats."""
    if level is None:
        offered = (await client.rulebooks.list()).levels
        level = next((usual for usual in USUAL if usual in offered), offered[-1])
    await client.tables.add_bots(table.table_id, level)


async def _rematch(table: Table) -> None:
    """Offer a rematch, or agree to one."""
    offered = any(offer["offer"] == "rematch" for offer in table.state["offers"])
    await (table.offers.accept("rematch") if offered else table.offers.make("rematch"))


def _absent(state: State) -> int:
    if state["absence"] is None:
        raise InputError("online_nobody_absent")
    return state["absence"]["seat"]


def _offer(state: State, *, own: bool) -> str:
    for offer in state["offers"]:
        if (offer["by"] == state["you"]) is own:
            return offer["offer"]
    raise InputError("online_no_offer")

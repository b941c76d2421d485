"""Lets a program play a seat: it gets states and answers with actions until the match is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from canastra import bots
from canastra.client.errors import RefusedError
from canastra.client.table import Table
from canastra.protocol import State
from canastra.protocol.view import view_of
from canastra.rulebooks import Rulebook

Choose = Callable[[State], str]
"""Returns an action in notation. It is called only when the seat is to act.

``state["play"]["legal"]`` has the legal steps.
"""
PAUSE = 0.5
"""Seconds before the retry of a request for which the server was too busy."""
_LATER = frozenset({"live_busy", "live_draining", "live_stopped", "ws_too_fast"})
_OVERTAKEN = frozenset({"table_stale", "table_time_over", "table_bot_plays", "table_held", "table_ready_already"})
"""Refusals of actions that were right when they were chosen."""


async def play(table: Table, choose: Choose) -> State:
    """Play the seat until the match is over. Returns the last state.

    It gets ready and takes the seat back from bots. Raises `RefusedError` if `choose` chooses what is not allowed,
    `EndedError` if the connection ends for good.
    """
    while table.state["stage"] != "finished":
        seen = table.seq
        try:
            acted = await _move(table, choose)
        except RefusedError as refused:
            if refused.code in _LATER:
                await asyncio.sleep(PAUSE)
                continue
            if refused.code not in _OVERTAKEN:
                raise
            acted = False
        if not acted and table.seq == seen:
            await table.changed()
    return table.state


async def _move(table: Table, choose: Choose) -> bool:
    """Do the next thing due. Returns whether there was one."""
    state, seat = table.state, table.seat
    if seat is None:
        return False
    if state["stage"] == "seating" and not state["seats"][seat]["ready"]:
        await table.ready()
    elif state["seats"][seat]["held"] and state["stage"] != "seating":
        await table.return_to_seat()
    elif table.my_turn:
        await table.act(choose(state), state["step"])
    else:
        return False
    return True


def at_random(seed: int) -> Choose:
    """Return a player of random legal steps, all equally likely."""
    random = Random(seed)

    def choose(state: State) -> str:
        assert state["play"] is not None
        return random.choice(state["play"]["legal"])

    return choose


def by_bot(level: str, seed: int, rulebook: Rulebook) -> Choose:
    """Return a player that asks one of the project's bots, with the information of the state."""
    bot = bots.make(level, seed)

    def choose(state: State) -> str:
        view = view_of(state, rulebook)
        assert view is not None
        return str(bot.choose(view))

    return choose

"""A program on a seat: shown states, it answers with actions, until the match is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from canastra import bots
from canastra.client.errors import RefusedError
from canastra.client.table import Table
from canastra.client.view import view_of
from canastra.protocol import State
from canastra.rulebooks import Rulebook

Choose = Callable[[State], str]
"""What to do, in notation; asked only when the seat is to act, with the legal steps in ``state["play"]["legal"]``."""
PAUSE = 0.5
"""Seconds before something is tried again for which the server had no time."""
_LATER = frozenset({"hosting_busy", "hosting_draining", "hosting_stopped", "sockets_too_fast"})
_OVERTAKEN = frozenset({"table_stale", "table_time_over", "table_bot_plays", "table_held", "table_ready_already"})
"""Refusals of what was right when it was chosen."""


async def play(table: Table, choose: Choose) -> State:
    """Play the own seat until the match is over; the last state.

    Gets ready, comes back when a bot holds the seat. A `RefusedError` for what `choose` should not have chosen, an
    `EndedError` when the connection ends for good.
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
    """Do what is to be done now; whether there was anything."""
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
    """Any legal step, all equally likely: the cheapest player."""
    random = Random(seed)

    def choose(state: State) -> str:
        assert state["play"] is not None
        return random.choice(state["play"]["legal"])

    return choose


def by_bot(level: str, seed: int, rulebook: Rulebook) -> Choose:
    """One of the project's bots, shown what the state shows."""
    bot = bots.make(level, seed)

    def choose(state: State) -> str:
        view = view_of(state, rulebook)
        assert view is not None
        return str(bot.choose(view))

    return choose

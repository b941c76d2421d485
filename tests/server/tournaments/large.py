"""The largest tournament that the limits allow, in the memory of a server: 400 sides that all meet."""

from __future__ import annotations

from typing import Any

from canastra.protocol import tournaments as asked
from canastra.server.tournaments import derivation, repository
from canastra.tournament import dump_log
from canastra.tournament import events as ev
from tests.server.http.http_server import Server
from tests.server.tournaments.hall import CLUB_DAY

SIDES = 400


async def large_tournament(server: Server, rounds: int) -> str:
    """A tournament in memory, all rounds of whose only group are published."""
    text = CLUB_DAY.replace("size = 4 ", f"size = {SIDES} ").replace("most = 64", f"most = {SIDES}")
    browser = await server.guest()
    events = server.context.tournaments
    answer = await browser.post("/api/tournaments", json={"id": "n1", "regulations": text})
    tournament: str = answer.json()["id"]
    loaded = await events.store.get(tournament)
    state, log = loaded.state, list(loaded.log)

    def do(act: Any) -> None:
        nonlocal state, log
        state, log = derivation.after_events(state, log, derivation.events_of(state, act), "Ana", 0)

    do(asked.Enter(tuple(asked.NewSide(f"Dupla {each}", (f"A{each}", f"B{each}")) for each in range(1, SIDES + 1))))
    do(asked.CheckIn(tuple(range(1, SIDES + 1))))
    do(asked.DrawPhase("Loteria 5921"))
    for number in range(1, rounds + 1):
        do(asked.PairRound())
        do(ev.RoundPublished(1, number))
    lines = [dump_log([each]).rstrip() for each in log[len(loaded.log) :]]
    await events.store.database.write(lambda c: repository.add_lines(c, tournament, len(loaded.log) + 1, lines))
    events.store.drop(tournament)
    await events.store.get(tournament)
    return tournament

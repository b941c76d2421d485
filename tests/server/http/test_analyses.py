"""Analyses: access to finished matches, one at a time, and each decision judged by its player's knowledge."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import msgspec
import pytest

from canastra.bots.analysis import analysis as engine
from canastra.engine.hands import cards_of
from canastra.kernel.search.scratch import even_budget
from canastra.protocol.replays import RecordFault
from canastra.records import Record, replay, write
from canastra.server.bots import Bots, LocalBots
from canastra.server.http import analyses as module
from canastra.server.http.analyses import Analyses, AnalysisError
from canastra.server.limits import Rate
from canastra.server.settings import Settings
from canastra.server.work import WorkerError, WorkOwner
from tests.bots.analysis.recorded import of_bots
from tests.server.http.http_server import GENEROUS, PLENTY, Server, problem, run
from tests.server.http.test_replays import TEXT, play, played
from tests.server.run.process import SECONDS


class Here:
    """In place of the process: it works when it is let, here."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()

    async def run(self, owner: WorkOwner, function: Callable[..., Any], *arguments: object) -> Any:
        await self.gate.wait()
        await asyncio.sleep(0)
        return function(*arguments)

    def rest(self) -> None:
        """Nothing to end."""

    async def close(self) -> None:
        """Nothing to end."""


def analysing(**given: Any) -> tuple[Analyses, Here]:
    found, here = Analyses(**given), Here()
    found._worker = here  # type: ignore[assignment]
    return found, here


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three decisions in every record, judged at once; a record "x" is slow, "bad" is invalid."""
    left: dict[str, int] = {}

    def begin(digest: str, content: bytes, houses: object, kept: object) -> int | RecordFault:
        if content == b"bad":
            return RecordFault("record_toml", "não", "no", line=1)
        if content == b"slow":
            raise WorkerError("worker_slow", 400)
        if content == b"fault":
            raise ValueError
        left[digest] = 3
        return 3

    def advance(digest: str, seconds: float) -> int | bytes:
        left[digest] -= 1
        return 3 - left[digest] if left[digest] else b'{"worlds":1}'

    monkeypatch.setattr(module, "begin", begin)
    monkeypatch.setattr(module, "advance", advance)


def with_loop(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(work(), SECONDS))


async def ended(job: module.AnalysisJob) -> module.AnalysisJob:
    while job.is_open:
        await asyncio.sleep(0)
    return job


def nowhere(name: str) -> None:
    """No rulebook of a house."""


@pytest.mark.usefixtures("quick")
@pytest.mark.limit("analyses_of_person_waiting")
@pytest.mark.limit("analyses_waiting")
def test_one_for_each_and_so_many_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING", 2)

    async def work() -> None:
        analyses, here = analysing()
        here.gate.clear()
        first = analyses.start(WorkOwner("ana"), b"a", nowhere)
        assert analyses.start(WorkOwner("ana"), b"a", nowhere) is first
        second = analyses.start(WorkOwner("bia"), b"b", nowhere)
        for owner, content, code in (("ana", b"c", "analyses_one"), ("caio", b"a", "analyses_full")):
            with pytest.raises(AnalysisError) as error:
                analyses.start(WorkOwner(owner), content, nowhere)
            assert (error.value.code, error.value.status) == (code, 429)
        assert (analyses.card(second)["ahead"], analyses.waiting) == (1, 2)
        here.gate.set()
        await ended(second)
        assert (first.state, first.done, first.total) == ("finished", 3, 3)
        # The result is there for all clients; each has an analysis of their own.
        here.gate.clear()
        third = analyses.start(WorkOwner("caio"), b"a", nowhere)
        assert (third.state, third is first) == ("finished", False)
        result = analyses.card(third)["result"]
        assert isinstance(result, msgspec.Raw)
        assert bytes(result) == b'{"worlds":1}'
        with pytest.raises(AnalysisError) as error:
            analyses.job("bia", third.name)
        assert (error.value.code, error.value.status) == ("analyses_gone", 404)
        await analyses.close()

    with_loop(work)


@pytest.mark.usefixtures("quick")
def test_one_site_never_keeps_another_one_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING", 3)

    async def work() -> None:
        analyses, here = analysing()
        here.gate.clear()
        crowd = [WorkOwner(f"guest-{number}", "192.0.2.1") for number in range(3)]
        jobs = [analyses.start(each, each.person.encode(), nowhere) for each in crowd]
        assert [each.state for each in jobs] == ["running", "queued", "queued"]
        # The running analysis of the crowd goes on, and its latest waiting one is dropped.
        mine = analyses.start(WorkOwner("ana", "192.0.2.9"), b"ana", nowhere)
        assert [each.state for each in jobs] == ["running", "queued", "failed"]
        assert jobs[2].fault is not None
        assert jobs[2].fault.code == "analyses_full"
        assert mine.state == "running"
        with pytest.raises(AnalysisError) as error:
            analyses.start(crowd[2], b"again", nowhere)
        assert error.value.code == "analyses_full"
        here.gate.set()
        assert [(await ended(each)).state for each in (mine, *jobs[:2])] == ["finished"] * 3
        await analyses.close()

    with_loop(work)


@pytest.mark.usefixtures("quick")
def test_a_finished_analysis_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        analyses, _ = analysing()
        job = await ended(analyses.start(WorkOwner("ana"), b"a", nowhere))
        first = await analyses.answer(job)
        monkeypatch.setattr(gzip, "compress", lambda *_, **__: pytest.fail("compressed again"))
        assert await analyses.answer(job) is first
        assert json.loads(gzip.decompress(first.packed)) == json.loads(first.content)
        assert json.loads(first.content)["result"] == {"worlds": 1}
        await analyses.close()

    with_loop(work)


@pytest.mark.usefixtures("quick")
def test_who_wants_it_no_more_stops_it_and_the_next_goes_on() -> None:
    async def work() -> None:
        analyses, here = analysing()
        here.gate.clear()
        first, second = analyses.start(WorkOwner("ana"), b"a", nowhere), analyses.start(WorkOwner("bia"), b"b", nowhere)
        await asyncio.sleep(0)
        assert first.state == "running"
        analyses.end(first)
        here.gate.set()
        await ended(second)
        assert (first.state, second.state, analyses.waiting) == ("running", "finished", 0)
        with pytest.raises(AnalysisError):
            analyses.job("ana", first.name)
        await analyses.close()
        # Another one, after a restart, knows of nothing.
        again, _ = analysing()
        with pytest.raises(AnalysisError):
            again.job("bia", second.name)

    with_loop(work)


@pytest.mark.usefixtures("quick")
@pytest.mark.limit("analysis_memory")
def test_what_fails_says_why_and_the_next_goes_on() -> None:
    async def work() -> None:
        analyses, _ = analysing()
        codes = []
        for content in (b"bad", b"slow", b"fault", b"a"):
            job = await ended(analyses.start(WorkOwner("ana"), content, nowhere))
            codes.append(job.fault.code if job.fault else job.state)
        assert codes == ["record_toml", "analyses_slow", "analyses_failed", "finished"]
        await analyses.close()

    with_loop(work)


@pytest.mark.usefixtures("quick")
@pytest.mark.limit("analysis_seconds")
def test_one_that_takes_too_long_ends() -> None:
    async def work() -> None:
        analyses, here = analysing(seconds=0.01)
        here.gate.clear()
        job = await ended(analyses.start(WorkOwner("ana"), b"a", nowhere))
        assert job.fault is not None
        assert job.fault.code == "analyses_slow"
        await analyses.close()

    with_loop(work)


@pytest.mark.usefixtures("quick")
@pytest.mark.limit("analyses_kept")
@pytest.mark.limit("analyses_ended")
def test_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RESULTS_KEPT", 25)
    monkeypatch.setattr(module, "ENDED_KEPT", 2)

    async def work() -> None:
        analyses, _ = analysing()
        jobs = [await ended(analyses.start(WorkOwner("ana"), each, nowhere)) for each in (b"a", b"b", b"c", b"d")]
        there = []
        for job in jobs:
            try:
                there.append(analyses.job("ana", job.name) is job)
            except AnalysisError:
                there.append(False)
        assert there == [False, False, True, True]
        await analyses.close()

    with_loop(work)


@pytest.mark.parametrize(("compiling", "code"), [(True, "analyses_preparing"), (False, "analyses_missing")])
def test_without_the_strong_bots_nothing_is_begun(compiling: bool, code: str) -> None:
    async def never() -> None:
        await asyncio.sleep(SECONDS)

    async def work() -> None:
        bots = Bots(LocalBots(), never if compiling else None)
        analyses, _ = analysing(obstacle=bots.obstacle)
        with pytest.raises(AnalysisError) as error:
            analyses.start(WorkOwner("ana"), b"a", nowhere)
        assert (error.value.code, error.value.status) == (code, 409)
        await bots.close()

    with_loop(work)


SMALL = even_budget(candidates=3, worlds=6, turns=2)


def result(record: Record, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The result that a page gets of a record, whose match counts as finished."""
    monkeypatch.setattr(engine, "usual_budget", lambda: SMALL)
    monkeypatch.setattr(module, "_is_over", lambda record: True)
    assert isinstance(module.begin("d", write(record).encode(), {}), int)
    while isinstance(found := module.advance("d", 1.0), int):
        pass
    whole: dict[str, Any] = json.loads(found)
    return whole


def test_cards_that_a_player_does_not_see_change_no_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    record = of_bots("buraco", 3, "greedy", 14)
    whole = result(record, monkeypatch)
    for seat in (0, 3):
        other = result(redealt(record, seat), monkeypatch)
        mine = [[each for each in found["decisions"] if each["seat"] == seat] for found in (whole, other)]
        assert mine[0] == mine[1] != []


def redealt(record: Record, seat: int) -> Record:
    """The record with the cards that a seat never saw dealt anew: other hands, the rest of the stock, the mortos."""
    (deal,) = record.deals
    state = replay(record).deals[0].state
    hands, drawn = [list(hand) for hand in deal.piles.hands], len(deal.piles.stock) - len(state.stock)
    spots: list[tuple[list[Any], int]] = []
    stock, mortos = list(deal.piles.stock), [list(each) for each in deal.piles.mortos]
    for each, hand in enumerate(hands):
        if each != seat:
            laid = {
                word
                for line in deal.turns
                if line.seat == each
                for entry in line.entries
                for word in str(entry).split()
            }
            kept = [card for card in cards_of(state.hands[each]) if str(card) not in laid]
            for place, card in enumerate(hand):
                if card in kept:  # Dealt to it, and held to the end.
                    kept.remove(card)
                    spots.append((hand, place))
    spots += [(stock, place) for place in range(drawn, len(stock))]
    spots += [(pile, place) for pile in mortos for place in range(len(pile))]
    cards = [pile[place] for pile, place in spots]
    Random(5).shuffle(cards)
    for (pile, place), card in zip(spots, cards, strict=True):
        pile[place] = card
    piles = replace(
        deal.piles, hands=tuple(map(tuple, hands)), stock=tuple(stock), mortos=(tuple(mortos[0]), tuple(mortos[1]))
    )
    assert piles != deal.piles
    return replace(record, deals=(replace(deal, piles=piles, fairness=None),))


@pytest.mark.limit("analysis_decisions")
def test_what_is_not_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refusal(content: bytes) -> str:
        found = module.begin("d", content, {})
        assert isinstance(found, RecordFault)
        return found.code

    whole = played("canastra-duelo")
    cut = replace(whole, deals=(replace(whole.deals[0], turns=whole.deals[0].turns[:9], fairness=None),))
    assert refusal(write(cut).encode()) == "analyses_unfinished"
    assert refusal(b"=") == "not_toml"
    monkeypatch.setattr(module, "LONGEST", 3)
    assert refusal(write(whole).encode()) == "analyses_long"
    assert module.begin("d", write(whole).replace("canastra-duelo", "casa-x").encode(), {}) == "casa-x"


@pytest.mark.usefixtures("quick")
def test_a_match_is_analysed_for_who_may_see_its_replay_once_it_is_over(
    tmp_path: Path,
) -> None:
    async def test(server: Server) -> None:
        server.context.analyses._worker = Here()  # type: ignore[assignment]
        ana, bia = await server.guest(), await server.guest("Bia")
        terms = {"rulebook": "canastra-duelo", "bots": "greedy", "private": True, "watch": False}
        table = (await ana.post("/api/tables", json=terms)).json()["table"]
        path = f"/api/tables/{table}/analysis"
        problem(await ana.post(path), 409, "analyses_unfinished")
        await play(server, ana, table)
        problem(await bia.post(path), 404, "lobby_no_table")
        answer = await ana.post(path)
        assert answer.status_code == 202, answer.text
        card = await finished(server, ana, answer.json()["id"])
        assert card["result"] == {"worlds": 1}
        mine = f"/api/analyses/{card['id']}"
        problem(await bia.get(mine), 404, "analyses_gone")
        problem(await bia.delete(mine), 404, "analyses_gone")
        assert (await ana.delete(mine)).status_code == 204
        problem(await ana.get(mine), 404, "analyses_gone")
        # The same as a file, sent without a session.
        text = (await ana.get(f"/api/tables/{table}/record")).text
        stranger = await server.client()
        answer = await stranger.post("/api/analyses", content=text, headers=TEXT)
        assert (answer.status_code, answer.json()["state"]) == (202, "finished")

    run(tmp_path, test, Settings(caps=replace(GENEROUS, messages_of_session=PLENTY)))


async def finished(server: Server, client: httpx2.AsyncClient, name: str) -> dict[str, Any]:
    while True:
        card: dict[str, Any] = (await client.get(f"/api/analyses/{name}")).json()
        if card["state"] == "finished":
            return card
        await server.breathe()


@pytest.mark.limit("analyses_of_address")
def test_analyses_are_scarce(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        answers = [await client.post("/api/analyses", content="", headers=TEXT) for _ in range(3)]
        assert [each.status_code for each in answers] == [202, 202, 429]
        await server.context.analyses.close()

    run(tmp_path, test, Settings(caps=replace(GENEROUS, analyses_of_address=Rate(2, 1e-9))))

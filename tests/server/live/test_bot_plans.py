"""Bots that are kept for the turn that they planned: whose they are, how many, and that they play the same."""

from __future__ import annotations

import asyncio
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from canastra.bots import LEVELS, cache, make
from canastra.bots.cache import BotCache, choose, explained, warm_up
from canastra.bots.search import SearchBot
from canastra.engine import Action, Phase, State, View, apply, lookup_of, view
from canastra.kernel.rules.tables import rule_tables
from canastra.rulebooks import Clause
from canastra.server.bots import NOBODY, Asker
from canastra.server.live import Bots, CommandRequest, LocalBots, PooledBots, TableManager
from canastra.server.storage import MemoryStore
from canastra.table import AddBots
from tests.bots.test_bots import dealt
from tests.playing import ALL
from tests.server.live.live_server import TABLE, finished, opened, run, services

LEVEL = "avancado"


def views(seat: int, turns: int = 12, seed: int = 3) -> list[View]:
    """Return the views of a seat at each of its choices, in a deal played by one bot."""
    state: State = dealt(ALL["buraco"], seed)
    bot, others, found = make(LEVEL, 1), make("heuristic", 1), list[View]()
    while state.phase is not Phase.OVER and state.turn < turns * 4:
        seen = view(state, state.seat)
        if state.seat == seat:
            found.append(seen)
        state = apply(state, bot.choose(seen) if state.seat == seat else others.choose(seen))
    return found


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[View]:
    """The views that were searched."""
    found: list[View] = []
    search = SearchBot._search

    def counted(bot: SearchBot, seen: View) -> None:
        found.append(seen)
        search(bot, seen)

    monkeypatch.setattr(SearchBot, "_search", counted)
    return found


def test_a_kept_bot_plays_what_one_bot_would_and_searches_a_turn_once(searches: list[View]) -> None:
    seen = views(0)
    searches.clear()
    bot, kept = make(LEVEL, 1), BotCache()
    expected = [bot.choose(each) for each in seen]
    once = len(searches)
    # The seed of the first question is the bot's; those of the others are not asked for.
    assert [kept.choose(each, LEVEL, 1 + place, 77) for place, each in enumerate(seen)] == expected
    assert len(searches) == 2 * once
    for each in seen:
        assert kept.choose(each, LEVEL, 1) in each.legal
    assert len(searches) > 3 * once
    assert len(kept) == 1


def test_every_number_level_and_seat_has_a_bot_of_its_own() -> None:
    seen, other = views(0, turns=2)[-1], views(1, turns=2)[-1]
    kept = BotCache()
    for asked, level, number in ((seen, LEVEL, 1), (seen, LEVEL, 2), (seen, "mestre", 1), (other, LEVEL, 1)):
        kept.choose(asked, level, 0, number)
    assert len(kept) == 4
    assert len({id(bot) for bot in map(kept._bots.get, kept._bots)}) == 4


def test_another_tables_plan_is_not_played() -> None:
    mine, other = views(0), views(0, turns=2, seed=8)[0]
    kept, alone = BotCache(), BotCache()
    expected = [alone.choose(each, LEVEL, 1, 1) for each in mine]
    # Another table's seat is asked in between, in the same position and in others.
    found = []
    for each in mine:
        kept.choose(each, LEVEL, 9, 2)
        found.append(kept.choose(each, LEVEL, 1, 1))
        kept.choose(other, LEVEL, 9, 3)
    assert found == expected


@pytest.mark.limit("bots_kept")
def test_few_are_kept_and_the_one_asked_longest_ago_goes_first() -> None:
    seen, kept = views(0, turns=2)[-1], BotCache(most=3)
    for number in (1, 2, 3, 1, 4):
        assert kept.choose(seen, LEVEL, 5, number) in seen.legal
    assert [number for _, _, number in kept._bots] == [3, 1, 4]


@pytest.mark.parametrize(("level", "number"), [(LEVEL, None), ("greedy", 1), ("random", 1)])
def test_what_plans_nothing_or_has_no_number_is_not_kept(level: str, number: int | None) -> None:
    kept = BotCache()
    kept.choose(views(0, turns=2)[-1], level, 5, number)
    assert len(kept) == 0


def test_a_bot_that_fails_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, kept = views(0, turns=2)[-1], BotCache()
    kept.choose(seen, LEVEL, 1, 1)

    def fails(bot: SearchBot, seen: View) -> Action:
        raise RuntimeError

    monkeypatch.setattr(SearchBot, "choose", fails)
    with pytest.raises(RuntimeError):
        kept.choose(seen, LEVEL, 1, 1)
    assert len(kept) == 0


class Noting(LocalBots):
    """Notes who is asked under which number."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, tuple[Any, ...], int]] = []

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        assert asker.number is not None
        self.asked.append((view.seat, view.points, asker.number))
        return await super().ask(view, level, seed, asker)


def test_a_table_has_a_number_for_each_seat_in_each_deal() -> None:
    async def numbers(seed: int) -> list[tuple[int, tuple[Any, ...], int]]:
        bots = Noting()
        host = TableManager(services(MemoryStore(), seed, bots=Bots(bots, ready=True)))
        await host.create(TABLE, opened("buraco", target=2000))
        await host.send(TABLE, CommandRequest(AddBots("greedy"), "f"))
        actor = await finished(host)
        assert actor.table.match
        deals = len(actor.table.deals)
        assert deals > 1
        assert len({number for _, _, number in bots.asked}) == 4 * deals
        assert len({(seat, number) for seat, _, number in bots.asked}) == 4 * deals
        assert max(number for _, _, number in bots.asked) >= 2**32
        await host.drain(60)
        return bots.asked

    async def main() -> None:
        one, other = await numbers(1), await numbers(2)
        assert not {number for _, _, number in one} & {number for _, _, number in other}

    run(main)


def test_a_seats_questions_go_to_one_process_and_others_to_the_idlest(monkeypatch: pytest.MonkeyPatch) -> None:
    class Recorded:
        def __init__(self, waiting: int) -> None:
            self.waiting, self.asked = waiting, list[object]()

        async def run(self, asker: Asker, function: object, *arguments: object) -> object:
            self.asked.append(function)
            return None

        def has_book(self, rulebook: object) -> bool:
            return True

        async def close(self) -> None:
            return None

    async def main() -> None:
        bots, seen = PooledBots(3), views(0, turns=2)[0]
        processes = [Recorded(waiting) for waiting in (2, 1, 5)]
        monkeypatch.setattr(bots, "_processes", tuple(processes))
        for _ in range(2):
            await bots.ask(seen, LEVEL, 1, Asker(number=2))
        await bots.ask(seen, LEVEL, 1)
        await bots.explain(seen, seen.legal[0])
        await bots.warm_up()
        assert processes[2].asked == [choose, choose, warm_up]
        assert processes[1].asked == [choose, explained, warm_up]
        assert processes[0].asked == [warm_up]
        await bots.close()

    asyncio.run(main())


def test_whatever_order_tables_ask_in_the_answers_are_legal() -> None:
    random, kept = Random(4), BotCache(most=2)
    tables = [views(seat, turns=4, seed=3) for seat in range(4)]
    for number in random.choices(range(4), k=60):
        seen = random.choice(tables[number])
        assert kept.choose(seen, LEVEL, random.getrandbits(32), number) in seen.legal
    assert len(kept) == 2


def test_what_is_worked_out_for_a_rulebook_is_not_worked_out_for_its_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_KEPT", BotCache())
    lookup_of.cache_clear()
    rule_tables.cache_clear()
    seen = views(0, turns=2)[-1]
    for _ in range(3):
        copy: View = pickle.loads(pickle.dumps(seen))
        assert copy.rulebook is not seen.rulebook
        assert choose(copy, LEVEL, 1, 5) in seen.legal
        assert explained(copy, copy.legal[0]) == explained(seen, seen.legal[0])
    assert rule_tables.cache_info().currsize == 1
    assert lookup_of.cache_info().currsize == 1


def test_rulebooks_that_differ_by_an_article_alone_are_two() -> None:
    seen = views(0, turns=2)[-1]
    clauses = {name: Clause("Art. 99", each.decision) for name, each in seen.rulebook.clauses.items()}
    other = seen._replace(rulebook=replace(seen.rulebook, clauses=clauses))
    assert explained(seen, seen.legal[0])[0].article != "Art. 99"
    assert explained(other, seen.legal[0])[0].article == "Art. 99"


def test_everything_is_done_once_in_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(BotCache, "choose", lambda kept, view, level, seed, number=None: asked.append(level))
    warm_up()
    assert asked == list(LEVELS)


def test_a_process_of_bots_answers_as_this_one_would() -> None:
    async def main() -> None:
        seen, bot, bots = views(0, turns=6), make(LEVEL, 1), PooledBots(1)
        await bots.warm_up()
        for each in seen:
            assert await bots.ask(each, LEVEL, 1, Asker(number=2**63)) == bot.choose(each)
        reasons = await bots.explain(seen[-1], seen[-1].legal[0])
        assert reasons == explained(seen[-1], seen[-1].legal[0])
        assert reasons[-1].article == ""
        await bots.close()

    asyncio.run(main())

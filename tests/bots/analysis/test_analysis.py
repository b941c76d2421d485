"""A record analysed: blunders are found, worse players give more up, hidden cards and other seats change nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from canastra.bots import make
from canastra.bots.analysis.analysis import Analysis, AnalysisConfig, analyse
from canastra.bots.analysis.json_forms import analysis_json
from canastra.engine import Action, Discard, View
from canastra.errors import InputError
from canastra.kernel.search.scratch import even_budget
from canastra.records import DealRecord, Record, TurnLine, redact, replay
from tests.bots.analysis.recorded import of_bots, recorded

ASKED = AnalysisConfig(even_budget(candidates=4, worlds=10, turns=4), seed=1)


def analysed(record: Record, asked: AnalysisConfig = ASKED) -> Analysis:
    return analyse(record, asked, lambda done, total: None)


def without_time(analysis: Analysis) -> dict[str, object]:
    return {key: value for key, value in analysis_json(analysis, "en").items() if key != "time"}


@pytest.mark.parametrize("seed", [5, 7])
def test_a_blunder_is_found_and_ranked_first(seed: int) -> None:
    placed: list[int] = []
    own = make("avancado", 0)

    def blunders(view: View) -> Action:
        """Seat 0 throws its first wild away, as soon as it can."""
        wilds = [each for each in view.legal if isinstance(each, Discard) and each.card.is_two]
        if wilds and view.seat == 0 and not placed:
            placed.append(view.turn)
            return wilds[0]
        return own.choose(view)

    record = recorded("buraco", seed, [blunders], lambda state: state.turn > 20)
    found = analysed(record, replace(ASKED, seat=0, budget=even_budget(candidates=8, worlds=60, turns=8)))
    worst = found.mistakes(0)[0]
    assert [worst.decision.place.turn] == placed
    assert "explain_gives_wild" in [reason.code for reason in worst.against]
    assert worst.reasons[-1].code == "explain_gains"


def test_a_worse_player_gives_more_up() -> None:
    def lost(bot: str) -> float:
        found = [analysed(of_bots("buraco", seed, bot, 40)) for seed in (1, 2, 3)]
        return sum(each.loss(seat) for each in found for seat in range(4))

    best, middling, worst = map(lost, ("avancado", "heuristic", "random"))
    assert best * 2 < middling < worst


def test_the_same_seed_gives_the_same_analysis() -> None:
    record = of_bots("tranca", 1, "random", 8)
    assert without_time(analysed(record)) == without_time(analysed(record))
    assert without_time(analysed(record)) != without_time(analysed(record, replace(ASKED, seed=2)))


def test_a_part_of_it_is_the_same_as_in_the_whole() -> None:
    record = of_bots("buraco", 2, "random", 12)
    whole, part = analysed(record), analysed(record, replace(ASKED, seat=1, deal=1))
    assert {each.decision.view.seat for each in part.judged} == {1}
    assert [each.alternatives for each in part.judged] == [each.alternatives for each in whole.of(1)]


def test_cards_that_nobody_has_seen_change_nothing() -> None:
    record = of_bots("buraco", 1, "greedy", 10)
    (deal,) = record.deals
    drawn = sum(str(entry).startswith(("draw", "red")) for line in deal.turns for entry in line.entries)
    piles = deal.piles
    left = (*piles.stock[drawn:], *piles.mortos[0], *piles.mortos[1])
    moved = left[7:] + left[:7]
    stock, first, second = moved[:-22], moved[-22:-11], moved[-11:]
    other = replace(deal, piles=replace(piles, stock=(*piles.stock[:drawn], *stock), mortos=(first, second)))
    assert other != deal
    assert without_time(analysed(replace(record, deals=(other,)))) == without_time(analysed(record))


def test_what_is_hidden_is_left_out_and_the_rest_is_the_same() -> None:
    record = of_bots("buraco", 1, "random", 12)
    hidden = analysed(redact(replay(record), 2))
    assert [each.alternatives for each in hidden.judged] == [each.alternatives for each in analysed(record).of(2)]
    assert {(each.code, each.deal, each.seat) for each in hidden.skipped} == {
        ("analysis_hidden", 1, seat) for seat in (0, 1, 3)
    }
    public = analysed(redact(replay(record), None))
    assert not public.judged
    assert {each.seat for each in public.skipped} == {0, 1, 2, 3}


def cut(deal: DealRecord) -> DealRecord:
    """The deal up to the first turn of several actions after the draw, without the last of them."""
    at = next(place for place, line in enumerate(deal.turns) if len(line.entries) > 2)
    line = deal.turns[at]
    return replace(deal, turns=(*deal.turns[:at], TurnLine(line.seat, line.entries[:-1])))


def test_a_decision_that_was_cut_short_is_left_out() -> None:
    record = of_bots("buraco", 5, "greedy", 30)
    (deal,) = record.deals
    found = analysed(replace(record, deals=(cut(deal),)))
    (skipped,) = found.skipped
    assert (skipped.code, skipped.decisions) == ("analysis_cut_short", 1)


def test_a_house_rulebook_is_played_out_to_the_end() -> None:
    record = of_bots("buraco", 1, "random", 3)
    house = replace(record, rulebook=replace(record.rulebook, id="casa", sha256="0" * 64))
    found = analysed(house, replace(ASKED, budget=even_budget(3, 4, 1)))
    assert found.judged
    # Points of whole deals are whole numbers; a network's are not.
    assert all((one.points * one.worlds).is_integer() for each in found.judged for one in each.alternatives)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (replace(ASKED, deal=2), "no_such_deal"),
        (replace(ASKED, deal=0), "no_such_deal"),
        (replace(ASKED, seat=4), "analysis_no_seat"),
    ],
)
def test_what_the_record_does_not_have(asked: AnalysisConfig, code: str) -> None:
    with pytest.raises(InputError) as caught:
        analysed(of_bots("buraco", 1, "random", 2), asked)
    assert caught.value.code == code


def test_a_record_without_deals() -> None:
    assert not analysed(replace(of_bots("buraco", 1, "random", 2), deals=())).judged

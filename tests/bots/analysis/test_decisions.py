"""The decisions of a record end where the search ends: where something turns up that the player had not seen."""

from __future__ import annotations

from canastra.bots.analysis.decisions import decisions
from canastra.bots.evaluation import evaluate
from canastra.engine import Discard, Draw, NewMeld, Pass, Take
from canastra.kernel.search.scratch import even_budget
from canastra.records import Red
from tests.bots.analysis.recorded import of_bots
from tests.playing import by_name

OWN = even_budget(candidates=1, worlds=2, turns=0)


@by_name
def test_what_the_heuristic_plays_is_what_the_search_lists_first(name: str) -> None:
    own = 0
    for each in decisions(of_bots(name, 4, "heuristic", 24)):
        found = evaluate(each.view, OWN, 1, each.played) if each.whole else ()
        # One alternative: the played actions lead to the position that the heuristic's own turn foresaw.
        own += len(found) == 1
        assert len(found) < 2
    assert own > 20


def test_every_action_is_part_of_one_decision() -> None:
    for name in ("tranca", "canastra-curinguinha"):
        record = of_bots(name, 2, "random", 40)
        found = decisions(record)
        assert all(each.view.seat == each.view.to_act for each in found)
        assert [each.place for each in found] == sorted(each.place for each in found)
        played = [str(action).partition(" ")[0] for each in found for action in each.played]
        entries = [entry for line in record.deals[0].turns for entry in line.entries]
        assert any(isinstance(entry, Red) for entry in entries) is (name == "tranca")
        written = [str(entry).partition(" ")[0] for entry in entries]
        assert played == [verb for verb in written if verb not in ("red", "morto")]
        for each in found:
            assert not any(isinstance(action, Draw | Discard | Pass) for action in each.played[:-1])


def test_a_pile_that_lies_open_is_taken_and_played_in_one_decision() -> None:
    found = [each.played for each in decisions(of_bots("buraco", 1, "heuristic", 60)) if Take() in each.played]
    assert any(len(played) > 1 and isinstance(played[-1], Discard) for played in found)
    # Of a pile that lies covered the purchase shows the rest.
    found = [
        each.played for each in decisions(of_bots("canastra-curinguinha", 1, "greedy", 80)) if Take() in each.played
    ]
    assert any(isinstance(played[-1], NewMeld) for played in found) or not found


def test_a_record_may_stop_within_a_decision() -> None:
    record = of_bots("buraco", 1, "heuristic", 6)
    assert all(each.whole for each in decisions(record))

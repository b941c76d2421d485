"""Standings, who goes on and the champion are those of a model that was written from the pages alone."""

from __future__ import annotations

import random
import re
import tomllib
from importlib.resources import files

import pytest

from canastra.names import same_name
from canastra.tournament import EventRefusedError, dump_log
from canastra.tournament import events as ev
from canastra.tournament.acts import called, next_absences
from canastra.tournament.errors import RegulationsError
from canastra.tournament.fixtures import is_over
from canastra.tournament.pairing.seeds import bracket_slots
from canastra.tournament.progression import category_standings, club_standings, final_standings, overall, qualifiers
from canastra.tournament.regulations import EXAMPLES, example_regulations, parse_regulations
from canastra.tournament.sides import missable_rounds
from canastra.tournament.state import TableResult
from tests.samples import sample
from tests.tournament.days import Day, regulations_text
from tests.tournament.model.log import lines_of
from tests.tournament.model.progression import Brackets, Model
from tests.tournament.model.rankings import Entries
from tests.tournament.simulation import Simulation

TABLES = {
    each.name.removesuffix(".toml"): tomllib.loads(each.read_text(encoding="utf-8"))
    for each in (files("canastra.tournament") / "regulations" / "tables").iterdir()
    if each.name.endswith(".toml")
}
CRITERIA = (
    "head_to_head",
    "difference_among",
    "points_for_among",
    "wins",
    "matches_won",
    "match_difference",
    "difference",
    "points_for",
    "conceded",
    "buchholz",
    "sonneborn_berger",
    "walkovers",
)
FORMS = {
    **{each: regulations_text(each) for each in EXAMPLES},
    "round robin league": regulations_text("league-evenings", ('pairing = "swiss"', 'pairing = "round_robin"')),
    "teams in groups": regulations_text(
        "club-day",
        ('kind = "pairs"', 'kind = "teams"'),
        ('[[phases]]\nkind = "groups"', '[teams]\ntables = 2\ndecided_by = "tables"\n\n[[phases]]\nkind = "groups"'),
    ),
    "danese league": regulations_text("league-evenings", ('pairing = "swiss"', 'pairing = "danese"')),
}
CASES = [(form, seed) for form in FORMS for seed in range(100)]


def varied(text: str, rng: random.Random) -> str:
    """The regulations with some decisions made by chance."""
    while True:
        changes = {
            "two": _chain(rng),
            "more": _chain(rng),
            "restart": rng.choice(("true", "false")),
            "normalise": rng.choice(('"none"', '"drop_last"', '"per_encounter"')),
            "withdrawn": rng.choice(('"kept"', '"annulled"')),
            "best_others": str(rng.randrange(3)),
            "double": rng.choice(("true", "false", "false")),
            "third_place": rng.choice(("true", "false")),
            "consolation": rng.choice(("true", "false")),
            "costs_tie_breaks": rng.choice(("true", "false")),
            "in_differences": rng.choice(("true", "false")),
            "as_played": rng.choice(("true", "false")),
            "requested_byes": str(rng.randrange(3)),
            "evenings": "3",
            "best": str(rng.choice((2, 3))),
            "least": "8",
        }
        found = text
        for key, value in changes.items():
            if rng.random() < 0.7 or key in ("least", "evenings", "best"):
                found = re.sub(rf"(?m)^{key} = [^#\n]*", f"{key} = {value} ", found)
        found = re.sub(r"passing = 16", "passing = 6", found)
        carry = rng.choice(('"none"', '"points"', '"among_passed"'))
        found = found.replace('carry = "points"', f"carry = {carry}")
        try:
            parse_regulations(found)
        except RegulationsError:
            continue
        return found


def _chain(rng: random.Random) -> str:
    chain = [*rng.sample(CRITERIA, rng.randrange(5)), "lot"]
    return "[" + ", ".join(f'"{each}"' for each in chain) + "]"


def with_clubs(text: str, seed: int) -> str:
    """The regulations with a table that ranks clubs, by points where that can be."""
    table = f"{text}\n[clubs]\nbest = {1 + seed % 3}\norder = "
    try:
        parse_regulations(f'{table}"points"\n')
    except RegulationsError:
        return f'{table}"places"\n'
    return table + ('"points"\n' if seed % 2 else '"places"\n')


class Eventful(Simulation):
    """A day on which sides stay away, leave and come back, and the referee is busy."""

    def _late_and_gone(self, phase: int) -> None:
        super()._late_and_gone(phase)
        day, rng = self.day, self.rng
        there = [side for side in day.state.phases[phase - 1].members if day.state.active(side)]
        if missable_rounds(day.regulations.phases[phase - 1]) and rng.random() < 0.4:
            absent = {rng.choice(there)}
            byes = {rng.choice(there)} - absent if rng.random() < 0.5 else set[int]()
            self._perhaps(*called(day.state, next_absences(day.state), absent, byes))
        if rng.random() < 0.25 and len(there) > 4:
            line = len(day.log) + 1
            self._perhaps(ev.SideWithdrawn(rng.choice(there), "foi embora"))
            if rng.random() < 0.3:
                self._perhaps(ev.Revoked(line, "voltou"))
        if rng.random() < 0.3 and day.regulations.penalties:
            line = len(day.log) + 1
            self._perhaps(ev.PenaltyApplied(phase, rng.choice(there), day.regulations.penalties[0].id, "tarde"))
            if rng.random() < 0.3:
                self._perhaps(ev.Revoked(line, "estava na hora"))

    def _take_bye(self, phase: int, number: int) -> None:
        """A side with a requested bye has no opponent."""
        if not self.day.state.phases[phase - 1].requested_byes(number):
            super()._take_bye(phase, number)

    def _perhaps(self, *happened: ev.TournamentEvent) -> None:
        """Log events until one of them may not happen."""
        try:
            for each in happened:
                self.day.add(each)
        except EventRefusedError:
            return

    def _result(self, phase: int, number: int, table: TableResult) -> None:
        at = (phase, number, table.fixture.table)
        chance = self.rng.random()
        half: ev.Half = self.rng.choice((0, 1))
        unplayed: ev.EncounterResult | None = None
        if chance < 0.04:
            unplayed = ev.WalkoverResult((0, 1))
        elif chance < 0.08:
            unplayed = ev.DefaultResult(half)
        elif chance < 0.12:
            unplayed = ev.AbandonedResult(half, ((300, 500),))
        elif chance < 0.16:
            unplayed = ev.WalkoverResult((half,))
        if unplayed is None:
            super()._result(phase, number, table)
        else:
            self.day.add(ev.ResultDecided(*at, unplayed, "Congresso, 4", "ausente"))


def brackets(day: Day) -> Brackets:
    """The lines of the knock-outs that cross groups, as they hang on the wall."""
    found: Brackets = {}
    for phase, terms in zip(day.state.phases, day.regulations.phases, strict=True):
        if phase.groups and getattr(terms, "seeding", "") == "crossing":
            groups = day.state.phases[phase.number - 2].groups
            slots = bracket_slots([next(at for at, group in enumerate(groups) if s in group) for s in phase.members])
            found[phase.number] = [len(slots) + 1 if slot is None else slot + 1 for slot in slots]
    return found


def agrees(day: Day) -> None:
    """All that the model derives is what the package derives."""
    model = Model(tomllib.loads(day.text), lines_of(dump_log(day.log)), TABLES, brackets(day))
    told = True
    for phase in day.state.phases:
        if not phase.groups:
            continue
        number, standings = phase.number, final_standings(day.state, phase.number)
        order, expected = [[each.side for each in group] for group in standings], model.standings(number)
        if model.terms(number)["kind"] == "knockout":
            # If a side was missing, the encounters alone don't determine the rounds of the consolation.
            knockout = model.knockout(number)
            if model.terms(number)["consolation"] and not knockout.is_whole:
                told = False
                assert [*map(knockout.level, order[0])] == [*map(knockout.level, expected[0])]
                assert order[0][0] == expected[0][0]
                continue
        else:
            totals = model.totals(number)
            for each in (standing for group in standings for standing in group):
                assert tuple(totals[each.side]) == each.totals[: len(totals[each.side])], each.side
        assert order == expected
        assert [each.side for each in qualifiers(day.state, number)] == model.qualifiers(number)
    if told:
        everybody = model.overall()
        assert list(overall(day.state)) == everybody
        ranks_alike(day, model, everybody)


def ranks_alike(day: Day, model: Model, order: list[int]) -> None:
    """The standings of categories and clubs are the model's."""
    entries = Entries(lines_of(dump_log(day.log)))
    categories = {
        same_name(each.category): [(one.side, one.overall) for one in each.places]
        for each in category_standings(day.state)
    }
    assert categories == entries.categories(order)
    clubs = [
        (same_name(each.club), each.total, [one.side for one in each.counted]) for each in club_standings(day.state)
    ]
    points = {side: int(totals.points) for side, totals in model.totals(1).items()}
    assert clubs == entries.clubs(model.regulations["clubs"], order, points)


@pytest.mark.parametrize("case", sample(CASES, 30))
def test_a_tournament_by_chance_is_what_the_model_makes_of_it(case: tuple[str, int]) -> None:
    form, seed = case
    rng = random.Random(f"{form} {seed}")
    text = with_clubs(varied(FORMS[form], rng), seed)
    simulation = Eventful(text, rng.randint(8, 16), seed)
    simulation.run()
    assert all(is_over(simulation.day.state, phase.number) for phase in simulation.day.state.phases)
    agrees(simulation.day)


def test_the_examples_are_all_tried() -> None:
    assert set(EXAMPLES) < set(FORMS)
    assert all(example_regulations(each) for each in EXAMPLES)

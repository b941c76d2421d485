"""No act at any moment leads to a dead end, an endless phase or a contradiction."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from canastra.server.tournaments.views import due_of
from canastra.tournament import EventRefusedError, RoundStage, RoundState
from canastra.tournament import events as ev
from canastra.tournament.acts import arrived, called, drawn, entered, next_absences
from canastra.tournament.events import TournamentEvent
from canastra.tournament.fixtures import pair_round, rounds_of
from canastra.tournament.pairing import PairingError
from canastra.tournament.rounds import swapped
from canastra.tournament.transitions import IRREVOCABLE, revoked_lines
from canastra.tournament.verifier import check_tournament
from tests.tournament.days import Day, regulations_text

GROUPS, KNOCKOUT = '[[phases]]\nkind = "groups"', '[[phases]]\nkind = "knockout"'
STEPS: dict[str, tuple[Callable[[int, int], TournamentEvent], RoundStage]] = {
    "publish": (ev.RoundPublished, RoundStage.DRAFT),
    "start": (ev.RoundStarted, RoundStage.PUBLISHED),
    "close": (ev.RoundClosed, RoundStage.PLAYING),
    "ratify": (ev.RoundRatified, RoundStage.CLOSED),
}


def alone(third: bool, consolation: bool) -> str:
    """A club's day that is its knock-out and nothing else."""
    text = regulations_text("club-day")
    before, after = text.index(GROUPS), text.index(KNOCKOUT)
    text = (text[:before] + text[after:]).replace('seeding = "crossing"', 'seeding = "draw"')
    a, b = text.index("[encounters.grupo]"), text.index("[encounters.final]")
    text = (text[:a] + text[b:]).replace("third_place = true", f"third_place = {third}".lower())
    return text.replace("consolation = false", f"consolation = {consolation}".lower())


def short(example: str, *changes: tuple[str, str]) -> str:
    """An example for four sides and more, of few rounds."""
    text = re.sub(r"(?m)^(least = )\d+", r"\g<1>4", regulations_text(example, *changes))
    text = re.sub(r"(?m)^(passing = )1\d+", r"\g<1>4", text)
    return re.sub(r"(?m)^(evenings = )\d+", r"\g<1>2", text.replace("best = 8", "best = 2"))


ANNULLED = ('withdrawn = "kept"', 'withdrawn = "annulled"')
FORMS: dict[str, str] = {
    "swiss": short("club-rounds"),
    "groups": short("club-day"),
    "groups annulled": short("club-day", ANNULLED, ("double = false", "double = true")),
    "round robin": short("league-evenings", ('pairing = "swiss"', 'pairing = "round_robin"')),
    "knock-out": alone(False, False),
    "knock-out, third place": alone(True, False),
    "knock-out, consolation": alone(False, True),
    "knock-out, both": alone(True, True),
    "danese": short("italy-danese"),
    "mitchell": short("italy-mitchell"),
    "duplicate": short("duplicate"),
    "teams": short("club-rounds", ('kind = "pairs"', 'kind = "teams"')),
    "league": short("league-evenings"),
    "individual": short("individual"),
    "online": short("online-rounds"),
}
FORMS = {name: re.sub(r"(?m)^(least = )\d+", r"\g<1>4", text) for name, text in FORMS.items()}


@dataclass
class Organiser:
    """Does the due acts one by one. Acts in between may be refused, due ones may not."""

    text: str
    sides: int
    seed: int = 0
    rng: random.Random = field(init=False)
    day: Day = field(init=False)
    more: int = 0
    """The number of extra rounds allowed: one for each act that causes a replay."""

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.day = Day(self.text, self.sides)
        # A registered side that is absent.
        players = self.day.state.sides[1].players
        self.day.add(ev.SideRegistered(self.sides + 1, "Atrasada", tuple(f"{each} b" for each in players), ""))

    def due(self) -> str:
        return due_of(self.day.state)

    def step(self) -> None:
        """Do the due act. If results are due, enter all missing ones."""
        due, state = self.due(), self.day.state
        if due == "draw":
            published = state.phases[state.next_phase - 1].seed
            self.add(drawn(state, "" if published else f"Loteria {self.seed}"))
        elif due == "pair":
            self.add((pair_round(state),))
        elif due == "results":
            found = self.round(RoundStage.PLAYING)
            for table in found.outstanding:
                self.day.wins(self.phase, found.number, table.fixture.table, self.rng.choice((0, 1)))
        else:
            event, stage = STEPS[due]
            self.add((event(self.phase, self.round(stage).number),))

    def ends(self, before_each: Callable[[int], None] = lambda number: None) -> None:
        """Continue to the end. Fails at a dead end, or after more rounds than planned."""
        steps = 0
        while self.due() != "over":
            before_each(steps)
            if self.due() == "over":
                break
            if self.due() == "entries":
                return  # Too few sides are present, which only people can change.
            self.step()
            steps += 1
            phase = self.day.state.current
            assert phase is not None
            assert len(phase.rounds) <= rounds_of(self.day.state, phase.number) + self.more
            assert steps < 300
        swapped_by_hand = any(isinstance(each.event, ev.FixturesChanged) for each in self.day.log)
        for each in check_tournament(self.text, self.day.content):
            # Sides of groups exchanged by hand miss a meeting, which the check reports.
            assert swapped_by_hand
            assert each.code == "check_not_met", each.message()

    @property
    def phase(self) -> int:
        phase = self.day.state.current
        assert phase is not None
        return phase.number

    def round(self, stage: RoundStage) -> RoundState:
        return next(each for each in self.day.state.phases[self.phase - 1].rounds if each.stage is stage)

    def add(self, events: tuple[TournamentEvent, ...]) -> None:
        for event in events:
            self.day.add(event)

    def tries(self, act: Act) -> None:
        """Do an act, all of it or nothing where it is refused."""
        before = self.day.state, list(self.day.log)
        try:
            for event in act(self):
                self.day.add(event)
        except (EventRefusedError, PairingError):
            self.day.state, self.day.log = before

    @property
    def last(self) -> RoundState | None:
        """The round that was drafted last."""
        phase = self.day.state.current
        return phase.rounds[-1] if phase is not None and phase.rounds else None


Act = Callable[[Organiser], Iterator[TournamentEvent]]


def withdraws(run: Organiser) -> Iterator[TournamentEvent]:
    there = [side for side in run.day.state.sides if run.day.state.active(side)]
    if there:
        yield ev.SideWithdrawn(run.rng.choice(there), "foi embora")


def stays_away(run: Organiser) -> Iterator[TournamentEvent]:
    state = run.day.state
    if state.current is None:
        return
    there = [side for side in state.current.members if state.active(side)]
    away = run.rng.sample(there, run.rng.randint(0, min(3, len(there))))
    yield from called(state, next_absences(state), away, [])


def comes_late(run: Organiser) -> Iterator[TournamentEvent]:
    waiting = [number for number, each in run.day.state.sides.items() if not each.checked_in]
    yield from arrived(run.day.state, waiting[:1])


def enters_late(run: Organiser) -> Iterator[TournamentEvent]:
    number = max(run.day.state.sides) + 1
    players = tuple(f"{each} {number}" for each in run.day.state.sides[1].players)
    yield from entered(run.day.state, [ev.SideRegistered(number, f"Nova {number}", players, "")])


def is_revoked(run: Organiser) -> Iterator[TournamentEvent]:
    """One of the last lines that may be."""
    run.more += 1
    gone = revoked_lines(run.day.log)
    lines = [each.line for each in run.day.log[run.sides * 2 + 1 :] if each.line not in gone]
    may = [line for line in lines if not isinstance(run.day.log[line - 1].event, IRREVOCABLE)]
    if may:
        yield ev.Revoked(run.rng.choice(may[-6:]), "engano")


def nobody_comes(run: Organiser) -> Iterator[TournamentEvent]:
    found = run.last
    if found is None or not found.tables:
        return
    table, absent = run.rng.choice(found.tables), ev.WalkoverResult((0, 1))
    yield ev.ResultDecided(run.phase, found.number, table.fixture.table, absent, "Congresso, 4", "ninguém veio")


def is_corrected(run: Organiser) -> Iterator[TournamentEvent]:
    """One of the last round's results, while that is possible."""
    run.more += 1
    found = run.last
    if found is None or not found.tables:
        return
    table = run.rng.choice(found.tables)
    other: ev.Half = 1 if getattr(table.result, "winner", 0) == 0 else 0
    yield ev.ResultCorrected(run.phase, found.number, table.fixture.table, ev.DefaultResult(other), "trocados")


def is_swapped(run: Organiser) -> Iterator[TournamentEvent]:
    found = run.last
    if found is None:
        return
    there = [*found.byes, *(side for each in found.tables for side in (*each.fixture.one, *each.fixture.two))]
    if len(there) > 1:
        one, other = run.rng.sample(there, 2)
        yield ev.FixturesChanged(run.phase, found.number, *swapped(found, one, other), "a pedido")


ACTS: tuple[Act, ...] = (
    withdraws,
    stays_away,
    comes_late,
    enters_late,
    is_revoked,
    nobody_comes,
    is_corrected,
    is_swapped,
)


@pytest.mark.parametrize(
    "sides",
    [pytest.param(5, marks=pytest.mark.slow), *(pytest.param(n, marks=pytest.mark.soak) for n in (4, 6, 7, 8, 9))],
)
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
@pytest.mark.parametrize("form", FORMS)
def test_one_act_at_any_moment(form: str, act: Act, sides: int) -> None:
    plain = Organiser(FORMS[form], sides)
    moments: list[int] = []
    plain.ends(moments.append)
    for moment in moments:
        run = Organiser(FORMS[form], sides, seed=moment)

        def once(number: int, run: Organiser = run, moment: int = moment) -> None:
            if number == moment:
                run.tries(act)

        run.ends(once)


@pytest.mark.parametrize(
    "seeds",
    [
        range(4),
        pytest.param(range(4, 100), marks=pytest.mark.slow),
        pytest.param(range(100, 500), marks=pytest.mark.soak),
    ],
    ids=str,
)
@pytest.mark.parametrize("form", FORMS)
def test_up_to_six_acts_at_random_moments(form: str, seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(f"{form}/{seed}")
        run = Organiser(FORMS[form], rng.randint(4, 9), seed=seed)
        moments = sorted(rng.randint(0, 30) for _ in range(rng.randint(1, 6)))

        def acts(number: int, run: Organiser = run, rng: random.Random = rng, moments: list[int] = moments) -> None:
            for _ in range(moments.count(number)):
                run.tries(rng.choice(ACTS))

        run.ends(acts)

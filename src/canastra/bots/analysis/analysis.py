"""Every decision of a record weighed: the alternatives, and the points that a seat gave up by what it played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist
from time import perf_counter
from typing import Final

from canastra.bots.analysis.decisions import DecisionPoint, decisions
from canastra.bots.evaluation import Evaluation, evaluate
from canastra.bots.explain import step_facts
from canastra.bots.explain.estimates import difference
from canastra.bots.explain.facts import Fact
from canastra.cards import UNKNOWN
from canastra.engine import View, perform, settle, view
from canastra.errors import InputError
from canastra.kernel.search.room import SearchBudget
from canastra.kernel.viewing import completed
from canastra.records import Record

CHANCE: Final = 0.05
"""Of a decision that is as good as any other: how often noise alone may count as points given up, at most."""

Told = Callable[[int, int], None]
"""Hears how many decisions of how many are done."""


@dataclass(frozen=True, slots=True)
class AnalysisConfig:
    """What is to be analysed, and how well."""

    budget: SearchBudget
    seed: int
    seat: int | None = None
    """Only this one's decisions."""
    deal: int | None = None
    """Only this deal, counted from 1."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision between at least two alternatives."""

    decision: DecisionPoint
    alternatives: tuple[Evaluation, ...]
    """The best first."""
    loss: float
    """Points; 0 where the difference from the best alternative is within the error."""
    reasons: tuple[Fact, ...]
    """Of a mistake: about the steps of the best alternative that were not played."""
    against: tuple[Fact, ...]
    """Of a mistake: about the steps played that the best alternative doesn't have."""
    seconds: float

    @property
    def best(self) -> Evaluation:
        """What was expected to bring most."""
        return self.alternatives[0]

    @property
    def played(self) -> Evaluation:
        """What was played."""
        return next(each for each in self.alternatives if each.played)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Decisions that could not be judged, by the code of the reason."""

    code: str
    deal: int
    seat: int
    decisions: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that was analysed of a record."""

    record: Record
    config: AnalysisConfig
    judged: tuple[JudgedDecision, ...]
    skipped: tuple[Skipped, ...]

    def of(self, seat: int) -> tuple[JudgedDecision, ...]:
        """A seat's decisions."""
        return tuple(each for each in self.judged if each.decision.view.seat == seat)

    def mistakes(self, seat: int) -> tuple[JudgedDecision, ...]:
        """Those by which a seat gave something up, the worst first."""
        return tuple(sorted((each for each in self.of(seat) if each.loss), key=lambda each: -each.loss))

    def loss(self, seat: int) -> float:
        """Points that a seat gave up a deal, in the mean of the deals in which it decided something."""
        deals = {each.decision.place.deal for each in self.of(seat)}
        return sum(each.loss for each in self.of(seat)) / max(len(deals), 1)


def analyse(record: Record, config: AnalysisConfig, told: Told) -> Analysis:
    """Weigh the decisions of a record by what each seat knew; the same record and `config` give the same points.

    A `RecordRuleError` if the record breaks a rule, an `InputError` for a deal or seat that it doesn't have.
    """
    _check(record, config)
    wanted = [each for each in decisions(record) if _is_asked(each, config)]
    judged: list[JudgedDecision] = []
    skipped: Counter[tuple[str, int, int]] = Counter()
    for done, decision in enumerate(wanted):
        told(done, len(wanted))
        code = _obstacle(decision)
        if code is not None:
            skipped[code, decision.place.deal, decision.view.seat] += 1
            continue
        found = _judged(decision, config)
        if len(found.alternatives) > 1:
            judged.append(found)
    told(len(wanted), len(wanted))
    left_out = tuple(Skipped(*key, decisions=number) for key, number in skipped.items())
    return Analysis(record, config, tuple(judged), left_out)


def _check(record: Record, config: AnalysisConfig) -> None:
    if config.deal is not None and not 1 <= config.deal <= len(record.deals):
        raise InputError("no_such_deal", deal=config.deal, deals=len(record.deals))
    if config.seat is not None and not 0 <= config.seat < len(record.players):
        raise InputError("analysis_no_seat", seat=config.seat, last=len(record.players) - 1)


def _is_asked(decision: DecisionPoint, config: AnalysisConfig) -> bool:
    """Whether it is one of those asked for, and a decision: something else was legal too."""
    if config.deal not in (None, decision.place.deal) or config.seat not in (None, decision.view.seat):
        return False
    return len(decision.view.legal) > 1 or UNKNOWN in decision.view.hand


def _obstacle(decision: DecisionPoint) -> str | None:
    """The code of why a decision can't be judged."""
    if UNKNOWN in decision.view.hand:
        return "analysis_hidden"
    return None if decision.whole else "analysis_cut_short"


def _judged(decision: DecisionPoint, config: AnalysisConfig) -> JudgedDecision:
    begun = perf_counter()
    found = evaluate(decision.view, config.budget, config.seed, decision.played)
    seconds = perf_counter() - begun
    best, played = found[0], next(each for each in found if each.played)
    loss = -played.gain if -played.gain > _errors(len(found)) * played.gain_error else 0.0
    if not loss:
        return JudgedDecision(decision, found, 0.0, (), (), seconds)
    reasons = (*_about(decision.view, best, played), difference(loss, played.gain_error, played.worlds))
    return JudgedDecision(decision, found, loss, reasons, tuple(_about(decision.view, played, best)), seconds)


def _errors(alternatives: int) -> float:
    """Standard errors beyond which a difference is counted: more where more alternatives could have been lucky."""
    return NormalDist().inv_cdf(1 - CHANCE / max(alternatives - 1, 1))


def _about(seen: View, one: Evaluation, other: Evaluation) -> Iterator[Fact]:
    """What one alternative's steps do that the other one hasn't; the steps themselves are to be read beside it."""
    state = completed(seen)
    for action in one.actions:
        if action not in other.actions:
            found = step_facts(view(state, seen.seat), action)
            next(found)
            yield from found
        state = settle(perform(state, action))

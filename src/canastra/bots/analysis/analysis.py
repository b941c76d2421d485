"""Evaluates every decision of a record: the alternatives, and the points that a seat lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
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
from canastra.kernel.play.view import determinize
from canastra.kernel.search.scratch import SearchBudget, even_budget
from canastra.records import Record

CHANCE: Final = 0.05
"""The probability, at most, that noise makes a decision as good as any other count as a loss."""

Told = Callable[[int, int], None]
"""A callback that gets the number of decisions done and of all decisions."""


@dataclass(frozen=True, slots=True)
class AnalysisConfig:
    """The extent and precision of an analysis."""

    budget: SearchBudget
    seed: int
    seat: int | None = None
    """Analyse only this seat's decisions."""
    deal: int | None = None
    """Analyse only this deal, counted from 1."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision between at least two alternatives."""

    decision: DecisionPoint
    alternatives: tuple[Evaluation, ...]
    """The alternatives, the best first."""
    loss: float
    """Points lost; 0 if the difference from the best alternative is within the error."""
    reasons: tuple[Fact, ...]
    """For a mistake: facts about steps of the best alternative that were not played."""
    against: tuple[Fact, ...]
    """For a mistake: facts about steps played that the best alternative doesn't have."""
    seconds: float

    @property
    def best(self) -> Evaluation:
        """The alternative with the most expected points."""
        return self.alternatives[0]

    @property
    def played(self) -> Evaluation:
        """The alternative that was played."""
        return next(evaluation for evaluation in self.alternatives if evaluation.played)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Decisions that could not be judged, by the code of the reason."""

    code: str
    deal: int
    seat: int
    decisions: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a record."""

    record: Record
    config: AnalysisConfig
    judged: tuple[JudgedDecision, ...]
    skipped: tuple[Skipped, ...]

    def of(self, seat: int) -> tuple[JudgedDecision, ...]:
        """A seat's decisions."""
        return tuple(judged for judged in self.judged if judged.decision.view.seat == seat)

    def mistakes(self, seat: int) -> tuple[JudgedDecision, ...]:
        """The decisions by which a seat lost points, the worst first."""
        return tuple(sorted((judged for judged in self.of(seat) if judged.loss), key=lambda judged: -judged.loss))

    def loss(self, seat: int) -> float:
        """A seat's mean loss of points a deal, over the deals in which it decided something."""
        deals = {judged.decision.place.deal for judged in self.of(seat)}
        return sum(judged.loss for judged in self.of(seat)) / max(len(deals), 1)


def usual_budget(worlds: int = 100) -> SearchBudget:
    """The default cost of a decision."""
    return even_budget(candidates=12, worlds=worlds, turns=8)


def analyse(record: Record, config: AnalysisConfig, told: Told) -> Analysis:
    """Evaluate the decisions of a record by what each seat knew. The same record and `config` give the same points.

    Raises `RecordRuleError` if the record breaks a rule, `InputError` if it has no such deal or seat.
    """
    steps = analysis_steps(record, config)
    while True:
        try:
            told(*next(steps))
        except StopIteration as end:
            found: Analysis = end.value
            return found


def analysis_steps(record: Record, config: AnalysisConfig) -> Generator[tuple[int, int], None, Analysis]:
    """`analyse` decision by decision: yields the number of decisions done and of all, and returns the analysis."""
    _check(record, config)
    wanted = [decision for decision in decisions(record) if _is_asked(decision, config)]
    judged: list[JudgedDecision] = []
    skipped: Counter[tuple[str, int, int]] = Counter()
    yield 0, len(wanted)
    for done, decision in enumerate(wanted, 1):
        code = _obstacle(decision)
        if code is not None:
            skipped[code, decision.place.deal, decision.view.seat] += 1
        elif len((found := _judged(decision, config)).alternatives) > 1:
            judged.append(found)
        yield done, len(wanted)
    left_out = tuple(Skipped(*key, decisions=number) for key, number in skipped.items())
    return Analysis(record, config, tuple(judged), left_out)


def _check(record: Record, config: AnalysisConfig) -> None:
    if config.deal is not None and not 1 <= config.deal <= len(record.deals):
        raise InputError("no_such_deal", deal=config.deal, deals=len(record.deals))
    if config.seat is not None and not 0 <= config.seat < len(record.players):
        raise InputError("analysis_no_seat", seat=config.seat, last=len(record.players) - 1)


def _is_asked(decision: DecisionPoint, config: AnalysisConfig) -> bool:
    """Return whether `config` asks for this decision and another action was legal."""
    if config.deal not in (None, decision.place.deal) or config.seat not in (None, decision.view.seat):
        return False
    return len(decision.view.legal) > 1 or UNKNOWN in decision.view.hand


def _obstacle(decision: DecisionPoint) -> str | None:
    """The code of the reason why a decision can't be judged; None if it can."""
    if UNKNOWN in decision.view.hand:
        return "analysis_hidden"
    return None if decision.whole else "analysis_cut_short"


def _judged(decision: DecisionPoint, config: AnalysisConfig) -> JudgedDecision:
    begun = perf_counter()
    found = evaluate(decision.view, config.budget, config.seed, decision.played)
    seconds = perf_counter() - begun
    best, played = found[0], next(evaluation for evaluation in found if evaluation.played)
    loss = -played.gain if -played.gain > _errors(len(found)) * played.gain_error else 0.0
    if not loss:
        return JudgedDecision(decision, found, 0.0, (), (), seconds)
    reasons = (*_about(decision.view, best, played), difference(loss, played.gain_error, played.worlds))
    return JudgedDecision(decision, found, loss, reasons, tuple(_about(decision.view, played, best)), seconds)


def _errors(alternatives: int) -> float:
    """The number of standard errors beyond which a difference counts: larger with more alternatives, which might be
    lucky.
    """
    return NormalDist().inv_cdf(1 - CHANCE / max(alternatives - 1, 1))


def _about(seen: View, one: Evaluation, other: Evaluation) -> Iterator[Fact]:
    """Facts about one alternative's steps that the other doesn't have, without naming the steps."""
    state = determinize(seen)
    for action in one.actions:
        if action not in other.actions:
            found = step_facts(view(state, seen.seat), action)
            next(found)
            yield from found
        state = settle(perform(state, action))

"""The Ata of a tournament: the decisions of its regulations in sentences, and its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import tzinfo

from canastra.messages import number_text, text
from canastra.prints.event.history import EventHistory
from canastra.prints.event.rounds import minuted_rounds, printed_side, round_occasion
from canastra.prints.event.standings import figure_names, placed_groups, rankings
from canastra.prints.event.times import LocalTime, when_played
from canastra.prints.minutes import MinutedSide, Minutes
from canastra.prints.standings import PlacedSide
from canastra.tournament import LoggedEvent, RoundStage, Tournament
from canastra.tournament.fixtures import is_over
from canastra.tournament.progression import overall
from canastra.tournament.regulations import (
    AtCall,
    ComparisonPoints,
    EncounterForm,
    GroupsPhase,
    PhaseTerms,
    Regulations,
    Scoring,
    VictoryPoints,
)
from canastra.tournament.standings import criterion_name, group_letters, points_words


def event_minutes(
    tournament: Tournament,
    log: Sequence[LoggedEvent],
    rulebook: str,
    language: str,
    place: str = "",
    zone: tzinfo | None = None,
) -> Minutes:
    """The minutes so far; `rulebook` is the rulebook's title. The standings are those of the last phase.

    Times are those of `zone`, or of this machine.
    """
    times = LocalTime(language, zone)
    history = EventHistory(tournament, log, times, language)
    return Minutes(
        rulebook=rulebook,
        place=place,
        time=when_played(log, times, language),
        regulations=tuple(regulations_words(tournament.regulations, language)),
        changes=tuple(history.changes()),
        sides=tuple(_side(tournament, number, language) for number in sorted(tournament.sides)),
        draws=tuple(history.draws()),
        rounds=tuple(minuted_rounds(tournament, language)),
        corrections=tuple(history.corrections()),
        rulings=tuple(history.rulings()),
        occurrences=tuple(history.occurrences()),
        over=has_ended(tournament),
        columns=figure_names(language),
        standings=_standings(tournament, language),
        rankings=rankings(tournament, language),
        ratification=_ratification(tournament, language),
        signatures=tuple(text(f"print_signs_{who}", language) for who in ("coordination", "referees", "sides")),
        digest=log[-1].digest if log else "",
    )


def _side(tournament: Tournament, number: int, language: str) -> MinutedSide:
    side = tournament.sides[number]
    left = text("print_left", language) if side.withdrawn else ""
    return MinutedSide(printed_side(tournament, number), side.delegation, side.category, left)


def _ratification(tournament: Tournament, language: str) -> str:
    """The sentence that says whether all published rounds are ratified, and lists the others."""
    left = [
        round_occasion(tournament, phase.number, round_state.number, language).phase
        for phase in tournament.phases
        for round_state in phase.rounds
        if RoundStage.DRAFT < round_state.stage < RoundStage.RATIFIED
    ]
    key = "print_minutes_not_ratified" if left else "print_minutes_ratified"
    return text(key, language, rounds="; ".join(left))


def has_ended(tournament: Tournament) -> bool:
    """Return whether the last phase has been played to its end."""
    last = tournament.phases[-1]
    if not last.rounds or any(round_state.stage < RoundStage.CLOSED for round_state in last.rounds):
        return False
    return is_over(tournament, last.number)


def _standings(tournament: Tournament, language: str) -> tuple[PlacedSide, ...]:
    """The places of the last phase, group by group, and behind them the sides that went out before."""
    phase = tournament.current
    if phase is None:
        return ()
    groups = placed_groups(tournament, phase.number, language)
    if len(groups) > 1:
        return tuple(
            replace(side, place=f"{letter} {side.place}")
            for letter, group in zip(group_letters(), groups, strict=False)
            for side in group
        )
    out = [number for number in overall(tournament) if number not in phase.members]
    blank = ("",) * len(figure_names(language))
    first = len(groups[0]) + 1
    earlier = (
        PlacedSide(text("print_place_number", language, place=place), printed_side(tournament, number), blank)
        for place, number in enumerate(out, first)
    )
    return (*groups[0], *earlier)


def regulations_words(regulations: Regulations, language: str) -> Iterator[tuple[str, str]]:
    """Each decision of regulations: its subject and its words."""

    def about(key: str) -> str:
        return text(f"print_about_{key}", language)

    for number, phase in enumerate(regulations.phases, 1):
        words = [_phase(phase, language), _encounter(regulations.form_of(number - 1), language)]
        scoring = regulations.scoring_of(number - 1)
        words += [_scoring(scoring, language), _unplayed(scoring, language)]
        yield text("print_about_phase", language, number=number, name=phase.name), " ".join(words)
    absent = regulations.walkover
    one, two = (number_text(points, language) for points in absent.score)
    figures: dict[str, str | int] = {"minutes": absent.tolerance_minutes, "one": one, "two": two}
    words = [text("print_regulations_walkover", language, **figures)]
    words += [text("print_regulations_counted", language)] if absent.in_differences else []
    words += [text("print_regulations_behind", language)] if absent.costs_tie_breaks else []
    yield about("walkover"), " ".join(words)
    for key, award in (("default", regulations.default), ("bye", regulations.bye)):
        yield about(key), " ".join(_award(award.score, award.in_differences, language))
    byes = regulations.absence.requested_byes
    yield (
        about("absence"),
        text("print_regulations_absence" if byes else "print_regulations_no_byes", language, count=byes),
    )
    left = regulations.abandonment
    played = [text("print_regulations_as_played", language)]
    played += [text("print_regulations_counted", language)] if left.in_differences else []
    words = played if left.as_played else [*_award(left.score, left.in_differences, language)]
    yield about("abandonment"), " ".join(words)
    for key, chain in (("two", regulations.standings.two), ("more", regulations.standings.more)):
        yield about(key), "; ".join(criterion_name(criterion.value, language) for criterion in chain) + "."
    listed = [
        f"{penalty.id} ({penalty.article}): {points_words(penalty.points, language)}"
        for penalty in regulations.penalties
    ]
    yield about("penalties"), "; ".join(listed) or text("print_regulations_none", language)
    seats = regulations.seats
    words = [text(f"print_tables_{seats.tables}", language), text(f"print_seats_{seats.seats}", language)]
    words += [text("print_regulations_apart", language, count=seats.apart_rounds)] if seats.apart_rounds else []
    yield about("seats"), " ".join(words)
    if regulations.clubs is not None:
        words = [text(f"standings_clubs_{regulations.clubs.order}", language, best=regulations.clubs.best)]
        yield about("clubs"), " ".join(words)


def _award(score: tuple[int, int], counts: bool, language: str) -> Iterator[str]:
    """The score of an unplayed encounter, and whether it counts in differences."""
    yield text(
        "print_regulations_award", language, one=number_text(score[0], language), two=number_text(score[1], language)
    )
    if counts:
        yield text("print_regulations_counted", language)


def _phase(phase: PhaseTerms, language: str) -> str:
    kind = text(f"print_kind_{phase.__struct_config__.tag}", language)
    passes = "print_regulations_passing_groups" if isinstance(phase, GroupsPhase) else "print_regulations_passing"
    passing = [text(passes, language, count=phase.passing)] if phase.passing else []
    if best := getattr(phase, "best_others", 0):
        passing.append(text("print_regulations_best_others", language, count=best))
    annulled = getattr(phase, "withdrawn", "kept") == "annulled"
    return " ".join([kind, *passing, *([text("print_regulations_annulled", language)] if annulled else [])])


def _encounter(form: EncounterForm, language: str) -> str:
    words = [text(f"print_length_{form.length.value}", language, count=form.number)]
    if form.target:
        words.append(text("print_regulations_target", language, points=number_text(form.target, language)))
    if form.minutes:
        words.append(text("print_regulations_minutes", language, minutes=form.minutes))
    if form.at_call is not AtCall.PLAY_ON:
        words.append(text(f"print_call_{form.at_call.value}", language, minutes=form.last_minutes))
    return " ".join(words)


def _scoring(scoring: Scoring, language: str) -> str:
    if isinstance(scoring, ComparisonPoints):
        return text("print_regulations_comparison", language, bye=scoring.bye)
    if isinstance(scoring, VictoryPoints):
        return text("print_regulations_table", language, name=scoring.table, bye=scoring.bye)
    figures = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss, "bye": scoring.bye}
    return text(
        "print_regulations_points",
        language,
        **{name: number_text(points, language) for name, points in figures.items()},
    )


def _unplayed(scoring: Scoring, language: str) -> str:
    """The points, or percent, of unplayed encounters: a walkover, a given win, an abandonment."""
    pairs = {"walkover": scoring.walkover, "default": scoring.default, "abandonment": scoring.abandonment}
    figures = {
        name: f"{number_text(gains, language)}/{number_text(other, language)}" for name, (gains, other) in pairs.items()
    }
    return text("print_regulations_unplayed", language, **figures)

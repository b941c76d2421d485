"""Where a congress contradicts itself, and where it asks for something that its organisers may not expect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import gcd
from typing import NamedTuple

from canastra import messages
from canastra.errors import Figure
from canastra.records.preliminaries import MOST_MATCHES
from canastra.rulebooks.schema import Rulebook
from canastra.tournament.congress.schema import (
    WHOLE,
    AtCall,
    ComparisonPoints,
    Congress,
    Criterion,
    DanesePhase,
    EncounterForm,
    EncounterLength,
    GroupsPhase,
    IndividualPhase,
    KnockoutPhase,
    LeaguePhase,
    MatchPoints,
    MitchellPhase,
    OnlineTerms,
    PhaseTerms,
    Scoring,
    SideKind,
    SwissPhase,
    VictoryPoints,
    VictoryTable,
)
from canastra.tournament.errors import CongressError
from canastra.tournament.pairing.advice import swiss_advice

AMONG = frozenset({Criterion.HEAD_TO_HEAD, Criterion.DIFFERENCE_AMONG, Criterion.POINTS_FOR_AMONG})
"""Criteria whose value depends on who else is tied."""
SHORTEST_TURN, SHORTEST_BANK = 5, 60
"""Seconds of a clock by which a person can play online, as at any table of the server."""
_OF_OPPONENTS = frozenset({Criterion.BUCHHOLZ, Criterion.SONNEBORN_BERGER})


class CongressWarning(NamedTuple):
    """What a congress may decide and may not want: a code, the key, the figures of the message."""

    code: str
    key: str
    figures: Mapping[str, Figure]

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        return messages.text(self.code, language, key=self.key, **self.figures)


def contradictions_of(
    congress: Congress, tables: Mapping[str, VictoryTable], rulebook: Rulebook | None
) -> Iterator[CongressError]:
    """Everything by which a congress can't be held, the first mistake first."""
    if congress.entries.least > congress.entries.most:
        yield CongressError("congress_least_most", key="entries.least", most=congress.entries.most)
    for name, form in congress.encounters.items():
        yield from _of_form(f"encounters.{name}", form)
    used = {each.table for each in congress.scorings.values() if isinstance(each, VictoryPoints)}
    for name, table in ((name, table) for name, table in tables.items() if name in used | set(congress.victory_tables)):
        yield from _of_table(f"victory_tables.{name}", table, point_step(rulebook))
    for name, scoring in congress.scorings.items():
        yield from _of_scoring(f"scorings.{name}", scoring, tables)
    yield from _of_awards(congress)
    yield from _of_standings(congress)
    yield from _of_phases(congress)
    if congress.online is not None:
        yield from _of_online(congress, congress.online, rulebook)


def point_step(rulebook: Rulebook | None) -> int:
    """What every score of a rulebook is a multiple of; if the rulebook isn't known, the smallest step of the official.

    >>> from canastra.rulebooks import official
    >>> point_step(official("canastra-regional")), point_step(official("buraco")), point_step(None)
    (5, 10, 5)
    """
    if rulebook is None:
        return 5
    values, canastas, morto, threes = rulebook.values, rulebook.canastas, rulebook.morto, rulebook.threes
    cards = (values.ace, values.two, values.three_to_seven, values.eight_to_king)
    bonuses = (canastas.clean, canastas.dirty, canastas.thirteen, canastas.royal, morto.taken, morto.not_taken)
    return gcd(*cards, *bonuses, threes.red_bonus, threes.black_charge, 100)


def _of_form(key: str, form: EncounterForm) -> Iterator[CongressError]:
    timed = form.length is EncounterLength.TIME
    if timed == bool(form.number):
        yield CongressError("congress_number_of", key=f"{key}.number", length=form.length.value)
    if timed and not form.minutes:
        yield CongressError("congress_time_without_limit", key=f"{key}.minutes")
    if form.target and form.length in (EncounterLength.DEALS, EncounterLength.TIME):
        yield CongressError("congress_target_unused", key=f"{key}.target", length=form.length.value)
    if (form.at_call is AtCall.PLAY_ON) == bool(form.minutes):
        yield CongressError("congress_call_without_limit", key=f"{key}.at_call", minutes=form.minutes)
    if form.warning and form.warning >= form.minutes:
        yield CongressError("congress_warning_late", key=f"{key}.warning", minutes=form.minutes)
    if (form.at_call is AtCall.NO_NEW_DEAL) != bool(form.last_minutes) or form.last_minutes > form.minutes:
        yield CongressError("congress_last_minutes", key=f"{key}.last_minutes", minutes=form.minutes)


def _of_table(key: str, table: VictoryTable, step: int) -> Iterator[CongressError]:
    """Holes, overlaps, and rows by which a larger difference pays less."""
    due, end, before = 0, -1, (-10_000, 10_000)
    for number, (first, last, winner, loser) in enumerate([*table.bands, (None, None, *table.above)]):
        where = f"{key}.bands[{number}]" if first is not None else f"{key}.above"
        if first is not None and last is not None:
            # A band may begin anywhere after the multiple of the step with which the one before it ends.
            if not end < first <= due or last < first:
                yield CongressError("congress_table_hole", key=where, points=due, step=step)
            due, end = last - last % step + step, last
        if winner < loser or winner < before[0] or loser > before[1]:
            yield CongressError("congress_table_falls", key=where, winner=winner, loser=loser)
        before = (winner, loser)


def _of_scoring(key: str, scoring: Scoring, tables: Mapping[str, VictoryTable]) -> Iterator[CongressError]:
    """Points by which losing, leaving or staying away pays."""
    if isinstance(scoring, VictoryPoints):
        if scoring.table not in tables:
            known = ", ".join(sorted(tables))
            yield CongressError("congress_no_such_table", key=f"{key}.table", name=scoring.table, known=known)
            return
        best, worst = tables[scoring.table].above
    elif isinstance(scoring, ComparisonPoints):
        best, worst = WHOLE, 0
    else:
        best, worst = scoring.win, scoring.loss
        if not scoring.win >= scoring.draw >= scoring.loss or scoring.win == scoring.loss:
            yield CongressError("congress_rewards_losing", key=f"{key}.loss", win=best, loss=worst)
    for name in ("walkover", "default", "abandonment"):
        gains, other = getattr(scoring, name)
        if other > worst or gains < other:
            yield CongressError("congress_rewards_absence", key=f"{key}.{name}", points=other, loss=worst)
    if scoring.bye > best:
        yield CongressError("congress_rewards_bye", key=f"{key}.bye", points=scoring.bye, win=best)


def _of_awards(congress: Congress) -> Iterator[CongressError]:
    for name in ("walkover", "default", "bye", "abandonment"):
        one, two = getattr(congress, name).score
        if one < two:
            yield CongressError("congress_award_reversed", key=f"{name}.score", first=one, second=two)


def _of_standings(congress: Congress) -> Iterator[CongressError]:
    for name in ("two", "more"):
        chain = getattr(congress.standings, name)
        if len(set(chain)) != len(chain):
            twice = next(each for each in chain if chain.count(each) > 1)
            yield CongressError("congress_chain_twice", key=f"standings.{name}", criterion=twice.value)
        if chain[-1] is not Criterion.LOT:
            yield CongressError("congress_chain_open", key=f"standings.{name}", criterion=chain[-1].value)
    ids = [each.id for each in congress.penalties]
    for number, each in enumerate(ids):
        if each in ids[:number]:
            yield CongressError("congress_penalty_twice", key=f"penalties[{number}].id", name=each)


def _of_phases(congress: Congress) -> Iterator[CongressError]:
    """Names, carry-over, and how many play and pass, from the fewest entries that the congress takes."""
    playing, before = congress.entries.least, None
    for number, phase in enumerate(congress.phases):
        key = f"phases[{number}]"
        last = number == len(congress.phases) - 1
        for name, known in (("encounter", congress.encounters), ("scoring", congress.scorings)):
            if (called := getattr(phase, name)) not in known:
                yield CongressError("congress_no_such_name", key=f"{key}.{name}", name=called, known=", ".join(known))
        if last == bool(phase.passing):
            yield CongressError("congress_passing_last" if last else "congress_passing_none", key=f"{key}.passing")
        if phase.carry != "none" and (before is None or isinstance(phase, KnockoutPhase)):
            yield CongressError("congress_carry", key=f"{key}.carry")
        yield from _of_kind(key, phase, before, congress, playing)
        if isinstance(congress.scorings.get(phase.scoring), ComparisonPoints):
            yield from _of_comparison(key, phase, congress, playing)
        passing, smallest = _passing(phase, playing)
        if phase.passing > smallest or passing > playing:
            yield CongressError("congress_more_pass", key=f"{key}.passing", passing=passing, playing=playing)
        playing, before = passing, phase


def _passing(phase: PhaseTerms, playing: int) -> tuple[int, int]:
    """How many go on, and how many play in the smallest part of the phase."""
    if not isinstance(phase, GroupsPhase):
        return phase.passing, playing
    groups = phase.number or -(-playing // max(1, phase.size))
    return groups * phase.passing + phase.best_others, playing // groups


def _of_kind(
    key: str, phase: PhaseTerms, before: PhaseTerms | None, congress: Congress, playing: int
) -> Iterator[CongressError]:
    if isinstance(phase, GroupsPhase):
        if bool(phase.number) == bool(phase.size):
            yield CongressError("congress_number_or_size", key=f"{key}.number")
        elif _passing(phase, playing)[1] < 2 or phase.size == 1:
            yield CongressError("congress_groups_small", key=f"{key}.number" if phase.number else f"{key}.size")
    elif isinstance(phase, KnockoutPhase):
        if before is None and phase.seeding != "draw":
            yield CongressError("congress_no_standing", key=f"{key}.seeding", value=phase.seeding)
        elif phase.seeding == "crossing" and not isinstance(before, GroupsPhase):
            yield CongressError("congress_crossing", key=f"{key}.seeding")
    elif isinstance(phase, DanesePhase) and phase.rematches == "never" and phase.rounds >= playing:
        yield CongressError("congress_no_new_opponents", key=f"{key}.rounds", rounds=phase.rounds, playing=playing)
    elif isinstance(phase, LeaguePhase) and phase.best > phase.evenings:
        yield CongressError("congress_best_of_evenings", key=f"{key}.best", evenings=phase.evenings)
    elif isinstance(phase, IndividualPhase) and (congress.entries.kind is not SideKind.PLAYERS or playing < 4):
        yield CongressError("congress_individual", key=f"{key}.kind")


def _of_online(congress: Congress, online: OnlineTerms, rulebook: Rulebook | None) -> Iterator[CongressError]:
    """What the server's tables can't hold, and terms by which nobody could play."""
    if online.turn < SHORTEST_TURN and (online.turn or online.bank < SHORTEST_BANK):
        yield CongressError("congress_online_clock", key="online.turn", turn=SHORTEST_TURN, bank=SHORTEST_BANK)
    if not congress.walkover.tolerance_minutes:
        yield CongressError("congress_online_tolerance", key="walkover.tolerance_minutes")
    if congress.entries.kind is SideKind.TEAMS:
        yield CongressError("congress_online_teams", key="entries.kind")
    for number, phase in enumerate(congress.phases):
        players = 4 if congress.entries.kind is SideKind.PAIRS or isinstance(phase, IndividualPhase) else 2
        if rulebook is not None and rulebook.table.players != players:
            yield CongressError("congress_online_players", key="rulebook", players=players, phase=phase.name)
        form = congress.encounters[phase.encounter]
        decided = form.length is EncounterLength.BEST_OF and not form.minutes
        if isinstance(phase, KnockoutPhase) and phase.level == "play_on" and not decided:
            yield CongressError("congress_online_level", key=f"phases[{number}].level")
    for name in {phase.encounter: None for phase in congress.phases}:
        yield from _of_online_form(f"encounters.{name}", congress.encounters[name], rulebook)
    if online.packs == "same":
        for name in {phase.encounter: None for phase in congress.phases}:
            if congress.encounters[name].length is not EncounterLength.DEALS or congress.encounters[name].minutes:
                yield CongressError("congress_same_packs", key=f"encounters.{name}.length")
    for number, phase in enumerate(congress.phases):
        compared = isinstance(congress.scorings.get(phase.scoring), ComparisonPoints)
        if compared != (online.packs == "same"):
            code = "congress_packs_compared" if compared else "congress_packs_same"
            yield CongressError(code, key="online.packs" if compared else f"phases[{number}].scoring")


def _of_online_form(key: str, form: EncounterForm, rulebook: Rulebook | None) -> Iterator[CongressError]:
    if form.at_call in (AtCall.FINISH_TURN, AtCall.AT_ONCE):
        yield CongressError("congress_online_call", key=f"{key}.at_call")
    if form.length in (EncounterLength.BEST_OF, EncounterLength.EXACTLY) and form.number > MOST_MATCHES:
        yield CongressError("congress_online_matches", key=f"{key}.number", most=MOST_MATCHES)
    if form.length is EncounterLength.BEST_OF and form.number % 2 == 0:
        yield CongressError("congress_online_even", key=f"{key}.number", number=form.number)
    if rulebook is not None and not rulebook.match.target:  # A match of it is one deal.
        if form.target:
            yield CongressError("congress_online_target", key=f"{key}.target")
        if form.length is EncounterLength.TIME or (form.length is EncounterLength.DEALS and form.number > 1):
            yield CongressError("congress_online_single_deal", key=f"{key}.length")


def _of_comparison(key: str, phase: PhaseTerms, congress: Congress, playing: int) -> Iterator[CongressError]:
    """Each deal has a score of its own, at two tables at least; nobody goes on by comparison who lost the encounter."""
    form = congress.encounters.get(phase.encounter)
    if form is not None and form.length is not EncounterLength.DEALS:
        yield CongressError("congress_compared_length", key=f"encounters.{phase.encounter}.length")
    if isinstance(phase, KnockoutPhase) or congress.entries.kind is SideKind.TEAMS:
        yield CongressError("congress_compared_form", key=f"{key}.scoring")
    least = 2 * (4 if isinstance(phase, IndividualPhase) else 2)
    if playing < least:
        yield CongressError("congress_compared_alone", key=f"{key}.scoring", playing=playing, least=least)


def congress_warnings(congress: Congress, tables: Mapping[str, VictoryTable]) -> list[CongressWarning]:
    """What its organisers may not expect of a congress that contradicts itself nowhere."""
    chains = [*_of_chains(congress, tables), *_of_compared(congress)]
    return [*_of_rounds(congress), *chains, *_of_unofficial(congress, tables)]


def _of_rounds(congress: Congress) -> Iterator[CongressWarning]:
    playing = congress.entries.least
    for number, phase in enumerate(congress.phases):
        rounds = phase.rounds if isinstance(phase, SwissPhase | DanesePhase) else 0
        advice = swiss_advice(playing, rounds)
        if advice is not None and not (isinstance(phase, DanesePhase) and phase.rematches == "allowed"):
            figures: dict[str, Figure] = {**dict(advice.figures), "why": advice.code}
            yield CongressWarning("congress_rematches_needed", f"phases[{number}].rounds", figures)
        playing = _passing(phase, playing)[0]


def _of_chains(congress: Congress, tables: Mapping[str, VictoryTable]) -> Iterator[CongressWarning]:
    """Chains by which more points in a match may cost a place.

    More points of one side can lower its opponent without raising it: by conceded points, or by points of the
    classification that don't move together. The opponent then leaves a tie, and those who are still tied are compared
    anew, in a league of which another one may be the first.
    """
    sums = all(_moves_together(scoring, tables) for scoring in congress.scorings.values())
    for name in ("two", "more"):
        chain = getattr(congress.standings, name)
        if not sums and (AMONG | _OF_OPPONENTS) & set(chain):
            yield CongressWarning("congress_not_monotone_points", f"standings.{name}", {})
        if congress.standings.restart and Criterion.CONCEDED in chain and AMONG & set(chain):
            figures = {"criterion": Criterion.CONCEDED.value}
            yield CongressWarning("congress_not_monotone_chain", f"standings.{name}", figures)


def _of_compared(congress: Congress) -> Iterator[CongressWarning]:
    """Where a deal is compared, more points of one side are more for others too, who had the opponents' cards.

    They never gain more than that side. But where not every round counts for all of them, or the chain depends on how
    many are tied, that may be enough. In a Mitchell a line is only ever compared with itself.
    """
    compared = False
    for number, phase in enumerate(congress.phases):
        if not isinstance(congress.scorings[phase.scoring], ComparisonPoints):
            continue
        compared = True
        if isinstance(phase, MitchellPhase):
            yield CongressWarning("congress_compared_lines", f"phases[{number}].kind", {})
        if isinstance(phase, LeaguePhase) and phase.best < phase.evenings:
            yield CongressWarning("congress_not_monotone_compared", f"phases[{number}].best", {})
        if isinstance(phase, GroupsPhase) and phase.normalise != "none":
            yield CongressWarning("congress_not_monotone_compared", f"phases[{number}].normalise", {})
    if compared and congress.standings.two != congress.standings.more:
        yield CongressWarning("congress_not_monotone_compared", "standings.more", {})


def _moves_together(scoring: Scoring, tables: Mapping[str, VictoryTable]) -> bool:
    """Whether one side's points of the classification rise exactly where the other's fall."""
    if isinstance(scoring, MatchPoints):
        return scoring.win > scoring.draw > scoring.loss
    if isinstance(scoring, ComparisonPoints):
        return False
    table = tables[scoring.table]
    rows = [(winner, loser) for _, _, winner, loser in table.bands] + [table.above]
    return all((one[0] == two[0]) == (one[1] == two[1]) for one, two in pairwise(rows))


def _of_unofficial(congress: Congress, tables: Mapping[str, VictoryTable]) -> Iterator[CongressWarning]:
    for name, scoring in congress.scorings.items():
        if isinstance(scoring, VictoryPoints) and not tables[scoring.table].official:
            yield CongressWarning("congress_table_unofficial", f"scorings.{name}.table", {"name": scoring.table})

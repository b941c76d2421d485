"""Finds contradictions in regulations, and consequences that their organisers may not expect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import gcd
from typing import NamedTuple

from canastra import messages
from canastra.errors import Figure
from canastra.records.preliminaries import MOST_MATCHES
from canastra.rulebooks.schema import Rulebook
from canastra.tournament.errors import RegulationsError
from canastra.tournament.pairing.advice import swiss_advice
from canastra.tournament.pairing.howell import MOST_IN_HOWELL, howell_length
from canastra.tournament.regulations.phases import (
    DanesePhase,
    GroupsPhase,
    HowellPhase,
    IndividualPhase,
    KnockoutPhase,
    LeaguePhase,
    MitchellPhase,
    PhaseTerms,
    SwissPhase,
)
from canastra.tournament.regulations.schema import (
    WHOLE,
    AtCall,
    ComparisonPoints,
    Criterion,
    EncounterForm,
    EncounterLength,
    MatchPoints,
    OnlineTerms,
    Regulations,
    Scoring,
    SideKind,
    VictoryPoints,
    VictoryTable,
)

AMONG = frozenset({Criterion.HEAD_TO_HEAD, Criterion.DIFFERENCE_AMONG, Criterion.POINTS_FOR_AMONG})
"""Criteria whose value depends on the other tied sides."""
SHORTEST_TURN, SHORTEST_BANK = 5, 60
"""Seconds of the shortest clock for online play, as at any table of the server."""
_OF_OPPONENTS = frozenset(
    {
        Criterion.BUCHHOLZ,
        Criterion.BUCHHOLZ_VIRTUAL,
        Criterion.BUCHHOLZ_CUT,
        Criterion.BUCHHOLZ_MEDIAN,
        Criterion.SONNEBORN_BERGER,
    }
)


class RegulationsWarning(NamedTuple):
    """A consequence that organisers may not want: a code, the key, the figures of the message."""

    code: str
    key: str
    figures: Mapping[str, Figure]

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        return messages.text(self.code, language, key=self.key, **self.figures)


def contradictions_of(
    regulations: Regulations, tables: Mapping[str, VictoryTable], rulebook: Rulebook | None
) -> Iterator[RegulationsError]:
    """Yield every contradiction that makes regulations unusable, the first one first."""
    if regulations.entries.least > regulations.entries.most:
        yield RegulationsError("regulations_least_most", key="entries.least", most=regulations.entries.most)
    for name, form in regulations.encounters.items():
        yield from _of_form(f"encounters.{name}", form)
    used = {scoring.table for scoring in regulations.scorings.values() if isinstance(scoring, VictoryPoints)}
    for name, table in (
        (name, table) for name, table in tables.items() if name in used | set(regulations.victory_tables)
    ):
        yield from _of_table(f"victory_tables.{name}", table, point_step(rulebook))
    for name, scoring in regulations.scorings.items():
        yield from _of_scoring(f"scorings.{name}", scoring, tables)
    if regulations.teams is not None and regulations.entries.kind is not SideKind.TEAMS:
        yield RegulationsError("regulations_no_teams", key="teams", kind=regulations.entries.kind.value)
    yield from _of_awards(regulations)
    yield from _of_standings(regulations)
    yield from _of_phases(regulations)
    if regulations.clubs is not None and regulations.clubs.order == "points" and not _is_one_table(regulations):
        yield RegulationsError("regulations_clubs_points", key="clubs.order")
    if regulations.online is not None:
        yield from _of_online(regulations, regulations.online, rulebook)


def _is_one_table(regulations: Regulations) -> bool:
    """Return whether points rank all sides together: one phase, which is not a knock-out and has no separate groups."""
    phase = regulations.phases[0]
    if isinstance(phase, GroupsPhase):
        return len(regulations.phases) == phase.number == 1
    return len(regulations.phases) == 1 and not isinstance(phase, KnockoutPhase)


def point_step(rulebook: Rulebook | None) -> int:
    """The common divisor of all scores of a rulebook; of an unknown rulebook, the smallest of the official ones.

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


def _of_form(key: str, form: EncounterForm) -> Iterator[RegulationsError]:
    timed = form.length is EncounterLength.TIME
    if timed == bool(form.number):
        yield RegulationsError("regulations_number_of", key=f"{key}.number", length=form.length.value)
    if timed and not form.minutes:
        yield RegulationsError("regulations_time_without_limit", key=f"{key}.minutes")
    if form.target and form.length in (EncounterLength.DEALS, EncounterLength.TIME):
        yield RegulationsError("regulations_target_unused", key=f"{key}.target", length=form.length.value)
    if (form.at_call is AtCall.PLAY_ON) == bool(form.minutes):
        yield RegulationsError("regulations_call_without_limit", key=f"{key}.at_call", minutes=form.minutes)
    if form.warning and form.warning >= form.minutes:
        yield RegulationsError("regulations_warning_late", key=f"{key}.warning", minutes=form.minutes)
    if (form.at_call is AtCall.NO_NEW_DEAL) != bool(form.last_minutes) or form.last_minutes > form.minutes:
        yield RegulationsError("regulations_last_minutes", key=f"{key}.last_minutes", minutes=form.minutes)


def _of_table(key: str, table: VictoryTable, step: int) -> Iterator[RegulationsError]:
    """The faults of a table of victory points: holes, overlaps, and rows that pay less for a larger difference."""
    due, end, before = 0, -1, (-10_000, 10_000)
    for number, (first, last, winner, loser) in enumerate([*table.bands, (None, None, *table.above)]):
        where = f"{key}.bands[{number}]" if first is not None else f"{key}.above"
        if first is not None and last is not None:
            # A band may begin anywhere after the last multiple of the step in the former band.
            if not end < first <= due or last < first:
                yield RegulationsError("regulations_table_hole", key=where, points=due, step=step)
            due, end = last - last % step + step, last
        if winner < loser or winner < before[0] or loser > before[1]:
            yield RegulationsError("regulations_table_falls", key=where, winner=winner, loser=loser)
        before = (winner, loser)


def _of_scoring(key: str, scoring: Scoring, tables: Mapping[str, VictoryTable]) -> Iterator[RegulationsError]:
    """Scorings by which losing, leaving or staying away pays."""
    if isinstance(scoring, VictoryPoints):
        if scoring.table not in tables:
            known = ", ".join(sorted(tables))
            yield RegulationsError("regulations_no_such_table", key=f"{key}.table", name=scoring.table, known=known)
            return
        best, worst = tables[scoring.table].above
    elif isinstance(scoring, ComparisonPoints):
        best, worst = WHOLE, 0
    else:
        best, worst = scoring.win, scoring.loss
        if not scoring.win >= scoring.draw >= scoring.loss or scoring.win == scoring.loss:
            yield RegulationsError("regulations_rewards_losing", key=f"{key}.loss", win=best, loss=worst)
    for name in ("walkover", "default", "abandonment"):
        gains, other = getattr(scoring, name)
        if other > worst or gains < other:
            yield RegulationsError("regulations_rewards_absence", key=f"{key}.{name}", points=other, loss=worst)
    if scoring.bye > best:
        yield RegulationsError("regulations_rewards_bye", key=f"{key}.bye", points=scoring.bye, win=best)


def _of_awards(regulations: Regulations) -> Iterator[RegulationsError]:
    for name in ("walkover", "default", "bye", "abandonment"):
        one, two = getattr(regulations, name).score
        if one < two:
            yield RegulationsError("regulations_award_reversed", key=f"{name}.score", first=one, second=two)


def _of_standings(regulations: Regulations) -> Iterator[RegulationsError]:
    for name in ("two", "more"):
        chain = getattr(regulations.standings, name)
        if len(set(chain)) != len(chain):
            twice = next(criterion for criterion in chain if chain.count(criterion) > 1)
            yield RegulationsError("regulations_chain_twice", key=f"standings.{name}", criterion=twice.value)
        if chain[-1] is not Criterion.LOT:
            yield RegulationsError("regulations_chain_open", key=f"standings.{name}", criterion=chain[-1].value)
    ids = [penalty.id for penalty in regulations.penalties]
    for number, penalty in enumerate(ids):
        if penalty in ids[:number]:
            yield RegulationsError("regulations_penalty_twice", key=f"penalties[{number}].id", name=penalty)


def _of_phases(regulations: Regulations) -> Iterator[RegulationsError]:
    """The faults of phases: names, carry-over, and the numbers of players and passing sides, from the fewest
    entries.
    """
    playing, before = regulations.entries.least, None
    for number, phase in enumerate(regulations.phases):
        key = f"phases[{number}]"
        last = number == len(regulations.phases) - 1
        for name, known in (("encounter", regulations.encounters), ("scoring", regulations.scorings)):
            if (called := getattr(phase, name)) not in known:
                yield RegulationsError(
                    "regulations_no_such_name", key=f"{key}.{name}", name=called, known=", ".join(known)
                )
        if last == bool(phase.passing):
            yield RegulationsError(
                "regulations_passing_last" if last else "regulations_passing_none", key=f"{key}.passing"
            )
        if phase.carry != "none" and (before is None or isinstance(phase, KnockoutPhase)):
            yield RegulationsError("regulations_carry", key=f"{key}.carry")
        yield from _of_kind(key, phase, before, regulations, playing)
        if isinstance(regulations.scorings.get(phase.scoring), ComparisonPoints):
            yield from _of_comparison(key, phase, regulations, playing)
        passing, smallest = _passing(phase, playing)
        if phase.passing > smallest or passing > playing:
            yield RegulationsError("regulations_more_pass", key=f"{key}.passing", passing=passing, playing=playing)
        playing, before = passing, phase


def _passing(phase: PhaseTerms, playing: int) -> tuple[int, int]:
    """The number of sides that pass, and the size of the smallest part of the phase."""
    if not isinstance(phase, GroupsPhase):
        return phase.passing, playing
    groups = phase.number or -(-playing // max(1, phase.size))
    return groups * phase.passing + phase.best_others, playing // groups


def _of_kind(
    key: str, phase: PhaseTerms, before: PhaseTerms | None, regulations: Regulations, playing: int
) -> Iterator[RegulationsError]:
    if isinstance(phase, GroupsPhase):
        if bool(phase.number) == bool(phase.size):
            yield RegulationsError("regulations_number_or_size", key=f"{key}.number")
        elif _passing(phase, playing)[1] < 2 or phase.size == 1:
            yield RegulationsError("regulations_groups_small", key=f"{key}.number" if phase.number else f"{key}.size")
    elif isinstance(phase, KnockoutPhase):
        if before is None and phase.seeding != "draw":
            yield RegulationsError("regulations_no_standing", key=f"{key}.seeding", value=phase.seeding)
        elif phase.seeding == "crossing" and not isinstance(before, GroupsPhase):
            yield RegulationsError("regulations_crossing", key=f"{key}.seeding")
    elif _runs_out(phase, playing):
        rounds = getattr(phase, "rounds", 0)
        yield RegulationsError("regulations_no_new_opponents", key=f"{key}.rounds", rounds=rounds, playing=playing)
    elif isinstance(phase, MitchellPhase) and phase.switched > phase.rounds // 2:
        yield RegulationsError("regulations_switched", key=f"{key}.switched", most=phase.rounds // 2)
    elif isinstance(phase, HowellPhase) and before is None and regulations.entries.most > MOST_IN_HOWELL:
        yield RegulationsError("regulations_howell_most", key="entries.most", most=MOST_IN_HOWELL)
    elif isinstance(phase, HowellPhase) and playing > MOST_IN_HOWELL:
        yield RegulationsError("regulations_howell_most", key=f"{key}.kind", most=MOST_IN_HOWELL)
    elif isinstance(phase, LeaguePhase) and phase.best > phase.evenings:
        yield RegulationsError("regulations_best_of_evenings", key=f"{key}.best", evenings=phase.evenings)
    elif isinstance(phase, IndividualPhase) and (regulations.entries.kind is not SideKind.PLAYERS or playing < 4):
        yield RegulationsError("regulations_individual", key=f"{key}.kind")


def _runs_out(phase: PhaseTerms, playing: int) -> bool:
    """Return whether a phase without rematches has more rounds than opponents."""
    if isinstance(phase, DanesePhase):
        return phase.rematches == "never" and phase.rounds >= playing
    return isinstance(phase, HowellPhase) and phase.rounds > howell_length(playing)


def _of_online(regulations: Regulations, online: OnlineTerms, rulebook: Rulebook | None) -> Iterator[RegulationsError]:
    """Online terms that the server's tables don't support, or under which play is impossible."""
    if online.turn < SHORTEST_TURN and (online.turn or online.bank < SHORTEST_BANK):
        yield RegulationsError("regulations_online_clock", key="online.turn", turn=SHORTEST_TURN, bank=SHORTEST_BANK)
    if not regulations.walkover.tolerance_minutes:
        yield RegulationsError("regulations_online_tolerance", key="walkover.tolerance_minutes")
    if regulations.entries.kind is SideKind.TEAMS:
        yield RegulationsError("regulations_online_teams", key="entries.kind")
    for number, phase in enumerate(regulations.phases):
        players = 4 if regulations.entries.kind is SideKind.PAIRS or isinstance(phase, IndividualPhase) else 2
        if rulebook is not None and rulebook.table.players != players:
            yield RegulationsError("regulations_online_players", key="rulebook", players=players, phase=phase.name)
        form = regulations.encounters[phase.encounter]
        decided = form.length is EncounterLength.BEST_OF and not form.minutes
        if isinstance(phase, KnockoutPhase) and phase.level == "play_on" and not decided:
            yield RegulationsError("regulations_online_level", key=f"phases[{number}].level")
    for name in {phase.encounter: None for phase in regulations.phases}:
        yield from _of_online_form(f"encounters.{name}", regulations.encounters[name], rulebook)
    if online.packs == "same":
        for name in {phase.encounter: None for phase in regulations.phases}:
            if regulations.encounters[name].length is not EncounterLength.DEALS or regulations.encounters[name].minutes:
                yield RegulationsError("regulations_same_packs", key=f"encounters.{name}.length")
    for number, phase in enumerate(regulations.phases):
        compared = isinstance(regulations.scorings.get(phase.scoring), ComparisonPoints)
        if compared != (online.packs == "same"):
            code = "regulations_packs_compared" if compared else "regulations_packs_same"
            yield RegulationsError(code, key="online.packs" if compared else f"phases[{number}].scoring")


def _of_online_form(key: str, form: EncounterForm, rulebook: Rulebook | None) -> Iterator[RegulationsError]:
    if form.at_call in (AtCall.FINISH_TURN, AtCall.AT_ONCE):
        yield RegulationsError("regulations_online_call", key=f"{key}.at_call")
    if form.length in (EncounterLength.BEST_OF, EncounterLength.EXACTLY) and form.number > MOST_MATCHES:
        yield RegulationsError("regulations_online_matches", key=f"{key}.number", most=MOST_MATCHES)
    if form.length is EncounterLength.BEST_OF and form.number % 2 == 0:
        yield RegulationsError("regulations_online_even", key=f"{key}.number", number=form.number)
    if rulebook is not None and not rulebook.match.target:  # Its matches are one deal.
        if form.target:
            yield RegulationsError("regulations_online_target", key=f"{key}.target")
        if form.length is EncounterLength.TIME or (form.length is EncounterLength.DEALS and form.number > 1):
            yield RegulationsError("regulations_online_single_deal", key=f"{key}.length")


def _of_comparison(key: str, phase: PhaseTerms, regulations: Regulations, playing: int) -> Iterator[RegulationsError]:
    """The faults of comparison: it needs the score of each deal and two tables at least, and excludes a knock-out."""
    form = regulations.encounters.get(phase.encounter)
    if form is not None and form.length is not EncounterLength.DEALS:
        yield RegulationsError("regulations_compared_length", key=f"encounters.{phase.encounter}.length")
    if isinstance(phase, KnockoutPhase) or regulations.entries.kind is SideKind.TEAMS:
        yield RegulationsError("regulations_compared_form", key=f"{key}.scoring")
    least = 2 * (4 if isinstance(phase, IndividualPhase) else 2)
    if playing < least:
        yield RegulationsError("regulations_compared_alone", key=f"{key}.scoring", playing=playing, least=least)


def regulations_warnings(regulations: Regulations, tables: Mapping[str, VictoryTable]) -> list[RegulationsWarning]:
    """The warnings for regulations without contradictions."""
    chains = [*_of_chains(regulations, tables), *_of_compared(regulations)]
    return [*_of_rounds(regulations), *chains, *_of_unofficial(regulations, tables)]


def _of_rounds(regulations: Regulations) -> Iterator[RegulationsWarning]:
    playing = regulations.entries.least
    for number, phase in enumerate(regulations.phases):
        rounds = phase.rounds if isinstance(phase, SwissPhase | DanesePhase) else 0
        advice = swiss_advice(playing, rounds)
        if advice is not None and not (isinstance(phase, DanesePhase) and phase.rematches == "allowed"):
            figures: dict[str, Figure] = {**dict(advice.figures), "why": advice.code}
            yield RegulationsWarning("regulations_rematches_needed", f"phases[{number}].rounds", figures)
        playing = _passing(phase, playing)[0]


def _of_chains(regulations: Regulations, tables: Mapping[str, VictoryTable]) -> Iterator[RegulationsWarning]:
    """Warn of chains by which more points in a match may cost a place.

    More points of one side can lower its opponent without raising it: by conceded points, or by points of the
    classification that don't move together. The opponent then leaves a tie, and those who are still tied are compared
    anew, in a league of which another one may be the first.
    """
    sums = all(_moves_together(scoring, tables) for scoring in regulations.scorings.values())
    for name in ("two", "more"):
        chain = getattr(regulations.standings, name)
        if not sums and (AMONG | _OF_OPPONENTS) & set(chain):
            yield RegulationsWarning("regulations_not_monotone_points", f"standings.{name}", {})
        if regulations.standings.restart and Criterion.CONCEDED in chain and AMONG & set(chain):
            figures = {"criterion": Criterion.CONCEDED.value}
            yield RegulationsWarning("regulations_not_monotone_chain", f"standings.{name}", figures)


def _of_compared(regulations: Regulations) -> Iterator[RegulationsWarning]:
    """Warn of comparison: more points of one side are more for others too, which had the opponents' cards.

    The others never gain more than that side. But if not every round counts for all of them, or the chain depends on
    the number of tied sides, that may be enough. In a Mitchell a line is compared only with itself.
    """
    compared = False
    for number, phase in enumerate(regulations.phases):
        if not isinstance(regulations.scorings[phase.scoring], ComparisonPoints):
            continue
        compared = True
        if isinstance(phase, MitchellPhase) and not phase.switched:
            yield RegulationsWarning("regulations_compared_lines", f"phases[{number}].kind", {})
        if isinstance(phase, LeaguePhase) and phase.best < phase.evenings:
            yield RegulationsWarning("regulations_not_monotone_compared", f"phases[{number}].best", {})
        if isinstance(phase, GroupsPhase) and phase.normalise != "none":
            yield RegulationsWarning("regulations_not_monotone_compared", f"phases[{number}].normalise", {})
    if compared and regulations.standings.two != regulations.standings.more:
        yield RegulationsWarning("regulations_not_monotone_compared", "standings.more", {})


def _moves_together(scoring: Scoring, tables: Mapping[str, VictoryTable]) -> bool:
    """Return whether one side's points of the classification rise exactly where the other's fall."""
    if isinstance(scoring, MatchPoints):
        return scoring.win > scoring.draw > scoring.loss
    if isinstance(scoring, ComparisonPoints):
        return False
    table = tables[scoring.table]
    rows = [(winner, loser) for _, _, winner, loser in table.bands] + [table.above]
    return all((one[0] == two[0]) == (one[1] == two[1]) for one, two in pairwise(rows))


def _of_unofficial(regulations: Regulations, tables: Mapping[str, VictoryTable]) -> Iterator[RegulationsWarning]:
    for name, scoring in regulations.scorings.items():
        if isinstance(scoring, VictoryPoints) and not tables[scoring.table].official:
            yield RegulationsWarning("regulations_table_unofficial", f"scorings.{name}.table", {"name": scoring.table})

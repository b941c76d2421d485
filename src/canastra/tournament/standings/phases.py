"""The standings of a phase, group by group."""

from __future__ import annotations

from canastra.tournament.encounters import encounter_credits, settled_in
from canastra.tournament.pairing import draw_order
from canastra.tournament.regulations import GroupsPhase, IndividualPhase, KnockoutPhase, LeaguePhase, PhaseTerms
from canastra.tournament.results import bye_credit
from canastra.tournament.standings.ledger import Bout, ByeBout, Ledger, Totals
from canastra.tournament.standings.order import WITHDRAWN, Ranking, Separation, Standing
from canastra.tournament.state import RoundStage, Tournament


def phase_standings(tournament: Tournament, phase: int) -> tuple[tuple[Standing, ...], ...]:
    """The standings of each group of a phase that has begun; one for a phase without groups.

    A knock-out has its own: see `canastra.tournament.standings.knockout`.
    """
    return tuple(_group_standings(tournament, phase, group) for group in tournament.phases[phase - 1].groups)


def _group_standings(tournament: Tournament, phase: int, group: tuple[int, ...]) -> tuple[Standing, ...]:
    """The sides of a group; behind them, in the order of the lots, the sides whose results are annulled."""
    found = rank_ledger(tournament, phase, group_ledger(tournament, phase, group))
    lots = lots_of(tournament, phase)
    gone = sorted(tournament.annulled(phase).intersection(group), key=lots.__getitem__)
    why = (Separation(WITHDRAWN, {}),)
    return (*found, *(Standing(place, side, Totals(), why) for place, side in enumerate(gone, len(found) + 1)))


def rank_ledger(tournament: Tournament, phase: int, ledger: Ledger) -> tuple[Standing, ...]:
    """The sides of a ledger by the regulations' chains, with the lots of the phase."""
    behind: frozenset[int] = frozenset()
    if tournament.regulations.walkover.costs_tie_breaks:
        behind = frozenset(side for side, own in ledger.totals.items() if own.absences)
    return Ranking(ledger, tournament.regulations.standings, lots_of(tournament, phase), behind).standings()


def lots_of(tournament: Tournament, phase: int) -> dict[int, int]:
    """The place of each side of a phase in the lots, from the seed that was published before it began."""
    within = tournament.phases[phase - 1]
    # Sorted, so that the order of entering does not change the lots.
    order = draw_order(sorted(within.members), within.seed, f"phase {phase}: lots")
    return {side: place for place, side in enumerate(order)}


def group_ledger(tournament: Tournament, phase: int, group: tuple[int, ...]) -> Ledger:
    """The ledger of a group, without sides whose results the regulations annul."""
    gone = tournament.annulled(phase)
    group = tuple(side for side in group if side not in gone)
    regulations, members = tournament.regulations, set(group)
    bouts = [
        Bout(encounter.fixture.one, encounter.fixture.two, both, found.number, encounter.was_played)
        for found in tournament.phases[phase - 1].rounds
        for encounter, both in encounter_credits(tournament, phase, found)
        if members.issuperset(encounter.sides)
    ]
    base = _penalties(tournament, phase)
    terms = regulations.phases[phase - 1]
    if terms.carry != "none":
        before = phase_ledger(tournament, phase - 1)
        if terms.carry == "points":
            for side in group:
                base[side] = base.get(side, 0) + int(before.totals[side].points)
        else:
            bouts = [*(bout for bout in before.bouts if members.issuperset((*bout.one, *bout.two))), *bouts]
    evening = (terms.rounds, terms.best) if isinstance(terms, LeaguePhase) else None
    missed = _missed(tournament, phase, group)
    return Ledger(group, tuple(bouts), _byes(tournament, phase, members), base, evening, missed)


def _missed(tournament: Tournament, phase: int, group: tuple[int, ...]) -> dict[int, int]:
    """Return how many opponents each side lacks in completed rounds, by byes, absences or a late entry.

    A bye counts only if sides have different numbers of byes.
    """
    terms = tournament.regulations.phases[phase - 1]
    each_round = 2 if isinstance(terms, IndividualPhase) else 1
    whole = [
        found
        for found in tournament.phases[phase - 1].rounds
        if found.stage >= RoundStage.PLAYING and not found.outstanding
    ]
    missed = dict.fromkeys(group, 0)
    for found in whole:
        paired = list(settled_in(found))
        played = {side for encounter in paired if encounter.was_played for side in encounter.sides}
        there = {side for encounter in paired for side in encounter.sides} if _rests_evenly(terms) else set(group)
        for side in there.intersection(group) - played:
            missed[side] += each_round
    return missed


def _rests_evenly(terms: PhaseTerms) -> bool:
    """Return whether byes give nothing: in groups all sides have equally many, and a knock-out has no points."""
    return isinstance(terms, GroupsPhase | KnockoutPhase)


def phase_ledger(tournament: Tournament, phase: int) -> Ledger:
    """The ledger of all sides of a phase together."""
    return group_ledger(tournament, phase, tournament.phases[phase - 1].members)


def _penalties(tournament: Tournament, phase: int) -> dict[int, int]:
    """The points that penalties cost each side in the classification (buraco Art. 18: a match loses none)."""
    listed = {penalty.id: penalty.points for penalty in tournament.regulations.penalties}
    found: dict[int, int] = {}
    for applied in tournament.penalties:
        if applied.phase == phase:
            found[applied.side] = found.get(applied.side, 0) + listed[applied.penalty]
    return found


def _byes(tournament: Tournament, phase: int, members: set[int]) -> tuple[ByeBout, ...]:
    """Return the byes that give points."""
    if _rests_evenly(tournament.regulations.phases[phase - 1]):
        return ()
    return tuple(
        ByeBout(side, bye_credit(tournament, phase, found), found.number)
        for found in tournament.phases[phase - 1].rounds
        if found.stage >= RoundStage.PLAYING
        for side in found.byes
        if side in members
    )

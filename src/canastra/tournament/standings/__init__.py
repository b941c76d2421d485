"""Standings: a total order of the sides of a phase, each place with its reason as data."""

from canastra.tournament.standings.categories import CategoryPlace, CategoryStandings, by_category
from canastra.tournament.standings.clubs import ClubStanding, CountedSide, by_club
from canastra.tournament.standings.criteria import criterion_values
from canastra.tournament.standings.knockout import KnockoutProgress, knockout_progress, knockout_standings
from canastra.tournament.standings.ledger import Bout, ByeBout, Ledger, Totals, Value
from canastra.tournament.standings.order import ABSENCE, POINTS, REACHED, SEED, WITHDRAWN, Ranking, Separation, Standing
from canastra.tournament.standings.phases import group_ledger, lots_of, phase_ledger, phase_standings, rank_ledger
from canastra.tournament.standings.reasons import (
    criterion_name,
    group_letters,
    points_words,
    reason_for_place,
    value_text,
)

__all__ = [
    "ABSENCE",
    "POINTS",
    "REACHED",
    "SEED",
    "WITHDRAWN",
    "Bout",
    "ByeBout",
    "CategoryPlace",
    "CategoryStandings",
    "ClubStanding",
    "CountedSide",
    "KnockoutProgress",
    "Ledger",
    "Ranking",
    "Separation",
    "Standing",
    "Totals",
    "Value",
    "by_category",
    "by_club",
    "criterion_name",
    "criterion_values",
    "group_ledger",
    "group_letters",
    "knockout_progress",
    "knockout_standings",
    "lots_of",
    "phase_ledger",
    "phase_standings",
    "points_words",
    "rank_ledger",
    "reason_for_place",
    "value_text",
]

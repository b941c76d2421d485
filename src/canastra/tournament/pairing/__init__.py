"""Pairings, tables and seats for every form of tournament (docs/pairing.md).

Pure functions over small values: they take sides as numbers or as `Competitor`s in the order of their ranks, and a
published seed as the source of chance, and return a round. Pairing by standings, and tables by lot, need the extra
``canastra[tournament]``.
"""

from canastra.tournament.pairing.advice import Advice, mitchell_advice, swiss_advice
from canastra.tournament.pairing.groups import GroupFill, draw_groups, number_of_groups
from canastra.tournament.pairing.howell import howell_length, howell_rounds
from canastra.tournament.pairing.individual import (
    Foursome,
    IndividualRound,
    SoloPlayer,
    individual_round,
    individual_schedule,
    individually_played,
    is_individual_optimum,
)
from canastra.tournament.pairing.knockout import (
    Bracket,
    Origin,
    Part,
    Seed,
    Tie,
    TieSource,
    bracket,
    due_ties,
    tie_outcomes,
)
from canastra.tournament.pairing.lots import draw_order
from canastra.tournament.pairing.matchings import least_cost_matching, require
from canastra.tournament.pairing.mitchell import mitchell_lines, mitchell_rounds, rounds_before_rematch
from canastra.tournament.pairing.round_robin import round_robin, round_robin_round, round_robin_rounds
from canastra.tournament.pairing.seating import Basis, SeatingTerms, assign_tables
from canastra.tournament.pairing.seeds import bracket_slots
from canastra.tournament.pairing.sides import Competitor, Pairing, PairingError, RoundPlan, played
from canastra.tournament.pairing.swiss import (
    AvoidedMeeting,
    Cost,
    Obstacle,
    Rematches,
    SwissTerms,
    avoided_meetings,
    cost_of,
    is_least_cost,
    pair_by_standings,
)

__all__ = [
    "Advice",
    "AvoidedMeeting",
    "Basis",
    "Bracket",
    "Competitor",
    "Cost",
    "Foursome",
    "GroupFill",
    "IndividualRound",
    "Obstacle",
    "Origin",
    "Pairing",
    "PairingError",
    "Part",
    "Rematches",
    "RoundPlan",
    "SeatingTerms",
    "Seed",
    "SoloPlayer",
    "SwissTerms",
    "Tie",
    "TieSource",
    "assign_tables",
    "avoided_meetings",
    "bracket",
    "bracket_slots",
    "cost_of",
    "draw_groups",
    "draw_order",
    "due_ties",
    "howell_length",
    "howell_rounds",
    "individual_round",
    "individual_schedule",
    "individually_played",
    "is_individual_optimum",
    "is_least_cost",
    "least_cost_matching",
    "mitchell_advice",
    "mitchell_lines",
    "mitchell_rounds",
    "number_of_groups",
    "pair_by_standings",
    "played",
    "require",
    "round_robin",
    "round_robin_round",
    "round_robin_rounds",
    "rounds_before_rematch",
    "swiss_advice",
    "tie_outcomes",
]

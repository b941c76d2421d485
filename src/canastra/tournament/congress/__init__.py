"""The decisions of the Congresso Técnico, as ``congress.toml`` states them.

>>> congress = parse_congress(example_congress("club-day"))
>>> [phase.name for phase in congress.phases]
['Grupos', 'Eliminatórias']
"""

from canastra.tournament.congress.contradictions import CongressWarning, congress_warnings, point_step
from canastra.tournament.congress.loader import EXAMPLES, example_congress, parse_congress, victory_tables
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
    StandingsTerms,
    SwissPhase,
    VictoryPoints,
    VictoryTable,
)
from canastra.tournament.congress.writer import congress_document, write_congress

__all__ = [
    "EXAMPLES",
    "WHOLE",
    "AtCall",
    "ComparisonPoints",
    "Congress",
    "CongressWarning",
    "Criterion",
    "DanesePhase",
    "EncounterForm",
    "EncounterLength",
    "GroupsPhase",
    "IndividualPhase",
    "KnockoutPhase",
    "LeaguePhase",
    "MatchPoints",
    "MitchellPhase",
    "OnlineTerms",
    "PhaseTerms",
    "Scoring",
    "SideKind",
    "StandingsTerms",
    "SwissPhase",
    "VictoryPoints",
    "VictoryTable",
    "congress_document",
    "congress_warnings",
    "example_congress",
    "parse_congress",
    "point_step",
    "victory_tables",
    "write_congress",
]

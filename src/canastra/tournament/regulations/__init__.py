"""The decisions of the Congresso Técnico, as ``regulations.toml`` states them.

>>> regulations = parse_regulations(example_regulations("club-day"))
>>> [phase.name for phase in regulations.phases]
['Grupos', 'Eliminatórias']
"""

from canastra.tournament.regulations.contradictions import RegulationsWarning, point_step, regulations_warnings
from canastra.tournament.regulations.loader import EXAMPLES, example_regulations, parse_regulations, victory_tables
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
    ClubTerms,
    ComparisonPoints,
    Criterion,
    EncounterForm,
    EncounterLength,
    MatchPoints,
    OnlineTerms,
    Regulations,
    Scoring,
    SideKind,
    StandingsTerms,
    TeamTerms,
    VictoryPoints,
    VictoryTable,
)
from canastra.tournament.regulations.writer import regulations_document, write_regulations

__all__ = [
    "EXAMPLES",
    "WHOLE",
    "AtCall",
    "ClubTerms",
    "ComparisonPoints",
    "Criterion",
    "DanesePhase",
    "EncounterForm",
    "EncounterLength",
    "GroupsPhase",
    "HowellPhase",
    "IndividualPhase",
    "KnockoutPhase",
    "LeaguePhase",
    "MatchPoints",
    "MitchellPhase",
    "OnlineTerms",
    "PhaseTerms",
    "Regulations",
    "RegulationsWarning",
    "Scoring",
    "SideKind",
    "StandingsTerms",
    "SwissPhase",
    "TeamTerms",
    "VictoryPoints",
    "VictoryTable",
    "example_regulations",
    "parse_regulations",
    "point_step",
    "regulations_document",
    "regulations_warnings",
    "victory_tables",
    "write_regulations",
]

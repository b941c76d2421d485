"""The decisions of the Congresso Técnico as types: every field is stated in ``regulations.toml``, without defaults.

Regional Art. 15 leaves the form of the dispute and its schedule to the technical meeting at the place of the games. No
rulebook has an article about absence, byes or standings, so all of that is data here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from canastra.tournament.regulations.phases import Count, CountOrNone, Line, PhaseTerms, Terms

FORMAT = "canastra-regulations/1"
WHOLE = 100
"""The highest result of a side by comparison, in percent."""

Minutes = Annotated[int, Meta(ge=0, le=1440)]
ClassPoints = Annotated[int, Meta(ge=-10_000, le=10_000)]
"""Points of the classification, as opposed to points of a match."""
PlayPoints = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""Points of a match."""
Pair = tuple[ClassPoints, ClassPoints]
ScorePair = tuple[PlayPoints, PlayPoints]


class SideKind(StrEnum):
    """The kind of sides."""

    PAIRS = "pairs"
    TEAMS = "teams"
    """Teams of several pairs, which play at as many tables as `TeamTerms` says."""
    PLAYERS = "players"
    """Single players, with changing partners or without partners."""


class EncounterLength(StrEnum):
    """The end of an encounter (buraco Art. 19, tranca's second Art. 20: the side with most matches wins)."""

    BEST_OF = "best_of"
    EXACTLY = "exactly"
    DEALS = "deals"
    TIME = "time"


class AtCall(StrEnum):
    """The rule for the call of time."""

    PLAY_ON = "play_on"
    """No limit of time."""
    FINISH_DEAL = "finish_deal"
    FINISH_TURN = "finish_turn"
    """The turn of the table is completed, so that each player has played equally often."""
    AT_ONCE = "at_once"
    NO_NEW_DEAL = "no_new_deal"
    """No deal begins in the last minutes; the deal in play is finished."""


class Criterion(StrEnum):
    """A tie-break criterion. Criteria with ``among`` count only encounters between the tied sides."""

    HEAD_TO_HEAD = "head_to_head"
    """Points in a league among the tied, if they all met."""
    DIFFERENCE_AMONG = "difference_among"
    POINTS_FOR_AMONG = "points_for_among"
    WINS = "wins"
    MATCHES_WON = "matches_won"
    MATCH_DIFFERENCE = "match_difference"
    DIFFERENCE = "difference"
    POINTS_FOR = "points_for"
    CONCEDED = "conceded"
    """Fewer points conceded."""
    BUCHHOLZ = "buchholz"
    """The points of all opponents together."""
    BUCHHOLZ_VIRTUAL = "buchholz_virtual"
    """Like `buchholz`, with a virtual opponent for each unplayed round, who has the side's own points."""
    BUCHHOLZ_CUT = "buchholz_cut"
    """`BUCHHOLZ_VIRTUAL` without the opponent with the fewest points."""
    BUCHHOLZ_MEDIAN = "buchholz_median"
    """`BUCHHOLZ_VIRTUAL` without the opponents with the fewest and with the most points."""
    SONNEBORN_BERGER = "sonneborn_berger"
    """The points of the opponents that were beaten, and half of those of drawn encounters."""
    WALKOVERS = "walkovers"
    """Fewer encounters missed."""
    LOT = "lot"


class EntryTerms(Terms, frozen=True):
    """The conditions for entries: the kind and number of sides."""

    kind: SideKind
    least: Count
    most: Count


class TeamTerms(Terms, frozen=True):
    """The terms for teams: an encounter takes place at several tables at once."""

    tables: Annotated[int, Meta(ge=1, le=6)]
    """Tables of an encounter, with a pair of each team."""
    decided_by: Literal["points", "tables"]
    """The scoring of a team encounter: the points of all tables are added and scored once, or each table is scored
    separately.
    """


class EncounterForm(Terms, frozen=True):
    """The form of an encounter."""

    length: EncounterLength
    number: CountOrNone
    """The number of matches or deals; 0 if only time ends it."""
    target: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The points that end a match; 0 for the rulebook's, and if no match is played to the end."""
    minutes: Minutes
    """The limit of time; 0 for none."""
    warning: Minutes
    """The minutes between the warning and the call; 0 for none."""
    at_call: AtCall
    last_minutes: Minutes
    """With ``no_new_deal``: the minutes before the call in which no deal begins."""
    morto_charged: bool
    """True if an untaken morto is charged when time ended the deal."""


class MatchPoints(Terms, frozen=True, tag="points", tag_field="kind"):
    """Points for a win, a draw and a loss."""

    win: ClassPoints
    draw: ClassPoints
    loss: ClassPoints
    walkover: Pair
    """For the present side and the absent one."""
    default: Pair
    """For the winner and the loser of an encounter given without play."""
    abandonment: Pair
    """For the side that stayed and the side that left."""
    bye: ClassPoints


class VictoryPoints(Terms, frozen=True, tag="victory_points", tag_field="kind"):
    """Points by the difference, from a named table."""

    table: Line
    """The name of one of ``[victory_tables]``, or of the package's."""
    walkover: Pair
    default: Pair
    abandonment: Pair
    bye: ClassPoints


class ComparisonPoints(Terms, frozen=True, tag="comparison", tag_field="kind"):
    """Points by comparing each deal with the sides that had the same cards at other tables: duplicate's matchpoints.

    An unplayed encounter gives a share of the round's maximum, in percent.
    """

    walkover: Pair
    default: Pair
    abandonment: Pair
    bye: ClassPoints


Scoring = MatchPoints | VictoryPoints | ComparisonPoints


class VictoryTable(Terms, frozen=True):
    """Victory points by the difference of an encounter."""

    official: bool
    """True if a federation publishes the table. The package's own tables are examples, and false."""
    about: Line
    bands: Annotated[tuple[tuple[PlayPoints, PlayPoints, ClassPoints, ClassPoints], ...], Meta(min_length=1)]
    """Each band: from a difference, to a difference, for the winner, for the loser."""
    above: Pair
    """The points for any larger difference."""


class Award(Terms, frozen=True):
    """The score of an unplayed encounter, for the side that gains by it and the other one."""

    score: ScorePair
    in_differences: bool
    """True if that score counts in differences and sums of points."""


class WalkoverTerms(Terms, frozen=True):
    """The terms for missed rounds without notice."""

    tolerance_minutes: Minutes
    score: ScorePair
    in_differences: bool
    costs_tie_breaks: bool
    """True if a side that was absent ranks behind all sides with which it is tied."""


class AbsenceTerms(Terms, frozen=True):
    """The terms for missed rounds with notice: the side is not paired, and its opponents have no walkover."""

    requested_byes: CountOrNone
    """The most byes that a side may ask for; in a league a bye is an evening."""


class AbandonmentTerms(Terms, frozen=True):
    """The terms for a side that leaves during an encounter."""

    score: ScorePair
    in_differences: bool
    as_played: bool
    """True if the points of the played matches count instead of `score`."""


class StandingsTerms(Terms, frozen=True):
    """The tie-breaks of sides with the same points."""

    two: Annotated[tuple[Criterion, ...], Meta(min_length=1)]
    more: Annotated[tuple[Criterion, ...], Meta(min_length=1)]
    """The chain for three sides or more."""
    restart: bool
    """True if sides that are still tied restart their chain when others are separated from them."""


class ListedPenalty(Terms, frozen=True):
    """A penalty that may be applied; unlisted ones may not. It touches the classification only (buraco Art. 18)."""

    id: Line
    article: Line
    points: Annotated[int, Meta(ge=-10_000, le=0)]


class SeatTerms(Terms, frozen=True):
    """The terms for tables and seats."""

    tables: Literal["lot", "standing"]
    seats: Literal["lot", "standing"]
    apart_rounds: CountOrNone
    """The number of first rounds in which sides of one delegation are kept apart."""


class ClubTerms(Terms, frozen=True):
    """The ranking of clubs, the delegations of the sides."""

    best: Annotated[int, Meta(ge=1, le=20)]
    """The number of sides of each club that count."""
    order: Literal["points", "places"]
    """The sum that ranks clubs: the sides' points of the classification, or their overall places."""


class OnlineTerms(Terms, frozen=True):
    """The terms for play at the server's own tables, without real cards."""

    turn: Annotated[int, Meta(ge=0, le=3600)]
    """Seconds that the clock gives each turn; 0 for none."""
    bank: Annotated[int, Meta(ge=0, le=86_400)]
    """Seconds for the whole match, used when a turn takes longer; 0 for none."""
    stand_in: bool
    """True if a bot plays on for a player who has gone; otherwise the encounter ends, abandoned by their side."""
    spectators: bool
    hints: bool
    talk: Literal["off", "presets", "free"]
    """The kind of chat at a table; partners can never chat during a deal."""
    packs: Literal["own", "same"]
    """The packs: own ones for each table, or the same for all tables of a round."""


class Regulations(Terms, frozen=True, omit_defaults=True):
    """The regulations of a tournament."""

    format: Literal["canastra-regulations/1"]
    name: Line
    rulebook: Line
    entries: EntryTerms
    phases: Annotated[tuple[PhaseTerms, ...], Meta(min_length=1)]
    encounters: dict[str, EncounterForm]
    scorings: dict[str, Scoring]
    victory_tables: dict[str, VictoryTable]
    walkover: WalkoverTerms
    default: Award
    bye: Award
    absence: AbsenceTerms
    abandonment: AbandonmentTerms
    standings: StandingsTerms
    penalties: tuple[ListedPenalty, ...]
    seats: SeatTerms
    clubs: ClubTerms | None = None
    """The ranking of clubs; None without one."""
    online: OnlineTerms | None = None
    """The terms for play at the server's tables; None for real cards."""
    teams: TeamTerms | None = None
    """The terms of team encounters; None for one table."""

    @property
    def tables_of_encounter(self) -> int:
        """The tables at which two sides meet at once."""
        return 1 if self.teams is None else self.teams.tables

    def tables_at(self, encounter: int) -> range:
        """The tables of an encounter by its number in a round, from 1: e.g. 5 and 6 for the third encounter
        of teams.
        """
        each = self.tables_of_encounter
        return range((encounter - 1) * each + 1, encounter * each + 1)

    def tables_label(self, encounter: int) -> str:
        """The table of an encounter; for teams the first and the last, as in 5–6."""
        tables = self.tables_at(encounter)
        return str(tables[0]) if len(tables) == 1 else f"{tables[0]}–{tables[-1]}"

    def form_of(self, phase: int) -> EncounterForm:
        """The form of the encounters of a phase, which counts from 0."""
        return self.encounters[self.phases[phase].encounter]

    def scoring_of(self, phase: int) -> Scoring:
        """The scoring of the encounters of a phase, which counts from 0."""
        return self.scorings[self.phases[phase].scoring]

"""What the Congresso Técnico decides, as values: every field is stated in ``regulations.toml``, none has a default.

Regional Art. 15 leaves the form of the dispute and its schedule to the technical meeting at the place of the games. No
article of any rulebook says anything about absence, byes or standings, so all of that is data here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from canastra.tournament.regulations.phases import Count, CountOrNone, Line, PhaseTerms, Terms

FORMAT = "canastra-regulations/1"
WHOLE = 100
"""The most that a side can have by comparison, in percent."""

Minutes = Annotated[int, Meta(ge=0, le=1440)]
ClassPoints = Annotated[int, Meta(ge=-10_000, le=10_000)]
"""Points of the classification, which are none of a match."""
PlayPoints = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""Points of a match."""
Pair = tuple[ClassPoints, ClassPoints]
ScorePair = tuple[PlayPoints, PlayPoints]


class SideKind(StrEnum):
    """Who plays against whom."""

    PAIRS = "pairs"
    TEAMS = "teams"
    """Several pairs each, who play at as many tables as `TeamTerms` says."""
    PLAYERS = "players"
    """Single ones, with partners who change, or without any."""


class EncounterLength(StrEnum):
    """What ends an encounter (buraco Art. 19, tranca's second Art. 20: the side with most matches wins)."""

    BEST_OF = "best_of"
    EXACTLY = "exactly"
    DEALS = "deals"
    TIME = "time"


class AtCall(StrEnum):
    """What happens when time is called."""

    PLAY_ON = "play_on"
    """Nothing: there is no limit."""
    FINISH_DEAL = "finish_deal"
    FINISH_TURN = "finish_turn"
    """The turn of the table is completed: each player has played equally often."""
    AT_ONCE = "at_once"
    NO_NEW_DEAL = "no_new_deal"
    """No deal begins in the last minutes; the one that is being played is finished."""


class Criterion(StrEnum):
    """What separates tied sides. Criteria with ``among`` look only at encounters of the tied with each other."""

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
    """Who may enter, and how many."""

    kind: SideKind
    least: Count
    most: Count


class TeamTerms(Terms, frozen=True):
    """How teams meet: each encounter is played at several tables at once."""

    tables: Annotated[int, Meta(ge=1, le=6)]
    """Tables of an encounter, with a pair of each team."""
    decided_by: Literal["points", "tables"]
    """Whether the points of all tables are added up and scored once, or each table is scored for itself."""


class EncounterForm(Terms, frozen=True):
    """How an encounter is played."""

    length: EncounterLength
    number: CountOrNone
    """Matches or deals; 0 where time alone ends it."""
    target: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The points that end a match; 0 for the rulebook's, and where no match is played to the end."""
    minutes: Minutes
    """The limit; 0 for none."""
    warning: Minutes
    """How long before the call the warning is given; 0 for none."""
    at_call: AtCall
    last_minutes: Minutes
    """With ``no_new_deal``: how long before the call no deal begins any more."""
    morto_charged: bool
    """Whether a morto that was not taken is charged when time ended the deal."""


class MatchPoints(Terms, frozen=True, tag="points", tag_field="kind"):
    """Points for a win, a draw and a loss."""

    win: ClassPoints
    draw: ClassPoints
    loss: ClassPoints
    walkover: Pair
    """For the side that was present, and the absent one."""
    default: Pair
    """For the winner and the loser of an encounter that was given, not played."""
    abandonment: Pair
    """For the side that stayed, and the one that left."""
    bye: ClassPoints


class VictoryPoints(Terms, frozen=True, tag="victory_points", tag_field="kind"):
    """Points by the difference, from a named table."""

    table: Line
    """One of ``[victory_tables]``, or of the package."""
    walkover: Pair
    default: Pair
    abandonment: Pair
    bye: ClassPoints


class ComparisonPoints(Terms, frozen=True, tag="comparison", tag_field="kind"):
    """Points by comparing each deal with those who had the same cards at other tables: duplicate's matchpoints.

    What was not played gives a share of the most that the round gave, in percent.
    """

    walkover: Pair
    default: Pair
    abandonment: Pair
    bye: ClassPoints


Scoring = MatchPoints | VictoryPoints | ComparisonPoints


class VictoryTable(Terms, frozen=True):
    """Victory points by the difference of an encounter."""

    official: bool
    """Whether a federation publishes it. The package's own tables are examples, and false."""
    about: Line
    bands: Annotated[tuple[tuple[PlayPoints, PlayPoints, ClassPoints, ClassPoints], ...], Meta(min_length=1)]
    """From a difference, to a difference, for the winner, for the loser."""
    above: Pair
    """For any larger difference."""


class Award(Terms, frozen=True):
    """The score of what was not played, for the side that gains by it and the other one."""

    score: ScorePair
    in_differences: bool
    """Whether that score counts in differences and sums of points."""


class WalkoverTerms(Terms, frozen=True):
    """MissedRound."""

    tolerance_minutes: Minutes
    score: ScorePair
    in_differences: bool
    costs_tie_breaks: bool
    """Whether a side that was absent stands behind all with whom it is tied."""


class AbsenceTerms(Terms, frozen=True):
    """A side that misses rounds with notice. It is not paired, and nobody has a walkover."""

    requested_byes: CountOrNone
    """The most byes that a side may ask for; in a league a bye is an evening."""


class AbandonmentTerms(Terms, frozen=True):
    """A side that leaves during an encounter."""

    score: ScorePair
    in_differences: bool
    as_played: bool
    """Whether the points of the matches that were played count in the place of `score`."""


class StandingsTerms(Terms, frozen=True):
    """What separates sides with the same points."""

    two: Annotated[tuple[Criterion, ...], Meta(min_length=1)]
    more: Annotated[tuple[Criterion, ...], Meta(min_length=1)]
    """For three and more."""
    restart: bool
    """Whether those who are still tied begin their chain again when others are separated from them."""


class ListedPenalty(Terms, frozen=True):
    """A penalty that may be applied: no other may. It touches the classification only (buraco Art. 18)."""

    id: Line
    article: Line
    points: Annotated[int, Meta(ge=-10_000, le=0)]


class SeatTerms(Terms, frozen=True):
    """Who sits where."""

    tables: Literal["lot", "standing"]
    seats: Literal["lot", "standing"]
    apart_rounds: CountOrNone
    """In how many rounds, from the first, sides of one delegation are kept apart."""


class ClubTerms(Terms, frozen=True):
    """How the clubs, the delegations of the sides, are ranked."""

    best: Annotated[int, Meta(ge=1, le=20)]
    """How many sides of each club count."""
    order: Literal["points", "places"]
    """What is added up: the sides' points of the classification, or their places in the order of all."""


class OnlineTerms(Terms, frozen=True):
    """How the server's own tables are, where nobody brings cards."""

    turn: Annotated[int, Meta(ge=0, le=3600)]
    """Seconds that the clock gives each turn; 0 for none."""
    bank: Annotated[int, Meta(ge=0, le=86_400)]
    """Seconds for the whole match, used when a turn takes longer; 0 for none."""
    stand_in: bool
    """Whether a bot plays on for a player who has gone; otherwise the encounter ends, abandoned by their side."""
    spectators: bool
    hints: bool
    talk: Literal["off", "presets", "free"]
    """What may be said at a table; never between partners during a deal."""
    packs: Literal["own", "same"]
    """Whether each table has packs of its own, or all tables of a round have the same."""


class Regulations(Terms, frozen=True, omit_defaults=True):
    """All decisions of regulations."""

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
    """How clubs are ranked; None if they are not."""
    online: OnlineTerms | None = None
    """How it is played at the server's tables; None with real cards."""
    teams: TeamTerms | None = None
    """At how many tables teams meet; None for one."""

    @property
    def tables_of_encounter(self) -> int:
        """The tables at which two sides meet at once."""
        return 1 if self.teams is None else self.teams.tables

    def tables_at(self, encounter: int) -> range:
        """The tables of an encounter by its number in a round, from 1: of the third encounter of teams 5 and 6."""
        each = self.tables_of_encounter
        return range((encounter - 1) * each + 1, encounter * each + 1)

    def tables_label(self, encounter: int) -> str:
        """The table of an encounter; of teams the first and the last, as in 5–6."""
        tables = self.tables_at(encounter)
        return str(tables[0]) if len(tables) == 1 else f"{tables[0]}–{tables[-1]}"

    def form_of(self, phase: int) -> EncounterForm:
        """How the encounters of a phase are played, by its number from 0."""
        return self.encounters[self.phases[phase].encounter]

    def scoring_of(self, phase: int) -> Scoring:
        """How the encounters of a phase are scored, by its number from 0."""
        return self.scorings[self.phases[phase].scoring]

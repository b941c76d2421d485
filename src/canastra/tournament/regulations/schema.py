"""What the Congresso Técnico decides, as values: every field is stated in ``regulations.toml``, none has a default.

Regional Art. 15 leaves the form of the dispute and its schedule to the technical meeting at the place of the games. No
article of any rulebook says anything about absence, byes or standings, so all of that is data here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

FORMAT = "canastra-regulations/1"
WHOLE = 100
"""The most that a side can have by comparison, in percent."""

Count = Annotated[int, Meta(ge=1, le=1000)]
CountOrNone = Annotated[int, Meta(ge=0, le=1000)]
Minutes = Annotated[int, Meta(ge=0, le=1440)]
ClassPoints = Annotated[int, Meta(ge=-10_000, le=10_000)]
"""Points of the classification, which are none of a match."""
PlayPoints = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""Points of a match."""
Line = Annotated[str, Meta(min_length=1, max_length=120)]
Pair = tuple[ClassPoints, ClassPoints]
ScorePair = tuple[PlayPoints, PlayPoints]


class SideKind(StrEnum):
    """Who plays against whom."""

    PAIRS = "pairs"
    TEAMS = "teams"
    """Several pairs each: the result of an encounter has the matches of all its tables."""
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


class _Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What all parts have: strict, and a value."""


class EntryTerms(_Terms, frozen=True):
    """Who may enter, and how many."""

    kind: SideKind
    least: Count
    most: Count


class EncounterForm(_Terms, frozen=True):
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


class MatchPoints(_Terms, frozen=True, tag="points", tag_field="kind"):
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


class VictoryPoints(_Terms, frozen=True, tag="victory_points", tag_field="kind"):
    """Points by the difference, from a named table."""

    table: Line
    """One of ``[victory_tables]``, or of the package."""
    walkover: Pair
    default: Pair
    abandonment: Pair
    bye: ClassPoints


class ComparisonPoints(_Terms, frozen=True, tag="comparison", tag_field="kind"):
    """Points by comparing each deal with those who had the same cards at other tables: duplicate's matchpoints.

    What was not played gives a share of the most that the round gave, in percent.
    """

    walkover: Pair
    default: Pair
    abandonment: Pair
    bye: ClassPoints


Scoring = MatchPoints | VictoryPoints | ComparisonPoints


class VictoryTable(_Terms, frozen=True):
    """Victory points by the difference of an encounter."""

    official: bool
    """Whether a federation publishes it. The package's own tables are examples, and false."""
    about: Line
    bands: Annotated[tuple[tuple[PlayPoints, PlayPoints, ClassPoints, ClassPoints], ...], Meta(min_length=1)]
    """From a difference, to a difference, for the winner, for the loser."""
    above: Pair
    """For any larger difference."""


class Award(_Terms, frozen=True):
    """The score of what was not played, for the side that gains by it and the other one."""

    score: ScorePair
    in_differences: bool
    """Whether that score counts in differences and sums of points."""


class WalkoverTerms(_Terms, frozen=True):
    """MissedRound."""

    tolerance_minutes: Minutes
    score: ScorePair
    in_differences: bool
    costs_tie_breaks: bool
    """Whether a side that was absent stands behind all with whom it is tied."""


class AbsenceTerms(_Terms, frozen=True):
    """A side that misses rounds with notice. It is not paired, and nobody has a walkover."""

    requested_byes: CountOrNone
    """The most byes that a side may ask for; in a league a bye is an evening."""


class AbandonmentTerms(_Terms, frozen=True):
    """A side that leaves during an encounter."""

    score: ScorePair
    in_differences: bool
    as_played: bool
    """Whether the points of the matches that were played count in the place of `score`."""


class StandingsTerms(_Terms, frozen=True):
    """What separates sides with the same points."""

    two: Annotated[tuple[Criterion, ...], Meta(min_length=1)]
    more: Annotated[tuple[Criterion, ...], Meta(min_length=1)]
    """For three and more."""
    restart: bool
    """Whether those who are still tied begin their chain again when others are separated from them."""


class ListedPenalty(_Terms, frozen=True):
    """A penalty that may be applied: no other may. It touches the classification only (buraco Art. 18)."""

    id: Line
    article: Line
    points: Annotated[int, Meta(ge=-10_000, le=0)]


class SeatTerms(_Terms, frozen=True):
    """Who sits where."""

    tables: Literal["lot", "standing"]
    seats: Literal["lot", "standing"]
    apart_rounds: CountOrNone
    """In how many rounds, from the first, sides of one delegation are kept apart."""


class _Phase(_Terms, frozen=True, kw_only=True):
    """What all phases state."""

    name: Line
    encounter: Line
    """One of ``[encounters]``."""
    scoring: Line
    """One of ``[scorings]``."""
    passing: CountOrNone
    """How many go on to the next phase, of each group if there are groups; 0 in the last one."""
    carry: Literal["none", "points", "among_passed"]
    """What they bring along into this phase: nothing, their points, or those won against others that passed too."""


class GroupsPhase(_Phase, frozen=True, kw_only=True, tag="groups", tag_field="kind"):
    """Everybody meets everybody of the group."""

    number: CountOrNone
    """Groups; 0 if their size is stated."""
    size: CountOrNone
    """Sides of a group, at most; 0 if the number of groups is stated."""
    double: bool
    fill: Literal["draw", "pots", "snake"]
    best_others: CountOrNone
    """How many go on besides, from all groups together."""
    normalise: Literal["none", "drop_last", "per_encounter"]
    """How those of unequal groups are compared: not at all, without encounters with the last, or per encounter."""
    withdrawn: Literal["kept", "annulled"]
    """What becomes of the results of a side that withdraws before it has played all of its group."""


class KnockoutPhase(_Phase, frozen=True, kw_only=True, tag="knockout", tag_field="kind"):
    """The loser is out."""

    seeding: Literal["standing", "draw", "crossing"]
    """By the standing of the phase before, by lot, or each group's first against another's second."""
    third_place: bool
    consolation: bool
    level: Literal["play_on", "better_seed", "lot"]
    """What decides an encounter that ended level."""


class MitchellPhase(_Phase, frozen=True, kw_only=True, tag="mitchell", tag_field="kind"):
    """One line sits, the other moves."""

    rounds: Count
    move: Count
    """Tables by which the line moves."""
    skip: bool
    """Whether it moves one table more each time that it would come back to where it began."""
    switched: CountOrNone
    """In how many of the last rounds the line that moves sits first (arrow switch); 0 for none."""


class HowellPhase(_Phase, frozen=True, kw_only=True, tag="howell", tag_field="kind"):
    """All sides but one move, and meet everybody once if there are rounds enough."""

    rounds: Count


class DanesePhase(_Phase, frozen=True, kw_only=True, tag="danese", tag_field="kind"):
    """First against second of the standings, third against fourth, and so on."""

    rounds: Count
    rematches: Literal["allowed", "not_last", "never"]


class SwissPhase(_Phase, frozen=True, kw_only=True, tag="swiss", tag_field="kind"):
    """Sides of nearly the same standing that have not met."""

    rounds: Count


class LeaguePhase(_Phase, frozen=True, kw_only=True, tag="league", tag_field="kind"):
    """Evenings, of which the best count."""

    evenings: Count
    best: Count
    rounds: Count
    """Rounds of each evening."""
    pairing: Literal["round_robin", "swiss", "danese"]


class IndividualPhase(_Phase, frozen=True, kw_only=True, tag="individual", tag_field="kind"):
    """Partners change every round."""

    rounds: Count


class OnlineTerms(_Terms, frozen=True):
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


PhaseTerms = (
    GroupsPhase | KnockoutPhase | MitchellPhase | HowellPhase | DanesePhase | SwissPhase | LeaguePhase | IndividualPhase
)


class Regulations(_Terms, frozen=True, omit_defaults=True):
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
    online: OnlineTerms | None = None
    """How it is played at the server's tables; None with real cards."""

    def form_of(self, phase: int) -> EncounterForm:
        """How the encounters of a phase are played, by its number from 0."""
        return self.encounters[self.phases[phase].encounter]

    def scoring_of(self, phase: int) -> Scoring:
        """How the encounters of a phase are scored, by its number from 0."""
        return self.scorings[self.phases[phase].scoring]

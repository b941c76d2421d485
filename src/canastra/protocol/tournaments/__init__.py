"""Bodies of requests and answers about tournaments: what an organiser, a referee, the desk, a table and a wall see."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from canastra.protocol.commands import CommandId
from canastra.protocol.tournaments.rounds import Both, PlannedCard, RoundCard, RoundStep
from canastra.tournament import events as ev
from canastra.tournament.events import EncounterResult
from canastra.tournament.results import ScoreRange
from canastra.tournament.standings import CategoryStandings, ClubStanding

TournamentRole = Literal["organiser", "referee", "desk"]
"""What a member may be; an organiser may do what a referee and the desk may."""
Due = Literal["entries", "draw", "pair", "publish", "start", "results", "close", "ratify", "over"]
"""What comes next on the day."""
RegulationsDocument = Annotated[str, Meta(max_length=64_000, description="regulations.toml")]
Side = ev.Number
Token = Annotated[str, Meta(min_length=1, max_length=80, description="what a QR code or a link holds")]


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a client sends: unknown keys are refused."""


class NewTournament(_Body, frozen=True):
    """Found a tournament by its regulations, a document as docs/tournaments.md has it. The same id twice founds one."""

    id: CommandId
    regulations: RegulationsDocument


class RegulationsText(_Body, frozen=True):
    """Regulations to be read without keeping them."""

    regulations: RegulationsDocument


class NewSide(_Body, frozen=True):
    """An entry: a pair, a team or a player."""

    name: ev.Name
    players: Annotated[tuple[ev.Name, ...], Meta(min_length=1, max_length=12)]
    delegation: Annotated[str, Meta(max_length=80)] = ""
    category: ev.Category = ""


class _Act(_Body, frozen=True, tag_field="type"):
    """Base of what becomes one or more events of the log."""


class Adopt(_Act, frozen=True, tag="adopt"):
    """Regulations that replace those before."""

    regulations: RegulationsDocument
    reason: ev.Reason


class Enter(_Act, frozen=True, tag="enter"):
    """Sides enter; each gets the next number. Once a phase has begun they are late entries, and join it.

    They come into the smallest group, or the one of this number.
    """

    sides: Annotated[tuple[NewSide, ...], Meta(min_length=1, max_length=400)]
    group: ev.Number | None = None


class CheckIn(_Act, frozen=True, tag="check_in"):
    """Sides are there."""

    sides: Annotated[tuple[Side, ...], Meta(min_length=1, max_length=400)]


class RollCall(_Act, frozen=True, tag="roll_call"):
    """The sides that miss the rounds `first` to `last` of the current phase with notice. All others play.

    `byes` are sides that have asked for a bye, as far as the regulations allow; `absent` those who get nothing.
    """

    first: ev.Number
    last: ev.Number
    absent: Annotated[tuple[Side, ...], Meta(max_length=400)]
    byes: Annotated[tuple[Side, ...], Meta(max_length=400)] = ()
    reason: ev.Text = ""


class CheckOut(_Act, frozen=True, tag="check_out"):
    """Undo the check-in of a side. Allowed until the first phase is drawn; after that it withdraws."""

    side: Side


class DrawPhase(_Act, frozen=True, tag="draw"):
    """Publish the seed of the next phase and draw it. If a seed is published already, send an empty one."""

    seed: Annotated[str, Meta(max_length=200)]


class PairRound(_Act, frozen=True, tag="pair"):
    """Pair the next round of the phase, or its draft again."""


class ReleaseHalf(_Act, frozen=True, tag="release_half"):
    """The phone that spoke for a side of a table no longer does. Not an event of the log.

    `renew` has the side get another code: the one before opens nothing from now on.
    """

    phase: ev.Number
    round: ev.Number
    table: ev.Number
    half: ev.Half
    renew: bool = False


class ReleasePlayer(_Act, frozen=True, tag="release_player"):
    """Whoever plays as this player of a side no longer does, and the link is free again. Not an event of the log.

    `player` counts from 1, in the order of the side's players. `renew` has the player get another link: the one before
    opens nothing from now on.
    """

    side: Side
    player: ev.Number
    renew: bool = False


TournamentAct = (
    Adopt
    | Enter
    | CheckIn
    | CheckOut
    | RollCall
    | DrawPhase
    | PairRound
    | ReleaseHalf
    | ReleasePlayer
    | ev.SideCorrected
    | ev.SideRemoved
    | ev.SideWithdrawn
    | ev.SideReturned
    | ev.FixturesChanged
    | ev.RoundPublished
    | ev.RoundStarted
    | ev.RoundPaused
    | ev.RoundResumed
    | ev.RoundExtended
    | ev.LineUpGiven
    | ev.RoundClosed
    | ev.RoundRatified
    | ev.ResultReported
    | ev.ResultConfirmed
    | ev.SheetReceived
    | ev.ResultCorrected
    | ev.ResultDecided
    | ev.CaseDecided
    | ev.PenaltyApplied
    | ev.Revoked
)
"""What may be done; by whom, `canastra.server.tournaments.roles` says."""


class TournamentCommand(_Body, frozen=True):
    """Something to be done. The same id of the same person twice is done once, and answered twice the same."""

    id: CommandId
    act: TournamentAct


class NewInvitation(_Body, frozen=True):
    """An invitation to a role is wanted."""

    role: TournamentRole


class RedeemInvitation(_Body, frozen=True):
    """Take the role that an invitation gives."""

    token: Token


class OpenTable(_Body, frozen=True):
    """Open a table by the code of a side, scanned or typed; with `speak`, speak for that side from this phone."""

    token: Token
    speak: bool = False


class TournamentDone(Struct, frozen=True):
    """Done, and on the disk: the log has so many lines."""

    line: int


class TournamentSummary(Struct, frozen=True):
    """A tournament in a list; `since` is when the caller got the role, in milliseconds since 1970."""

    id: str
    name: str
    rulebook: str
    role: TournamentRole
    since: int
    sides: int
    due: Due


class TournamentSummaries(Struct, frozen=True):
    """The tournaments where somebody has a role, the latest first."""

    tournaments: tuple[TournamentSummary, ...]


class RegulationsExample(Struct, frozen=True):
    """Regulations of the package."""

    id: str
    text: str


class RegulationsExamples(Struct, frozen=True):
    """The regulations of the package: examples of events, and nobody's rules."""

    examples: tuple[RegulationsExample, ...]


class RegulationsRead(Struct, frozen=True):
    """Regulations that can be; `warnings` are sentences in the language that was asked for."""

    name: str
    rulebook: str
    warnings: tuple[str, ...]


class RegulationsFault(Struct, frozen=True, omit_defaults=True):
    """Why regulations can't be: a stable code, a sentence in both languages, and the key, as in ``phases[1].passing``.

    `key` is empty for the whole text.
    """

    code: str
    pt: str
    en: str
    key: str = ""


class SideCard(Struct, frozen=True):
    """An entry."""

    number: int
    name: str
    players: tuple[str, ...]
    delegation: str
    category: str
    checked_in: bool
    withdrawn: bool


class StandingCard(Struct, frozen=True):
    """A place, and why, in the language that was asked for."""

    place: int
    side: int
    points: int
    encounters: int
    wins: int
    difference: int
    reason: str
    passes: bool
    """Whether it would go on to the next phase, as things stand."""


class GroupCard(Struct, frozen=True):
    """A group, or all sides of a phase without groups."""

    sides: tuple[int, ...]
    standings: tuple[StandingCard, ...]


class AbsenceCard(Struct, frozen=True):
    """A round that a side misses with notice; `bye` is whether it counts as a bye."""

    side: int
    round: int
    bye: bool


class PhaseCard(Struct, frozen=True):
    """A phase as the regulations have it; without groups until it has begun."""

    number: int
    form: str
    name: str
    rounds_due: int | None
    """How many rounds it has in all, once it has begun."""
    groups: tuple[GroupCard, ...]
    rounds: tuple[RoundCard, ...]
    seed: str
    drawn: bool
    """Whether its seed decides who plays where, and not only lots and seats."""
    length: Literal["best_of", "exactly", "deals", "time"]
    count: int
    """Matches or deals of an encounter; 0 by time."""
    each_deal: bool
    """Whether a result has the score of each deal: by comparison."""
    target: int
    """The points that end a match; 0 if no match goes to a target."""
    scores: ScoreRange
    """What each score of a result can be."""
    minutes: int
    """The limit of a round; 0 for none."""
    warning: int
    """So many minutes before its end the warning is given; 0 for none."""
    at_call: str
    """What happens when time is called."""
    ranked: bool
    """Whether the standings say more than the lots: something was played, or brought along."""
    scheduled: bool
    """Whether its rounds are known from the draw."""
    planned: tuple[PlannedCard, ...]
    """The unpublished ones of them."""
    absences: tuple[AbsenceCard, ...] = ()
    missable: int = 0
    """How many rounds it has that a side may miss with notice: none where encounters are fixed."""
    evening: int = 1
    """How many rounds an evening has, in a league."""


class PenaltyTerm(Struct, frozen=True):
    """A penalty that the regulations list."""

    id: str
    points: int
    article: str


class PenaltyCard(Struct, frozen=True):
    """A penalty that was applied; `line` is that of the log."""

    line: int
    phase: int
    side: int
    penalty: str
    reason: str


class DecisionCard(Struct, frozen=True):
    """What the referee decided; `place` is the phase, the round and the table of the encounter, if it is about one."""

    line: int
    article: str
    reason: str
    by: str
    at: int
    place: tuple[int, int, int] | None


class ClubsCard(Struct, frozen=True):
    """The standings of clubs: how many sides of each count, what is added up, the clubs."""

    best: int
    order: Literal["points", "places"]
    clubs: tuple[ClubStanding, ...]


class TournamentView(Struct, frozen=True):
    """Everything that a person may see of a tournament, as it stands after `line` lines."""

    id: str
    line: int
    name: str
    rulebook: str
    kind: Literal["pairs", "teams", "players"]
    """What a side is."""
    online: bool
    """Whether the server's own tables are played at."""
    least: int
    """As many entries have to be there before the draw."""
    tolerance: int
    """After so many minutes whoever isn't there is absent."""
    role: TournamentRole | None
    """The caller's; None for the public."""
    due: Due
    sides: tuple[SideCard, ...]
    phases: tuple[PhaseCard, ...]
    decisions: tuple[DecisionCard, ...]
    penalties: tuple[PenaltyCard, ...]
    requested_byes: int
    """How many byes a side may ask for, for rounds that it misses."""
    penalty_terms: tuple[PenaltyTerm, ...]
    overall: tuple[int, ...]
    """All sides from the first to the last, once the last phase is over."""
    categories: tuple[CategoryStandings, ...]
    """The sides of each category, as things stand; none before anything is played."""
    clubs: ClubsCard | None
    """The clubs, as things stand; None if the regulations don't rank them, and before anything is played."""


class TableView(Struct, frozen=True):
    """What a phone at a table sees: who meets there, what both sides said, what counts."""

    id: str
    line: int
    name: str
    rulebook: str
    phase: int
    round: int
    stage: RoundStep
    last: bool
    """Whether no round is played after this one."""
    table: int
    coded: ev.Half
    """The side that the code is of."""
    half: ev.Half | None
    """The same, once this phone speaks for it."""
    taken: tuple[bool, bool]
    """Whether a phone, this one or another, speaks for each side."""
    one: tuple[SideCard, ...]
    two: tuple[SideCard, ...]
    length: Literal["best_of", "exactly", "deals", "time"]
    number: int
    """Matches or deals of the encounter; 0 by time."""
    each_deal: bool
    """Whether a result has the score of each deal: by comparison."""
    target: int
    scores: ScoreRange
    """What each score of a result can be."""
    at_call: str
    ends: int | None
    warns: int | None
    paused: int | None
    reports: Both
    result: EncounterResult | None

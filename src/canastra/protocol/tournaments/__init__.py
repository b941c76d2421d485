"""Bodies of requests and answers about tournaments, for organisers, referees, the desk, tables and wall displays."""

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
"""The roles of members; an organiser may do what a referee and the desk may."""
Due = Literal["entries", "draw", "pair", "publish", "start", "results", "close", "ratify", "over"]
"""The next thing to do on the day."""
RegulationsDocument = Annotated[str, Meta(max_length=64_000, description="regulations.toml")]
Side = ev.Number
Token = Annotated[str, Meta(min_length=1, max_length=80, description="the token of a QR code or link")]


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a client sends: unknown keys are refused."""


class NewTournament(_Body, frozen=True):
    """Found a tournament by its regulations, a document as docs/tournaments.md has it. The same id twice founds one."""

    id: CommandId
    regulations: RegulationsDocument


class RegulationsText(_Body, frozen=True):
    """Regulations to read without storing them."""

    regulations: RegulationsDocument


class NewSide(_Body, frozen=True):
    """An entry: a pair, a team or a player."""

    name: ev.Name
    players: Annotated[tuple[ev.Name, ...], Meta(min_length=1, max_length=12)]
    delegation: Annotated[str, Meta(max_length=80)] = ""
    category: ev.Category = ""


class _Act(_Body, frozen=True, tag_field="type"):
    """The base of acts that become one or more events of the log."""


class Adopt(_Act, frozen=True, tag="adopt"):
    """Regulations that replace the present ones."""

    regulations: RegulationsDocument
    reason: ev.Reason


class Enter(_Act, frozen=True, tag="enter"):
    """Sides enter; each gets the next number. Once a phase has begun they are late entries, and join it.

    They come into the smallest group, or the one of this number.
    """

    sides: Annotated[tuple[NewSide, ...], Meta(min_length=1, max_length=400)]
    group: ev.Number | None = None


class CheckIn(_Act, frozen=True, tag="check_in"):
    """Check sides in: they are present."""

    sides: Annotated[tuple[Side, ...], Meta(min_length=1, max_length=400)]


class RollCall(_Act, frozen=True, tag="roll_call"):
    """The sides that miss the rounds `first` to `last` of the current phase with notice. All others play.

    `byes` are sides that have asked for a bye, as far as the regulations allow; `absent` are sides that get nothing.
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
    """Release the phone that speaks for a side of a table. This is not an event of the log.

    With `renew` the side gets another code, and the old one no longer works.
    """

    phase: ev.Number
    round: ev.Number
    table: ev.Number
    half: ev.Half
    renew: bool = False


class ReleasePlayer(_Act, frozen=True, tag="release_player"):
    """Release a player of a side: the person who plays as them no longer does, and the link is free again. This is not
    an event of the log.

    `player` counts from 1, in the order of the side's players. With `renew` the player gets another link, and the old
    one no longer works.
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
"""All acts; `canastra.server.tournaments.roles` decides which role may do which."""


class TournamentCommand(_Body, frozen=True):
    """A command. If the same person sends the same id twice, it is done once, and both answers are the same."""

    id: CommandId
    act: TournamentAct


class NewInvitation(_Body, frozen=True):
    """A request for an invitation to a role."""

    role: TournamentRole


class RedeemInvitation(_Body, frozen=True):
    """Take the role that an invitation gives."""

    token: Token


class OpenTable(_Body, frozen=True):
    """Open a table by the code of a side, scanned or typed; with `speak`, speak for that side from this phone."""

    token: Token
    speak: bool = False


class TournamentDone(Struct, frozen=True):
    """The command is done and stored; `line` is the number of lines that the log has now."""

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
    """The tournaments in which the caller has a role, the latest first."""

    tournaments: tuple[TournamentSummary, ...]


class RegulationsExample(Struct, frozen=True):
    """An example of regulations that comes with the package."""

    id: str
    text: str


class RegulationsExamples(Struct, frozen=True):
    """The examples of regulations that come with the package; no event is bound by them."""

    examples: tuple[RegulationsExample, ...]


class RegulationsRead(Struct, frozen=True):
    """Valid regulations; `warnings` are sentences in the language of the request."""

    name: str
    rulebook: str
    warnings: tuple[str, ...]


class RegulationsFault(Struct, frozen=True, omit_defaults=True):
    """Why regulations are invalid: a stable code, a sentence in both languages, and the key, as in
    ``phases[1].passing``.

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
    """A place in the standings and the reason for it, in the language of the request."""

    place: int
    side: int
    points: int
    encounters: int
    wins: int
    difference: int
    reason: str
    passes: bool
    """True if the side would pass to the next phase, as the standings are now."""


class GroupCard(Struct, frozen=True):
    """A group, or all sides of a phase without groups."""

    sides: tuple[int, ...]
    standings: tuple[StandingCard, ...]


class AbsenceCard(Struct, frozen=True):
    """A round that a side misses with notice; `bye` is true if it counts as a bye."""

    side: int
    round: int
    bye: bool


class PhaseCard(Struct, frozen=True):
    """A phase as the regulations have it; without groups until it has begun."""

    number: int
    form: str
    name: str
    rounds_due: int | None
    """The number of its rounds, once it has begun."""
    groups: tuple[GroupCard, ...]
    rounds: tuple[RoundCard, ...]
    seed: str
    drawn: bool
    """True if its seed decides the groups or pairings, not only lots and seats."""
    length: Literal["best_of", "exactly", "deals", "time"]
    count: int
    """Matches or deals of an encounter; 0 by time."""
    each_deal: bool
    """True if a result has the score of each deal: by comparison."""
    target: int
    """The points that end a match; 0 if no match goes to a target."""
    scores: ScoreRange
    """The possible scores of a result."""
    minutes: int
    """The limit of a round; 0 for none."""
    warning: int
    """The warning is given this number of minutes before the end of a round; 0 for no warning."""
    at_call: str
    """The rule for the call of time."""
    ranked: bool
    """True if the standings depend on more than lots: on matches played or points brought along."""
    scheduled: bool
    """True if its rounds are known from the draw."""
    planned: tuple[PlannedCard, ...]
    """The planned rounds that are not published yet."""
    absences: tuple[AbsenceCard, ...] = ()
    missable: int = 0
    """The number of rounds that a side may miss with notice: 0 where encounters are fixed."""
    evening: int = 1
    """The number of rounds in an evening of a league."""


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
    """A decision of the referee; `place` is the phase, the round and the table of the encounter, if it is about one."""

    line: int
    article: str
    reason: str
    by: str
    at: int
    place: tuple[int, int, int] | None


class ClubsCard(Struct, frozen=True):
    """The standings of clubs: the number of sides that count for each, the figure that is added up, the clubs."""

    best: int
    order: Literal["points", "places"]
    clubs: tuple[ClubStanding, ...]


class TournamentView(Struct, frozen=True):
    """The tournament as a person may see it after `line` lines of the log."""

    id: str
    line: int
    name: str
    rulebook: str
    kind: Literal["pairs", "teams", "players"]
    """The kind of a side."""
    online: bool
    """True if rounds are played at the server's own tables."""
    least: int
    """The number of entries that the draw requires."""
    tolerance: int
    """The number of minutes after which a missing player counts as absent."""
    role: TournamentRole | None
    """The caller's role; None for the public."""
    due: Due
    sides: tuple[SideCard, ...]
    phases: tuple[PhaseCard, ...]
    decisions: tuple[DecisionCard, ...]
    penalties: tuple[PenaltyCard, ...]
    requested_byes: int
    """The number of byes that a side may ask for, for rounds that it misses."""
    penalty_terms: tuple[PenaltyTerm, ...]
    overall: tuple[int, ...]
    """All sides from the first to the last, once the last phase is over."""
    categories: tuple[CategoryStandings, ...]
    """The sides of each category in their present order; empty before the first result."""
    clubs: ClubsCard | None
    """The clubs in their present order; None before the first result and if the regulations don't rank clubs."""


class TableView(Struct, frozen=True):
    """A table as its phones see it: the two sides, the results that they reported, the result that counts."""

    id: str
    line: int
    name: str
    rulebook: str
    phase: int
    round: int
    stage: RoundStep
    last: bool
    """True if no round is played after this one."""
    table: int
    coded: ev.Half
    """The side to which the code belongs."""
    half: ev.Half | None
    """The same side, once this phone speaks for it."""
    taken: tuple[bool, bool]
    """For each side, true if a phone, this one or another, speaks for it."""
    one: tuple[SideCard, ...]
    two: tuple[SideCard, ...]
    length: Literal["best_of", "exactly", "deals", "time"]
    number: int
    """Matches or deals of the encounter; 0 by time."""
    each_deal: bool
    """True if a result has the score of each deal: by comparison."""
    target: int
    scores: ScoreRange
    """The possible scores of a result."""
    at_call: str
    ends: int | None
    warns: int | None
    paused: int | None
    reports: Both
    result: EncounterResult | None

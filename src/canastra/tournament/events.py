"""The events of a tournament. The log holds them, and the tournament is a fold of the regulations and these events.

Phases, rounds and tables are numbered from 1. Nothing derived is stored, such as standings or the sides that pass,
except draws and drafts, which `canastra.tournament.verifier` derives again.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct

Number = Annotated[int, Meta(ge=1, le=100_000)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Category = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=500)]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
Half = Literal[0, 1]
"""One of the two sides of a fixture: 0 is the one named first."""
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes as hexadecimal."""
Score = tuple[Annotated[int, Meta(ge=-1_000_000, le=1_000_000)], Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]]
"""The points of both sides in one match, in one deal, or in all deals of an encounter without matches."""

LineUp = Annotated[tuple[tuple[Number, ...], ...], Meta(min_length=1, max_length=6)]
"""The players at each table of a team's encounter, by their places in the list of its players, from 1."""


def _tag(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class _Value(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all parts: strict and immutable."""


class Fixture(_Value, frozen=True):
    """The meeting at a table: two sides, or two pairs of players who are partners for this round."""

    table: Number
    one: tuple[Number, ...]
    two: tuple[Number, ...]


class PlayedResult(_Value, frozen=True, tag="played", tag_field="kind"):
    """The scores of the matches, in their order; of an encounter by deals or by time, one score."""

    matches: tuple[Score, ...]


class DealsResult(_Value, frozen=True, tag="deals", tag_field="kind"):
    """The score of each deal, in their order, where the regulations score by comparison."""

    deals: Annotated[tuple[Score, ...], Meta(min_length=1, max_length=1000)]


class WalkoverResult(_Value, frozen=True, tag="walkover", tag_field="kind"):
    """The absence of one side, or of both."""

    absent: tuple[Half, ...]


class DefaultResult(_Value, frozen=True, tag="default", tag_field="kind"):
    """A win that was given without play, although no side was absent."""

    winner: Half


class AbandonedResult(_Value, frozen=True, omit_defaults=True, tag="abandoned", tag_field="kind"):
    """A side left during the encounter, or resigned it; the scores are those until then."""

    left: Half
    matches: tuple[Score, ...]
    resigned: bool = False
    """True if it resigned instead of leaving. This is recorded, and makes no other difference."""


EncounterResult = PlayedResult | DealsResult | WalkoverResult | DefaultResult | AbandonedResult


class _Happening(_Value, frozen=True, tag=_tag, tag_field="type"):
    """The base of all events."""


class _Entry(_Happening, frozen=True):
    side: Number
    name: Name
    players: tuple[Name, ...]
    delegation: Annotated[str, Meta(max_length=80)]


class _OfPhase(_Happening, frozen=True):
    phase: Number


class _OfRound(_OfPhase, frozen=True):
    round: Number


class _OfTable(_OfRound, frozen=True):
    table: Number


class Adopted(_Happening, frozen=True):
    """The regulations are adopted; later ones replace them, with a reason. The digest is that of the file's bytes."""

    regulations: Digest
    reason: Text


class SideRegistered(_Entry, frozen=True, omit_defaults=True):
    """A side enters, late or not."""

    category: Category = ""


class SideCorrected(_Entry, frozen=True, omit_defaults=True):
    """A side's names are put right, or a player is replaced."""

    reason: Reason
    category: Category = ""


class SideRemoved(_Happening, frozen=True):
    """An entry was a mistake, and nothing has happened to it: it is struck out."""

    side: Number


class SideWithdrawn(_Happening, frozen=True):
    """A side leaves the tournament; its played encounters stay."""

    side: Number
    reason: Reason


class CheckedIn(_Happening, frozen=True):
    """A side checks in."""

    side: Number


class SideAbsent(_OfRound, frozen=True):
    """A side gives notice that it will miss a round, and is not paired in it."""

    side: Number
    bye: bool
    """True if the side has asked for a bye, which counts as one."""
    reason: Text


class SideReturned(_OfRound, frozen=True):
    """A side plays a round that it was going to miss, or returns in this round after it withdrew."""

    side: Number


class SeedPublished(_OfPhase, frozen=True):
    """The seed of a phase, before anything is drawn from it: of its draw, its seats and its lots."""

    seed: Annotated[str, Meta(min_length=1, max_length=200)]


class PhaseBegun(_OfPhase, frozen=True):
    """The sides of a phase, in the order of its draw or its seeding; several groups, or one."""

    groups: tuple[tuple[Number, ...], ...]


class SideAdmitted(_OfPhase, frozen=True):
    """A late entry joins a phase that has begun; `group` counts from 1."""

    group: Number
    side: Number


class RoundDrafted(_OfRound, frozen=True):
    """A round as it was paired; a later draft of the same round replaces it."""

    fixtures: tuple[Fixture, ...]
    byes: tuple[Number, ...]


class FixturesChanged(_OfRound, frozen=True):
    """Single tables of a round are paired otherwise by hand; the others stay as they are."""

    fixtures: tuple[Fixture, ...]
    byes: tuple[Number, ...]
    reason: Reason


class PacksSealed(_OfRound, frozen=True):
    """The commitments to the packs' secrets, before an online round is published in which all tables have the same
    packs.

    There is one for each deal. `packs` is the name to which they are bound.
    """

    packs: Name
    commitments: Annotated[tuple[Digest, ...], Meta(min_length=1, max_length=1000)]


class RoundPublished(_OfRound, frozen=True):
    """The pairings of a round become final."""


class RoundStarted(_OfRound, frozen=True):
    """Play of a round begins."""


class RoundPaused(_OfRound, frozen=True):
    """The round's clock stops."""

    reason: Reason


class RoundResumed(_OfRound, frozen=True):
    """The round's clock continues."""


class RoundExtended(_OfRound, frozen=True):
    """Time is called `minutes` later."""

    minutes: Annotated[int, Meta(ge=1, le=600)]
    reason: Reason


class LineUpGiven(_OfRound, frozen=True):
    """A team says who plays at each of its tables in a round."""

    side: Number
    line_up: LineUp


class RoundClosed(_OfRound, frozen=True):
    """Every table has its result."""


class PacksOpened(_OfRound, frozen=True):
    """The secrets from which the round's packs follow, published after the round."""

    secrets: Annotated[tuple[Digest, ...], Meta(min_length=1, max_length=1000)]


class RoundRatified(_OfRound, frozen=True):
    """The results are signed: they are final, unless the ratification is revoked."""


class ResultReported(_OfTable, frozen=True):
    """A side reports a played result. The referee decides all others."""

    half: Half
    result: EncounterResult


class ResultConfirmed(_OfTable, frozen=True):
    """A side confirms what the other one has reported."""

    half: Half


class SheetReceived(_OfTable, frozen=True):
    """The desk enters a paper sheet that both sides signed. It can only have a played result."""

    result: EncounterResult


class GamePlayed(_OfTable, frozen=True):
    """A result of the server's own tables, from an online encounter or the absence of a side."""

    result: EncounterResult
    games: Annotated[tuple[Name, ...], Meta(max_length=100)]
    """The ids of the tables, match by match, under which their records are stored."""


class ResultCorrected(_OfTable, frozen=True):
    """A correction of a result."""

    result: EncounterResult
    reason: Reason


class ResultDecided(_OfTable, frozen=True):
    """The referee decides an encounter: a difference between two reports, an absence, a case that no rule has."""

    result: EncounterResult
    article: Name
    reason: Reason


class CaseDecided(_Happening, frozen=True):
    """The referee decides something that changes no result (regional Art. 16)."""

    article: Name
    reason: Reason


class PenaltyApplied(_OfPhase, frozen=True):
    """One of the penalties listed in the regulations; it costs points of the classification in a phase."""

    side: Number
    penalty: Name
    reason: Reason


class Revoked(_Happening, frozen=True):
    """An earlier line of the log is revoked: it no longer counts."""

    line: Number
    reason: Reason


TournamentEvent = (
    Adopted
    | SideRegistered
    | SideCorrected
    | SideRemoved
    | SideWithdrawn
    | CheckedIn
    | SideAbsent
    | SideReturned
    | SeedPublished
    | PhaseBegun
    | SideAdmitted
    | RoundDrafted
    | FixturesChanged
    | PacksSealed
    | RoundPublished
    | RoundStarted
    | RoundPaused
    | RoundResumed
    | RoundExtended
    | LineUpGiven
    | RoundClosed
    | PacksOpened
    | RoundRatified
    | ResultReported
    | ResultConfirmed
    | SheetReceived
    | GamePlayed
    | ResultCorrected
    | ResultDecided
    | CaseDecided
    | PenaltyApplied
    | Revoked
)

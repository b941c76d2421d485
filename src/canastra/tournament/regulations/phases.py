"""The forms of a phase in ``regulations.toml``, and their common base."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1, le=1000)]
CountOrNone = Annotated[int, Meta(ge=0, le=1000)]
Line = Annotated[str, Meta(min_length=1, max_length=120)]


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all parts: strict and immutable."""


class _Phase(Terms, frozen=True, kw_only=True):
    """The fields of every phase."""

    name: Line
    encounter: Line
    """The name of one of ``[encounters]``."""
    scoring: Line
    """The name of one of ``[scorings]``."""
    passing: CountOrNone
    """The number of sides that pass to the next phase, of each group if there are groups; 0 in the last phase."""
    carry: Literal["none", "points", "among_passed"]
    """The points carried into this phase: none, all, or the points won against others that passed too."""


class GroupsPhase(_Phase, frozen=True, kw_only=True, tag="groups", tag_field="kind"):
    """Every two sides of a group meet."""

    number: CountOrNone
    """The number of groups; 0 if their size is stated."""
    size: CountOrNone
    """The most sides of a group; 0 if the number of groups is stated."""
    double: bool
    fill: Literal["draw", "pots", "snake"]
    best_others: CountOrNone
    """The number of further sides that pass, from all groups together."""
    normalise: Literal["none", "drop_last", "per_encounter"]
    """How sides of unequal groups are compared: without a correction, without encounters with the last, or per
    encounter.
    """
    withdrawn: Literal["kept", "annulled"]
    """The treatment of the results of a side that withdraws before the end of its group."""


class KnockoutPhase(_Phase, frozen=True, kw_only=True, tag="knockout", tag_field="kind"):
    """Knock-out: the loser is out."""

    seeding: Literal["standing", "draw", "crossing"]
    """The seeding: by the standing of the former phase, by lot, or each group's first against another's second."""
    third_place: bool
    consolation: bool
    level: Literal["play_on", "better_seed", "lot"]
    """The tie-break of an encounter that ended level."""


class MitchellPhase(_Phase, frozen=True, kw_only=True, tag="mitchell", tag_field="kind"):
    """Mitchell: one line sits, the other moves."""

    rounds: Count
    move: Count
    """Tables by which the line moves."""
    skip: bool
    """True if the line moves one further table each time that it would come back to its start."""
    switched: CountOrNone
    """The number of last rounds in which the moving line sits first (arrow switch); 0 for none."""


class HowellPhase(_Phase, frozen=True, kw_only=True, tag="howell", tag_field="kind"):
    """Howell: all sides but one move; with enough rounds every two meet once."""

    rounds: Count


class DanesePhase(_Phase, frozen=True, kw_only=True, tag="danese", tag_field="kind"):
    """Danese: first against second of the standings, third against fourth, and so on."""

    rounds: Count
    rematches: Literal["allowed", "not_last", "never"]


class SwissPhase(_Phase, frozen=True, kw_only=True, tag="swiss", tag_field="kind"):
    """Swiss: sides of nearly the same standing meet that have not met."""

    rounds: Count


class LeaguePhase(_Phase, frozen=True, kw_only=True, tag="league", tag_field="kind"):
    """League: evenings, of which the best count."""

    evenings: Count
    best: Count
    rounds: Count
    """Rounds of each evening."""
    pairing: Literal["round_robin", "swiss", "danese"]


class IndividualPhase(_Phase, frozen=True, kw_only=True, tag="individual", tag_field="kind"):
    """Individual: partners change every round."""

    rounds: Count


PhaseTerms = (
    GroupsPhase | KnockoutPhase | MitchellPhase | HowellPhase | DanesePhase | SwissPhase | LeaguePhase | IndividualPhase
)

"""The forms of a phase in ``regulations.toml``, and what all of its parts have."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1, le=1000)]
CountOrNone = Annotated[int, Meta(ge=0, le=1000)]
Line = Annotated[str, Meta(min_length=1, max_length=120)]


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What all parts have: strict, and a value."""


class _Phase(Terms, frozen=True, kw_only=True):
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
    """Each two sides of a group meet."""

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
    """All sides but one move; with enough rounds each two meet once."""

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


PhaseTerms = (
    GroupsPhase | KnockoutPhase | MitchellPhase | HowellPhase | DanesePhase | SwissPhase | LeaguePhase | IndividualPhase
)

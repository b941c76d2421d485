"""Records that anybody sends, read in a process of their own, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from canastra.errors import RecordError, RulebookError
from canastra.messages import LANGUAGES
from canastra.protocol.replays import RecordFault
from canastra.records import Record, RecordRuleError, parse, place_text
from canastra.records.parser import decode
from canastra.rulebooks import OFFICIAL, Rulebook, official

Find = Callable[[str], Rulebook]
Houses = Mapping[str, Rulebook | None]
"""Rulebooks of houses by their names, None of one that isn't known here."""


class WantedError(Exception):
    """A house's rulebook that has to be asked for elsewhere, by its name."""


def found_among(houses: Houses) -> Find:
    """A search for rulebooks that needs no database; it raises `WantedError` for a name that is not in `houses`."""

    def find(name: str) -> Rulebook:
        if name not in OFFICIAL and name not in houses:
            raise WantedError(name)
        return houses.get(name) or official(name)

    return find


def sent_record(content: bytes, find: Find) -> Record | RecordFault:
    """The record that somebody sent, or what is wrong with it."""
    try:
        return parse(decode(content), _known_here(find))
    except RecordError as error:
        portuguese, english = (error.message(language) for language in LANGUAGES)
        return RecordFault(error.code, portuguese, english, line=error.line)


def _known_here(find: Find) -> Find:
    """A search for rulebooks whose error says what to do about a house's that this server doesn't have."""

    def known(name: str) -> Rulebook:
        try:
            return find(name)
        except RulebookError as error:
            raise RulebookError("rulebook_not_here", name=name[:80], known=", ".join(OFFICIAL)) from error

    return known


def broken_rule(record: Record, error: RecordRuleError) -> RecordFault:
    """Where a record breaks a rule, and which."""
    place, why = error.place, error.violation
    portuguese, english = (
        f"{place_text(place, record.players, language)}: {why.message(language)}" for language in LANGUAGES
    )
    return RecordFault(
        why.code,
        portuguese,
        english,
        why.article,
        line=error.line,
        deal=place.deal,
        turn=place.turn,
        action=place.action,
    )

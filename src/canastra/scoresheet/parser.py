"""Reads sheets strictly and says where a file deviates (docs/scoresheet.md, The file)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from canastra.engine import NextDealer
from canastra.errors import CanastraError
from canastra.records.fields import Fields, read_document, read_headers, read_names
from canastra.records.parser import FindRulebook, read_rulebook
from canastra.records.preliminaries import read_encounter
from canastra.records.rulings import read_by, read_ruling, read_side
from canastra.rulebooks import Rulebook, official
from canastra.scoresheet.entries import MOST_POINTS, read_entry
from canastra.scoresheet.points import deal_points
from canastra.scoresheet.sheet import (
    ABOUT_KEYS,
    SHEET_FORMAT,
    Acceptance,
    Correction,
    DealEntry,
    MatchForfeit,
    Sheet,
    SideEntries,
    SideEntry,
)

LARGEST_SHEET: Final = 1024 * 1024
"""Bytes of the largest file; it has thousands of deals."""
_KEYS: Final = {
    "format",
    "rulebook",
    "sha256",
    "revision",
    "sides",
    "players",
    "score",
    "target",
    "dealer",
    "next_dealer",
    "encounter",
    "forfeits",
    "deals",
}
_DEAL_KEYS: Final = {"match", "dealer", "sides", "rulings", "accepted", "corrections"}


def parse_sheet(text: str, find: FindRulebook = official) -> Sheet:
    """Read a sheet from its text. Raises `RecordError`, with the line, if it is malformed."""
    return _sheet(*read_document(text), find)


def _sheet(data: dict[str, Any], fields: Fields, find: FindRulebook) -> Sheet:
    if fields.text("format") != SHEET_FORMAT:
        raise fields.error("wrong_format", "format", found=fields.text("format")[:40], format=SHEET_FORMAT)
    fields.only(_KEYS | set(ABOUT_KEYS))
    rulebook = read_rulebook(fields, find)
    names, encounter = read_names(fields, "sides", blank=True), fields.table("encounter")
    if len(names) != 2 or not all(name.strip() for name in names) or names[0] == names[1]:
        raise fields.error("sheet_two_names", "sides")
    part = read_encounter(encounter) if encounter else None
    first = part.match if part else 1
    return Sheet(
        rulebook=rulebook,
        names=(names[0], names[1]),
        players=_players(fields, rulebook),
        score=_score(fields),
        target=_target(fields, rulebook),
        dealer=_seat(fields, rulebook) if fields.has("dealer") else 0,
        next_dealer=fields.choice("next_dealer", NextDealer) if fields.has("next_dealer") else NextDealer.NEXT_SEAT,
        encounter=part,
        forfeits=tuple(
            _forfeit(table, first, part.before.matches if part else 1) for table in fields.tables("forfeits")
        ),
        deals=tuple(_deals(data, fields, rulebook, (first, part.before.matches if part else 1))),
        about=read_headers(fields, ABOUT_KEYS),
    )


def _players(fields: Fields, rulebook: Rulebook) -> tuple[str, ...]:
    if not fields.has("players"):
        return ()
    players = read_names(fields, "players", blank=True)
    if len(players) != rulebook.table.players:
        raise fields.error("player_count", "players", found=len(players), players=rulebook.table.players)
    return players


def _score(fields: Fields) -> tuple[int, int]:
    if not fields.has("score"):
        return 0, 0
    score = fields.list_of(int, "score")
    if len(score) != 2:
        raise fields.error("score_count", "score")
    if max(map(abs, score)) > MOST_POINTS:
        raise fields.error(
            "sheet_number_range", "score", key="score", found=max(score), low=-MOST_POINTS, high=MOST_POINTS
        )
    return score[0], score[1]


def _target(fields: Fields, rulebook: Rulebook) -> int | None:
    if not fields.has("target"):
        return None
    target = fields.integer("target")
    if not rulebook.match.target:
        raise fields.error("target_superfluous", "target")
    if target <= 0:
        raise fields.error("target_not_positive", "target", found=target)
    return target


def _seat(fields: Fields, rulebook: Rulebook) -> int:
    seat = fields.integer("dealer")
    if not 0 <= seat < rulebook.table.players:
        raise fields.error("no_such_seat", "dealer", found=seat, last=rulebook.table.players - 1)
    return seat


def _forfeit(fields: Fields, first: int, last: int) -> MatchForfeit:
    fields.only({"match", "side", "reason", "author", "time"})
    match = fields.integer("match") if fields.has("match") else first
    if not first <= match <= last:
        raise fields.error("sheet_no_such_match", "match", found=match, first=first, last=last)
    return MatchForfeit(match, read_side(fields), fields.filled("reason", "reason_empty"), **_by(fields))


def _by(fields: Fields) -> dict[str, Any]:
    return {key: value for key, value in read_by(fields).items() if key != "category"}


def _deals(data: dict[str, Any], fields: Fields, rulebook: Rulebook, matches: tuple[int, int]) -> Iterator[DealEntry]:
    now, last = matches
    for number, (deal, values) in enumerate(zip(fields.tables("deals"), data.get("deals", ()), strict=True), 1):
        deal.only(_DEAL_KEYS)
        match = deal.integer("match") if deal.has("match") else now
        if not now <= match <= min(now + 1, last):
            raise deal.error("sheet_deal_match", "match", found=match, now=now, last=last)
        now = match
        sides = _sides(deal, "sides", values.get("sides"), rulebook)
        corrections = _corrections(deal, values, rulebook, number)
        _check_chain(deal, sides, corrections)
        yield DealEntry(
            sides=sides,
            match=match,
            dealer=_seat(deal, rulebook) if deal.has("dealer") else None,
            rulings=tuple(read_ruling(ruling) for ruling in deal.tables("rulings")),
            accepted=tuple(_acceptance(table) for table in deal.tables("accepted")),
            corrections=corrections,
            line=deal.line(),
        )


def _sides(fields: Fields, key: str, values: Any, rulebook: Rulebook) -> SideEntries:
    tables = fields.tables(key)
    if len(tables) != 2:
        raise fields.error("sheet_two_entries", key, found=len(tables))
    one, two = (read_entry(table, value, rulebook) for table, value in zip(tables, values, strict=True))
    try:
        deal_points(rulebook, (one, two))
    except CanastraError as error:
        raise fields.error(error.code, key, **error.figures) from error
    return one, two


def _corrections(deal: Fields, values: Any, rulebook: Rulebook, number: int) -> tuple[Correction, ...]:
    found: list[Correction] = []
    for fields, value in zip(deal.tables("corrections"), values.get("corrections", ()), strict=True):
        fields.only({"side", "before", "after", "deals", "author", "time", "reason"})
        deals = fields.integer("deals")
        if not max([number, *(correction.deals for correction in found)]) <= deals:
            raise fields.error("sheet_correction_deals", "deals", found=deals, deal=number)
        by = _by(fields)
        for key in ("author", "time"):
            if key not in by:
                raise fields.error("key_missing", key, key=key)
        before, after = _entry(fields, "before", value, rulebook), _entry(fields, "after", value, rulebook)
        reason = fields.filled("reason", "reason_empty")
        found.append(Correction(read_side(fields), before, after, deals, by["author"], by["time"], reason))
    return tuple(found)


def _entry(fields: Fields, key: str, value: Any, rulebook: Rulebook) -> SideEntry:
    table = fields.table(key)
    if table is None:
        raise fields.error("key_missing", key, key=key)
    return read_entry(table, value[key], rulebook)


def _check_chain(fields: Fields, sides: SideEntries, corrections: tuple[Correction, ...]) -> None:
    """Raises `RecordError` unless each correction begins with the entry that the one before it left, and the last ends
    with the present entry.
    """
    for side in (0, 1):
        chain = [correction for correction in corrections if correction.side == side]
        afters = [correction.after for correction in chain]
        if chain and afters != [*(correction.before for correction in chain[1:]), sides[side]]:
            raise fields.error("sheet_correction_chain", "corrections", side=side)


def _acceptance(fields: Fields) -> Acceptance:
    fields.only({"code", "side", "reason", "author", "time"})
    side = read_side(fields) if fields.has("side") else None
    reason = fields.filled("reason", "reason_empty")
    return Acceptance(fields.text("code"), side, reason, **_by(fields))

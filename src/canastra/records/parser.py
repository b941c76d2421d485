"""Reads records strictly and says where a file deviates (docs/notation.md, File)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from canastra.cards import UNKNOWN, Card, cards_text, parse_cards, read_cards
from canastra.engine.deal import HAND_SIZE, PACK_SIZE, Piles
from canastra.engine.match import NextDealer
from canastra.errors import ActionError, CardError, RecordError, RulebookError
from canastra.records.document import FORMAT, DealRecord, Record
from canastra.records.fields import Fields, read_document, read_headers, read_names
from canastra.records.preliminaries import Seats, read_cut, read_draw, read_encounter
from canastra.records.rulings import read_forfeit, read_ruling
from canastra.records.turns import TurnLine, parse_turns
from canastra.rulebooks import OFFICIAL, POPULAR, load, official, shipped
from canastra.rulebooks.schema import Rulebook

LARGEST = 8 * 1024 * 1024
"""Bytes of the largest file; it has thousands of deals."""

FindRulebook = Callable[[str], Rulebook]


def read_file(path: Path, find: FindRulebook | None = None) -> Record:
    """Read a record from a file. Raises `RecordError` if it can't be read or is malformed.

    `find` finds the rulebook by the record's id. Without it, official ids are known, and those of house rulebooks in a
    file ``ID.toml`` beside the record.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    if len(data) > LARGEST:
        raise RecordError("file_too_large", limit=LARGEST // 1024 // 1024)
    return parse(decode(data), find or beside(path.parent))


_REASONS: dict[type[Exception], str] = {
    FileNotFoundError: "file_missing",
    IsADirectoryError: "file_is_a_folder",
    PermissionError: "file_forbidden",
}


def unreadable(path: Path, error: OSError | ValueError) -> RecordError:
    """The error for a file that can't be read; common causes have messages of their own."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    code = _REASONS.get(type(error))
    return RecordError(code, file=str(path)) if code else RecordError("file_unreadable", file=str(path), reason=reason)


def decode(data: bytes) -> str:
    """The text of a file. Raises `RecordError` if it isn't UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordError("not_utf8", line) from error


def parse(text: str, find: FindRulebook = official) -> Record:
    """Read a record from its text. Raises `RecordError`, with the line, if it is malformed."""
    return _record(read_document(text)[1], find)


def beside(folder: Path) -> FindRulebook:
    """A function that finds the package's rulebooks, and house rulebooks in files ``ID.toml`` of a folder.

    A house's file goes before a popular rulebook of the same id. It opens only files of plain ids in this folder, so a
    record can't name any other file.
    """

    def find(name: str) -> Rulebook:
        if name in OFFICIAL or not re.fullmatch(r"[a-z0-9-]{1,80}", name):
            return official(name)
        house = folder / f"{name}.toml"
        if name in POPULAR and not house.is_file():
            return shipped(name)
        if not house.is_file():
            raise RulebookError("rulebook_not_beside", name=name, known=", ".join(OFFICIAL))
        return load(str(house))

    return find


_KEYS = {
    "format",
    "rulebook",
    "sha256",
    "revision",
    "players",
    "score",
    "target",
    "forfeit",
    "encounter",
    "seats",
    "next_dealer",
    "annotations",
    "deals",
    "x",
}
_ABOUT = ("id", "date", "event", "place")


def _record(fields: Fields, find: FindRulebook) -> Record:
    if fields.text("format") != FORMAT:
        raise fields.error("wrong_format", "format", found=fields.text("format")[:40], format=FORMAT)
    fields.only(_KEYS | set(_ABOUT))
    rulebook = read_rulebook(fields, find)
    players = read_names(fields, "players")
    if len(players) != rulebook.table.players:
        raise fields.error("player_count", "players", found=len(players), players=rulebook.table.players)
    score = fields.list_of(int, "score")
    if len(score) != 2:
        raise fields.error("score_count", "score")
    forfeit, encounter = fields.table("forfeit"), fields.table("encounter")
    return Record(
        rulebook=rulebook,
        players=players,
        score=(score[0], score[1]),
        deals=tuple(_deal(deal, rulebook) for deal in fields.tables("deals")),
        target=_target(fields, rulebook),
        forfeit=read_forfeit(forfeit) if forfeit else None,
        about=read_headers(fields, _ABOUT),
        annotations=fields.plain_list("annotations"),
        x=fields.anything("x"),
        encounter=read_encounter(encounter) if encounter else None,
        seats=fields.choice("seats", Seats) if fields.has("seats") else None,
        next_dealer=fields.choice("next_dealer", NextDealer) if fields.has("next_dealer") else NextDealer.NEXT_SEAT,
    )


def read_rulebook(fields: Fields, find: FindRulebook) -> Rulebook:
    """The rulebook that a file names, once revision and digest agree. Raises `RecordError` if they do not."""
    name, revision = fields.text("rulebook"), fields.integer("revision")
    try:
        rulebook = find(name)
    except RulebookError as error:
        raise fields.error(error.code, "rulebook", **error.figures) from error
    if rulebook.id != name:
        raise fields.error("rulebook_other", "rulebook", found=name[:60], rulebook=rulebook.id)
    if revision != rulebook.revision:
        raise fields.error("revision_other", "revision", found=revision, revision=rulebook.revision)
    if rulebook.extends is None:
        if fields.has("sha256"):
            raise fields.error("sha256_superfluous", "sha256")
    elif fields.text("sha256") != rulebook.sha256:
        raise fields.error("sha256_other", "sha256", rulebook=rulebook.id)
    return rulebook


def _target(fields: Fields, rulebook: Rulebook) -> int | None:
    if not fields.has("target"):
        return None
    target = fields.integer("target")
    if not rulebook.match.target:
        raise fields.error("target_superfluous", "target")
    if target <= 0:
        raise fields.error("target_not_positive", "target", found=target)
    return target


_DEAL_KEYS = {"dealer", "draw", "cut", "hands", "mortos", "stock", "turns", "rulings", "fairness", "clock", "x"}


def _deal(fields: Fields, rulebook: Rulebook) -> DealRecord:
    fields.only(_DEAL_KEYS)
    dealer = fields.integer("dealer")
    if not 0 <= dealer < rulebook.table.players:
        raise fields.error("no_such_seat", "dealer", found=dealer, last=rulebook.table.players - 1)
    return DealRecord(
        dealer=dealer,
        piles=_piles(fields, rulebook),
        turns=_turns(fields),
        rulings=tuple(read_ruling(ruling) for ruling in fields.tables("rulings")),
        fairness=fields.plain_table("fairness"),
        clock=fields.plain_table("clock"),
        x=fields.anything("x"),
        line=fields.line(),
        draw=read_draw(fields, rulebook.table.players),
        cut=read_cut(fields, rulebook.table.players),
    )


def _piles(fields: Fields, rulebook: Rulebook) -> Piles:
    players = rulebook.table.players
    hands = tuple(_cards(fields, "hands", text) for text in fields.list_of(str, "hands"))
    mortos = tuple(_cards(fields, "mortos", text) for text in fields.list_of(str, "mortos"))
    stock = _cards(fields, "stock", fields.text("stock"))
    for key, piles, number in (("hands", hands, players), ("mortos", mortos, 2)):
        if len(piles) != number:
            raise fields.error("pile_number", key, key=key, found=len(piles), number=number)
        for pile in piles:
            if len(pile) != HAND_SIZE:
                raise fields.error("pile_size", key, key=key, found=len(pile), size=HAND_SIZE)
    expected = PACK_SIZE - HAND_SIZE * (players + 2)
    if len(stock) != expected:
        raise fields.error("pile_size", "stock", key="stock", found=len(stock), size=expected)
    counts = Counter(card for pile in (*hands, *mortos, stock) for card in pile if card != UNKNOWN)
    for card, number in counts.items():
        if number > 2:
            raise fields.error("card_too_often", "hands", card=str(card), found=number)
    return Piles(hands, (mortos[0], mortos[1]), stock)


def _cards(fields: Fields, key: str, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        word = str(error.figures["text"])
        meant = cards_text(read_cards(word))
        if meant:
            raise fields.error("card_spelling", key, text=word, right=meant) from error
        raise fields.error(error.code if word else "card_blanks", key, **error.figures) from error


def _turns(fields: Fields) -> tuple[TurnLine, ...]:
    text = fields.text("turns")
    try:
        turns = parse_turns(text)
    except ActionError as error:
        line = fields.line("turns", content=int(error.figures["index"]))
        raise RecordError(error.code, line, **error.figures) from error
    return tuple(replace(turn, line=fields.line("turns", content=index)) for index, turn in enumerate(turns))

"""The preliminaries of a deal: the encounter, the seats, the draw for the dealer, the cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from canastra.cards import UNKNOWN, Card, cards_text, parse_cards
from canastra.engine.deal import PACK_SIZE, highest_of
from canastra.engine.match import Encounter, Length
from canastra.errors import CardError
from canastra.records.fields import LONGEST_TEXT, Fields

MOST_MATCHES = 99
"""Most matches of an encounter."""


class Seats(StrEnum):
    """How the players got their seats (tranca Art. 2, buraco Art. 2)."""

    AGREED = "agreed"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class EncounterRecord:
    """The encounter to which a record's match belongs."""

    before: Encounter
    """The encounter before this match, with the record's sides."""
    id: str | None = None

    @property
    def match(self) -> int:
        """The number of this match, from 1."""
        return self.before.played + 1


@dataclass(frozen=True, slots=True)
class DealerDraw:
    """The cards drawn for the dealer: one of each seat, then of those tied for the highest, and so on."""

    rounds: tuple[tuple[Card, ...], ...]

    @property
    def seats(self) -> tuple[tuple[int, ...], ...]:
        """The seats that drew in each round."""
        among, found = tuple(range(len(self.rounds[0]))), []
        for cards in self.rounds:
            found.append(among)
            among = highest_of(among, cards)
        return tuple(found)

    @property
    def dealer(self) -> int:
        """The seat that drew the highest card."""
        return highest_of(self.seats[-1], self.rounds[-1])[0]


@dataclass(frozen=True, slots=True)
class Cut:
    """The seat that cut the pack, and the number of cards that went from its top to its bottom."""

    seat: int
    place: int


def dealer_draw(drawn: Iterable[tuple[int, Card]]) -> DealerDraw:
    """The draw from every card drawn, as `canastra.engine.draw_for_dealer` lists them."""
    rounds: list[list[Card]] = []
    last = -1
    for seat, card in drawn:
        if not rounds or seat <= last:
            rounds.append([])
        rounds[-1].append(card)
        last = seat
    return DealerDraw(tuple(map(tuple, rounds)))


def read_encounter(fields: Fields) -> EncounterRecord:
    """The encounter in a record's table ``encounter``."""
    fields.only({"id", *Length, "match", "won"})
    lengths = [length for length in Length if fields.has(length)]
    if len(lengths) != 1:
        raise fields.error("encounter_length", "match")
    length = lengths[0]
    matches, match, won = fields.integer(length), fields.integer("match"), fields.list_of(int, "won")
    if not 1 <= matches <= MOST_MATCHES:
        raise fields.error("encounter_matches", length, key=str(length), found=matches, most=MOST_MATCHES)
    if not 1 <= match <= matches:
        raise fields.error("encounter_match", "match", found=match, matches=matches)
    if len(won) != 2 or min(won) < 0 or sum(won) >= match:
        raise fields.error("encounter_won", "won", before=match - 1)
    before = Encounter(matches, length, (won[0], won[1]), match - 1 - sum(won))
    if before.finished:
        raise fields.error("encounter_over", "match", found=match, one=won[0], two=won[1])
    return EncounterRecord(before, fields.filled("id", most=LONGEST_TEXT) if fields.has("id") else None)


def encounter_table(encounter: EncounterRecord) -> Mapping[str, object]:
    """An encounter as the table that the writer writes."""
    before = encounter.before
    named = {} if encounter.id is None else {"id": encounter.id}
    return {**named, str(before.length): before.matches, "match": encounter.match, "won": list(before.won)}


def read_draw(fields: Fields, players: int) -> DealerDraw | None:
    """The draw for the dealer in a deal's ``draw``, or None."""
    if not fields.has("draw"):
        return None
    among, rounds = tuple(range(players)), []
    for number, text in enumerate(fields.list_of(str, "draw"), 1):
        if len(among) == 1:
            raise fields.error("draw_decided", "draw", round=number, seat=among[0])
        cards = _drawn(fields, text)
        if len(cards) != len(among):
            raise fields.error("draw_count", "draw", round=number, found=len(cards), players=len(among))
        rounds.append(cards)
        among = highest_of(among, cards)
    if len(among) > 1:
        raise fields.error("draw_tied", "draw", seats=", ".join(map(str, among)))
    return DealerDraw(tuple(rounds))


def _drawn(fields: Fields, text: str) -> tuple[Card, ...]:
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise fields.error(error.code, "draw", **error.figures) from error
    for card, number in Counter(cards).items():
        if card == UNKNOWN:
            raise fields.error("draw_unknown", "draw")
        if number > 2:
            raise fields.error("card_too_often", "draw", card=str(card), found=number)
    return cards


def draw_texts(draw: DealerDraw) -> list[str]:
    """A draw as the texts that the writer writes."""
    return [cards_text(cards) for cards in draw.rounds]


def read_cut(fields: Fields, players: int) -> Cut | None:
    """The cut in a deal's table ``cut``, or None."""
    cut = fields.table("cut")
    if cut is None:
        return None
    cut.only({"seat", "place"})
    seat, place = cut.integer("seat"), cut.integer("place")
    if not 0 <= seat < players:
        raise cut.error("no_such_seat", "seat", found=seat, last=players - 1)
    if not 0 < place < PACK_SIZE:
        raise cut.error("cut_place", "place", found=place, last=PACK_SIZE - 1)
    return Cut(seat, place)

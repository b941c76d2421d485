"""Acting, stale and illegal commands, taking layings back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from canastra import table as tables
from canastra.cards import TWO_PACKS, cards_text, parse_cards
from canastra.engine import DRAW, Discard, deal_out, legal_actions
from canastra.table import Act, BotAct, Commit, Deal, Undo
from canastra.table.events import Followed, MortoSeen, Played, Undone
from tests.table.hosting import Host


def pack_with(host: Host, hands: dict[int, str], stock: str = "", mortos: tuple[str, str] = ("", "")) -> str:
    """A pack that deals these cards; all others as they come."""
    match = host.table.match
    assert match
    places = deal_out(range(104), host.players, match.dealer)  # type: ignore[arg-type]
    wanted = {**{places.hands[seat]: cards for seat, cards in hands.items()}, places.stock: stock}
    wanted |= dict(zip(places.mortos, mortos, strict=True))
    pack: dict[int, object] = {}
    for pile, cards in wanted.items():
        pack |= dict(zip(pile, parse_cards(cards), strict=False))
    rest = sorted(TWO_PACKS, key=lambda card: (card.rank, card.suit))
    for card in pack.values():
        rest.remove(card)  # type: ignore[arg-type]
    return cards_text([pack[place] if place in pack else rest.pop() for place in range(104)])  # type: ignore[misc]


def opener(rulebook: str, hand: str, stock: str = "", mortos: tuple[str, str] = ("", "")) -> Host:
    """People on all seats; the first to play has this hand."""
    host = Host(rulebook)
    host.seat_people(*range(host.players))
    need = tables.next_requirement(host.table, host.now)
    assert need
    host.answer(need)
    assert host.table.match
    first = (host.table.match.dealer + 1) % host.players
    host.send(Deal(pack_with(host, {first: hand}, stock, mortos)))
    assert host.acting == first
    return host


HAND = "4H 5H 6H 7H 8H 9H 4S 5S 6S KD KC"


def test_an_action_becomes_an_event_in_notation() -> None:
    host = opener("buraco", HAND, stock="9C")
    assert host.act("draw") == (Played(host.now, 2, host.acting, "draw 9C"),)
    assert host.act("refuse") == (Played(host.now, 3, host.acting, "refuse", shown="9C"),)


@pytest.mark.parametrize(
    ("action", "code", "article"),
    [
        ("discard KD", "draw_first", "Art. 7"),
        ("take", "pile_empty", "Art. 7"),
        ("meld 4H 5H 6H", "draw_first", "Art. 7"),
        ("throw KD", "action_unknown", None),
        ("discard 10H", "action_malformed", None),
        ("meld ?? 5H 6H", "unknown_card_played", None),
        ("lay 0 5H", "action_malformed", None),
        ("draw 9C", "action_unknown", None),
        ("meld " + "5H " * 100, "table_action_too_long", None),
    ],
)
def test_what_is_not_legal_is_refused_with_its_article(action: str, code: str, article: str | None) -> None:
    host = opener("buraco", HAND)
    refusal = host.refuse(Act(host.acting, action, host.table.step), code)
    if article:
        assert refusal.article is not None
    assert refusal.code == code
    assert refusal.message("pt") != refusal.message("en")


def test_out_of_turn_and_stale() -> None:
    host = opener("buraco", HAND)
    step, seat = host.table.step, host.acting
    other = (seat + 1) % 4
    assert host.refuse(Act(other, "draw", step), "out_of_turn").article == "Art. 3"
    host.refuse(Act(seat, "draw", step - 1), "table_stale")
    host.refuse(Act(seat, "draw", step + 1), "table_stale")
    host.refuse(Act(9, "draw", step), "table_no_seat")
    host.refuse(BotAct(seat, DRAW, step), "table_not_for_a_bot")
    host.refuse(Deal(""), "table_in_playing")
    host.refuse(Commit("0" * 64), "table_in_playing")
    host.act("draw")
    host.refuse(Act(seat, "draw", step), "table_stale")


def test_layings_are_undone_one_by_one_and_leave_the_record() -> None:
    host = opener("buraco", HAND, stock="9C")
    host.act("draw")
    before = host.table
    host.refuse(Undo(host.acting, host.table.step), "table_undo_nothing")
    host.act("meld 4H 5H 6H")
    host.act("lay 1 7H")
    assert host.send(Undo(host.acting, host.table.step)) == (Undone(host.now, 5, host.acting, "lay 1 7H"),)
    host.send(Undo(host.acting, host.table.step))
    assert host.table.deal == before.deal
    assert host.table.step == before.step + 4
    host.act("meld 4S 5S 6S")
    assert str(host.replayed().deals[0].deal.turns[0]).endswith("draw 9C, meld 4S 5S 6S")


def test_after_the_discard_nothing_is_undone() -> None:
    host = opener("buraco", HAND)
    seat = host.acting
    host.act("draw")
    host.act("meld 4H 5H 6H")
    host.act("discard KD")
    host.refuse(Undo(seat, host.table.step), "out_of_turn")
    host.refuse(Undo(host.acting, host.table.step), "table_undo_nothing")


def test_a_pile_taken_stays_taken() -> None:
    host = opener("buraco", HAND)
    host.act("draw")
    host.act("discard KD")
    host.act("take")
    host.refuse(Undo(host.acting, host.table.step), "table_undo_nothing")


def test_a_morto_taken_is_seen_and_not_given_back() -> None:
    host = opener(
        "buraco", "4H 5H 6H 7H 8H 9H 4S 5S 6S 7S 8S", stock="9S", mortos=("KD KD KC KC KS KS QD QD QC QC QS", "")
    )
    seat = host.acting
    host.act("draw")
    host.act("meld 4H 5H 6H 7H 8H 9H")
    played, morto, seen = host.act("meld 4S 5S 6S 7S 8S 9S")
    assert isinstance(played, Played)
    assert morto == Followed(host.now, played.step + 1, seat, "morto")
    assert seen == MortoSeen(host.now, seat, 0, "QS KS KS QD QD KD KD QC QC KC KC")
    host.refuse(Undo(seat, host.table.step), "table_undo_nothing")


def test_a_morto_taken_indirectly_is_seen_when_the_next_turn_begins() -> None:
    host = opener("buraco", "4H 5H 6H 7H 8H 9H 4S 5S 6S 7S 8S", stock="KD")
    seat = host.acting
    host.act("draw")
    host.act("meld 4H 5H 6H 7H 8H 9H")
    host.act("meld 4S 5S 6S 7S 8S")
    assert [type(event) for event in host.act("discard KD")] == [Played, Followed]
    for _ in range(3):
        host.act("draw")
        events = discard_any(host)
    assert isinstance(events[-1], MortoSeen)
    assert events[-1].seat == seat == host.acting


def discard_any(host: Host) -> tuple[object, ...]:
    assert host.table.state
    return host.act(str(next(a for a in legal_actions(host.table.state) if isinstance(a, Discard))))


def test_a_red_three_replaced_is_an_event_of_its_own_and_final() -> None:
    host = opener("tranca", "4H 5H 6H 7H 8H 9H 4S 5S 6S KD KC", stock="3H 9C")
    assert [str(getattr(event, "entry", "")) for event in host.act("draw")] == ["draw 3H", "red 3H 9C"]
    host.refuse(Undo(host.acting, host.table.step), "table_undo_nothing")


def test_a_table_may_do_without_undo() -> None:
    host = opener("buraco", HAND)
    host.act("draw")
    host.act("meld 4H 5H 6H")
    settings = replace(host.table.settings, undo=False)
    host.table = structs.replace(host.table, settings=settings)
    host.refuse(Undo(host.acting, host.table.step), "table_undo_off")


def test_an_opening_under_a_minimum_is_withdrawn_and_not_undone() -> None:
    """Regional Art. 14: taking it back counts as a failed attempt."""
    host = opener("canastra-regional", "4H 5H 6H 7H 8H 9H TH AH AS KD KC")
    deal = host.table.deal
    assert deal
    state = deal.state._replace(opening=(0, 0))
    host.table = structs.replace(host.table, deal=structs.replace(deal, state=state))
    host.act("draw")
    host.act("meld 4H 5H 6H")
    assert host.refuse(Undo(host.acting, host.table.step), "table_undo_opening").article == "Art. 14"
    host.act("withdraw")
    host.refuse(Undo(host.acting, host.table.step), "table_undo_nothing")

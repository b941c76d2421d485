"""Playing: a seat's action or its bot's, what follows by rule, and taking a laying back."""

from __future__ import annotations

from canastra.cards import UNKNOWN_TEXT, cards_text
from canastra.engine import Action, parse_action, violation
from canastra.engine.hands import cards_of
from canastra.engine.legality import broken
from canastra.errors import ActionError
from canastra.records import Entry
from canastra.records.entries import entry_of, forced_entry, morto_seen, refused_card, sees_morto
from canastra.table import clocks
from canastra.table import events as happened
from canastra.table.commands import Act, BotAct, Undo
from canastra.table.handlers.end import end_deal
from canastra.table.handlers.transaction import Transaction
from canastra.table.live_deal import LiveDeal
from canastra.table.refusals import RefusalError, refusal_of

LONGEST_ACTION = 200
"""Longest action in characters: no lay-off has a whole pack of cards."""


def act(transaction: Transaction, command: Act) -> None:
    """Play a person's action, which must be in time."""
    deal = transaction.turn_of(command.seat, command.step)
    _by_person(transaction)
    _play(transaction, deal, _parsed(command.action), bot="")


def bot_act(transaction: Transaction, command: BotAct) -> None:
    """Play a bot's action. Raises `RefusalError` if no bot plays the seat now."""
    deal = transaction.turn_of(command.seat, command.step)
    level = transaction.table.bot_to_act
    if level is None:
        raise RefusalError("table_not_for_a_bot", seat=command.seat)
    _play(transaction, deal, command.action, bot=level)


def _by_person(transaction: Transaction) -> None:
    table = transaction.table
    if table.bot_to_act is not None:
        raise RefusalError("table_bot_plays")
    if table.clock is None or table.to_act is None:
        return
    if transaction.at >= clocks.deadline(table.clock, table.seats[table.to_act], table.settings.clock):
        raise RefusalError("table_time_over")


def _play(transaction: Transaction, deal: LiveDeal, action: Action, bot: str) -> None:
    why = violation(deal.state, action)
    if why is not None:
        raise refusal_of(why)
    entry = entry_of(deal.state, action)
    card = refused_card(deal.state, entry)
    shown = "" if card is None else str(card)
    transaction.add(happened.Played(transaction.at, transaction.next_step, deal.state.seat, str(entry), shown, bot))
    _reveal(transaction, deal, entry)
    follow_rules(transaction)


def _parsed(text: str) -> Action:
    if len(text) > LONGEST_ACTION:
        raise RefusalError("table_action_too_long", most=LONGEST_ACTION)
    if UNKNOWN_TEXT in text.split(" "):
        raise RefusalError("unknown_card_played", text=text[:60])
    try:
        return parse_action(text)
    except ActionError as error:
        raise RefusalError(error.code, None, **error.figures) from error


def follow_rules(transaction: Transaction) -> None:
    """Do everything that follows by rule, and end the deal if it is over."""
    while True:
        deal = transaction.table.deal
        assert deal is not None
        if deal.state.forced is None:
            break
        entry = forced_entry(deal.state)
        transaction.add(happened.Followed(transaction.at, transaction.next_step, deal.state.seat, str(entry)))
        _reveal(transaction, deal, entry)
    if deal.over:
        end_deal(transaction)


def _reveal(transaction: Transaction, before: LiveDeal, entry: Entry) -> None:
    """Show the seat to act its morto, if it may see it with this entry."""
    after = transaction.table.deal
    assert after is not None
    seat = after.state.seat
    if sees_morto(seat, before.state, entry, after.state):
        number = morto_seen(seat, after.piles, after.turns, after.state)
        assert number is not None
        transaction.add(happened.MortoSeen(transaction.at, seat, number, cards_text(cards_of(after.state.hands[seat]))))


def undo(transaction: Transaction, command: Undo) -> None:
    """Take the last laying of this turn back. Raises `RefusalError` if it revealed something, or may not be undone."""
    deal = transaction.turn_of(command.seat, command.step)
    if not transaction.table.settings.undo:
        raise RefusalError("table_undo_off")
    _by_person(transaction)
    state = deal.state
    if not deal.undoable:
        if state.below_minimum:
            raise refusal_of(broken(state, "table_undo_opening", "vulnerability.minimums"))
        raise RefusalError("table_undo_nothing")
    transaction.steady(command.seat)
    entry = str(deal.turns[-1].entries[-1])
    transaction.add(happened.Undone(transaction.at, transaction.next_step, command.seat, entry))

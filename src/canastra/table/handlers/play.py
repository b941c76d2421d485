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
from canastra.table.handlers.transaction import Draft
from canastra.table.live_deal import LiveDeal
from canastra.table.refusals import RefusalError
from canastra.table.refusals import broken as refused

LONGEST_ACTION = 200
"""Characters of an action: a lay-off of a whole pack's worth of cards is none."""


def act(draft: Draft, command: Act) -> None:
    """A person's action, in time."""
    deal = draft.turn_of(command.seat, command.step)
    _by_person(draft)
    _play(draft, deal, command, bot="")


def bot_act(draft: Draft, command: BotAct) -> None:
    """A bot's action, for a seat that a bot plays now."""
    deal = draft.turn_of(command.seat, command.step)
    level = draft.table.bot_to_act
    if level is None:
        raise RefusalError("table_not_for_a_bot", seat=command.seat)
    _play(draft, deal, command, bot=level)


def _by_person(draft: Draft) -> None:
    table = draft.table
    if table.bot_to_act is not None:
        raise RefusalError("table_bot_plays")
    if table.clock is None or table.to_act is None:
        return
    if draft.at >= clocks.deadline(table.clock, table.seats[table.to_act], table.settings.clock):
        raise RefusalError("table_time_over")


def _play(draft: Draft, deal: LiveDeal, command: Act | BotAct, bot: str) -> None:
    action = _parsed(command.action)
    why = violation(deal.state, action)
    if why is not None:
        raise refused(why)
    entry = entry_of(deal.state, action)
    card = refused_card(deal.state, entry)
    shown = "" if card is None else str(card)
    draft.add(happened.Played(draft.at, draft.next_step, command.seat, str(entry), shown, bot))
    _reveal(draft, deal, entry)
    follow_rules(draft)


def _parsed(text: str) -> Action:
    if len(text) > LONGEST_ACTION:
        raise RefusalError("table_action_too_long", most=LONGEST_ACTION)
    if UNKNOWN_TEXT in text.split(" "):
        raise RefusalError("unknown_card_played", text=text[:60])
    try:
        return parse_action(text)
    except ActionError as error:
        raise RefusalError(error.code, None, **error.figures) from error


def follow_rules(draft: Draft) -> None:
    """Everything that follows by rule, and the end of a deal that is over."""
    while True:
        deal = draft.table.deal
        assert deal is not None
        if deal.state.forced is None:
            break
        entry = forced_entry(deal.state)
        draft.add(happened.Followed(draft.at, draft.next_step, deal.state.seat, str(entry)))
        _reveal(draft, deal, entry)
    if deal.over:
        end_deal(draft)


def _reveal(draft: Draft, before: LiveDeal, entry: Entry) -> None:
    """Let the seat to act look at its morto, if this entry is when it may."""
    after = draft.table.deal
    assert after is not None
    seat = after.state.seat
    if sees_morto(seat, before.state, entry, after.state):
        number = morto_seen(seat, after.piles, after.turns, after.state)
        assert number is not None
        draft.add(happened.MortoSeen(draft.at, seat, number, cards_text(cards_of(after.state.hands[seat]))))


def undo(draft: Draft, command: Undo) -> None:
    """Take the last laying of this turn back, as far as nothing was revealed by it."""
    deal = draft.turn_of(command.seat, command.step)
    if not draft.table.settings.undo:
        raise RefusalError("table_undo_off")
    _by_person(draft)
    state = deal.state
    if not deal.undoable:
        if state.below_minimum:
            raise refused(broken(state, "table_undo_opening", "vulnerability.minimums"))
        raise RefusalError("table_undo_nothing")
    draft.steady(command.seat)
    entry = str(deal.turns[-1].entries[-1])
    draft.add(happened.Undone(draft.at, draft.next_step, command.seat, entry))

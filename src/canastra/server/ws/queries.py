"""Questions of a player at its own seat: previews of moves, and hints."""

from __future__ import annotations

from zlib import crc32

from canastra.bots import COMPILED, LEVELS
from canastra.bots.explain.hint import hint_reasons
from canastra.cards import CARDS, Card, parse_cards
from canastra.engine import Meld, Option, View, options
from canastra.errors import CardError
from canastra.protocol import ServerMessage
from canastra.protocol.commands import Hint, Preview
from canastra.protocol.messages import (
    Fault,
    Hinted,
    PlayOption,
    Previewed,
    Reason,
    Refused,
    fault,
    wrong,
)
from canastra.protocol.state import MeldState
from canastra.server.bots import Asker
from canastra.server.live import Services, seat_of
from canastra.server.ws.rooms import Context
from canastra.table import RefusalError, Stage, Table, seat_view
from canastra.table.handlers.transaction import Transaction


async def advised(context: Context, table_id: str, player: str, seat: int, message: Preview | Hint) -> ServerMessage:
    """The answer to a question of a player, who must have the seat; a RefusalError becomes a `Refused`."""
    table = (await context.host.table(table_id)).table
    try:
        if seat_of(table, player) != seat:
            raise RefusalError("live_not_yours")
        if isinstance(message, Preview):
            return previewed(table, seat, message)
        return await _hinted(context, table_id, table, seat, message)
    except RefusalError as error:
        return Refused(message.id, fault(error))


def previewed(table: Table, seat: int, message: Preview) -> Previewed:
    """The ways to play the given cards now. Raises RefusalError between deals, CardError for unknown cards."""
    view, cards = _view(table, seat), _cards(message.cards)
    ways = [play_option(option) for option in options(view, cards)]
    legal = tuple(way for way in ways if way.fault is None)
    return Previewed(message.id, table.step, legal, tuple(way for way in ways if way.fault is not None))


async def _hinted(context: Context, table_id: str, table: Table, seat: int, message: Hint) -> ServerMessage:
    if not context.lobby.queries.terms(table_id).hints:
        raise RefusalError("ws_no_hints")
    Transaction(table, table.now).turn_of(seat, table.step)
    if table.bot_to_act is not None:
        raise RefusalError("table_bot_plays")
    if not context.rates.hints(table.seats[seat].player).take():
        return wrong("ws_too_many_hints", message.id)
    return await hinted(table, seat, message, context.host.services)


async def hinted(table: Table, seat: int, message: Hint, services: Services) -> Hinted:
    """The move of a good bot on the seat whose turn it is, with its reasons."""
    view = _view(table, seat)
    # Seeded by public data: asking again gives the same hint and reveals nothing more.
    seed = crc32(f"{table.settings.match} {table.step}".encode())
    stand_in = table.settings.stand_in
    asker = Asker(table.seats[seat].player)
    level = LEVELS[-1] if stand_in in COMPILED else stand_in
    action = await services.bots.choose(view, level, seed, services.limits.bot_seconds, asker)
    found = hint_reasons(await services.bots.explain(view, action, services.limits.explain_seconds, asker))
    given = tuple(Reason(fact.message("pt"), fact.message("en"), fact.article) for fact in found)
    return Hinted(message.id, table.step, str(action), given)


def _view(table: Table, seat: int) -> View:
    Transaction(table, table.now).stage(Stage.PLAYING)
    view = seat_view(table, seat)
    assert view is not None
    return view


def _cards(written: str) -> tuple[Card, ...]:
    cards = parse_cards(written)
    for card in cards:
        if card not in CARDS:  # The notation accepts `??`, but it cannot be played.
            raise CardError("card_malformed", text=str(card))
    return cards


def play_option(option: Option) -> PlayOption:
    """An option in the form of a preview."""
    why, card = option.fault, option.stands_for
    return PlayOption(
        kind=option.kind.value,
        action=str(option.action),
        then=None if option.then is None else str(option.then),
        number=option.number,
        meld=None if option.meld is None else _meld(option.meld),
        canasta=option.canasta.value,
        stands_for=None if card is None else str(card),
        points=option.points,
        total=option.total,
        minimum=option.minimum,
        fault=None if why is None else Fault(why.code, why.message("pt"), why.message("en"), why.article),
    )


def _meld(meld: Meld) -> MeldState:
    return {"cards": str(meld), "low": meld.low, "wild": meld.wild if meld.has_wild else None}

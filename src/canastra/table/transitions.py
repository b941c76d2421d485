"""How events change a table: `evolve` by one, `rebuild` by a whole log.

Nothing is judged here: events were decided before they were written. An event that can't have happened raises
`InternalError`, because the log is damaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from canastra.cards import parse_cards
from canastra.engine import Phase, Piles, add_deal, annul_deal, finish_match, score, start_match, with_dealer
from canastra.engine.state import replaced
from canastra.errors import InternalError
from canastra.records.preliminaries import dealer_draw
from canastra.records.turns import parse_entry
from canastra.rulebooks import official
from canastra.table import clocks, seats
from canastra.table import events as happened
from canastra.table.events import Event, Opened
from canastra.table.live_deal import LiveDeal, after_action, after_rule, after_undo, begin_deal
from canastra.table.seats import Seat
from canastra.table.settings import FindRulebook, settings_of
from canastra.table.table import COUNTED, Offering, OpenOffer, Stage, Table, annulled, deal_record


def open_table(opened: Opened, find: FindRulebook = official) -> Table:
    """The empty table that the first event opens. `find` finds rulebooks by id, also those of houses."""
    settings = settings_of(opened, find)
    return Table(settings, (seats.EMPTY,) * settings.rulebook.table.players, opened.at)


def rebuild(events: Iterable[Event], find: FindRulebook = official) -> Table:
    """The table that a log leads to. Raises `InternalError` unless the first event opens it."""
    first, *rest = events
    if not isinstance(first, Opened):
        raise InternalError("table_event_impossible", text=type(first).__name__)
    return reduce(evolve, rest, open_table(first, find))


def evolve(table: Table, event: Event) -> Table:
    """The table after one more event. Raises `InternalError` if it can't have happened."""
    kind = type(event)
    change = _CHANGES.get(kind)
    if change is None:
        raise InternalError("table_event_impossible", text=kind.__name__)
    after = replace(change(table, event), now=max(table.now, event.at))
    count = _COUNTS.get(kind)
    return after if count is None else count(table, after, event)


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=replaced(table.seats, number, seat))


def _sat(table: Table, event: happened.Sat) -> Table:
    return _with_seat(table, event.seat, seats.person(event.player, event.name, event.animal))


def _bot_sat(table: Table, event: happened.BotSat) -> Table:
    return _with_seat(table, event.seat, seats.bot(event.level, event.name))


def _left(table: Table, event: happened.Left) -> Table:
    if table.stage is Stage.SEATING:
        return _with_seat(table, event.seat, seats.EMPTY)
    table = _stopped(table, event.seat, event.at)
    return _with_seat(table, event.seat, seats.departed(table.seats[event.seat], event.at))


def _readied(table: Table, event: happened.Readied) -> Table:
    return _with_seat(table, event.seat, replace(table.seats[event.seat], ready=True))


def _started(table: Table, _: happened.Started) -> Table:
    rules = table.settings.clock
    started = tuple(replace(seat, bank=rules.bank, grace=rules.grace) for seat in table.seats)
    table = replace(table, seats=started, stage=Stage.DRAWING)
    return _awaiting(table, Stage.LOTS) if table.settings.lots else table


def _seats_drawn(table: Table, event: happened.SeatsDrawn) -> Table:
    if sorted(event.seats) != list(range(len(table.seats))) or table.stage is not Stage.LOTS:
        raise InternalError("table_event_impossible", text="seats_drawn")
    moved = tuple(table.seats[former] for former in event.seats)
    return replace(table, seats=moved, lot=event, stage=Stage.DRAWING, commitment="", contributions=())


def _lot_annulled(table: Table, _: happened.LotAnnulled) -> Table:
    return _awaiting(replace(table, lots_annulled=table.lots_annulled + 1), Stage.LOTS)


def _dealer_drawn(table: Table, event: happened.DealerDrawn) -> Table:
    settings, match = table.settings, table.match
    if match is None:
        match = start_match(settings.rulebook, event.dealer, target=settings.target, next_dealer=settings.next_dealer)
    cards = parse_cards(" ".join(drawn.split(" ")[1] for drawn in event.drawn))
    seats = (int(drawn.split(" ")[0]) for drawn in event.drawn)
    draw = dealer_draw(zip(seats, cards, strict=True))
    return _awaiting(replace(table, match=with_dealer(match, event.dealer), draw=draw), Stage.GATHERING)


def _awaiting(table: Table, stage: Stage) -> Table:
    """The table before a shuffle, waiting for a commitment and the seats' contributions."""
    return replace(table, stage=stage, commitment="", contributions=(None,) * len(table.seats))


def _committed(table: Table, event: happened.Committed) -> Table:
    return replace(table, commitment=event.commitment, committed_at=event.at)


def _contributed(table: Table, event: happened.Contributed) -> Table:
    table = replace(table, contributions=replaced(table.contributions, event.seat, event.bytes))
    if not event.waits:
        return table
    return _with_seat(table, event.seat, replace(table.seats[event.seat], ready=False))


def _dealt(table: Table, event: happened.Dealt) -> Table:
    if table.match is None or table.deal is not None:
        raise InternalError("table_event_impossible", text="dealt")
    first, second = map(parse_cards, event.mortos)
    piles = Piles(tuple(map(parse_cards, event.hands)), (first, second), parse_cards(event.stock))
    # For a pack in common only the commitment is shown: its secret would show the cards to other tables.
    fairness = {"commitment": table.commitment} if table.settings.packs else event.fairness
    deal = begin_deal(table.match, piles, fairness, table.draw)
    ready = tuple(seat if seat.ready else replace(seat, ready=True) for seat in table.seats)
    table = replace(table, seats=ready, shown_until=event.at + clocks.DEALING)
    playing = replace(table, deal=deal, draw=None, stage=Stage.PLAYING, step=event.step)
    return _turn_begun(replace(playing, waits_since=event.at), event.at)


def _live(table: Table) -> LiveDeal:
    if table.deal is None:
        raise InternalError("table_event_impossible", text=table.stage)
    return table.deal


def _played(table: Table, event: happened.Played) -> Table:
    return _moved(table, after_action(_live(table), parse_entry(event.entry)), event)


def _followed(table: Table, event: happened.Followed) -> Table:
    return _moved(table, after_rule(_live(table), parse_entry(event.entry)), event)


def _moved(table: Table, deal: LiveDeal, event: happened.Played | happened.Followed) -> Table:
    before, state = _live(table).state, deal.state
    shown = _shown_until(table, event)
    table_after = replace(table, deal=deal, step=event.step, shown_until=shown, waits_since=event.at)
    if state.turn == before.turn and state.phase is not Phase.OVER:
        return table_after
    by_person = table.bot_to_act is None
    ended = _turn_ended(table_after, before.seat, by_person, event.at)
    return ended if state.phase is Phase.OVER else _turn_begun(ended, event.at)


def _shown_until(table: Table, event: happened.Played | happened.Followed) -> int:
    """The time until which pages show what bots did, and what followed by rule."""
    if isinstance(event, happened.Followed):
        return max(table.shown_until, event.at) + clocks.FOLLOWED
    if not event.bot:
        return table.shown_until
    return max(table.shown_until, event.at) + clocks.show_time(parse_entry(event.entry))


def _turn_ended(table: Table, number: int, by_person: bool, at: int) -> Table:
    rules, clock, deal = table.settings.clock, table.clock, _live(table)
    spent = clocks.spent(clock, at) if clock else 0
    table = replace(_stopped(table, number, at, to_act=number), deal=replace(deal, spent=(*deal.spent, spent)))
    if not by_person:
        return table
    seat = table.seats[number]
    if not rules.increment and not seat.timeouts:
        return table  # The same object, so that a comparison of seats, as in lists of tables, finds it unchanged.
    return _with_seat(table, number, replace(seat, bank=seat.bank + rules.increment, timeouts=0))


def _turn_begun(table: Table, at: int) -> Table:
    table = replace(table, bot_turn=False, clock=None)
    number = table.to_act
    if number is None or not table.settings.clock.runs or table.bot_to_act is not None:
        return table
    return replace(table, clock=clocks.started(table.seats[number], at, table.shown_until))


def _stopped(table: Table, number: int, at: int, to_act: int | None = None) -> Table:
    """The table without its clock, its time charged to the seat, if the clock was that seat's."""
    if table.clock is None or (table.to_act if to_act is None else to_act) != number:
        return table
    seat = clocks.charged(table.seats[number], table.clock, table.settings.clock, at)
    return replace(_with_seat(table, number, seat), clock=None)


def _morto_seen(table: Table, _: happened.MortoSeen) -> Table:
    return table


def _undone(table: Table, event: happened.Undone) -> Table:
    return replace(table, deal=after_undo(_live(table)), step=event.step, waits_since=event.at)


def _deal_ended(table: Table, event: happened.DealEnded) -> Table:
    deal, match = _live(table), table.match
    record = deal_record(table, deal)
    if match is not None and event.annulled:
        match, record = annul_deal(match), annulled(record)
    elif match is not None and deal.over:
        match = add_deal(match, score(deal.state))
    deals = (*table.deals, record)
    table = replace(table, deal=None, deals=deals, match=match, last=event, clock=None, shown_until=0, bot_turn=False)
    drawn = match is not None and match.dealer_open
    return _awaiting(table, Stage.DRAWING if drawn else Stage.GATHERING)


def _match_ended(table: Table, event: happened.MatchEnded) -> Table:
    match = table.match
    if match and (event.winner is not None or event.reason in COUNTED):
        match = finish_match(match, event.winner)
    return replace(table, match=match, stage=Stage.FINISHED, result=event, clock=None, offers=())


def _play_called(table: Table, _: happened.PlayCalled) -> Table:
    return replace(table, play_called=True)


def _time_called(table: Table, _: happened.TimeCalled) -> Table:
    return replace(table, called=True)


def _timed_out(table: Table, event: happened.TimedOut) -> Table:
    seat = replace(table.seats[event.seat], bank=0, timeouts=event.in_a_row)
    return replace(_with_seat(table, event.seat, seat), clock=None, bot_turn=True)


def _held(table: Table, event: happened.BotTookOver) -> Table:
    return _with_seat(table, event.seat, replace(table.seats[event.seat], held=True))


def _returned(table: Table, event: happened.Returned) -> Table:
    table = _arrived(table, event)
    bot_turn = table.bot_turn or table.to_act == event.seat
    return replace(_with_seat(table, event.seat, seats.returned(table.seats[event.seat])), bot_turn=bot_turn)


def _disconnected(table: Table, event: happened.Disconnected) -> Table:
    seat = replace(table.seats[event.seat], away=event.at)
    table = _with_seat(table, event.seat, seat)
    if table.clock is None or table.to_act != event.seat or not seat.grace:
        return table
    return replace(table, clock=clocks.paused(table.clock, event.at))


def _reconnected(table: Table, event: happened.Reconnected) -> Table:
    table = _arrived(table, event)
    return _running_again(_with_seat(table, event.seat, replace(table.seats[event.seat], away=None)), event)


def _arrived(table: Table, event: happened.Reconnected | happened.Returned) -> Table:
    """The table after a person arrives. If no person was there before, its waiting begins now."""
    return table if any(seat.is_there for seat in table.seats) else replace(table, waits_since=event.at)


def _running_again(table: Table, event: happened.Reconnected | happened.PauseEnded) -> Table:
    """The table after a seat's pause; its clock runs again if it was that seat's and stopped."""
    clock, seat = table.clock, table.seats[event.seat]
    if clock is None or not clock.paused or table.to_act != event.seat:
        return table
    seat = replace(seat, grace=max(0, seat.grace - (event.at - clock.since)))
    return replace(_with_seat(table, event.seat, seat), clock=clocks.restarted(clock, event.at))


def _resumed(table: Table, event: happened.ClocksResumed) -> Table:
    def later(since: int) -> int:
        """The time from which something counts that has counted since `since`."""
        return event.at if event.lost is None else max(since, min(since + event.lost, event.at))

    away = tuple(seat if seat.away is None else replace(seat, away=later(seat.away)) for seat in table.seats)
    clock = table.clock and replace(table.clock, since=later(table.clock.since))
    waits_since = table.waits_since if event.lost is None else later(table.waits_since)
    return replace(table, seats=away, clock=clock, committed_at=later(table.committed_at), waits_since=waits_since)


def _offered(table: Table, event: happened.Offered) -> Table:
    return replace(table, offers=(*table.offers, OpenOffer(Offering(event.offer), event.seat, (event.seat,))))


def _accepted(table: Table, event: happened.Accepted) -> Table:
    offers = tuple(
        replace(offer, agreed=(*offer.agreed, event.seat)) if _concerns(offer, event) else offer
        for offer in table.offers
    )
    return replace(table, offers=offers)


def _dropped(table: Table, event: happened.Declined | happened.OfferWithdrawn) -> Table:
    return replace(table, offers=tuple(offer for offer in table.offers if not _concerns(offer, event)))


def _concerns(offer: OpenOffer, event: happened.Accepted | happened.Declined | happened.OfferWithdrawn) -> bool:
    return offer.offer == event.offer and offer.side in (None, event.seat % 2)


def _rematch_agreed(table: Table, _: happened.RematchAgreed) -> Table:
    return replace(table, rematch=True, offers=())


def _counted_turn(before: Table, table: Table, event: happened.Played) -> Table:
    """Count a bot's turn as unattended at its discard; a person's action resets the count."""
    if not event.bot:
        return _attended(before, table, event)
    if table.deal is not None and before.deal is not None and table.deal.state.turn == before.deal.state.turn:
        return table
    return replace(table, unattended=table.unattended + any(seat.is_person for seat in table.seats))


def _attended(_: Table, table: Table, __: Event) -> Table:
    return replace(table, unattended=0) if table.unattended else table


def _wavered(before: Table, table: Table, event: happened.Undone | happened.Returned | happened.Disconnected) -> Table:
    return _attended(before, replace(table, wavered=_one_more(table, table.wavered, event.seat)), event)


def _counted_offer(before: Table, table: Table, event: happened.Offered) -> Table:
    return _attended(before, replace(table, offered=_one_more(table, table.offered, event.seat)), event)


def _one_more(table: Table, counts: tuple[int, ...], number: int) -> tuple[int, ...]:
    counts = counts or (0,) * len(table.seats)
    return replaced(counts, number, counts[number] + 1)


def _new_count(_: Table, table: Table, __: Event) -> Table:
    return replace(table, offered=(), wavered=())


_COUNTS: dict[type[Event], Callable[[Table, Table, Any], Table]] = {
    happened.Played: _counted_turn,
    happened.Contributed: _attended,
    happened.Readied: _attended,
    happened.Reconnected: _attended,
    happened.ClocksResumed: _attended,
    happened.Accepted: _attended,
    happened.Declined: _attended,
    happened.OfferWithdrawn: _attended,
    happened.Offered: _counted_offer,
    happened.Undone: _wavered,
    happened.Returned: _wavered,
    happened.Disconnected: _wavered,
    happened.DealEnded: _new_count,
}
"""How each event changes the counts, given the table before and after it.

`ClocksResumed` counts as a sign of people, who were cut off then.
"""
_CHANGES: dict[type[Event], Callable[[Table, Any], Table]] = {
    happened.Sat: _sat,
    happened.BotSat: _bot_sat,
    happened.Left: _left,
    happened.Readied: _readied,
    happened.Started: _started,
    happened.SeatsDrawn: _seats_drawn,
    happened.LotAnnulled: _lot_annulled,
    happened.DealerDrawn: _dealer_drawn,
    happened.Committed: _committed,
    happened.Contributed: _contributed,
    happened.Dealt: _dealt,
    happened.Played: _played,
    happened.Followed: _followed,
    happened.MortoSeen: _morto_seen,
    happened.Undone: _undone,
    happened.DealEnded: _deal_ended,
    happened.MatchEnded: _match_ended,
    happened.PlayCalled: _play_called,
    happened.TimeCalled: _time_called,
    happened.TimedOut: _timed_out,
    happened.BotTookOver: _held,
    happened.Returned: _returned,
    happened.Disconnected: _disconnected,
    happened.Reconnected: _reconnected,
    happened.PauseEnded: _running_again,
    happened.ClocksResumed: _resumed,
    happened.Offered: _offered,
    happened.Accepted: _accepted,
    happened.Declined: _dropped,
    happened.OfferWithdrawn: _dropped,
    happened.RematchAgreed: _rematch_agreed,
}

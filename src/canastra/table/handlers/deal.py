"""The lot for the seats, the draw for the dealer, and each deal: commitment, contributions, the pack with its proof."""

from __future__ import annotations

import re

from canastra.cards import TWO_PACKS, Card, cards_text, parse_cards
from canastra.engine import deal_out, draw_for_dealer, draw_for_seats
from canastra.errors import CardError
from canastra.fairness import CONTRIBUTION_BYTES, FairnessError, Proof
from canastra.table import clocks
from canastra.table import events as happened
from canastra.table.commands import Annul, Commit, Contribute, Deal, DrawForDealer, DrawSeats
from canastra.table.events import Plain
from canastra.table.handlers.end import stop_deal
from canastra.table.handlers.play import follow_rules
from canastra.table.handlers.transaction import Transaction
from canastra.table.refusals import RefusalError
from canastra.table.table import Stage, Table

COMMITMENT = re.compile(r"[0-9a-f]{64}", re.ASCII)
CONTRIBUTION = re.compile(rf"(?:[0-9a-f]{{2}}){{0,{CONTRIBUTION_BYTES}}}", re.ASCII)

AWAY = 5_000
"""Milliseconds after the commitment during which players who are away may still contribute."""


def draw(transaction: Transaction, command: DrawForDealer) -> None:
    """Draw the dealer by the highest card (tranca Art. 3, docs/rules.md §2): once, or before each deal."""
    transaction.stage(Stage.DRAWING)
    dealer, drawn = draw_for_dealer(pack_of(command.pack), len(transaction.table.seats))
    transaction.add(happened.DealerDrawn(transaction.at, dealer, tuple(f"{seat} {card}" for seat, card in drawn)))


def pack_of(text: str) -> tuple[Card, ...]:
    """All 104 cards in their order. Raises `RefusalError` for any other text."""
    try:
        pack = parse_cards(text)
    except CardError as error:
        raise RefusalError(error.code, None, **error.figures) from error
    if tuple(sorted(pack)) != TWO_PACKS:
        raise RefusalError("table_pack")
    return pack


def draw_seats(transaction: Transaction, command: DrawSeats) -> None:
    """Draw the seats (tranca Art. 2, buraco Art. 2) from a pack with a commitment, like a deal's."""
    transaction.stage(Stage.LOTS)
    seats, drawn = draw_for_seats(_shuffled(transaction, command), len(transaction.table.seats))
    cards = tuple(f"{seat} {card}" for seat, card in drawn)
    transaction.add(happened.SeatsDrawn(transaction.at, seats, cards, command.fairness))


def commit_shuffle(transaction: Transaction, command: Commit) -> None:
    """Commit the server to its secret, before any seat contributes. Raises `RefusalError` if it did already."""
    transaction.stage(Stage.LOTS, Stage.GATHERING)
    if transaction.table.commitment:
        raise RefusalError("table_committed_already")
    if not COMMITMENT.fullmatch(command.commitment):
        raise RefusalError("table_commitment")
    transaction.add(happened.Committed(transaction.at, transaction.table.shuffle.deal, command.commitment))


def contribute(transaction: Transaction, command: Contribute) -> None:
    """Take a seat's bytes, after the commitment. Raises `RefusalError` if it has contributed already."""
    transaction.stage(Stage.LOTS, Stage.GATHERING)
    transaction.person(command.seat)
    if not transaction.table.commitment:
        raise RefusalError("table_not_committed")
    if transaction.table.contributions[command.seat] is not None:
        raise RefusalError("table_contributed_already")
    if not CONTRIBUTION.fullmatch(command.bytes):
        raise RefusalError("table_contribution", most=CONTRIBUTION_BYTES)
    waits = command.waits and transaction.table.stage is Stage.GATHERING and bool(transaction.table.deals)
    transaction.add(happened.Contributed(transaction.at, command.seat, command.bytes, waits))


def deal_cards(transaction: Transaction, command: Deal) -> None:
    """Deal the cards. If there is a commitment, the pack must be the one that secret and contributions make."""
    transaction.stage(Stage.GATHERING)
    _deal_out(transaction, _shuffled(transaction, command), command.fairness)
    follow_rules(transaction)


def annul(transaction: Transaction, command: Annul) -> None:
    """Open and annul a shuffle whose secret could be known; a deal that is not dealt yet is dealt first.

    So the record has the deal with its number and proof, and the next deal has another number. A pack in common is
    annulled without a proof. Raises `RefusalError` if there is no commitment.
    """
    transaction.stage(Stage.LOTS, Stage.GATHERING, Stage.PLAYING)
    if not transaction.table.commitment:
        raise RefusalError("table_not_committed")
    pack = pack_of(command.pack)
    _prove(transaction.table, pack, command.fairness)
    if transaction.table.stage is Stage.LOTS:
        transaction.add(happened.LotAnnulled(transaction.at, command.fairness))
        return
    if transaction.table.stage is Stage.GATHERING:
        _deal_out(transaction, pack, command.fairness)
    stop_deal(transaction)


def _deal_out(transaction: Transaction, pack: tuple[Card, ...], fairness: Plain) -> None:
    table = transaction.table
    assert table.match is not None
    piles = deal_out(pack, len(table.seats), table.match.dealer)
    transaction.add(
        happened.Dealt(
            at=transaction.at,
            step=transaction.next_step,
            deal=table.next_deal,
            dealer=table.match.dealer,
            hands=tuple(map(cards_text, piles.hands)),
            mortos=tuple(map(cards_text, piles.mortos)),
            stock=cards_text(piles.stock),
            fairness=fairness,
        )
    )


def may_be_dealt(table: Table, now: int) -> bool:
    """Return whether the table may deal: all contributions are there and the points are read, or the time for both is
    over.
    """
    due = dealt_at(table)
    return due is not None and now >= due


def dealt_at(table: Table) -> int | None:
    """The time at which the table deals if nothing happens before; None if it waits for people without limit."""
    waits = [] if table.all_contributed else [contributions_until(table)]
    if table.readers:
        waits.append(reading_until(table))
    due = [time for time in waits if time is not None]
    return max(due, default=table.committed_at) if len(due) == len(waits) else None


def reading_until(table: Table) -> int | None:
    """The time until which the table waits for players who read the last deal's points; None without limit, if one
    person plays with bots alone.
    """
    return None if table.alone else table.committed_at + clocks.READING


def contributions_until(table: Table) -> int | None:
    """The time until which the table waits for missing contributions; None if it waits without limit.

    A player who is away gets a little time too: a program between two connections can still contribute.
    """
    between = table.settings.clock.between
    waits = [between] if between else []
    if table.only_away_missing:
        waits.append(AWAY)
    return table.committed_at + min(waits) if waits else None


def contributions_of(table: Table) -> list[str]:
    """The seats' contributions for the next deal, as the proof holds them; a missing one is empty."""
    return [given or "" for given in table.contributions]


def _shuffled(transaction: Transaction, command: Deal | DrawSeats) -> tuple[Card, ...]:
    """The pack; if there is a commitment, the pack must keep it. A pack in common needs one."""
    pack = pack_of(command.pack)
    if transaction.table.commitment:
        if not may_be_dealt(transaction.table, transaction.at):
            raise RefusalError("table_contributions_missing")
        _prove(transaction.table, pack, command.fairness)
    elif command.fairness or transaction.table.shuffle.packs:
        raise RefusalError("table_not_committed")
    return pack


def _prove(table: Table, pack: tuple[Card, ...], fairness: Plain) -> None:
    """Raises `RefusalError` unless the proof is that of this shuffle.

    A pack in common must have no proof, which comes after the round.
    """
    if table.shuffle.packs:
        if fairness:
            raise RefusalError("table_proof_of_shared_pack")
        return
    try:
        proof = Proof.from_table(fairness)
    except FairnessError as error:
        raise RefusalError(error.code, None, **error.figures) from error
    if proof.context != table.shuffle.context:
        raise RefusalError("table_proof_of_another_deal")
    if proof.commitment.hex() != table.commitment or not proof.keeps_commitment:
        raise RefusalError("table_proof_breaks_commitment")
    if [contribution.hex() for contribution in proof.contributions] != contributions_of(table):
        raise RefusalError("table_proof_contributions")
    if proof.pack != pack:
        raise RefusalError("table_proof_pack")

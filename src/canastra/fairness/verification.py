"""Verifies proofs against the cards that were dealt, deal by deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from canastra import messages
from canastra.cards import UNKNOWN, Card
from canastra.engine.deal import Piles, deal_out
from canastra.errors import Figure
from canastra.fairness.encoding import Context, FairnessError, lot_context
from canastra.fairness.proof import Proof, is_commitment_alone


class Status(StrEnum):
    """The result of verifying a deal's shuffle."""

    VERIFIED = "verified"
    WRONG = "wrong"
    """A check failed, or the proof can't be read."""
    SEALED = "sealed"
    """The deal is still running, and its commitment is not opened yet."""
    COMMITTED = "committed"
    """There is a commitment alone. Several tables have the pack in common, and the proof comes after the round."""
    UNPROVEN = "unproven"
    """There is no proof."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A check that failed: a stable code and the values of its message."""

    code: str
    figures: tuple[tuple[str, Figure], ...] = ()

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        return messages.text(self.code, language, **dict(self.figures))


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """The data of a deal in a record, without the proof."""

    number: int
    """Number of the deal in the record, from 1."""
    dealer: int
    piles: Piles
    match: str | None = None
    """The record's id; None for a record without an id."""
    over: bool = True
    """True if the deal is over, so that the secret must be there."""


@dataclass(frozen=True, slots=True)
class Lot:
    """The data of a table about the lot for its seats, without the proof."""

    match: str
    """The match's id."""
    players: int
    drawn: tuple[Card, ...]
    """The cards drawn, in order: the first ones of the pack."""
    number: int = 1
    """Number of the lot in its match, annulled lots included."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result for one deal or lot, and the proof if it can be read."""

    status: Status
    findings: tuple[Finding, ...] = ()
    proof: Proof | None = None

    @property
    def contributors(self) -> int:
        """The number of seats that contributed; with 0, the server alone chose the order."""
        return sum(map(bool, self.proof.contributions)) if self.proof else 0


def check(table: Mapping[str, Any] | None, dealt: RecordedDeal) -> Checked:
    """Verify one deal: the `fairness` table of its record against the cards dealt."""
    if table is None:
        return Checked(Status.UNPROVEN)
    if is_commitment_alone(table):
        return Checked(Status.COMMITTED)
    try:
        proof = Proof.from_table(table)
    except FairnessError as error:
        return Checked(Status.WRONG, (Finding(error.code, tuple(error.figures.items())),))
    findings = (*_misplaced(proof, dealt), *_opened(proof, dealt))
    if findings:
        return Checked(Status.WRONG, findings, proof)
    return Checked(Status.VERIFIED if proof.secret is not None else Status.SEALED, (), proof)


def check_lot(table: Mapping[str, Any] | None, lot: Lot) -> Checked:
    """Verify the lot for the seats: its proof against the cards drawn."""
    if not table:
        return Checked(Status.UNPROVEN)
    try:
        proof = Proof.from_table(table)
        expected = lot_context(lot.match, lot.number)
    except FairnessError as error:
        return Checked(Status.WRONG, (Finding(error.code, tuple(error.figures.items())),))
    findings = tuple(_lot_findings(proof, expected, lot))
    return Checked(Status.WRONG if findings else Status.VERIFIED, findings, proof)


def _lot_findings(proof: Proof, expected: Context, lot: Lot) -> Iterable[Finding]:
    if proof.context.deal != expected.deal:
        yield _finding("fairness_other_deal", found=proof.context.deal, expected=expected.deal)
    elif proof.context != expected:
        yield _finding("fairness_other_match", found=proof.context.match, expected=expected.match)
    if len(proof.contributions) != lot.players:
        yield _finding("fairness_contributions", found=len(proof.contributions), expected=lot.players)
    if proof.pack is None:
        yield _finding("fairness_secret_missing")
        return
    if not proof.keeps_commitment:
        yield _finding("fairness_commitment")
    if proof.pack[: len(lot.drawn)] != lot.drawn:
        yield _finding("fairness_lot")


def check_all(deals: Sequence[tuple[Mapping[str, Any] | None, RecordedDeal]]) -> tuple[Checked, ...]:
    """Verify all deals of a match: each one, and that they belong together."""
    checked: list[Checked] = []
    match: str | None = None
    used: dict[bytes, int] = {}
    for table, dealt in deals:
        expected = dealt if dealt.match is not None else replace(dealt, match=match)
        found = check(table, expected)
        if found.proof:
            match = match or found.proof.context.match
            secret = found.proof.secret
            if secret is not None and secret in used:
                found = _worsened(found, _finding("fairness_secret_reused", deal=used[secret]))
            elif secret is not None:
                used[secret] = dealt.number
        checked.append(found)
    return tuple(checked)


def _worsened(checked: Checked, finding: Finding) -> Checked:
    return Checked(Status.WRONG, (*checked.findings, finding), checked.proof)


def _finding(code: str, **figures: Figure) -> Finding:
    return Finding(code, tuple(figures.items()))


def _misplaced(proof: Proof, dealt: RecordedDeal) -> Iterable[Finding]:
    """Signs that the proof is of another deal."""
    context = proof.context
    if dealt.match is not None and context.match != dealt.match:
        yield _finding("fairness_other_match", found=context.match, expected=dealt.match)
    if context.deal != dealt.number:
        yield _finding("fairness_other_deal", found=context.deal, expected=dealt.number)
    if context.dealer != dealt.dealer:
        yield _finding("fairness_other_dealer", found=context.dealer, expected=dealt.dealer)
    players = len(dealt.piles.hands)
    if len(proof.contributions) != players:
        yield _finding("fairness_contributions", found=len(proof.contributions), expected=players)


def _opened(proof: Proof, dealt: RecordedDeal) -> Iterable[Finding]:
    """Signs that the secret breaks the commitment, or that other cards were dealt."""
    pack = proof.pack
    if pack is None:
        if dealt.over:
            yield _finding("fairness_secret_missing")
        return
    if not proof.keeps_commitment:
        yield _finding("fairness_commitment")
    hidden = sum(card == UNKNOWN for _, pile in _named(dealt.piles) for card in pile)
    if hidden:
        yield _finding("fairness_hidden", cards_hidden=hidden)
        return
    yield from _different(dealt.piles, deal_out(pack, len(dealt.piles.hands), dealt.dealer))


def _different(found: Piles, expected: Piles) -> Iterable[Finding]:
    """The first card that differs, and the number of cards that differ."""
    wrong = [
        (name, place, card, due)
        for (name, pile), (_, right) in zip(_named(found), _named(expected), strict=True)
        for place, (card, due) in enumerate(zip(pile, right, strict=True), 1)
        if card != due
    ]
    if wrong:
        (code, owner), place, card, due = wrong[0]
        yield _finding(code, cards_wrong=len(wrong), owner=owner, place=place, card=str(card), due=str(due))


def _named(piles: Piles) -> list[tuple[tuple[str, int], tuple[Card, ...]]]:
    """Every pile with the code of a fault in it, and its owner: the number of a seat or of a morto."""
    hands = [(("fairness_hand", seat), hand) for seat, hand in enumerate(piles.hands)]
    mortos = [(("fairness_morto", number), morto) for number, morto in enumerate(piles.mortos, 1)]
    return [*hands, *mortos, (("fairness_stock", 0), piles.stock)]

"""Records of random matches: written, read, replayed and redacted."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.cards import UNKNOWN
from canastra.engine import Draw, Phase, deal_out, legal_actions, score, start_match, view
from canastra.records import Record, Recorder, parse, position_json, record_deal, redact, replay, replay_json, write
from canastra.records.document import DealRecord
from canastra.rulebooks import OFFICIAL, official
from tests.playing import shuffled

few = settings(max_examples=settings().max_examples // 5)
every = pytest.mark.parametrize("name", OFFICIAL)
seeds = st.integers(0, 2**32)


def recorded(name: str, seed: int, steps: int | None = None) -> tuple[Record, Recorder]:
    """A random deal of a match that both sides begin with many points, whole or stopped after some steps."""
    rng = random.Random(seed)
    rulebook = official(name)
    points = (rng.choice([0, 1500]), rng.choice([0, 1500])) if rulebook.match.target else (0, 0)
    players = rulebook.table.players
    match = start_match(rulebook, rng.randrange(players), points)
    recorder = record_deal(match, deal_out(shuffled(seed), players, match.dealer))
    while recorder.state.phase is not Phase.OVER and steps != 0:
        recorder = recorder.play_legal(rng.choice(legal_actions(recorder.state)))
        steps = None if steps is None else steps - 1
    names = tuple(f"Jogador {seat}" for seat in range(players))
    return Record(rulebook, names, points, (recorder.deal,)), recorder


@every
@few
@given(seed=seeds)
def test_a_replay_reproduces_the_deal(name: str, seed: int) -> None:
    record, recorder = recorded(name, seed)
    text = write(record)
    assert parse(text) == record
    assert write(parse(text)) == text
    replayed = replay(parse(text))
    assert replayed.deals[0].state == recorder.state
    assert replayed.deals[0].scores == score(recorder.state)
    assert replay_json(replayed)["deals"][0]["ended_by"] == recorder.state.ending


@every
@few
@given(seed=seeds, steps=st.integers(0, 120))
def test_a_deal_stopped_anywhere_replays_to_the_same_state(name: str, seed: int, steps: int) -> None:
    record, recorder = recorded(name, seed, steps)
    assert replay(parse(write(record))).deals[0].state == recorder.state


@every
@few
@given(seed=seeds, steps=st.integers(0, 120))
def test_a_redacted_record_replays_and_shows_what_the_seat_may_know(name: str, seed: int, steps: int) -> None:
    record, recorder = recorded(name, seed, steps)
    replayed = replay(record)
    state = recorder.state
    for seat in range(len(state.hands)):
        shown = replay(parse(write(redact(replayed, seat)))).deals[0].state
        assert shown.seat == state.seat
        assert shown.melds == state.melds
        assert shown.pile == state.pile
        assert view(shown, seat).hand == view(state, seat).hand or state.phase is not Phase.OVER
        if state.phase is not Phase.OVER and seat == state.seat:
            position = position_json(replay(redact(replayed, seat)))
            assert position | {"hand": ""} == position_json(replayed) | {"hand": ""}


@every
@few
@given(seed=seeds, steps=st.integers(0, 120))
def test_the_public_sees_no_card_that_did_not_lie_open(name: str, seed: int, steps: int) -> None:
    record, recorder = recorded(name, seed, steps)
    (deal,) = redact(replay(record), None).deals
    if recorder.state.phase is Phase.OVER:
        assert deal == record.deals[0]
        return
    assert hidden(deal)
    assert hidden_draws(deal, except_for=None)


@every
@few
@given(seed=seeds, steps=st.integers(0, 120))
def test_redaction_is_blind_to_what_the_seat_did_not_see(name: str, seed: int, steps: int) -> None:
    """The text for a seat does not change when the others' unplayed cards are exchanged with the stock's end."""
    record, recorder = recorded(name, seed, steps)
    if recorder.state.phase is Phase.OVER:
        return
    exchanged = exchange(record, recorder)
    if exchanged is None:
        return
    other, owner = exchanged
    for seat in [None, *(seat for seat in range(len(recorder.state.hands)) if seat != owner)]:
        assert write(redact(replay(other), seat)) == write(redact(replay(record), seat))


def exchange(record: Record, recorder: Recorder) -> tuple[Record, int] | None:
    """The record with one card that a seat still holds from the deal exchanged with the last of the stock."""
    from dataclasses import replace

    from canastra.engine.hands import count
    from canastra.records.replayer import RecordRuleError

    piles = record.deals[0].piles
    last = piles.stock[-1]
    for seat, hand in enumerate(piles.hands):
        for index, card in enumerate(hand):
            if card == last or not count(recorder.state.hands[seat], card):
                continue
            hands = list(piles.hands)
            hands[seat] = (*hand[:index], last, *hand[index + 1 :])
            other = replace(piles, hands=tuple(hands), stock=(*piles.stock[:-1], card))
            changed = replace(record, deals=(replace(record.deals[0], piles=other),))
            try:
                replay(changed)
            except RecordRuleError:
                continue
            return changed, seat
    return None


def hidden(deal: DealRecord) -> bool:
    """Return whether no dealt card is shown."""
    piles = [*deal.piles.hands, *deal.piles.mortos, deal.piles.stock]
    return all(card == UNKNOWN for pile in piles for card in pile)


def hidden_draws(deal: DealRecord, except_for: int | None) -> bool:
    """Return whether no draw is shown except those put back at once."""
    for line in deal.turns:
        texts = [str(entry) for entry in line.entries]
        for text, after in zip(texts, [*texts[1:], ""], strict=True):
            if text.startswith(str(Draw())) and after != "refuse" and line.seat != except_for and "??" not in text:
                return False
    return True

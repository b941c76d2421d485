"""Playing at random for tests: all legal steps are equally likely, and a seed decides everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from canastra.cards import TWO_PACKS, Card
from canastra.engine import Phase, State, deal_out, legal_actions, perform, settle, start_deal
from canastra.rulebooks import OFFICIAL, Rulebook, official
from canastra.rulebooks.schema import (
    DealRules,
    Deducted,
    Exhausted,
    GoesHome,
    HandsLeft,
    Melds,
    MortoNeed,
    Need,
    OneCard,
    Opener,
    Purchase,
    RedKept,
    RedUnexchanged,
    SingleCard,
    TopTwo,
    Unplayed,
    WildMovement,
)
from tests.samples import sample


def shuffled(seed: int) -> list[Card]:
    """A pack in an order that depends on the seed alone."""
    pack = list(TWO_PACKS)
    random.Random(seed).shuffle(pack)
    return pack


def states(rulebook: Rulebook, seed: int, vulnerable: bool = False) -> Iterator[State]:
    """Every state of a random deal with a seat to act, and the last one."""
    rng = random.Random(seed)
    players = rulebook.table.players
    opening = (0, rng.choice([-1, 0])) if vulnerable and rulebook.vulnerability.minimums else (-1, -1)
    dealer = rng.randrange(players)
    state = settle(start_deal(rulebook, deal_out(shuffled(seed), players, dealer), dealer, opening))
    while True:
        yield state
        if state.phase is Phase.OVER:
            return
        state = settle(perform(state, rng.choice(legal_actions(state))))


def _house() -> dict[str, Rulebook]:
    """Invented rulebooks, to see that the engine asks for parameters and never for a name."""
    regional, curinguinha, tranca, buraco, duelo = (official(name) for name in OFFICIAL)
    return {
        "locked with a low ace, groups and justified purchases": replace(
            buraco,
            sequences=replace(buraco.sequences, wild=WildMovement.LOCKED, goes_home=GoesHome.NEVER),
            groups=curinguinha.groups.__class__((0, 5)),
            pile=replace(buraco.pile, purchase=Purchase.JUSTIFIED),
            stock=replace(buraco.stock, exhausted=Exhausted.DEAL_ENDS),
        ),
        "displaced without going home, vulnerable, a morto for a clean canasta": replace(
            regional,
            sequences=replace(regional.sequences, goes_home=GoesHome.NEVER),
            morto=replace(regional.morto, needs=Need.CLEAN),
            vulnerability=tranca.vulnerability.__class__((100, 200)),
        ),
        "a 2 on top, vulnerable, mortos as stock": replace(
            tranca,
            morto=replace(tranca.morto, becomes_stock=True),
            going_out=replace(tranca.going_out, morto=MortoNeed.UNLESS_NONE_LEFT, needs=Need.CLEAN),
            vulnerability=regional.vulnerability,
            pile=replace(tranca.pile, single_card_stays=SingleCard.BOTH_COPIES, one_card=OneCard.NEVER),
        ),
        "free, with a clean canasta to go out and one card that stays": replace(
            duelo, going_out=replace(duelo.going_out, needs=Need.CLEAN), morto=replace(duelo.morto, needs=Need.ANY)
        ),
        "the pile may be taken when all is exhausted, a 2 needs a new meld": replace(
            buraco, pile=replace(buraco.pile, top_two=TopTwo.NEW_MELD, black_three_blocks=True)
        ),
        "a 2 blocks, no wild laid off, the pile once more, hands deducted when somebody went out": replace(
            buraco,
            pile=replace(buraco.pile, top_two=TopTwo.BLOCKS),
            melds=Melds(wild_lay_off=False),
            groups=curinguinha.groups.__class__((0, 5)),
            stock=replace(buraco.stock, exhausted=Exhausted.PILE_MAY_BE_TAKEN_ONCE),
            hands_left=HandsLeft(Deducted.WHEN_GONE_OUT),
        ),
        "a red 3 kept or not exchanged turns all, a morto costs its 100 and its cards, no wild laid off": replace(
            tranca,
            threes=replace(tranca.threes, red_kept=RedKept.ALL_OF_THE_SIDE, red_unexchanged=RedUnexchanged.CHARGED),
            morto=replace(tranca.morto, unplayed=Unplayed.CHARGE_AND_CARDS),
            melds=Melds(wild_lay_off=False),
        ),
        "both copies stay after a justified purchase, hands not deducted, free wilds not laid off": replace(
            curinguinha,
            pile=replace(curinguinha.pile, single_card_stays=SingleCard.BOTH_COPIES),
            sequences=replace(curinguinha.sequences, wild=WildMovement.FREE),
            melds=Melds(wild_lay_off=False),
            hands_left=HandsLeft(Deducted.NOBODY),
        ),
        "the dealer opens": replace(buraco, deal=DealRules(Opener.DEALER)),
    }


HOUSE = _house()
ALL = {name: official(name) for name in OFFICIAL} | HOUSE
"""The five official rulebooks and some invented ones, by a name for test ids."""
SAMPLE = 5
"""The number of them that are tested every time; the long run tests the others."""
by_name = pytest.mark.parametrize("name", sample(ALL, SAMPLE))
by_rulebook = pytest.mark.parametrize("rulebook", sample(ALL.values(), SAMPLE, ids=ALL))

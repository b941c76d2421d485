"""The rules of a deal and a match: pure functions on values.

>>> from canastra.cards import TWO_PACKS
>>> from canastra.rulebooks import official
>>> rulebook = official("buraco")
>>> state = settle(start_deal(rulebook, deal_out(TWO_PACKS, players=4, dealer=3), dealer=3))
>>> [str(action) for action in legal_actions(state)]
['draw']
>>> state = apply(state, parse_action("draw"))
>>> violation(state, parse_action("take")).code
'already_drawn'
"""

from canastra.engine.actions import (
    DRAW,
    PASS,
    REFUSE,
    TAKE,
    WITHDRAW,
    Action,
    Discard,
    Draw,
    LayOff,
    NewMeld,
    Pass,
    Refuse,
    Shift,
    Take,
    Withdraw,
    parse_action,
)
from canastra.engine.deal import Piles, cut, deal_out, draw_for_dealer, draw_for_seats, highest_of, start_deal
from canastra.engine.legal_actions import legal_actions
from canastra.engine.legality import is_legal, violation
from canastra.engine.match import (
    Encounter,
    Length,
    Match,
    NextDealer,
    add_deal,
    annul_deal,
    finish_match,
    forfeit,
    leader,
    start_match,
    with_dealer,
)
from canastra.engine.melds import Meld
from canastra.engine.melds.canasta import Canasta
from canastra.engine.melds.lookup import Lookup, lookup_of
from canastra.engine.melds.movement import End
from canastra.engine.options import Option, OptionKind, options
from canastra.engine.scoring import Score, points_on_table, score, score_hands
from canastra.engine.state import Ending, Phase, RedThree, State, TakeMorto
from canastra.engine.turn import apply, follow, perform, settle
from canastra.engine.view import TurnSummary, View, masked_state, view

__all__ = [
    "DRAW",
    "PASS",
    "REFUSE",
    "TAKE",
    "WITHDRAW",
    "Action",
    "Canasta",
    "Discard",
    "Draw",
    "Encounter",
    "End",
    "Ending",
    "LayOff",
    "Length",
    "Lookup",
    "Match",
    "Meld",
    "NewMeld",
    "NextDealer",
    "Option",
    "OptionKind",
    "Pass",
    "Phase",
    "Piles",
    "RedThree",
    "Refuse",
    "Score",
    "Shift",
    "State",
    "Take",
    "TakeMorto",
    "TurnSummary",
    "View",
    "Withdraw",
    "add_deal",
    "annul_deal",
    "apply",
    "cut",
    "deal_out",
    "draw_for_dealer",
    "draw_for_seats",
    "finish_match",
    "follow",
    "forfeit",
    "highest_of",
    "is_legal",
    "leader",
    "legal_actions",
    "lookup_of",
    "masked_state",
    "options",
    "parse_action",
    "perform",
    "points_on_table",
    "score",
    "score_hands",
    "settle",
    "start_deal",
    "start_match",
    "view",
    "violation",
    "with_dealer",
]

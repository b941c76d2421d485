"""How a deal and a match are played: pure functions on values.

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
from canastra.engine.enumeration import legal_actions
from canastra.engine.legality import is_legal, violation
from canastra.engine.match import (
    Encounter,
    Length,
    Match,
    NextDealer,
    add_deal,
    annul_deal,
    forfeit,
    start_match,
    with_dealer,
)
from canastra.engine.melds import Meld
from canastra.engine.movement import End
from canastra.engine.options import Canasta, Kind, Option, options
from canastra.engine.scoring import Score, score
from canastra.engine.state import Ending, Phase, RedThree, State, TakeMorto
from canastra.engine.supposed import supposed
from canastra.engine.tables import Tables, tables_of
from canastra.engine.turn import apply, follow, perform, settle
from canastra.engine.view import SoFar, View, view

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
    "Kind",
    "LayOff",
    "Length",
    "Match",
    "Meld",
    "NewMeld",
    "NextDealer",
    "Option",
    "Pass",
    "Phase",
    "Piles",
    "RedThree",
    "Refuse",
    "Score",
    "Shift",
    "SoFar",
    "State",
    "Tables",
    "Take",
    "TakeMorto",
    "View",
    "Withdraw",
    "add_deal",
    "annul_deal",
    "apply",
    "cut",
    "deal_out",
    "draw_for_dealer",
    "draw_for_seats",
    "follow",
    "forfeit",
    "highest_of",
    "is_legal",
    "legal_actions",
    "options",
    "parse_action",
    "perform",
    "score",
    "settle",
    "start_deal",
    "start_match",
    "supposed",
    "tables_of",
    "view",
    "violation",
    "with_dealer",
]

"""A bot without compiled code: it takes what is useful, lays what it can, and keeps what may grow.

- `canastra.bots.greedy.bot`: `GreedyBot`
- `canastra.bots.greedy.plans`: what a hand can lay this turn
- `canastra.bots.greedy.discards`: what it costs to discard a card
- `canastra.bots.greedy.hand_and_melds`: a hand and the melds of its side, and what steps make of them
"""

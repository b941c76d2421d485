"""A bot without compiled code: it takes useful piles, lays as much as it can, and keeps cards that may grow.

- `canastra.bots.greedy.bot`: `GreedyBot`
- `canastra.bots.greedy.plans`: the layings of a turn
- `canastra.bots.greedy.discards`: the cost of discarding a card
- `canastra.bots.greedy.hand_and_melds`: a hand and the melds of its side, and the effect of steps on them
"""

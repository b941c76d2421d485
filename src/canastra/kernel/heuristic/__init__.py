"""The heuristic in compiled code: a player that weighs what it sees, a fixed reference and the playouts of a search.

- `canastra.kernel.heuristic.choosing`: `rank`, `choose`, `play_out_heuristic`, `new_room`
- `canastra.kernel.heuristic.weights`: `weights_of`; `names`: `WEIGHT_NAMES`
"""

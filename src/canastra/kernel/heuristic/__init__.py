"""The heuristic in compiled code: a player that weighs what it sees, a fixed reference and the playouts of a search.

- `canastra.kernel.heuristic.choice`: `rank`, `choose`, `play_out_heuristic`
- `canastra.kernel.heuristic.weights`: `weights_of`, `WEIGHT_NAMES`
- `canastra.kernel.heuristic.scratch`: `new_heuristic_scratch`, the arrays that they work in
"""

"""Analysis of a record: the choices of each seat at each decision, by what it knew, and the points that it lost.

- `canastra.bots.analysis.decisions`: the decisions of a record
- `canastra.bots.analysis.analysis`: `analyse`, which needs the compiled kernel
- `canastra.bots.analysis.json_forms`: an analysis as JSON
"""

"""Analysis of a record: what each seat could have done at each decision, by what it knew, and what it lost.

- `canastra.bots.analysis.decisions`: the decisions of a record
- `canastra.bots.analysis.analysis`: `analyse`, which needs the compiled kernel
- `canastra.bots.analysis.json_forms`: an analysis as JSON
"""

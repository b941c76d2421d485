"""A record judged: what each seat could have done at each decision, by what it knew, and what it gave up.

- `canastra.bots.analysing.decisions`: the decisions of a record
- `canastra.bots.analysing.analysis`: `analyse`, which needs the compiled kernel
- `canastra.bots.analysing.outputs`: an analysis as JSON
"""

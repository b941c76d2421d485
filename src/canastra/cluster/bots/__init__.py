"""Bots on hosts of their own: workers that answer any node's questions over the bus; see docs/cluster-bots.md.

- `canastra.cluster.bots.views`: a seat's view on the bus
- `canastra.cluster.bots.messages`: questions, answers and signs of life
- `canastra.cluster.bots.roster`: the known workers, and which one to ask
- `canastra.cluster.bots.pool`: `BusBots`, the bots of a node that has workers
- `canastra.cluster.bots.worker`, `canastra.cluster.bots.run`: a worker, and its process
"""

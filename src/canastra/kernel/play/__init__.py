"""A deal in compiled code; twins of the engine's modules have their names.

- `canastra.kernel.play.layout`, `codec`: deals as records, to and from the engine's `State`
- `canastra.kernel.play.view`: a seat's `View` as a record
- `canastra.kernel.play.deal`, `legal_steps`, `turn`, `scoring`: `deal`, `legal_steps`, `perform`, `score`
- `canastra.kernel.play.going_out`: decides if a turn can still be finished
"""

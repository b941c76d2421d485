"""`canastra score`: the points of a table that was played with real cards."""

"""`canastra sheet`: keeping score of a table with real cards, on a sheet in a file."""

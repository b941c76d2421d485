"""`canastra sheet`: a score sheet in a file, for a table with real cards."""

"""`canastra tournament`: a tournament as two files in a folder (docs/tournaments.md)."""

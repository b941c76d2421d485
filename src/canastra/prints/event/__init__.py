"""What a tournament prints, taken from its state: rounds, standings, minutes."""

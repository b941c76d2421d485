"""The prints of a tournament, made from its state: rounds, standings, minutes."""

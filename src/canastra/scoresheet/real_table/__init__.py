"""A table with real cards: its cards are read, put in order and become the end of a deal as the engine has it."""

"""A table with real cards: what lies there is read, put in order and becomes the end of a deal as the engine has it."""

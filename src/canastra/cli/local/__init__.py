"""A match in a terminal: the person against bots, saved after every action."""

"""A match on a server, in the terminal."""

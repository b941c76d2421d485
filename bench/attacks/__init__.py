"""Attacks on a running server, and what they cost others: see `bench.attacks.__main__`."""

"""Checks a tournament by its two files."""

from canastra.tournament.verifier.derivation import Difference, check_tournament, open_tournament
from canastra.tournament.verifier.invariants import Contradiction, find_contradictions

__all__ = ["Contradiction", "Difference", "check_tournament", "find_contradictions", "open_tournament"]

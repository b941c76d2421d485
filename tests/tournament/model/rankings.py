"""Standings of categories and of clubs, as docs/tournaments.md has them, from a log's lines and the order of all."""

from __future__ import annotations

import unicodedata

from tests.tournament.model.log import Json, counting


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", " ".join(name.split()).casefold())


class Entries:
    """The clubs and categories by the entries of a log."""

    def __init__(self, lines: list[Json]) -> None:
        self.club: dict[int, str] = {}
        self.category: dict[int, str] = {}
        for _, event in counting(lines):
            if event["type"] in ("side_registered", "side_corrected"):
                self.club[event["side"]] = event["delegation"]
                self.category[event["side"]] = event.get("category", "")

    def categories(self, order: list[int]) -> dict[str, list[tuple[int, int]]]:
        """Return the sides of each category, the best first, each with its place among all."""
        found: dict[str, list[tuple[int, int]]] = {}
        for side in order:
            if self.category[side]:
                found.setdefault(_key(self.category[side]), []).append((side, order.index(side) + 1))
        return found

    def clubs(self, terms: Json, order: list[int], points: dict[int, int]) -> list[tuple[str, int, list[int]]]:
        """Return the clubs, the best first: the name, the total, the sides that count."""
        names = {_key(self.club[side]) for side in order if self.club[side]}
        found = []
        for name in names:
            own = [side for side in order if _key(self.club[side]) == name][: terms["best"]]
            adds = points if terms["order"] == "points" else {side: order.index(side) + 1 for side in own}
            found.append((name, sum(adds[side] for side in own), own))
        found.sort(key=lambda club: order.index(club[2][0]))
        if terms["order"] == "points":
            found.sort(key=lambda club: club[1], reverse=True)
        else:
            found.sort(key=lambda club: club[1])
            found.sort(key=lambda club: len(club[2]), reverse=True)
        return found

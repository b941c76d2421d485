"""Rulebooks as the interface shows them."""

from __future__ import annotations

from functools import cache, lru_cache

from canastra import bots
from canastra.errors import RulebookError
from canastra.protocol.tables import Parameter, RulebookCard, Rulebooks
from canastra.rulebooks import OFFICIAL, Rulebook, official, parameters
from canastra.rulebooks.values import kinds
from canastra.server.api.errors import refused
from canastra.server.lobby import Lobby
from canastra.server.talk import PRESETS, REACTIONS

_MOST_CARDS = 256
"""Cards kept, of 14 KB each: anybody may ask for those of all house rulebooks in turn."""


@cache
def all_rulebooks(levels: tuple[str, ...] = bots.LEVELS) -> Rulebooks:
    """The official ones, these levels of bots, what may be said by a preset's key."""
    cards = tuple(card_of(official(each)) for each in OFFICIAL)
    return Rulebooks(cards, levels, tuple(PRESETS), tuple(REACTIONS))


def found(lobby: Lobby, rulebook_id: str) -> Rulebook:
    """Any rulebook that a table here is played by; else refused (404)."""
    try:
        return lobby.find(rulebook_id)
    except RulebookError:
        raise refused(404, "api_rulebook", rulebook=rulebook_id) from None


@lru_cache(_MOST_CARDS)
def card_of(rulebook: Rulebook) -> RulebookCard:
    """A rulebook with its parameters, values spelled as a house's file spells them."""
    shown: dict[str, dict[str, Parameter]] = {}
    for key, value, clause in parameters(rulebook):
        section, _, name = key.partition(".")
        shown.setdefault(section, {})[name] = Parameter(kinds()[key].spell(value), clause.article, clause.decision)
    return RulebookCard(
        id=rulebook.id,
        revision=rulebook.revision,
        sha256=rulebook.sha256,
        name=dict(rulebook.names),
        players=rulebook.table.players,
        target=rulebook.match.target,
        parameters=shown,
    )

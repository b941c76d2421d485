"""All house rules that pass the checks can be played: every player has a legal action, every deal ends."""

from __future__ import annotations

from random import Random
from typing import get_type_hints

from hypothesis import assume, given
from hypothesis import strategies as st

from canastra.cards import TWO_PACKS
from canastra.engine import Action, Phase, apply, deal_out, legal_actions, settle, start_deal, start_match
from canastra.engine.actions import LayOff, NewMeld
from canastra.errors import RulebookError
from canastra.rulebooks import OFFICIAL, Rulebook
from canastra.rulebooks.houses import parse_house
from canastra.rulebooks.values import is_enum, sections

CHOICES = {
    "groups.ranks": ['""', '"A K"', '"A 3 K"', '"4"', '"A 3 4 5 6 7 8 9 T J Q K"'],
    "sequences.lowest": ['"A"', '"2"', '"4"'],
    "vulnerability.minimums": ["[]", "[1]", "[75]", "[30, 90, 200]"],
    "canastas.thirteen": ["0", "500"],
    "canastas.royal": ["0", "1000"],
    "threes.red_bonus": ["0", "100"],
}
for section, group in sections().items():
    for name, hint in get_type_hints(group).items():
        if hint is bool:
            CHOICES[f"{section}.{name}"] = ["true", "false"]
        elif is_enum(hint) and name != "direction":
            CHOICES[f"{section}.{name}"] = [f'"{member}"' for member in hint]
PLAYERS = [
    "table.players = 2\ntable.direction = 'alternate'",
    "table.players = 4\ntable.direction = 'clockwise'",
]
MOST_STEPS = 5000
"""Far beyond any deal: the longest seen have some hundreds."""


@st.composite
def houses(draw: st.DrawFn) -> Rulebook:
    keys = draw(st.lists(st.sampled_from(sorted(CHOICES)), unique=True, max_size=8))
    lines = [f"{key} = {draw(st.sampled_from(CHOICES[key]))}" for key in keys]
    head = [f'id = "casa"\nextends = "{draw(st.sampled_from(OFFICIAL))}"\nrevision = 1']
    head += ["name = { pt = 'Casa', en = 'House' }", draw(st.sampled_from(PLAYERS))]
    try:
        return parse_house("\n".join(head + lines).encode(), "casa.toml")
    except RulebookError as error:
        assume(not error.code.startswith("contradiction_"))
        raise


def some_action(actions: list[Action], chance: Random) -> Action:
    """Mostly laying cards, so that hands become empty and mortos are taken."""
    weights = [8 if isinstance(action, NewMeld | LayOff) else 2 for action in actions]
    return chance.choices(actions, weights)[0]


@given(houses(), st.integers(0, 2**32))
def test_every_deal_ends(rulebook: Rulebook, seed: int) -> None:
    chance = Random(seed)
    pack = chance.sample(TWO_PACKS, len(TWO_PACKS))
    players = rulebook.table.players
    opening = start_match(rulebook, 0, (1500, 0)).opening
    state = settle(start_deal(rulebook, deal_out(pack, players, 0), 0, opening))
    for _ in range(MOST_STEPS):
        if state.phase is Phase.OVER:
            return
        actions = list(legal_actions(state))
        assert actions, "nobody may be left without a legal action"
        state = apply(state, some_action(actions, chance))
    raise AssertionError("the deal does not end")

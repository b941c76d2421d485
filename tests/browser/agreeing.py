"""A table where each seat plays in its own browser: all pages show the same table, and none shows another player's
cards.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from playwright.sync_api import expect

from canastra.rulebooks import official
from tests.browser.looking import called, problems
from tests.browser.people import DESKTOP, PHONE, People, Person
from tests.browser.playing import PATIENCE, Player
from tests.browser.speech import COMPONENTS, Speech

NAMES = ("Ana", "Bia", "Caio", "Davi")
PACK, COPIES, MORTO = 104, 2, 11


def seated(people: People, rulebook: str) -> list[Player]:
    """Return players at a new table, alternately on phones in Portuguese and at desktops in English."""
    names = NAMES[: official(rulebook).table.players]
    found = [people(name, DESKTOP, "en") if seat % 2 else people(name, PHONE) for seat, name in enumerate(names)]
    return at_a_table(found, rulebook)


def at_a_table(found: list[Person], rulebook: str) -> list[Player]:
    """Seat these people at a new table; every second player has a mouse."""
    table = found[0].opens(rulebook=rulebook)["table"]
    for seat, person in enumerate(found[1:], 1):
        person.asks("PUT", f"/api/tables/{table}/seats/{seat}", {})
    players = [Player(person, seat, table, drags=bool(seat % 2)) for seat, person in enumerate(found)]
    for player in players:
        player.sits()
    return players


def agree(players: list[Player]) -> bool:
    """Wait until all pages have received the same step and show it. Return whether the deal goes on."""
    deadline = time.monotonic() + PATIENCE
    while wrong := apart(players):
        assert time.monotonic() < deadline, wrong
        players[0].page.wait_for_timeout(10)
    ended = players[0].ear.ended
    for player in [] if ended else players:
        while problem := wrongs(player):
            assert time.monotonic() < deadline, "\n".join(problem)
            player.page.wait_for_timeout(10)
    leaks = {player.person.name: player.ear.leaks() for player in players}
    assert not any(leaks.values()), f"was told of cards that nobody there may know: {leaks}"
    if ended:
        return False
    all_there(players)
    return True


def apart(players: list[Player]) -> str:
    """Return why the pages have not all received the same state yet, an empty text if they have."""
    ears = [player.ear for player in players]
    if any(ear.ended for ear in ears):
        return "" if all(ear.ended for ear in ears) else "the deal has not ended for everybody"
    if not all(ear.state.get("play") for ear in ears):
        return "no cards are dealt"
    if any(ear.play["phase"] == "over" for ear in ears):
        return "the end of the deal is not told yet"
    return "not all have come to the same step" if len({ear.step for ear in ears}) > 1 else ""


def wrongs(player: Player) -> list[str]:
    """Return the differences between a page and the state that its socket received."""
    return problems(player.look(player.secrets()), player.ear.state, player.person.name)


def own_turn(player: Player) -> bool:
    """Wait until the page shows the player's own turn. Return False if the deal has ended."""
    deadline = time.monotonic() + PATIENCE
    while not player.ear.ended:
        state = player.ear.state
        if state.get("play") and state["play"]["to_act"] == player.seat:
            wrong = wrongs(player)
            if not wrong:
                return True
            assert time.monotonic() < deadline, "\n".join(wrong)
        assert time.monotonic() < deadline, "it is never the own turn"
        player.page.wait_for_timeout(10)
    return False


def all_there(players: list[Player]) -> None:
    """Fail if the pages together show a card more or less often than the pack has it."""
    shared = players[0].seen.shared()
    assert shared
    table = [card for melds in shared.melds for meld in melds for card in meld]
    table += [card for threes in shared.threes for card in threes]
    shown = Counter(table + [card for card in shared.pile if card != "??"])
    for player in players:
        shown.update(player.seen.hand)
    # The card that must be used at once is shown in the hand and on the pile.
    twice = Counter([players[0].ear.play["due"]] if players[0].ear.play["due"] else [])
    assert max((shown - twice).values()) <= COPIES, f"more than there are: {shown.most_common(3)}"
    count = sum(shared.hands) + shared.stock + shared.pile_size + MORTO * shared.mortos + len(table)
    assert count - PACK in (0, twice.total())


def points_shown(player: Player, scores: list[dict[str, Any]]) -> None:
    """Fail unless the page shows the deal's end in the player's language, with each component of the points."""
    speech, ended = player.speech, player.ear.ended
    assert ended
    end = player.page.locator("#deal-end")
    expect(end).to_have_text(speech.end.format(n=ended["deal"]))
    shown = player.look().raw
    if ended["ending"] == "going_out":
        seat = ended["went_out"]
        who = speech.you if seat == player.seat else called(player.ear.state, seat)
        assert shown["how"] == speech.went_out.format(name=who)
    sides = (player.seat % 2, 1 - player.seat % 2)
    names = zip(COMPONENTS, speech.components, strict=True)
    rows = [
        [name, *(signed(scores[side].get(key, 0), speech) for side in sides)]
        for key, name in names
        if key in ("melded", "in_hand") or any(score.get(key) for score in scores)
    ]
    rows.append([speech.total, *(signed(scores[side].get("total", 0), speech) for side in sides)])
    if player.ear.state["target"]:
        rows.append([speech.match, *(signed(ended["points"][side], speech).removeprefix("+") for side in sides)])
    assert shown["rows"] == rows


def signed(points: int, speech: Speech) -> str:
    """Return points as the page writes them: "+1.240", with a true minus sign."""
    digits = f"{abs(points):,}".replace(",", speech.thousands)
    return f"+{digits}" if points > 0 else f"\u2212{digits}" if points else digits

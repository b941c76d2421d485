"""The history of discards and takings, from events alone, agrees with the state of the deal."""

from __future__ import annotations

from canastra.bots import RandomBot
from canastra.bots.external.driver import Driver
from canastra.bots.external.events import Dealt, Event, MatchBegun, Played
from canastra.bots.external.history import History
from canastra.cards import cards_text
from canastra.engine import Action, View, deal_out, start_match
from canastra.rulebooks.schema import PileShown
from tests.playing import ALL, by_name, shuffled


class Hearing(RandomBot):
    """Plays at random and compares what it has heard with what it sees."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.history = History(0)
        self.piles: list[str] = []

    def watch(self, event: Event) -> None:
        if isinstance(event, MatchBegun):
            self.history = History(event.rulebook.table.players)
        self.history.hear(event)
        if isinstance(event, Played):
            self.piles.append(f"{event.pile_size} {' '.join(self.history._pile)}")
        elif isinstance(event, Dealt):
            assert not any(self.history.discards)

    def choose(self, view: View) -> Action:
        pile = self.history._pile
        if view.due is None:
            assert len(pile) == view.pile_size
            if view.rulebook.pile.shown is PileShown.ALL:
                assert " ".join(pile) == cards_text(view.pile)
        laid = sum(map(len, self.history.discards)) if not any(self.history.takes) else None
        assert laid is None or laid == len(pile)
        return super().choose(view)


@by_name
def test_it_is_what_the_pile_shows(name: str) -> None:
    rulebook = ALL[name]
    players = rulebook.table.players
    taken = 0
    for seed in range(8):
        bots = [Hearing(seed * players + seat) for seat in range(players)]
        match = start_match(rulebook, 0, (1500, 1500) if rulebook.vulnerability.minimums else (0, 0), 10_000)
        Driver(match, bots).play_deal(deal_out(shuffled(seed), players, 0))
        assert all(bot.history.to_json() == bots[0].history.to_json() for bot in bots)
        assert all(bot.piles == bots[0].piles for bot in bots)
        taken += sum(map(len, bots[0].history.takes))
    assert taken


def test_a_pile_goes_back_with_an_opening_that_was_withdrawn() -> None:
    history = History(2)
    sizes = (11, 11)
    for entry, seat, pile in (("discard KD", 0, 1), ("discard 3S", 1, 2), ("take", 0, 1), ("withdraw", 0, 2)):
        history.hear(Played(1, seat, entry, sizes, pile))
    assert history.to_json() == {"discards": ["KD", "3S"], "takes": [[], []]}
    history.hear(Played(3, 0, "refuse", sizes, 3, "9C"))
    history.hear(Played(3, 0, "take", sizes, 0))
    history.hear(Played(3, 0, "withdraw", sizes, 0))
    assert history.to_json() == {"discards": ["KD 9C", "3S"], "takes": [["KD 3S 9C"], []]}

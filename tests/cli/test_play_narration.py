"""The narration of turns that a bot played in a person's place."""

from __future__ import annotations

import re
from typing import cast

import pytest

from canastra import table as tables
from canastra.cli.ui import pages
from canastra.cli.ui.narration import Narrator, Step, sentence, sentences
from canastra.messages import text
from canastra.protocol import State
from canastra.table import CallTime, Command, ReturnToSeat, Tick, TimeControl
from canastra.table.clocks import DEALING
from tests.table.hosting import Host


def snapshot(host: Host, seat: int) -> State:
    return cast(State, tables.snapshot(host.table, seat))


class Told:
    """The narration of a table for one seat."""

    def __init__(self, host: Host, seat: int) -> None:
        self.host, self.seat, self.heard = host, seat, len(host.log)
        self.narrator = Narrator(host.table.settings.rulebook.canastas)
        self.state = snapshot(host, seat)
        self.narrator.note(Step((), None, self.state))

    def hear(self) -> None:
        seen = (tables.visible_to(event, self.seat) for event in self.host.log[self.heard :])
        after = snapshot(self.host, self.seat)
        self.narrator.note(Step([tables.plain_event(each) for each in seen if each], self.state, after))
        self.heard, self.state = len(self.host.log), after

    def last(self, lang: str = "pt") -> str:
        line = self.narrator.log[-1]
        return sentence(line, "Ana", lang, own=line.seat == self.seat)


def bot_plays(host: Host, *everybody: Told, command: Command) -> None:
    """Let a bot play the turn of the seat to act, and narrate each step to all seats."""
    acting = host.acting
    host.send(command)
    while host.table.to_act == acting:
        need = tables.next_requirement(host.table, host.now)
        assert need is not None
        for told in everybody:
            told.hear()
        host.answer(need)
    for told in everybody:
        told.hear()


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_who_ran_out_of_time_is_told_that_a_bot_played(lang: str) -> None:
    host = Host("canastra-duelo", seed=1, clock=TimeControl(turn=5_000)).seat_people(0, 1).serve()
    gone = host.acting
    mine, theirs = Told(host, gone), Told(host, 1 - gone)
    host.now += 5_000 + DEALING
    bot_plays(host, mine, theirs, command=Tick())
    own, others = {
        "pt": (
            r"Seu tempo acabou: o robô comprou .*descartou \S+ por você\.",
            r"O tempo de Ana acabou: o robô comprou .*",
        ),
        "en": (r"Your time ran out: the bot drew .*discarded \S+ for you\.", r"Ana ran out of time: the bot drew .*"),
    }[lang]
    assert re.fullmatch(own, mine.last(lang))
    assert re.fullmatch(others, theirs.last(lang))
    host.play_turn()
    for told in (mine, theirs):
        told.hear()
        assert not told.narrator.log[-1].instead


def test_a_bot_that_finishes_a_turn_is_told_too() -> None:
    host = Host("canastra-duelo", seed=1).seat_people(0, 1).serve()
    gone = host.acting
    host.send(tables.Leave(gone))
    mine, theirs = Told(host, gone), Told(host, 1 - gone)
    bot_plays(host, mine, theirs, command=ReturnToSeat(gone))
    assert re.fullmatch(r"O robô comprou .* por você\.", mine.last())
    assert re.fullmatch(r"O robô comprou .* por Ana\.", theirs.last())


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_the_call_of_time_and_how_the_match_ended(lang: str) -> None:
    host = Host("canastra-duelo", forfeits=True).seat_people(0, 1)
    while host.table.deal is None:
        host.play_on(1)
    (called,) = host.send(CallTime())
    after = snapshot(host, 0)
    (told,) = sentences(Step([tables.plain_event(called)], after, after), ("Ana", "Bia"), lang)
    assert told == text("online_time_called", lang)
    words = {
        reason: pages.result_line({**after, "result": {"reason": reason, "winner": winner}}, lang)
        for reason, winner in (("left", 0), ("called", 1), ("called", None), ("stopped", None))
    }
    assert words["left"].endswith(text("online_by_left", lang))
    assert words["called"] == text("play_drawn_match", lang, points=0)
    assert words["stopped"] == text("online_stopped", lang)

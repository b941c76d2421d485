"""The figures in lessons' sentences, compared with the engine, which plays each lesson through."""

from __future__ import annotations

import re
from functools import reduce

import pytest

from canastra import table as tables
from canastra.engine import State
from canastra.engine.hands import cards_of
from canastra.engine.melds.canasta import Canasta, canasta_of
from canastra.engine.scoring import meld_points
from canastra.rulebooks import OFFICIAL, Rulebook, official
from canastra.rulebooks.schema import Need
from tests.browser.people import DESKTOP, People
from tests.browser.speech import RANKS, SPEECH, Speech
from tools.web_lessons import Step, plan, steps

pytestmark = pytest.mark.slow

WHY = """() => [...document.querySelector('.coach [role=status]').childNodes]
  .filter(({ nodeName }) => nodeName !== 'B').map(({ textContent }) => textContent).join('').trim()"""
"""Returns the coach's words about a task, without the instruction."""


def figures(text: str, speech: Speech) -> list[int]:
    """Return all numbers of a text, in digits or in words, in order."""
    words = {word: value for value, word in enumerate(speech.ranks, 1) if 1 < value <= 10}
    words |= {f"{word}s": value for word, value in words.items()}
    found = re.findall(r"\d[\d.,]*\d|\d|\w+", text.lower())
    return [words.get(each) or int(re.sub(r"\D", "", each)) for each in found if each in words or each[0].isdigit()]


def after(step: Step) -> State | None:
    """Return the deal after a task, None if the task ended it."""
    return reduce(tables.evolve, step.events, step.table).state


def laid(before: State, now: State) -> int:
    """Return the number, from 0, of the meld of the learner's side that a task made or changed."""
    former, melds = before.melds[0], now.melds[0]
    return next(place for place, meld in enumerate(melds) if place >= len(former) or meld != former[place])


def of_the_engine(step: Step, rulebook: Rulebook) -> list[int]:
    """Return the numbers that are true of a task, in the order of its sentence."""
    before, now = step.table.state, after(step)
    assert before
    match step.task.say:
        case "threes":
            assert now
            assert now.red_threes[0], "a red 3 was laid"
            return [3]
        case "meld":
            assert now
            return [len(now.melds[0][laid(before, now)].cards)]
        case "group":
            return [rank + 1 for rank in rulebook.groups.ranks if 0 < rank < 10]
        case "opening":
            minimum = before.minimum[0]
            assert minimum
            return [minimum]
        case "opening2":
            assert now
            assert before.minimum[0]
            assert now.turn_state.points >= before.minimum[0]
            return [now.turn_state.points]
        case "pile":
            return [3] if rulebook.pile.black_three_blocks else []
        case "wild":
            return [2]
        case "canasta":
            assert now
            meld = now.melds[0][laid(before, now)]
            clean = canasta_of(meld, rulebook.canastas) is Canasta.CLEAN
            assert clean == (rulebook.id == "canastra-regional"), "its sentence says which it is"
            assert canasta_of(before.melds[0][laid(before, now)], rulebook.canastas) is Canasta.NONE
            return [len(meld.cards)]
        case "black":
            assert rulebook.pile.black_three_blocks
            return [3]
        case "morto":
            assert now
            meld = now.melds[0][laid(before, now)]
            assert canasta_of(meld, rulebook.canastas) is Canasta.CLEAN
            alone = meld_points(now.lookup, (meld,))
            return [alone.clean]
    return []


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_every_figure_of_a_lesson_is_the_engines(people: People, rulebook: str) -> None:
    rules = official(rulebook)
    played = list(steps(plan(rulebook)))
    for language, speech in SPEECH.items():
        page = people(size=DESKTOP, language=language)
        page.visit(f"/aprender/{rulebook}")
        for task, step in enumerate(played):
            coach = page.page.locator(f".coach[data-task='{task}']")
            coach.wait_for()
            said: str = page.page.evaluate(WHY)
            assert said
            if step.task.say == "wild":
                stands = card_replaced(step)
                assert speech.card(stands) in said
                said = said.replace(speech.card(stands), "")
            assert figures(said, speech) == of_the_engine(step, rules), f"{step.task.say}: {said}"
            where = figures(coach.locator(".step").inner_text(), speech)
            assert where == [task + 1, len(played)]
            page.page.locator(".coach .show").dispatch_event("click")


def card_replaced(step: Step) -> str:
    """Return the card that the wild card of a task stands for, in notation."""
    before, now = step.table.state, after(step)
    assert before
    assert now
    meld = now.melds[0][laid(before, now)]
    names = [str(card) for card in meld.cards]
    assert meld.wild is not None
    suit = next(name[1] for place, name in enumerate(names) if place != meld.wild)
    natural = next(place for place in range(len(names)) if place != meld.wild)
    return RANKS[RANKS.index(names[natural][0]) + meld.wild - natural] + suit


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_what_a_lesson_says_of_its_rules_is_so(rulebook: str) -> None:
    """Checks the sentences that only some rulebooks have."""
    rules = official(rulebook)
    played = {step.task.say: step for step in steps(plan(rulebook))}
    ready = after(played["more"])
    assert ready
    assert len(cards_of(ready.hands[0])) == 1, "just one card was to be kept"
    assert ready.has_morto[0]
    clean = rulebook in ("canastra-regional", "canastra-curinguinha")
    needs = Need.NONE if rulebook == "canastra-duelo" else Need.CLEAN if clean else Need.ANY
    assert rules.going_out.needs is needs
    assert (rules.morto.needs is Need.ANY) == (rulebook == "canastra-curinguinha")

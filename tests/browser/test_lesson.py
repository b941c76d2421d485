"""The lessons, each played from its first step to its last at the real table, without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from canastra.rulebooks import OFFICIAL
from tests.browser.hosts import Host
from tests.browser.people import DESKTOP, Language, People, Person
from tests.browser.playing import ASKED_OF_FINGERS, WAYS, Player, Way, cards_of
from tests.browser.test_offline import controlled
from tests.samples import diagonal, sample
from tools.web_lessons import RECORDED

pytestmark = pytest.mark.slow

SMALL = (390, 664)
STEPS = 8
"""The topics of each lesson; two may share a name."""


def tasks(rulebook: str) -> list[dict[str, Any]]:
    """Return the tasks of a lesson."""
    found: list[dict[str, Any]] = json.loads((RECORDED / f"{rulebook}.json").read_text("utf-8"))["tasks"]
    return found


class Learner(Player):
    """A learner who does the coach's tasks, in alternating ways."""

    def __post_init__(self) -> None:
        ways = {verb: [way for way in ways if way != "drag" or self.drags] for verb, ways in WAYS.items()}
        self._ways = {verb: cycle(each) for verb, each in ways.items()}

    def way(self, action: str) -> Way:
        """Return the next way for the action's verb; the list has the smallest moves only."""
        verb, *rest = action.split()
        found = next(self._ways[verb])
        return "table" if found == "list" and len(rest) > 1 else found

    def knows(self, action: str) -> None:
        """Wait until the page lights up the moves of the chosen cards."""
        self.place(action).wait_for()

    def place(self, action: str) -> Locator:
        """Return the place of the table that answers a tap. In a low window a button has the pile's name too."""
        verb = action.split()[0]
        piles = {"draw": ".stock .hit", "take": ".discards .hit", "discard": ".discards .hit"}
        return self.page.locator(piles[verb]) if verb in piles else super().place(action)

    def waits_for(self, task: int) -> None:
        """Wait until the coach gives a task."""
        expect(self.page.locator(f".coach[data-task='{task}']")).to_be_visible()

    def answers(self, action: str, before: int) -> None:
        """Confirm an action that a finger may do by a slip."""
        if self.touches and action.split()[0] in ASKED_OF_FINGERS:
            self.page.locator(".bar").get_by_role("button", name=self.speech.back, exact=True).wait_for()
            self.taps(self.page.locator(".bar .main button"))

    def does(self, action: str) -> None:
        """Do an action in the next way for its verb."""
        way = self.way(action)
        self.look()
        self.selects(action, way)
        self.begins(action, way)
        self.answers(action, 0)


def learns(person: Person, rulebook: str, *, drags: bool = False) -> Iterator[tuple[Learner, int, str]]:
    """Yield the tasks of the lesson from the current one on; each is done after its yield."""
    learner = Learner(person, 0, "", drags)
    person.visit(f"/aprender/{rulebook}")
    person.page.locator(".coach[data-task]").wait_for()
    first = int(person.page.locator(".coach").get_attribute("data-task") or 0)
    for task, each in list(enumerate(tasks(rulebook)))[first:]:
        learner.waits_for(task)
        yield learner, task, each["does"]
        learner.does(each["does"])


@pytest.mark.parametrize("rulebook", sample(OFFICIAL, 2))
def test_a_lesson_is_played_to_its_end_by_touch(people: People, rulebook: str) -> None:
    ana = people(size=SMALL)
    most = len(tasks(rulebook))
    for learner, task, _ in learns(ana, rulebook):
        expect(learner.page.locator(".coach .step")).to_have_text(f"{task + 1} de {most}")
    ana.sees("Você já sabe jogar")
    learnt = ana.page.get_by_role("list", name="O que você aprendeu").locator("li")
    assert len(set(learnt.all_inner_texts())) == learnt.count() > STEPS - 2
    expect(ana.page.get_by_role("link", name="Aprender outro jogo")).to_have_attribute("href", "aprender")
    expect(ana.page.get_by_role("table").first).to_be_visible()
    ana.usable()
    ana.presses("Jogar agora")
    expect(ana.page).to_have_url(ana.address + "/")
    expect(ana.page.locator("select").first).to_have_value(rulebook)


def test_it_is_left_in_the_middle_and_taken_up_again(people: People) -> None:
    ana = people(size=SMALL)
    for _, task, _ in learns(ana, "buraco"):
        if task == 6:
            break
    learner = Learner(ana, 0, "")
    ana.page.locator(".coach").get_by_role("button", name="Sair").click()
    expect(ana.page).to_have_url(ana.address + "/")
    ana.visit("/aprender")
    ana.follows("Continuar: Buraco")
    learner.waits_for(6)
    expect(ana.page.locator(".coach .step")).to_have_text(f"7 de {len(tasks('buraco'))}")
    melds = [each.split() for each in ana.page.locator(".ours .meld .unseen").all_inner_texts()]
    assert len(melds) == 2
    ana.page.reload()
    assert [task for _, task, _ in learns(ana, "buraco")] == list(range(6, len(tasks("buraco"))))
    ana.sees("Você já sabe jogar")
    ana.presses("Repetir")
    learner.waits_for(0)
    ana.visit("/aprender")
    ana.sees("Feita")


def test_a_lesson_is_played_by_the_keyboard(people: People) -> None:
    ana = people(size=DESKTOP, language="en")
    keys = ana.page.keyboard
    for action in keyed(ana, "canastra-duelo"):
        verb = action.split()[0]
        for card in cards_of(action):
            ana.page.locator(f".hand [role=option][data-card='{card}'][aria-selected=false]").first.focus()
            keys.press("Space")
        if verb == "lay":
            keys.press(action.split()[1])
        elif verb in ("take", "discard"):
            ana.page.locator(".discards .hit").focus()
            keys.press("Enter")
        else:
            # This soon after a discard, the page takes Enter for a repetition.
            expect(ana.page.locator(".bar.settling")).to_have_count(0)
            ana.page.locator(f".bar [data-verb={verb}]").focus()
            keys.press("Enter")
    ana.sees("You know how to play")


def keyed(person: Person, rulebook: str) -> Iterator[str]:
    """Yield the tasks, each once the coach gives it; the caller does them."""
    learner = Learner(person, 0, "", True)
    person.visit(f"/aprender/{rulebook}")
    for task, each in enumerate(tasks(rulebook)):
        learner.waits_for(task)
        yield each["does"]


def test_another_move_costs_nothing_and_the_coach_helps(people: People) -> None:
    ana = people(size=SMALL)
    for _, task, _ in learns(ana, "buraco"):
        if task == 1:
            break
    learner = Learner(ana, 0, "")
    show = ana.page.locator(".coach .show")
    expect(show).to_be_hidden()
    hand = [card["card"] for card in learner.look().raw["hand"]]
    learner.does("discard KS")
    expect(ana.page.locator(".coach [role=status]")).to_contain_text("Boa ideia, mas agora escolha")
    assert [card["card"] for card in learner.look().raw["hand"]] == hand
    assert not ana.page.locator(".line.wrong").count()
    show.tap()
    learner.waits_for(2)
    assert len(learner.look().raw["hand"]) == len(hand) - 3


def test_somebody_new_is_offered_it_and_nobody_else(people: People) -> None:
    ana = people()
    ana.visit("/")
    ana.follows("Aprender em 2 minutos")
    expect(ana.page).to_have_url(ana.address + "/aprender/buraco")
    ana.opens(rulebook="canastra-duelo", bots="random")
    ana.visit("/regras/tranca")
    expect(ana.page.locator("#minute a")).to_have_attribute("href", "aprender/tranca")


SIZES = ((320, 568), (390, 664), (844, 390), (1366, 640))


@pytest.mark.parametrize(("rulebook", "language"), diagonal(1, ["tranca", "canastra-regional"], ["pt", "en"]))
def test_what_the_coach_says_is_whole_in_every_window(people: People, rulebook: str, language: Language) -> None:
    """Every step fits without scrolling."""
    ana = people(size=DESKTOP, language=language, has_touch=True)
    ana.visit(f"/aprender/{rulebook}")
    for task in range(len(tasks(rulebook))):
        expect(ana.page.locator(f".coach[data-task='{task}']")).to_be_visible()
        for size in SIZES:
            ana.resizes(size)
            assert not ana.page.evaluate(CUT), (task, size)
        ana.page.locator(".coach .show").dispatch_event("click")


CUT = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const says = document.querySelector('.coach .says');
  const { scrollWidth, scrollHeight } = document.documentElement;
  const wrong = [];
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) wrong.push('the page scrolls');
  const over = says.scrollHeight - says.clientHeight;
  if (over > 1) wrong.push(`${says.innerText}: ${over} too high`);
  const box = says.getBoundingClientRect();
  for (const shown of document.querySelectorAll('.shown')) {
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    if (top < box.bottom - 1 && bottom > box.top && left < box.right && right > box.left) wrong.push(shown.className);
  }
  return wrong.join();
}"""


def test_a_lesson_that_was_opened_is_there_without_a_network(people: People, host: Host) -> None:
    ana = people("Ana", address=host.address, service_workers="allow", size=SMALL)
    ana.forgive("Failed to load resource|ERR_")
    ana.visit("/")
    controlled(ana.page)
    host.off()
    learner = Learner(ana, 0, "")
    ana.visit("/aprender/tranca")
    learner.waits_for(0)
    learner.does("draw")
    learner.waits_for(1)

"""Takes pictures of every screen of the browser client, in every size, from a real server.

Run as ``python -m tools.screenshots`` (`make screenshots`); names of screens or parts of them take only those, ``--size
390x844`` only one size. Each is screenshots/SCREEN-WIDTHxHEIGHT.png; screenshots/index.html shows them side by side.
Tables are played by bots, so that their cards are others each time. CANASTRA_WEB=FOLDER shows another built client.
``--docs`` takes those of the README instead, into docs/.
"""

from __future__ import annotations

import argparse
import html
import os
import re
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

from tests.browser.people import People, Person
from tests.browser.tournaments import ONLINE_PLAYERS, Event, Online, online_regulations
from tests.browser.world import World, made
from tests.server.run.process import PLENTY, serving
from tools.chromium import FLAGS, chromium
from tools.web_build import ROOT, build, built

FOLDER = ROOT / "screenshots"
SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))
UNHURRIED = {"between": 3_600_000, "grace": 3_600_000}
State = Mapping[str, Any]


def at(name: str) -> Callable[[Person, World], str]:
    """The address of a page where there is something to see."""
    return lambda _, world: world.addresses()[name]


def played(until: Callable[[dict[str, Any]], bool], **terms: Any) -> Callable[[Person, World], str]:
    """A table of one's own against bots, played until its state is as wanted."""

    def prepare(person: Person, world: World) -> str:
        table = person.opens(bots="greedy", clock=UNHURRIED, **terms)["table"]
        person.plays(table, until=until)
        return f"/mesa/{table}"

    return prepare


def waiting(person: Person, world: World) -> str:
    """A private table of one's own, before other players came."""
    return f"/mesa/{person.opens(private=True)['table']}"


def signed_up(person: Person, world: World) -> str:
    """The page of a person with an account and a match."""
    person.asks("GET", "/api/me")
    person.asks("POST", "/api/accounts", {"login": f"pessoa-{os.urandom(4).hex()}", "password": "monte lixo morto"})
    person.plays(person.opens(rulebook="canastra-duelo", bots="random")["table"])
    remembered(person)
    return "/conta"


def new_code(person: Person) -> None:
    """The account's recovery code, which is shown once."""
    person.page.get_by_text("Se você perder a senha").click()
    person.page.locator("#recovery-password").fill("monte lixo morto")
    person.presses("Fazer um novo código")
    expect(person.page.get_by_role("heading", name="Guarde este código")).to_be_visible()


def lost_password(person: Person) -> None:
    """Open the form for a lost password."""
    person.page.get_by_text("Perdi a senha").click()


def in_a_match(person: Person, world: World) -> str:
    """Leave a match half played, and return the start page's path."""
    person.plays(person.opens(bots="greedy", clock=UNHURRIED)["table"], until=my_turn(20))
    remembered(person)
    return "/"


def remembered(person: Person) -> None:
    """Store a name as the page does; without one, it asks the server about the person only when it must."""
    person.context.add_init_script(f"localStorage.setItem('canastra.name', '{person.name}')")


def to_the_end_of_a_deal(person: Person) -> None:
    """At the table that is looked at, beside the page: which then has the seat back, and says how the deal ended."""
    person.plays(person.page.url.rpartition("/")[2], until=deal_over)
    person.page.locator(".final button").click()
    expect(person.page.get_by_role("table").first).to_be_visible()


def new_table(person: Person) -> None:
    """The form for a table with friends, with all that can be agreed."""
    person.presses(re.compile("^Com amigos"))
    person.page.get_by_text("O que combinar").click()


def house_rules(person: Person) -> None:
    """The same with the rules of the house."""
    new_table(person)
    person.page.get_by_text("Regras da casa").click()


def mid_replay(person: Person, world: World) -> str:
    """A match of two, some turns before its end."""
    table = person.opens(bots="greedy", clock=UNHURRIED, rulebook="canastra-duelo")["table"]
    person.plays(table)
    return f"/partida/{table}?mao=1&passo=45"


def mid_lesson(person: Person) -> None:
    """The coach plays some tasks, and the next one is due."""
    for task in range(6):
        expect(person.page.locator(f".coach[data-task='{task}']")).to_be_visible()
        # As a helper's button comes only after a while, its click is given to it before.
        person.page.locator(".coach .show").dispatch_event("click")
    expect(person.page.locator(".coach[data-task='6']")).to_be_visible()


def new_sheet(person: Person) -> None:
    """A score sheet of four people."""
    person.page.get_by_text("Canastra regional", exact=True).click()
    for seat, name in (("Nós: jogador 1", "Ana"), ("Nós: jogador 2", "Beto"), ("Eles: jogador 1", "Clara")):
        person.page.get_by_label(seat).fill(name)
    person.presses("Começar")
    expect(person.page.get_by_role("button", name="Anotar a 1ª mão")).to_be_visible()


def write_totals(person: Person, one: str, other: str) -> None:
    """A deal on that sheet, by the keys of the page."""
    person.presses(re.compile("^Anotar a "))
    person.presses("Total")
    for place, total in enumerate((one, other)):
        if place:
            person.presses("próximo")
        for key in total:
            person.presses("trocar o sinal" if key == "-" else re.compile(f"^{key}$"))
    person.page.locator(".save").click()
    expect(person.page.locator(".score")).to_be_visible()


def written_sheet(person: Person) -> None:
    """One with four deals, the last of them with a warning."""
    new_sheet(person)
    for one, other in (("840", "120"), ("-45", "905"), ("730", "300"), ("412", "655")):
        write_totals(person, one, other)


def count_deal(person: Person) -> None:
    """A deal that is being counted."""
    written_sheet(person)
    person.presses("Anotar a 5ª mão")
    person.presses("Contar")
    person.presses(re.compile("^4$"))


def add_totals(person: Person) -> None:
    """A deal of which the totals are being written."""
    written_sheet(person)
    person.presses("Anotar a 5ª mão")


def open_deal(person: Person) -> None:
    """The entry of a deal."""
    written_sheet(person)
    person.page.locator(".deals button").first.click()


def send_sheet(person: Person) -> None:
    """How a sheet is sent."""
    written_sheet(person)
    person.presses("Mandar")
    expect(person.page.get_by_role("img", name="Código QR desta folha")).to_be_visible()


def tournament(due: str, *parts: str) -> Screen:
    """The room of a tournament that has come so far, in one of its parts."""

    def prepare(person: Person, world: World) -> str:
        event = Event(person)
        if due == "entries":
            event.enters()
            event.does("check_in", sides=[1, 2, 5])
        event.reaches(due)
        if due == "results":
            event.result(1, ((2010, 1500),))
        return f"/torneio/{event.id}/sala"

    return Screen(prepare, after=pressing(*parts))


def pressing(*buttons: str) -> Callable[[Person], None]:
    """These buttons are pressed, one after the other."""

    def after(person: Person) -> None:
        for name in buttons:
            person.presses(name)

    return after


def hall(due: str, part: str = "", **settings: str) -> Screen:
    """The public page of a tournament that has come so far, or the wall."""

    def prepare(person: Person, world: World) -> str:
        event = Event(person)
        event.reaches(due)
        if due == "results":
            event.result(1, ((2010, 1500),))
        return f"/torneio/{event.id}{part}"

    return Screen(prepare, settings, whole=not part)


def at_table(person: Person, world: World) -> str:
    """The code of a table whose round is being played."""
    event = Event(person)
    event.reaches("results")
    return f"/torneio/{event.id}/mesa#t={event.token(1)}"


def online(until: str, *parts: str) -> Screen:
    """The page of a player of a tournament online that has come so far; in the room, what these buttons open."""

    def prepare(person: Person, world: World) -> str:
        event = Online(person, online_regulations(("rounds = 2", "rounds = 1")))
        event.reaches(until)
        return f"/torneio/{event.id}/sala" if parts else event.link(ONLINE_PLAYERS[0])

    def came(person: Person) -> None:
        person.sees(f"Você joga como {ONLINE_PLAYERS[0]}.")

    return Screen(prepare, after=pressing(*parts) if parts else came)


def speak_for_a_side(person: Person) -> None:
    """The sheet of that table, with a match below the target."""
    person.presses("Sim, é a gente")
    for place, points in enumerate(("1500", "-45")):
        person.page.locator("form input").nth(place).fill(points)


def founding(person: Person, world: World) -> str:
    """The page of a person without a tournament."""
    person.asks("GET", "/api/tournaments")
    remembered(person)
    return "/torneios"


def found_one(person: Person) -> None:
    """The questions of a club's day."""
    person.page.get_by_label("Grupos e depois eliminatórias").check()
    expect(person.page.get_by_text("O congresso está em ordem")).to_be_visible()


def my_turn(turns: int) -> Callable[[dict[str, Any]], bool]:
    """One is to act, and some turns were played."""
    return lambda state: bool(state["play"] and state["play"]["to_act"] == state["you"] and state["step"] >= turns)


def first_draw(state: State) -> bool:
    return bool(state["play"])


def deal_over(state: State) -> bool:
    return state["last"] is not None


def never(state: State) -> bool:
    return False


@dataclass(frozen=True)
class Screen:
    """One screen in one state."""

    prepare: Callable[[Person, World], str]
    """Makes what it shows, and says where that is."""
    settings: Mapping[str, str] = field(default_factory=dict)
    whole: bool = True
    """The whole page, not only what is in the window."""
    after: Callable[[Person], None] | None = None
    """Runs while the screen is shown."""


def table(prepare: Callable[[Person, World], str], **settings: str) -> Screen:
    """A table: it is to fit into the window."""
    return Screen(prepare, settings, whole=False)


def deal_end(**terms: Any) -> Screen:
    """A table whose deal ends while it is looked at."""
    return Screen(played(my_turn(1), **terms), whole=False, after=to_the_end_of_a_deal)


LOOKS: dict[str, dict[str, str]] = {
    "english": {"language": "en"},
    "dark": {"theme": "dark"},
    "contrast": {"contrast": "more"},
    "large": {"text": "200", "size": "large"},
}
PLAIN_AND_DARK = {"": {}, "-dark": {"theme": "dark"}}
SHEETS = {"": {}, "-dark": {"theme": "dark"}, "-large": {"text": "200"}}
PAGES = {
    "start": "start",
    "open-table": "open table",
    "watched-table": "running table",
    "watched-end": "finished table",
    "invitation": "invitation",
    "replay": "a replay",
    "replays": "replays",
    "rules": "rules",
    "rules-buraco": "rules of buraco",
    "lessons": "lessons",
    "account": "account",
    "settings": "settings",
    "cards": "cards",
}
SCREENS: dict[str, Screen] = {
    **{name: Screen(at(page)) for name, page in PAGES.items()},
    **{
        f"{name}-{look}": Screen(at(PAGES[name]), settings)
        for name in ("start", "settings", "rules-buraco", "account", "invitation", "cards")
        for look, settings in LOOKS.items()
    },
    "cards-four-colours": Screen(at("cards"), {"deck": "four"}),
    "unknown": Screen(lambda person, world: "/xyz"),
    "account-own": Screen(signed_up),
    **{f"account-code{look}": Screen(signed_up, settings, after=new_code) for look, settings in PLAIN_AND_DARK.items()},
    **{
        f"account-lost{look}": Screen(at("account"), settings, after=lost_password)
        for look, settings in PLAIN_AND_DARK.items()
    },
    "new-table": Screen(at("start"), after=new_table),
    "new-table-dark": Screen(at("start"), {"theme": "dark"}, after=new_table),
    "house-rules": Screen(at("start"), after=house_rules),
    "house-rules-dark": Screen(at("start"), {"theme": "dark"}, after=house_rules),
    "lesson": table(at("lesson of tranca")),
    "lesson-dark": table(at("lesson of tranca"), theme="dark"),
    "lesson-middle": Screen(at("lesson of tranca"), whole=False, after=mid_lesson),
    "sheet-new": Screen(at("score sheet")),
    **{f"sheet{look}": Screen(at("score sheet"), settings, after=written_sheet) for look, settings in SHEETS.items()},
    **{
        f"sheet-count{look}": Screen(at("score sheet"), settings, whole=False, after=count_deal)
        for look, settings in SHEETS.items()
    },
    "sheet-totals": Screen(at("score sheet"), whole=False, after=add_totals),
    "sheet-deal": Screen(at("score sheet"), whole=False, after=open_deal),
    "sheet-send": Screen(at("score sheet"), whole=False, after=send_sheet),
    "tournaments": Screen(lambda person, world: "/torneios"),
    **{f"tournament-found{look}": Screen(founding, settings, after=found_one) for look, settings in SHEETS.items()},
    "room-entries": tournament("entries", "Inscrições"),
    "room-draw": tournament("draw"),
    "room-draft": tournament("publish"),
    "room-playing": tournament("results", "Resultado: Mesa 2"),
    "room-close": tournament("close"),
    "room-standings": tournament("pair", "Classificação"),
    "room-referee": tournament("results", "Árbitro", "Mostrar o registro"),
    "room-staff": tournament("results", "Equipe"),
    "room-papers": tournament("results", "Papéis e telas"),
    "room-over": tournament("over"),
    **{f"hall{look}": hall("results", **settings) for look, settings in SHEETS.items()},
    "hall-over": hall("over"),
    **{f"wall{look}": hall("results", "/telao", **settings) for look, settings in PLAIN_AND_DARK.items()},
    **{f"player-{until}": online(until) for until in ("before", "open", "playing", "result", "over")},
    "room-players": online("open", "Jogadores", f"Link: {ONLINE_PLAYERS[0]}"),
    "phone-side": Screen(at_table),
    **{f"phone{look}": Screen(at_table, settings, after=speak_for_a_side) for look, settings in SHEETS.items()},
    "start-own": Screen(in_a_match),
    "table-waiting": table(waiting),
    "table-begins": table(played(first_draw)),
    "table-turn": table(played(my_turn(40))),
    **{f"table-turn-{look}": table(played(my_turn(40)), **settings) for look, settings in LOOKS.items()},
    "table-turn-left": table(played(my_turn(20)), hand="left"),
    "table-turn-four-colours": table(played(my_turn(20)), deck="four"),
    "table-middle": table(played(my_turn(90))),
    "table-late": table(played(my_turn(150))),
    "table-tranca": table(played(my_turn(60), rulebook="tranca")),
    "table-regional": table(played(my_turn(60), rulebook="canastra-regional")),
    "table-curinguinha": table(played(my_turn(60), rulebook="canastra-curinguinha")),
    "table-duelo": table(played(my_turn(60), rulebook="canastra-duelo")),
    "deal-end": deal_end(),
    "deal-end-regional": deal_end(rulebook="canastra-regional"),
    "replay-middle": Screen(mid_replay, whole=False),
    "match-end": table(played(never, rulebook="canastra-duelo")),
    "match-end-dark": table(played(never, rulebook="canastra-duelo"), theme="dark"),
    "match-end-english": table(played(never, rulebook="canastra-duelo"), language="en"),
}


Size = tuple[int, int]
DOCS: dict[str, dict[Size, Path]] = {
    "table-middle": {(1200, 760): ROOT / "docs" / "table.png", (390, 844): ROOT / "docs" / "table-phone.png"},
    "replay-middle": {(1280, 800): ROOT / "docs" / "replay.png"},
}
"""Pictures of the README, by screen."""


def chosen(parts: Iterable[str]) -> dict[str, Screen]:
    """Screens whose name holds one of these; all without any."""
    parts = list(parts)
    return {name: screen for name, screen in SCREENS.items() if not parts or any(part in name for part in parts)}


def size(text: str) -> Size:
    """The size of a window as it is typed."""
    found = re.fullmatch(r"([1-9]\d{1,3})x([1-9]\d{1,3})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text} is no size: write it as in 390x844")
    return int(found[1]), int(found[2])


def take(person: Person, world: World, name: str, pictures: Mapping[Size, Path]) -> None:
    """One screen in all sizes."""
    screen = SCREENS[name]
    person.sets(**screen.settings)
    person.visit(screen.prepare(person, world))
    if screen.after:
        screen.after(person)
    for size, path in pictures.items():
        person.resizes(size)
        person.page.screenshot(path=path, full_page=screen.whole, animations="disabled")


def write_index() -> None:
    """A page with all pictures that are there, in rows of one screen."""
    rows = []
    for name in SCREENS:
        pictures = _pictures(name, SIZES).values()
        shown = "".join(f'<img src="{picture.name}" loading="lazy">' for picture in pictures if picture.is_file())
        rows += [f"<h2>{html.escape(name)}</h2><p>{shown}</p>"] if shown else []
    style = "<style>img { height: 24rem; margin: 0.5rem; border: 1px solid }</style>"
    (FOLDER / "index.html").write_text(f"<!doctype html><title>canastra</title>{style}{''.join(rows)}", "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Take them; the exit status is 1 if an error showed in a browser on the way."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.screenshots",
        description="Take pictures of every screen.",
        epilog=f"screens:\n{textwrap.fill(' '.join(SCREENS), break_on_hyphens=False)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("screens", nargs="*", help="parts of names; without any, all screens")
    parser.add_argument("--size", action="append", type=size, help="as in 390x844; without any, all sizes")
    parser.add_argument("--docs", action="store_true", help="those of the README, into docs/")
    given = parser.parse_args(arguments)
    unknown = [part for part in given.screens if not chosen([part])]
    if unknown:
        parser.error(f"no screen has {' or '.join(unknown)} in its name (--help lists them)")
    sizes = given.size or SIZES
    FOLDER.mkdir(exist_ok=True)
    pictures = DOCS if given.docs else {name: _pictures(name, sizes) for name in chosen(given.screens)}
    with tempfile.TemporaryDirectory() as folder:
        wrong = _take_all(pictures, Path(folder))
    write_index()
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def _pictures(name: str, sizes: Iterable[Size]) -> dict[Size, Path]:
    return {(width, height): FOLDER / f"{name}-{width}x{height}.png" for width, height in sizes}


def _take_all(screens: Mapping[str, Mapping[Size, Path]], folder: Path) -> list[str]:
    named = os.environ.get("CANASTRA_WEB")
    if not named:
        build(ROOT)
    web = Path(named) if named else built(ROOT)
    wrong = []
    with serving(folder, "--web", str(web), *PLENTY) as server, sync_playwright() as playwright:
        server.wait_ready()
        world = made(server.address)
        people = People(playwright.chromium.launch(executable_path=chromium(), args=FLAGS), server.address)
        for name, pictures in screens.items():
            person = people("Ana", next(iter(pictures)))
            if name == "unknown":
                person.forgive("status of 404")
            take(person, world, name, pictures)
            wrong += [f"{name}: {fault}" for fault in person.wrong]
            people.part()
            people.created.clear()
            print(name, flush=True)
        people.browser.close()
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())

"""The floors of the browser client: tests/web/test_floors.py enforces them, web/README.md shows them."""

from __future__ import annotations

from typing import NamedTuple

HERE = "."
"""The files that lie directly in a room's folder, not in one below it."""


class Room(NamedTuple):
    """A folder, or module, directly below web/src. It imports only from lower floors.

    Of its own folders, which are listed from below, each imports only from those before it.
    """

    floor: int
    what: str
    folders: tuple[str, ...] = (HERE,)


ROOMS = {
    "i18n": Room(
        0,
        "what people read: `t('key', {figures})`; `pt` and `en` have the same keys, a file for each part; "
        "`words` fetches what few pages say",
        (
            *("pt", "pt/pages", "pt/table", "pt/tournament"),
            *("en", "en/pages", "en/table", "en/tournament"),
            *(HERE, "words"),
        ),
    ),
    "styles": Room(0, "`tokens.css`: colours and sizes, whose contrast is tested; `base.css`: what all pages share"),
    "routes.ts": Room(0, "the addresses of the pages"),
    "offline": Room(0, "the service worker, and when a new version may replace the one that runs"),
    "net": Room(
        1,
        "requests, and the types of messages; `connection`: the socket to a table, where `reconnection` and "
        "`tableReducer` are pure, `pendingCommands` tracks commands and `notices` says what is wrong; `fairness`: the "
        "verification of a shuffle",
        (HERE, "connection", "fairness"),
    ),
    "avatars": Room(
        1, "the animals that people are drawn as, whose is whose, and the ring of the turn; their size is `--avatar`"
    ),
    "lib": Room(
        2,
        "what pages share that has no component: navigation, the person, requests under way, storage; `tables`: "
        "rulebooks, levels, terms and names of seats; `settings`: the player's settings, stored on the device and set "
        "as `data-…` attributes of `<html>`",
        ("tables", "settings", HERE),
    ),
    "ui": Room(
        3,
        "parts of forms and pages: fields, notices, dialogs, icons and their `drawings`, QR codes",
        ("drawings", HERE),
    ),
    "cards": Room(
        3,
        "the faces as paths; `Card.svelte`, whose width is `--card-width`, shows its index alone where it is "
        "`covered`; `drawn` is what comes later: pips, courts, backs",
    ),
    "attention": Room(
        3, "what tells a person in another window that a table waits: the sign on the icon, the notification"
    ),
    "board": Room(
        4, "the cards on a table: melds, stock and pile, a card in a sentence; what can be tapped and lights up"
    ),
    "live": Room(5, "the state of one table: the store, the pace at which it shows what others do"),
    "result": Room(5, "what a deal came to: points as a table and as a curve, the shuffle's proof"),
    "rules": Room(6, "the pages of rules, and the panel of rules at a table; `text` is pure", ("text", HERE)),
    "share": Room(6, "the picture of a result: `picture` (pure) lays it out, `canvas` draws it"),
    "sheet": Room(
        6,
        "the score sheet of a family; `model`: `form` adds up what was counted, `progress` says how it stands; "
        "`file`: files and links of sheets, written and read; `entry`: the form of a deal",
        ("model", "file", "entry", HERE),
    ),
    "install": Room(6, "the offer to install the page, and the line that makes it"),
    "invite": Room(6, "invitations, and the waiting room of a table"),
    "account": Room(7, "the page of one's account and matches; `credentials`: signing in", ("credentials", HERE)),
    "table": Room(
        7,
        "the page of a table. `layout` gives every part its room; `motion`: cards on their way, where `flights` "
        "(pure) tells which; `play`: your hand and what it does, with pure parts (`choices/offers`, "
        "`choices/handOrder`, `hand/handLayout`) and `choices/controller`, which holds the selection and the action "
        "on its way",
        (
            *("layout", "sound", "motion", "seats", "talk", "news", "end", "drawers"),
            *("play/choices", "play/hand", "play/bar", "play/sheets", "play"),
            *(HERE, "fixtures"),
        ),
    ),
    "tournament": Room(
        7,
        "the pages of tournaments, files by themselves that players never fetch; `state`: `live` asks again and again, "
        "`commands` sends what was not answered again with the same id; `room` is the desk, `hall` what everyone may "
        "see, `table` and `player` are for phones",
        (
            *("state", "shared", "table", "player", "hall"),
            *("room/acts", "room/regulations", "room/round", "room/sides", "room"),
            HERE,
        ),
    ),
    "start": Room(8, "the start page, opening a table, one's own matches, lists of tables"),
    "settings": Room(8, "the page of settings, and `/cartas` with all cards"),
    "replay": Room(
        8,
        "replays of matches; `steps`: places in a match and the way through it; `analysis`: what bots say of it",
        ("steps", "analysis", HERE),
    ),
    "lesson": Room(
        8,
        "lessons: `classroom` is the server of their table, `Coach` says what to do, `board/highlight` is what it "
        "points at",
        ("recorded", HERE),
    ),
    "admin": Room(8, "the pages of moderation", ("parts", HERE)),
    "bundles": Room(9, "small pages and parts that are fetched as one file: a lower room may fetch them (`import(…)`)"),
    HERE: Room(10, "`pages.ts`: the component of each page (a lazy `import`); `App.svelte`, `main.ts`"),
}

MOST_FILES = 14
"""In one folder. A test beside its module does not count: in Python it would lie in a folder of its own."""


def table() -> str:
    """The floors as a Markdown table, the highest first."""
    lines = ["| floor | below `src` | content |", "|---|---|---|"]
    for name, room in sorted(ROOMS.items(), key=lambda item: -item[1].floor):
        shown = "" if name == HERE else f"`{name}`"
        lines.append(f"| {room.floor} | {shown} | {room.what} |")
    return "\n".join(lines)

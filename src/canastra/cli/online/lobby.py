"""The way from the server to a table: choosing the identity, the table and the seat."""

from __future__ import annotations

from canastra.cli.language import Language
from canastra.cli.online.identity import Kept, keep, load
from canastra.cli.online.lines import TypedLines
from canastra.cli.play_options import RULEBOOK, PlayOptions
from canastra.cli.ui import pages
from canastra.cli.ui.terminal import ClosedError, StopError, Terminal
from canastra.cli.ui.typed_line import shown
from canastra.client import Client, ClientError
from canastra.engine import NextDealer
from canastra.errors import InputError
from canastra.messages import text
from canastra.protocol.tables import EncounterTerms, NewTable, TableCard
from canastra.rulebooks import OFFICIAL, POPULAR

_QUIT = {"sair", "quit", "exit", "q"}
_NEW = {"n", "nova", "new"}
_UNKNOWN = 401
_LONGEST_NAME = 24


class LobbyScreen:
    """The conversation before a table."""

    def __init__(
        self, client: Client, terminal: Terminal, lines: TypedLines, options: PlayOptions, language: Language
    ) -> None:
        self._client, self._terminal, self._lines, self._options = client, terminal, lines, options
        self._lang = language

    def words(self, code: str, **figures: str | int) -> str:
        """A message in the person's language."""
        return text(code, self._lang, **figures)

    async def come_in(self) -> None:
        """Resume the stored session at this server, or become a new guest."""
        kept, wanted = load(self._client.server), _name(self._options.name)
        if kept is not None:
            self._client.token = kept.token
            if await self._still(kept, wanted):
                return
        name = wanted or _name(await self._ask("online_name")) or self.words("play_you")
        me = await self._client.account.guest(name, "pt" if self._lang == "pt" else "en")
        self._keep(Kept(self._client.token or "", me.player, me.name))

    async def _still(self, kept: Kept, wanted: str) -> bool:
        """Return whether the server still knows the session."""
        try:
            me = await self._client.account.me()
        except ClientError as error:
            if error.status != _UNKNOWN:
                raise
            self._client.token = None
            self._keep(None)
            return False
        if wanted and wanted != me.name:
            me = await self._client.account.change(wanted)
            self._keep(Kept(kept.token, me.player, me.name))
        self._terminal.say(self.words("online_welcome_back", name=shown(me.name)))
        return True

    def _keep(self, kept: Kept | None) -> None:
        try:
            keep(self._client.server, kept)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self._terminal.say(self.words("online_not_kept", reason=reason), "yellow")

    async def choose(self) -> TableCard:
        """A table to go to: the named one, a new one, or one of the lists. Raises `StopError` if the person quits."""
        options = self._options
        if options.table:
            return await self._client.tables.card(options.table, options.invitation)
        if options.new:
            return await self.open()
        while True:
            cards = await self._list()
            line = (await self._ask("online_choose")).strip()
            if line.casefold() in _QUIT:
                raise StopError
            if line.casefold() in _NEW:
                return await self.open()
            if line.isascii() and line.isdigit() and 1 <= int(line[:4]) <= len(cards):
                if options.terms:
                    ignored = ", ".join(options.terms)
                    self._terminal.say(self.words("online_options", options=ignored))
                return cards[int(line[:4]) - 1]
            if line:
                self._terminal.say(" " + self.words("online_choose_again", text=shown(line)), "red")

    async def _list(self) -> list[TableCard]:
        """List my unfinished tables, tables with an empty seat and tables open to spectators."""
        mine = [card for card in (await self._client.tables.mine()).tables if card.stage != "finished"]
        cards = {card.table: card for card in mine}
        for page in (await self._client.tables.list("open"), await self._client.tables.list("running")):
            cards.update({card.table: card for card in page.tables if card.table not in cards})
        if not cards:
            self._terminal.say(self.words("online_no_tables"))
        for number, card in enumerate(cards.values(), 1):
            self._terminal.say(pages.table_line(number, card, self._lang))
        return list(cards.values())

    async def open(self) -> TableCard:
        """Open a table as the command line says. Raises `InputError` if its rulebook is not one of the package's."""
        options = self._options
        rulebook = options.rulebook or RULEBOOK
        if rulebook not in (*OFFICIAL, *POPULAR):
            raise InputError("online_rulebook", rulebook=shown(rulebook))
        new = NewTable(
            rulebook,
            encounter=EncounterTerms(options.best_of or 1),
            next_dealer=NextDealer(options.next_dealer or NextDealer.NEXT_SEAT),
            lots=options.lot,
            undo=options.undo or None,
            private=options.private,
            bots=options.bots,
        )
        return await self._client.tables.open(new)

    async def sit(self, card: TableCard) -> bool:
        """Take the person's seat, or the first empty one; False if they can only watch."""
        if card.seat is not None:
            return True
        empty = [number for number, seat in enumerate(card.seats) if seat.kind == "empty"]
        if self._options.watch or not empty or card.stage != "seating":
            self._terminal.say(self.words("online_watching"))
            return False
        await self._client.tables.take_seat(card.table, empty[0], self._options.invitation)
        return True

    async def _ask(self, code: str) -> str:
        self._terminal.console.print(self._terminal.prompt(self.words(code) + " "), end="")
        line = await self._lines.get()
        if line is None:
            self._terminal.say("")
            raise ClosedError
        if not self._terminal.interactive:
            self._terminal.say("".join(char if char.isprintable() else "·" for char in line))
        return line


def _name(given: str | None) -> str:
    return "".join(char for char in given or "" if char.isprintable()).strip()[:_LONGEST_NAME].strip()

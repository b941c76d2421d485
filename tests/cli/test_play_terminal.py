"""`canastra play` as a person uses it: a process at a pseudo-terminal, for a whole deal."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from canastra import bots
from canastra.cli.local.match import LocalMatch, resume_match
from canastra.records import read_file

PROMPT = r"\n(?:\x1b\[\?2004h)?> "
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Player:
    """A person who types: waits for the prompt, answers, and reads the output."""

    def __init__(self, file: Path, *arguments: str) -> None:
        self.file = file
        environment = {**os.environ, "TERM": "xterm", "LANG": "pt_BR.UTF-8", "NO_COLOR": "1", "PYTHONWARNINGS": ""}
        environment.pop("COLUMNS", None)
        usual = ("play", "--lang", "pt", "--level", "greedy", "--pace", "none")
        command = ["-c", "from canastra.cli.main import main; main()", *usual, *arguments]
        self.child = pexpect.spawn(
            sys.executable, command, encoding="utf-8", dimensions=(40, 80), env=environment, timeout=90, cwd=file.parent
        )
        self.child.delaybeforesend = None

    def prompt(self) -> str:
        """Return the output up to the next prompt."""
        self.child.expect(PROMPT)
        return self.shown

    @property
    def shown(self) -> str:
        return ESCAPES.sub("", self.child.before or "").replace("\r", "")

    def say(self, line: str) -> str:
        """Type a line, and return the output up to the next prompt."""
        self.child.sendline(line)
        return self.prompt()

    def ended(self) -> int:
        """Wait for the end, and return the exit status; `shown` has the last output."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.exitstatus if self.child.exitstatus is not None else -(self.child.signalstatus or 0)

    @property
    def session(self) -> LocalMatch:
        """Return the match from the file."""
        return resume_match(read_file(self.file))


@pytest.fixture
def players() -> Iterator[list[Player]]:
    started: list[Player] = []
    yield started
    for player in started:
        player.child.close(force=True)


def start(players: list[Player], file: Path, *arguments: str) -> Player:
    player = Player(file, *arguments)
    players.append(player)
    return player


def now(session: LocalMatch) -> object:
    """Return the deal in progress and the narration."""
    return session.table.deal, session.narrator.log


def best(session: LocalMatch) -> str:
    """Return the greedy bot's action in the person's place."""
    return str(bots.make("greedy", 1).choose(session.view()))


def test_a_whole_deal(tmp_path: Path, players: list[Player]) -> None:
    file = tmp_path / "a.canastra"
    player = start(players, file, "--rulebook", "buraco", "--seed", "7", "--file", str(file), "--name", "Ana")
    opening = player.prompt()
    assert "A partida fica salva" in opening.replace("\n", " ")
    assert "dá primeiro" in opening
    assert "SUAS CARTAS 11" in opening

    # Refused with a reason, listed, drawn; a draw is not undone, a meld is.
    assert "Não dá: compre primeiro" in player.say("d AS")
    assert "não entendi" in player.say("vamos")
    assert "comprar do monte" in player.say("?")
    assert "Ana comprou" in player.say("c")
    drawn = player.session
    assert "Não há o que desfazer" in player.say("u")
    melds = [str(action) for action in drawn.view().legal if str(action).startswith("meld")]
    assert melds
    assert "Ana comprou" in player.say(melds[0])
    assert player.session.view().melds[0]
    assert "nada na mesa" in player.say("u")
    assert now(player.session) == now(drawn)

    # Ctrl-C in the middle, then resumed.
    player.child.sendintr()
    assert player.ended() == 130
    assert f"canastra play --resume {file}" in player.shown
    player = start(players, file, "--resume", str(file))
    assert "A partida continua" in player.prompt().replace("\n", " ")
    assert now(player.session) == now(drawn)

    # Killed right after an action was shown: no action is lost.
    assert "SUAS CARTAS" in player.say(melds[0])
    player.child.kill(signal.SIGKILL)
    assert player.ended() == -signal.SIGKILL
    melded = player.session
    assert melded.view().melds[0]
    player = start(players, file, "--resume", str(file))
    assert "baixou" in player.prompt()
    assert now(player.session) == now(melded)

    _play_to_the_end(player)
    assert "Fim da mão 1" in player.shown
    assert "total da mão" in player.shown
    assert "Art. 17" in player.shown or "Art. 18" in player.shown
    player.child.send("\r")
    player.child.expect(r"mão 2 · ")
    player.child.kill(signal.SIGHUP)
    assert player.ended() == 128 + signal.SIGHUP
    after = player.session
    assert len(after.table.deals) == 1
    assert after.table.deal is not None


def _play_to_the_end(player: Player) -> None:
    while True:
        player.child.sendline(best(player.session))
        came = player.child.expect([PROMPT, r"Enter: próxima mão", r"Enter: mais"])
        if came == 2:
            # The table and the points don't fit on one screen.
            player.child.sendline("")
            player.child.expect(r"Enter: próxima mão")
        if came:
            return


def test_the_person_cuts_and_ends_with_ctrl_d(tmp_path: Path, players: list[Player]) -> None:
    file = tmp_path / "a.canastra"
    # With this seed Bruno deals, and the person at his right cuts.
    player = start(players, file, "--rulebook", "canastra-regional", "--seed", "8", "--file", str(file))
    player.child.expect("Você corta o baralho")
    player.child.sendline("200")
    player.child.expect("Um número de 1 a 103")
    player.child.sendline("?")
    player.child.expect("o baralho é cortado abaixo dessa carta")
    player.child.sendline("ajuda")
    player.child.expect("O que se pode digitar")
    player.child.sendline("50")
    player.child.expect("Sua vez")  # The question about the cut had prompts of its own.
    player.prompt()
    # The window becomes narrower during the match.
    player.child.setwinsize(40, 46)
    narrow = player.say("mesa").split("mesa\n", 1)[1].splitlines()
    assert 30 < max(map(len, narrow)) < 46
    player.child.sendeof()
    assert player.ended() == 0
    assert "Para continuar" in player.shown
    assert player.session.table.deal is not None

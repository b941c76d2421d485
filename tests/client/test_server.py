"""The client at the real server, a process of its own: a match over restarts, and `canastra play --server`."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from canastra.cli.ui.pace import Pace, Pauses, PublicFacts
from canastra.client import Changed, Client, ClientError, EndedError, ShuffleCheck, at_random, by_bot, play
from canastra.engine import NextDealer
from canastra.fairness import Status
from canastra.protocol.messages import RematchReady
from canastra.protocol.tables import NewTable
from canastra.records import parse
from canastra.rulebooks import official
from tests.cli.running import Ran, canastra, environment, process
from tests.ports import free_port
from tests.server.run.process import COMMAND, PLENTY, Process, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("server"), *PLENTY, "--cap=absence_seconds=2") as running:
        running.wait_ready()
        yield running


@pytest.mark.slow
def test_a_match_while_the_server_is_killed_and_comes_back(tmp_path: Path) -> None:
    async def main() -> None:
        port = str(free_port())
        with serving(tmp_path, *PLENTY, "--port", port) as first:
            address = first.address
            async with Client(address) as ana, Client(address) as bia:
                await ana.account.guest("Ana")
                await bia.account.guest("Bia", "en")
                card = await ana.tables.open(NewTable("canastra-duelo"))
                await bia.tables.take_seat(card.table, 1)
                async with ana.table(card.table, from_seq=1) as one, bia.table(card.table) as two:
                    news = one.news()
                    ends = [
                        asyncio.create_task(play(one, at_random(1))),
                        asyncio.create_task(play(two, by_bot("greedy", 2, official("canastra-duelo")))),
                    ]
                    await two.until(lambda state: state["play"] is not None and state["play"]["turn"] > 2)
                    await asyncio.to_thread(first.end, signal.SIGKILL)
                    with serving(tmp_path, *PLENTY, "--port", port) as again:
                        await asyncio.gather(*ends)
                        await one.offers.make("rematch")
                        await two.offers.accept("rematch")
                        await _rest(news, card.table)
                        text = await ana.tables.record(card.table)
                        (match,) = (await bia.players.history((await bia.account.me()).player)).matches
                        assert match.table == card.table
                        assert again.end()[0] == 0
                assert parse(text).deals

    async def _rest(news: object, table: str) -> None:
        events, shuffles = [], []
        async for each in news:  # type: ignore[attr-defined]
            if isinstance(each, Changed):
                assert not each.missed
                events += [seen.seq for seen in each.events]
            elif isinstance(each, ShuffleCheck):
                shuffles.append(each)
            elif isinstance(each, RematchReady):
                assert each.table == f"{table}-2"
                break
        assert events == list(range(events[0], events[0] + len(events)))
        assert [(each.status, each.own) for each in shuffles] == [(Status.VERIFIED, True)]

    asyncio.run(main())


def test_the_example_of_the_page(server: Process, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "client.md").read_text("utf-8")
    example = page.split("```python\n")[1].split("```")[0]
    assert "http://localhost:8080" in example
    exec(compile(example.replace("http://localhost:8080", server.address), "client.md", "exec"), {})
    assert parse(capsys.readouterr().out.removesuffix("\n")).deals


def test_a_table_that_is_not_there(server: Process) -> None:
    async def main() -> None:
        async with Client(server.address) as client:
            with pytest.raises(ClientError) as caught:
                await client.account.me()
            assert caught.value.status == 401
            await client.account.guest("Ana")
            with pytest.raises(EndedError) as ended:
                async with client.table("nenhuma"):
                    pass
            assert ended.value.close in {None, 4004}
            with pytest.raises(ClientError) as caught:
                await client.tables.card("nenhuma")
            assert caught.value.status == 404

    asyncio.run(main())


def online(
    server: Process, state: Path, *arguments: str, lines: str = "", run: Callable[..., Ran] = canastra, **variables: str
) -> Ran:
    """`canastra play` with the lines as its input."""
    given = ["play", "--server", server.address, "--lang", "pt", *arguments]
    return run(*given, stdin=lines.encode(), XDG_STATE_HOME=str(state), **variables)


def test_play_from_a_pipe(server: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = "ajuda|ajuda servidor|lugares|/ei|?|pronto|?|dica|1|c|? 2S 2S 2S 2S|d 3|9|/|*|*1|placar|regras|"
    lines += "aceitar|xyz|registro|sair|"
    given = ("--new", "--bots", "greedy", "--name", "Ana\x07", "--private")
    ran = online(server, tmp_path, *given, lines=lines.replace("|", "\n"), run=process)
    assert (ran.status, ran.err) == (0, "")
    for words in (
        "Mesa de Buraco.",
        "1  Ana  · você",
        "· robô",
        "--invitation",
        "À mesa do servidor: pronto",
        "as frases prontas",
        "As cartas ainda não foram dadas.",
        "A carta mais alta dá primeiro",
        "SUAS CARTAS",
        "comprar do monte",
        "responda sim (ou digite ",
        "/1   olá!",
        "*1   palmas",
        "Ana * palmas",
        "Nenhuma mão terminou ainda",
        "não há proposta a responder",
        'não entendi "xyz"',
        "A partida está em canastra-",
        "O lugar continua seu. Para voltar:",
    ):
        assert words in ran.out, (words, ran.out)
    command = ran.out.splitlines()[-1].split()
    assert "??" not in ran.out
    assert "??" in next(tmp_path.glob("canastra-*.canastra")).read_text("utf-8")
    kept = tmp_path / "canastra" / "servers.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(json.loads(kept.read_text())) == [server.address]
    token = json.loads(kept.read_text())[server.address]["token"]
    assert token not in ran.out

    back = online(server, tmp_path, "--table", command[command.index("--table") + 1], lines="mesa\nsair\n")
    assert "De volta como Ana" in back.out
    assert "SUAS CARTAS" in back.out
    stranger = online(server, tmp_path / "b", "--name", "Bia", *command[4:])
    assert "Você está assistindo." in stranger.out
    uninvited = online(server, tmp_path / "b", *command[4:6])
    assert (uninvited.status, "Você está assistindo." in uninvited.out) == (1, False)
    assert len(uninvited.err.splitlines()) == 1


@pytest.mark.slow
def test_a_whole_match_from_a_pipe(server: Process, tmp_path: Path) -> None:
    lines = "pronto\n" + "?\n1\n" * 3000 + "sair\n"
    ran = online(
        server, tmp_path, "--new", "--bots", "greedy", "--rulebook", "canastra-duelo", "--name", "Ana", lines=lines
    )
    assert ran.status == 0
    assert "Fim da mão 1" in ran.out
    assert "Embaralhamento da mão 1 conferido: o seu corte estava nele." in ran.out
    assert "total da mão" in ran.out
    assert "revanche" in ran.out
    assert "A partida acabou." in ran.out


@pytest.mark.parametrize("pace", ["slow", "none"])
def test_what_bots_do_at_a_pace(server: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: str) -> None:
    """At a pace each action appears by itself, with a pause, as in a local match; otherwise a whole turn at once."""
    rests: list[tuple[str, Pace]] = []

    def before(pauses: Pauses, facts: PublicFacts, at: Pace) -> float:
        rests.append((facts.kind, at))
        return 0.0

    monkeypatch.setattr(Pauses, "before", before)
    given = ("--new", "--bots", "greedy", "--rulebook", "canastra-duelo", "--name", "Ana", "--pace", pace)
    lines = "pronto\n" + "?\n1\n" * 8 + "ritmo rápido\n" + "?\n1\n" * 40 + "sair\n"
    ran = online(server, tmp_path, *given, lines=lines)
    assert "Ritmo rápido." in ran.out
    alone = [line for line in ran.out.splitlines() if line.endswith(" comprou do monte.")]
    assert alone
    assert {at for _, at in rests} == {Pace.FAST, Pace(pace)} - {Pace.NONE}
    assert {"draw", "discard"} <= {verb for verb, _ in rests}


def test_a_lobby_from_a_pipe(server: Process, tmp_path: Path) -> None:
    ran = online(server, tmp_path, "--rulebook", "tranca", lines="Ana\n\n99\nn\nlevantar\n")
    assert "Seu nome à mesa: Ana" in ran.out
    assert '"99" não está na lista' in ran.out
    assert "Mesa de Tranca." in ran.out
    assert ran.status == 0
    gone = online(server, tmp_path, lines="sair\n")
    assert (gone.status, gone.err) == (0, "")


def test_who_opened_a_table_has_somebody_get_up(server: Process, tmp_path: Path) -> None:
    ana, bia = tmp_path / "a", tmp_path / "b"
    opened = online(
        server, ana, "--new", "--name", "Ana", "--rulebook", "canastra-duelo", lines="ajuda servidor\nsair\n"
    )
    assert "tirar 2 (quem abriu a mesa libera um lugar antes da partida)" in opened.out
    words = opened.out.splitlines()[-1].split()
    there = words[words.index("--table") :]
    assert "2  Bia  · você" in online(server, bia, *there, "--name", "Bia", lines="sair\n").out
    refused = online(server, bia, *there, lines="tirar 1\nsair\n")
    assert "isso só quem abriu a mesa pode fazer" in refused.out
    freed = online(server, ana, *there, lines="tirar\ntirar 3\nremover 2\ntirar 2\nlugares\nsair\n")
    assert freed.out.count("diga de que lugar, de 1 a 2") == 2
    assert "Bia saiu da mesa." in freed.out
    assert "não há ninguém no lugar 2" in freed.out
    back = online(server, bia, *there, lines="sair\n")
    assert "quem abriu a mesa pediu que você se levantasse" in back.out + back.err


TERMS = ("--best-of", "3", "--lot", "--next-dealer", "loser", "--undo", "--rulebook", "canastra-curinguinha")
IN_TERMS = {
    "pt": (
        "Confronto, melhor de 3: 0 a 0 em partidas.",
        "Lugares por sorteio, quando todos estiverem prontos.",
        "o jogador seguinte do lado que fez menos pontos na mão",
    ),
    "en": (
        "Encounter, best of 3: 0 to 0 in matches.",
        "Seats by lot, once all players are ready.",
        "the next player of the side with fewer points in the deal",
    ),
}


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("lang", IN_TERMS)
def test_a_table_is_opened_with_its_terms(server: Process, tmp_path: Path, lang: str, width: int) -> None:
    given = ["play", "--server", server.address, "--lang", lang, "--new", "--name", "Ana", *TERMS]
    rules = {"pt": "regras\nsair\n", "en": "rules\nquit\n"}[lang]
    ran = canastra(*given, stdin=rules.encode(), XDG_STATE_HOME=str(tmp_path), COLUMNS=str(width))
    assert (ran.status, ran.err) == (0, "")
    # A command to be copied is not broken.
    assert max(len(line) for line in ran.out.splitlines() if "canastra play" not in line) <= width
    # In the wide table of rules, lines of other columns stand between: the test searches words instead of sentences.
    said = set(re.findall(r"\w+", ran.out))
    for words in IN_TERMS[lang]:
        assert set(re.findall(r"\w+", words)) <= said, (words, ran.out)


def test_what_the_server_was_told_of_a_table(server: Process, tmp_path: Path) -> None:
    assert online(server, tmp_path, "--new", "--name", "Ana", *TERMS, lines="sair\n").status == 0
    token = json.loads((tmp_path / "canastra" / "servers.json").read_text())[server.address]["token"]

    async def main() -> None:
        async with Client(server.address, token) as ana:
            (card,) = (await ana.tables.mine()).tables
            assert card.encounter is not None
            assert (card.encounter.matches, card.encounter.length) == (3, "best_of")
            assert (card.lots, card.next_dealer, card.undo) == (True, "loser", True)

    asyncio.run(main())


def test_the_rules_of_a_table_say_who_deals_next(server: Process, tmp_path: Path) -> None:
    """They are complete for a player who did not open the table."""

    async def main() -> str:
        async with Client(server.address) as ana:
            await ana.account.guest("Ana")
            return (await ana.tables.open(NewTable("tranca", next_dealer=NextDealer.DRAW))).table

    table = asyncio.run(main())
    ran = online(server, tmp_path, "--table", table, "--name", "Bia", lines="regras\nsair\n", COLUMNS="60")
    assert "quem tira a carta mais alta" in " ".join(ran.out.split())


def test_the_terms_of_a_table_that_is_there_stay(server: Process, tmp_path: Path) -> None:
    named = online(server, tmp_path, "--table", "abc", *TERMS)
    assert named.status == 2
    assert "--best-of, --next-dealer, --lot, --undo" in named.err
    online(server, tmp_path, "--new", "--name", "Ana", lines="sair\n")
    chosen = online(server, tmp_path, *TERMS, lines="1\nsair\n")
    assert chosen.status == 0
    assert "Sem efeito numa mesa já aberta: --best-of, --next-dealer, --lot, --undo." in chosen.out
    opened = online(server, tmp_path, *TERMS, lines="n\nsair\n")
    assert "Sem efeito" not in opened.out
    assert IN_TERMS["pt"][0] in opened.out


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--server", "ftp://x"), 2, "não é o endereço"),
        (("--server", "http://127.0.0.1:9", "--name", "Ana"), 1, "não responde"),
    ],
)
def test_no_server(arguments: tuple[str, ...], status: int, words: str, tmp_path: Path) -> None:
    ran = canastra("play", *arguments, "--lang", "pt", XDG_STATE_HOME=str(tmp_path))
    assert (ran.status, ran.out) == (status, "")
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_house_rulebook_is_refused(server: Process, tmp_path: Path) -> None:
    ran = online(server, tmp_path, "--new", "--name", "Ana", "--rulebook", "casa.toml")
    assert (ran.status, "não é um dos cinco" in ran.err) == (2, True)


def at_a_terminal(server: Process, state: Path, *arguments: str) -> pexpect.spawn[str]:
    variables = environment(XDG_STATE_HOME=str(state), TERM="xterm", CANASTRA_LANG="pt")
    given = [*COMMAND[1:], "play", "--server", server.address, *arguments]
    child: pexpect.spawn[str] = pexpect.spawn(
        COMMAND[0], given, env=variables, encoding="utf-8", timeout=120, dimensions=(50, 80)
    )
    return child


def test_who_is_left_alone_at_a_terminal_has_a_bot_play(server: Process, tmp_path: Path) -> None:
    ana, bia = two_at_terminals(server, tmp_path)
    first, other = (bia, ana) if ana.expect(["Ana deu as cartas", "Bia deu as cartas"]) == 0 else (ana, bia)
    name = "Bia" if first is bia else "Ana"
    first.expect("Sua vez")
    first.sendintr()
    other.expect(f"{name} saiu há 0:02, e a mesa espera")
    other.sendline("substituir")
    other.expect(f"pediu: um robô joga por {name} até voltar")
    other.expect("Sua vez")
    for child in (ana, bia):
        child.close(force=True)


def two_at_terminals(server: Process, state: Path) -> tuple[pexpect.spawn[str], pexpect.spawn[str]]:
    """Ana and Bia at a table whose match begins."""
    ana = at_a_terminal(server, state / "a", "--new", "--rulebook", "canastra-duelo", "--name", "Ana")
    ana.expect(r"--table (\w+)")
    assert isinstance(ana.match, re.Match)
    bia = at_a_terminal(server, state / "b", "--table", ana.match.group(1), "--name", "Bia")
    ana.expect("Bia sentou")
    for child in (ana, bia):
        child.sendline("pronto")
    return ana, bia


@pytest.mark.slow
def test_a_long_page_comes_in_parts(server: Process, tmp_path: Path) -> None:
    """An empty line shows the next part, q ends it, and any other line is a command as usual."""
    ana = at_a_terminal(server, tmp_path / "a", "--new", "--rulebook", "canastra-duelo", "--name", "Ana")
    ana.expect(r"--table (\w+)")
    ana.setwinsize(24, 80)
    for enough in ("q", "lugares"):
        ana.sendline("regras")
        ana.expect("Enter: mais")
        assert (ana.before or "").rpartition("regras")[2].count("\n") <= 24
        ana.sendline("")
        ana.expect("Enter: mais")
        ana.sendline(enough)
    ana.expect("Para chamar alguém")
    ana.sendline("")
    ana.sendline("ajuda tudo")
    ana.expect("O que se pode digitar")
    ana.close(force=True)


@pytest.mark.slow
def test_two_at_terminals(server: Process, tmp_path: Path) -> None:
    ana = at_a_terminal(server, tmp_path / "a", "--new", "--rulebook", "canastra-duelo", "--name", "Ana")
    ana.expect(r"--table (\w+)")
    assert isinstance(ana.match, re.Match)
    table = ana.match.group(1)
    bia = at_a_terminal(server, tmp_path / "b", "--table", table, "--name", "Bia")
    ana.expect("Bia sentou")
    bia.expect("Mesa de")
    ana.sendline("/olá!")
    bia.expect("Ana: olá!")
    ana.sendline("pronto")
    bia.expect("Ana: pronto")
    bia.sendline("ready")
    first, other = (bia, ana) if ana.expect(["Ana deu as cartas", "Bia deu as cartas"]) == 0 else (ana, bia)
    first.expect("Sua vez")
    first.sendline("c, ?")
    first.expect("Digite o número")
    first.sendline("c, d")
    first.expect("Não tentado: d")
    first.sendline("?")
    first.expect(r"descartar(?:\s|\x1b\[[0-9;]*m)*(\d+)\)")
    assert isinstance(first.match, re.Match)
    first.sendline(first.match.group(1))
    other.expect("comprou do monte e descartou")
    other.expect("Sua vez")
    first.sendline("c")
    first.expect("Não é a sua vez")
    bia.sendintr()
    bia.expect("Para voltar")
    bia.expect(pexpect.EOF)
    bia.close()
    ana.expect("Bia perdeu a conexão")
    again = at_a_terminal(server, tmp_path / "b")
    again.expect(r"1\) [^\n]*seu lugar")
    again.sendline("1")
    ana.expect("Bia está de volta")
    ana.sendline("sair")
    ana.expect("Para voltar")
    ana.expect(pexpect.EOF)
    ana.close()
    again.kill(signal.SIGTERM)
    again.expect(pexpect.EOF)
    again.close()
    assert (bia.exitstatus, ana.exitstatus, again.exitstatus) == (130, 0, 143)

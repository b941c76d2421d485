"""A club's day by commands: from the regulations to the standings, with mistakes on the way."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from canastra.cli.tournament.tournament import COMMANDS
from canastra.messages import LANGUAGES, catalogue
from canastra.tournament import load_log
from canastra.tournament.events import PlayedResult, ResultDecided, SheetReceived
from canastra.tournament.regulations import EXAMPLES
from tests.cli.running import Ran, canastra

DOCS = Path(__file__).parents[2] / "docs"
TEAMS = "".join(f"Equipe {n};Ana {n};José {n};Bia {n};Davi {n}\n" for n in range(1, 9))
PAIRS = "".join(f"Dupla {number};Ana {number};José {number};Clube {number % 3}\n" for number in range(1, 9))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Eight present pairs in two groups, before the first round."""
    monkeypatch.chdir(tmp_path)
    Path("duplas.csv").write_text("dupla;jogador;jogador;clube\n" + PAIRS, "utf-8")
    for arguments in (
        ["new", "sabado", "--name", 'Jogos da "AABB"'],
        ["adopt", "sabado"],
        ["enter", "sabado", "duplas.csv"],
        ["check-in", "sabado"],
        ["draw", "sabado", "--seed", "Loteria 5921"],
    ):
        ran = tournament(*arguments)
        assert (ran.status, ran.err) == (0, ""), ran.err
    return tmp_path / "sabado"


def tournament(*arguments: str | Path) -> Ran:
    return canastra("tournament", *arguments)


def events(folder: Path) -> list[str]:
    return [each.event.__struct_config__.tag or "" for each in load_log((folder / "events.jsonl").read_bytes())]  # type: ignore[misc]


def play(folder: Path) -> None:
    """A round in which the first side of each table wins."""
    assert tournament("pair", folder).status == 0
    assert tournament("publish", folder).status == 0
    shown = tournament("start", folder).out
    for table in re.findall(r"^ (\d+) ", shown, re.MULTILINE):
        assert tournament("result", folder, table, "2010-1500").status == 0
    assert tournament("close", folder).status == 0


def test_a_whole_day(folder: Path) -> None:
    for _ in range(3):
        play(folder)
    groups = canastra("tournament", "standings", folder, "--json").json["groups"]
    assert [[each["place"] for each in group] for group in groups] == [[1, 2, 3, 4]] * 2
    assert all(re.match(r"\d+ pontos?\b", each["reason"]) for group in groups for each in group)
    assert tournament("draw", folder, "--seed", "Loteria 5922").status == 0
    for _ in range(2):
        assert tournament("pair", folder).status == 0
        assert tournament("publish", folder).status == 0
        assert tournament("start", folder).status == 0
        for table in ("1", "2"):
            assert tournament("result", folder, table, "2010-1500", "2010-0").status == 0
        assert tournament("close", folder).status == 0
        assert tournament("ratify", folder).status == 0
    ended = tournament("pair", folder)
    assert (ended.status, "todas as suas estão jogadas" in ended.err) == (2, True)
    checked = tournament("check", folder)
    assert (checked.status, checked.out.startswith("Diferenças: 0.")) == (0, True)


def test_a_rematch_by_hand_is_said_and_published_only_knowingly(folder: Path) -> None:
    """`change`, `publish` and `check` warn, and a refused `publish` publishes nothing."""
    play(folder)
    shown = tournament("pair", folder).out
    first = tournament("show", folder, "--round", "1").out
    assert "já se enfrentaram" not in shown + first
    (one, other), meeting = (
        re.findall(r"^ 1 +(\d+) .*?  +(\d+) ", first, re.MULTILINE)[0],
        r"já se enfrentaram \(rodada 1\)",
    )
    table = next(each for each in re.findall(r"^ (\d+) +(\d+) .*?  +(\d+) ", shown, re.MULTILINE) if one in each[1:])
    changed = tournament("change", folder, one, other, "--table", table[0], "--reason", "pediram")
    assert (changed.status, len(re.findall(meeting, changed.out)) >= 1) == (0, True)
    assert "Mesa mudada à mão." in changed.out
    refused = tournament("publish", folder)
    assert (refused.status, "--anyway" in refused.err, bool(re.search(meeting, refused.out))) == (2, True, True)
    assert events(folder)[-1] == "fixtures_changed"
    assert tournament("publish", folder, "--anyway").status == 0
    checked = tournament("check", folder)
    assert (checked.status, bool(re.search(f"Fase 1, rodada 2: Mesa .*{meeting}", checked.out))) == (0, True)
    assert "Diferenças: 0." in checked.out


def test_two_phones_a_walkover_and_a_penalty(folder: Path) -> None:
    for name in ("pair", "publish", "start"):
        shown = tournament(name, folder).out
    tables = re.findall(r"^ (\d+)\s+(\d+) .*?  +(\d+) ", shown, re.MULTILINE)
    (_, one, two), (_, absent, _) = tables[0], tables[1]
    assert "informado por um lado" in tournament("result", folder, "1", "2010-1500", "--side", one).out
    assert "diferentes" in tournament("result", folder, "1", "2010-1510", "--side", two).out
    ruled = ["--article", "Congresso, 12", "--reason", "pela folha", "--author", "Árbitra Rosa"]
    assert tournament("rule", folder, "--table", "1", "2010-1510", *ruled).status == 0
    walkover = ["--absent", absent, "--article", "Congresso, 4", "--reason", "quinze minutos"]
    assert "W.O." in tournament("rule", folder, "--table", "2", *walkover).out
    assert tournament("rule", folder, "--penalty", "atraso", "--side", one, "--reason", "oito minutos").status == 0
    assert tournament("rule", folder, "--article", "Art. 16", "--reason", "faltou luz").status == 0
    missing = tournament("close", folder)
    assert (missing.status, "3, 4" in missing.err) == (2, True)
    log = load_log((folder / "events.jsonl").read_bytes())
    assert {each.by for each in log} >= {"Árbitra Rosa"}
    line = next(each.line for each in log if each.event.__struct_config__.tag == "penalty_applied")
    assert tournament("revoke", folder, str(line), "--reason", "chegou a tempo").status == 0
    assert tournament("result", folder, "1", "2010-1500", "--reason", "a folha tem 1500").status == 0
    assert events(folder)[-2:] == ["revoked", "result_corrected"]


def test_the_clock_is_stopped_goes_on_and_has_more_time(folder: Path) -> None:
    for name in ("pair", "publish"):
        tournament(name, folder)
    assert tournament("pause", folder, "--reason", "luz").status == 2
    tournament("start", folder)
    assert tournament("pause", folder).status == 2
    assert "parado" in tournament("pause", folder, "--reason", "faltou luz").out
    assert tournament("resume", folder).status == 0
    assert tournament("resume", folder).status == 2
    for minutes in ("0", "601"):
        assert tournament("extend", folder, minutes, "--reason", "tarde").status == 2
    assert "mais 5 minutos" in tournament("extend", folder, "5", "--reason", "tarde").out
    assert events(folder)[-3:] == ["round_paused", "round_resumed", "round_extended"]
    assert tournament("check", folder).status == 0


def test_a_check_in_by_mistake_is_undone_before_the_draw(folder: Path) -> None:
    Path("mais.csv").write_text("Nova;Ana;Bia\n", "utf-8")
    for arguments in (["new", "outro"], ["adopt", "outro"], ["enter", "outro", "duplas.csv"], ["check-in", "outro"]):
        assert tournament(*arguments).status == 0
    undone = tournament("check-in", "outro", "3", "5", "--undo")
    assert (undone.status, "Presentes: 6 de 8" in undone.out) == (0, True), undone
    assert tournament("check-in", "outro", "3", "--undo").status == 2
    assert tournament("check-in", "outro", "--undo").status == 2
    assert tournament("check-in", folder, "3", "--undo").status == 2


def test_a_result_that_can_hardly_be_is_entered_only_knowingly(folder: Path) -> None:
    """The desk warns of a wrong step, of unlikely points and of a phone's different report (buraco)."""
    for name in ("pair", "publish", "start"):
        shown = tournament(name, folder).out
    table, one, _ = re.findall(r"^ (\d+)\s+(\d+) .*?  +(\d+) ", shown, re.MULTILINE)[0]
    assert tournament("result", folder, table, "2080-1500", "--side", one).status == 0
    for score, said in (
        ("2013-1500", "2.013 não é múltiplo de 10"),
        ("20100-1500", "20.100 não é plausível: aqui um lado fica entre −2.280 e 5.930"),
        ("2050-1500", "informou 2.080 × 1.500 pelo celular"),
    ):
        lines = len(events(folder))
        refused = tournament("result", folder, table, score)
        assert (refused.status, said in refused.out, "--anyway" in refused.err) == (2, True, True), refused
        assert len(events(folder)) == lines
    assert tournament("result", folder, table, "2050-1500", "--anyway").status == 0
    assert tournament("result", folder, "2", "2010-1500").status == 0
    ruling = ["--article", "Art. 16", "--reason", "pela folha"]
    assert tournament("rule", folder, "--table", "3", "2013-1500", *ruling).status == 2
    assert tournament("rule", folder, "--table", "3", "2013-1500", *ruling, "--anyway").status == 0
    assert tournament("result", folder, "2", "2011-1500", "--reason", "engano").status == 2
    assert tournament("result", folder, "2", "2011-1500", "--reason", "engano", "--anyway").status == 0


def test_scores_are_read_as_people_write_them(folder: Path) -> None:
    for name in ("pair", "publish", "start"):
        tournament(name, folder)
    written = {"1": "-50:1200", "2": "2.010 x 1.500", "3": "2010\u20131500"}
    for table, score in written.items():
        ran = tournament("result", folder, table, score)
        assert ran.status == 0, ran.err
    ruling = ["--article", "Congresso, 12", "--reason", "pela folha"]
    assert tournament("rule", folder, "--table", "4", "-50:1200", *ruling).status == 0
    refused = tournament("result", folder, "4", "1.25:300", "--reason", "engano")
    assert (refused.status, "2010-1500" in refused.err) == (2, True)
    log = load_log((folder / "events.jsonl").read_bytes())
    results = [each.event.result for each in log if isinstance(each.event, SheetReceived | ResultDecided)]
    scores = [result.matches[0] for result in results if isinstance(result, PlayedResult)]
    assert scores == [(-50, 1200), (2010, 1500), (2010, 1500), (-50, 1200)]


def test_groups_are_paired_ahead_while_a_round_is_played(folder: Path) -> None:
    for name in ("pair", "publish", "start", "pair"):
        assert tournament(name, folder).status == 0
    assert "Rodada 1 (em jogo)" in tournament("result", folder, "1", "2010-1500").out
    for table in ("2", "3", "4"):
        tournament("result", folder, table, "2010-1500")
    assert "Rodada 1 (encerrada)" in tournament("close", folder).out
    assert "Rodada 2 (publicada)" in tournament("publish", folder).out
    corrected = tournament("result", folder, "1", "2010-1400", "--round", "1", "--reason", "soma errada")
    assert "2.010 × 1.400" in corrected.out


def test_one_side_confirms(folder: Path) -> None:
    for name in ("pair", "publish", "start"):
        shown = tournament(name, folder).out
    _, one, two = re.findall(r"^ (\d+)\s+(\d+) .*?  +(\d+) ", shown, re.MULTILINE)[0]
    tournament("result", folder, "1", "2010-1500", "--side", one)
    assert "2.010 × 1.500" in tournament("result", folder, "1", "--side", two).out


def test_who_comes_late_takes_the_place_of_a_bye(tmp_path: Path) -> None:
    folder = tmp_path / "cedo"
    tournament("new", folder, "--example", "club-rounds")
    tournament("adopt", folder)
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("".join(f"Dupla {n};A{n};B{n}\n" for n in range(1, 14)), encoding="utf-8")
    tournament("enter", folder, pairs)
    tournament("check-in", folder)
    tournament("draw", folder, "--seed", "Loteria 5921")
    for name in ("pair", "publish", "start"):
        shown = tournament(name, folder).out
    rests = re.search(r"Folgam: Dupla (\d+)", shown)
    assert rests, shown
    assert tournament("enter", folder, "--name", "Tarde", "--players", "Eva, Leo").status == 0
    ran = tournament("change", folder, rests[1], "14", "--table", "7", "--reason", "chegou tarde")
    assert re.search(rf"^ 7 +{rests[1]} .* 14 Tarde", ran.out, re.MULTILINE), ran.out + ran.err
    assert tournament("check", folder).status == 0


def test_a_draft_says_why_some_do_not_meet(tmp_path: Path) -> None:
    folder = tmp_path / "rodadas"
    tournament("new", folder, "--example", "club-rounds")
    regulations = folder / "regulations.toml"
    regulations.write_text(regulations.read_text("utf-8").replace("least = 12", "least = 4"), "utf-8")
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("".join(f"Dupla {n};A{n};B{n}\n" for n in range(1, 5)), encoding="utf-8")
    tournament("adopt", folder)
    tournament("enter", folder, pairs)
    tournament("check-in", folder)
    tournament("draw", folder, "--seed", "Loteria 5921")
    for _ in range(2):
        play(folder)
    ran = tournament("pair", folder)
    assert re.search(r"Mesa 1: por que não Dupla \d contra Dupla \d ou Dupla \d\? Já se enfrentaram\.", ran.out), (
        ran.out
    )
    assert "por que não" in tournament("show", folder).out
    tournament("publish", folder)
    assert "por que não" not in tournament("show", folder).out


def test_tables_and_names_are_put_right_by_hand(folder: Path) -> None:
    for name in ("pair", "publish", "start"):
        shown = tournament(name, folder).out
    (_, one, two), (_, three, _) = re.findall(r"^ (\d+)\s+(\d+) .*?  +(\d+) ", shown, re.MULTILINE)[:2]
    why = ["--reason", "sentaram-se trocados"]
    assert re.search(rf"^ 1 +{three} .* {two} ", tournament("change", folder, one, three, *why).out, re.MULTILINE)
    ran = tournament("change", folder, one, two, "--table", "1", *why)
    assert re.search(rf"^ 1 +{one} .* {two} ", ran.out, re.MULTILINE), ran.err
    assert "já está assim" in " ".join(tournament("change", folder, one, two, "--table", "1", *why).err.split())
    assert tournament("result", folder, "1", "2010-1500").status == 0
    assert "já tem resultado" in " ".join(tournament("change", folder, one, three, *why).err.split())
    replaced = tournament("correct", folder, "5", "--players", "Ana 5, Pedro", "--reason", "Pedro joga por José")
    assert "Dupla 5 (Ana 5, Pedro)" in replaced.out
    assert "Cinco (Ana 5, Pedro)" in tournament("correct", folder, "5", "--name", "Cinco", "--reason", "erro").out
    assert events(folder)[-2:] == ["side_corrected", "side_corrected"]
    assert tournament("check", folder).status == 0


def test_a_long_name_made_of_the_players_goes_with_them(folder: Path) -> None:
    ana, jose = "Ana Maria Aparecida dos Santos Albuquerque", "José Roberto de Vasconcelos e Silva Magalhães"
    assert tournament("enter", folder, "--players", f"{ana}, {jose}").status == 0
    number = re.search(r"(\d+) +Ana Albuquerque / José Magalhães", tournament("show", folder).out)
    assert number is not None
    corrected = tournament("correct", folder, number[1], "--players", f"{ana}, Rui Lima", "--reason", "era o Rui")
    assert f"{ana} / Rui Lima" in " ".join(corrected.out.split()), corrected.err


def test_a_late_pair_joins_the_smallest_group_or_the_one_that_is_named(folder: Path) -> None:
    assert tournament("enter", folder, "--players", "Eva, Ivo", "--group", "b").status == 0
    assert tournament("enter", folder, "--players", "Eva, Leo").status == 0
    shown = tournament("show", folder).out
    assert shown.index("Dupla") < shown.index("Eva / Leo") < shown.index("Grupos, grupo B") < shown.index("Eva / Ivo")
    assert "não há grupo C" in tournament("enter", folder, "--players", "Eva, Rui", "--group", "3").err
    for name in ("pair", "publish"):
        assert tournament(name, folder).status == 0
    assert "no lugar de uma inscrição que saiu" in " ".join(
        tournament("enter", folder, "--players", "Eva, Rui").err.split()
    )


REFUSED = [
    (["change", "sabado", "1", "2"], "--reason"),
    (["change", "sabado", "1", "--reason", "x"], "--table"),
    (["change", "sabado", "1", "99", "--reason", "x"], "inscrição 99"),
    (["change", "sabado", "1", "2", "--table", "77", "--reason", "x"], "mesa 77"),
    (["correct", "sabado", "1", "--name", "x"], "--reason"),
    (["correct", "sabado", "1", "--reason", "x"], "nada mudaria"),
    (["correct", "sabado", "99", "--name", "x", "--reason", "x"], "99"),
    (["correct", "sabado", "1", "--players", "Ana", "--reason", "x"], "jogadores"),
    (["enter", "sabado", "--players", "Ana, Eva", "--group", "0"], "não é um grupo: escreva a letra"),
    (["enter", "sabado", "--players", "Ana, Eva", "--group", "ÉB"], "não é um grupo: escreva a letra"),
    (["result", "sabado", "1", "muito"], "não é um placar"),
    (["result", "sabado", "9", "2010-1500"], "não tem mesa 9"),
    (["result", "sabado", "1", "2010-1500", "--side", "99"], "não joga na mesa 1"),
    (["rule", "sabado", "--table", "1", "--absent", "1", "--article", "x"], "--reason"),
    (["rule", "sabado", "--reason", "x"], "--article"),
    (["rule", "sabado", "--penalty", "atraso", "--reason", "x"], "--side"),
    (["rule", "sabado", "--penalty", "grosseria", "--side", "1", "--reason", "x"], "lista de punições"),
    (["withdraw", "sabado", "3"], "--reason"),
    (["revoke", "sabado", "3"], "--reason"),
    (["revoke", "sabado", "300", "--reason", "x"], "não têm linha 300"),
    (["enter", "sabado"], "--players"),
    (["enter", "sabado", "--players", "Ana"], "jogadores"),
    (["enter", "sabado", "nada.csv"], "nada.csv"),
    (["new", "sabado"], "já existe"),
    (["new", "outro", "--example", "xadrez"], "club-day"),
    (["adopt", "sabado"], "motivo"),
    (["adopt", "nada"], "regulations.toml"),
    (["standings", "nada"], "regulations.toml"),
    (["standings", "sabado", "--phase", "2"], "fase 2"),
    (["show", "sabado", "--round", "7"], "rodada 7"),
    (["draw", "sabado", "--seed", "x"], "rodadas abertas"),
]


def test_what_cannot_be_done_is_said_and_changes_nothing(folder: Path) -> None:
    for name in ("pair", "publish", "start"):
        tournament(name, folder)
    before = (folder / "events.jsonl").read_bytes()
    for arguments, said in REFUSED:
        ran = tournament(*arguments)
        assert ran.status == 2, arguments
        assert said in " ".join(ran.err.split()), (arguments, ran.err)
        assert "Traceback" not in ran.err
    assert (folder / "events.jsonl").read_bytes() == before


def test_a_bad_table_of_entries_enters_nobody(folder: Path) -> None:
    """tests/tournament/test_entries.py has the others."""
    before = (folder / "events.jsonl").read_bytes()
    (folder.parent / "novas.csv").write_text("Dupla 9;Ana;José\nDupla 1;Eva;Ivo\n", "utf-8")
    ran = tournament("enter", folder, folder.parent / "novas.csv")
    assert (ran.status, 'linha 2: "Dupla 1" já é o nome' in " ".join(ran.err.split())) == (2, True), ran.err
    assert (folder / "events.jsonl").read_bytes() == before


def test_a_changed_byte_is_found(folder: Path) -> None:
    path = folder / "events.jsonl"
    path.write_bytes(path.read_bytes().replace("José 3".encode(), "José 4".encode(), 1))
    for command in ("check", "standings", "pair"):
        ran = tournament(command, folder)
        assert (ran.status, "linha 4 dos eventos" in ran.err) == (2, True)


def test_a_changed_regulations_is_adopted_with_a_reason(folder: Path) -> None:
    path = folder / "regulations.toml"
    path.write_text(path.read_text("utf-8").replace("third_place = true", "third_place = false"), "utf-8")
    assert "adotaram" in tournament("pair", folder).err
    assert tournament("adopt", folder, "--reason", "não há tempo").status == 0
    assert tournament("pair", folder).status == 0


@pytest.mark.parametrize(("name", "sides"), [(name, sides) for name in EXAMPLES for sides in ("16", "29")])
def test_regulations_are_tried_out_and_nothing_written(name: str, sides: str, tmp_path: Path) -> None:
    tournament("new", tmp_path, "--example", name)
    assert "tournament adopt" in tournament("pair", tmp_path).err
    ran = tournament("simulate", tmp_path, "--sides", sides, "--json").json
    assert sorted(ran["order"]) == list(range(1, int(sides) + 1))
    assert all(each["rounds"] >= 1 for each in ran["phases"])
    assert f"Com {sides} inscrições" in tournament("simulate", tmp_path, "--sides", sides).out
    assert not (tmp_path / "events.jsonl").exists()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_written_and_adopted(name: str, tmp_path: Path) -> None:
    ran = tournament("new", tmp_path, "--example", name, "--rulebook", "tranca")
    assert (ran.status, tournament("adopt", tmp_path).status) == (0, 0), ran.err


def test_a_house_rulebook_lies_beside_the_regulations(folder: Path) -> None:
    """Its step is ten, so that a table of victory points may skip the fives."""
    house = 'id = "casa-da-ana"\nextends = "buraco"\nrevision = 1\nname = { pt = "Da Ana", en = "Ana" }\n'
    (folder / "casa.toml").write_text(house, "utf-8")
    path = folder / "regulations.toml"
    own = '[victory_tables.x]\nofficial = false\nabout = "x"\n'
    own += "bands = [[0, 40, 10, 10], [50, 90, 11, 9]]\nabove = [20, 0]\n"
    changed = path.read_text("utf-8").replace('rulebook = "buraco"', 'rulebook = "casa.toml"')
    path.write_text(changed.replace("[victory_tables]\n", own), "utf-8")
    assert tournament("adopt", folder, "--reason", "regra da casa").status == 0
    assert tournament("check", folder).status == 0
    (folder / "casa.toml").unlink()
    assert "casa.toml" in tournament("check", folder).err


def test_a_late_pair_joins_a_swiss_phase(tmp_path: Path) -> None:
    tournament("new", tmp_path, "--example", "club-rounds")
    tournament("adopt", tmp_path)
    (tmp_path / "duplas.csv").write_text(PAIRS + PAIRS.replace("Dupla ", "Dupla 1"), "utf-8")
    assert tournament("enter", tmp_path, tmp_path / "duplas.csv").status == 0
    assert tournament("check-in", tmp_path).status == 0
    assert tournament("draw", tmp_path, "--seed", "x").status == 0
    play(tmp_path)
    assert tournament("enter", tmp_path, "--players", "Eva, Ivo").status == 0
    assert "Eva / Ivo" in tournament("pair", tmp_path).out


def test_a_duplicate_round(tmp_path: Path) -> None:
    """Four tables and no bye; a result has the score of each deal, and the standings compare them."""
    assert tournament("new", tmp_path, "--example", "duplicate").status == 0
    regulations = tmp_path / "regulations.toml"
    fewer = regulations.read_text("utf-8").replace("number = 4", "number = 2").replace("least = 12", "least = 8")
    regulations.write_text(fewer.replace("rounds = 5", "rounds = 3"), "utf-8")
    (tmp_path / "duplas.csv").write_text(PAIRS, "utf-8")
    assert tournament("simulate", tmp_path).status == 0
    for arguments in (["adopt"], ["enter"], ["check-in"], ["draw", "--seed", "x"], ["pair"], ["publish"], ["start"]):
        command, *rest = arguments
        given = [tmp_path / "duplas.csv"] if command == "enter" else rest
        assert tournament(command, tmp_path, *given).status == 0
    short = tournament("result", tmp_path, "1", "800-600")
    assert (short.status, "o placar de cada uma das 2 mãos, e vieram 1" in short.err) == (2, True)
    for table in range(1, 5):
        ran = tournament("result", tmp_path, str(table), f"{100 * table}-0", "300-0")
        assert (ran.status, f"{100 * table} × 0  300 × 0" in ran.out) == (0, True)
    assert tournament("close", tmp_path).status == 0
    (group,) = canastra("tournament", "standings", tmp_path, "--json").json["groups"]
    # Deal 1 gives 6, 4, 2 and 0 points; deal 2 is level everywhere, 3 points each.
    assert sorted(each["points"] for each in group) == [3, 3, 5, 5, 7, 7, 9, 9]
    assert tournament("check", tmp_path).out.startswith("Diferenças: 0.")


def test_the_portuguese_page_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("duplas.csv").write_text(PAIRS, "utf-8")
    Path("equipes.csv").write_text(TEAMS, "utf-8")
    page = (DOCS / "pt" / "torneios.md").read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    commands = [shlex.split(line) for block in blocks for line in block.splitlines()]
    assert {each[2] for each in commands} == set(COMMANDS) - {"revoke"}
    for program, *arguments in commands:
        ran = canastra(*arguments)
        assert (program, ran.status) == ("canastra", 0), (arguments, ran.err)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_all_examples(language: str) -> None:
    named = re.findall(r"[a-z]+-[a-z]+|duplicate|individual|howell", catalogue(language)["option_tournament_example"])
    assert sorted(named) == sorted(EXAMPLES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "command", ["new", "adopt", "enter", "check-in", "draw", "pair", "publish", "start", "result", "change", "correct"]
)
def test_help(command: str, language: str) -> None:
    ran = canastra("tournament", command, "--help", "--lang", language)
    assert ran.status == 0
    key = f"tournament_{command.replace('-', '_')}"
    assert catalogue(language)[f"short_{key}"] in " ".join(ran.out.split())
    examples = catalogue(language)[f"examples_{key}"].strip()
    for example in examples.replace("\\\n", "").splitlines():
        assert shlex.split(example)[:3] == ["canastra", "tournament", command]
    for line in examples.splitlines():
        assert line in ran.out


def test_a_team_says_who_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("equipes.csv").write_text(TEAMS, "utf-8")
    for arguments in (
        ("new", "liga", "--example", "club-teams"),
        ("adopt", "liga"),
        ("enter", "liga", "equipes.csv"),
        ("check-in", "liga"),
        ("draw", "liga", "--seed", "Loteria 5923"),
        ("pair", "liga"),
        ("publish", "liga"),
    ):
        ran = canastra("tournament", *arguments)
        assert (ran.status, ran.err) == (0, "")
    ran = canastra("tournament", "line-up", "liga", "3", "josé 3,Ana 3", "3,4")
    assert (ran.status, ran.out) == (0, "Equipe 3: José 3 / Ana 3; Bia 3 / Davi 3\n")
    shown = " ".join(canastra("tournament", "show", "liga").out.split())
    assert shown.index("Equipe 3 (José 3 / Ana 3)") < shown.index("Equipe 3 (Bia 3 / Davi 3)")
    for typed, said in (
        (("3", "Ana 3,Eva"), '"Eva" não joga por esta equipe; jogadores: Ana 3, José 3, Bia 3, Davi 3'),
        (("3", "1,2"), "a escalação da inscrição 3 pede 2 mesas de 2 jogadores cada"),
        (("3", "1,2", "2,3"), "a inscrição 3 tem 4 jogadores, e cada um joga em uma só mesa"),
        (("12", "1,2", "3,4"), "12"),
    ):
        ran = canastra("tournament", "line-up", "liga", *typed)
        assert (ran.status, ran.out, said in ran.err) == (2, "", True), ran.err
    for command, *more in (("start",), ("result", "1", "2000-1500"), ("result", "2", "900-1000")):
        assert canastra("tournament", command, "liga", *more).status == 0
    assert re.search(r"Mesas 1–2, Equipe \d × Equipe \d: 2\.900 × 2\.500", canastra("tournament", "show", "liga").out)

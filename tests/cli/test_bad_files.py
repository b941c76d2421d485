"""Files that are no records: status 2 and one line with the fault and its place, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import CONFORMANCE, canastra, process

GOOD = (CONFORMANCE / "format-base.canastra").read_bytes()
HEAD = GOOD.partition(b"\n")[0] + b"\n"


def replaced(old: bytes, new: bytes) -> bytes:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


BAD = {
    "empty": (b"", None),
    "blanks": (b"  \n\n", None),
    "binary": (bytes(range(256)) * 8, 2),
    "zeros": (bytes(4096), 1),
    "cut in the middle": (GOOD[: len(GOOD) // 2], None),
    "latin-1": (replaced(b'"Ana"', '"Anália"'.encode("latin-1")), 4),
    "utf-16": (GOOD.decode().encode("utf-16"), 1),
    "byte order mark": (b"\xef\xbb\xbf" + replaced(b'"buraco"', b'"poker"'), 2),
    "brackets": (HEAD + b"x = " + b"[" * 100_000, None),
    "closed brackets": (HEAD + b"x = " + b"[" * 100_000 + b"]" * 100_000, None),
    "nested tables": (HEAD + b"[" + b"x." * 50_000 + b"x]\n", None),
    "digits": (replaced(b"revision = 1", b"revision = " + b"1" * 10_000), None),
    "105 cards": (replaced(b'stock = "', b'stock = "AS '), 19),
    "a third copy": (replaced(b'"9C 9D 9S', b'"KC KC KC'), 9),
    "unknown key": (b"colour = 1\n" + GOOD, 1),
    "another format": (replaced(b"canastra/1", b"canastra/2"), 1),
    "another rulebook": (replaced(b'"buraco"', b'"poker"'), 2),
    "a path for a rulebook": (replaced(b'"buraco"', b'"../../etc/passwd"'), 2),
    "json": (b'{"format": "canastra/1"}', 1),
    "control characters": (replaced(b'"Ana"', b'"\x1b[2J"'), 4),
    "escaped control characters in turns": (GOOD.replace(b"draw", b"dr\x1b[2Jaw", 1), None),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["replay", "position"])
def test_bad_content(command: str, name: str, tmp_path: Path) -> None:
    content, line = BAD[name]
    path = tmp_path / "bad.canastra"
    path.write_bytes(content)
    ran = canastra(command, path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "bad.canastra" in ran.err
    assert "\x1b" not in ran.err
    assert len(ran.err) < 800
    found = canastra(command, path, "--json")
    error = found.json["error"]
    assert found.status == 2
    assert error["message"]
    if line is not None:
        assert error["line"] == line
        assert f"bad.canastra:{line}: " in ran.err


def test_ten_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "big.canastra"
    path.write_bytes(b"junk \n" * (10 * 1024 * 1024 // 6))
    ran = canastra("replay", path)
    assert ran.status == 2
    assert ran.err.count("\n") == 1


def test_missing_file(tmp_path: Path) -> None:
    ran = canastra("replay", tmp_path / "none.canastra")
    assert ran.status == 2
    assert "none.canastra" in ran.err
    assert canastra("replay", tmp_path / "none.canastra", "--json").json["error"]["line"] is None


def test_folder(tmp_path: Path) -> None:
    ran = canastra("position", tmp_path)
    assert ran.status == 2
    assert ran.err.count("\n") == 1


def test_standard_input() -> None:
    assert canastra("replay", "-", "--json", stdin=GOOD).json["rulebook"] == "buraco"
    ran = canastra("replay", "-", stdin=b"no")
    assert ran.status == 2
    assert ran.err.startswith("-:1: ")


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / b"\xff.canastra".decode("utf-8", "surrogateescape")
    ran = process("replay", path, "--json")
    assert ran.status == 2
    assert ran.json["error"]["message"]


def test_a_record_does_not_move_the_cursor(tmp_path: Path) -> None:
    path = tmp_path / "sly.canastra"
    path.write_bytes(replaced(b'"Ana"', rb'"\u001b[2J"'))
    for command in ("replay", "position"):
        ran = canastra(command, path)
        assert ran.status == 0
        assert "\x1b" not in ran.out


def test_a_record_names_no_other_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("password")
    path = tmp_path / "sly.canastra"
    path.write_bytes(GOOD.replace(b'"buraco"', f'"{secret}"'.encode()))
    ran = canastra("replay", path)
    assert ran.status == 2
    assert "password" not in ran.err
    assert "TOML" not in ran.err


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "windows.canastra"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"))
    assert canastra("replay", path, "--json").json == canastra("replay", "-", "--json", stdin=GOOD).json


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (b"discard 10C", '"discard TC"'),
        (b"discard 8c", '"discard 8C"'),
        ("discard 8♣".encode(), '"discard 8C"'),
        (b"discard 8p", '"discard 8C"'),
        (b"discard  8C", '"discard 8C"'),
        (b"discard 1C", '"1C" não é uma carta'),
        (b"discard", '"discard KD"'),
        (b"meld 4h5h6h", '"meld 4H 5H 6H"'),
        (b"lay 1 10H low", '"lay 1 TH low"'),
        (b"lay 0 TH", '"lay 1 7H [low|high]"'),
        (b"draw 10H", '"draw TH"'),
        (b"draw", '"draw 9C"'),
        (b"red 3h 10c", '"red 3H TC"'),
        (b"red 3H x", '"x" não é uma carta'),
    ],
)
def test_a_misspelled_card_in_a_turn(written: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.canastra"
    path.write_bytes(GOOD.partition(b"0: ")[0] + b"0: " + written + b"\n'''\n")
    error = canastra("replay", path, "--json").json["error"]
    assert error["code"] == "action_malformed"
    assert words in error["message"].partition("está mal escrita: ")[2]


@pytest.mark.parametrize(
    ("written", "code", "words"),
    [
        (b"9c", "card_spelling", '"9C"'),
        ("9♣".encode(), "card_spelling", '"9C"'),
        (b"9X", "card_malformed", '"9X"'),
        (b"9C ", "card_blanks", "um só espaço"),
    ],
)
def test_a_misspelled_card_in_a_hand(written: bytes, code: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.canastra"
    path.write_bytes(replaced(b'"9C 9D', b'"' + written + b" 9D"))
    error = canastra("replay", path, "--json").json["error"]
    assert (error["code"], words in error["message"]) == (code, True)


def test_a_quotation_mark_that_was_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "quotes.canastra"
    deal = GOOD[GOOD.index(b"[[deals]]") :]
    path.write_bytes(GOOD.rstrip()[:-3] + b"\n" + deal + b"\n" + deal)
    line = GOOD.splitlines().index(b"turns = '''") + 1
    for lang, words in (("pt", "o ''' desta linha não tem par"), ("en", "the ''' of this line has no partner")):
        ran = canastra("replay", path, "--lang", lang)
        assert f"quotes.canastra:{line}: " in ran.err
        assert words in ran.err


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("t/regulations.toml", ("tournament", "adopt", "t")),
        ("t/folha.toml", ("sheet", "show", "t/folha.toml")),
        ("t/casa.toml", ("rules", "t/casa.toml")),
        ("t/partida.canastra", ("replay", "t/partida.canastra")),
        ("t/mesa.toml", ("score", "t/mesa.toml")),
    ],
)
def test_a_text_in_the_encoding_of_windows_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t").mkdir()
    for encoding in ("cp1252", "utf-16"):
        Path(name).write_bytes('format = "x"\nname = "Suíço"\n'.encode(encoding))
        for language, words in (("pt", "UTF-8: abra-o num editor"), ("en", "UTF-8: open it in a text editor")):
            ran = canastra("--lang", language, *arguments)
            assert ran.status == 2
            assert words.split(":")[0] in ran.err
            assert words.split(": ")[1] in ran.err
            assert Path(name).name in ran.err
            assert "�" not in ran.err

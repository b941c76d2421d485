"""The meaning of the headings of tables of entries, in Portuguese and English."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, Literal

from canastra.tournament.regulations import SideKind

ColumnUse = Literal["name", "players", "player", "delegation", "category", "number", "ignored"]
"""Uses: the side's name, all players in one cell, one player, the delegation, the category, a number, ignored."""
_MOST_WORDS = 6
_WORDS: Final = {
    "fillers": "a as o os e de da do das dos of the and completo completa full primeiro segundo first",
    "number": "n no nr num numero number id ordem ord order pos posicao seq sequencia",
    "name": "nome nomes name names dupla duplas pair pairs equipe team time lado side inscricao inscricoes entry",
    "player": "jogador jogadora player atleta parceiro parceira partner integrante membro member competidor",
    "players": "jogadores jogadoras players atletas parceiros partners integrantes membros members componentes "
    "participantes",
    "delegation": "clube clubes club delegacao delegation cidade city entidade associacao federacao uf estado "
    "municipio origem",
    "category": "categoria categorias category categories cat",
    "ignored": "telefone telefones tel fone phone celular cel whatsapp zap mobile contato contact email mail pago "
    "pagou paid pagamento payment valor taxa fee pix cpf rg documento data date carimbo hora timestamp obs observacao "
    "observacoes notes note nascimento idade age nivel camisa camiseta confirmado confirmada "
    "confirmed presente presenca status situacao mesa ranking rating pontos points responsavel",
    "plain": "nome name dupla pair jogador player clube club delegacao delegation inscricao equipe team "
    "categoria category",
}
_VOCABULARY: Final = {use: frozenset(words.split()) for use, words in _WORDS.items()}
_ASKED: Final = frozenset[str]().union(*(words for use, words in _VOCABULARY.items() if use != "ignored"))


def heading_words(cell: str) -> list[str]:
    """The words of a heading in small letters without accents, and its numbers."""
    plain = unicodedata.normalize("NFKD", cell.casefold().replace("e-mail", "email"))
    return re.findall(r"[a-z]+|\d+", "".join(character for character in plain if not unicodedata.combining(character)))


def is_plain_heading(cell: str) -> bool:
    """Return whether a cell is certainly a heading and not a name."""
    return set(heading_words(cell)) - _VOCABULARY["fillers"] <= _VOCABULARY["plain"]


def heading_use(cell: str, kind: SideKind) -> ColumnUse | None:
    """The use that a heading names; None for any other text.

    >>> [heading_use(each, SideKind.PAIRS) for each in ("Nome da dupla", "1º jogador", "Nº", "Fone", "Ana")]
    ['name', 'player', 'number', 'ignored', None]
    """
    found = heading_words(cell)
    words = {word for word in found if not word.isdigit()} - _VOCABULARY["fillers"]
    numbers = [word for word in found if word.isdigit()]
    if cell.strip() == "#":
        return "number"
    if not words or len(found) > _MOST_WORDS or len(numbers) > 1:
        return None
    if words & _VOCABULARY["ignored"]:
        return "ignored" if words <= _ASKED | _VOCABULARY["ignored"] else None
    if not words <= _ASKED:
        return None
    return _asked(words, bool(numbers), kind)


def _asked(words: set[str], numbered: bool, kind: SideKind) -> ColumnUse | None:
    if words & _VOCABULARY["number"]:
        return "number"
    if words & _VOCABULARY["players"]:
        return "players"
    if words & _VOCABULARY["player"] or (numbered and words <= {"nome", "name"}):
        # People who try it out type names such as "Jogador 1".
        return None if numbered and kind is SideKind.PLAYERS else "player"
    if words & _VOCABULARY["category"]:
        return "category"
    if words & _VOCABULARY["delegation"]:
        return "delegation"
    return None if numbered else "name"

"""The page's words in both languages, as far as tests of playing read them."""

from __future__ import annotations

from dataclasses import dataclass

from tests.browser.people import Language

RANKS = "A23456789TJQK"
SUITS = "SHDC"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Each card once, in notation."""
COMPONENTS = ("melded", "clean", "dirty", "royal", "going_out", "morto", "red_threes", "black_threes", "in_hand")


@dataclass(frozen=True)
class Speech:
    """The words of a language. `ranks`, `suits` and `components` have the orders above."""

    tag: str
    thousands: str
    """The thousands separator."""
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    of: str
    ready: str
    mine: str
    """The announcement of the own turn."""
    own: str
    """A pattern of the line's beginning on the own turn."""
    others: str
    """The line's beginning on `{name}`'s turn."""
    draw: str
    """The names of the table's places while they can be tapped."""
    take: str
    discard: str
    more: str
    """Opens the further choices, among them `moves`."""
    moves: str
    back: str
    end: str
    """The heading at the end of deal `{n}`."""
    went_out: str
    you: str
    go_on: str
    components: tuple[str, ...]
    total: str
    match: str

    def card(self, card: str) -> str:
        """A card's name."""
        return f"{self.ranks[RANKS.index(card[0])]} {self.of} {self.suits[SUITS.index(card[1])]}"


PT = Speech(
    tag="pt-BR",
    thousands=".",
    ranks=("ás", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "valete", "dama", "rei"),
    suits=("espadas", "copas", "ouros", "paus"),
    of="de",
    ready="Pode começar",
    mine="É a sua vez",
    own=r"Sua vez|O monte acabou: pegue|Use agora: |Fique com a carta|Abertura: ",
    others="Vez de {name}",
    draw="Comprar do monte",
    take="Pegar o lixo",
    discard="Descartar no lixo",
    more="Mais",
    moves="Tudo o que dá para fazer",
    back="Voltar",
    end="Fim da mão {n}",
    went_out="{name} bateu",
    you="Você",
    go_on="Próxima mão",
    components=(
        "Cartas baixadas",
        "Canastras limpas",
        "Canastras sujas",
        "Canastra real",
        "Batida",
        "Morto",
        "Três vermelhos",
        "Três pretos",
        "Cartas na mão",
    ),
    total="Nesta mão",
    match="Na partida",
)
EN = Speech(
    tag="en",
    thousands=",",
    ranks=("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"),
    suits=("spades", "hearts", "diamonds", "clubs"),
    of="of",
    ready="Ready",
    mine="It's your turn",
    own=r"Your turn|No stock left: take|Use it now: |Keep the card|Opening: ",
    others="{name}'s turn",
    draw="Draw from the stock",
    take="Take the pile",
    discard="Discard on the pile",
    more="More",
    moves="Everything you can do",
    back="Back",
    end="End of deal {n}",
    went_out="{name} went out",
    you="You",
    go_on="Next deal",
    components=(
        "Cards laid",
        "Clean canastas",
        "Dirty canastas",
        "Royal canasta",
        "Going out",
        "Morto",
        "Red threes",
        "Black threes",
        "Cards in hand",
    ),
    total="This deal",
    match="The match",
)
SPEECH: dict[Language, Speech] = {"pt": PT, "en": EN}

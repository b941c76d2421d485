"""The curve of a match as SVG: the totals of both sides deal by deal, the target and the line of vulnerability."""

from __future__ import annotations

from typing import Final

from canastra.engine.match import VULNERABLE_FROM
from canastra.messages import text
from canastra.scoresheet.progress import Progress, SheetMatch

WIDTH: Final = 640
HEIGHT: Final = 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 40, 36
_STYLE: Final = (("#0b5fa5", ""), ("#b3400a", "7 4"))
"""Colour and dashes of each side's line, so that they can be told apart without colours too."""


def curve_svg(progress: Progress, language: str, match: SheetMatch | None = None) -> str:
    """The curve of a match as the text of an SVG file; without `match`, that of the last match with deals."""
    played = [sheet_match for sheet_match in progress.matches if sheet_match.deals]
    shown = match or (played[-1] if played else progress.matches[-1])
    totals = _totals(progress, shown)
    scale = _Scale(totals, shown.state.target, bool(progress.sheet.rulebook.vulnerability.minimums))
    names = [_escaped(name) for name in progress.sheet.names]
    title = f"{names[0]} × {names[1]}"
    body = [*_lines(scale, language), *(_side(scale, totals, side, names[side]) for side in (0, 1))]
    about = ", ".join(f"{name} {totals[-1][side]}" for side, name in enumerate(names))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            'font-family="sans-serif" font-size="14">',
            f"<title>{title}</title>",
            f"<desc>{about}</desc>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *body,
            "</svg>\n",
        ]
    )


def _totals(progress: Progress, match: SheetMatch) -> list[tuple[int, int]]:
    first = progress.sheet.score if match.number == progress.sheet.first_match else (0, 0)
    return [first, *((deal.after.points[0] or 0, deal.after.points[1] or 0) for deal in match.deals)]


class _Scale:
    """The scale of the picture: the places of points and deals."""

    def __init__(self, totals: list[tuple[int, int]], target: int, vulnerable: bool) -> None:
        self.deals = max(1, len(totals) - 1)
        self.marks = [mark for mark, wanted in ((VULNERABLE_FROM, vulnerable), (target, target)) if wanted]
        values = [points for pair in totals for points in pair]
        self.low, self.high = min(0, *values), max(100, target, *values)

    def x(self, deal: int) -> float:
        """The horizontal place of a deal."""
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * deal / self.deals, 1)

    def y(self, points: int) -> float:
        """The vertical place of points."""
        part = (points - self.low) / (self.high - self.low)
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * part, 1)


def _lines(scale: _Scale, language: str) -> list[str]:
    """The base line, those of the marks, and the numbers of deals, at most twelve."""
    found = []
    for points in dict.fromkeys([0, *scale.marks]):
        y = scale.y(points)
        dash = "" if points == 0 else ' stroke-dasharray="2 4"'
        found.append(f'<line x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y}" y2="{y}" stroke="#767676"{dash}/>')
        found.append(f'<text x="{_LEFT - 6}" y="{y + 5}" text-anchor="end" fill="#444">{points}</text>')
    step = max(1, -(-scale.deals // 12))
    found += [
        f'<text x="{scale.x(deal)}" y="{HEIGHT - 14}" text-anchor="middle" fill="#444">{deal}</text>'
        for deal in range(step, scale.deals + 1, step)
    ]
    word = text("sheet_deal_axis", language)
    found.append(f'<text x="{_LEFT - 6}" y="{HEIGHT - 14}" text-anchor="end" fill="#444">{word}</text>')
    return found


def _side(scale: _Scale, totals: list[tuple[int, int]], side: int, name: str) -> str:
    colour, dashes = _STYLE[side]
    points = " ".join(f"{scale.x(deal)},{scale.y(pair[side])}" for deal, pair in enumerate(totals))
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    line = f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="3"{dash}/>'
    dots = "".join(
        f'<circle cx="{scale.x(deal)}" cy="{scale.y(pair[side])}" r="4" fill="{colour}"/>'
        for deal, pair in enumerate(totals)
    )
    x = _LEFT if side == 0 else WIDTH - _RIGHT
    anchor = "start" if side == 0 else "end"
    legend = (
        f'<text x="{x}" y="24" text-anchor="{anchor}" font-size="16" font-weight="bold" fill="{colour}">'
        f"{name}: {totals[-1][side]}</text>"
    )
    return line + dots + legend


def _escaped(words: str) -> str:
    """A name as text of an XML file, shortened."""
    plain = "".join(char for char in words if char.isprintable())
    short = plain if len(plain) <= 30 else plain[:29] + "…"
    return short.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

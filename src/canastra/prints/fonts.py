"""The fonts of prints: FiraGO, and a font of symbols for the suits; they come from a package, not from the project.

FiraGO has the Latin, Greek, Cyrillic, Hebrew, Arabic, Georgian, Thai and Devanagari letters. A character in neither
font is drawn as an empty square.
"""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from fpdf import FPDF
from fpdf.fonts import TTFFont

FAMILY, SYMBOLS = "firago", "symbols"
MISSING = "□"
"""Stands for a character that no font has, such as an emoji."""
CAPITAL = 0.69
"""Height of a capital letter, as a part of the font's size."""
_FILES = {(FAMILY, ""): "figo", (FAMILY, "B"): "figbo", (SYMBOLS, ""): "symbol2"}
_FEATURES = {"liga": False}
"""No ligatures, so that copied text is what was written."""
_IN_COLUMNS = _FEATURES | {"tnum": True}
"""Figures of one width, so that columns of numbers align."""
_SHAPING = {"GDEF", "GPOS", "GSUB"}
_FIGURES = frozenset("0123456789+−-×., *")


@cache
def _folder() -> Path:
    """A temporary folder with the fonts as files, which fpdf2 needs; it is removed when the process ends."""
    import pymupdf_fonts  # type: ignore[import-untyped]

    folder = Path(mkdtemp(prefix="canastra-fonts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name in _FILES.values():
        (folder / f"{name}.ttf").write_bytes(pymupdf_fonts.myfont(name))
    return folder


def add_fonts(pdf: FPDF) -> None:
    """Make the fonts known to a document."""
    for (family, style), name in _FILES.items():
        pdf.add_font(family, style, _folder() / f"{name}.ttf")
    pdf.set_fallback_fonts([SYMBOLS], exact_match=False)


def set_font(pdf: FPDF, words: str, bold: bool, size: float) -> None:
    """Choose the font for words, `size` in points; a number alone gets figures of one width."""
    pdf.set_text_shaping(True, features=_IN_COLUMNS if _FIGURES.issuperset(words) else _FEATURES)
    pdf.set_font(FAMILY, "B" if bold else "", size)


def end_shaping(fonts: Mapping[str, object]) -> None:
    """Drop the shaping data of fonts after drawing.

    fpdf2 leaves these tables out of its files, but fontTools reads each whole before it cuts a font down: a third of
    the time of a short print.
    """
    for font in fonts.values():
        if isinstance(font, TTFFont):
            for table in _SHAPING & set(font.ttfont.keys()):
                del font.ttfont[table]


def close_fonts(fonts: Mapping[str, object]) -> None:
    """Close the files of a document's fonts, also of an unfinished document."""
    for font in fonts.values():
        if isinstance(font, TTFFont):
            font.close()


def drawable(pdf: FPDF) -> frozenset[int]:
    """The code points that at least one font of a document has."""
    return frozenset(code for font in pdf.fonts.values() for code in getattr(font, "cmap", ()))

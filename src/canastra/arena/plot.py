"""The results as a plot: a matrix of points per deal, and ratings with intervals."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from canastra.arena.results import points_between
from canastra.messages import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS = ("svg", "png")
INK, POINT = "#222222", "#1f4e79"


def can_plot() -> bool:
    """Return whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def plots(found: dict[str, Any], language: str) -> dict[str, bytes]:
    """The plot of results in each of `KINDS`; empty without matplotlib."""
    if not can_plot():
        return {}
    import matplotlib

    made = {}
    # Without a salt, the names of shapes in an SVG are random.
    with matplotlib.rc_context({"svg.hashsalt": "canastra", "svg.fonttype": "none"}):
        figure = _figure(found, language)
        for kind in KINDS:
            file = io.BytesIO()
            figure.savefig(file, format=kind, dpi=120, metadata={"Date": None} if kind == "svg" else {})
            made[kind] = file.getvalue()
    return made


def _figure(found: dict[str, Any], language: str) -> Figure:
    from matplotlib.figure import Figure

    names = [row["entrant"] for row in found["ratings"]]
    size = 1.1 * len(names)
    figure = Figure(figsize=(6.5 + 1.6 * size, 2.2 + 0.75 * size), layout="constrained")
    matrix, rating = figure.subplots(1, 2, width_ratios=[1.2 + size, 3.2])
    question = found["question"]
    figure.suptitle(
        text("arena_plot_title", language, rulebook=question["rulebook"]["id"], pairs=question["pairs"]), color=INK
    )
    _matrix(matrix, found, names, language)
    _ratings(rating, found, language)
    return figure


def _matrix(axes: Axes, found: dict[str, Any], names: list[str], language: str) -> None:
    cells = [[points_between(found, row, column) for column in names] for row in names]
    means = [[cell["mean"] if cell else None for cell in row] for row in cells]
    reach = max((abs(mean) for row in means for mean in row if mean is not None), default=0) or 1
    numbers = [[float("nan") if mean is None else mean for mean in row] for row in means]
    axes.imshow(numbers, cmap="RdBu", vmin=-2 * reach, vmax=2 * reach, aspect="auto")
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell:
                axes.text(column, row, _cell(cell), ha="center", va="center", fontsize=9, color=INK)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(text("arena_plot_points", language), fontsize=10, color=INK)


def _cell(points: dict[str, float | None]) -> str:
    mean, low, high = points["mean"], points["low"], points["high"]
    assert mean is not None
    if low is None or high is None:
        return f"{mean:+.0f}"
    return f"{mean:+.0f}\n± {(high - low) / 2:.0f}"


def _ratings(axes: Axes, found: dict[str, Any], language: str) -> None:
    rows = found["ratings"]
    for place, row in enumerate(rows):
        if row["low"] is not None:
            axes.plot([row["low"], row["high"]], [place, place], color=POINT, linewidth=2)
        axes.plot(row["mean"], place, "o", color=POINT)
        axes.annotate(
            f"{row['mean']:+.0f}", (row["mean"], place), (0, 7), textcoords="offset points", ha="center", fontsize=9
        )
    axes.axvline(0, color="#bbbbbb", linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(rows)), [row["entrant"] for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.margins(x=0.15)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_title(text("arena_plot_ratings", language), fontsize=10, color=INK)

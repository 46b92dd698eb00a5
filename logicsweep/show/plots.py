"""Surveys side by side as a plot: share finished against density, and how much remains; by matplotlib."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Literal

from logicsweep.boards.words import extent
from logicsweep.surveying.summary import Summary

_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's, which people with any colour vision tell apart."""
_DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (4, 2, 1, 2)), (0, (1.5, 1.5)))
_MARKERS = "osD^vP"
_WIDTH, _NARROW, _HEIGHT = 4.6, 3.7, 6.6  # inches of a survey; narrow where there are more than two
_POINTS = 250  # of a curve, about
_SETTINGS: Any = {
    "font.sans-serif": ["DejaVu Sans", "Arial", "Helvetica"],
    "svg.fonttype": "none",
    "svg.hashsalt": "logicsweep",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e4e4e4",
    "axes.axisbelow": True,
}


def plot(summaries: Sequence[Summary], form: Literal["png", "svg"]) -> bytes:
    """A column for each survey: above the shares with their intervals as bands, below what remains."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_SETTINGS):
        each = _WIDTH if len(summaries) <= 2 else _NARROW
        figure = Figure((max(each * len(summaries), 6.4), _HEIGHT), layout="constrained")
        axes = figure.subplots(2, len(summaries), squeeze=False, sharey="row")
        styles = _styles(summaries)
        for column, summary in enumerate(summaries):
            axes[0][column].sharex(axes[0][0])
            _shares(axes[0][column], summary, styles)
            _remaining(axes[1][column], summary, styles)
        axes[0][0].set_ylabel("boards finished (%)")
        axes[1][0].set_ylabel("boards with at most\nso many remaining (%)")
        handles = [axes[0][0].plot([], [], label=name, **style)[0] for name, style in styles.items()]
        figure.legend(handles=handles, loc="outside upper center", ncols=len(styles), frameon=False)
        to = io.BytesIO()
        figure.savefig(to, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)
    return _described(to.getvalue(), summaries) if form == "svg" else to.getvalue()


def _styles(summaries: Sequence[Summary]) -> dict[str, dict[str, Any]]:
    """One look for each player in all panels."""
    names = dict.fromkeys(name for summary in summaries for name in summary.plan.players)
    return {
        name: {
            "color": _COLOURS[at % len(_COLOURS)],
            "linestyle": _DASHES[at % len(_DASHES)],
            "marker": _MARKERS[at % len(_MARKERS)],
            "markersize": 4,
        }
        for at, name in enumerate(names)
    }


def _shares(axes: Any, summary: Summary, styles: dict[str, dict[str, Any]]) -> None:  # noqa: ANN401
    lines = summary.lines()
    for name in summary.plan.players:
        mine = [line for line in lines if line.player == name]
        density = [100 * line.density for line in mine]
        low, high = ([100 * line.finished[at] for line in mine] for at in (1, 2))
        axes.fill_between(density, low, high, color=styles[name]["color"], alpha=0.18, linewidth=0)
        axes.plot(density, [100 * line.finished.value for line in mine], **styles[name])
    if gap := summary.gap():
        ends = [
            100 * line.finished.value
            for name in (gap.weaker, gap.stronger)
            for line in lines
            if (line.mines, line.player) == (gap.mines, name)
        ]
        at = 100 * gap.mines / len(summary.plan.graph)
        axes.plot([at, at], ends, color="#555555", linewidth=1, marker="_", markersize=9)
        ahead = f"{gap.stronger} {100 * gap.width:.0f} points over {gap.weaker}"
        said = f"widest gap, at {gap.mines} mines:\n{ahead}"
        corner = {"xycoords": "axes fraction", "ha": "right", "va": "top", "fontsize": 9}
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        axes.annotate(said, (1, 0.98), color="#333333", bbox=box, **corner)
    axes.set(title=f"{extent(summary.plan.graph)}, start {summary.plan.start}", xlabel="density of mines (%)")
    axes.set_ylim(-3, 103)


def _remaining(axes: Any, summary: Summary, styles: dict[str, dict[str, Any]]) -> None:  # noqa: ANN401
    """At one number of mines, the share of boards on which at most so many safe cells remain."""
    gap, all_mines = summary.gap(), [mines for mines, _ in summary.counts]
    mines = gap.mines if gap else all_mines[len(all_mines) // 2]
    for name in summary.plan.players:
        upto = [*accumulate(summary.counts[mines, name])]
        curve = {key: value for key, value in styles[name].items() if not key.startswith("marker")}
        safe = len(summary.plan.graph) - mines
        drawn = [*range(0, safe, safe // _POINTS + 1), safe]
        axes.step(drawn, [100 * upto[at] / upto[-1] for at in drawn], where="post", **curve)
    why = ", where the gap is widest" if gap else ""
    axes.set_title(f"{mines} mines{why}", fontsize=10)
    axes.set(xlabel="safe cells remaining", ylim=(-3, 103))


def _described(raw: bytes, summaries: Sequence[Summary]) -> bytes:
    """The SVG with a title for those who do not see it, as the tables hold the numbers; and nothing idle."""
    boards = "; ".join([f"{extent(one.plan.graph)}, start {one.plan.start}" for one in summaries])
    title = f"<title>Boards finished against the density of mines, for {boards}</title>"
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", raw.decode(), flags=re.DOTALL)
    text = re.sub(r"(\d\.\d\d)\d+", r"\1", text)  # hundredths of a point will do
    at = text.index(">", text.index("<svg")) + 1
    return f"{text[:at]}\n {title}{text[at:]}".replace("<svg ", '<svg role="img" ', 1).encode()

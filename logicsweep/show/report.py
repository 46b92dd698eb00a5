"""The results of surveys as tables, as CSV and as a page."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import accumulate
from math import isnan, nan
from typing import Any, Literal
from warnings import catch_warnings

from logicsweep.boards.names import extent
from logicsweep.boards.words import both_or_all, plural
from logicsweep.show.palette import LIGHT, css, player_shades
from logicsweep.surveying.summary import Interval, Standing, Summary

_COLUMNS = (
    *("survey", "field", "rows", "cols", "start", "first", "seed", "mines", "density", "player", "boards"),
    *("finished", "finished_low", "finished_high", "remaining", "remaining_low", "remaining_high"),
    *("hardest_rows", "hardest_rows_low", "hardest_rows_high"),
)
_UNKNOWN = Interval(nan, nan, nan)
_ABOUT = "95% intervals: Wilson's for shares, normal ones for means."
Row = list[str]


def report_text(summaries: Sequence[Summary]) -> Iterator[str]:
    """Each survey with its tables."""
    for at, summary in enumerate(summaries):
        yield from ["", ""] if at else []
        yield headline(summary)
        for caption, rows in tables(summary):
            yield ""
            yield caption
            yield from _align_columns(rows)
        yield ""
        yield from remarks(summary)


def headline(summary: Summary) -> str:
    """Which boards these are, and where games start."""
    plan = summary.plan
    promise = f" (first click: {plan.first})" if plan.first else ""
    return f"{summary.folder}: {extent(plan.graph)}, start {plan.start}{promise}, seed {plan.seed}"


def tables(summary: Summary) -> Iterator[tuple[str, list[Row]]]:
    """The tables, each with its caption: rows of texts, the header first."""
    lines = _choose_lines(summary)
    shares = _make_table(summary, lines, lambda line: _write_number(line.finished, scale=100))
    yield "boards finished, in percent", shares
    for policy in summary.plan.policies:
        caption = f"games won with guesses ({policy}), in percent"
        yield caption, _make_table(summary, lines, partial(_write_won, policy))
    yield (
        "safe cells that remain, on average",
        _make_table(summary, lines, lambda line: _write_number(line.remaining)),
    )
    if summary.plan.graded:
        caption = "rows (clues, the mine total) of the hardest step, averaged over the boards finished"
        yield caption, _make_table(summary, lines, lambda line: _write_number(line.hardest_rows, 2))


def _choose_lines(summary: Summary) -> list[Standing]:
    """The lines by number of mines; if games start from each cell in turn, the best starts come first."""
    if not summary.starts:
        return summary.lines()
    lines = [line for each in summary.starts.values() for line in each.lines()]
    return sorted(lines, key=lambda line: (line.mines, -_find_share(line)))


def _find_share(line: Standing) -> float:
    """The share of games won, summed over all policies, or else the share finished."""
    return sum([won.value for won in line.won.values()]) or line.finished.value


def _write_won(policy: str, line: Standing) -> str:
    return _write_number(line.won[policy], scale=100)


def _make_table(summary: Summary, lines: Sequence[Standing], say: Callable[[Standing], str]) -> list[Row]:
    shown = {(line.mines, line.start, line.player): say(line) for line in lines}
    who, each = summary.plan.players, bool(summary.starts)
    boards = {(line.mines, line.start): (line.density, line.boards) for line in lines}
    rows = [
        [str(mines), f"{density:.1%}".replace("%", " %"), *[start] * each, str(count)]
        + [shown[mines, start, name] for name in who]
        for (mines, start), (density, count) in boards.items()
    ]
    return [["mines", "density", *["start"] * each, "boards", *who], *rows]


def _write_number(found: Interval | None, digits: int = 1, scale: int = 1) -> str:
    if found is None:
        return "-"
    value, low, high = (f"{scale * one:.{digits}f}" for one in found)
    return value if isnan(found.low) else f"{value} ({low}-{high})"


def _align_columns(rows: Sequence[Row]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join([text.rjust(width) for text, width in zip(row, widths, strict=True)])


def remarks(summary: Summary) -> Iterator[str]:
    """Notes below the tables: the widest gap, boards without an answer, the kind of intervals."""
    if gap := summary.gap():
        where = f"{plural(gap.mines, 'mine')} ({100 * gap.mines / len(summary.plan.graph):.1f}%)"
        ahead = f"{100 * gap.width:.1f} percentage points of boards finished"
        ties = f" (as far as {both_or_all(gap.ties)[0]})" if gap.ties else ""
        yield f"{gap.stronger}{ties} is furthest ahead of {gap.weaker} at {where}: by {ahead}."
    if summary.failed:
        yield f"{plural(summary.failed, 'board')} not answered: see _failures.jsonl."
    yield _ABOUT


def report_csv(summaries: Sequence[Summary]) -> str:
    """A row for each survey, number of mines and player; shares and densities go from 0 to 1."""
    to = io.StringIO()
    writer = csv.writer(to, lineterminator="\n")
    policies = [*dict.fromkeys(policy for summary in summaries for policy in summary.plan.policies)]
    more = [f"{one.replace('-', '_')}_won{bound}" for one in policies for bound in ("", "_low", "_high")]
    writer.writerow([*_COLUMNS, *more])
    for summary in summaries:
        plan = summary.plan
        for line in _choose_lines(summary):
            about = [summary.folder, plan.field, plan.rows, plan.cols, line.start, plan.first, plan.seed]
            numbers = [line.density, *line.finished, *line.remaining, *(line.hardest_rows or _UNKNOWN)]
            numbers += [number for policy in policies for number in line.won.get(policy, _UNKNOWN)]
            density, *bounds = ["" if isnan(number) else f"{number:.6g}" for number in numbers]
            writer.writerow([*about, line.mines, density, line.player, line.boards, *bounds])
    return to.getvalue()


_STYLE = (
    f"""
{css()}"""
    + """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
body { background: var(--surface); color: var(--ink) }
h1, h2 { line-height: 1.25; overflow-wrap: anywhere }
.wide { overflow-x: auto }
svg { width: 100%; max-width: calc(30rem * var(--surveys)); height: auto }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600 }
th, td { text-align: right; padding: .15rem .8rem; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { position: sticky; left: 0; background: var(--surface) }
@media (max-width: 45rem) {
  body { margin: 1rem auto }
  h1, h2 { font-size: 1.3rem }
  svg { width: calc(100% * var(--surveys)) }
  table { font-size: .8rem }
  th, td { padding: .15rem .3rem }
}
@media screen and (prefers-color-scheme: dark) { svg { filter: invert(.93) hue-rotate(180deg) } }
"""
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def report_html(summaries: Sequence[Summary], plot: str) -> str:
    """A self-contained page with the plot (an SVG) and the tables."""
    parts = [_write_section(summary) for summary in summaries]
    drawing = _scroll_by_itself("plot", plot[plot.index("<svg") :], f' style="--surveys: {len(summaries)}"')
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<title>How far reasoning reaches</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>How far reasoning reaches</h1>\n{drawing}{''.join(parts)}</main>\n</body>\n</html>\n"
    )


def _scroll_by_itself(name: str, content: str, more: str = "") -> str:
    """Content that scrolls, also by keys, if it is wider than the screen."""
    return f'<div class="wide" role="region" tabindex="0" aria-label="{name}"{more}>\n{content}</div>\n'


def _write_section(summary: Summary) -> str:
    parts = [f"<h2>{escape(headline(summary))}</h2>\n"]
    for caption, (head, *rows) in tables(summary):
        lines = "".join([_html_row(row, "td") for row in rows])
        table = f"<caption>{escape(caption)}</caption>\n{_html_row(head, 'th')}{lines}"
        name = escape(f"{summary.folder}: {caption}")
        parts.append(_scroll_by_itself(name, f"<table>\n{table}</table>"))
    return "".join(parts) + "".join([f"<p>{escape(text)}</p>\n" for text in remarks(summary)])


def _html_row(row: Row, tag: str) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    texts = [escape(text) if scope else text.replace("-", "\u2011") for text in row]  # these never break
    return f"<tr>{''.join([f'<{tag}{scope}>{text}</{tag}>' for text in texts])}</tr>\n"


_DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (4, 2, 1, 2)), (0, (1.5, 1.5)))
_MARKERS = "osD^vP"
_WIDTH, _NARROW, _HEIGHT = 4.8, 3.7, 6.6  # inches per survey; narrow for more than two
_POINTS = 250  # about, per curve
_LONG = 36  # characters of a folder's name above a plot
_SETTINGS: Any = {
    "font.sans-serif": ["DejaVu Sans", "Arial", "Helvetica"],
    "svg.fonttype": "none",
    "svg.hashsalt": "logicsweep",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": LIGHT["line"],
    "text.color": LIGHT["ink"],
    "axes.axisbelow": True,
}


def plot(summaries: Sequence[Summary], form: Literal["png", "svg"]) -> bytes:
    """A column for each survey: shares with their intervals as bands, and below them, the remaining cells."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_SETTINGS), catch_warnings(action="ignore", category=UserWarning):  # of rare letters
        each = _WIDTH if len(summaries) <= 2 else _NARROW
        figure = Figure((each * len(summaries), _HEIGHT), layout="constrained")
        axes = figure.subplots(2, len(summaries), squeeze=False, sharey="row")
        styles = _choose_styles(summaries)
        for column, (summary, title) in enumerate(zip(summaries, _title_surveys(summaries), strict=True)):
            axes[0][column].sharex(axes[0][0])
            axes[0][column].set_title(title, parse_math=False)
            _plot_shares(axes[0][column], summary, styles)
            _plot_remaining(axes[1][column], summary, styles)
        axes[0][0].set_ylabel("boards finished (%)")
        axes[1][0].set_ylabel("boards with at most\nthis many remaining (%)")
        handles = [axes[0][0].plot([], [], label=name, **style)[0] for name, style in styles.items()]
        figure.legend(handles=handles, loc="outside upper left", ncols=4, frameon=False)
        to = io.BytesIO()
        figure.savefig(to, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)
    return _add_description(to.getvalue(), summaries) if form == "svg" else to.getvalue()


def _title_surveys(summaries: Sequence[Summary]) -> list[str]:
    """The boards of each survey, below its folder if two surveys have boards of the same size."""
    sizes = [extent(summary.plan.graph) for summary in summaries]
    titles = [f"{size}, start {summary.plan.start}" for size, summary in zip(sizes, summaries, strict=True)]
    if len({*sizes}) == len(sizes):
        return titles
    folders = [summary.folder.encode(errors="replace").decode() for summary in summaries]
    ends = [folder if len(folder) <= _LONG else f"...{folder[3 - _LONG :]}" for folder in folders]
    return [f"{folder}\n{title}" for folder, title in zip(ends, titles, strict=True)]


def _choose_styles(summaries: Sequence[Summary]) -> dict[str, dict[str, Any]]:
    names = dict.fromkeys(name for summary in summaries for name in summary.plan.players)
    shades = player_shades(names)
    return {
        name: {
            "color": LIGHT[f"bar{shades[name]}"],
            "linestyle": _DASHES[at % len(_DASHES)],
            "marker": _MARKERS[at % len(_MARKERS)],
            "markersize": 4,
        }
        for at, name in enumerate(names)
    }


def _plot_shares(axes: Any, summary: Summary, styles: dict[str, dict[str, Any]]) -> None:  # noqa: ANN401
    lines = summary.lines()
    for name in summary.plan.players:
        mine = [line for line in lines if line.player == name]
        density = [100 * line.density for line in mine]
        low, high = ([100 * line.finished[at] for line in mine] for at in (1, 2))
        axes.fill_between(density, low, high, color=styles[name]["color"], alpha=0.18, linewidth=0)
        axes.plot(density, [100 * line.finished.value for line in mine], **styles[name])
    if gap := summary.gap():
        shares = {(line.mines, line.player): 100 * line.finished.value for line in lines}
        ends = [shares[gap.mines, name] for name in (gap.weaker, gap.stronger)]
        at = 100 * gap.mines / len(summary.plan.graph)
        axes.plot([at, at], ends, color=LIGHT["muted"], linewidth=1, marker="_", markersize=9)
        ahead = f"{gap.stronger} {100 * gap.width:.0f} points over {gap.weaker}"
        note = f"widest gap, at {gap.mines} mines:\n{ahead}"
        # shares fall, so the bottom left corner is free, or else the top right one
        free = min([share for (mines, _), share in shares.items() if mines == lines[0].mines]) > 25
        corner, ha, va = ((0.02, 0.02), "left", "bottom") if free else ((1, 0.98), "right", "top")
        box = {"facecolor": LIGHT["surface"], "edgecolor": "none", "pad": 1}
        how = {"xycoords": "axes fraction", "fontsize": 9, "color": LIGHT["ink"], "bbox": box}
        axes.annotate(note, corner, ha=ha, va=va, **how)
    axes.set(xlabel="density of mines (%)", ylim=(-3, 103))


def _plot_remaining(axes: Any, summary: Summary, styles: dict[str, dict[str, Any]]) -> None:  # noqa: ANN401
    """For one number of mines, the share of boards with at most n safe cells remaining, for each n."""
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


def _add_description(raw: bytes, summaries: Sequence[Summary]) -> bytes:
    """The SVG with a title for screen readers (the tables hold the numbers), and without needless parts."""
    boards = escape("; ".join(_title_surveys(summaries)).replace("\n", " "))
    title = f"<title>Boards finished against the density of mines, for {boards}</title>"
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", raw.decode(), flags=re.DOTALL)
    text = re.sub(r"(\d\.\d\d)\d+", r"\1", text)  # hundredths of a point will do
    at = text.index(">", text.index("<svg")) + 1
    return f"{text[:at]}\n {title}{text[at:]}".replace("<svg ", '<svg role="img" ', 1).encode()

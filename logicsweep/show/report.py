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
from operator import attrgetter
from textwrap import wrap
from typing import Any, Literal
from warnings import catch_warnings

from logicsweep.boards.names import extent
from logicsweep.boards.words import both_or_all, plural
from logicsweep.show.drawing import columns_text
from logicsweep.show.palette import LIGHT, SHADES, player_shades
from logicsweep.show.tables import plot_html, table_html, tables_html
from logicsweep.surveying.plan import kinds_of_cells
from logicsweep.surveying.summary import Interval, Standing, Summary

_COLUMNS = (
    *("survey", "field", "rows", "cols", "start", "first", "seed", "mines", "density", "player", "boards"),
    *("finished", "finished_low", "finished_high", "remaining", "remaining_low", "remaining_high"),
    *("hardest_rows", "hardest_rows_low", "hardest_rows_high"),
)
_UNKNOWN = Interval(nan, nan, nan)
_ABOUT = "95% intervals: Wilson's for shares, normal ones for means."
_COUNTS = 5  # numbers of mines that a remark lists
Row = list[str]
Share = Callable[[Standing], Interval | None]
"""A share of the boards of a standing; None if it was not asked for."""


def report_text(summaries: Sequence[Summary]) -> Iterator[str]:
    """Each survey with its tables."""
    for at, summary in enumerate(summaries):
        yield from ["", ""] if at else []
        yield headline(summary)
        for caption, rows in tables(summary):
            yield ""
            yield caption
            yield from columns_text(rows, ())
        yield ""
        yield from remarks(summary)


def headline(summary: Summary) -> str:
    """Which boards these are, and where games start."""
    return f"{summary.folder}: {_name_boards(summary)}, seed {summary.plan.seed}"


def _name_boards(summary: Summary) -> str:
    plan = summary.plan
    promise = f" (first click: {plan.first})" if plan.first else ""
    return f"{extent(plan.graph)}, start {plan.start}{promise}"


def tables(summary: Summary) -> Iterator[tuple[str, list[Row]]]:
    """The tables, each with its caption: rows of texts, the header first."""
    lines = _choose_lines(summary)
    for what, share in _shares(summary.plan.policies).items():
        yield f"{what}, in percent", _make_table(summary, lines, partial(_write_share, share))
    yield (
        "safe cells that remain, on average",
        _make_table(summary, lines, lambda line: _write_number(line.remaining)),
    )
    if summary.plan.graded:
        caption = "rows (clues, the mine total) of the hardest step, averaged over the boards finished"
        yield caption, _make_table(summary, lines, lambda line: _write_number(line.hardest_rows, 2))


def _shares(policies: Sequence[str], how: str = " with guesses") -> dict[str, Share]:
    """The shares of a survey by their names: boards finished, and games won by each policy."""
    won = {f"games won{how} ({one})": partial(_find_won, one) for one in policies}
    return {"boards finished": attrgetter("finished"), **won}


def _find_won(policy: str, line: Standing) -> Interval | None:
    return line.won.get(policy)


def _write_share(share: Share, line: Standing) -> str:
    return _write_number(share(line), scale=100)


def _choose_lines(summary: Summary) -> list[Standing]:
    """The lines by number of mines; if games start from each cell in turn, the best starts come first."""
    if not summary.starts:
        return summary.lines()
    lines = [line for each in summary.starts.values() for line in each.lines()]
    return sorted(lines, key=lambda line: (line.mines, -_find_share(line)))


def _find_share(line: Standing) -> float:
    """The share of games won, summed over all policies, or else the share finished."""
    return sum([won.value for won in line.won.values()]) or line.finished.value


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


def remarks(summary: Summary) -> Iterator[str]:
    """Notes below the tables: the widest gap, boards that are missing, the kind of intervals."""
    if gap := summary.gap():
        where = f"{plural(gap.mines, 'mine')} ({100 * gap.mines / len(summary.plan.graph):.1f}%)"
        ahead = f"{100 * gap.width:.1f} percentage points of boards finished"
        ties = f" (as far as {both_or_all(gap.ties)[0]})" if gap.ties else ""
        yield f"{gap.stronger}{ties} is furthest ahead of {gap.weaker} at {where}: by {ahead}."
    yield from missing_text(summary)
    yield _ABOUT


def missing_text(summary: Summary) -> Iterator[str]:
    """How many boards of a survey are not there, if any."""
    if summary.missing:
        boards, counts = plural(sum(summary.missing.values()), "board"), [*map(str, summary.missing)]
        more = f" and {len(counts) - _COUNTS} other numbers of" if len(counts) > _COUNTS else ""
        mines = f"{', '.join(counts[:_COUNTS])}{more} mine{'s' * (counts != ['1'])}"
        yield f"Missing: {boards}, with {mines}. The command of this survey plays them."
    if summary.failed:
        yield f"{plural(summary.failed, 'board')} not answered: see _failures.jsonl."


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


_VARIABLES = {
    LIGHT[name].lower(): f"var(--{name})"
    for name in ("surface", "ink", "muted", "line", *[f"bar{shade}" for shade in range(SHADES)])
}
"""The colours of a plot, and the variables that a page has for them: these are darker in the dark."""


def report_html(summaries: Sequence[Summary], plot: str) -> str:
    """A self-contained page with the plot (an SVG) and the tables."""
    drawn = re.sub(
        "#[0-9a-f]{6}", lambda found: _VARIABLES.get(found[0], found[0]), plot[plot.index("<svg") :]
    )
    heading = "How far reasoning reaches"
    parts = [plot_html(drawn, len(summaries)), *map(_write_section, summaries)]
    return tables_html(f"{heading}: {_list_boards(summaries)}", heading, parts)


def _write_section(summary: Summary) -> str:
    written = [table_html(f"{summary.folder}: {caption}", caption, rows) for caption, rows in tables(summary)]
    notes = [f"<p>{escape(text)}</p>\n" for text in remarks(summary)]
    return "".join([f"<h2>{escape(headline(summary))}</h2>\n", *written, *notes])


_DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (4, 2, 1, 2)), (0, (1.5, 1.5)))
_MARKERS = "osD^vP"
_WIDTH, _NARROW, _HEIGHT = 4.8, 3.7, 6.6  # inches per survey; narrow for more than two
_POINTS = 250  # about, per curve
_BESIDE = 0.3  # inches between the bars of two players at one density
_LONG = 36  # characters of a line above a plot
_SETTINGS: Any = {
    "font.sans-serif": ["DejaVu Sans", "Arial", "Helvetica"],
    "svg.fonttype": "none",
    "svg.hashsalt": "logicsweep",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": LIGHT["line"],
    **dict.fromkeys(
        ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), LIGHT["ink"]
    ),
    "axes.axisbelow": True,
}


def plot(summaries: Sequence[Summary], form: Literal["png", "svg"]) -> bytes:
    """A column for each survey: shares with their intervals, the remaining cells, maps of the first cells."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_SETTINGS), catch_warnings(action="ignore", category=UserWarning):  # of rare letters
        each = _WIDTH if len(summaries) <= 2 else _NARROW
        shares = _shares([*dict.fromkeys(one for summary in summaries for one in summary.plan.policies)], "")
        mapped = [*shares][len(shares) > 1 :] if any(one.starts for one in summaries) else []
        rows = len(shares) + 1 + len(mapped)
        figure = Figure((each * len(summaries), _HEIGHT / 2 * rows), layout="constrained")
        axes = figure.subplots(rows, len(summaries), squeeze=False, sharey="row")
        styles = _choose_styles(summaries)
        for column, (summary, title) in enumerate(zip(summaries, _title_surveys(summaries), strict=True)):
            places = iter(axes[:, column])
            lines = [part for line in title.split("\n") for part in wrap(line, _LONG)]
            axes[0][column].set_title("\n".join(lines), parse_math=False)
            for share, place in zip(shares.values(), places, strict=False):
                place.sharex(axes[0][0])
                _plot_shares(place, summary, styles, share)
            _note_gap(axes[0][column], summary)
            _plot_remaining(next(places), summary, styles)
            for what, place in zip(mapped, places, strict=True):
                place.remove()
                if summary.starts and shares[what](summary.lines()[0]):
                    _map_starts(figure.add_subplot(place.get_subplotspec()), summary, what, shares[what])
        if len(densities := {line.density for summary in summaries for line in summary.lines()}) == 1:
            axes[0][0].set_xticks([100 * one for one in densities], [f"{100 * one:.1f}" for one in densities])
        for what, place in zip(shares, axes[:, 0], strict=False):
            place.set_ylabel(f"{what} (%)")
        axes[len(shares)][0].set_ylabel("boards with at most\nthis many remaining (%)")
        handles = [axes[0][0].plot([], [], label=name, **style)[0] for name, style in styles.items()]
        figure.legend(handles=handles, loc="outside upper left", ncols=4, frameon=False)
        to = io.BytesIO()
        figure.savefig(to, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)
    return _add_description(to.getvalue(), summaries) if form == "svg" else to.getvalue()


def _title_surveys(summaries: Sequence[Summary]) -> list[str]:
    """The boards and starts of each survey; the seeds if they differ, and folders if all that is the same."""
    several = len({summary.plan.seed for summary in summaries}) > 1
    titles = [_name_boards(summary) + f", seed {summary.plan.seed}" * several for summary in summaries]
    if len({*titles}) == len(titles):
        return titles
    folders = [summary.folder.encode(errors="replace").decode() for summary in summaries]
    ends = [folder if len(folder) <= _LONG else f"...{folder[3 - _LONG :]}" for folder in folders]
    return [f"{folder}\n{title}" for folder, title in zip(ends, titles, strict=True)]


def _list_boards(summaries: Sequence[Summary]) -> str:
    return escape("; ".join(_title_surveys(summaries)).replace("\n", " "))


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


def _plot_shares(
    axes: Any,  # noqa: ANN401
    summary: Summary,
    styles: dict[str, dict[str, Any]],
    share: Share,
) -> None:
    """Shares with their intervals: bands, or bars side by side for a single number of mines."""
    from matplotlib.transforms import ScaledTranslation

    for at, name in enumerate(summary.plan.players):
        found = [(line.density, share(line)) for line in summary.lines() if line.player == name]
        points = [(density, *one) for density, one in found if one]
        density, value, low, high = ([100 * point[part] for point in points] for part in range(4))
        if len(points) == 1:
            aside = _BESIDE * (at - (len(summary.plan.players) - 1) / 2)
            moved = axes.transData + ScaledTranslation(aside, 0, axes.figure.dpi_scale_trans)
            bars = [[value[0] - low[0]], [high[0] - value[0]]]
            axes.errorbar(density, value, bars, capsize=3, transform=moved, **styles[name])
            axes.plot(density, value, linestyle="")  # moved bars do not stretch the axis
        else:
            axes.fill_between(density, low, high, color=styles[name]["color"], alpha=0.18, linewidth=0)
            axes.plot(density, value, **styles[name])
    axes.set(xlabel="density of mines (%)", ylim=(-3, 103))


def _note_gap(axes: Any, summary: Summary) -> None:  # noqa: ANN401
    if gap := summary.gap():
        lines = summary.lines()
        shares = {(line.mines, line.player): 100 * line.finished.value for line in lines}
        if len(lines) > len(summary.plan.players):  # otherwise bars stand side by side
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


def _plot_remaining(axes: Any, summary: Summary, styles: dict[str, dict[str, Any]]) -> None:  # noqa: ANN401
    """For one number of mines, the share of boards with at most n safe cells remaining, for each n."""
    mines = _choose_mines(summary)
    for name in summary.plan.players:
        upto = [*accumulate(summary.counts[mines, name])]
        curve = {key: value for key, value in styles[name].items() if not key.startswith("marker")}
        safe = len(summary.plan.graph) - mines
        drawn = [*range(0, safe, safe // _POINTS + 1), safe]
        axes.step(drawn, [100 * upto[at] / upto[-1] for at in drawn], where="post", **curve)
    why = ", where the gap is widest" if summary.gap() else ""
    axes.set_title(f"{mines} mines{why}", fontsize=10)
    axes.set(xlabel="safe cells remaining", ylim=(-3, 103))


def _choose_mines(summary: Summary) -> int:
    """The number of mines where the gap is widest, or else the middle one."""
    gap, all_mines = summary.gap(), [mines for mines, _ in summary.counts]
    return gap.mines if gap else all_mines[len(all_mines) // 2]


def _map_starts(axes: Any, summary: Summary, what: str, share: Share) -> None:  # noqa: ANN401
    """A share by first cell, for one number of mines and the player ahead; symmetric cells have the same."""
    from matplotlib.collections import PolyCollection

    graph, mines = summary.plan.graph, _choose_mines(summary)
    lines = [line for one in summary.starts.values() for line in one.lines() if line.mines == mines]
    best = max(lines, key=lambda line: getattr(share(line), "value", -1))
    shares = {line.start: share(line) for line in lines if line.player == best.player}
    found = [shares.get(name) for name in summary.starts]
    percent = [100 * one.value if one else nan for one in found]
    values = [percent[kind] for kind in kinds_of_cells(graph)]
    side, up = 0.5, 0.5 * max([y for _, y in graph.places]) / max(1, summary.plan.rows - 1) or 0.5
    corners = ((-side, -up), (side, -up), (side, up), (-side, up))
    squares = [[(x + right, y + down) for right, down in corners] for x, y in graph.places]
    drawn = axes.add_collection(
        PolyCollection(squares, array=values, edgecolors=LIGHT["surface"], linewidths=0.5)
    )
    axes.set(aspect="equal", frame_on=False, xticks=[], yticks=[], ylabel=f"{what} (%)\nby first cell")
    axes.autoscale_view()
    axes.invert_yaxis()
    axes.figure.colorbar(drawn, ax=axes)
    most = f"most from {best.start}: {_write_share(share, best)}"
    axes.set_title(f"{best.player}, {mines} mines\n{most}", fontsize=10)


def _add_description(raw: bytes, summaries: Sequence[Summary]) -> bytes:
    """The SVG with a title for screen readers (the tables hold the numbers), and without needless parts."""
    title = f"<title>Boards finished against the density of mines, for {_list_boards(summaries)}</title>"
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", raw.decode(), flags=re.DOTALL)
    text = re.sub(r"(\d\.\d\d)\d+", r"\1", text)  # hundredths of a point will do
    at = text.index(">", text.index("<svg")) + 1
    return f"{text[:at]}\n {title}{text[at:]}".replace("<svg ", '<svg role="img" ', 1).encode()

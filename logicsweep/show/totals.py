"""What many reviewed games have in common, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10

from logicsweep.boards.words import plural
from logicsweep.show.drawing import columns_text
from logicsweep.show.review import counts_line, headline_of, seconds
from logicsweep.show.tables import plot_html, table_html, tables_html
from logicsweep.verbs.review import FEWEST, Reviewed, Timing, Totals

_FEW = "few"
_NOTE = f"{_FEW}: fewer than {FEWEST} moves, too few for a figure."


def totals_text(totals: Totals) -> Iterator[str]:
    """What many games have in common, line by line."""
    yield from _say_totals(totals)
    tables = _tables(totals)
    for rows in tables.values():
        yield ""
        yield from columns_text(rows)
    yield from [_NOTE] * _has_few(tables)


def totals_html(games: Sequence[Reviewed], totals: Totals) -> str:
    """The same as a self-contained page, with a plot of the times and a row for each game."""
    heading, tables = "What your games have in common", _tables(totals)
    parts = [f"<p>{escape(line)}</p>\n" for line in _say_totals(totals)]
    shown = [one for one in totals.timings if one.median is not None]
    parts += [plot_html(_draw_times(shown), 1)] if shown else []
    parts += [table_html(caption, caption, rows) for caption, rows in tables.items()]
    parts += [f"<p>{_NOTE}</p>\n"] * _has_few(tables)
    results = [(one.name, f"{headline_of(one.review)} {counts_line(one.review)}") for one in games]
    parts.append(table_html("games", "Each game", [("game", "how it went"), *results]))
    return tables_html(f"{plural(totals.games, 'game')} reviewed", heading, parts)


def _say_totals(totals: Totals) -> Iterator[str]:
    names = f" of {plural(totals.players, 'player')}" if totals.players else ""
    nameless = f", {totals.nameless} without a name" if totals.nameless else ""
    yield f"{plural(totals.games, 'game')}{names}{nameless}: {totals.won} won."
    if not totals.judged:
        yield "No move has a verdict."
        return
    often = f"{totals.per_game:.2g}"
    needless = f"{often} needless guess{'' if often == '1' else 'es'} a game"
    yield f"{totals.known} of {plural(totals.judged, 'move')} could have been known; {needless}."


def _tables(totals: Totals) -> dict[str, list[tuple[str, ...]]]:
    """The tables by their captions, each with its header first; none if no move has a verdict."""
    if not totals.judged:
        return {}
    times = [
        (one.level, one.moves, one.games, one.players, _time(one.lower), _time(one.median), _time(one.upper))
        for one in totals.timings
    ]
    missed = [
        (one.pattern, one.known + one.missed, one.games, one.players, one.missed, _percent(one.share))
        for one in totals.patterns
    ]
    quartiles = "lower quartile", "median", "upper quartile"
    return {
        "Seconds before a move, by its hardest step": [
            ("seconds before a move", "moves", "games", "players", *quartiles),
            *[tuple(map(str, row)) for row in times],
        ],
        "Patterns missed": [
            ("pattern", "moves", "games", "players", "missed", "share"),
            *[tuple(map(str, row)) for row in missed],
        ],
    }


def _has_few(tables: dict[str, list[tuple[str, ...]]]) -> bool:
    return any(_FEW in row for rows in tables.values() for row in rows)


def _time(time: float | None) -> str:
    return _FEW if time is None else seconds(time)


def _percent(share: float | None) -> str:
    return _FEW if share is None else f"{100 * share:.1f}%"


_LEFT, _WIDE, _ROW = 130, 480, 26  # pixels: the names, the whole plot, a row
_SHORTEST = 0.01  # seconds: a shorter time is drawn there


def _draw_times(timings: Sequence[Timing]) -> str:
    """An SVG with a row for each level: a bar from quartile to quartile, a dot at the median, in decades."""
    times = [max(at or 0, _SHORTEST) for one in timings for at in (one.lower, one.upper)]
    low = floor(log10(min(times)))
    high = max(ceil(log10(max(times))), low + 1)

    def place(time: float) -> float:
        return _LEFT + (_WIDE - _LEFT - 30) * (log10(max(time, _SHORTEST)) - low) / (high - low)

    bottom, drawn = _ROW * len(timings), list[str]()
    for decade in range(low, high + 1):
        x = f"{place(10.0**decade):.1f}"
        drawn.append(f'<path stroke="var(--line)" d="M{x} 0V{bottom}"/>')
        drawn.append(f'<text x="{x}" y="{bottom + 18}" text-anchor="middle">{10.0**decade:g} s</text>')
    for at, one in enumerate(timings):
        lower, median, upper = [place(time or 0) for time in (one.lower, one.median, one.upper)]
        y = _ROW * at + _ROW / 2
        drawn.append(f'<text x="{_LEFT - 10}" y="{y + 5}" text-anchor="end">{escape(one.level)}</text>')
        drawn.append(f'<path stroke="var(--bar1)" stroke-width="10" d="M{lower:.1f} {y}H{upper:.1f}"/>')
        drawn.append(f'<circle fill="var(--ink)" cx="{median:.1f}" cy="{y}" r="5"/>')
    title = "Seconds before a move: a bar from the lower to the upper quartile, a dot at the median"
    size = f'viewBox="0 0 {_WIDE} {bottom + 26}" fill="var(--ink)" font-size="14"'
    return f'<svg role="img" {size}><title>{title}</title>{"".join(drawn)}</svg>\n<p>{title}.</p>\n'

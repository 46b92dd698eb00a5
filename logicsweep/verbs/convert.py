"""`convert`: boards and positions in another format, or as links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

from logicsweep import formats
from logicsweep.boards.board import Board, View
from logicsweep.boards.many import Boards, with_starts
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats import Format, Holds
from logicsweep.formats.links import JSMINESWEEPER, analysis, puzzle
from logicsweep.formats.tatham import PAGE, game_id
from logicsweep.verbs.reading import Numbered, naming

KINDS: dict[str, Holds] = {"board": "boards", "position": "position"}
"""The kinds that a format holds, by the name of a single item."""


def format_names(kind: Holds | None = None) -> list[str]:
    """The formats that can be written, of this kind if given."""
    return list(dict.fromkeys(row.name for row in _list_written(kind)))


def _list_written(kind: Holds | None) -> list[Format]:
    return [row for row in formats.FORMATS if row.write and kind in (None, row.holds)]


def format_named(
    name: str | None, out: str | None = None, kind: Holds | None = None, default: str | None = None
) -> dict[Holds, Format]:
    """The format to write, for each kind that it holds.

    It is found by its name, or else by the extension of `out`, or else it is the default.
    """
    rows, names = _list_written(kind), ", ".join(format_names(kind))
    if name is None:
        name = next((row.name for row in rows if row.ends(out or "")), default)
    if name is None:
        endings = ", ".join(dict.fromkeys(ending for row in rows for ending in row.endings))
        expected = f"one of {names}, or --out with a file extension among {endings}"
        raise InvalidInput("to", expected, "none" if out is None else f"--out {quote(out)}")
    if found := {row.holds: row for row in rows if row.name == name}:
        return found
    raise InvalidInput("to", f"one of {names}", quote(name))


def _make_site(
    name: str, link: Callable[[Any, int | None], str], *kinds: Holds, starts: bool = False
) -> dict[Holds, Format]:
    """A site as write-only formats: one link per line."""

    def write(found: Iterable[Board | View]) -> str:
        return "".join([f"{link(what, start)}\n" for what, start in with_starts(found)])

    return {kind: Format(name, kind, "", bool, iter, write, one_by_one=True, starts=starts) for kind in kinds}


SITES = {
    "jsminesweeper": _make_site(
        "jsminesweeper", lambda what, _: f"{JSMINESWEEPER}?analysis={analysis(what)}", *KINDS.values()
    ),
    "pzplus": _make_site("pzplus", lambda view, _: f"https://pzplus.tck.mn/p?{puzzle(view)}", "position"),
    "tatham": _make_site(
        "tatham", lambda board, start: f"{PAGE}#{game_id(board, start)}", "boards", starts=True
    ),
}
"""Sites that open boards and positions, by name."""


def convert(
    items: Iterator[Numbered],
    rows: Mapping[Holds, Format],
    kind: str | None = None,
    start: str | None = None,
    clues_only: bool = False,
    field_told: bool = False,
) -> Iterator[str | bytes]:
    """Write boards or positions, at least one; yields the content part by part.

    - `rows`: the format, or the site, for each kind that it holds.
    - `kind`: `board` or `position`; None: what the first item is, if the format holds that.
    - `start`: the first click on a board: written with it, or the casual player plays from it.
    - `clues_only`: whether to leave out flags and mine totals.
    - `field_told`: whether the reader knows the kind of field, which most formats do not hold.

    >>> from logicsweep.verbs.reading import Numbered
    >>> print(*convert(iter([Numbered(1, Board.parse("..M"))]), format_named("position"), start="r1c1"))
    mines 1
    01F
    <BLANKLINE>
    """
    if kind and KINDS[kind] not in rows:
        others = " or ".join(f"{other}s" for other, holds in KINDS.items() if holds in rows)
        raise InvalidInput("as", f"{others} ({next(iter(rows.values())).name} holds nothing else)", kind)
    first = next(items)
    row = rows.get(KINDS[kind or first.kind]) or next(iter(rows.values()))
    if row.holds == "boards" and not row.starts and start is not None:
        raise InvalidInput("start", "a format that holds a board's first click", row.name)
    each = (_change_item(item, row, start, clues_only, field_told) for item in chain([first], items))
    for part in ([item] for item in each) if row.one_by_one else [[*each]]:
        yield _write_items(row, part)


def _change_item(
    item: Numbered, row: Format, start: str | None, clues_only: bool, field_told: bool
) -> Numbered:
    """The board or position in the form to write."""
    if row.holds == "boards":
        item = _take_board(item, row.name, start)
    else:
        item = item._replace(what=_take_view(item, start, clues_only), start=None)
    graph = item.what.graph
    if row.fields and not field_told and graph.shape and graph.kind != "grid":
        expected = "a grid, or --field too (rows do not show their field)"
        raise InvalidInput(f"format {row.name}", expected, f"a {graph.kind} field")
    return item


def _take_board(item: Numbered, name: str, start: str | None) -> Numbered:
    if not isinstance(item.what, Board):
        raise InvalidInput(f"format {name}", "boards (it holds nothing else)", item.title)
    if start is None:
        return item
    from logicsweep.verbs.playing import start_on  # boards alone need no players

    with naming(item):
        return item._replace(start=start_on(item.what, start))


def _take_view(item: Numbered, start: str | None, clues_only: bool) -> View:
    if item.kind == "board" and start is None and item.start is None:
        why = "from which casual plays a board until stuck"
        raise InvalidInput("start", f"the first click, such as r1c1 or best, {why}", "none")
    from logicsweep.verbs.playing import position_of

    with naming(item):
        view = position_of(item, start)
    return _keep_clues(view) if clues_only else view


def _keep_clues(view: View) -> View:
    return View(view.graph, view.without_flags().marks)


def _write_items(row: Format, items: list[Numbered]) -> str | bytes:
    """Write boards with first clicks, or positions; if only the clues can be written, the error says how."""
    assert row.write
    boards = [one.what for one in items if isinstance(one.what, Board)]
    if boards:
        return row.write(Boards.of(boards, [one.start for one in items]))
    views = [one.what for one in items if isinstance(one.what, View)]
    try:
        return row.write(views)
    except InvalidInput as error:
        with suppress(InvalidInput):
            row.write([_keep_clues(view) for view in views])
            expected = f"{error.expected} (--clues-only leaves it out)"
            error = InvalidInput(error.place, expected, error.found)
        raise error from None

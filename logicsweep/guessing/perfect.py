"""Perfect play: the best strategy's exact chance to win, from the whole game tree over layouts.

A set of layouts is an int: its bit i stands for layout i. Clearing a cell splits the layouts in which it is
safe by the clue that it shows. The best cell is the one whose parts win most together. A cell that is safe in
the whole set costs nothing and comes first. After that the visible board determines the set: its least form,
turned and mirrored, is the key to the cached answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import chain, combinations, compress, islice, product
from math import ceil, comb, log10, prod, sqrt
from operator import itemgetter
from typing import Any, get_args

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph, CellLike, FieldLike, components
from logicsweep.boards.fields import Neighbours
from logicsweep.boards.names import say_size
from logicsweep.boards.random import Promise
from logicsweep.csp.model import Component, join
from logicsweep.csp.position import Position
from logicsweep.csp.search import layouts as layouts_of
from logicsweep.csp.solution import ALWAYS, NEVER
from logicsweep.csp.solve import require_layout
from logicsweep.errors import InvalidInput, LimitReached, describe, whole_number
from logicsweep.guessing.chances import Chances
from logicsweep.kernel import MOST_COVERED, PERFECT, WIDTH, Backend, backend_for, is_installed
from logicsweep.work.progress import with_progress

LAYOUTS, CELLS = 60_000, 100
"""The most layouts and cells that plain Python plays out."""
COMPILED = 200_000
"""The most layouts that compiled code plays out; it takes at most `MOST_COVERED` cells."""
POSITION = 0.3
"""A position, or a field without symmetries, may have this share of the layouts of a square field."""
_SQUARE = 8  # symmetries of a square; fields with fewer may have fewer layouts
KEPT = 1_000_000
"""The most visible boards that are cached; 5 x 5 with 5 mines has 438,660."""
_MEASURED = {False: (42_504, 137), True: (134_596, 86)}  # by compiled: 5 x 5 with 5 or 6 mines, seconds
_CHECKS = 10_000_000  # checks of sums while a position's layouts are listed
_MINED, _HIDDEN = 255, 254  # what a cell of a layout shows in place of a clue
_ALIKE, _TURNS = 1000, 16  # symmetries that show which first cells are alike, and that turn the board
_WIDE, _SMALL = 1024, 8  # layouts of a tree from which a set of less than an eighth of them gets its own


# --- the tree ----------------------------------------------------------------------------------------------

Turn = Callable[[Iterable[int]], tuple[int, ...]]
"""A symmetry, applied to what the cells show."""


class GameTree:
    """Layouts, and how many of a set perfect play wins."""

    def __init__(
        self, shows: Sequence[bytes], twins: Sequence[int], turns: Sequence[Turn], kept: dict[bytes, int]
    ) -> None:
        """`shows`: what each layout shows in each cell, a clue or _MINED; `twins`: for each cell the first
        with the same neighbours; `kept`: cached answers."""
        self.shows, self.twins, self.turns, self.kept = shows, twins, turns, kept
        self.clues = [_group_by_clue(bytes(column)) for column in zip(*shows, strict=True)]
        self.safe = [sum(sets.values()) for sets in self.clues]
        self.all = (1 << len(shows)) - 1
        self.met: dict[int, int] = {}

    def won(self, some: int, cells: Sequence[int]) -> int:
        """How many layouts of a set the best strategy wins; only `cells` differ between them."""
        if some & (some - 1) == 0:
            return 1
        if (known := self.met.get(some)) is not None:
            return known
        parts, left = [some], []
        for cell in cells:
            safe = some & self.safe[cell]
            if safe == some:
                clues = self.clues[cell].values()
                parts = [both for part in parts for clue in clues if (both := part & clue)]
            elif safe:
                left.append(cell)
        won = self.guess(some, left) if len(parts) == 1 else sum([self.won(part, left) for part in parts])
        self.met[some] = won
        return won

    def guess(self, some: int, cells: Sequence[int]) -> int:
        """The same if each of the cells is a mine in some layouts of the set, and safe in others."""
        visible = bytearray(self.shows[(some & -some).bit_length() - 1])
        for cell in cells:
            visible[cell] = _HIDDEN
        key = bytes(min([turn(visible) for turn in self.turns]))
        if key not in self.kept:
            if len(self.kept) == KEPT:
                raise LimitReached
            tree = self
            if len(self.shows) > max(_WIDE, _SMALL * some.bit_count()):  # long ints are slow
                shows = [*compress(self.shows, map(int, reversed(bin(some)[2:])))]
                tree = GameTree(shows, self.twins, self.turns, self.kept)
                some = tree.all
            self.kept[key] = tree.most(some, cells)
        return self.kept[key]

    def most(self, some: int, cells: Sequence[int]) -> int:
        """The most layouts of a set that any first cell wins; the safest come first, twins only once."""
        most = 0
        often = {self.twins[cell]: ((some & self.safe[cell]).bit_count(), cell) for cell in cells}
        for safe, cell in sorted(often.values(), reverse=True):
            if safe > most:
                most = max(most, self.won_after(cell, some, cells, most))
        return most

    def won_after(self, cell: int, some: int, cells: Sequence[int], least: int = -1) -> int:
        """How many layouts are won after clearing a cell; only an upper bound if not more than `least`."""
        others = [other for other in cells if other != cell]
        parts = [(part.bit_count(), part) for clue in self.clues[cell].values() if (part := some & clue)]
        won = sum([size for size, _ in parts])
        for size, part in sorted(parts, reverse=True):
            won += self.won(part, others) - size
            if won <= least:
                break
        return won


def _group_by_clue(column: bytes) -> dict[int, int]:
    """The sets of layouts by the clue that a cell shows in them."""
    digits = column[::-1]
    return {clue: int(digits.translate(_mark_clue(clue)), 2) for clue in sorted({*column} - {_MINED})}


@cache
def _mark_clue(clue: int) -> bytes:
    return bytes([b"01"[code == clue] for code in range(256)])


def _show_layout(mines: Iterable[int], around: Neighbours) -> bytes:
    mined = {*mines}
    clues = [len(mined.intersection(near)) for near in around]
    return bytes([_MINED if cell in mined else clue for cell, clue in enumerate(clues)])


# --- from the first cell on --------------------------------------------------------------------------------


def perfect(
    field: FieldLike,
    mines: int,
    first: Promise = "any",
    start: CellLike | None = None,
    *,
    kernel: bool | None = None,
) -> Chances:
    """The best strategy's chance to win a field, for each first cell; all layouts are equally likely.

    `field` is a CellGraph, any networkx graph, or (rows, cols) of a grid. The first cell may be "any", or is
    promised to be "safe" or an "opening": the chance is then among the layouts that keep the promise.
    With `start` the result holds only that cell. `kernel`: True for compiled code, False for plain Python.

    >>> chance, cells = perfect((3, 3), 2)
    >>> str(chance), len(cells), str(perfect((3, 3), 2, "safe").win)
    ('2/3', 9, '6/7')

    Raises InvalidInput for more than 100 cells, and if no first cell can be an opening. At most 60,000
    layouts may keep the promise after a first cell; the kernel takes 200,000, of up to 64 cells. Raises
    `LimitReached` past a million visible boards, or a billion sets of layouts with the kernel.
    """
    graph = CellGraph.of(field)
    mines = whole_number("mines", mines, 0, len(graph) - 1)
    if first not in get_args(Promise):
        raise InvalidInput("first", "any, safe or opening", describe(first))
    if len(graph) > CELLS:
        raise InvalidInput(say_size(graph, mines), f"at most {CELLS} cells", str(len(graph)))
    cells = range(len(graph)) if start is None else [graph.locate(start, "start")]
    opening, fits = first == "opening", _fits(graph.neighbours)
    layouts = _count_promised(graph, mines, cells, opening)
    _check_first_cells(graph, mines, cells, layouts, fits and kernel is not False and is_installed())
    backend = backend_for(PERFECT, layouts * len(cells), kernel if fits else False)
    found = _play_first_cells(graph, mines, tuple(cells), opening, backend)
    every = comb(len(graph), mines) if first == "any" else 0
    chances = {cell: Fraction(won, every or layouts) for cell, (won, layouts) in found.items() if layouts}
    if not chances:
        raise InvalidInput("first", "mines few enough for an opening", say_size(graph, mines))
    return Chances(max(chances.values()), chances)


@lru_cache(maxsize=256)
def _play_first_cells(
    graph: CellGraph, mines: int, cells: Sequence[int], opening: bool, backend: Backend
) -> dict[int, tuple[int, int]]:
    """By first cell: of the layouts that keep the promise, how many are won, and how many there are."""
    around = graph.neighbours
    turns = [*islice(symmetries(around), _ALIKE)]
    alike = {cell: min([turn[cell] for turn in turns]) for cell in cells}
    starts, found = sorted({*alike.values()}), {}
    twins, layouts = _find_twins(range(len(graph)), around), _count_promised(graph, mines, cells, opening)
    play = _player_of(around, twins, turns[:_TURNS], layouts * len(starts), backend)
    for cell in with_progress(starts, "first cells"):
        parts = [part for part in layouts_by_clue(cell, mines, around, opening) if part]
        found[cell] = sum([play(part)(None) for part in with_progress(parts, "clues")]), sum(map(len, parts))
    return {cell: found[alike[cell]] for cell in cells}


Layouts = Sequence[tuple[int, ...]]
"""Layouts, each given by its mines."""
Play = Callable[[Layouts], Callable[[int | None], int]]
"""A function that counts how many of some layouts are won, in all (None) or by a first cell."""


def _player_of(
    around: Neighbours,
    twins: Sequence[int],
    turns: Sequence[Sequence[int]],
    layouts: int,
    backend: Backend,
) -> Play:
    """Compiled code or plain Python; `layouts`: how many it will play out, more or less."""
    if backend.compiled and _fits(around):
        from logicsweep.kernel import endgame  # imports numba

        memo = endgame.new_memo(layouts, len(turns))
        return lambda some: partial(
            endgame.play_out, endgame.new_layouts_tree(some, around, twins, turns, memo)
        )
    kept = dict[bytes, int]()
    own = range(len(around))
    turners: list[Any] = [tuple, *[itemgetter(*turn) for turn in turns[1:]]]

    def play(some: Layouts) -> Callable[[int | None], int]:
        tree = tree_of(some, around, turners, twins, kept)
        return lambda cell: tree.won(tree.all, own) if cell is None else tree.won_after(cell, tree.all, own)

    return play


def _fits(around: Sequence[Sequence[int]]) -> bool:
    """Whether compiled code can play with these cells."""
    return len(around) <= MOST_COVERED and all(len(near) <= WIDTH for near in around)


def _check_first_cells(
    graph: CellGraph, mines: int, cells: Sequence[int], layouts: int, compiled: bool
) -> None:
    """Refuse more layouts than are played out; the error names a first cell that leaves few enough."""
    freest = max(cells, key=lambda cell: len(graph.neighbours[cell]))
    few = _count_promised(graph, mines, [freest], True)
    less = f"; {few} after an opening at {graph.name(freest)}" if 0 < few <= LAYOUTS else ""
    alike = sum([1 for _ in islice(symmetries(graph.neighbours), _SQUARE)])
    _check_limits(say_size(graph, mines), layouts, len(graph), compiled, less, max(alike / _SQUARE, POSITION))


def _count_promised(graph: CellGraph, mines: int, cells: Iterable[int], opening: bool) -> int:
    """The most layouts that keep the promise after any first cell."""
    fewest = min([len(graph.neighbours[cell]) for cell in cells]) if opening else 0
    return comb(len(graph) - 1 - fewest, mines)


def layouts_by_clue(
    cell: int, mines: int, around: Neighbours, opening: bool
) -> Iterator[list[tuple[int, ...]]]:
    """The layouts (their mines) that keep the promise about a first cell, by the clue that it shows."""
    near = around[cell]
    far = sorted({*range(len(around))}.difference(near, [cell]))
    for clue in range(1 if opening else mines + 1):
        yield [one + two for one in combinations(near, clue) for two in combinations(far, mines - clue)]


def tree_of(
    layouts: Iterable[Iterable[int]],
    around: Neighbours,
    turns: Sequence[Turn] = (tuple,),
    twins: Sequence[int] | None = None,
    kept: dict[bytes, int] | None = None,
) -> GameTree:
    """The tree of layouts, each given by its mines; swapping `twins` changes nothing; `kept`: see there."""
    twins = _find_twins(range(len(around)), around) if twins is None else twins
    shows = [_show_layout(layout, around) for layout in layouts]
    return GameTree(shows, twins, turns, {} if kept is None else kept)


def _find_twins(cells: Sequence[int], around: Neighbours) -> list[int]:
    """For each of some cells the place of the first that has the same neighbours."""
    sees = [frozenset(around[cell]) for cell in cells]
    closed = [near | {cell} for cell, near in zip(cells, sees, strict=True)]
    return [min(sees.index(near), closed.index(own)) for near, own in zip(sees, closed, strict=True)]


def _check_limits(
    place: str, layouts: int, cells: int, compiled: bool, less: str = "", share: float = 1
) -> None:
    if cells > CELLS:
        raise InvalidInput(place, f"at most {CELLS} cells", str(cells))
    most = round((COMPILED if compiled else LAYOUTS) * share)
    if layouts > most:
        count = str(layouts) if layouts < 10**9 else f"about 10^{log10(layouts):.0f}"
        lasting = f"at least {_estimate_time(layouts / share, compiled)}" if layouts < 10**9 else "years"
        raise InvalidInput(place, f"at most {most} layouts", f"{count} ({lasting}{less})")


def _estimate_time(layouts: float, compiled: bool) -> str:
    """Twice the layouts of a square field take about three times as long."""
    measured, seconds = _MEASURED[compiled]
    minutes = ceil(seconds / 60 * sqrt(layouts / measured) ** 3)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h"


def symmetries(around: Neighbours) -> Iterator[tuple[int, ...]]:
    """The permutations of cells that keep neighbours neighbours, the identity first.

    >>> [*symmetries(((1,), (0, 2), (1,)))]
    [(0, 1, 2), (2, 1, 0)]
    """
    sees = [*map(set, around)]
    order = [*chain.from_iterable(components(range(len(around)), around.__getitem__))]

    def extend(image: dict[int, int]) -> Iterator[tuple[int, ...]]:
        if len(image) == len(order):
            yield tuple([image[cell] for cell in range(len(order))])
            return
        cell = order[len(image)]
        for place in range(len(order)):
            fits = len(sees[place]) == len(sees[cell]) and place not in image.values()
            if fits and all((other in sees[cell]) == (image[other] in sees[place]) for other in image):
                yield from extend(image | {cell: place})

    return extend({})


# --- from a position on ------------------------------------------------------------------------------------


def values(view: View | Position, *, kernel: bool | None = None) -> Chances:
    """The best strategy's chance to win from a position, in all and for each covered cell to clear next.

    All layouts of the clues and the mine total are equally likely. Independent parts are played out one by
    one. `kernel`: see `perfect`.

    >>> found = values(View.parse("#2# ###", mines=2))
    >>> str(found.win), {cell: str(win) for cell, win in found.cells.items()}
    ('2/5', {0: '2/5', 2: '2/5', 3: '2/5', 4: '1/5', 5: '2/5'})

    Raises `Contradiction` if there is no layout, and InvalidInput if the view has no mine total, or a part
    has more than 18,000 layouts (60,000 with the kernel) or 100 cells; `LimitReached` as `perfect` does.
    """
    position = require_layout(Position.of(view))
    position.uses_total(True)
    around, win = position.view.graph.neighbours, ALWAYS
    after = dict.fromkeys(position.view.covered, NEVER) | dict.fromkeys(position.solution().safe, ALWAYS)
    parts = [*_split_position(position, kernel is not False and is_installed())]
    work = sum(
        [len(cells) * len(layouts) for cells, layouts in parts if _fits([around[cell] for cell in cells])]
    )
    backend = backend_for(PERFECT, work, kernel)
    for cells, layouts in with_progress(parts, "parts"):
        at = {cell: number for number, cell in enumerate(cells)}
        near = tuple([tuple([at[other] for other in around[cell] if other in at]) for cell in cells])
        mined = [tuple([at[cell] for cell in layout]) for layout in layouts]
        twins, turns = _find_twins(cells, around), [range(len(cells))]  # twins in the whole field
        count = _player_of(near, twins, turns, len(mined), backend)(mined)
        won = {cell: count(number) for cell, number in with_progress(at.items(), "cells")}
        win *= Fraction(most := max(won.values()), len(layouts))
        after |= {cell: Fraction(wins, most) for cell, wins in won.items()}
    return Chances(win, {cell: win * of_win for cell, of_win in after.items()})


def _split_position(position: Position, compiled: bool) -> Iterator[tuple[list[int], list[tuple[int, ...]]]]:
    """The parts of a position in which layouts differ: the cells that may be safe, the mines of each layout.

    A future clue ties its own cell and those around it; the mine total ties the components without a certain
    number of mines, and the cells that no clue touches. `compiled`: whether compiled code may be used.
    """
    tied, mines = _tie_components(position)
    group_of = {cell: component.cells for component, _ in tied for cell in component.cells}
    around, possible = position.view.graph.neighbours, {*position.view.covered} - mines

    def list_tied(cell: int) -> Sequence[int]:
        group = group_of.get(cell, (cell,))
        return [*possible.intersection(around[cell]), *(group if cell == group[0] else group[:1])]

    for cells in components(sorted(possible), list_tied):
        own = [(component, ways) for component, ways in tied if component.cells[0] in {*cells}]
        if (ways := prod([ways for _, ways in own])) > 1:
            fits = compiled and _fits([around[cell] for cell in cells])
            varied = len({*cells}.difference(position.solution().safe))
            _check_limits("position", ways, varied, fits, share=POSITION)
            layouts = product(*[_list_layouts(component) for component, _ in own])
            yield cells, [tuple(chain.from_iterable(layout)) for layout in layouts]


def _tie_components(position: Position) -> tuple[list[tuple[Component, int]], set[int]]:
    """The components of a position with their numbers of layouts, and the known mines.

    The components that the mine total ties are joined into one.
    """
    network, layouts, settled = (
        position.network,
        position.solution(True).layouts,
        position.settle_components(True),
    )
    if layouts is None:
        most = round(LAYOUTS * POSITION)
        raise InvalidInput("position", f"at most {most} layouts", "more than are counted")
    mines = {*network.mines, *[cell for facts, _ in settled for cell, mine in facts.items() if mine]}
    tied, varied, spare = list[tuple[Component, int]](), list[Component](), position.view.mine_total or 0
    for component, table in [(part.component, part.table) for _, parts in settled for part in parts]:
        (count, ways), *more = table.layouts.items() if table else [(0, 0)]
        if more:
            varied.append(component)
        else:
            tied.append((component, ways))
            spare -= count
    if varied or network.untouched:
        ways = layouts // prod([ways for _, ways in tied])
        tied.append((join(varied, network.untouched, spare - len(mines)), ways))
    return tied, mines


def _list_layouts(component: Component) -> Iterator[tuple[int, ...]]:
    for counts in layouts_of(component, None, _CHECKS):
        groups = zip(component.groups, counts, strict=True)
        for chosen in product(*[combinations(cells, count) for cells, count in groups]):
            yield tuple(chain.from_iterable(chosen))

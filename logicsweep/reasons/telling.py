"""Several clues together in words: what each needs and where, then the one thought that combines them.

Each sentence is a line of its own. It calls covered cells by the letters of their groups on the drawn board,
or by name. `_pick_form` picks one of these forms to combine rows (`tests/child.py` has all sentences):

- COMPARE: any balance. It says in which cells a mine counts more for one list than for the other.
- TWICE: one row touches all cells of the others, and some cells count for several of them.
- LEFT: some clues leave the rest of the mine total for other cells.
- FITS: one row touches all cells of the others, and has room for just their mines.
- ROOM: some rows have room for only some of the mines, so the others lie outside.

A sum that cannot hold takes the same forms, and ends with the most mines that there can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product
from string import ascii_lowercase
from typing import NamedTuple

from logicsweep.boards.board import FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import are, both_or_all, capital, number_text
from logicsweep.csp.position import Position
from logicsweep.csp.sums import TOTAL, row_sum
from logicsweep.reasons.reason import Balance

MOST_NAMED = 6
"""The most cells that a sentence names one by one."""
_MOST_HELD = 5  # groups of cells that a sentence names beside their mines
_MOST_FOUND = 3  # mines that a sentence names one by one
_MOST_ROOMS = 3  # that a sentence names beside their mines
_MOST_REPEATED = 3  # safe cells that a sentence names although a drawing shows them, if some are supposed
_MOST_WORDS = 24  # of a sentence that says which cells hold which mines
_LONG = 4  # a reason of so many rows is told in numbered parts
_NEEDS = "It still needs"  # begins a line that ends a part
_MAKES = (
    "That makes",
    "No cell is counted twice",
)  # begin a line that ends a part, if more than its end follows
_FOLLOWS = "Only", "Remember", "But there", "At most", "None", "Neither", "That mine"
"""Begin a line that goes on from the mines just told, in the same part."""
_NEW_PART = "The other", "Of the other"
"""Begin a line that says where the remaining mines are."""


class Moment(NamedTuple):
    """The known cells that the drawn board shows; of a supposition, how many mines were certain before."""

    certain: int | None = None
    drawn: frozenset[int] = frozenset()


When = Moment | None
"""None if flags are not mines."""


class Need(NamedTuple):
    """The mines that a row needs in unknown cells, after other sums were `taken` off it.

    - `found`: the known mines around it.
    - `certain`: how many mines are known without a supposition; None: nothing is supposed.
    - `here`: for the mine total, those found or supposed since the board was drawn.
    - `safe`: the safe cells around it, unless the drawing shows them, and none is supposed or they are many.
    """

    row: int
    cells: frozenset[int]
    need: int
    found: tuple[int, ...] = ()
    certain: int | None = None
    here: frozenset[int] = frozenset()
    safe: frozenset[int] = frozenset()
    taken: tuple[Need, ...] = ()

    @classmethod
    def of(cls, view: View, row: int, when: When) -> Need:
        """The need of a row at a moment."""
        cells, need = row_sum(Position(view, when is not None), row)
        around = range(len(view.marks)) if row == TOTAL else view.graph.neighbours[row]
        found = () if when is None else tuple([cell for cell in around if view.marks[cell] == FLAG])
        certain, drawn = when or Moment()
        safe = frozenset([] if row == TOTAL else [cell for cell in around if view.marks[cell] == SAFE])
        here = frozenset(found) - drawn if row == TOTAL else frozenset()
        shown = safe <= drawn and (certain is None or len(safe) > _MOST_REPEATED)
        return cls(row, frozenset(cells), need, found, certain, here, frozenset() if shown else safe)

    @property
    def is_board(self) -> bool:
        """Whether it is the whole mine total."""
        return self.row == TOTAL and not self.taken

    @property
    def depth(self) -> int:
        """How many sums were taken off, with those taken off them."""
        return sum([1 + part.depth for part in self.taken])


Needs = tuple[Need, ...]
Sides = tuple[Needs, Needs]
"""The sums that need more mines, and those that have no more room."""


class Teller(NamedTuple):
    """The view that sentences are about, and letters for its covered cells; without them, cells are named.

    `mine`: what known mines are called on a drawn board, where some of them may only be supposed.
    """

    view: View
    letters: Mapping[int, str] = {}
    mine: str = "F"

    def name(self, cells: Collection[int], most: int = MOST_NAMED) -> str:
        """`the a's and cells b and c`, or `r1c1, r1c2 and r1c3`."""
        if not (groups := self.list_groups(cells)):
            return join_names(self.view.graph, cells, most)
        single = [one[-1] for one in groups if "'" not in one]
        if single[1:]:
            groups = [*[one for one in groups if "'" in one], f"cells {both_or_all(single)[0]}"]
        return both_or_all(groups)[0]

    def one_of(self, cells: Collection[int], most: int = MOST_NAMED) -> str:
        """`the a's, cell b or cell c`."""
        groups = self.list_groups(cells)
        names = both_or_all(groups)[0] if groups else join_names(self.view.graph, cells, most)
        return " or ".join(names.rsplit(" and ", 1))

    def list_groups(self, cells: Collection[int]) -> list[str]:
        """`the a's` and `cell b`; none if not all cells have letters."""
        if not all(cell in self.letters for cell in cells):
            return []
        counts = Counter([self.letters[cell] for cell in cells])
        return [f"the {one}'s" if count > 1 else f"cell {one}" for one, count in sorted(counts.items())]

    def say_decided(self, cells: Collection[int], mine: bool) -> str:
        """`cell b (r1c3) is a mine` or `both a's (r1c1 and r1c2) are mines`; or `r1c3 is a mine`."""
        names, count = self.name_twice(cells), len(cells)
        if mine and 1 < count <= MOST_NAMED and len(self.list_groups(cells)) == 1:
            names = names.replace("the ", "both " if count == 2 else f"all {number_text(count)} ", 1)
        return are(names, count, mine)

    def name_twice(self, cells: Collection[int]) -> str:
        """`cell b (r1c3)`, or without letters `r1c3`; many are marked in the drawing."""
        lettered = [cell for cell in cells if cell in self.letters]
        if lettered and len(lettered) < len(cells) <= MOST_NAMED:
            others = [cell for cell in cells if cell not in self.letters]
            return both_or_all([self.name_twice(lettered), *self.view.graph.names(others)])[0]
        letters = self.name(cells)
        if len(cells) > MOST_NAMED:
            return f"the {number_text(len(cells))} marked cells" if self.letters else letters
        ordered = sorted(cells, key=lambda cell: (self.letters.get(cell, ""), cell))
        names = both_or_all(self.view.graph.names(ordered))[0]
        return f"{letters} ({names})" if letters != names else names

    def clue(self, row: int) -> str:
        """`the 2 at r1c3`."""
        return "the board" if row == TOTAL else f"the {self.view.marks[row]} at {self.view.graph.name(row)}"


class Told(NamedTuple):
    """A reason line by line, and the letters that its lines give to groups of covered cells."""

    lines: tuple[str, ...]
    letters: Mapping[int, str]


def tell_rows(view: View, balance: Balance, when: When, lettered: bool = False) -> Told:
    """A balance of several rows, line by line; `lettered`: covered cells get letters, if 26 are enough."""
    sides = _pick_sides(view, balance, when)
    teller = _make_teller(view, sides, when, lettered)
    lines = [*map(_begin_capital, _say_rows(teller, balance, *sides))]
    return Told(tuple(_number_parts(lines) if balance.size >= _LONG else lines), teller.letters)


def _number_parts(lines: Sequence[str]) -> Iterator[str]:
    """The lines with a number before each part.

    A part ends where it says where a clue's last mines are, or which cells are mines.
    """
    ends = [
        at
        for at, line in enumerate(lines[:-2])
        if lines[at + 1].startswith(_NEW_PART)
        or (
            line.startswith((_NEEDS, *_MAKES[: 2 * (at < len(lines) - 3)]))
            and not lines[at + 1].startswith(_FOLLOWS)
        )
    ]
    begins = [0, *[at + 1 for at in ends if at + 1 not in ends]]
    for at, line in enumerate(lines):
        yield f"{begins.index(at) + 1}) {line}" if at in begins and ends else line


def indent_parts(lines: Sequence[str]) -> list[str]:
    """The lines of a reason; those of a numbered part are indented behind its number."""
    begins = [line[1:3] == ") " for line in lines]
    return ["   " * (any(begins) and not begin) + line for line, begin in zip(lines, begins, strict=True)]


def tell_broken(view: View, broken: Balance, when: When, lettered: bool = False) -> Told:
    """Rows that cannot hold together, told as in `tell_rows`."""
    more, fewer = sides = _pick_sides(view, broken, when)
    teller, form = _make_teller(view, sides, when, lettered), _pick_form(more, fewer)
    lines = [*(_say_bound if form is _say_comparison else form)(teller, more, fewer)]
    if form in (_say_twice, _say_room):
        lines.append(_say_most(teller, more, fewer))
    return Told(tuple(map(_begin_capital, lines)), teller.letters)


def _make_teller(view: View, sides: Sides, when: When, lettered: bool) -> Teller:
    return Teller(
        view, _give_letters(*sides) if lettered else {}, "mine" if when and when.certain is not None else "F"
    )


def _begin_capital(line: str) -> str:
    """The sentence with a capital letter, but not if it begins with a cell's name."""
    return capital(line) if line.startswith(("the ", "its ", "cell")) else line


def _give_letters(more: Needs, fewer: Needs) -> dict[int, str]:
    """A letter for each group of cells that the same rows touch, in the order of the sentences.

    Cells that only a row without more room touches get none: they are the conclusion.
    """
    early = fewer if _pick_form(more, fewer) in (_say_fits, _say_twice, _say_room) else ()
    order = (*[one for one in early if one.taken], *_put_taken_first(more), *_put_taken_first(fewer))
    said = dict.fromkeys([part for one in order for part in (*_flatten(one.taken), one)])
    told = [part for part in said if part.row != TOTAL]
    alone = _are_disjoint(more) and not more[0].is_board
    named = [part for part in told if part not in fewer or part.taken or not alone]
    groups: dict[tuple[bool, ...], str] = {}
    letters: dict[int, str] = {}
    for part in told:
        for cell in sorted(part.cells & _join_cells(named)):
            rows = tuple([cell in one.cells for one in told])
            if len(groups) == len(ascii_lowercase) and rows not in groups:
                return {}
            letters[cell] = groups.setdefault(rows, ascii_lowercase[len(groups) % 26])
    return letters


def _flatten(sums: Iterable[Need]) -> Iterator[Need]:
    for one in sums:
        yield from _flatten(one.taken)
        yield one


def _say_rows(t: Teller, balance: Balance, more: Needs, fewer: Needs) -> Iterator[str]:
    mines, safe = balance.mines, balance.safe
    form = _pick_form(more, fewer)
    if form is _say_room and (sure := _find_sure_room(more, fewer)):
        yield from _say_sure_room(t, more, *sure, safe)
        return
    yield from form(t, more, fewer)
    if form is _say_room:
        yield from _say_full_room(t, more, fewer, balance)
        return
    few = fewer[0].need
    beyond, often = sum([one.need for one in more]) - few, {*_count_cells(more).values()}
    if mines and form is _say_twice and often == {1, 2}:
        counted = f"{number_text(beyond)} of them {is_or_are(beyond)} counted twice"
        yield f"But there {is_or_are(few)} only {number_text(few)}, so {counted}."
    elif mines and form is _say_twice:
        many = few + beyond
        counts = f"{capital(say_mines(few))} count{'s' if few == 1 else ''} as {number_text(many)}"
        yield f"{counts} only if {are(t.name(mines), len(mines), mine=True)}."
    if mines:
        yield f"So {t.say_decided(mines, mine=True)}."
    if not safe:
        return
    if form is _say_twice:
        all_of = {1: "the mine is", 2: "both mines are"}.get(few, f"all {say_mines(few)} are")
        yield f"Then {all_of} in those cells, so {t.say_decided(safe, mine=False)}."
    elif form is _say_fits:
        whose = "the" if fewer[0].is_board else "its"
        yield _say_others(t, safe, fewer[0].cells - _join_cells(more), whose)
    else:
        yield f"{'Then' if mines else 'So'} {t.say_decided(safe, mine=False)}."


def _say_others(t: Teller, safe: Collection[int], others: Collection[int], whose: str) -> str:
    """`So its other covered cell, r1c3, is safe.`; of several `others` perhaps only some are asked about."""
    if len(safe) > MOST_NAMED:
        return f"So {whose} other {number_text(len(safe))} covered cells are safe."
    if len(safe) < len(others):
        return f"So {whose} other covered cells are safe, including {t.name_twice(safe)}."
    cells = "cell" if len(safe) == 1 else "cells"
    return f"So {whose} other covered {cells}, {t.name_twice(safe)}, {is_or_are(len(safe))} safe."


def _pick_sides(view: View, balance: Balance, when: When) -> Sides:
    """The sums that need more mines, and those with no more room, in the way that is shortest to say.

    A clue whose cells lie inside one of the other side may be taken off that one.
    """
    more, fewer = (balance.added, balance.subtracted)[:: 1 if balance.most else -1]
    start = (
        tuple([Need.of(view, row, when) for row in more]),
        tuple([Need.of(view, row, when) for row in fewer]),
    )
    ways: dict[Sides, None] = {start: None}
    todo = [start]
    for way in todo:
        news = [one for one in _take_off(*way) if one not in ways]
        ways |= dict.fromkeys(news)
        todo += news
    return min(todo, key=_effort)


def _take_off(more: Needs, fewer: Needs) -> Iterator[Sides]:
    """Take a sum off one of the other side that contains it, but never off the whole board."""
    for some, others in ((more, fewer), (fewer, more)):
        for whole, part in product(some, others):
            left, need = whole.cells - part.cells, whole.need - part.need
            if len(others) > 1 and part.cells < whole.cells and need > 0 and not whole.is_board:
                taken = tuple(sorted((*whole.taken, part), key=lambda one: one.row))
                rest = whole._replace(cells=left, need=need, taken=taken)
                kept = tuple([rest if one is whole else one for one in some])
                less = tuple([one for one in others if one is not part])
                yield (kept, less) if some is more else (less, kept)


def _effort(sides: Sides) -> tuple[bool, int, int]:
    """How much there is to say, and how deep the taken sums are nested; worst if cells are shared."""
    more, fewer = sides
    depth = sum([one.depth for one in (*more, *fewer)])
    within = len(fewer) == 1 and fewer[0].cells >= _join_cells(more)
    bounds, total = (0, 1) if within else (len(fewer), 3)
    return not _are_disjoint(more), 2 * bounds + 2 * depth + total * (len(more) > 1), -depth


_Form = Callable[[Teller, Needs, Needs], Iterator[str]]


def _pick_form(more: Needs, fewer: Needs) -> _Form:
    """The form of sentences that combines the rows."""
    within = len(fewer) == 1 and fewer[0].cells >= _join_cells(more)
    if not _are_disjoint(more):
        return _say_twice if within else _say_comparison
    if more[0].is_board and _are_disjoint(fewer):
        return _say_left
    return _say_fits if within else _say_room


def _say_fits(t: Teller, more: Needs, fewer: Needs) -> Iterator[str]:
    """One row touches all their cells, with room for just their mines; room for fewer is a contradiction."""
    (bound,), need = fewer, sum([one.need for one in more])
    enough, mines_are = need == bound.need, _those_mines_are(need)
    few = f"only {number_text(bound.need)}" if bound.need else "none"
    if bound.is_board or bound.taken:
        yield from _say_each(t, fewer)
    yield from _say_sums(t, more)
    if bound.is_board and enough:
        yield "That is the last mine." if need == 1 else f"Those are the last {say_mines(need)}."
    elif bound.is_board:
        yield f"But {few} {is_or_are(bound.need or 1)} left."
    elif bound.taken and enough:
        yield f"{capital(mines_are)} all that {t.clue(bound.row)} needs."
    elif bound.taken:
        yield f"But there is room for {few} there."
    else:
        touches = f"{_say_touches(t, bound, _join_cells(more))} too"
        yield f"{touches}: {mines_are} all it needs." if enough else f"But {touches}, and has room for {few}."


def _those_mines_are(count: int) -> str:
    return "that mine is" if count == 1 else f"those {number_text(count)} mines are"


def _say_twice(t: Teller, more: Needs, fewer: Needs) -> Iterator[str]:
    """They need more mines than a row that touches all their cells, so mines count for several of them."""
    (bound,) = fewer
    yield from _say_each(t, fewer) if bound.taken or bound.is_board else ()
    yield from _say_sums(t, more)
    if not (bound.taken or bound.is_board):
        yield say_need(t, bound)


def _say_left(t: Teller, more: Needs, fewer: Needs) -> Iterator[str]:
    """How many of the remaining mines some clues need, and which cells are left for the others."""
    yield from _say_each(t, more)
    yield from _say_sums(t, fewer)
    rest, others = more[0].need - sum([one.need for one in fewer]), more[0].cells - _join_cells(fewer)
    if not others:
        yield f"That leaves {say_mines(rest)}, but no cell is left for {'it' if rest == 1 else 'them'}."
        return
    names = f" ({join_names(t.view.graph, others)})" if len(others) <= MOST_NAMED else ""
    cells = f"{number_text(len(others))} other cell{'s' * (len(others) > 1)} {is_or_are(len(others))} left"
    yield f"That leaves {say_mines(rest)}, {'but' if rest > len(others) else 'and'} only {cells}{names}."


def _say_room(t: Teller, more: Needs, fewer: Needs) -> Iterator[str]:
    """How many mines the other rows have room for in the cells that they also touch."""
    cells = _join_cells(more)
    first = [one for one in fewer if one.taken or one.is_board]
    yield from [line for one in first for line in _say_bound_room(t, one, cells)]
    yield from _say_sums(t, more, placed=True)
    for one in fewer:
        part = one.cells & cells
        if one in first:
            continue
        if one.need and part == one.cells:
            yield say_need(t, one)
        elif len(part) == 1 and not one.need:
            yield f"{_say_touches(t, one, part)}, so that is no mine."
        else:
            yield f"{_say_touches(t, one, part)}, so {_say_limit(one.need, len(part))}."


def _find_sure_room(more: Needs, fewer: Needs) -> tuple[Need, Need] | None:
    """Two clues: one lies inside the cells of the others, and one has room for the rest of their mines."""
    cells, need = _join_cells(more), sum([one.need for one in more])
    clues = len(fewer) == 2 and not any(one.taken or one.is_board for one in fewer)
    for one, other in permutations(fewer) if clues else ():
        apart = one.cells < cells and other.cells & cells == cells - one.cells
        if apart and one.need + other.need == need > other.need > 0:
            return one, other
    return None


def _say_sure_room(t: Teller, more: Needs, one: Need, other: Need, safe: Collection[int]) -> Iterator[str]:
    """Some of the mines are around a clue; the rest are all that the other clue needs."""
    cells = _join_cells(more)
    rest = cells - one.cells
    yield from _say_sums(t, more, placed=True)
    yield say_need(t, one)
    others = "other one" if other.need == 1 else f"other {number_text(other.need)}"
    where = _name_place(t, other._replace(cells=rest))
    yield f"So the {others} {is_or_are(other.need)} in {where}."
    yield f"{_say_touches(t, other, rest)} too: {_those_mines_are(other.need)} all it needs."
    yield _say_others(t, safe, other.cells - cells, "its")


def _say_bound_room(t: Teller, one: Need, cells: Collection[int]) -> Iterator[str]:
    """The room that the board has, or a sum from which others were taken off, for some of its cells."""
    part = one.cells.intersection(cells)
    most = f"{_say_at_most(one.need)} {is_or_are(one.need)} in {t.one_of(part)}"
    *lines, last = _say_each(t, [one])
    yield from lines
    if one.is_board:
        yield from [last, f"So {most}."]
    else:
        yield last if part == one.cells else f"{last[:-1]}, so {most}."


def _say_limit(need: int, count: int) -> str:
    """`at most one of them is a mine`, or if they are two, `they can't both be mines`"""
    if need == 1 and count == 2:
        return "they can't both be mines"
    return f"{_say_at_most(need)} of them {_is_a_mine(need)}"


def _say_at_most(need: int) -> str:
    return f"at most {number_text(need)}" if need else "none"


def _say_full_room(t: Teller, more: Needs, fewer: Needs, balance: Balance) -> Iterator[str]:
    """The cells outside are mines; the other mines fill all the room, and none counts twice."""
    cells = _join_cells(more)
    parts = [(one, one.cells & cells) for one in fewer]
    held = tuple([one._replace(cells=part, need=min(one.need, len(part))) for one, part in parts])
    room, need = sum([one.need for one in held]), sum([one.need for one in more])
    outside = {*balance.safe} - cells
    other = f"The other {'mine is' if room == 1 else f'{number_text(room)} mines are'}"
    if more[0].is_board and t.letters and not balance.mines:
        yield "Every covered cell has a letter."
    yield from _say_filled(t, fewer, held, need, balance)
    if twice := cells.intersection(balance.safe):
        yield from _say_doubled(t, held, twice, room)
        held = tuple([one._replace(cells=one.cells - twice) for one in held])
        if outside and len(held) <= _MOST_ROOMS and _are_disjoint(held):
            yield f"Now {_say_parts(t, held)}."
    if outside:
        full = [(one, rest) for one, rest in zip(fewer, held, strict=True) if one.cells & outside]
        alone = bool(balance.mines) and not fewer[1:] and fewer[0].need
        why = f"{other} {'in ' * (len(held[0].cells) > 1)}{_name_place(t, held[0])}" if alone else ""
        so, said = f"{why}, so" if why else "Then", cells
        named = len(balance.safe) <= MOST_NAMED
        for together in _split_full(full, outside) if named else [full]:
            clues = [t.clue(one.row) for one, _ in together]
            yield f"{so} {both_or_all(clues)[0]} need{'' if clues[1:] else 's'} no more mines."
            others = _join_cells([one for one, _ in together]) - said
            whose = "their" if together[1:] else "its"
            yield _say_others(t, outside & others, others, whose)
            said |= others


def _split_full(full: list[tuple[Need, Need]], outside: Collection[int]) -> list[list[tuple[Need, Need]]]:
    """The full rooms one by one if each has cells of its own to name, or all together."""
    news, said = list[frozenset[int]](), frozenset[int]()
    for one, _ in full:
        news.append(one.cells.intersection(outside) - said)
        said |= one.cells
    return [[one] for one in full] if all(news) else [full]


def _say_filled(t: Teller, fewer: Needs, held: Needs, need: int, balance: Balance) -> Iterator[str]:
    """The mines outside the rooms, and how many of the others each room holds, unless it is only one."""
    rooms = tuple([one for one in held if one.need])
    if balance.mines:
        yield from _say_outside(t, fewer, held, need, balance.mines)
    elif fewer[1:]:
        yield _say_all_room(t, fewer, held, need)
        return
    beside = [rest for one, rest in zip(fewer, held, strict=True) if one.cells & {*balance.safe}]
    told = tuple([one for one in rooms if one in beside or not fewer[2:]])
    if told and fewer[1:] and balance.safe and _join_cells(held).isdisjoint(balance.safe):
        yield f"{_say_others_left(t, told, sum([one.need for one in rooms]))}."


def _say_others_left(t: Teller, rooms: Needs, count: int) -> str:
    """Where `count` of the mines needed are, which are nowhere else."""
    if rooms[1:] or rooms[0].need < count:
        return f"Of the other {say_mines(count)}, {_say_parts(t, rooms)}"
    return f"The other {'mine is' if count == 1 else f'{say_mines(count)} are'} in {_name_place(t, rooms[0])}"


def _say_all_room(t: Teller, fewer: Needs, held: Needs, need: int) -> str:
    """That the mines fill all the rooms."""
    rooms = tuple([one for one in held if one.need])
    ones = [t.name(one.cells) for one in rooms if one.need == 1 and t.letters]
    if need == len(ones) == len(held) == 2:
        return f"Neither {ones[0]} nor {ones[1]} can hold both mines, so {_say_parts(t, held)}."
    if need == len(ones) == len(held) == 3 and _are_disjoint(rooms):
        more = "No group can hold more than one mine and we need three, so each has exactly one"
        return f"Put these cells in three groups: {'; '.join(ones)}. {more}."
    room = sum([one.need for one in rooms])
    makes = f"{_add_up(rooms)} = {room} mines" if rooms[1:] else say_mines(room)
    most = f"At most {makes} can be in {_name_held(t, _join_cells(rooms))}, and we need {number_text(need)}"
    if 1 < len(rooms) <= _MOST_ROOMS and _are_disjoint(rooms):
        most += f". So {_say_parts(t, rooms)}"
    return f"{most}."


def _name_held(t: Teller, cells: Collection[int]) -> str:
    return t.name(cells) if 0 < len(t.list_groups(cells)) <= _MOST_HELD else "these cells"


def _add_up(sums: Needs) -> str:
    return " + ".join([str(one.need) for one in sums])


def _say_doubled(t: Teller, rooms: Needs, cells: Collection[int], room: int) -> Iterator[str]:
    """For each set of rooms, which of these cells they share; then how few mines would fit in all."""
    rooms_of = {cell: tuple([one for one in rooms if cell in one.cells]) for cell in cells}
    sets = sorted({*rooms_of.values()}, key=lambda some: [t.clue(one.row) for one in some])
    for several in sets:
        there = t.one_of([cell for cell in cells if rooms_of[cell] == several])
        clues, both = both_or_all([t.clue(one.row) for one in several])
        yield f"A mine in {there} would count for {both}{clues}."
    emptied = t.list_groups(_join_cells(sets[0]) - {*cells})
    alone = emptied and not sets[1:] and all(one.need == 1 for one in sets[0])
    none = f"{both_or_all(emptied)[0]} would have none, and " if alone else ""
    few = f"only {number_text(room - 1)} of the {say_mines(room)}" if room > 1 else "no mine"
    yield f"Then {none}{few} would fit."
    yield f"So {t.say_decided(cells, mine=False)}."


def _say_outside(t: Teller, fewer: Needs, held: Needs, need: int, mines: Collection[int]) -> Iterator[str]:
    """That the rooms cannot hold all the mines, so that cells outside are mines, too."""
    rooms, cells = tuple([one for one in held if one.need]), _join_cells(held)
    room, decided = sum([one.need for one in rooms]), t.say_decided(mines, mine=True)
    if rooms[1:]:
        if any(one.taken for one in rooms) and len(rooms) <= _MOST_ROOMS:
            most = [f"at most {_say_share(t, one)} ({t.clue(one.row)})" for one in rooms]
            yield f"{capital(', and '.join(most))}."
        yield f"So at most {_add_up(rooms)} = {room} mines are in {_name_held(t, cells)}."
        some = f"we need {number_text(need)}"
    elif not room:
        none = f"{'neither' if need == 2 else 'none'} of the {say_mines(need)} can be in {t.name(cells)}"
        some = f"that mine can't be in {t.name(cells)}" if need == 1 else none
    elif rooms[0].taken and rooms[0] not in fewer:  # told some lines ago
        some = f"remember that at most {_say_share(t, rooms[0])}"
    else:
        some = f"only {number_text(room)} of the {say_mines(need)} can be in {t.name(cells)}"
    if room and 1 < len(mines) <= MOST_NAMED:
        count = number_text(len(mines))
        yield f"{capital(some)}, so at least {count} are in {t.name(mines)}."
        yield f"{_say_just_enough(t, mines)}, so {decided}."
    else:
        yield f"{capital(some)}, so {decided}."


def _say_just_enough(t: Teller, mines: Collection[int]) -> str:
    """`There are only two c's`"""
    letters = t.list_groups(mines)
    of = f"{t.letters[next(iter(mines))]}'s" if len(letters) == 1 else "of those"
    return f"There are only {number_text(len(mines))} {of}"


def _list_places(t: Teller, sums: Iterable[Need]) -> list[str]:
    """`one in the a's`, of each sum."""
    return [f"{number_text(one.need)} in {_name_place(t, one)}" for one in sums]


def _name_place(t: Teller, one: Need) -> str:
    return t.one_of(one.cells) if one.need == 1 else t.name(one.cells)


def _say_comparison(t: Teller, more: Needs, fewer: Needs) -> Iterator[str]:
    """Any balance: the cells in which a mine counts more for one list than for the other."""
    for sums in (more, fewer):
        yield from _say_sums(t, sums)
    beyond = sum([one.need for one in more]) - sum([one.need for one in fewer])
    extra = _count_cells(fewer) - _count_cells(more)
    if not beyond and not _count_cells(more) - _count_cells(fewer) and {*extra.values()} == {1}:
        besides = t.name(extra, len(extra))
        yield f"The second sum counts all the cells of the first just as often, and {besides} besides."
        yield f"The two sums are equal, so no mine is left for {besides}."
        return
    yield (
        f"The first sum is {number_text(beyond)} more than the second."
        if beyond
        else "The two sums are equal."
    )
    sides = (_count_cells(more), "first"), (_count_cells(fewer), "second")
    counts = [
        f"in {t.one_of(cells, len(cells))} counts {number_text(often)} more in the {which}"
        for (some, which), (others, _) in (sides, sides[::-1])
        for often, cells in _group_by_excess(some, others)
    ]
    yield f"A mine {', one '.join(counts)}, and any other counts the same in both."


def _say_bound(t: Teller, more: Needs, fewer: Needs) -> Iterator[str]:
    """The most that the first sum can be, from the second and the cells that count more for the first."""
    for sums in (more, fewer):
        yield from _say_sums(t, sums)
    most, counts = sum([one.need for one in fewer]), list[str]()
    for often, cells in _group_by_excess(_count_cells(more), _count_cells(fewer)):
        counts.append(f"in {t.one_of(cells, len(cells))} counts {number_text(often)} more")
        most += often * len(cells)
    which = f"A mine {', one '.join(counts)}" if counts else "No mine counts more"
    yield f"{which} in the first sum than in the second{', and no other does' * bool(counts)}."
    yield f"So the first sum is at most {number_text(most)}, not {number_text(sum([m.need for m in more]))}."


def _group_by_excess(some: Counter[int], others: Counter[int]) -> list[tuple[int, list[int]]]:
    """How often cells count more here than there, ascending, each with its cells."""
    excess = some - others
    return [(often, [one for one in some if excess[one] == often]) for often in sorted({*excess.values()})]


def _say_sums(t: Teller, sums: Needs, placed: bool = False) -> Iterator[str]:
    """The needs of some sums, and their total; `placed`: also in which cells, if these are few groups."""
    yield from _say_each(t, sums := _put_taken_first(sums))
    if len(sums) == 1:
        return
    need = sum([one.need for one in sums])
    counts = _count_cells(sums)
    often = [
        f"in {t.one_of([cell for cell in counts if counts[cell] == times])} would count "
        f"{'twice' if times == 2 else f'{number_text(times)} times'}"
        for times in sorted({*counts.values()} - {1})
    ]
    several = f" (a mine {' and one '.join(often)})" if often else ""
    where = both_or_all(_list_places(t, sums))[0]
    once = "No cell is counted twice, so that" if sums[2:] and not often else "That"
    if any(one.taken for one in sums) and len(where.split()) < _MOST_WORDS and not often:
        yield f"{once} makes {say_mines(need)}: {where}."
        return
    few = placed and 0 < len(t.list_groups(counts)) <= _MOST_HELD
    place = f" in {t.name(counts)}" if few else ""
    yield f"{once} makes {_add_up(sums)} = {need} mines{place}{several}."


def _say_each(t: Teller, sums: Iterable[Need]) -> Iterator[str]:
    """The need of each sum; if others were taken off it, their needs come first, then the rest."""
    for one in _put_taken_first(sums):
        if one.taken:
            yield from _say_rest(t, one)
        else:
            yield f"{capital(say_board_left(t.view, one))}." if one.is_board else say_need(t, one)


def _put_taken_first(sums: Iterable[Need]) -> Needs:
    """The sums in the order in which they are told: first those from which others were taken off."""
    return tuple(sorted(sums, key=lambda one: not one.taken))


def _say_rest(t: Teller, one: Need) -> Iterator[str]:
    """The needs of the sums that were taken off a sum, then the rest of it."""
    yield from _say_each(t, one.taken)
    got, taken = sum([part.need for part in one.taken]), _join_cells(one.taken)
    its = f"its {say_mines(len(one.found) + one.need + got)}"
    there = (
        f", so {number_text(got)} of {its} {is_or_are(got)} there"
        if got
        else ", and none of its mines is there"
    )
    if got and one.found:
        there = f": that makes {number_text(len(one.found) + got)} of {its}"
    touches = f"{_say_touches(t, one, taken)} too{there}"
    if got and one.taken[1:]:
        has = both_or_all(_list_places(t, [part for part in one.taken if part.need]))[0]
        touches = f"{t.clue(one.row)}{_say_found(t, one)} touches all of these cells too, so it has {has}"
    yield _say_given(t, one, touches)
    needs = f"{_NEEDS} {number_text(one.need)}{' more' * bool(got or one.found)}"
    yield f"{needs}, in {_name_place(t, one)}{_note(t, one)}."


def _say_parts(t: Teller, sums: Iterable[Need]) -> str:
    """`one is in the a's and two are in the b's`."""
    return both_or_all([_say_share(t, one) for one in sums if one.need])[0]


def _say_share(t: Teller, one: Need) -> str:
    """`one is in the a's`"""
    return f"{number_text(one.need)} {is_or_are(one.need)} in {_name_place(t, one)}"


def say_need(t: Teller, one: Need) -> str:
    """`The 2 at r1c3 touches the a's: one of them is a mine.`"""
    before = f"{t.clue(one.row)} already has {say_found_mines(t.view.graph, one.found)}."
    if one.certain is not None and one.safe:
        only = f"has only {_name_all(t, one.cells)} left: {_say_how_many(one)}"
        if not one.found:
            return _say_given(t, one, f"{t.clue(one.row)} {only}")
        return f"{capital(before)} {_say_given(t, one, f'it {only}')}"
    if one.found and not t.letters:
        has = f"{before} It also touches {_name_all(t, one.cells)}"
    else:
        has = _say_touches(t, one, one.cells)
    return _say_given(t, one, f"{has}: {_say_how_many(one)}{_note(t, one)}")


def _say_how_many(one: Need) -> str:
    """`one of them is a mine`"""
    if len(one.cells) == 1:
        return "that is a mine" if one.need else "that is no mine"
    return f"{number_text(one.need) if one.need else 'none'} of them {_is_a_mine(one.need)}"


def _is_a_mine(count: int) -> str:
    return "is a mine" if count < 2 else "are mines"


def _say_touches(t: Teller, one: Need, cells: Collection[int]) -> str:
    """`the 2 at r1c3 already has one F and touches the a's`"""
    return f"{t.clue(one.row)}{_say_found(t, one)} touches {_name_all(t, cells)}"


def _name_all(t: Teller, cells: Collection[int]) -> str:
    many = len(cells) > MOST_NAMED and not t.letters
    return f"{number_text(len(cells))} covered cells" if many else t.name(cells)


def _say_found(t: Teller, one: Need) -> str:
    count = len(one.found)
    if count and t.letters:
        return f" already has {number_text(count)} {t.mine}{'' if count == 1 else 's'} and"
    return f" already has {say_found_mines(t.view.graph, one.found)} and" if one.found else ""


def _note(t: Teller, one: Need) -> str:
    """` (r5c6 is safe)`: which of its covered cells are left out, if nothing else shows it."""
    if not one.safe or t.letters or one.certain is not None:
        return ""
    return f" ({are(join_names(t.view.graph, one.safe), len(one.safe), mine=False)})"


def _say_given(t: Teller, one: Need, words: str) -> str:
    """The words as a sentence, which says first what is safe by a supposition."""
    return f"{words if one.certain is None else say_with_safe(t.view.graph, one, words)}."


def say_with_safe(graph: CellGraph, one: Need, words: str) -> str:
    """`With r5c6 safe, the 2 at r1c3 has ...`"""
    return f"With {join_names(graph, one.safe)} safe, {words}" if one.safe else capital(words)


def say_board_left(view: View, one: Need) -> str:
    """`the board has nine mines and two are found, so seven are left`, and which of these were found here."""
    has = f"the board has {say_mines(view.mine_total or 0)}"
    taken = one.here
    before = len(one.found) - len(taken)
    certain = before if one.certain is None else min(one.certain, before)
    left, placed = (view.mine_total or 0) - before, before - certain
    old, new = number_text(certain), number_text(placed)
    known = f"we have {new} so far" if placed else f"{old} {is_or_are(certain)} found"
    if certain and placed:
        known = f"{old} {'was' if certain == 1 else 'were'} known before and {new} {is_or_are(placed)} new"
    if left < 0:
        makes = f", which makes {number_text(before)}" if certain and placed else ""
        return f"{has}. But {known}{makes}"
    if before:
        has += f"{'. Of these,' if certain and placed else ' and'} {known}, so {_say_left_over(left)}"
    if not taken:
        return has
    names = join_names(view.graph, taken, most=9)
    if one.need < 0:
        return f"{has}. But there would be {number_text(len(taken))} more: {names}"
    if one.need == 0:
        return f"{has}. {names} {'takes it' if len(taken) == 1 else f'take all {number_text(len(taken))}'}"
    takes = f"{'takes' if len(taken) == 1 else 'take'} {number_text(len(taken))} of these"
    return f"{has}. {names} {takes}, so {_say_left_over(one.need)}"


def _say_left_over(need: int) -> str:
    return f"{number_text(need)} {is_or_are(need)} left" if need else "none are left"


def _say_most(t: Teller, more: Needs, fewer: Needs) -> str:
    """The most mines that the rooms and the other cells can hold: too few."""
    need, counts = sum([one.need for one in more]), _count_cells(more)
    besides = counts.keys() - _join_cells(fewer)
    rooms = [min(one.need, len(one.cells & counts.keys())) for one in fewer] + [len(besides)] * bool(besides)
    most, makes = sum(rooms), "That makes"
    if not _are_disjoint(more):
        mines = fewer[0].need
        most = sum([count for _, count in counts.most_common(mines)])
        makes = f"{capital(say_mines(mines))} count{'s' if mines == 1 else ''} as"
    elif besides:
        makes = f"Even if {are(t.name(besides), len(besides), mine=True)}, that makes"
    return f"{makes} at most {number_text(most)}, not {number_text(need)}." if most else "That is impossible."


def _are_disjoint(sums: Sequence[Need]) -> bool:
    return len(_join_cells(sums)) == sum([len(one.cells) for one in sums])


def _join_cells(sums: Sequence[Need]) -> frozenset[int]:
    return frozenset().union(*[one.cells for one in sums])


def _count_cells(sums: Sequence[Need]) -> Counter[int]:
    return Counter([cell for one in sums for cell in one.cells])


def join_names(graph: CellGraph, cells: Collection[int], most: int = MOST_NAMED) -> str:
    """`r1c1, r1c2 and r1c3`, or `9 cells`."""
    if not cells or len(cells) > most:
        return f"{len(cells)} cells"
    return both_or_all(graph.names(sorted(cells)))[0]


def say_found_mines(graph: CellGraph, found: Collection[int]) -> str:
    """`a mine at r1c1`, `mines at r1c1 and r1c2`, or `five mines`."""
    if len(found) > _MOST_FOUND:
        return say_mines(len(found))
    return f"{'a mine' if len(found) == 1 else 'mines'} at {join_names(graph, found)}"


def say_its_mines(count: int) -> str:
    """`both its mines`, or `all three of its mines`."""
    return {1: "its mine", 2: "both its mines"}.get(count, f"all {number_text(count)} of its mines")


def say_mines(count: int, what: str = "") -> str:
    """`two more mines`."""
    return f"{number_text(count)} {what}mine{'' if count == 1 else 's'}"


def is_or_are(count: int) -> str:
    """The verb for this number."""
    return "is" if count == 1 else "are"

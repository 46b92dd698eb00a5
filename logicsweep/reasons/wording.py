"""Steps and refutations in words: a sentence is a function of the view at that moment, and of a balance.

A view shows what is known: clues, known mines (F), known safe cells (?). Each clue comes with what it still
needs and where, without its known mines. Then comes the one thought.

How several rows are put together, the first form that fits (all sentences: the patterns in `tests/child.py`):
  TWICE   cells that several rows see count as often as they are named
  LEFT    what the mine total leaves beside some clues
  FITS    one row sees all cells of the others, and needs as many mines as they do
  ROOM    what the others leave room for, which cells are outside, and which inside that room
  COMPARE any other balance: in which cells a mine counts more for the one list than for the other
In each, a clue comes with what it needs and where (NEEDS), or with what is left after earlier clues (REST).
Sums that cannot hold take the same forms, up to the most that there can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Annotated, NamedTuple

from logicsweep.boards.board import COVERED, FLAG, SAFE, View, remarked
from logicsweep.boards.cells import CellGraph, CellLike
from logicsweep.boards.names import clue_names, listed
from logicsweep.boards.words import are, both_or_all, capital, number_text, plural, verdict
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.csp.sums import TOTAL, row_sum
from logicsweep.errors import of_kind
from logicsweep.reasons.reason import Balance, Explanation, Line, Refutation

MOST_NAMED = 8
"""Cells that a sentence names one by one."""


class _Sum(NamedTuple):
    """What a row needs in unknown cells, less what other sums have `taken` off it."""

    row: int
    cells: frozenset[int]
    need: int
    found: tuple[int, ...]  # known mines around it
    supposed: frozenset[int]  # those that are only supposed
    here: frozenset[int]  # those found since the board was drawn
    known: str = ""  # the covered cells around it that are left out, in words
    taken: tuple[_Sum, ...] = ()


def balance_sentence(view: View, balance: Balance, wanted: Collection[int] = ()) -> str:
    """A balance of a view as a person would say it; flags count as mines if the balance trusts them.

    `wanted` are cells to name even if the decided cells are only counted.

    >>> from logicsweep.reasons.balance import balance
    >>> view = View.parse("01## 02## 01##")
    >>> print(balance_sentence(view, balance(view, "r3c3")))
    r1c2=1 needs one mine, in r1c3 or r2c3. r2c2=2 needs two of r1c3, r2c3, r3c3. At most one is in r1c3 or \
r2c3, because of r1c2. So r3c3 is a mine.
    >>> view = View.parse("#1### ##### #####", mines=1)
    >>> print(balance_sentence(view, balance(view, "r1c5"), [4]))
    The board has one mine. r1c2=1 needs one mine, in r1c1, r1c3, r2c1, r2c2 or r2c3. That is the one. \
No other covered cell is a mine, so 9 cells are safe, r1c5 among them.
    """
    rows = (*balance.added, *balance.subtracted)
    text = _say_balance(view, balance, _start_moment(view, rows) if balance.flags else None)
    last = {*(balance.safe or balance.mines)}
    among = last.intersection(wanted) if len(last) > MOST_NAMED else last
    if not among or among == last:
        return text
    return f"{text[:-1]}, {_name_cells(view.graph, among)} among them."


class _Moment(NamedTuple):
    """The cells that are only supposed, and the mines that the drawn board shows."""

    supposed: frozenset[int]
    drawn: frozenset[int]


_When = _Moment | None
"""None if flags are not mines."""


def _say_balance(view: View, balance: Balance, when: _When, numbered: bool = False) -> str:
    """`numbered`: name a clue that decides alone with its number."""
    if balance.added and balance.subtracted:
        return _join_sentences(_say_rows(view, balance, when))
    rows = [_sum_up_row(view, row, when) for row in (*balance.added, *balance.subtracted)]
    return " ".join([_say_row_alone(view, row, balance.safe, numbered) for row in rows])


def _join_sentences(sentences: Iterable[str]) -> str:
    first, these, more = " ".join(sentences).partition("These share no cell")
    return first + these + more.replace("These share no cell", "Nor do these share a cell")


def _say_row_alone(view: View, row: _Sum, safe: Collection[int], numbered: bool) -> str:
    if _is_board(row):
        return _say_board_alone(view, row, safe)
    name = _name_clue(view, row.row) if numbered else view.graph.name(row.row)
    return _say_clue_alone(view, name, row, safe)


def _sum_up_row(view: View, row: int, when: _When) -> _Sum:
    cells, need = row_sum(Position(view, when is not None), row)
    around = range(len(view.marks)) if row == TOTAL else view.graph.neighbours[row]
    found = () if when is None else tuple([cell for cell in around if view.marks[cell] == FLAG])
    supposed, drawn = when or _Moment(frozenset(), frozenset())
    safe = [cell for cell in around if view.marks[cell] == SAFE] if row != TOTAL else []
    here = frozenset(found) - supposed - drawn if row == TOTAL else frozenset()
    known = _say_left_out(view.graph, safe, supposed)
    return _Sum(row, frozenset(cells), need, found, supposed.intersection(found), here, known)


def _start_moment(view: View, rows: Collection[int] = (TOTAL,)) -> _Moment:
    """List the flags only for the mine total, since that takes long on a large board."""
    return _Moment(frozenset(), frozenset(view.flags if TOTAL in rows else ()))


def _say_left_out(graph: CellGraph, safe: Sequence[int], supposed: frozenset[int]) -> str:
    """` (r5c6 is safe, r3c3 is supposed safe)`; nothing without any."""
    if not safe:
        return ""
    found, guessed = ([one for one in safe if (one in supposed) == is_guess] for is_guess in (False, True))
    parts = [_say_decided(graph, found, mine=False)] if found else []
    parts += [f"{_name_cells(graph, guessed)} {_is_or_are(len(guessed))} supposed safe"] if guessed else []
    return f" ({', '.join(parts)})"


def _say_clue_alone(view: View, name: str, one: _Sum, safe: Collection[int]) -> str:
    """A clue that decides the unknown cells around it: all are safe, or all are mines."""
    graph, found, count = view.graph, one.found, len(one.cells)
    decided = _say_decided(graph, safe or one.cells, mine=not safe)
    if not safe:
        needs = _say_mines(count, "more " if found else "")
        besides = f" besides {_name_cells(graph, found)}" if found else ""
        just = f"{number_text(count)} covered neighbour{'' if count == 1 else 's'}"
        left = f" left{one.known}" if found or one.known else ""
        return f"{name} needs {needs}{besides}, and has just {just}{left}: {decided}."
    if not found:
        return f"{name} has no mine around it, so {decided}."
    its = {1: "its mine", 2: "both its mines"}.get(len(found), f"all {number_text(len(found))} of its mines")
    return f"{name} has {its} ({_list_names(graph, found)}), so {decided}."


def _say_board_alone(view: View, one: _Sum, safe: Collection[int]) -> str:
    if not safe:
        count, cells = len(one.cells), _name_cells(view.graph, one.cells)
        last = f"covered cell{'' if count == 1 else 's'}"
        last = f"{count} {last}" if count > MOST_NAMED else f"{last} {cells}"
        return (
            f"{_say_needs(view, one)[:-1]}, for the last {last}: {'it' if count == 1 else 'each'} is a mine."
        )
    number = view.mine_total or 0
    its = {0: "There is no mine", 1: "The one mine is found", 2: "Both mines are found"}
    found = its.get(number, f"All {number_text(number)} mines are found")
    others = _say_others(view.graph, safe)
    if one.supposed or one.here:
        return f"{_say_needs(view, one)[:-1]}, so {others}."
    return f"{found}, so {others if number else others.replace('the other', 'the')}."


def _say_rows(view: View, balance: Balance, when: _When) -> Iterator[str]:
    """Sentences for several rows: what the one side needs, and what the other side leaves for it."""
    mines, safe = balance.mines, balance.safe
    more, fewer = _pick_sides(view, balance, when)
    form = _pick_form(more, fewer)
    yield from form(view, more, fewer)
    if form is _say_twice or (form is _say_room and balance.rows > 2 and not _sees_all_but(more, fewer)):
        yield _say_most(view, more, fewer)
    if form is _say_room and safe:
        yield from _say_full_room(view, more, fewer, balance)
        return
    if mines:
        yield f"So {_say_decided(view.graph, mines, mine=True)}."
    if safe and form is _say_fits and _is_board(fewer[0]):
        yield f"No other covered cell is a mine, so {_say_decided(view.graph, safe, mine=False)}."
    elif safe:
        named = len(safe) if form is _say_comparison else MOST_NAMED
        others = _say_others(view.graph, safe, "" if _is_board(fewer[0]) else "it sees", named)
        yield f"{'Then' if mines else 'So'} {others}."


_Sides = tuple[tuple[_Sum, ...], tuple[_Sum, ...]]
_Form = Callable[[View, Sequence[_Sum], Sequence[_Sum]], Iterator[str]]


def _pick_sides(view: View, balance: Balance, when: _When) -> _Sides:
    """The sums that need more, and those that leave no more room; the shortest way to say it.

    A clue inside one of the other side may be taken off that.
    """

    def sum_up(rows: Iterable[int]) -> tuple[_Sum, ...]:
        return tuple([_sum_up_row(view, row, when) for row in rows])

    more, fewer = (balance.added, balance.subtracted)[:: 1 if balance.most else -1]
    start = sum_up(more), sum_up(fewer)
    ways: dict[_Sides, None] = {start: None}
    todo = [start]
    for way in todo:
        news = [one for one in _take_off(*way) if one not in ways]
        ways |= dict.fromkeys(news)
        todo += news
    return min(todo, key=_effort)


def _take_off(more: tuple[_Sum, ...], fewer: tuple[_Sum, ...]) -> Iterator[_Sides]:
    """Take a sum off one of the other side that contains it; never off the whole board."""
    for some, others in ((more, fewer), (fewer, more)):
        for whole, part in product(some, others):
            left, need = whole.cells - part.cells, whole.need - part.need
            if len(others) > 1 and part.cells < whole.cells and need > 0 and not _is_board(whole):
                taken = tuple(sorted((*whole.taken, part), key=lambda one: one.row))
                rest = whole._replace(cells=left, need=need, taken=taken)
                kept = tuple([rest if one is whole else one for one in some])
                less = tuple([one for one in others if one is not part])
                yield (kept, less) if some is more else (less, kept)


def _are_disjoint(sums: Sequence[_Sum]) -> bool:
    return len(_join_cells(sums)) == sum([len(one.cells) for one in sums])


def _effort(sides: _Sides) -> tuple[bool, int, int]:
    """How much there is to say, and how deep the taken sums are nested; worst if cells are shared."""
    more, fewer = sides
    depth = sum([_depth(one) for one in (*more, *fewer)])
    bounds = 0 if len(fewer) == 1 and fewer[0].cells >= _join_cells(more) else len(fewer)
    return not _are_disjoint(more), 2 * bounds + 2 * depth + (len(more) > 1), depth


def _depth(one: _Sum) -> int:
    return sum([1 + _depth(part) for part in one.taken])


def _is_board(one: _Sum) -> bool:
    return one.row == TOTAL and not one.taken


def _pick_form(more: Sequence[_Sum], fewer: Sequence[_Sum]) -> _Form:
    """The form of sentences that puts rows together."""
    within = len(fewer) == 1 and fewer[0].cells >= _join_cells(more)
    if not _are_disjoint(more):
        return _say_twice if within else _say_comparison
    if _is_board(more[0]) and _are_disjoint(fewer):
        return _say_left
    return _say_fits if within else _say_room


def _say_fits(view: View, more: Sequence[_Sum], fewer: Sequence[_Sum]) -> Iterator[str]:
    """One row sees all their cells and needs as many mines, or fewer, which cannot be."""
    (bound,), need = fewer, sum([one.need for one in more])
    enough, those = need == bound.need, "That is" if need == 1 else "Those are"
    if bound.taken:
        yield from _say_each(view, fewer)
        yield from _say_sums(view, more)
        other = f"{_say_other(bound.need)} of {_name_row(view, bound.row)}"
        yield f"{those} {other}." if enough else f"But only {other} can be there."
    elif not _is_board(bound):
        yield from _say_sums(view, more)
        nested = any(one.taken for one in more)
        sees = f"{_say_sees(view, bound, _join_cells(more), nested)} {_say_needs_just(bound)}"
        its = "that is its mine" if need == 1 else "it has them among these"
        yield f"{sees}: {its}." if enough else f"But {sees}."
    else:
        last = "that is the one" if need == 1 else f"those are the {number_text(need)} mines that are left"
        yield _say_needs(view, bound)
        yield from _say_sums(view, more, last if enough else "")
        if not enough:
            left = f"only {number_text(bound.need)} {_is_or_are(bound.need)}" if bound.need else "none is"
            yield f"But {left} left."


def _say_twice(view: View, more: Sequence[_Sum], fewer: Sequence[_Sum]) -> Iterator[str]:
    """They need more than one that sees all their cells: mines lie in cells that several of them see."""
    (bound,), counts = fewer, Counter([cell for one in more for cell in one.cells])
    if bound.taken or _is_board(bound):
        yield from _say_each(view, fewer)
    yield from _say_sums(view, more)
    if not _is_board(bound):
        yield f"{_say_sees(view, bound, _join_cells(more))} {_say_needs_just(bound)}."
    for often in sorted({*counts.values()} - {1}):
        cells = [cell for cell, count in counts.items() if count == often]
        times = "twice" if often == 2 else f"{number_text(often)} times"
        named = f"{_is_or_are(len(cells))} named {times} and can count for {number_text(often)}"
        yield f"Only {_name_cells(view.graph, cells)} {named}."


def _say_left(view: View, more: Sequence[_Sum], fewer: Sequence[_Sum]) -> Iterator[str]:
    """What clues need of all mines left, and which cells remain for the rest."""
    yield from _say_each(view, more)
    yield from _say_sums(view, fewer)
    rest, others = more[0].need - sum([one.need for one in fewer]), more[0].cells - _join_cells(fewer)
    count = f"just {number_text(len(others))}" if others else "no"
    names = f" ({_list_names(view.graph, others)})" if 0 < len(others) <= MOST_NAMED else ""
    cells = f"other covered cell{'' if len(others) == 1 else 's'}{names}"
    yield f"That leaves {_say_mines(rest)}, and {count} {cells}."


def _say_room(view: View, more: Sequence[_Sum], fewer: Sequence[_Sum]) -> Iterator[str]:
    """What the others leave for cells that they see, too."""
    cells, graph = _join_cells(more), view.graph
    if len(more) == len(fewer) == 1:
        (bound,) = fewer
        yield from _say_sums(view, fewer)
        yield from _say_sums(view, more)
        if bound.need <= len(shared := bound.cells & cells):
            most = capital(_say_at_most(graph, bound.need, shared))
            yield f"{most}, because of {_name_row(view, bound.row)}."
        return
    yield from _say_each(view, [one for one in fewer if one.taken])
    yield from _say_sums(view, more)
    if _sees_all_but(more, fewer):
        (bound,), all_of = fewer, number_text(sum([one.need for one in more]))
        but = f"{_name_cells(graph, cells - bound.cells)} are around {_name_source(view, bound)}"
        most = f"at most {number_text(bound.need)} of the {all_of} mines {_is_or_are(bound.need)} there"
        yield f"All of these cells but {but}, so {most}."
        return
    all_of = number_text(sum([one.need for one in more]))
    for one in fewer:
        part, most = one.cells & cells, f"at most {number_text(one.need)}" if one.need else "none"
        if one.taken:
            yield f"{capital(_say_at_most(graph, one.need, part))} ({_name_source(view, one)})."
        else:
            around = f"{_name_cells(graph, part)} {_is_or_are(len(part))} around {_name_source(view, one)}"
            yield f"{around}, so {most} of the {all_of} mines {_is_or_are(one.need)} there."


def _sees_all_but(more: Sequence[_Sum], fewer: Sequence[_Sum]) -> bool:
    """Whether one clue sees most of their cells, so that naming the other cells is easier."""
    return len(fewer) == 1 and fewer[0].row != TOTAL and not fewer[0].taken and not _is_board(more[0])


def _say_at_most(graph: CellGraph, need: int, cells: Collection[int]) -> str:
    """`at most one is in r7c1 or r7c2`."""
    return f"{f'at most {number_text(need)}' if need else 'none'} {_say_place(graph, need, cells)}"


def _say_place(graph: CellGraph, need: int, cells: Collection[int]) -> str:
    return f"are among {_list_names(graph, cells)}" if need > 1 else f"is in {_name_one_of(graph, cells)}"


def _say_full_room(
    view: View, more: Sequence[_Sum], fewer: Sequence[_Sum], balance: Balance
) -> Iterator[str]:
    """Cells outside are mines; the others fill all rooms, and no mine counts twice."""
    graph, cells = view.graph, _join_cells(more)
    full = [one for one in fewer if not one.cells.isdisjoint({*balance.safe} - cells)]
    mines = [_say_decided(graph, balance.mines, mine=True)] if balance.mines else []
    rest = bool(mines) and len(more) == len(fewer) == 1

    def fill(one: _Sum) -> str:
        where, count = _say_place(graph, one.need, one.cells & cells), number_text(one.need)
        return f"the other {count} must be {where.partition(' ')[2]}" if rest else f"exactly {count} {where}"

    *first, last = (*mines, *[fill(one) for one in sorted(fewer, key=full.__contains__) if one.need])
    yield f"So {', '.join(first)}, and {last}." if first else f"So {last}."
    if twice := cells.intersection(balance.safe):
        several = "would count for more than one of these, and there would be too few in all"
        decided = _say_decided(graph, twice, mine=False)
        yield f"A mine in {_name_one_of(graph, twice)} {several}, so {decided}."
    if safe := {*balance.safe} - cells:
        names = both_or_all([_name_row(view, one.row) for one in full])[0]
        need, see = ("need", "they see") if full[1:] else ("needs", "it sees")
        yield f"That is all that {names} {need}, so {_say_others(graph, safe, see)}."


def _say_others(graph: CellGraph, safe: Collection[int], see: str = "", named: int = MOST_NAMED) -> str:
    if len(safe) <= named:
        return _say_decided(graph, safe, mine=False)
    return f"the other {len(safe)} {f'cells that {see}' if see else 'covered cells'} are safe"


def _say_comparison(view: View, more: Sequence[_Sum], fewer: Sequence[_Sum]) -> Iterator[str]:
    """Any balance: in which cells a mine counts more for the one list than for the other."""
    for sums in (more, fewer):
        yield from _say_sums(view, sums, named=len(view.marks))
    named = [Counter([cell for one in sums for cell in one.cells]) for sums in (more, fewer)]
    beyond = sum([one.need for one in more]) - sum([one.need for one in fewer])
    yield f"The first need {f'{number_text(beyond)} more than' if beyond else 'as many as'} the second."
    counts = [
        f"in {_name_one_of(view.graph, [cell for cell in kept if kept[cell] == often], len(kept))} counts "
        f"{number_text(often)} more for the {which}"
        for which, kept in (("first", named[0] - named[1]), ("second", named[1] - named[0]))
        for often in sorted({*kept.values()})
    ]
    yield f"A mine {', one '.join(counts)}, any other alike for both."


def _say_sums(view: View, sums: Sequence[_Sum], that: str = "", named: int = MOST_NAMED) -> Iterator[str]:
    """What some sums need each, and together; `that` says so for disjoint sums."""
    need = sum([one.need for one in sums])
    yield from _say_each(view, sums, named)
    if len(sums) == 1:
        yield from [f"{capital(that)}."] if that else []
    elif _are_disjoint(sums):
        counted = sums[2:] or need > len(sums)
        parts = f" ({'+'.join([str(one.need) for one in sums])})" if counted else ""
        yield f"{_name_sums(view, sums)} share no cell, so {that or f'that is {_say_mines(need)}'}{parts}."
    else:
        together = f"{_name_sums(view, sums)} are {number_text(need)} together"
        yield f"{together}, a mine counted as often as it is named."


def _name_sums(view: View, sums: Sequence[_Sum]) -> str:
    """`These`, or with taken sums `The other two of r3c10 (r2c9, r3c9) and the one of r1c12 (..)`."""
    if not any(one.taken for one in sums):
        return "These"
    names = [
        f"the {'other ' if one.taken else ''}{number_text(one.need)} of {_name_row(view, one.row)} "
        f"({_list_names(view.graph, one.cells)})"
        for one in sums
    ]
    return capital(both_or_all(names)[0])


def _say_each(view: View, sums: Sequence[_Sum], named: int = MOST_NAMED) -> Iterator[str]:
    """What each sum needs; for one with taken sums, what those need and what is left."""
    for one in [one for one in sums if one.taken]:
        yield from _say_sums(view, one.taken)
        needs = number_text(one.need + sum([part.need for part in one.taken]))
        cells = _join_cells(one.taken)
        sees = f"{_say_sees(view, one, cells, named=len(cells) > 2)} needs {needs}{_say_more(one)}"
        where = f"{_say_place(view.graph, one.need, one.cells)}{one.known}"
        yield f"{sees}: {_say_other(one.need)} {where}."
    yield from [_say_needs(view, one, named) for one in sums if not one.taken]


def _say_needs(view: View, one: _Sum, named: int = MOST_NAMED) -> str:
    """`r6c1=2, one found (r5c2): it needs one more, in r7c1 or r7c2`; of the board how many are left."""
    if one.row == TOTAL:
        has = f"The board has {_say_mines(view.mine_total or 0)}"
        if not one.found:
            return f"{has}."
        left = f"{number_text(one.need)} {_is_or_are(one.need)}" if one.need else "none is"
        return f"{has}, {_say_found(one, view.graph)}: {left} left."
    name, graph = _name_clue(view, one.row), view.graph
    begun = f"{name}, {_say_found(one, graph)}: it" if one.found else name
    if one.need == 1:
        where = f"{_name_one_of(graph, one.cells)}{one.known}"
        return f"{begun} needs one {'more' if one.found else 'mine'}, in {where}."
    needs = f"{number_text(one.need)}{_say_more(one)}" if one.need else "none"
    return f"{begun} needs {needs} of {_list_names(graph, one.cells, named)}{one.known}."


def _say_sees(view: View, one: _Sum, cells: Collection[int], named: bool = False) -> str:
    """`r3c2=2 sees both and`; names the cells if asked to, or if the known mines stand between."""
    found = f", {_say_found(one, view.graph)}," if one.found else ""
    them = {1: "it", 2: "both"}.get(len(cells), f"all {number_text(len(cells))}")
    them = _name_cells(view.graph, cells) if named or (found and len(cells) < 4) else them
    return f"{_name_clue(view, one.row)}{found} sees {them} and"


def _say_needs_just(one: _Sum) -> str:
    if not one.need:
        return "needs no more" if one.found else "needs none"
    return f"needs just {number_text(one.need)}{_say_more(one)}"


def _name_source(view: View, one: _Sum) -> str:
    if one.taken:
        return f"{_say_other(one.need)} of {_name_row(view, one.row)}"
    return _name_clue(view, one.row) + (f", {_say_found(one, view.graph)}" if one.found else "")


def _name_clue(view: View, row: int) -> str:
    return "the board" if row == TOTAL else f"{view.graph.name(row)}={view.marks[row]}"


def _name_row(view: View, row: int) -> str:
    return "the board" if row == TOTAL else view.graph.name(row)


def _say_found(one: _Sum, graph: CellGraph) -> str:
    """`one found (r5c4), one supposed (r3c2)`; for the whole board `ten found, one more here (r5c4)`."""
    kinds = {"found": {*one.found} - one.supposed - one.here, "more here": one.here, "supposed": one.supposed}
    names = {how: f" ({_list_names(graph, cells)})" for how, cells in kinds.items()}
    names |= {"found": ""} if one.row == TOTAL else {}
    counts = [f"{number_text(len(cells))} {how}{names[how]}" for how, cells in kinds.items() if cells]
    return ", ".join(counts)


def _say_more(one: _Sum) -> str:
    return " more" if one.found else ""


def _say_other(count: int) -> str:
    return f"the other {number_text(count)}"


def _join_cells(sums: Sequence[_Sum]) -> frozenset[int]:
    return frozenset().union(*[one.cells for one in sums])


def _say_decided(graph: CellGraph, cells: Collection[int], mine: bool) -> str:
    return are(_name_cells(graph, cells), len(cells), mine)


def _name_cells(graph: CellGraph, cells: Collection[int]) -> str:
    """`r1c1, r1c2 and r1c3`."""
    if not cells or len(cells) > MOST_NAMED:
        return f"{len(cells)} cells"
    return both_or_all(graph.names(sorted(cells)))[0]


def _list_names(graph: CellGraph, cells: Collection[int], named: int = MOST_NAMED) -> str:
    """`r1c1, r1c2, r1c3`."""
    return ", ".join(graph.names(sorted(cells))) if len(cells) <= named else f"{len(cells)} cells"


def _name_one_of(graph: CellGraph, cells: Collection[int], named: int = MOST_NAMED) -> str:
    """`r1c1, r1c2 or r1c3`."""
    if len(cells) > named:
        return f"one of {len(cells)} cells"
    *names, last = graph.names(sorted(cells))
    return f"{', '.join(names)} or {last}" if names else last


def _say_mines(count: int, what: str = "") -> str:
    return f"{number_text(count)} {what}mine{'' if count == 1 else 's'}"


def _is_or_are(count: int) -> str:
    return "is" if count == 1 else "are"


class LineSentences(NamedTuple):
    """A line of a refutation in sentences: the supposition, the steps, and the end.

    `ending` says what breaks, or which clue is split; `cases` then has a line for each of its placements.
    """

    supposed: Annotated[str, "what is supposed"]
    steps: Annotated[tuple[str, ...], "what follows, in order"]
    ending: Annotated[str, "what breaks, or which clue is split"]
    cases: Annotated[tuple[LineSentences, ...], "each way in which its mines may lie"] = ()
    certain: Annotated[tuple[str, ...], "what is certain anyway, before anything is supposed"] = ()


def refutation_sentences(view: View, refutation: Refutation) -> LineSentences:
    """A refutation of a view in sentences.

    >>> from logicsweep.reasons.refutation import refute
    >>> view = View.parse("01## 02## 01##")
    >>> for part in refutation_sentences(view, refute(view, "r3c3")):
    ...     print(part)
    Suppose r3c3 were safe
    ('r2c2=2 needs two mines, and has just two covered neighbours left (r3c3 is supposed safe): \
r1c3 and r2c3 are mines.',)
    r1c2=1 would have two mines: r1c3 and r2c3.
    ()
    ()
    """
    begun = view if refutation.flags else view.without_flags()
    when = _start_moment(begun)
    now, certain = _follow_steps(begun, refutation.certain, when)
    supposed = f"Suppose {view.graph.name(refutation.cell)} were {verdict(refutation.verdict == 'safe')}"
    return _say_line(now, refutation.line, supposed, when)._replace(certain=certain)


def refutation_lines(view: View, refutation: Refutation) -> Iterator[str]:
    """A refutation line by line: the supposition, the steps indented, and the verdict."""
    sentences, name = refutation_sentences(view, refutation), view.graph.name(refutation.cell)
    if sentences.certain:
        yield f"Certain whether {name} is a mine or not:"
        yield from ["  " + line for line in sentences.certain]
    yield from _indent_lines(sentences, "")
    yield f"So {are(name, 1, refutation.verdict == 'mine')}."


def _indent_lines(line: LineSentences, indent: str, number: str = "") -> Iterator[str]:
    yield f"{indent}{number}{line.supposed}:"
    inner = indent + " " * (len(number) or 2)
    yield from (inner + step for step in line.steps)
    yield inner + (line.ending[:-1] + ":" if line.cases else line.ending)
    for at, case in enumerate(line.cases, 1):
        yield from _indent_lines(case, inner + "  ", f"{at}. ")


def _follow_steps(view: View, steps: Sequence[Balance], when: _Moment) -> tuple[View, tuple[str, ...]]:
    """The view after some steps, and these in sentences."""
    sentences = []
    for step in steps:
        sentences.append(_say_balance(view, step, when, numbered=True))
        view = _show_found(view, step)
    return view, tuple(sentences)


def with_found(view: View, found: Mapping[int, Verdict]) -> View:
    """The view with known cells marked, mines as flags.

    >>> with_found(View.parse("1##"), {1: "mine", 2: "safe"}).drawing
    '1F?'
    """
    marks = [
        FLAG if found.get(cell) == "mine" else SAFE if cell in found else mark
        for cell, mark in enumerate(view.marks)
    ]
    return remarked(view, marks)


def _show_found(view: View, one: Balance | Line) -> View:
    return with_found(view, {**dict.fromkeys(one.safe, "safe"), **dict.fromkeys(one.mines, "mine")})


def _say_line(before: View, line: Line, words: str, outer: _Moment) -> LineSentences:
    """`words` say what the line supposes; `outer` has the suppositions before it."""
    when = outer._replace(supposed=outer.supposed.union(line.mines, line.safe))
    view, steps = _follow_steps(_show_found(before, line), line.steps, when)
    if line.broken:
        return LineSentences(words, steps, _join_sentences(_say_broken(view, line.broken, when)))
    assert line.split is not None
    row = _sum_up_row(view, line.split, when)
    alike = _group_alike(view, sorted(row.cells))
    placed = [_say_placement(view.graph, case, alike) for case in line.cases]
    cases = [_say_line(view, case, text, when) for case, text in zip(line.cases, placed, strict=True)]
    ending = f"{_say_needs(view, row)} {_say_split(view.graph, line, alike)}"
    return LineSentences(words, steps, ending, tuple(cases))


def _say_broken(view: View, broken: Balance, when: _Moment) -> Iterator[str]:
    more, fewer = _pick_sides(view, broken, when)
    if not fewer or not more:
        yield _say_row_breaks(view, *more, *fewer)
        return
    form = _pick_form(more, fewer)
    yield from form(view, more, fewer)
    if form is not _say_fits:
        yield "That cannot be." if form in (_say_comparison, _say_left) else _say_most(view, more, fewer)


def _say_most(view: View, more: Sequence[_Sum], fewer: Sequence[_Sum]) -> str:
    """How many mines the rooms and the other cells can hold at most; and whether that is enough."""
    need, counts = sum([one.need for one in more]), Counter([cell for one in more for cell in one.cells])
    besides = counts.keys() - _join_cells(fewer)
    rooms = [min(one.need, len(one.cells & counts.keys())) for one in fewer] + [len(besides)] * bool(besides)
    most = sum(rooms)
    if not _are_disjoint(more):
        most = sum([count for _, count in counts.most_common(fewer[0].need)])
    board, many = _is_board(more[0]), "" if len(besides) == 1 else "s"
    only = f"These are all {'covered cells' if board else 'of them'}: " if _are_disjoint(more) else ""
    if besides:
        others = f"other covered cell{many}" if board else f"other{many} of them"
        only = f"The only {others} {_is_or_are(len(besides))} {_name_cells(view.graph, besides)}: "
    parts = f" ({'+'.join(map(str, rooms))})" if _are_disjoint(more) and rooms[1:] else ""
    if most == need and besides and fewer[1:] and _are_disjoint(more) and not board:
        left = f"only {_name_cells(view.graph, besides)} {_is_or_are(len(besides))} left for the other"
        return (
            f"That makes at most {number_text(most - len(besides))}, and {left} {number_text(len(besides))}."
        )
    so = f"just enough{parts}" if most == need else f"not {number_text(need)}"
    return capital(f"{only}that makes at most {number_text(most)}, {so}.") if most else "That cannot be."


def _say_row_breaks(view: View, one: _Sum) -> str:
    """A row that cannot hold by itself."""
    most = sorted({*one.found, *one.cells})
    count = _say_mines(len(one.found) if one.need < 0 else len(most))
    if one.row == TOTAL:
        if one.need < 0:
            has = f"and the board has {number_text(view.mine_total or 0)}"
            return f"There would be {count}, {_say_found(one, view.graph)}, {has}."
        if not one.cells:
            return f"{_say_needs(view, one)[:-1]}, and no covered cell is left."
        cells = f": {_name_cells(view.graph, one.cells)}" if len(one.cells) <= MOST_NAMED else ""
        just = f"{number_text(len(one.cells))} covered cell{'' if len(one.cells) == 1 else 's'}"
        return f"{_say_needs(view, one)[:-1]}, and there {_is_or_are(len(one.cells))} just {just}{cells}."
    name = _name_clue(view, one.row)
    if one.need < 0:
        return f"{name} would have {count}: {_name_cells(view.graph, one.found)}."
    if not most:
        return f"{name} would have no mine{one.known}."
    could = "could have at most" if one.cells else "would have only"
    return f"{name} {could} {count}: {_name_cells(view.graph, most)}{one.known}."


def _say_split(graph: CellGraph, line: Line, alike: Sequence[Sequence[int]]) -> str:
    count = len(line.cases)
    ways = f"there are {number_text(count)} ways, and {'neither' if count == 2 else 'none'} works."
    if count == 1:
        ways = "there is only one way, and it does not work."
    mines = [{*case.mines} for case in line.cases]
    partly = [one for one in alike if any(0 < len(some.intersection(one)) < len(one) for some in mines)]
    if not partly:
        return capital(ways)
    groups = "; ".join([_name_cells(graph, cells) for cells in partly])
    return f"Cells that the same clues see may change places: {groups}. So {ways}"


def _say_placement(graph: CellGraph, case: Line, alike: Sequence[Sequence[int]]) -> str:
    """One placement; alike cells that hold some mines but not all are named together."""
    mines, safe, words = list[int](), list[int](), []
    for group in alike:
        mined = [cell for cell in group if cell in case.mines]
        if 0 < len(mined) < len(group):
            some = f"{number_text(len(mined))} of {_name_cells(graph, group)} {_is_or_are(len(mined))}"
            kind = "a mine" if len(mined) == 1 else "mines"
            words.append(f"{some} {kind}, say {_name_cells(graph, mined)}")
        else:
            (mines if mined else safe).extend(group)
    words = [_say_decided(graph, mines, mine=True)] * bool(mines) + words
    if safe:
        words.append(_say_decided(graph, safe, mine=False) if len(safe) < 4 else "the others are safe")
    return "; ".join(words)


def _group_alike(view: View, cells: Sequence[int]) -> list[list[int]]:
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        seen = tuple([one for one in view.graph.neighbours[cell] if view.marks[one] >= 0])
        groups.setdefault(seen, []).append(cell)
    return list(groups.values())


def sentence(view: View, explanation: Explanation, cells: Sequence[CellLike] = ()) -> str:
    """An explanation as a person would say it, for all `cells` that it decides alike.

    >>> sentence(View.parse('1#1##'), Explanation(1, "mine", (0,)))
    'r1c2 is a mine: r1c1=1 has just 1 covered neighbour.'
    >>> view = View.parse('#1###', mines=1)
    >>> sentence(view, Explanation(3, "safe", (1,), total=True))
    'r1c4 is safe: if it were a mine, r1c2=1 could not hold with 1 mine in all.'
    >>> sentence(view, Explanation(3, "safe", (1,), total=True), [3, 4])
    'r1c4, r1c5 are safe: if one of them were a mine, r1c2=1 could not hold with 1 mine in all.'
    """
    alone = of_kind("explanation", explanation, Explanation).cell
    locate = of_kind("view", view, View).graph.locate
    meant = [locate(cell) for cell in of_kind("cells", cells, Sequence) or [alone]]
    decided = are(listed(view.graph, meant, 60), len(meant), explanation.verdict == "mine")
    return f"{decided}: {_say_why_forced(view, explanation, 'one of them' if len(meant) > 1 else 'it')}."


def _say_why_forced(view: View, explanation: Explanation, one: str) -> str:
    mine, names = explanation.verdict == "mine", clue_names(view, explanation.clues)
    if not names:
        known = "the flags are all the mines" if view.mine_total else "there are no mines"
        return f"{plural(view.mine_total or 0, 'mine')} in all fill every covered cell" if mine else known
    if len(names) == 1 and not explanation.total:
        (clue,) = explanation.clues
        around = [cell for cell in view.graph.neighbours[clue] if view.marks[cell] in (COVERED, FLAG)]
        flags = f"{plural(view.marks[clue], 'flag')} around it" if view.marks[clue] else "no mine around it"
        return (
            f"{names[0]} has just {plural(len(around), 'covered neighbour')}"
            if mine
            else f"{names[0]} has {flags}"
        )
    clues, both = both_or_all(names)
    supposed = verdict(explanation.verdict == "safe")
    flags = "given the flags, " if explanation.flags and view.flags else ""
    total = f" with {plural(view.mine_total or 0, 'mine')} in all" if explanation.total else ""
    return f"{flags}if {one} were {supposed}, {clues} could not {both}hold{total}"

"""Reasons in words: each sentence depends only on a reason and on the view before it.

The view shows clues, known mines (F) and known safe cells (?). A clue that decides alone names its cells;
`telling.py` puts several clues into words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Annotated, NamedTuple

from logicsweep.boards.board import COVERED, FLAG, SAFE, View, remarked
from logicsweep.boards.cells import CellGraph, CellLike
from logicsweep.boards.names import clue_names, listed
from logicsweep.boards.words import are, both_or_all, capital, number_text, plural, verdict
from logicsweep.csp.solution import Verdict
from logicsweep.csp.sums import TOTAL
from logicsweep.errors import of_kind
from logicsweep.reasons.reason import Balance, Explanation, Line, Refutation, decided_by
from logicsweep.reasons.telling import (
    MOST_NAMED,
    Moment,
    Need,
    Teller,
    Told,
    When,
    is_or_are,
    join_names,
    say_board_left,
    say_found_mines,
    say_its_mines,
    say_mines,
    say_need,
    say_with_safe,
    tell_broken,
    tell_rows,
)


def tell_balance(view: View, balance: Balance, wanted: Collection[int] = (), lettered: bool = False) -> Told:
    """A balance of a view as a person would say it; flags count as mines if the balance trusts them.

    - `wanted`: cells to name even if the decided cells are only counted.
    - `lettered`: if there are several rows, groups of covered cells get letters, to show on the drawn board.

    >>> from logicsweep.reasons.balance import balance
    >>> view = View.parse("01## 02## 01##")
    >>> told = tell_balance(view, balance(view, "r3c3"), lettered=True)
    >>> print(*told.lines, sep="\\n")
    The 2 at r2c2 touches the a's and cell b: two of these are mines.
    The 1 at r1c2 touches the a's: one of these is a mine.
    The a's can hold only one of the two mines, so cell b (r3c3) is a mine.
    >>> told.letters
    {2: 'a', 6: 'a', 10: 'b'}
    """
    rows = (*balance.added, *balance.subtracted)
    when = _start_moment(view, rows) if balance.flags else None
    lines, letters = _tell_step(view, balance, when, lettered)
    last = {*(balance.safe or balance.mines)}
    among = last.intersection(wanted) if len(last) > MOST_NAMED else last
    if among and among != last:
        lines = (*lines[:-1], f"{lines[-1][:-1]}, including {join_names(view.graph, among)}.")
    return Told(lines, letters)


def balance_sentence(view: View, balance: Balance, wanted: Collection[int] = ()) -> str:
    """The same as one text, with the names of all cells.

    >>> from logicsweep.reasons.balance import balance
    >>> view = View.parse("#1### ##### #####", mines=1)
    >>> print(balance_sentence(view, balance(view, "r1c5"), [4]))
    The board has one mine. The 1 at r1c2 touches r1c1, r1c3, r2c1, r2c2 and r2c3: one of these is a mine. \
That is the last mine. No other covered cell is a mine, so 9 cells are safe, including r1c5.
    """
    return " ".join(tell_balance(view, balance, wanted).lines)


def _say_alone(view: View, balance: Balance, when: When) -> str:
    """Rows that decide alone, one after the other."""
    rows = [Need.of(view, row, when) for row in (*balance.added, *balance.subtracted)]
    return " ".join(
        [(_say_board_alone if row.is_board else _say_clue_alone)(view, row, balance.safe) for row in rows]
    )


def _tell_step(view: View, balance: Balance, when: When, lettered: bool = False) -> Told:
    if balance.added and balance.subtracted:
        return tell_rows(view, balance, when, lettered)
    return Told((_say_alone(view, balance, when),), {})


def _start_moment(view: View, rows: Collection[int] = (TOTAL,), below: bool = False) -> Moment:
    """The moment before anything is supposed; `below` a drawing, its safe cells need no words.

    Flags are listed only for the mine total, since that takes long on a large board.
    """
    shown = [SAFE] * below + [FLAG] * (TOTAL in rows)
    cells = [cell for cell, mark in enumerate(view.marks) if mark in shown] if shown else []
    return Moment(drawn=frozenset(cells))


def _say_clue_alone(view: View, one: Need, safe: Collection[int]) -> str:
    """A clue that decides the unknown cells around it: all are safe, or all are mines."""
    graph, found, count, clue = view.graph, one.found, len(one.cells), Teller(view).clue(one.row)
    cells = safe or one.cells
    decided = _say_decided(graph, cells, mine=not safe)
    if len(cells) > MOST_NAMED:
        decided = are(f"the {len(cells)} covered cells around it", len(cells), mine=not safe)
    if not safe:
        has = f"{capital(clue)} already has {say_found_mines(graph, found)}. " if found else ""
        just = f"{number_text(count)} covered neighbour{'' if count == 1 else 's'}"
        left = " left" if found or any(view.marks[cell] == SAFE for cell in graph.neighbours[one.row]) else ""
        who = "it" if found else clue
        return f"{has}{say_with_safe(graph, one, f'{who} has just {just}{left}')}, so {decided}."
    if not found:
        return f"{capital(clue)} has no mines around it, so {decided}."
    names = f" ({join_names(graph, found)})" if len(found) <= MOST_NAMED else ""
    return f"{capital(clue)} has {say_its_mines(len(found))}{names}, so {decided}."


def _say_board_alone(view: View, one: Need, safe: Collection[int]) -> str:
    left = capital(say_board_left(view, one))
    if not safe:
        just = f"Just {_say_cells(one.cells)} {is_or_are(len(one.cells))} left"
        return f"{left}. {just}, so {_say_decided(view.graph, one.cells, mine=True)}."
    number = view.mine_total or 0
    its = {0: "There is no mine", 1: "The one mine is found", 2: "Both mines are found"}
    found = its.get(number, f"The board has {number_text(number)} mines, and all are found")
    others = f"the other {len(safe)} covered cells are safe"
    others = others if len(safe) > MOST_NAMED else _say_decided(view.graph, safe, mine=False)
    if one.certain is not None:
        return f"{left}: {others}."
    return f"{found}, so {others if number else others.replace('the other', 'the')}."


def _say_cells(cells: Collection[int]) -> str:
    return f"{number_text(len(cells))} covered cell{'' if len(cells) == 1 else 's'}"


def _say_verdicts(graph: CellGraph, one: Balance) -> str:
    kinds = [(one.mines, True), (one.safe, False)]
    return "; ".join([are(join_names(graph, some, 20), len(some), mine) for some, mine in kinds if some])


def _say_decided(graph: CellGraph, cells: Collection[int], mine: bool) -> str:
    return are(join_names(graph, cells), len(cells), mine)


Draw = Callable[[View, set[int], Collection[int], Mapping[int, str]], Iterable[str]]
_DrawLine = Callable[[View, Line, int, Mapping[int, str]], Iterable[str]]
HANG = " " * 6
"""Indents the further lines of a step, so that they stand behind its number."""
_SIGNS = {
    "[.]": "[.] = safe, as we suppose",
    "[*]": "[*] = a mine, as we suppose",
    "*": "* = must then be a mine",
    ".": ". = must then be safe",
}
_DRAWN_AFTER = 3  # so many steps are easy to keep in mind
_MOST_SAFE = 2  # of a case: so many safe cells are named, which others only fill up the clue


class LineSentences(NamedTuple):
    """A line of a refutation in sentences: the supposition, the steps, and the end.

    A step of several clues has a line for each thought. `ending` says what breaks, or which clue is split;
    `cases` then has a line for each of its placements.
    """

    supposed: Annotated[str, "the supposition"]
    steps: Annotated[tuple[str, ...], "its consequences, in order"]
    ending: Annotated[str, "what breaks, or which clue is split"]
    cases: Annotated[tuple[LineSentences, ...], "one line for each placement of its mines"] = ()
    certain: Annotated[tuple[str, ...], "steps that are certain without any supposition"] = ()
    letters: tuple[Mapping[int, str], ...] = ()  # of each step and of the ending, to draw before it


def refutation_sentences(
    view: View, refutation: Refutation, draws: bool = False, below: bool = False
) -> LineSentences:
    """A refutation of a view in sentences; if it `draws` boards, they need not repeat what is drawn.

    `below`: a drawing of the view is above, so its safe cells are not named.

    >>> from logicsweep.reasons.refutation import refute
    >>> view = View.parse("01## 02## 01##")
    >>> said = refutation_sentences(view, refute(view, "r3c3"))
    >>> print(said.supposed, *said.steps, said.ending, sep="\\n")
    Suppose r3c3 were safe
    With r3c3 safe, the 2 at r2c2 has just two covered neighbours left, so r1c3 and r2c3 are mines.
    The 1 at r1c2 would have two mines: r1c3 and r2c3.
    """
    begun = view if refutation.flags else view.without_flags()
    now, certain = begun, list[str]()
    for step in refutation.certain:
        certain.append("\n".join(_tell_step(now, step, _start_moment(now)).lines))
        now = _show_found(now, step)
    when = _start_moment(begun, below=below)._replace(certain=sum([mark == FLAG for mark in now.marks]))
    supposed = f"Suppose {view.graph.name(refutation.cell)} were {verdict(refutation.verdict == 'safe')}"
    told = _say_line(now, refutation.line, supposed, when, draws, bool(certain))
    return told._replace(certain=tuple(certain))


def refutation_lines(
    view: View, refutation: Refutation, draw: Draw | None = None, below: bool = False
) -> Iterator[str]:
    """A refutation line by line: the supposition, the steps indented, and the verdict.

    `draw` draws a view around some rows, with cells in brackets and glyphs for others. It draws the steps of
    several clues that are certain anyway, each case, and again after a few steps: `*` and `.` stand for mines
    and safe cells that follow from what is supposed. `below`: the lines stand below a drawing of the view.
    """
    said = refutation_sentences(view, refutation, draw is not None, below)
    now = view if refutation.flags else view.without_flags()
    if said.certain:
        yield "Before we suppose anything:"
    lettered = ""
    for number, (step, words) in enumerate(zip(refutation.certain, said.certain, strict=True), 1):
        lines = words.split("\n")
        if draw and lines[1:]:
            told, found = tell_rows(now, step, _start_moment(now), lettered=True), decided_by(step)
            drawing = draw(now, {*step.added, *step.subtracted}, found, told.letters)
            lines = [f"{_say_verdicts(view.graph, step)}{lettered}:", *drawing, *told.lines]
            lettered = " (letters start over)"
        yield f"{number:>4}. " + f"\n{HANG}".join(lines)
        now = _show_found(now, step)
    at_once = bool(said.certain)
    shown = draw and partial(_draw_supposed, draw, now, set())
    yield from _indent_lines(said, refutation.line, now, shown, at_once)
    yield say_refuted(view, refutation)


def _draw_supposed(
    draw: Draw,
    certain: View,
    explained: set[str],
    view: View,
    line: Line,
    at: int,
    letters: Mapping[int, str],
) -> Iterable[str]:
    """Draw a view before a step of a line, with letters; `*` and `.` are what is not `certain` there.

    It shows all clues of the line; the whole board only to count all mines in this step. A line above it
    explains the signs that are not `explained` yet.
    """
    one = (*line.steps, line.broken)[at]
    rows = line.clues - {TOTAL} | ({*one.added, *one.subtracted} if one else set())
    pairs = enumerate(zip(certain.marks, view.marks, strict=True))
    signs = {cell: "*" if now == FLAG else "." for cell, (was, now) in pairs if was != now}
    drawing = [*draw(view, rows, (*line.safe, *line.mines), {**signs, **letters})]
    text = re.sub(r"\x1b\[\d*m|\.\.\.", "", "".join(drawing))  # colours; three dots: rows that are left out
    seen = {*re.findall(r"\[.\]|[*.]", text)}
    news = [sign for sign in _SIGNS if sign in seen and sign not in explained]
    explained.update(news)
    return [f"({', '.join([_SIGNS[sign] for sign in news])})"] * bool(news) + drawing


def say_refuted(view: View, refutation: Refutation) -> str:
    """The last line of a refutation: what the cell is."""
    so = "So" if refutation.line.cases else "That is impossible, so"
    return f"{so} {are(view.graph.name(refutation.cell), 1, refutation.verdict == 'mine')}."


def _indent_lines(
    said: LineSentences,
    line: Line,
    before: View,
    draw: _DrawLine | None,
    at_once: bool,
    indent: str = "",
    number: str = "",
) -> Iterator[str]:
    yield f"{indent}{number}{said.supposed}:"
    inner, view = indent + " " * (len(number) or 2), _show_found(before, line)
    ends = said.ending[:-1] + ":" if said.cases else said.ending
    if number and not said.cases and not ends.endswith("That is impossible."):
        ends += " That is impossible."
    drawn = _list_drawn(line, at_once) if draw else ()
    for at, words in enumerate((*said.steps, ends)):
        if draw and at in drawn:
            yield from [inner + row for row in draw(view, line, at, said.letters[at])]
        yield _indent(words, inner)
        view = reduce(_show_found, line.steps[at : at + 1], view)
    for at, (case_words, case) in enumerate(zip(said.cases, line.cases, strict=True), 1):
        told = [one._replace(supposed="") for one in said.cases[:at]]
        if (first := told.index(told[-1]) + 1) < at:
            yield f"{inner}  {at}. {case_words.supposed}: this fails in the same way as {first}."
            continue
        case = replace(case, safe=(*line.safe, *case.safe), mines=(*line.mines, *case.mines))
        yield from _indent_lines(case_words, case, view, draw, True, inner + "  ", f"{at}. ")


def _indent(thoughts: str, indent: str) -> str:
    """The thoughts of a step, those after the first a little further."""
    return indent + thoughts.replace("\n", f"\n{indent}  ")


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


def _list_drawn(line: Line, at_once: bool) -> set[int]:
    """Before which steps of a line its board is drawn: the first if `at_once`, then after every few.

    It is drawn again before the end, to count the mine total, and to show the letters of several clues.
    """
    drawn, last = set[int](), -_DRAWN_AFTER if at_once else -1
    for at, one in enumerate((*line.steps, line.broken)):
        rows = (*one.added, *one.subtracted) if one else ()
        due = at - last >= _DRAWN_AFTER - (one is line.broken and last > 0)
        if due or (at and TOTAL in rows) or len(rows) > 1:
            drawn.add(at)
            last = at
    return drawn


def _say_line(
    before: View, line: Line, words: str, when: Moment, draws: bool, at_once: bool
) -> LineSentences:
    """`words` say what the line supposes; if it `draws`, the boards show what is known by then."""
    view, steps = _show_found(before, line), list[Told]()
    drawn = _list_drawn(line, at_once) if draws else ()
    for at in range(len(line.steps) + 1):
        if at in drawn:
            known = [cell for cell, mark in enumerate(view.marks) if mark in (FLAG, SAFE)]
            when = when._replace(drawn=when.drawn.union(known))
        for step in line.steps[at : at + 1]:
            steps.append(_tell_step(view, step, when, at in drawn))
            view = _show_found(view, step)
    if line.broken:
        steps.append(_tell_broken(view, line.broken, when, len(line.steps) in drawn))
    said, letters = ["\n".join(one.lines) for one in steps], tuple([one.letters for one in steps])
    if line.broken:
        return LineSentences(words, tuple(said[:-1]), said[-1], letters=letters)
    assert line.split is not None
    row = Need.of(view, line.split, when)
    alike = _group_alike(view, sorted(row.cells))
    placed = [_say_placement(view.graph, case) for case in line.cases]
    told = zip(line.cases, placed, strict=True)
    cases = [_say_line(view, case, text, when, draws, at_once=True) for case, text in told]
    ending = f"{capital(say_need(Teller(view), row))} {_say_split(view.graph, line, alike)}"
    return LineSentences(words, tuple(said), ending, tuple(cases), letters=(*letters, {}))


def _tell_broken(view: View, broken: Balance, when: Moment, lettered: bool) -> Told:
    if broken.added and broken.subtracted:
        return tell_broken(view, broken, when, lettered)
    (row,) = (*broken.added, *broken.subtracted)
    return Told((_say_row_breaks(view, Need.of(view, row, when)),), {})


def _say_row_breaks(view: View, one: Need) -> str:
    """A row that cannot hold by itself."""
    most = sorted({*one.found, *one.cells})
    count = say_mines(len(one.found) if one.need < 0 else len(most))
    if one.row == TOTAL:
        left = capital(say_board_left(view, one))
        if one.need < 0:
            return f"{left}."
        if not one.cells:
            return f"{left}. But no covered cell is left."
        cells = f": {join_names(view.graph, one.cells)}" if len(one.cells) <= MOST_NAMED else ""
        return f"{left}. But there {is_or_are(len(one.cells))} just {_say_cells(one.cells)}{cells}."
    name = Teller(view).clue(one.row)
    if one.need < 0:
        return f"{capital(name)} would have {count}: {join_names(view.graph, one.found)}."
    could = "could get only" if one.cells else "would have only"
    few = f"{could} {count}: {join_names(view.graph, most)}" if most else "would have no mine"
    return f"{say_with_safe(view.graph, one, f'{name} {few}')}."


def _say_split(graph: CellGraph, line: Line, alike: Sequence[Sequence[int]]) -> str:
    count = len(line.cases)
    mines = [{*case.mines} for case in line.cases]
    partly = [one for one in alike if any(0 < len(some.intersection(one)) < len(one) for some in mines)]
    begin = "That leaves" if partly else "There is only" if count == 1 else "There are"
    works = {1: "it does not work", 2: "neither works"}.get(count, "none works")
    ways = f"{begin} {number_text(count)} way{'s' * (count > 1)}, and {works}."
    alike_text = [
        f"{join_names(graph, cells)} touch the same clues, so "
        + (
            f"they can change places: if just one of them is a mine, we take {graph.name(cells[0])}."
            if len(cells) == 2
            else "it does not matter which of them are mines."
        )
        for cells in partly
    ]
    return " ".join([*alike_text, ways])


def _say_placement(graph: CellGraph, case: Line) -> str:
    words = [_say_decided(graph, case.mines, mine=True)] * bool(case.mines)
    if case.safe:
        few = len(case.safe) <= _MOST_SAFE or not case.mines
        words.append(_say_decided(graph, case.safe, mine=False) if few else "the others are safe")
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
        flags = f"{plural(view.marks[clue], 'flag')} around it" if view.marks[clue] else "no mines around it"
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

"""Reasons in words: each sentence depends only on a reason and on the view before it.

The view shows clues, known mines (F) and known safe cells (?). A clue that decides alone names its cells;
`telling.py` puts several clues into words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from string import ascii_lowercase
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex, ClueIndex
from logicsweep.boards.board import COVERED, FLAG, SAFE, View, with_marks
from logicsweep.boards.cells import CellGraph, CellLike
from logicsweep.boards.names import clue_names, list_names
from logicsweep.boards.words import are, both_or_all, capital, number_text, plural, verdict
from logicsweep.csp.solution import Verdict
from logicsweep.csp.sums import TOTAL
from logicsweep.errors import of_kind
from logicsweep.reasons.reason import Balance, Explanation, Line, Refutation, Sign, decided_by
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
    The 2 at r2c2 touches the a's and cell b: two of them are mines.
    The 1 at r1c2 touches the a's: one of them is a mine.
    Only one of the two mines can be in the a's, so cell b (r3c3) is a mine.
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
    The board has one mine. The 1 at r1c2 touches r1c1, r1c3, r2c1, r2c2 and r2c3: one of them is a mine. \
That is the last mine. So the other nine covered cells are safe, including r1c5.
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


Draw = Callable[[View, Set[int], Collection[int], Mapping[int, str]], Iterable[str]]
HANG = " " * 6
"""Indents the further lines of a step, so that they stand behind its number."""
_SIGNS = {
    "[.]": "[.] = safe, as we suppose",
    "[*]": "[*] = a mine, as we suppose",
    "*": "* = must then be a mine",
    ".": ". = must then be safe",
}
_NEW_LETTERS = "the letters now mean other cells"
_IMPOSSIBLE = "That is impossible."
_DRAWN_AFTER = 3  # so many steps are easy to keep in mind
_DRAWN_AFTER_LETTERS = 2
_MOST_SAFE = 2  # of a case: so many safe cells are named, which others only fill up the clue


class RefutedLine(NamedTuple):
    """A line of a refutation, and the cells known by then.

    Line breaks part the thoughts of a step of several clues.

    - `letters`: those that its words give to groups of covered cells.
    - `shown`: the rows around which the board is drawn before it: all of its case, and the mine total only
      if this line counts all mines; none: it is not drawn.
    - `supposed`: all cells supposed by then.
    - `indent`: what stands before its words in a text.
    """

    words: Annotated[str, "the line"]
    depth: Annotated[int, "number of splits around it"]
    known: Annotated[dict[CellIndex, Verdict], "the cells supposed or found before"]
    decides: Annotated[dict[CellIndex, Verdict], "the cells supposed or found here"]
    stands_on: Annotated[dict[ClueIndex, Sign], "the clues of this line"]
    letters: Mapping[int, str] = {}
    shown: Set[int] = frozenset()
    supposed: Collection[int] = ()
    indent: str = ""


def refutation_sentences(
    view: View, refutation: Refutation, draws: bool = False, below: bool = False, brief: bool = False
) -> Iterator[RefutedLine]:
    """A refutation of a view in sentences; if it `draws` boards, they need not repeat what is drawn.

    - `below`: a drawing of the view is above, so its safe cells are not named.
    - `brief`: for an indented list; of cases that fail in the same way, it tells only the first.

    >>> from logicsweep.reasons.refutation import refute
    >>> view = View.parse("01## 02## 01##")
    >>> print(*[line.words for line in refutation_sentences(view, refute(view, "r3c3"))], sep="\\n")
    Suppose r3c3 were safe:
    With r3c3 safe, the 2 at r2c2 has just two covered neighbours left, so r1c3 and r2c3 are mines.
    The 1 at r1c2 would have two mines: r1c3 and r2c3.
    That is impossible, so r3c3 is a mine.
    """
    begun = view if refutation.flags else view.without_flags()
    now, known = begun, dict[int, Verdict]()
    for step in refutation.certain:
        told, signs = _tell_step(now, step, _start_moment(now), draws), _list_signs(step)
        shown = signs.keys() if draws and told.lines[1:] else frozenset[int]()
        yield RefutedLine("\n".join(told.lines), 0, known, decided_by(step), signs, told.letters, shown)
        known = known | decided_by(step)
        now = with_found(begun, known)
    when = _start_moment(begun, below=below)._replace(certain=now.marks.count(FLAG))
    name, is_mine = view.graph.name(refutation.cell), refutation.verdict == "mine"
    words, supposed = f"Suppose {name} were {verdict(not is_mine)}:", decided_by(refutation.line)
    first = RefutedLine(words, 0, known, supposed, {}, supposed=supposed)
    yield from _tell_line(begun, refutation.line, first, when, draws, brief)
    so = "So" if refutation.line.cases else "That is impossible, so"
    yield RefutedLine(f"{so} {are(name, 1, is_mine)}.", 0, {}, decided_by(refutation), {})


def refutation_lines(
    view: View, refutation: Refutation, draw: Draw | None = None, below: bool = False
) -> Iterator[str]:
    """A refutation line by line: the supposition, the steps indented, and the verdict.

    `draw` draws a view around some rows, with cells in brackets and glyphs for others. It draws the steps of
    several clues that are certain anyway, each case, and again after a few steps: `*` and `.` stand for mines
    and safe cells that follow from what is supposed. `below`: the lines stand below a drawing of the view.
    """
    lines = refutation_sentences(view, refutation, draw is not None, below, brief=True)
    begun = view if refutation.flags else view.without_flags()
    certain, explained = set[int](), set[str]()
    if refutation.certain:
        yield "Before we suppose anything:"
    for number, (step, line) in enumerate(zip(refutation.certain, lines, strict=False), 1):
        thoughts = line.words.split("\n")
        if draw and line.shown:
            drawing = draw(with_found(begun, line.known), line.shown, line.decides, line.letters)
            anew = " (new letters)" * (_NEW_LETTERS in explained)
            thoughts = [f"{_say_verdicts(view.graph, step)}{anew}:", *drawing, *thoughts]
            explained.add(_NEW_LETTERS)
        yield f"{number:>4}. " + f"\n{HANG}".join(thoughts)
        certain.update(line.decides)
    for line in lines:
        if draw and line.shown:
            drawing = _draw_supposed(draw, begun, line, certain, explained)
            yield from [line.indent + row for row in drawing]
        yield line.indent + line.words.replace("\n", f"\n{line.indent}  ")


def _draw_supposed(
    draw: Draw, begun: View, line: RefutedLine, certain: Set[int], explained: set[str]
) -> Iterable[str]:
    """Draw what is known before a line, with letters; `*` and `.` are what is not `certain` there.

    A line above it explains the signs that are not `explained` yet, and says if letters were used before.
    """
    signs = {one: "*" if is_it == "mine" else "." for one, is_it in line.known.items() if one not in certain}
    drawing = [*draw(with_found(begun, line.known), line.shown, line.supposed, {**signs, **line.letters})]
    text = re.sub(r"\x1b\[\d*m|\.\.\.", "", "".join(drawing))  # colours; three dots: rows that are left out
    seen = {*re.findall(r"\[.\]|[*.]", text)}
    news = [_SIGNS[sign] for sign in _SIGNS if sign in seen and _SIGNS[sign] not in explained]
    news += [_NEW_LETTERS] * bool(line.letters and _NEW_LETTERS in explained)
    explained.update(news, [_NEW_LETTERS] * bool(line.letters))
    return [f"({'; '.join(news)})"] * bool(news) + drawing


def _list_signs(of: Balance) -> dict[int, Sign]:
    if of.size == 1:
        return dict.fromkeys((*of.added, *of.subtracted), "stands on")
    return {**dict.fromkeys(of.added, "added"), **dict.fromkeys(of.subtracted, "subtracted")}


def with_found(view: View, found: Mapping[int, Verdict]) -> View:
    """The view with known cells marked, mines as flags.

    >>> with_found(View.parse("1##"), {1: "mine", 2: "safe"}).drawing
    '1F?'
    """
    marks = [
        FLAG if found.get(cell) == "mine" else SAFE if cell in found else mark
        for cell, mark in enumerate(view.marks)
    ]
    return with_marks(view, marks)


def _list_drawn(line: Line, at_once: bool) -> set[int]:
    """Before which steps of a line its board is drawn: the first if `at_once`, then after every few.

    It is drawn again before the end, to count the mine total, and to show the letters of several clues.
    """
    drawn, last, after = set[int](), -_DRAWN_AFTER if at_once else -1, _DRAWN_AFTER
    for at, one in enumerate((*line.steps, line.broken)):
        rows = (*one.added, *one.subtracted) if one else ()
        due = at - last >= after - (one is line.broken and last > 0)
        if due or (at and TOTAL in rows) or len(rows) > 1:
            drawn.add(at)
            last, after = at, _DRAWN_AFTER_LETTERS if len(rows) > 1 else _DRAWN_AFTER
    return drawn


def _tell_line(
    begun: View, line: Line, first: RefutedLine, when: Moment, draws: bool, brief: bool
) -> Iterator[RefutedLine]:
    """The `first` line, which says what is supposed, then the steps, the end and the cases."""
    yield first
    depth, known, indent = first.depth, first.known | first.decides, " " * len(first.indent) or "  "
    drawn = _list_drawn(line, at_once=bool(first.known)) if draws else ()
    for at, one in enumerate((*line.steps, line.broken)):
        now, lettered = with_found(begun, known), at in drawn
        if lettered:
            when = _start_moment(now, below=True)._replace(certain=when.certain)
        if one:
            tell = _tell_broken if one is line.broken else _tell_step
            told, signs = tell(now, one, when, lettered), _list_signs(one)
        else:
            assert line.split is not None
            told = Told((_say_split(now, line, line.split, when, brief),), {})
            signs = {line.split: "stands on"}
        decides = decided_by(one) if one and one is not line.broken else {}
        words = "\n".join(told.lines)
        if brief and depth and one and one is line.broken and not words.endswith(_IMPOSSIBLE):
            words += f" {_IMPOSSIBLE}"
        shown = line.clues - {TOTAL} | signs.keys() if lettered else frozenset[int]()
        yield RefutedLine(words, depth, known, decides, signs, told.letters, shown, first.supposed, indent)
        known = known | decides
    bodies = list[object]()
    for number, case in enumerate(line.cases, 1):
        words, decides = f"{_say_placement(begun.graph, case)}:", decided_by(case)
        supposed, lead = (*first.supposed, *decides), f"{indent}  {_label_case(first, number)}. "
        second = RefutedLine(words, depth + 1, known, decides, {}, supposed=supposed, indent=lead)
        lines = [*_tell_line(begun, case, second, when, draws, brief)]
        bodies.append([(one.words, one.letters) for one in lines[1:]])
        if brief and (like := bodies.index(bodies[-1]) + 1) < number:
            same = f"This fails in the same way as {_label_case(first, like)}."
            lines = [second._replace(words=f"{words[:-1]}. {same}")]
        yield from lines


def _label_case(outer: RefutedLine, number: int) -> str:
    """`2`, or of a case inside that one `2b`."""
    label = outer.indent.strip(" .")
    return f"{label}{ascii_lowercase[number - 1 : number]}" if label else f"{number}"


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
        named = len(one.found) <= MOST_NAMED
        which = f": {join_names(view.graph, one.found)}" if named else f", {number_text(-one.need)} too many"
        return f"{capital(name)} would have {count}{which}."
    could = "could have only" if one.cells else "would have only"
    few = f"{could} {count}: {join_names(view.graph, most)}" if most else "would have no mine"
    return f"{say_with_safe(view.graph, one, f'{name} {few}')}."


def _say_split(view: View, line: Line, clue: int, when: Moment, brief: bool) -> str:
    """Which clue is split, and in how many ways; `brief`: they come right after it."""
    row, graph, count = Need.of(view, clue, when), view.graph, len(line.cases)
    mines = [{*case.mines} for case in line.cases]
    alike = _group_alike(view, sorted(row.cells))
    partly = [one for one in alike if any(0 < len(some.intersection(one)) < len(one) for some in mines)]
    begin = "That leaves" if partly else "There is only" if count == 1 else "There are"
    works = {1: "it does not work", 2: "neither works"}.get(count, "none works")
    ways = f"{begin} {number_text(count)} way{'s' * (count > 1)}, and {works}{':' if brief else '.'}"
    alike_text = [
        f"{join_names(graph, cells)} "
        + (
            f"are twins: they touch the same numbers. If only one of them is a mine, we try "
            f"{graph.name(cells[0])}; {graph.name(cells[1])} would fail in the same way."
            if len(cells) == 2
            else "touch the same numbers, so it does not matter which of them are mines."
        )
        for cells in partly
    ]
    return " ".join([capital(say_need(Teller(view), row)), *alike_text, ways])


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
    decided = are(list_names(view.graph, meant, 60), len(meant), explanation.verdict == "mine")
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

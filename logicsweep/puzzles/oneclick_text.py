"""How `oneclick` reads and prints: the cases of Code Jam's statement, or one size given directly."""

from __future__ import annotations

import re
from collections.abc import Iterator

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quoted
from logicsweep.puzzles.numbers import CaseLines, Number
from logicsweep.puzzles.oneclick import Impossible, Win, oneclick


def oneclick_text(text: str, source: str = "text", explain: bool = False) -> Iterator[str]:
    """The answer to each case of a text: `T`, then T lines `R C M`; `source` names it in errors.

    An answer is made when it is asked for, so that those before a bad case are out when InvalidInput comes.

    >>> print(*oneclick_text("2\\n2 3 2\\n2 3 1", explain=True), sep="\\n")
    Case #1:
    c.*
    ..*
    Case #2:
    Impossible
    On a board two wide, 5 safe cells are no win: a clue 0 needs whole lines of two, so they come in pairs.
    """
    lines = CaseLines(text, source)
    [count] = lines.demand("the number of cases").numbers(1, "one number, how many cases there are")
    total = count.within(0)
    for case in range(1, total + 1):
        line = lines.demand(f"case {case} of {total}, 'R C M'")
        yield _said(case, _solved(*line.numbers(3, f"case {case}, three numbers R C M")), explain)
    for line in lines:
        raise InvalidInput(line.place, f"nothing after {plural(total, 'case')}", quoted(" ".join(line.words)))


def oneclick_size(size: str | None, mines: int | None, explain: bool = False) -> str:
    """The answer for one size, `RxC`, printed as the first case; InvalidInput where either is missing.

    >>> print(oneclick_size("1x4", 2))
    Case #1:
    c.**
    """
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})\s*", size or "", re.ASCII)
    if not match:
        raise InvalidInput("size", "rows x columns such as 5x7", quoted(size) if size else "none")
    if mines is None:
        raise InvalidInput("mines", "a number of mines", "none")
    rows, cols = (Number(int(group), "size") for group in match.groups())
    return _said(1, _solved(rows, cols, Number(mines, "mines")), explain)


def _solved(rows: Number, cols: Number, mines: Number) -> Win | Impossible:
    cells = rows.within(1) * cols.within(1)
    try:
        CellGraph.grid(rows.value, cols.value)
    except InvalidInput as error:  # too large
        raise InvalidInput(f"{rows.place}: {error.place}", error.expected, error.found) from None
    return oneclick(rows.value, cols.value, mines.within(0, cells - 1))


def _said(case: int, answer: Win | Impossible, explain: bool) -> str:
    reason = f"\n{answer.reason}" if explain and isinstance(answer, Impossible) else ""
    return f"Case #{case}:\n{answer}{reason}"

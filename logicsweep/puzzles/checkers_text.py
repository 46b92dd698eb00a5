"""How `checkers` reads and prints: the statement's boards, their answers, the captures drawn."""

from __future__ import annotations

from collections.abc import Iterator

from logicsweep.errors import InvalidInput, quoted
from logicsweep.puzzles.checkers import Capture, CheckersBoard, checkers
from logicsweep.puzzles.numbers import CaseLines


def checkers_text(text: str, source: str = "text", show: bool = False) -> Iterator[str]:
    """The most captures of one move on each board of a text, with `show` also such a move, drawn.

    A board is a line `N M` (rows and columns, at least 3 each, more than the statement's 20 allowed) and a
    line of its houses; `0 0` ends. An answer is made when it is asked for, so that those before a bad board
    are out when InvalidInput comes; `source` names the text there. In drawings `@` is where the piece starts,
    `o` other own pieces, `x` opponents that stay, `.` empty houses, a number the opponent that falls by this
    jump; the houses of the piece are numbered from 1 as in the statement.

    >>> for answer in checkers_text("3 5\\n1 0 0 2 2 0 0 1\\n0 0\\n", show=True):
    ...     print(answer)
    2
    1 7 3
    .   .   o
      1   2
    @   .   .
    """
    for board, place in _boards(text, source):
        try:
            capture = checkers(board)
        except InvalidInput as error:
            raise InvalidInput(f"{place}: {error.place}", error.expected, error.found) from None
        yield _drawn(board, capture) if show else str(len(capture.jumped))


def _boards(text: str, source: str) -> Iterator[tuple[CheckersBoard, str]]:
    lines = CaseLines(text, source)
    while True:
        line = lines.demand("a board 'N M', or '0 0' at the end")
        rows, cols = line.numbers(2, "two numbers N M, rows and columns")
        if rows.value == cols.value == 0:
            break
        count = (rows.within(3) * cols.within(3) + 1) // 2
        houses = lines.demand(f"{count} houses").numbers(count, f"{count} houses")
        pieces = tuple(house.within(0, 2) for house in houses)
        yield CheckersBoard(rows.value, cols.value, pieces), line.place
    for line in lines:
        raise InvalidInput(line.place, "nothing after '0 0'", quoted(" ".join(line.words)))


def _drawn(board: CheckersBoard, capture: Capture) -> str:
    labels = [".ox"[piece] for piece in board.houses]
    for number, house in enumerate(capture.jumped, 1):
        labels[house] = str(number)
    if capture.houses:
        labels[capture.houses[0]] = "@"
    moves = " ".join(str(house + 1) for house in capture.houses)
    return "\n".join([str(len(capture.jumped)), *([moves] if moves else []), board.draw(labels)])

"""`solve`: an answer for each board, such as the fewest cells that the casual player leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from logicsweep.boards.many import Boards
from logicsweep.errors import InvalidInput
from logicsweep.verbs.reading import READS, Reading, Source, open_inputs

_Answer = TypeVar("_Answer")
_ALL = Reading()


def solve(
    sources: Iterable[Source], answers_of: Callable[[Boards], Iterable[_Answer]], how: Reading = _ALL
) -> Iterator[Iterator[_Answer]]:
    """The answers to all boards of some sources, in order and in the batches in which boards arrive.

    Raises InvalidInput if a board has no safe cell to start on, and names the board if it is not the first.

    >>> from logicsweep.closures.closure import remaining_of_groups
    >>> text = b"1 3\\n..M\\n1 3\\n.M.\\n0 0\\n"
    >>> [[*found] for found in solve([("text", iter([text]))], remaining_of_groups)]
    [[0, 1]]
    """
    first = 1
    for one in open_inputs(sources, READS["solve"], how.form, how.field):
        for boards in one.boards():
            yield _answers(boards, first, answers_of)
            first += len(boards)


def _answers(
    boards: Boards, first: int, answers_of: Callable[[Boards], Iterable[_Answer]]
) -> Iterator[_Answer]:
    try:
        yield from answers_of(boards)
    except InvalidInput as error:
        number = next((at for at, board in enumerate(boards, first) if not board.safe_count), 1)
        if number == 1:
            raise
        raise InvalidInput(f"board {number}", error.expected, error.found) from None

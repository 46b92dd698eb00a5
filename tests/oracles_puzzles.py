"""The sibling puzzles done slowly and obviously right."""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import combinations, pairwise

from logicsweep.puzzles.checkers import EMPTY, OPPONENT, OWN


def reveal_by_statement(rows: list[str], click: tuple[int, int]) -> list[str]:
    """LeetCode 529 as contestants write it: breadth first on a list of lists."""
    field = [list(row) for row in rows]
    if field[click[0]][click[1]] == "M":
        field[click[0]][click[1]] = "X"
        return ["".join(row) for row in field]
    queue = deque([click])
    while queue:
        row, col = queue.popleft()
        if field[row][col] != "E":
            continue
        around = [
            (r, c)
            for r in range(row - 1, row + 2)
            for c in range(col - 1, col + 2)
            if (r, c) != (row, col) and 0 <= r < len(field) and 0 <= c < len(field[0])
        ]
        mines = sum(field[r][c] == "M" for r, c in around)
        field[row][col] = str(mines) if mines else "B"
        if not mines:
            queue.extend(around)
    return ["".join(row) for row in field]


@cache
def one_click_counts(rows: int, cols: int) -> frozenset[int]:
    """The numbers of mines for which some placement and some click win, by trying all."""
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    near = {(r, c): [(x, y) for x, y in cells if max(abs(x - r), abs(y - c)) == 1] for r, c in cells}
    return frozenset(
        count
        for count in range(len(cells))
        if any(_some_click_wins(cells, near, set(mines)) for mines in combinations(cells, count))
    )


def _some_click_wins(cells, near, mines) -> bool:
    safe = [cell for cell in cells if cell not in mines]
    zeros = {cell for cell in safe if not mines.intersection(near[cell])}
    return len(safe) == 1 or any(_opened(zero, zeros, near) == set(safe) for zero in zeros)


def _opened(cell, zeros, near) -> set:
    seen: set = set()

    def visit(now) -> None:
        if now not in seen:
            seen.add(now)
            if now in zeros:
                for other in near[now]:
                    visit(other)

    visit(cell)
    return seen


def most_captures(rows: int, cols: int, houses: list[int]) -> int:
    """MegaCheckers by plain backtracking on the squares of the board."""
    numbers = iter(houses)
    square = {(r, c): next(numbers) for r in range(rows) for c in range(r % 2, cols, 2)}

    def captures(row: int, col: int) -> int:
        best = 0
        for dr in (-1, 1):
            for dc in (-1, 1):
                over, land = (row + dr, col + dc), (row + 2 * dr, col + 2 * dc)
                if square.get(over) == 2 and square.get(land) == 0:
                    square[over] = 3
                    best = max(best, 1 + captures(*land))
                    square[over] = 2
        return best

    best = 0
    for start in [place for place, piece in square.items() if piece == 1]:
        square[start] = 0
        best = max(best, captures(*start))
        square[start] = 1
    return best


def longest_trail_by_walking(edges, starts) -> int:
    """The longest walk along unused edges from a start that touches no other start, by trying all."""

    def walk(node, left) -> int:
        return max(
            (1 + walk(b if a == node else a, left - {(a, b)}) for a, b in left if node in (a, b)),
            default=0,
        )

    return max(
        (
            walk(start, frozenset(edge for edge in edges if not (starts - {start}).intersection(edge)))
            for start in starts
        ),
        default=0,
    )


def is_one_click_win(board, cell) -> bool:
    """Whether a click on this cell, a name, reveals every safe cell."""
    click = board.graph.index(cell)
    if board.mined[click]:
        return False
    opened, waiting = {click}, [click]
    while waiting:
        one = waiting.pop()
        if board.clue(one) == 0:
            new = {*board.graph.neighbours[one]} - opened
            opened |= new
            waiting += new
    return len(opened) == board.safe_count


def is_capture(board, houses) -> bool:
    """Whether an own piece may go along these houses in one move, by the rules, without a graph."""
    pieces = dict(enumerate(board.houses))
    if len(houses) < 2 or pieces.get(houses[0]) != OWN:
        return False
    pieces[houses[0]] = EMPTY
    for leave, land in pairwise(houses):
        if pieces.get(land) != EMPTY:
            return False
        (row, col), (to_row, to_col) = board.squares[leave], board.squares[land]
        if {abs(to_row - row), abs(to_col - col)} != {2}:
            return False
        over = board.house_at[(row + to_row) // 2, (col + to_col) // 2]
        if pieces[over] != OPPONENT:
            return False
        pieces[over] = -1  # jumped: neither to jump again nor to land on
    return True

"""A hint in stages: one step, of which each stage gives away a little more.

First where to look, then which clues, then what kind of step it is, at last the whole sentence. What the
step decides is told by the last stage alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Final, NamedTuple

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph, CellLike
from logicsweep.boards.words import are, both_or_all, capital, listed, plural
from logicsweep.csp.clash import require_layout, solved
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Solution
from logicsweep.errors import whole_number
from logicsweep.games.game import Run, play
from logicsweep.games.path import deciding, walking
from logicsweep.games.players import PLAYERS, Player, PlayerLike, player_of, strongest
from logicsweep.games.step import Step, verdicts_of
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.reason import Reason, decided_by, rows_in
from logicsweep.reasons.refutation import Refutation
from logicsweep.rules.engine import Firing
from logicsweep.rules.own import is_own

STAGES: Final = 4
"""How many stages there are."""


@dataclass(frozen=True, repr=False)
class Staged:
    """One step, to be told in stages.

    `asked` is the view that a hint was asked for; `after` says how many other steps come first. `step` has
    at most one reason: none was found within the limits, or the clues do not force what a production of
    one's own concludes. A `player` of a path has what a solver gives at once taken apart into productions.

    >>> hint = next_step(View.parse("01## 02## 01##"), "overlap")
    >>> for stage in (1, 2, 3, 4):
    ...     print(hint.line(stage))
    Look at the whole board.
    r1c2 and r2c2 together decide something.
    Take r2c2 against r1c2: 2 clues at once [overlap].
    r2c2 needs one mine more than r1c2, and sees only r3c3 besides r1c2's cells: r3c3 is a mine.
    """

    asked: View
    player: Player
    step: Step
    after: int = 0

    def __repr__(self) -> str:
        return f"<Staged {self.step.firing.production} of {self.player.name}, after {self.after}>"

    @property
    def before(self) -> View:
        """What is known before the step, with the mines found as its flags."""
        return self.step.before

    @property
    def reason(self) -> Reason | None:
        """How the step follows."""
        return next(iter(self.step.reasons), None)

    @property
    def telling(self) -> bool:
        """Whether the production's name may say what follows: one for one clue, or one's own."""
        return self.step.production.rows == 1 or is_own(self.step.production)

    @cached_property
    def clues(self) -> tuple[int, ...]:
        """The cells of the clues that decide together, ascending."""
        return tuple(sorted(self._rows - {TOTAL}))

    @property
    def total(self) -> bool:
        """Whether the mine total decides with them."""
        return TOTAL in self._rows

    @cached_property
    def _rows(self) -> set[int]:
        if self.reason:
            return rows_in(self.reason)
        site, used = self.step.firing.site, self.step.firing.used
        return {fact.subject for fact in used if fact.attribute == "clue"} if isinstance(site, int) else set()

    @cached_property
    def region(self) -> Region:
        """Where to look: it holds all the clues; all of the board where the mine total is needed."""
        return region_of(self.before.graph, () if self.total else self.clues)

    @cached_property
    def safe(self) -> tuple[int, ...]:
        """The cells that are found safe by the reason, ascending."""
        return self._decided("safe")

    @cached_property
    def mines(self) -> tuple[int, ...]:
        """The cells that are found to be mines by the reason, ascending."""
        return self._decided("mine")

    def _decided(self, verdict: str) -> tuple[int, ...]:
        found = decided_by(self.reason) if self.reason else dict(sorted(self.step.verdicts.items()))
        return tuple([cell for cell, is_it in found.items() if is_it == verdict])

    def line(self, stage: int) -> str:
        """What one stage (1 to 4) says beyond those before it."""
        at = whole_number("stage", stage, 1, STAGES)
        return (self._where, self._which, self._kind, self._sentence)[at - 1]()

    def _where(self) -> str:
        shown = [cell for cell, mark in enumerate(self.asked.marks) if mark >= 0]
        return f"Look at {region_text(self.before.graph, self.region, shown)}."

    def _which(self) -> str:
        names = self.before.graph.names(self.clues)
        rows = [*names, *["the mine total"] * self.total]
        if not rows:
            return "No few clues are known that decide something by themselves."
        both = both_or_all(rows)[0]
        text = f"{both} together decide something." if len(rows) > 1 else f"{both} decides something."
        return text if names else capital(text)

    def _kind(self) -> str:
        tag = "" if self.telling else f" [{self.step.production.name}]"
        return f"{self._how()}{tag}."

    def _how(self) -> str:
        reason, size = self.reason, self._size()
        match reason:
            case None:
                return "A production concludes it that is not known to follow from few clues"
            case Balance(rows=1, total=True):
                return "Compare the mine total with the mines found and the cells still covered"
            case Balance(rows=1):
                clue = self.before.graph.name(self.clues[0])
                return f"Compare {clue} with the mines found and the cells still covered around it"
            case Balance():
                return f"Take {_sum(self, reason)}: {size} at once"
            case Refutation(cases=1):
                return f"Suppose a cell to be the other way: step by step {size} show that it cannot be"
            case Refutation():
                ways = plural(reason.cases, "case")
                return f"Suppose a cell to be the other way: in each of {ways} one of {size} breaks"
        return f"{capital(size)} together leave a cell only one way"

    def _size(self) -> str:
        clues = plural(len(self.clues), "clue")
        return f"{clues} and the mine total" if self.total else clues

    def _sentence(self) -> str:
        if self.reason:
            return self.step.sentences[0]
        names = self.before.graph.names
        decided = [
            are(", ".join(names(cells)), len(cells), mine)
            for cells, mine in ((self.safe, False), (self.mines, True))
            if cells
        ]
        return f"{', '.join(decided)}: {self.step.production.sentence}"


def _sum(staged: Staged, balance: Balance) -> str:
    """`r4c5 and r5c4 together against r4c4`."""
    graph = staged.before.graph
    sides = [
        [*graph.names([row for row in rows if row != TOTAL]), *["the mine total"] * (TOTAL in rows)]
        for rows in (balance.added, balance.subtracted)
    ]
    sides.sort(key=len, reverse=not all(sides))
    more, fewer = sides
    together = f"{both_or_all(more)[0]}{' together' if len(more) > 1 else ''}"
    if not fewer:
        return together
    return f"{together} against {both_or_all(fewer)[0]}"


def next_step(view: View | Position, player: PlayerLike = "counter", checked: bool = True) -> Staged | None:
    """The easiest step that a player can take in a position now; None where there is none.

    Flags that the player finds right are known, those found wrong are safe cells, and any other says nothing;
    the flags of a position that trusts them are known. Other arguments and errors are as for `path`.

    >>> print(next_step(View.parse("mines 1 #1###")).line(4))
    r1c2 needs one mine, all that is left: every other cell is safe.
    """
    position, who = require_layout(Position.of(view)), player_of(player)
    return _first(position, _settled(position, who, checked), who, checked, _decides)


def _decides(firing: Firing) -> bool:
    return bool(verdicts_of(firing))


def step_to(
    run: View | Position | Run, cell: CellLike, player: PlayerLike = "casual", checked: bool = True
) -> Staged | None:
    """The step that decides a cell: in a position on the player's easiest path, in a game as it was played.

    The `player` and `checked` of a game are its own. What they do not decide is decided by the weakest player
    of the ladder who can, from where they end: see `Staged.player`. None where the cell is cleared or not
    forced.

    >>> found = step_to(View.parse("1#1#"), "r1c4")
    >>> found.after, found.line(2), found.line(4)
    (1, 'r1c3 decides something.', 'r1c3 has its mine (r1c2), so r1c4 is safe.')
    """
    if isinstance(run, Run):
        return _in_game(run, run.graph.locate(cell))
    position, who = require_layout(Position.of(run)), player_of(player)
    view = position.view
    index = view.graph.locate(cell)
    if index not in view.covered:
        return None
    for one in dict.fromkeys((who, *_ladder(view.mines is not None))):
        settled = _settled(position, one, checked, index)
        if found := _first(position, settled, one, checked, deciding(index), index):
            return found
    return None


def _in_game(game: Run, cell: int) -> Staged | None:
    verdict = game.trace.verdict(cell)
    if verdict is None:
        position, until = Position(game.after, trust_flags=True), deciding(cell)
        ways = (_first(position, position, one, game.checked, until, cell) for one in _ladder(total=True))
        return next(filter(None, ways), None)
    firing = game.trace.giver.get(verdict)
    return _staged(game, game.steps[firing.number - 1], cell) if firing else None


def _staged(run: Run, step: Step, cell: int, asked: View | None = None) -> Staged:
    """A step as it is for one of its cells."""
    one = replace(step, cells=(cell,))
    return Staged(asked or one.before, run.player, one, len(run.trace.why(cell)) - 1)


def _ladder(total: bool) -> Iterator[Player]:
    """The players of the ladder, up to the first who decides all that follows from what is told."""
    able = strongest(total)
    for player in PLAYERS.values():
        if player.knows_total <= total:
            yield player
        if player == able:
            return


def _first(
    asked: Position,
    settled: Position,
    player: Player,
    checked: bool,
    until: Callable[[Firing], bool],
    cell: int | None = None,
) -> Staged | None:
    """The first step on a path for which something holds."""
    run = walking(settled, player=player, checked=checked).go(until=until)
    step = next(iter(run.steps[-1:]), None)
    if step is None or not until(step.firing):
        return None
    return _staged(run, step, min(step.cells) if cell is None else cell, asked.view)


def _settled(position: Position, player: Player, checked: bool, asked: int | None = None) -> Position:
    """A position in which flags are no claims: each is known, taken back, or a cell known to be safe.

    A cell that is `asked` about is covered, and nothing is told of wrong flags.
    """
    view = position.view
    if position.trust_flags or not view.flags:
        return position
    known = dict.fromkeys(view.flags, COVERED)
    found = _found(position, player, checked)
    safe, mines = found.safe, found.mines
    for cells, mark in ((safe, SAFE if asked is None else COVERED), (mines, FLAG)):
        known.update({cell: mark for cell in cells if cell in known and cell != asked})
    marks = [known.get(cell, mark) for cell, mark in enumerate(view.marks)]
    return Position(View(view.graph, tuple(marks), view.mines), trust_flags=True)


def _found(position: Position, player: Player, checked: bool) -> Solution | Run:
    """What a player finds."""
    if player.complete:
        return solved(position, player.knows_total and position.view.mines is not None)
    return play(position, player=player, checked=checked)


Span = tuple[int, int]
"""The first and the last row or column; on a torus the last may lie before the first: over the edge."""

_BLOCK = 2


class Region(NamedTuple):
    """Cells, and on a rectangular field their rows and columns; `whole`: there is no other cell.

    >>> found = region_of(CellGraph.grid(9, 9), [60, 70])
    >>> found.rows, found.cols, len(found.cells)
    ((4, 8), (4, 8), 25)
    """

    cells: frozenset[int]
    whole: bool
    rows: Span | None = None
    cols: Span | None = None


def region_of(graph: CellGraph, cells: Collection[int]) -> Region:
    """Blocks of 2 by 2 that hold some cells and their neighbours; without cells all that there is.

    So a single cell is not just the middle of its region. On a free graph: the cells, their neighbours, and
    the neighbours of these.
    """
    if not cells:
        span = [(0, size - 1) for size in graph.shape or ()]
        return Region(frozenset(range(len(graph))), True, *span)
    if not graph.shape:
        found = _grown(graph, _grown(graph, cells))
        return Region(frozenset(found), len(found) == len(graph))
    (height, width), turns = graph.shape, graph.kind == "torus"
    rows = _span({cell // width for cell in cells}, height, turns)
    cols = _span({cell % width for cell in cells}, width, turns)
    inside = frozenset(row * width + col for row, col in product(_along(rows, height), _along(cols, width)))
    return Region(inside, len(inside) == len(graph), rows, cols)


def region_text(graph: CellGraph, region: Region, named: Iterable[int] = ()) -> str:
    """Where a region is, as the rest of a sentence; on a free graph by the cells `named` of it.

    >>> field = CellGraph.grid(9, 9)
    >>> region_text(field, region_of(field, [64])), region_text(field, region_of(field, [36, 40]))
    ('the lower left, around rows 7-9, columns 1-4', 'rows 3-6, columns 1-6')
    """
    if region.whole:
        return "the whole board" if graph.shape else "all cells"
    if not region.rows or not region.cols or not graph.shape:
        return f"{listed(graph, [cell for cell in named if cell in region.cells])} and around"
    place = f"{_numbers('row', region.rows)}, {_numbers('column', region.cols)}"
    side = _side(region.rows, region.cols, graph.shape)
    return f"{side}, around {place}" if side else place


def _grown(graph: CellGraph, cells: Iterable[int]) -> set[int]:
    cells = set(cells)
    return cells.union(*[graph.neighbours[cell] for cell in cells])


def _span(places: set[int], size: int, turns: bool) -> Span:
    """The shortest stretch of blocks that holds all places and those beside; `turns`: it may pass the end."""
    at = sorted(places)
    first, last = max(0, at[0] - 1), min(size - 1, at[-1] + 1)
    if turns:
        ends = zip(at, [*at[1:], at[0] + size], strict=True)
        gap, before = max([(after - before, before) for before, after in ends])
        if gap <= 3:  # those beside meet
            return 0, size - 1
        first, last = (before + gap - 1) % size, (before + 1) % size
        if last < first:
            return first, last
    return first - first % _BLOCK, min(size - 1, last - last % _BLOCK + _BLOCK - 1)


def _along(span: Span, size: int) -> Iterable[int]:
    first, last = span
    return [place % size for place in range(first, last + 1 + (size if last < first else 0))]


def _numbers(noun: str, span: Span) -> str:
    first, last = span
    if first == last:
        return f"{noun} {first + 1}"
    return f"{noun}s {first + 1}-{last + 1}" + (" over the edge" if last < first else "")


def _side(rows: Span, cols: Span, shape: tuple[int, int]) -> str:
    """The part of the board that both spans lie in; nothing where there is no word for it."""
    up, left = (_half(span, size) for span, size in zip((rows, cols), shape, strict=True))
    if up is None and left is None:
        return ""
    across = {-1: "left", 1: "right"}.get(left or 0)
    if up:
        return f"the {'upper' if up < 0 else 'lower'} {across}" if across else _EDGE[up, 0]
    return _EDGE[0, left or 0]


_EDGE = {(-1, 0): "the top", (1, 0): "the bottom", (0, -1): "the left", (0, 1): "the right"}


def _half(span: Span, size: int) -> int | None:
    """-1: in the first half, 1: in the last, None: in both."""
    first, last = span
    if last < first or size < 2 * (last - first + 1):
        return None
    return -1 if 2 * (last + 1) <= size else 1 if 2 * first >= size else None

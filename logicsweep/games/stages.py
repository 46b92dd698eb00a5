"""A hint in stages: one step, of which each stage gives away a little more.

First where to look, then which clues, then what kind of step it is, at last the whole sentence. What the
step decides is told by the last stage alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.cells import CellLike
from logicsweep.boards.words import are, both_or_all, plural
from logicsweep.csp.clash import require_layout, solved
from logicsweep.csp.position import Position
from logicsweep.errors import whole_number
from logicsweep.games.game import Run, play
from logicsweep.games.path import deciding, walking
from logicsweep.games.players import PLAYERS, Player, PlayerLike, player_of, strongest
from logicsweep.games.regions import Region, region_of, region_text
from logicsweep.games.step import Step, reason_sentence, verdicts_of
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.reason import Reason, decided_by, rows_in
from logicsweep.reasons.refutation import Refutation
from logicsweep.rules.engine import Firing, Production
from logicsweep.rules.knowledge import verdict_of
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
    def production(self) -> Production:
        """The production of the step."""
        return self.step.production

    @property
    def telling(self) -> bool:
        """Whether the production's name may say what follows: one for one clue, or one's own."""
        return self.production.rows == 1 or is_own(self.production)

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
        if self.reason:
            return tuple([cell for cell, found in decided_by(self.reason).items() if found == verdict])
        given = self.step.firing.given
        return tuple(sorted({fact.subject for fact in given if verdict_of(fact) == verdict}))

    def line(self, stage: int) -> str:
        """What one stage (1 to 4) says beyond those before it."""
        at = whole_number("stage", stage, 1, STAGES)
        return (self._where, self._which, self._kind, self._sentence)[at - 1]()

    def _where(self) -> str:
        shown = [cell for cell, mark in enumerate(self.asked.marks) if mark >= 0]
        return f"Look at {region_text(self.before.graph, self.region, shown)}."

    def _which(self) -> str:
        names = self.before.graph.names(self.clues)
        said = [*names, *["the mine total"] * self.total]
        if not said:
            return "No few clues are known that decide something by themselves."
        both = both_or_all(said)[0]
        text = f"{both} together decide something." if len(said) > 1 else f"{both} decides something."
        return text[:1].upper() + text[1:] if not names else text

    def _kind(self) -> str:
        tag = "" if self.telling else f" [{self.production.name}]"
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
        return f"{size[:1].upper()}{size[1:]} together leave a cell only one way"

    def _size(self) -> str:
        clues = plural(len(self.clues), "clue")
        return f"{clues} and the mine total" if self.total else clues

    def _sentence(self) -> str:
        if self.reason:
            return reason_sentence(self.before, self.reason)
        names = self.before.graph.names
        said = [
            are(", ".join(names(cells)), len(cells), mine)
            for cells, mine in ((self.safe, False), (self.mines, True))
            if cells
        ]
        return f"{', '.join(said)}: {self.production.sentence}"


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
    if firing is None:
        return None
    step = replace(game.steps[firing.number - 1], cells=(cell,))
    return Staged(step.before, game.player, step, len(game.trace.why(cell)) - 1)


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
    at = min(step.cells) if cell is None else cell
    return Staged(asked.view, run.player, replace(step, cells=(at,)), len(run.trace.why(at)) - 1)


def _decides(firing: Firing) -> bool:
    return bool(verdicts_of(firing))


def _settled(position: Position, player: Player, checked: bool, asked: int | None = None) -> Position:
    """A position in which flags are no claims: each is known, taken back, or a cell known to be safe.

    A cell that is `asked` about is covered, and nothing is told of wrong flags.
    """
    view = position.view
    if position.trust_flags or not view.flags:
        return position
    known = dict.fromkeys(view.flags, COVERED)
    safe, mines = _found(position, player, checked)
    for cells, mark in ((safe, SAFE if asked is None else COVERED), (mines, FLAG)):
        known.update({cell: mark for cell in cells if cell in known and cell != asked})
    marks = [known.get(cell, mark) for cell, mark in enumerate(view.marks)]
    return Position(View(view.graph, tuple(marks), view.mines), trust_flags=True)


def _found(position: Position, player: Player, checked: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells that a player finds safe, and those that are found to be mines."""
    if player.complete:
        solution = solved(position, player.knows_total and position.view.mines is not None)
        return solution.safe, solution.mines
    found = play(position, player=player, checked=checked)
    return found.safe, found.mines

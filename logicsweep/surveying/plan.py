"""What a survey is: which boards, which players, from which start; and what tells one survey from another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from json import dumps
from pathlib import Path
from typing import Any

from logicsweep import __version__
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import repeated
from logicsweep.errors import InvalidInput, quoted, whole_number
from logicsweep.games.players import PLAYERS, Player, load_players, player_of
from logicsweep.games.quick import levels_of
from logicsweep.guessing.policy import policy_of
from logicsweep.rules.own import digest_of

STARTS = {
    "opening": "a cell drawn from those of clue 0, where there is none from all safe cells",
    "random": "a cell drawn from all safe cells",
    "corner": "the safe cell nearest to r1c1",
    "centre": "the safe cell nearest to the centre",
    "best": "the first of the casual player's best starts",
    "all": "every safe cell: each player's best start, and how many finish",
}
"""The rules by which a start is chosen, and what each means. Of several as near the first is taken."""
FIRSTS = {
    "safe": "a cell without a mine",
    "opening": "one whose neighbours have none either",
    "any": "nothing is promised: a mine there loses the game",
}
"""What is promised of a first click that is chosen before the mines are drawn."""
CHOSEN_FIRST = ("corner", "centre", "random", "each")
"""The rules by which such a cell is chosen, `each` in turn; a cell's name is one too."""
_64 = (1 << 64) - 1


@dataclass(frozen=True, order=True)
class Shard:
    """The boards from `first` on with so many mines: what a worker answers, and a file holds."""

    mines: int
    first: int
    count: int

    @property
    def end(self) -> int:
        """The index after the last board's."""
        return self.first + self.count


@dataclass(frozen=True)
class Plan:
    """A survey: the boards of a seed on a rectangular field with these numbers of mines, and who plays them.

    `rules` are rules files, whose players are among `players`; `graded`: whether paths are graded too.
    `guess`: the policies by which each game is played on to its end. `first`: what is promised of the first
    click where that is chosen before the mines, else nothing; then `start` may be the name of a cell.

    >>> plan = Plan("grid", 9, 9, (10, 20), ("casual", "expert"))
    >>> plan.graph, plan.fingerprint == Plan("grid", 9, 9, (10, 20), ("casual", "expert"), seed=2).fingerprint
    (CellGraph.grid(9, 9), False)
    """

    field: str
    rows: int
    cols: int
    mines: tuple[int, ...]
    players: tuple[str, ...]
    start: str = "opening"
    seed: int = 1
    graded: bool = False
    rules: tuple[str, ...] = ()
    checked: bool = True
    version: str = __version__
    guess: tuple[str, ...] = ()
    first: str = ""

    @property
    def graph(self) -> CellGraph:
        """The field's cell graph."""
        return CellGraph.of_kind(self.field, self.rows, self.cols)

    @property
    def manifest(self) -> dict[str, Any]:
        """What its folder tells of it: all of it, a rules file by what it holds."""
        rules = [_digest(spec) for spec in self.rules]
        found = asdict(self) | {"generator": "SplitMix64, Floyd", "rules": rules}
        return {name: value for name, value in found.items() if value or name not in ("guess", "first")}

    @property
    def fingerprint(self) -> str:
        """Equal for surveys whose rows are equal: a digest of the manifest."""
        return fingerprint_of(self.manifest)


def fingerprint_of(manifest: Mapping[str, Any]) -> str:
    """The digest of a manifest."""
    return sha256(dumps(manifest, sort_keys=True).encode()).hexdigest()[:32]


def plan_of(
    field: CellGraph | tuple[int, int],
    mines: int | float | Iterable[int | float],
    players: Sequence[str] = tuple(PLAYERS),
    start: str | None = None,
    seed: int = 1,
    **more: Any,  # noqa: ANN401  # the other fields of a Plan
) -> Plan:
    """A plan from what a caller says; InvalidInput for what is none.

    `mines`: numbers of mines, or densities from 0 to 1 as floats. `start`: else an opening, or the corner
    where `first` is told. `more`: `graded`, `guess`, `first`, and what belongs to own productions; their
    players are among `players`.

    >>> plan = plan_of((16, 30), [0.1, 99, 0.206], ["casual"])
    >>> plan.mines
    (48, 99)
    """
    graph = CellGraph.of(field)
    if not graph.shape:
        raise InvalidInput("field", "a rectangular field", repr(graph))
    each = [mines] if isinstance(mines, int | float) else list(mines)
    if not each:
        raise InvalidInput("mines", "at least one number of mines", "none")
    more["guess"] = tuple([policy_of(name).name for name in more.get("guess", ())])
    if twice := repeated(more["guess"]):
        raise InvalidInput("guess", "each policy once", quoted(twice))
    first = more.get("first", "")
    start = start or ("corner" if first else "opening")
    chosen = _check_start(graph, start, first)
    if not players or len({*players}) < len(players):
        raise InvalidInput("players", "at least one, and each once", ", ".join(players) or "none")
    for name in () if more.get("rules") else players:
        player_of(name)
    if rules := more.get("rules"):  # workers may stand elsewhere
        more["rules"] = tuple([str(Path(spec).absolute()) for spec in rules])
    free = max([len(graph.neighbours[cell]) for cell in chosen]) if first == "opening" else 0
    why = " (where first is opening)" if free else ""
    counts = sorted({_count(one, len(graph), len(graph) - 1 - free, why) for one in each})
    seed = whole_number("seed", seed, 0, _64)
    return Plan(graph.kind, *graph.shape, tuple(counts), tuple(players), start, seed, **more)


def _check_start(graph: CellGraph, start: str, first: str) -> Sequence[int]:
    """The cells that may come first where that is chosen before the mines."""
    if first not in ("", *FIRSTS):
        raise InvalidInput("first", f"one of {', '.join(FIRSTS)}", quoted(first))
    if not first and start not in STARTS:
        rules = f"one of {', '.join(STARTS)} (a cell or each where first is told)"
        raise InvalidInput("start", rules, quoted(start))
    if first and start in {*STARTS}.difference(CHOSEN_FIRST):
        raise InvalidInput("start", f"{', '.join(CHOSEN_FIRST)} or a cell", quoted(start))
    return firsts_of(graph, start) if first else ()


def firsts_of(graph: CellGraph, start: str) -> Sequence[int]:
    """The cells that may come first by a rule, or the one of a name.

    >>> firsts_of(CellGraph.grid(3, 5), "centre"), firsts_of(CellGraph.grid(3, 5), "r1c2")
    ([7], [1])
    """
    if start == "random":
        return range(len(graph))
    if start == "each":
        return unlike(graph)
    if start in CHOSEN_FIRST:
        return nearest_first(graph, start)[:1]
    return [graph.find(start, "start")]


@lru_cache(maxsize=16)
def unlike(graph: CellGraph) -> Sequence[int]:
    """The first of the cells of each kind: mirror images, turns and shifts of a field are of one.

    Cells are of two kinds if their neighbours are, and so on: on rectangular fields that tells all apart that
    `perfect.symmetries` does, which would take hours on large ones.

    >>> [*unlike(CellGraph.grid(3, 5))], [*unlike(CellGraph.torus(3, 5))]
    ([0, 1, 2, 5, 6, 7], [0])
    """
    kinds, before = [0] * len(graph), 0
    while before < (before := max(kinds) + 1):
        beside = [sorted([kinds[one] for one in near]) for near in graph.neighbours]
        around = [(kind, *others) for kind, others in zip(kinds, beside, strict=True)]
        number = {one: at for at, one in enumerate(dict.fromkeys(around))}
        kinds = [number[one] for one in around]
    return [kinds.index(kind) for kind in range(before)]


def nearest_first(graph: CellGraph, start: str) -> list[int]:
    """The cells, those first that are nearest to the corner or the centre.

    >>> nearest_first(CellGraph.grid(2, 3), "corner")
    [0, 1, 3, 4, 2, 5]
    """
    xs, ys = zip(*graph.places, strict=True)
    x, y = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2) if start == "centre" else (0.0, 0.0)
    away = [round((one - x) ** 2 + (other - y) ** 2, 6) for one, other in graph.places]
    return sorted(range(len(graph)), key=away.__getitem__)


def _count(mines: int | float, cells: int, most: int, why: str) -> int:
    """How many mines are meant: at least one cell is safe."""
    if isinstance(mines, float):
        if not 0 <= mines <= 1:
            raise InvalidInput("mines", "a density from 0 to 1", f"{mines:g}")
        return min(round(mines * cells), most)
    return whole_number("mines", mines, 0, most, why)


def _digest(spec: str) -> str:
    """A rules file as its name, what is asked of it, and what it holds."""
    file, colon, name = spec.partition(":")
    return f"{Path(file).name}{colon}{name} {digest_of(file)[:32]}"


def lineup(plan: Plan) -> list[Player]:
    """The players of a plan, those of its rules files too.

    >>> lineup(Plan("grid", 3, 3, (2,), ("casual", "rows-3")))[1].productions[-1].name
    'rows-3'
    """
    own = {player.name: player for player in load_players(*plan.rules)}
    return [own[name] if name in own else player_of(name) for name in plan.players]


def is_bulk(player: Player) -> bool:
    """Whether a player's games are played without a trace, very many at once."""
    return levels_of(player.productions) is not None


def guesses_by_kernel(player: Player) -> bool:
    """Whether compiled code plays a player's games with guesses: it finds all that is certain."""
    levels = levels_of(player.productions)
    return levels is not None and levels.counted


def require_extra(*modules: str) -> None:
    """InvalidInput, with how to install them, unless these modules are there."""
    if missing := [name for name in modules if find_spec(name) is None]:
        expected = f"{' and '.join(missing)} installed (pip install 'logicsweep[survey]')"
        raise InvalidInput("survey", expected, "no such installation")

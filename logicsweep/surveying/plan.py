"""The plan of a survey: its boards, players and starts; and the fingerprint of a plan."""

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
from logicsweep.boards.names import find_repeated
from logicsweep.errors import InvalidInput, quote, whole_number
from logicsweep.games.players import PLAYERS, Player, load_players, player_of
from logicsweep.games.quick import levels_of
from logicsweep.guessing.policy import POLICIES, Policy, PolicyLike, policy_of, short_name
from logicsweep.work.user_file import digest_of

STARTS = {
    "opening": "a cell drawn from those of clue 0, or from all safe cells if there is none",
    "random": "a cell drawn from all safe cells",
    "corner": "the safe cell nearest to r1c1",
    "centre": "the safe cell nearest to the centre",
    "best": "the first of the casual player's best starts",
    "all": "every safe cell: each player's best start, and how many finish",
}
"""The rules for choosing a start, with their meanings. Of equally near cells, the first is taken."""
FIRSTS = {
    "safe": "a cell without a mine",
    "opening": "a cell without a mine on it or next to it",
    "any": "no promise: a mine there loses the game",
}
"""Promises about a first click that is chosen before the mines are drawn."""
CHOSEN_FIRST = ("corner", "centre", "random", "each")
"""The rules for choosing such a first click (`each`: all in turn); a cell's name is also a rule."""
_64 = (1 << 64) - 1


@dataclass(frozen=True, order=True)
class Shard:
    """`count` boards with `mines` mines, from `first` on: the unit that a worker answers and a file holds."""

    mines: int
    first: int
    count: int

    @property
    def end(self) -> int:
        """One more than the index of the last board."""
        return self.first + self.count


@dataclass(frozen=True)
class Plan:
    """A survey: the boards of a seed on a rectangular field with these numbers of mines, and their players.

    `rules` are rules files, whose players are among `players`. `graded`: whether paths are graded too.
    `guess`: the policies that play each game on to its end, each a name or `file.py:NAME`. `first`: the
    promise about the first click, or empty. With a promise, the first click is chosen before the mines, by
    `start`: a rule or the name of a cell.

    >>> plan = Plan("grid", 9, 9, (10, 20), ("casual", "local"))
    >>> plan.graph, plan.fingerprint == Plan("grid", 9, 9, (10, 20), ("casual", "local"), seed=2).fingerprint
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
        """The form of the plan in its folder: all fields, with digests of the contents of rules files."""
        rules = [_digest_file(spec) for spec in self.rules]
        guess = [_digest_file(one) if ":" in one else one for one in self.guess]
        found = asdict(self) | {"generator": "SplitMix64, Floyd", "rules": rules, "guess": guess}
        return {name: value for name, value in found.items() if value or name not in ("guess", "first")}

    @property
    def policies(self) -> list[str]:
        """The names of the policies; a policy of a file is named by its function."""
        return [short_name(one).split()[0] for one in self.guess]

    @property
    def has_former_names(self) -> bool:
        """Whether the version that made the survey used the players' former names."""
        return tuple(map(int, self.version.split(".")[:2])) < (0, 3)

    @property
    def fingerprint(self) -> str:
        """A digest of the manifest: surveys with equal rows have equal fingerprints."""
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
    """Make and check a plan; raises InvalidInput if it can't be carried out.

    `mines`: numbers of mines, or densities from 0 to 1 as floats. `start`: by default an opening, or the
    corner if `first` is given. `more`: `graded`, `guess`, `first`, `rules` and `checked`; `players` includes
    those of rules files, and `guess` may include a function at the top of a file.

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
    guess = more.get("guess") or ()
    policies = [guess] if isinstance(guess, str | Policy) or callable(guess) else guess
    more["guess"] = tuple([_name_policy(one) for one in policies])
    if twice := find_repeated([*map(short_name, more["guess"])]):
        raise InvalidInput("policy", "each once", quote(twice))
    first = more["first"] = more.get("first") or ""
    start = start or ("corner" if first else "opening")
    chosen = _check_start(graph, start, first)
    if not players or len({*players}) < len(players):
        raise InvalidInput("players", "at least one, and each once", ", ".join(players) or "none")
    for name in () if more.get("rules") else players:
        player_of(name)
    if rules := more.get("rules"):  # workers may have another working directory
        more["rules"] = tuple([str(Path(spec).absolute()) for spec in rules])
    free = max([len(graph.neighbours[cell]) for cell in chosen]) if first == "opening" else 0
    why = " (with first=opening)" if free else ""
    counts = sorted({_count_mines(one, len(graph), len(graph) - 1 - free, why) for one in each})
    seed = whole_number("seed", seed, 0, _64)
    return Plan(graph.kind, *graph.shape, tuple(counts), tuple(players), start, seed, **more)


def _check_start(graph: CellGraph, start: str, first: str) -> Sequence[int]:
    """Check `start` and `first`, and return the possible first clicks if they are chosen before the mines."""
    if first not in ("", *FIRSTS):
        raise InvalidInput("first", f"one of {', '.join(FIRSTS)}", quote(first))
    if not first and start not in STARTS:
        if start not in (*CHOSEN_FIRST, *map(graph.name, range(len(graph)))):
            raise InvalidInput("start", f"one of {', '.join(STARTS)}, each, or a cell", quote(start))
        why = f"since {quote(start)} is chosen before the mines"
        raise InvalidInput("first", f"one of {', '.join(FIRSTS)}, {why}", "none")
    if first and start in {*STARTS}.difference(CHOSEN_FIRST):
        raise InvalidInput("start", f"{', '.join(CHOSEN_FIRST)} or a cell", quote(start))
    return first_cells(graph, start) if first else ()


def first_cells(graph: CellGraph, start: str) -> Sequence[int]:
    """The possible first clicks under a rule, or the one cell with this name.

    >>> first_cells(CellGraph.grid(3, 5), "centre"), first_cells(CellGraph.grid(3, 5), "r1c2")
    ([7], [1])
    """
    if start == "random":
        return range(len(graph))
    if start == "each":
        return distinct_cells(graph)
    if start in CHOSEN_FIRST:
        return cells_by_distance(graph, start)[:1]
    return [graph.find(start, "start")]


def distinct_cells(graph: CellGraph) -> Sequence[int]:
    """The first cell of each kind."""
    kinds = kinds_of_cells(graph)
    return [kinds.index(kind) for kind in range(max(kinds) + 1)]


@lru_cache(maxsize=16)
def kinds_of_cells(graph: CellGraph) -> Sequence[int]:
    """The kind of each cell, numbered from 0; mirror images, turns and shifts of the field keep it.

    This splits a kind as long as its cells have neighbours of different kinds. On rectangular fields the
    result equals that of `perfect.symmetries`, which would take hours on large ones.

    >>> kinds_of_cells(CellGraph.grid(2, 3))
    [0, 1, 0, 0, 1, 0]
    """
    kinds, before = [0] * len(graph), 0
    while before < (before := max(kinds) + 1):
        beside = [sorted([kinds[one] for one in near]) for near in graph.neighbours]
        around = [(kind, *others) for kind, others in zip(kinds, beside, strict=True)]
        number = {one: at for at, one in enumerate(dict.fromkeys(around))}
        kinds = [number[one] for one in around]
    return kinds


def cells_by_distance(graph: CellGraph, start: str) -> list[int]:
    """All cells, ordered by their distance from the corner or the centre."""
    xs, ys = zip(*graph.places, strict=True)
    x, y = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2) if start == "centre" else (0.0, 0.0)
    away = [round((one - x) ** 2 + (other - y) ** 2, 6) for one, other in graph.places]
    return sorted(range(len(graph)), key=away.__getitem__)


def _name_policy(policy: PolicyLike) -> str:
    """The name of a policy, or `file.py:NAME` with the whole path, by which workers find it."""
    if isinstance(policy, str) and policy not in POLICIES:
        named = policy_of(policy)
        return f"{Path(policy.rpartition(':')[0]).absolute()}:{named.name}"
    if isinstance(policy, str | Policy) and (named := policy_of(policy)) == POLICIES.get(named.name):
        return named.name
    name = getattr(policy, "__qualname__", "")
    file = getattr(getattr(policy, "__code__", None), "co_filename", "")
    if not name.isidentifier() or not Path(file).is_file():
        raise InvalidInput("policy", "a name, FILE.py:NAME or a function at the top of a file", repr(policy))
    spec = f"{Path(file).absolute()}:{name}"
    if getattr(policy, "__module__", "") != "__main__":
        policy_of(spec)  # workers run the file by itself, so one that imports its neighbours is refused now
    return spec


def _count_mines(mines: int | float, cells: int, most: int, why: str) -> int:
    """Count the mines for a number or a density; at least one cell stays safe."""
    if isinstance(mines, float):
        if not 0 <= mines <= 1:
            raise InvalidInput("mines", "a density from 0 to 1", f"{mines:g}")
        return min(round(mines * cells), most)
    return whole_number("mines", mines, 0, most, why)


def _digest_file(spec: str) -> str:
    """Digest a file: its name, the requested player's or policy's name, and a digest of its contents."""
    file, colon, name = spec.rpartition(":") if ":" in spec else (spec, "", "")
    return f"{Path(file).name}{colon}{name} {digest_of(file)[:32]}"


def lineup(plan: Plan) -> list[Player]:
    """The players of a plan, with those of its rules files."""
    own = {player.name: player for player in load_players(*plan.rules)}
    return [own[name] if name in own else player_of(name) for name in plan.players]


def is_bulk(player: Player) -> bool:
    """Whether very many games of a player can be played at once, without a trace."""
    return levels_of(player.productions) is not None


def require_extra(*modules: str) -> None:
    """Raise InvalidInput, which says how to install the modules, if one of them is missing."""
    if missing := [name for name in modules if find_spec(name) is None]:
        expected = f"{' and '.join(missing)} installed (pip install 'logicsweep[survey]')"
        raise InvalidInput("survey", expected, "no such installation")

"""What the code's own text promises besides its layers, which import-linter holds."""

import ast
import runpy
from functools import cache

import networkx as nx
import pytest
from conftest import ROOT

import logicsweep
from logicsweep import closures, guessing, reasons, surveying
from logicsweep.games.players import PLAYERS, own

PACKAGE = ROOT / "logicsweep"
DOORS = {"logicsweep", "logicsweep.__main__"}  # the package's own doors lead everywhere


@cache
def tree_of(path):
    return ast.parse(path.read_text())


@cache
def imports(path):
    """The modules of the package that a file imports, those for type checking only left out."""
    return [*_imported(path)]


def _imported(path):
    nodes = [*ast.walk(tree_of(path))]
    only_types = [one for one in nodes if isinstance(one, ast.If) and "TYPE_CHECKING" in ast.dump(one.test)]
    checking = {node for one in only_types for node in ast.walk(one)}
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("logicsweep"))
        if isinstance(node, ast.ImportFrom) and node not in checking:
            assert not node.level, f"{path}: a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            files = [name for name in names if _is_module(name)]
            yield from (files or [node.module]) if node.module.startswith("logicsweep") else []


@cache
def _is_module(name):
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or path.is_dir()


def modules():
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if name not in DOORS:
            yield name, path


def test_there_are_no_import_cycles():
    graph = nx.DiGraph(
        (name, used) for name, path in modules() for used in imports(path) if used not in DOORS
    )
    assert nx.is_directed_acyclic_graph(graph)


def test_the_engine_knows_no_minesweeper():
    engine = {"engine", "firing", "production"}
    used = {module for name in engine for module in imports(PACKAGE / "rules" / f"{name}.py")}
    below = {"logicsweep.errors"}
    assert used <= below | {f"logicsweep.rules.{name}" for name in engine}


NAMES = {own(()).name, *PLAYERS} | {p.name for player in PLAYERS.values() for p in player.productions}


def compared_texts(tree):
    """The texts that code compares with, by ==, in, `case` and the like, and their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value, part.lineno


@pytest.mark.parametrize(
    "code", ["x == 'casual'", "x != 'own'", "x in ('a', 'overlap')", "match x:\n case 'all-found': pass"]
)
def test_comparing_the_name_of_a_player_or_production_is_noticed(code):
    assert NAMES & {text for text, _ in compared_texts(ast.parse(code))}


def test_nothing_depends_on_the_name_of_a_player_or_production():
    found = [
        f"{name}:{line}: {text}"
        for name, path in modules()
        for text, line in compared_texts(tree_of(path))
        if text in NAMES
    ]
    assert found == []


def functions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def test_functions_are_short():
    lengths = {
        f"{name}.{one.name}": one.end_lineno - one.lineno + 1
        for name, path in modules()
        for one in functions(tree_of(path))
    }
    assert [name for name, length in lengths.items() if length > 60] == []


def public_definitions(path):
    """The public functions and classes of a module, and its own names for types."""
    for node in tree_of(path).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id


EACH_HAS_ONE = {"PRINTED", "PUBLIC"}  # a module of a verb; a package


def test_one_name_means_one_thing():
    homes = {}
    for name, path in modules():
        shares_its_names = name.startswith(("logicsweep.cli", "logicsweep.verbs", "logicsweep.formats."))
        for defined in public_definitions(path):
            if not defined.startswith("_") and defined not in EACH_HAS_ONE and not shares_its_names:
                homes.setdefault(defined, []).append(name)
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


OFFERED = {"_replace", "_asdict", "_fields"}  # by every named tuple


def defined_names(tree):
    """All names that a module defines anywhere: functions, classes, variables, attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


def borrowed_names(tree):
    """The underscore names that a module imports, or reads from objects that it does not define."""
    own = {*defined_names(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("logicsweep"):
            yield from (alias.name for alias in node.names if is_private(alias.name))
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own | OFFERED:
            yield ast.unparse(node)


def is_private(name):
    return name.startswith("_") and not name.startswith("__")


@pytest.mark.parametrize("code", ["from logicsweep.csp.cores import _best", "found._clues", "View()._rows.x"])
def test_reaching_for_the_private_name_of_another_module_is_noticed(code):
    assert [*borrowed_names(ast.parse(code))]


def test_no_module_reaches_for_the_private_name_of_another():
    found = [f"{name}: {text}" for name, path in modules() for text in borrowed_names(tree_of(path))]
    assert found == ["logicsweep.work.executors: os._exit"]


def test_what_others_ask_of_the_kernel_by_name_is_public():
    private = {
        one.name
        for name, path in modules()
        if name.startswith("logicsweep.kernel.")
        for one in functions(tree_of(path))
        if is_private(one.name)
    }
    found = [
        f"{name}: {node.value}"
        for name, path in modules()
        if not name.startswith("logicsweep.kernel.")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in private
    ]
    assert found == []


FRONTS = (
    "logicsweep.cli",
    "logicsweep.live",
    "logicsweep.verbs",
    "logicsweep.kernel",
    "logicsweep.csp.position",
)
DECIDING = {"backend_for", "is_installed", "warm_up"}
FOR_VERBS = {"least_of_groups", "remaining_of_groups"}
AS_IT_GOES = {"_choose_backend", "shard_columns"}  # the tries so far tell the work; a cluster's worker


def test_only_what_users_call_asks_whether_to_take_the_kernel_or_to_trust_flags():
    """Any other function is handed what was chosen: a `Backend`, a `Position`."""
    offered = {
        name for face in (logicsweep, closures, guessing, reasons, surveying) for name in dir(face)
    } | FOR_VERBS
    asked = {
        f"{name}.{one.name}"
        for name, path in modules()
        for one in functions(tree_of(path))
        if {arg.arg for arg in (*one.args.args, *one.args.kwonlyargs)} & {"kernel", "trust_flags"}
        or {node.id for node in ast.walk(one) if isinstance(node, ast.Name)} & DECIDING
        if one.name not in offered | AS_IT_GOES and not name.startswith(FRONTS)
    }
    assert asked == set()


BENCHMARKS = ROOT / "tests" / "benchmarks"


@pytest.mark.parametrize("script", sorted(BENCHMARKS.glob("bench_*.py")), ids=lambda script: script.stem)
def test_a_benchmark_finds_what_it_imports(script, monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    try:
        runpy.run_path(str(script))
    except ModuleNotFoundError as error:
        if error.name not in ("distributed", "ms_toollib", "numba", "numpy", "playwright"):
            raise
        pytest.skip(f"{error.name} is not installed")

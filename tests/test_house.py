"""Who may import whom: the order that CONTRIBUTING.md states, read from the code's own imports."""

import ast
import re

import networkx as nx
from conftest import ROOT

PACKAGE = ROOT / "logicsweep"
TEXT = (ROOT / "CONTRIBUTING.md").read_text().split("## Who may import whom")[1]
ORDER = [line.split()[0] for line in re.search(r"```\n(.*?)```", TEXT, re.DOTALL)[1].splitlines()]
DOORS = {"logicsweep", "logicsweep.__main__"}  # the package's own doors lead everywhere
ROOMS = {"logicsweep.rules", "logicsweep.closures"}  # an __init__ above several lines of the order


def floor(module):
    """The line of the order that a module stands on."""
    names = [
        room for room in ORDER if module == f"logicsweep.{room}" or module.startswith(f"logicsweep.{room}.")
    ]
    assert names, f"{module} stands nowhere in CONTRIBUTING.md"
    return ORDER.index(max(names, key=len))


def imports(path):
    """The modules of the package that a file imports, those for type checking only left out."""
    tree = ast.parse(path.read_text())
    checking = {
        node
        for outer in ast.walk(tree)
        if isinstance(outer, ast.If) and "TYPE_CHECKING" in ast.unparse(outer.test)
        for node in ast.walk(outer)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("logicsweep"))
        if isinstance(node, ast.ImportFrom) and node not in checking:
            assert not node.level, f"{path}: a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            files = [name for name in names if _is_module(name)]
            yield from (files or [node.module]) if node.module.startswith("logicsweep") else []


def _is_module(name):
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or path.is_dir()


def modules():
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if name not in DOORS:
            yield name, path


def test_each_file_imports_only_from_its_own_room_and_those_above():
    pairs = [(name, used) for name, path in modules() for used in imports(path) if used not in DOORS]
    assert [pair for pair in pairs if pair[0] not in ROOMS and floor(pair[1]) > floor(pair[0])] == []


def test_there_are_no_import_cycles():
    graph = nx.DiGraph(
        (name, used) for name, path in modules() for used in imports(path) if used not in DOORS
    )
    assert list(nx.simple_cycles(graph)) == []


def test_the_engine_knows_no_minesweeper():
    engine = {"facts", "agenda", "engine"}
    used = {module for name in engine for module in imports(PACKAGE / "rules" / f"{name}.py")}
    assert used <= {"logicsweep.errors", *(f"logicsweep.rules.{name}" for name in engine)}

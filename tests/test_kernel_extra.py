"""Whether the kernel is taken, what is said of it, and where its code is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from logicsweep import CellGraph, random_mined, solve, solve_many
from logicsweep import work as pace
from logicsweep.boards import arrays
from logicsweep.boards.board import Board, View
from logicsweep.errors import InvalidInput
from logicsweep.games.endings import ends
from logicsweep.games.players import PLAYERS
from logicsweep.generating.demand import Demand
from logicsweep.generating.generate import generate
from logicsweep.kernel import extra, kept

COMPILES = "compiling for the extra `fast`: half a minute or so, once for each kind of work"
HELPS = "this may take long; pip install 'logicsweep[fast]' makes it many times faster"


@pytest.fixture
def heard(monkeypatch):
    """The remarks that are made, as if none had been made before."""
    monkeypatch.setattr(pace, "_REMARKS", set())
    said = []
    with pace.heard_by(said.append):
        yield said


@pytest.mark.parametrize(
    ("kernel", "work", "there", "is_compiled", "taken", "remarks"),
    [
        (None, 9, True, True, False, []),
        (None, 10, True, True, True, []),
        (None, 10, True, False, False, []),
        (None, 99, True, False, False, []),
        (None, 100, True, False, True, [COMPILES]),
        (None, 100, True, True, True, []),
        (None, 9, False, False, False, []),
        (None, 99, False, False, False, []),
        (None, 100, False, False, False, [HELPS]),
        (True, 0, True, True, True, []),
        (True, 0, True, False, True, [COMPILES]),
        (False, 10**9, True, True, False, []),
        (False, 10**9, False, False, False, []),
    ],
)
def test_the_kernel_is_taken_where_it_pays(
    monkeypatch, heard, kernel, work, there, is_compiled, taken, remarks
):
    monkeypatch.setattr(extra, "installed", lambda: there)
    monkeypatch.setattr(extra, "is_kept", lambda entry: is_compiled and entry == "entry")
    for _ in range(2):  # what is said is said once
        assert extra.wanted(kernel, "entry", work, worth=10, long=100) is taken
    assert heard == remarks


def calls(kernel):
    board = Board.parse("... ... MM.")
    yield lambda: ends(board, 0, kernel=kernel)
    yield lambda: solve_many([View.parse("1#")], kernel=kernel)
    yield lambda: random_mined((3, 3), 2, 1, 1, kernel=kernel)


@pytest.mark.parametrize("kernel", ["yes", 1, 0])
def test_a_wrong_wish_is_refused_in_one_line(kernel):
    for call in calls(kernel):
        with pytest.raises(InvalidInput) as refused:
            call()
        assert str(refused.value) == f"kernel: expected True, False or None, got {kernel!r}"


def test_the_kernel_where_it_is_missing_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(extra, "installed", lambda: False)
    for call in calls(True):
        with pytest.raises(InvalidInput) as refused:
            call()
        expected = f"kernel: expected numba and numpy installed ({extra.INSTALL}), got no such installation"
        assert str(refused.value) == expected


def test_without_numpy_what_is_long_is_answered_in_plain_python(monkeypatch, heard):
    monkeypatch.setattr(extra, "installed", lambda: False)
    monkeypatch.setattr(arrays, "_numpy", lambda: None)
    monkeypatch.setattr("logicsweep.games.endings._LONG", 9)
    monkeypatch.setattr("logicsweep.csp.bulk._LONG", 2)
    monkeypatch.setattr("logicsweep.games.endings._WORTH", 1)
    monkeypatch.setattr("logicsweep.csp.bulk._WORTH", 1)
    found = ends(Board.parse("... ... MM."), 0)
    assert isinstance(found.cleared, memoryview) and found.remaining.tolist() == [0]
    assert solve_many([View.parse("1#")]).verdicts.tolist() == [[[0, 2]]]
    assert heard == [HELPS]


@pytest.fixture
def folders(monkeypatch):
    """Sets where code may be kept, anew: NUMBA_CACHE_DIR, XDG_CACHE_HOME and the folder of the package."""

    def choose(own=None, user=None, here=None):
        for name, value in (("NUMBA_CACHE_DIR", own), ("XDG_CACHE_HOME", user)):
            monkeypatch.delenv(name, raising=False)
            if value:
                monkeypatch.setenv(name, str(value))
        if here:
            monkeypatch.setattr(kept, "_HERE", here)
        kept.kept_in.cache_clear()
        return kept.kept_in()

    yield choose
    kept.kept_in.cache_clear()


def test_code_is_kept_in_the_first_folder_that_can_be_written(folders, tmp_path):
    (tmp_path / "file").touch()
    below_a_file, user, here = tmp_path / "file" / "below", tmp_path / "user", tmp_path / "here"
    kept._fingerprint()  # of the real files
    assert folders(own=tmp_path / "own", user=user, here=here).parent == tmp_path / "own"
    assert folders(user=user, here=here).parent == here / "__pycache__"
    assert folders(user=user, here=below_a_file).parent == user / "logicsweep"
    assert folders(user=below_a_file, here=below_a_file) is None
    assert folders(own=below_a_file, user=user, here=here) is None
    assert not kept.is_kept("anything")


def test_what_earlier_versions_left_beside_the_files_is_removed(folders, tmp_path):
    old, young = (tmp_path / "__pycache__" / f"kernel-{name}" for name in ("0123", "4567"))
    for folder in (old, young):  # another process may run what is of today
        folder.mkdir(parents=True)
        (folder / "positions.entry-1.nbi").touch()
    os.utime(old, (0, 0))
    now = folders(here=tmp_path)
    assert now.is_dir() and young.exists() and not old.exists() and not kept.is_kept("entry")
    (now / f"positions.entry-1.py3{sys.version_info.minor}.nbi").touch()
    assert kept.is_kept("entry") and not kept.is_kept("entr")


@pytest.mark.skipif(not extra.installed(), reason="the extra `fast` is not installed")
def test_no_function_is_compiled_twice():
    boards = random_mined((6, 6), 5, 2026, 8, kernel=True)
    starts = [int((array.ravel() == 0).argmax()) for array in boards]
    for player in PLAYERS:
        ends(boards, starts, player, kernel=True)
    assert next(generate(Demand((6, 6), 7, None), 4, kernel=True))
    for total in (None, 5):
        solve_many([View.parse("1#1###", mines=total)], risks=True, kernel=True)
    solve(Board.of(CellGraph.grid(5, 5), [12]), kernel=True)
    version = f".py{sys.version_info.major}{sys.version_info.minor}."
    files = [file.name.partition(version)[0] for file in kept.kept_in().rglob(f"*{version}*.nbc")]
    names = [file.rpartition("-")[0].rpartition(".")[2] for file in files]  # one file for each set of types
    assert {"agree", "forwards", "weigh_parts", "_play_each", "_solve_each", "_make_each"} <= {*names}
    assert sorted(names) == sorted({*names})


SOLVE = """
import gc, sys
from logicsweep import View, solve_many
found = solve_many([View.parse("1#1###", mines=2)], risks=True, kernel=True)
import numba.core.entrypoints as others
loaded = [name for name in ("numba.np.linalg", "numba.np.arrayobj") if name in sys.modules]
print(found.mines.tolist(), gc.isenabled(), loaded, others._already_initialized)
"""


@pytest.mark.skipif(not extra.installed(), reason="the extra `fast` is not installed")
def test_kept_code_starts_without_what_compiling_takes():
    here = solve_many([View.parse("1#1###", mines=2)], risks=True, kernel=True)  # kept from now on
    done = subprocess.run([sys.executable, "-c", SOLVE], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == f"{here.mines.tolist()} True [] False\n"


RUNTIME = """
import sys
from pathlib import Path
import numpy as np
from numba.core.runtime import nrtdynmod
from logicsweep.kernel.compiled import compiled
from logicsweep.kernel.kept import kept_in
make, made = nrtdynmod.create_nrt_module, []
nrtdynmod.create_nrt_module = lambda context: made.append(1) or make(context)
@compiled
def doubled(numbers):
    found = np.zeros(len(numbers), np.int64)
    for at in range(len(numbers)):
        found[at] = 2 * numbers[at]
    return found
print(doubled(np.arange(3)).tolist(), len(made))
"""


@pytest.mark.slow
@pytest.mark.skipif(not extra.installed(), reason="the extra `fast` is not installed")
def test_the_runtime_of_compiled_code_is_kept_and_made_anew_where_it_is_spoilt(tmp_path):
    script, env = tmp_path / "script.py", os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    script.write_text(RUNTIME)

    def told():
        line = [sys.executable, str(script)]
        done = subprocess.run(line, capture_output=True, text=True, cwd=ROOT, env=env, check=True)
        return done.stdout

    assert [told(), told()] == ["[0, 2, 4] 1\n", "[0, 2, 4] 0\n"]
    (file,) = (tmp_path / "kept").rglob("runtime-*")
    whole = file.read_bytes()
    for spoilt in (b"", whole[:100]):
        file.write_bytes(spoilt)
        assert [told(), told()] == ["[0, 2, 4] 1\n", "[0, 2, 4] 0\n"]
    assert [one.name for one in file.parent.glob("runtime-*")] == [file.name]


DRAW = """
from logicsweep import random_mined, random_board
from logicsweep.kernel.kept import kept_in
print(kept_in(), bytes(random_mined((3, 8), 5, 2026, 1, kernel=True)) == random_board((3, 8), 5, 2026).mined)
"""
UNKEPT = """
import logicsweep.kernel.kept as kept
from pathlib import Path
kept._HERE = Path({file!r}) / "here"
kept._fingerprint = lambda: "none"
"""


@pytest.mark.slow
@pytest.mark.skipif(not extra.installed(), reason="the extra `fast` is not installed")
@pytest.mark.parametrize("own", [True, False])
def test_where_nothing_can_be_kept_it_is_compiled_and_said(tmp_path, own):
    file = tmp_path / "file"
    file.touch()
    below = str(file / "below")
    names = ("NUMBA_CACHE_DIR",) if own else ("XDG_CACHE_HOME", "HOME")
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    env |= dict.fromkeys(names, below) | {"PYTHONPATH": str(ROOT)}
    code = DRAW if own else UNKEPT.format(file=str(file)) + DRAW
    line = [sys.executable, "-c", code]
    done = subprocess.run(line, capture_output=True, text=True, env=env, cwd=Path(tmp_path), check=True)
    assert (done.stdout, done.stderr) == ("None True\n", f"{COMPILES}\n")

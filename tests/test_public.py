"""The public names: each is there whatever was imported before, and is never its module."""

import subprocess
import sys
from types import ModuleType

import pytest

import logicsweep


def test_every_public_name_is_there_and_is_no_module():
    for name in logicsweep.__all__:
        assert not isinstance(getattr(logicsweep, name), ModuleType), name


def test_public_names_do_not_depend_on_what_was_imported_before():
    code = (
        "import importlib, pkgutil, types, logicsweep\n"
        "for one in pkgutil.walk_packages(logicsweep.__path__, 'logicsweep.'):\n"
        "    if '__main__' not in one.name: importlib.import_module(one.name)\n"
        "print([n for n in logicsweep.__all__ if isinstance(getattr(logicsweep, n), types.ModuleType)])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_name_that_is_not_there_is_an_attribute_error():
    try:
        logicsweep.nothing  # noqa: B018
    except AttributeError as error:
        assert "nothing" in str(error)
    else:
        raise AssertionError("no error")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: logicsweep.expert("1#"), "view: expected a View, got '1#'"),
        (lambda: logicsweep.explain(None, 0), "view: expected a View, got None"),
        (lambda: logicsweep.why_in_position([[1]], 0), "view: expected a View, got [[1]], a list"),
        (lambda: logicsweep.why_in_game("M.", 0), "game: expected a Game, got 'M.'"),
        (lambda: logicsweep.play("M.", 0), "board: expected a Board, got 'M.'"),
        (lambda: next(logicsweep.watch("M.", 0)), "board: expected a Board, got 'M.'"),
        (lambda: logicsweep.compare("M.", 0), "board: expected a Board, got 'M.'"),
        (lambda: logicsweep.over_starts("M.", "casual"), "board: expected a Board, got 'M.'"),
        (lambda: logicsweep.solve("M."), "board: expected a Board, got 'M.'"),
        (lambda: logicsweep.start_classes("M."), "board: expected a Board, got 'M.'"),
        (lambda: logicsweep.closure("M.", 0), "board: expected a Board, got 'M.'"),
        (lambda: logicsweep.player_of(5), "player: expected a Sequence, got 5"),
        (lambda: logicsweep.player_of([5]), "player own: expected a Production, got 5"),
    ],
)
def test_a_wrong_type_ends_in_one_clear_sentence(call, message):
    with pytest.raises(logicsweep.InvalidInput) as error:
        call()
    assert str(error.value) == message

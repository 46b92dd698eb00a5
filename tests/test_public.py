"""The public names: each is there whatever was imported before, and is never its module."""

import subprocess
import sys
from types import ModuleType

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

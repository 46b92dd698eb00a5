"""A user's own Python file, such as one of rules or policies: run, with each of its errors in one line.

The file runs as Python code with the user's rights, like a plugin.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from typing import Any

from logicsweep.errors import Interrupted, InvalidInput, reading, shorten

_RUNNING: ContextVar[frozenset[str]] = ContextVar("running", default=frozenset())
"""The files that are running; one that runs itself would never end."""


class BrokenRule(InvalidInput):
    """A function of a user's file raises an error; names the line of the file."""

    def __str__(self) -> str:
        return f"{self.place}: {self.found}"


def digest_of(file: str, place: str = "productions") -> str:
    """A digest of a file's content; raises Unreadable if it cannot be read, InvalidInput without a name."""
    from hashlib import sha256

    if not file:
        raise InvalidInput(place, "the name of a Python file", "an empty name")
    with reading(file), open(file, "rb") as content:  # noqa: PTH123  # pathlib takes milliseconds to import
        return sha256(content.read()).hexdigest()


def run_file(file: str, place: str = "productions") -> dict[str, Any]:
    """Run a file and return its content by name; its prints go to standard error.

    Raises InvalidInput, with the file's line, if it cannot be read, fails, or runs itself, and with `place`
    if the name is empty.
    """
    from runpy import run_path

    digest_of(file, place)  # its error says why the file cannot be read
    if file in _RUNNING.get():
        guarded = 'the work of this script below `if __name__ == "__main__":`'
        raise InvalidInput(place, guarded, "a script that runs itself again")
    token = _RUNNING.set(_RUNNING.get() | {file})
    try:
        with redirect_stdout(sys.stderr):
            return run_path(file)
    except KeyboardInterrupt:
        raise Interrupted(file) from None
    except BaseException as error:
        raise _explain_failure(error, file) from error
    finally:
        _RUNNING.reset(token)


def _explain_failure(error: BaseException, file: str) -> InvalidInput:
    """The error of a file that does not run, with its line; logicsweep's own errors keep their words."""
    line = _find_line(error, file)
    if type(error) is InvalidInput:
        place = _name_rule(file, int(line.rpartition(":")[2])) if error.place == "rule" else error.place
        return InvalidInput(f"{line}: {place}", error.expected, error.found)
    return InvalidInput(line, "a file that runs", _say_error(error))


def _name_rule(file: str, line: int) -> str:
    """The rule that a line belongs to, if the line is in a call `rule("NAME", ...)`."""
    import ast

    with open(file, "rb") as content:  # noqa: PTH123  # pathlib takes milliseconds to import
        parts = ast.walk(ast.parse(content.read()))
    calls = [
        one for one in parts if isinstance(one, ast.Call) and one.lineno <= line <= (one.end_lineno or 0)
    ]
    for call in calls:
        match call:
            case ast.Call(func=ast.Name("rule"), args=[ast.Constant(str(name)), *_]):
                return f"rule {name}"
    return "rule"


@contextmanager
def own_code(
    file: str, function: Callable[..., object], expected: str, says: Callable[[], str]
) -> Iterator[None]:
    """Run a function of a user's file within this context.

    Its prints go to standard error, to stay out of the answers. An error becomes a `BrokenRule`; `says` names
    the function and where it was called.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except KeyboardInterrupt:
        raise Interrupted(says()) from None
    except BaseException as error:
        raised = f"{says()} raised {_say_error(error)}"
        raise BrokenRule(_find_line(error, file, function), expected, raised) from error


def _find_line(error: BaseException, file: str, function: Callable[..., object] | None = None) -> str:
    """The file and the line of an error.

    It is the last line of the file in the traceback, or else the first line of the called function.
    """
    from traceback import walk_tb

    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    if isinstance(error, SyntaxError) and error.filename == file and error.lineno:
        lines.append(error.lineno)
    if not lines and (code := getattr(function, "__code__", None)):
        return f"{code.co_filename}:{code.co_firstlineno}"
    return f"{file}:{lines[-1]}" if lines else file


def _say_error(error: BaseException) -> str:
    """The type of an error and its message, on one line and not too long."""
    words = error.msg if isinstance(error, SyntaxError) else str(error)  # the place is already named
    text = shorten(" ".join(words.split()), 200)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__

"""The files that a verb writes: what names one, and that none is another, or one that is read."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from logicsweep.cli.complete import files
from logicsweep.errors import InvalidInput, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from click.decorators import FC

_READ = ("files", "rules")
"""The parameters that name what a verb reads; those of `rules` may end in the name of a list."""


class FileToWrite(click.types.StringParamType):
    """The type of an option that names a file to write; `-` is standard output where it may be `printed`.

    What begins with `-` is taken for an option whose file was forgotten. `over_inputs`: all that is read is
    there before anything is written, so that an input may be written over.
    """

    name = "file"

    def __init__(self, printed: bool = True, over_inputs: bool = False) -> None:
        """Which names are refused."""
        self.printed, self.over_inputs = printed, over_inputs

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401
        """The name as it is."""
        name = str(value)
        if not name:
            raise InvalidInput(param.opts[0] if param else "FILE", "the name of a file", "an empty name")
        if name.startswith("-") and not (name == "-" and self.printed):
            hint = "" if name == "-" else f" (./{name} names such a file)"
            raise InvalidInput(param.opts[0] if param else "FILE", "the name of a file", quoted(name) + hint)
        return name


def out_option(over_inputs: bool = False) -> Callable[[FC], FC]:
    """`--out`, for a verb that writes one file, or else prints."""
    return click.option(
        "--out",
        type=FileToWrite(over_inputs=over_inputs),
        metavar="FILE",
        shell_complete=files,
        help="The file to write; else standard output.",
    )


def keep_apart(context: click.Context) -> None:
    """Refuse to write a file twice, or over one that is read: before either is done."""
    read = {*_read(context)}
    written = {_standard(sys.stdout): "standard output"}
    for parameter in context.command.params:
        name = context.params.get(parameter.name or "")
        if not isinstance(parameter.type, FileToWrite) or name in (None, "-"):
            continue
        option, file = parameter.opts[0], _file(name)
        if file in read and not parameter.type.over_inputs:
            raise InvalidInput(option, "another file than those that are read", quoted(name))
        if file and file in written:
            raise InvalidInput(option, f"another file than that of {written[file]}", quoted(name))
        written[file] = option


def _read(context: click.Context) -> Iterator[object]:
    """What is read, as `_file` has it."""
    for name in _READ:
        for value in context.params.get(name) or ["-"] * (name == "files"):
            found = value.partition(":")[0] if name == "rules" else value
            file = _standard(sys.stdin) if found == "-" else _file(found)
            if isinstance(file, tuple):  # what is not there is content, or an error that others tell
                yield file


def _file(name: str) -> object:
    """What all names of a file have in common; None of what is no usual file, such as /dev/null."""
    try:
        return _number(os.stat(name))  # noqa: PTH116
    except OSError:
        return os.path.realpath(name)
    except ValueError:
        return None


def _standard(stream: Any) -> object:  # noqa: ANN401
    """The same of the file that a standard stream leads from or to."""
    try:
        return _number(os.fstat(stream.fileno()))
    except (AttributeError, OSError, ValueError):
        return None


def _number(found: os.stat_result) -> tuple[int, int] | None:
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None

"""How the verbs print: lines in blocks, colour, JSON; and how they write files."""

from __future__ import annotations

import errno
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from threading import current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING

import click

from logicsweep.errors import InvalidInput, Unwritable

if TYPE_CHECKING:
    from click.decorators import FC

    from logicsweep.cli.progress import Progress
    from logicsweep.show.drawing import Screen

_ROOM, _PATIENCE = 4000, 0.1  # characters (a stream's buffer has room for twice as many), seconds


def json_option(about: str) -> Callable[[FC], FC]:
    """The options `--json`, with a line of help, and `--fields`, which lists the fields and leaves."""
    fields = click.option(
        "--fields",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_list_fields,
        help="List the fields of the JSON, and exit.",
    )
    as_json = click.option("--json", "as_json", is_flag=True, help=f"{about}; --fields lists the fields.")
    return lambda command: as_json(fields(command))


def _list_fields(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from logicsweep.show.fields import fields_text

        echo_text(fields_text(context.command.name or ""), screen())
        context.exit()


def _keep_color(context: click.Context, _: click.Parameter, when: str) -> None:
    context.color = {"auto": None, "always": True, "never": False}[when]


COLOR = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    expose_value=False,
    callback=_keep_color,
    help="Colour the answer; auto: on a terminal, unless NO_COLOR is set or TERM is dumb.",
)
"""For verbs whose text has colours."""


def screen() -> Screen:
    """Where the text of the verb that runs goes: only a terminal has labels and a width."""
    from logicsweep.show.drawing import PLAIN, Screen

    asked = click.get_current_context().color
    if not sys.stdout.isatty():
        return Screen(colour=True) if asked else PLAIN
    from shutil import get_terminal_size

    shows_colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(shows_colours if asked is None else asked, True, get_terminal_size().columns)


def echo_text(lines: Iterable[str], on: Screen | None) -> None:
    """Print lines of words and drawings, fitted to a screen; as they are where there is none, as for JSON."""
    echo_lines(on.fitted(lines) if on else lines)


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines in blocks of about a tenth of a second: `click.echo` flushes at each call.

    What came before an error is printed before it. A block of whole lines goes out in one write, so that a
    job that is stopped leaves no line broken in a file, unless by what nobody can put off (SIGKILL).
    """
    block: list[str] = []
    size, due = 0, monotonic() + _PATIENCE
    try:
        for line in lines:
            block.append(line)
            size += len(line) + 1
            if size > _ROOM or monotonic() > due:
                text, block = "\n".join(block), []  # first: an interrupt must not print it twice
                echo(text)
                size, due = 0, monotonic() + _PATIENCE
    finally:
        if block:
            echo("\n".join(block))


def echo(text: str, err: bool = False) -> None:
    """Print a text, on standard error if told, with no line of progress in its way."""
    _print(text, err=err)


def write_content(content: str | bytes) -> None:
    """Print content that is all there; bytes that are no text go to no terminal."""
    if isinstance(content, bytes) and sys.stdout.isatty():
        raise InvalidInput("--out", "a file, as what is written is no text", "none")
    _print(content, nl=False)


def _print(content: str | bytes, nl: bool = True, err: bool = False) -> None:
    progress = _progress()
    with progress.aside() if progress else nullcontext(), nullcontext() if err else _unbroken():
        click.echo(content, nl=nl, err=err)


@contextmanager
def _unbroken() -> Iterator[None]:
    """Within it SIGTERM and SIGHUP wait, if standard output is a file: they would cut a write in two.

    Into a pipe they do not wait, as a write may take for ever.
    """
    if not _is_file() or current_thread() is not main_thread():
        yield
        return
    asked = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    ends = [one for one in asked if one is not None and signal.getsignal(one) == signal.SIG_DFL]
    heard: list[int] = []
    try:
        for one in ends:
            signal.signal(one, lambda number, _: heard.append(number))
        yield
    finally:
        for one in ends:
            signal.signal(one, signal.SIG_DFL)
        if heard:
            os.kill(os.getpid(), heard[0])


def _is_file() -> bool:
    """Whether standard output goes to a usual file."""
    try:
        return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):  # closed, or nothing of the system's
        return False


def write_file(path: str, data: str | bytes) -> None:
    """Write all of a file or nothing: beside it first, under another name that it then takes over.

    Text is written as UTF-8, its line ends as they are. What is no usual file (a pipe, /dev/null) is
    written as it stands, behind a link the file that it leads to. Raises Unwritable.
    """
    if not path:
        raise InvalidInput("FILE", "the name of a file", "an empty name")
    raw = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    try:
        mode = _mode(path)
        if mode is None or stat.S_ISREG(mode):
            _replace(os.path.realpath(path), raw, mode)
        else:
            with open(path, "wb", buffering=0) as file:  # noqa: PTH123  # pathlib takes milliseconds to import
                _write(file.fileno(), raw)
    except IsADirectoryError:
        raise Unwritable(path, "it is a directory") from None
    except FileNotFoundError:
        raise Unwritable(path, "no such folder") from None
    except ValueError:
        raise Unwritable(path, "no file can have that name") from None
    except OSError as error:
        raise Unwritable(path, error.strerror or str(error)) from None


def write_files(files: Mapping[str, str | bytes]) -> None:
    """Write files by their names; `-` is printed."""
    for name, data in files.items():
        if name == "-":
            write_content(data)
        else:
            write_file(name, data)


def check_folder(path: str) -> None:
    """Raise Unwritable for a file whose folder is not there: long work should not end so."""
    if not os.path.isdir(os.path.dirname(path) or "."):  # noqa: PTH112, PTH120
        raise Unwritable(path, "no such folder")


def _mode(path: str) -> int | None:
    """The kind and the rights of what has this name; None where nothing has it."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except FileNotFoundError:
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode


def _replace(path: str, raw: bytes, mode: int | None) -> None:
    beside = os.path.join(os.path.dirname(path), f".logicsweep-{os.urandom(6).hex()}")  # noqa: PTH118, PTH120
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        try:
            _write(file, raw)
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file, stat.S_IMODE(mode))
        finally:
            os.close(file)
        os.replace(beside, path)  # noqa: PTH105
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)  # noqa: PTH108
        raise


def _write(file: int, raw: bytes) -> None:
    rest = memoryview(raw)
    while rest:
        rest = rest[os.write(file, rest) :]


def say_waiting(what: str) -> None:
    """Tell a person at the keyboard that a verb waits for them, and show no progress while they type."""
    if progress := _progress():
        progress.stop()
    end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
    click.echo(f"waiting for {what} on standard input ({end} ends it; see --help)", err=True)


def _progress() -> Progress | None:
    """The progress that is shown: the object of the command line's context, on a terminal."""
    context = click.get_current_context(silent=True)
    progress: Progress | None = context.obj if context else None
    return progress

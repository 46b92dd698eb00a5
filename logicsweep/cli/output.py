"""How the verbs print and write: lines in blocks, text fitted to a screen, a file whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click

from logicsweep.errors import InvalidInput, Unwritable, quote, writing
from logicsweep.work.files import replace_file

if TYPE_CHECKING:
    from logicsweep.boards.board import Drawable
    from logicsweep.cli.options import Showing
    from logicsweep.cli.progress import Progress
    from logicsweep.show.drawing import Screen
    from logicsweep.show.json import Json
    from logicsweep.show.page import Page
    from logicsweep.verbs.forms import Prepares

Found = TypeVar("Found")
_ROOM, _PATIENCE = 4000, 0.1  # characters (a stream's buffer has room for twice as many), seconds


def screen() -> Screen:
    """The screen for the running verb's text: only a terminal has a width."""
    from logicsweep.show.drawing import PLAIN, Screen

    context = click.get_current_context()
    wanted, tags = context.color, context.meta.get("tags", False)
    if not sys.stdout.isatty():
        return replace(PLAIN, colour=bool(wanted), tags=tags)
    from shutil import get_terminal_size

    shows_colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(shows_colours if wanted is None else wanted, get_terminal_size().columns, tags)


def echo_text(lines: Iterable[str]) -> None:
    """Print lines of words and drawings, fitted to the screen."""
    echo_lines(screen().fit_lines(lines))


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines in blocks of about a tenth of a second, since `click.echo` flushes at each call.

    If an error ends the lines, those before it are still printed.
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


def echo(content: str | bytes, err: bool = False, nl: bool = True) -> None:
    """Print a text, on standard error if `err`, and hide the progress line meanwhile."""
    progress = _find_progress()
    with progress.aside() if progress else nullcontext():
        click.echo(content, nl=nl, err=err)


def write_content(content: str | bytes) -> None:
    """Print complete content; refuses to print binary data on a terminal."""
    if isinstance(content, bytes) and sys.stdout.isatty():
        raise InvalidInput("--out", "a file, since this format is binary", "none")
    echo(content, nl=False)


def write_file(path: str, data: str | bytes) -> None:
    """Write all of a file or nothing; `-` prints it.

    Names the file on standard error. Writes text as UTF-8 and keeps its line ends. Writes to a pipe or a
    device directly, without a word, and through a link to the file behind it. Raises Unwritable.
    """
    if path == "-":
        write_content(data)
        return
    raw = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    with writing(path):
        mode = _find_mode(path)
        if mode is None or stat.S_ISREG(mode):
            replace_file(os.path.realpath(path), raw, mode and stat.S_IMODE(mode))
        else:
            with open(path, "wb") as file:  # noqa: PTH123  # pathlib takes milliseconds to import
                file.write(raw)
            return
    echo(f"wrote {path if path.isprintable() else quote(path)}", err=True)


def check_folder(path: str) -> None:
    """Raise Unwritable if a file's folder does not exist, so that long work does not end that way."""
    if not os.path.isdir(os.path.dirname(path) or "."):  # noqa: PTH112, PTH120
        raise Unwritable(path, "no such folder")


def _find_mode(path: str) -> int | None:
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except FileNotFoundError:
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode


def say_waiting(what: str) -> None:
    """Tell a person at the keyboard that the verb waits for input, and show no progress while they type."""
    if progress := _find_progress():
        progress.stop()
    end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
    click.echo(f"waiting for {what} on standard input ({end} ends it; see --help)", err=True)


def _find_progress() -> Progress | None:
    context = click.get_current_context(silent=True)
    progress: Progress | None = context.obj if context else None
    return progress


def answer(
    showing: Showing,
    found: Found,
    text: Callable[[Found, Screen], Iterable[str]],
    json: Callable[[Found], Json | Iterable[Json]],
    page: Callable[[Any], Callable[[Found], Page]],
    drawable: Drawable,
    asked: Prepares,
    files: Mapping[str, str | bytes] = {},
) -> None:
    """Write the files that are asked for and print the answer as text or JSON.

    All files are made before any is written. `page` takes the function that makes the page from the module
    of pages; `asked` prepares each form.
    """
    for form in showing.forms:
        asked.prepare(form)
    made, picture = dict(files), showing.picture
    if picture is not None:
        from logicsweep.show.svg import svg

        made[picture] = svg(drawable, showing.step)
    if showing.html is not None:
        from logicsweep.show import pages
        from logicsweep.show.page import page_html

        made[showing.html] = page_html(page(pages)(found))
    for name, data in made.items():
        write_file(name, data)
    if picture != "-":
        echo_answer(showing.as_json, found, text, json)


def echo_answer(
    as_json: bool,
    found: Found,
    text: Callable[[Found, Screen], Iterable[str]],
    json: Callable[[Found], Json | Iterable[Json]],
) -> None:
    """Print what was found as text, or as JSON with one object per line."""
    if as_json:
        from logicsweep.show.json import dumps

        lines = json(found)
        echo_lines(map(dumps, [lines] if isinstance(lines, dict) else lines))
    else:
        on = screen()
        echo_lines(on.fit_lines(text(found, on)))

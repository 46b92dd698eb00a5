"""What the verbs share: reading the input, choosing a board and a start, colour."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from logicsweep.errors import InvalidInput

if TYPE_CHECKING:
    from logicsweep.board import Board, View
    from logicsweep.players import Player

FILE = click.argument("file", required=False, metavar="[FILE|-]")
"""The input of a verb; `-` or none is standard input."""
_BLOCK, _PATIENCE = 512, 0.1  # lines, seconds


def read_text(file: str | None) -> tuple[str, str]:
    """The text of a file (`-` or None: standard input) and its name for error messages."""
    source = "<stdin>" if file in (None, "-") else str(file)
    if source == "<stdin>" and sys.stdin is None:
        raise InvalidInput(source, "standard input", "a closed one")
    if not source:
        raise InvalidInput("FILE", "a file", "an empty name")
    try:
        data = sys.stdin.buffer.read() if file in (None, "-") else Path(str(file)).read_bytes()
    except IsADirectoryError:
        raise InvalidInput(source, "a file", "a directory") from None
    except FileNotFoundError:
        raise InvalidInput(source, "a file", "no such file") from None
    except (OSError, ValueError) as error:
        raise InvalidInput(source, "a readable file", str(getattr(error, "strerror", error))) from None
    # Bytes that are no UTF-8 stay in as surrogates: the reader meets them in their place, after the
    # answers that come before, and refuses them like any other wrong character.
    text = data.decode("utf-8-sig", "surrogateescape")
    return (text.replace("\r\n", "\n") if "\r" in text else text), source


def board_at(file: str | None, number: int) -> Board:
    """Board `number` (from 1) of a file in the judge format."""
    return nth_board(*read_text(file), number)


def nth_board(text: str, source: str, number: int) -> Board:
    """Board `number` (from 1) of a text in the judge format."""
    from logicsweep.formats import judge

    count = 0
    for count, board in enumerate(judge.read(text, source), 1):
        if count == number:
            return board
    if not count:
        raise InvalidInput(source, "a board", "none")
    raise InvalidInput("--board", f"a number from 1 to {count}, the boards of {source}", str(number))


def boards_or_position(file: str | None, mines: int | None) -> tuple[str, str] | View:
    """The text of boards and its name, or a position: only boards are written with `M` and `.`."""
    from logicsweep.formats import position

    text, source = read_text(file)
    positional = "#" in text or text.lstrip().startswith("mines") or not {"M", "."} & set(text)
    return position.read(text, source, mines) if positional and text.strip() else (text, source)


def player_with(name: str, rules: str | None) -> Player:
    """A player by name, with the productions of a rules file besides their own."""
    from dataclasses import replace

    from logicsweep.players import player_of

    player = player_of(name)
    if rules is None:
        return player
    from logicsweep.rules.own import load_productions

    productions = (*player.productions, *load_productions(rules))
    return replace(player, name=f"{name} with {rules}", productions=productions, complete=False)


def start_on(board: Board, name: str) -> int:
    """The index of a start: a cell's name, or `best` or `worst` (the first such cell)."""
    if name in ("best", "worst"):
        from logicsweep.closures.closure import start_classes

        choose = min if name == "best" else max
        return choose(start_classes(board), key=lambda start: start.remaining).starts[0]
    start = board.graph.find(name, "--start")
    if board.mined[start]:
        raise InvalidInput("--start", "a safe cell", f"a mine at {board.graph.name(start)}")
    return start


def colours() -> bool:
    """Whether to colour: only on a terminal, and not where NO_COLOR or TERM=dumb asks for none."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines in blocks of about a tenth of a second: `click.echo` flushes at each call.

    What came before an error is printed before it.
    """
    block: list[str] = []
    due = monotonic() + _PATIENCE
    try:
        for line in lines:
            block.append(line)
            if len(block) >= _BLOCK or monotonic() > due:
                click.echo("\n".join(block))
                block, due = [], monotonic() + _PATIENCE
    finally:
        if block:
            click.echo("\n".join(block))

"""The command that asks `why` about a cell where a page does not tell, as it can be pasted into a shell."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

import click
from click.core import ParameterSource

from logicsweep.cli.fields import FIELDS
from logicsweep.cli.inputs import READS, Item
from logicsweep.formats import Deal


def why_command(item: Item, player: str | None, start: str | None = None, rules: Sequence[str] = ()) -> str:
    """What asks `why` about a cell of an item of the verb that runs; `CELL` stands for the cell's name.

    The options that the verb shares with `why` are passed on as they were given; `limit` where both count
    firings with it.
    """
    named = {"--player": player, "--start": start}
    options = [word for option, name in named.items() if name is not None for word in (option, name)]
    for spec in rules:
        options += ["--rules", spec]
    options += _given("unchecked") if rules else []
    if start is not None and "strategy" in click.get_current_context().params:
        options += _given("strategy", "seed", "limit")
    return _asking(item, _files(), [*options, *_given("trust_flags", "mines"), *_read_as(item)])


def hint_command(item: Item, player: str) -> str:
    """The same for `hint`, which tells of the position where casual is stuck on a board: it is made first."""
    if item.kind == "position":
        return why_command(item, player)
    played = ["--as", "position", "--to", "graph", *_given("start"), *_read_as(item)]
    options = ["--player", player, *_given("trust_flags")]
    return f"{_command('convert', _files(), played)} | {_asking(item, ['-'], options)}"


def _asking(item: Item, files: Sequence[str], options: Sequence[str]) -> str:
    graph = item.found.board.graph if isinstance(item.found, Deal) else item.found.graph
    odd = any(name.startswith("-") for name in graph.names(range(len(graph))))
    return _command("why", ["CELL", *files], options, odd)


def _command(verb: str, arguments: Sequence[str], options: Sequence[str], odd: bool = False) -> str:
    """A command; `odd`: an argument may look like an option, as one does that begins with `-`."""
    said = [argument if argument == "CELL" else _quoted(argument) for argument in arguments]
    told = [*map(_quoted, options)]
    if odd or any(one.startswith("-") and one != "-" for one in arguments):
        return " ".join(["logicsweep", verb, *told, "--", *said])
    first = 1 if arguments[0] == "CELL" else 0
    return " ".join(["logicsweep", verb, *said[:first], *told, *said[first:]])


def _quoted(text: str) -> str:
    """A text for a shell, so that CELL is not in it."""
    return quote(text).replace("CELL", "CE''LL")


def _files() -> tuple[str, ...]:
    return click.get_current_context().params["files"] or ("-",)


def _read_as(item: Item) -> list[str]:
    """How the item is read: its number, format and field; the verbs look for formats in different orders."""
    context = click.get_current_context()
    number = ["--board", str(item.number)] if item.number > 1 else []
    form = _given("form")
    if READS[context.command.name or ""][0] == item.form.holds != READS["why"][0] and len(_files()) == 1:
        form = ["--from", item.form.name]
    return [*number, *form, *_given("field")]


def _given(*names: str) -> list[str]:
    """These parameters of the verb that runs, those that were given, as they were."""
    context = click.get_current_context()
    found: list[str] = []
    for parameter in context.command.params:
        if parameter.name in names and context.get_parameter_source(parameter.name) == _GIVEN:
            value = context.params[parameter.name]
            found.append(parameter.opts[0])
            if parameter.name == "field":
                found.append(next(name for name, field in FIELDS.items() if field == value))
            elif value is not True:
                found.append(str(value))
    return found


_GIVEN = ParameterSource.COMMANDLINE

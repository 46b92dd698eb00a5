"""How the command line says what is wrong with it: `--option: expected ..., got ...`, or a sentence."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from logicsweep.errors import InvalidInput, LogicsweepError, shown

_GIVEN_BY = {"player": "--players", "productions": "--rules"}
"""Options that are not called as the library calls their values."""


class Verb(click.Command):
    """A command whose options say each value once: that the last one wins would pass over a mistake."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does it, after a look for options that are given twice."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        valued = [one for one in order if isinstance(one, click.Option) and not one.is_flag]
        for option in valued:
            if valued.count(option) > 1 and not option.multiple and not ctx.resilient_parsing:
                raise click.UsageError(f"{option.opts[0]} is given twice", ctx)
        return super().parse_args(ctx, args)


def given(name: str) -> bool:
    """Whether the parameter of that name stands on the command line of the verb that runs."""
    return click.get_current_context().get_parameter_source(name) == ParameterSource.COMMANDLINE


def refuse_given(reason: str, *names: str) -> None:
    """A usage error for the first of these parameters that is given: `--name` and the reason."""
    for parameter in click.get_current_context().command.params:
        if parameter.name in names and given(parameter.name):
            raise click.UsageError(f"{parameter.opts[0]} {reason}")


def mistake(error: click.ClickException) -> str:
    """What click found wrong with the command line, as logicsweep says it."""
    if isinstance(error, click.BadOptionUsage):
        needs = "requires" in error.message
        return str(InvalidInput(error.option_name, *(("a value", "none") if needs else ("no value", "one"))))
    parameter = error.param if type(error) is click.BadParameter else None
    found, _, _ = error.message.rpartition(" is not ")  # how all of click's types begin
    if parameter and found:
        found = found if len(found) <= 40 else shown(found.strip("'\""))
        return str(InvalidInput(parameter.opts[0], _expected(parameter.type), found))
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{context.command_path}: {error.format_message()}" if context else error.format_message()


def _expected(kind: click.ParamType[Any]) -> str:
    """What a type of click's takes, in words."""
    if isinstance(kind, click.Choice):
        return f"one of {', '.join(map(str, kind.choices))}"
    if not isinstance(kind, click.IntRange):
        return {"integer": "a whole number", "float": "a number"}.get(kind.name, f"a {kind.name}")
    bounds = f"of at least {kind.min}" if kind.max is None else f"from {kind.min} to {kind.max}"
    return f"a whole number {bounds}"


def refusal(error: LogicsweepError, verb: click.Command | None, arguments: list[str]) -> str:
    """What the library refuses. It names the thing (`mines`); here that is the option which gave it.

    >>> from logicsweep.cli.hint import hint
    >>> refusal(InvalidInput("mines", "a whole number of at least 0", "-1"), hint, ["--mines", "-1"])
    '--mines: expected a whole number of at least 0, got -1'
    """
    if verb and type(error) is InvalidInput:
        thing = error.place.partition(": ")[0]
        options = [option for parameter in verb.params for option in parameter.opts]
        for option in (f"--{thing}", _GIVEN_BY.get(thing)):
            if option in options and thing not in arguments:  # a file may have that name
                return f"{option}{str(error)[len(thing) :]}"
    return str(error)

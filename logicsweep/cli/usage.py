"""How the command line says what is wrong with it: `--option: expected ..., got ...`, or a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from logicsweep.cli.written import keep_apart
from logicsweep.errors import InvalidInput, LogicsweepError, quoted

if TYPE_CHECKING:
    from click.decorators import FC


_GIVEN_BY = {
    "picture": "--svg",
    "player": "--players",
    "productions": "--rules",
    "finisher": "--for",
    "not_for": "--not-for",
}
"""Options that are not called as the library calls their values."""
_NO_OPTION = {"board"}
"""What the library calls so is none of this name: `--board` is a number."""


class _Seconds(click.FloatRange):
    """A time: what is no number is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401
        """As click does it, without what equals nothing."""
        seconds: float = super().convert(value, param, ctx)
        if seconds != seconds:
            self.fail(f"{value} is not a time.", param, ctx)
        return seconds


TIME = _Seconds(min=0, min_open=True, max=1_000_000.0)
"""The type of an option that says how many seconds."""


def jobs_option(what: str, default: int) -> Callable[[FC], FC]:
    """`--jobs`; `what` it counts, in words."""
    return click.option(
        "--jobs",
        type=click.IntRange(0, 256),
        default=default,
        show_default=True,
        metavar="N",
        help=f"{what}; 0: as many as there are cores.",
    )


class Verb(click.Command):
    """A command whose options say each value once: that the last one wins would pass over a mistake.

    The files that it writes are others than those that it reads.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does it, after a look for options that are given twice."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        valued = [one for one in order if isinstance(one, click.Option) and not one.is_flag]
        for option in valued:
            if valued.count(option) > 1 and not option.multiple and not ctx.resilient_parsing:
                raise click.UsageError(f"{option.opts[0]} is given twice", ctx)
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            keep_apart(ctx)
        return rest


def refuse_given(reason: str, *names: str) -> None:
    """A usage error for the first of these parameters that the verb was given: `--name` and the reason."""
    context = click.get_current_context()
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in names and source == ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{parameter.opts[0]} {reason}")


def mistake(error: click.ClickException) -> str:
    """What click found wrong with the command line, as logicsweep says it."""
    if isinstance(error, click.BadOptionUsage):
        expected, found = ("a value", "none") if "requires" in error.message else ("no value", "one")
        return str(InvalidInput(error.option_name, expected, found))
    if type(error) is click.BadParameter and error.param:
        return f"{error.param.opts[0]}: {_unfit(error.message, error.param.type)}"
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{context.command_path}: {error.format_message()}" if context else error.format_message()


def _unfit(message: str, kind: click.ParamType[Any]) -> str:
    """What a type of click's says of a value, `5 is not ...`, as what it expects and what it got."""
    match kind:
        case click.Choice():
            expected = f"one of {', '.join(map(str, kind.choices))}"
        case click.IntRange():
            bounds = f"of at least {kind.min}" if kind.max is None else f"from {kind.min} to {kind.max}"
            expected = f"a whole number {bounds}"
        case click.FloatRange():
            expected = f"a number above {kind.min:g}" + (f", at most {kind.max:g}" if kind.max else "")
        case _ if kind is click.INT:
            expected = "a whole number"
        case _:
            return message
    found = message.rpartition(" is not ")[0].removesuffix(".0")
    return f"expected {expected}, got {found if len(found) <= 40 else quoted(found.strip(chr(39)))}"


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
            if option in options and thing not in {*arguments, *_NO_OPTION}:  # a file may have that name
                return f"{option}{str(error)[len(thing) :]}"
    return str(error)

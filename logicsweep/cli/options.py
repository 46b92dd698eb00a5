"""The options that several verbs share: help, completion and checks."""

from __future__ import annotations

import dataclasses
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

import click
from click.core import ParameterSource

from logicsweep.cli import Context
from logicsweep.cli.output import echo_text
from logicsweep.errors import InvalidInput, LogicsweepError, quote
from logicsweep.verbs.reading import MAKERS

if TYPE_CHECKING:
    from click.decorators import FC
    from click.shell_completion import CompletionItem

    from logicsweep.verbs.forms import Form

Completion = Callable[[click.Context, click.Parameter, str], "list[CompletionItem] | list[str]"]


class Verb(click.Command):
    """A command that refuses an option given twice, since the last one winning would hide a mistake.

    It also refuses to write a file that it reads.
    """

    context_class = Context

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does, after checking for options given twice."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        valued = [one for one in order if isinstance(one, click.Option) and not one.is_flag]
        for option in valued:
            if valued.count(option) > 1 and not option.multiple and not ctx.resilient_parsing:
                raise click.UsageError(f"{option.opts[0]} is given twice", ctx)
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            _check_files(ctx)
        return rest


def gather_options(
    name: str, kind: type, *options: Callable[[FC], FC], check: Callable[[Any], None] = lambda _: None
) -> Callable[[FC], FC]:
    """Options whose values a verb gets together, checked, as one dataclass of this kind."""
    fields = [one.name for one in dataclasses.fields(kind)]

    def with_options(command: FC) -> FC:
        @wraps(command)
        def call(*args: object, **given: object) -> object:
            together = {field: given.pop(field) for field in fields if field in given}
            check(value := kind(**together))
            return command(*args, **given, **{name: value})

        wrapped = cast("FC", call)
        for option in reversed(options):
            wrapped = option(wrapped)
        return wrapped

    return with_options


def number_option(
    *names: str,
    about: str,
    default: int | None = None,
    least: int | None = None,
    most: int | None = None,
    metavar: str = "N",
) -> Callable[[FC], FC]:
    """An option whose value is a whole number, between `least` and `most` if they are given."""
    kind = click.INT if least is None else click.IntRange(least, most)
    shown = default is not None
    return click.option(*names, type=kind, default=default, show_default=shown, metavar=metavar, help=about)


def start_option(about: str, *more: str, otherwise: str = ", or best") -> Callable[[FC], FC]:
    """The option `--start`: its help, the words it takes in addition to best and worst, and its default."""
    words = ("best", "worst", *more)
    return click.option(
        "--start",
        show_default=f"the first click in FILE{otherwise}",
        metavar="|".join(["r1c2", *words]),
        shell_complete=complete_words(lambda _: words),
        help=about,
    )


def choice_option(
    name: str, choices: Iterable[str], about: str, metavar: str | None = None
) -> Callable[[FC], FC]:
    """An option whose value is one of these words, by default the first."""
    words = click.Choice([*choices])
    first = words.choices[0]
    return click.option(name, type=words, default=first, show_default=True, help=about, metavar=metavar)


def names_option(
    option: str, known: Iterable[str], about: str, default: str | None = None
) -> Callable[[FC], FC]:
    """An option whose value is a comma-separated list of names; empty if the option is not given."""
    return click.option(
        option,
        default=default,
        show_default=default is not None,
        metavar="A,B,...",
        shell_complete=complete_words(lambda _: known, listed=True),
        callback=lambda _, __, text: [] if text is None else [name.strip() for name in text.split(",")],
        help=about,
    )


def file_option(
    *names: str, about: str, metavar: str = "FILE", printed: bool = True, endings: tuple[str, ...] = ()
) -> Callable[[FC], FC]:
    """An option that names a file to write; see `FileToWrite`."""
    kind = FileToWrite(printed, endings)
    return click.option(*names, type=kind, metavar=metavar, shell_complete=complete_files, help=about)


# --- what a shell completes --------------------------------------------------------------------------------


def complete_files(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The shell's own completion of file names."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(begun, type="file")]


def complete_words(words: Callable[[click.Context], Iterable[str]], listed: bool = False) -> Completion:
    """Complete these words; in a comma-separated list (`listed`), those not yet in it."""

    def complete(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
        before, comma, last = begun.rpartition(",") if listed else ("", "", begun)
        taken = before.split(",")
        found = [word for word in words(context) if word.startswith(last) and word not in taken]
        return [before + comma + word for word in found]

    return complete


# --- files that are written --------------------------------------------------------------------------------


_PAGES = ".html", ".htm"
_PICTURES = ".png", ".pdf", ".jpg", ".gif"
"""Endings of pictures that are not written."""


class FileToWrite(click.types.StringParamType):
    """The type of an option that names a file to write; `-` is standard output if `printed`.

    A value that begins with `-` is taken for another option, before which the file was forgotten.
    """

    name = "file"

    def __init__(self, printed: bool = True, endings: tuple[str, ...] = ()) -> None:
        """Allow `-`, standard output, if `printed`; only a file with one of the `endings` is overwritten."""
        self.printed, self.endings = printed, endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401
        """Return the name unchanged."""
        name = str(value)
        option = param.opts[0] if param else "FILE"
        low = name.lower()
        if self.endings and low.endswith((*_PICTURES, *_PAGES, ".svg")) and not low.endswith(self.endings):
            made = f" (cairosvg {name[:-4]}.svg -o {name} then makes that of it)"
            made *= low.endswith(_PICTURES) and self.endings == (".svg",)
            raise InvalidInput(option, f"a name that ends in {' or '.join(self.endings)}{made}", quote(name))
        if name and (not name.startswith("-") or (name == "-" and self.printed)):
            return name
        found = f"{quote(name)} (./{name} names such a file)" if name.strip("-") else quote(name)
        raise InvalidInput(option, "the name of a file", found if name else "an empty name")


OUT = file_option("--out", about="The file to write.  [default: standard output]")
"""For a verb that writes one file or prints."""


def _check_files(context: click.Context) -> None:
    """Refuse to write a file twice, or over one that is read, before any work is done."""
    rules = [spec.partition(":")[0] for spec in context.params.get("rules", ())]
    inputs = [0 if name == "-" else name for name in context.params.get("files", ()) or ["-"]]
    read = {_identify_file(name) for name in [*inputs, *rules]}
    written = {_identify_file(1): "standard output"}
    for parameter in context.command.params:
        name = context.params.get(parameter.name or "")
        if not isinstance(parameter.type, FileToWrite) or name in (None, "-"):
            continue
        option, file = parameter.opts[0], _identify_file(name)
        if file and file in read:
            raise InvalidInput(option, "a file other than those that are read", quote(name))
        if file and file in written:
            raise InvalidInput(option, f"a file other than that of {written[file]}", quote(name))
        endings = parameter.type.endings
        if endings and os.path.isfile(name) and not name.lower().endswith(endings):  # noqa: PTH113
            expected = f"a new file, or one that ends in {' or '.join(endings)}"
            raise InvalidInput(option, expected, f"{quote(name)}, which already exists")
        written[file] = option


def _identify_file(file: str | int) -> object:
    """What all names of a file and its descriptor have in common; None for anything but a regular file."""
    try:
        found = os.stat(file)  # noqa: PTH116
    except OSError:
        return os.path.realpath(file) if isinstance(file, str) else None
    except ValueError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


# --- how answers look --------------------------------------------------------------------------------------


def _list_fields(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from importlib import import_module

        from logicsweep.show.json import fields_text

        echo_text(fields_text(import_module(f"logicsweep.show.{context.command.name}").PRINTED))
        context.exit()


def json_option(about: str) -> Callable[[FC], FC]:
    """The options `--json`, with this help, and `--fields`, which lists the fields and exits."""
    shown = click.option("--json", "as_json", is_flag=True, help=f"{about}; --fields lists the fields.")
    fields = click.option(
        "--fields",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_list_fields,
        help="List the fields of the JSON.",
    )
    return lambda command: shown(fields(command))


def _keep_color(context: click.Context, _: click.Parameter, when: str) -> None:
    context.color = {"auto": None, "always": True, "never": False}[when]


COLOR = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    expose_value=False,
    callback=_keep_color,
    help="When to colour the answer.",
)


TAGS = click.option(
    "--tags",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _, wanted: context.meta.update(tags=wanted),
    help="Say in brackets how hard each step is.",
)
SVG = file_option(
    "--svg",
    "picture",
    metavar="FILE|-",
    about="Also draw the answer as a picture; - prints only the picture.",
    endings=(".svg",),
)


def html_option(about: str) -> Callable[[FC], FC]:
    """`--html`: a page, which other output around it would break."""
    return file_option("--html", printed=False, about=about, endings=_PAGES)


HTML = html_option("Also write a page for a browser.")
STAGE = click.option(
    "--stage",
    type=click.IntRange(1, 4),
    metavar="1|2|3|4",
    help="Reveal only part of one step: 1 where to look, 2 which clues, 3 what kind of step, 4 everything.",
)


@dataclass(frozen=True)
class Showing:
    """How to show the answer."""

    picture: str | None
    html: str | None
    as_json: bool
    step: int | None = None

    @property
    def forms(self) -> Iterator[Form]:
        """The forms that an answer prepares; a picture on standard output replaces the text."""
        if self.picture != "-":
            yield "json" if self.as_json else "text"
        if self.html is not None:
            yield "page"


def _check_showing(showing: Showing) -> None:
    if showing.picture is None:
        refuse_given("needs --svg", "step")
    elif showing.picture == "-" and showing.as_json:
        raise click.UsageError("--svg - and --json do not go together")


def showing_options(about: str, steps: bool = False) -> Callable[[FC], FC]:
    """The options of `Showing`. `about` is the help of `--json`; with `steps`, `--step` is one too."""
    step = number_option("--step", least=1, about="With --svg: draw the board at step N, not at the end.")
    options = (SVG, *[step] * steps, HTML, COLOR, json_option(about))
    return gather_options("showing", Showing, *options, check=_check_showing)


# --- fields, workers ---------------------------------------------------------------------------------------


def field_option(about: str, default: str | None = None) -> Callable[[FC], FC]:
    """`--field`, with this help; its value is the function that makes such a field, or None."""
    return click.option(
        "--field",
        type=click.Choice([*MAKERS]),
        default=default,
        show_default=default is not None,
        callback=lambda _, __, name: MAKERS.get(name),
        help=about,
    )


def jobs_option(what: str, *names: str) -> Callable[[FC], FC]:
    """`--jobs`, with more names if given; `what` says what it counts."""
    about = f"{what}; 0: one per core."
    return number_option(*names, "--jobs", least=0, most=256, default=0, about=about)


# --- what is wrong with a command line ---------------------------------------------------------------------

_GIVEN_BY = {
    "format": "--from",
    "number": "--board",
    "picture": "--svg",
    "player": "--players",
    "productions": "--rules",
    "finisher": "--for",
    "not_for": "--not-for",
}
"""Options whose names differ from the library's name for their value."""
_NUMBERED = re.compile(r"(board|position) \d+: ")


def refuse_given(reason: str, *names: str) -> None:
    """Raise a usage error, the option and the reason, for the first of these parameters that was given."""
    context = click.get_current_context()
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in names and source == ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{parameter.opts[0]} {reason}")


def mistake(error: click.ClickException) -> str:
    """An error of click's, in logicsweep's words."""
    if isinstance(error, click.BadOptionUsage):
        expected, found = ("a value", "none") if "requires" in error.message else ("no value", "one")
        if error.option_name == "--guess":  # its value was the policy
            expected = "no value (--policy NAME names a policy)"
        return str(InvalidInput(error.option_name, expected, found))
    if isinstance(error, click.NoSuchOption) and error.option_name == "--mines":
        command = error.ctx.command if error.ctx else None
        if command and any(one.name == "size" for one in command.params):
            return str(InvalidInput("--mines", "the mine count after the size, as in 16x16/40", "an option"))
    if type(error) is click.BadParameter and error.param:
        return f"{error.param.opts[0]}: {_say_what_fits(error.message, error.param.type)}"
    context, says = error.ctx if isinstance(error, click.UsageError) else None, error.format_message()
    if extra := re.fullmatch(r"Got unexpected extra argument \((.*)\)", says):
        says += hint_at_policy(extra[1])
    return f"{context.command_path}: {says}" if context else says


def hint_at_policy(argument: str) -> str:
    """What to type instead, if an argument is the name of a policy."""
    from logicsweep.guessing.policy import POLICIES  # few calls need it

    return f" (--policy {argument} names a policy)" if argument in POLICIES else ""


def _say_what_fits(message: str, kind: click.ParamType[Any]) -> str:
    """Turn the message of a click type, `5 is not ...`, into what was expected and what it got."""
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
    return f"expected {expected}, got {found if len(found) <= 40 else quote(found.strip(chr(39)))}"


def _propose_signs(error: InvalidInput) -> str:
    """How to read other signs than those of a position, if that may be the mistake."""
    sign, letters = error.found, "'0' to '8', '#', 'F' or '?'"
    if error.expected == letters and len(sign) == len("'x'") and (sign[1] in "xXoO" or not sign[1].isalnum()):
        return f" (--covered {sign} reads it as a covered cell, --empty {sign} as a 0)"
    if error.expected.endswith("as in the first row"):
        return " (--covered ' ' or --empty ' ' if blanks are cells)"
    return ""


def refusal(error: LogicsweepError, verb: click.Command | None, arguments: list[str]) -> str:
    """A library error in which the name of the thing (`mines`) is replaced by its option (`--mines`).

    >>> from logicsweep.cli.hint import hint
    >>> refusal(InvalidInput("mines", "a whole number of at least 0", "-1"), hint, ["--mines", "-1"])
    '--mines: expected a whole number of at least 0, got -1'
    """
    text = str(error)
    if verb and type(error) is InvalidInput:
        if any(parameter.name == "covered" for parameter in verb.params):
            text += _propose_signs(error)
        thing = _NUMBERED.sub("", error.place).partition(": ")[0]
        options = [option for parameter in verb.params for option in parameter.opts]
        if thing not in {*arguments, "board"}:  # a file may have that name; `--board` is a number
            for option in (f"--{thing}", _GIVEN_BY.get(thing)):
                if option in options:
                    at = text.index(thing)
                    return f"{text[:at]}{option}{text[at + len(thing) :]}"
    return text

"""`answer`: what a verb prints with `--json`, for a request in JSON: no command line and no files."""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass, replace
from functools import cache
from inspect import Parameter, signature
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from logicsweep.boards.board import Board
from logicsweep.boards.cells import FieldMaker
from logicsweep.boards.random import Promise
from logicsweep.errors import InvalidInput, LogicsweepError, describe, quote
from logicsweep.formats import encode_text
from logicsweep.games.players import PLAYERS
from logicsweep.guessing.policy import POLICIES
from logicsweep.rules.engine import STRATEGIES
from logicsweep.show.json import Json, dumps, kind
from logicsweep.verbs.convert import KINDS, SITES
from logicsweep.verbs.effort import EFFORTS, NORMAL
from logicsweep.verbs.generate import Wishes
from logicsweep.verbs.playing import Playing
from logicsweep.verbs.reading import MAKERS, READS, Numbered, Reading, items, naming

if TYPE_CHECKING:
    from logicsweep.show.page import Page
    from logicsweep.verbs.forms import Prepares
    from logicsweep.verbs.lesson import Lesson

Stage = Literal[1, 2, 3, 4]
Answered = Json | Iterable[Json]


def answer(request: Mapping[str, Any]) -> Json:
    """Answer a request such as `{"verb": "hint", "position": "1#1#"}` with the objects of `--json`.

    - `verb`: one of `ANSWERS`.
    - `position`: a board or position as text in any format, or a link; or `base64`, the bytes of a file.
    - All other keys are the options of the verb's function in `logicsweep.verbs`, and `field`, `form`,
      `number`, `mines`, `covered` and `empty` of `Reading`. An option that the verb does not have is an
      error; one that does not matter to this input, such as `mines` for a board, is ignored.

    The result holds `lines`, the objects that the verb prints with `--json`. For `convert`, which prints
    none, a line holds the `text`, and with `picture` the text of an SVG. `lesson` reads the `text` of a
    lesson, and `drill` makes a position. With `page`, a line is all that the verb's page of `--html` shows;
    with `asks`, without the answers about cells that a hint leaves undecided: the page asks for these. If
    something is wrong, `error` says so in one line; `lines` then holds what came before, if anything did,
    and `clues` the cell names of the clues that do not fit, if some do not. No request raises an error,
    reads a file or runs a user's code. It may take any time and memory: the caller bounds these.

    >>> [hint] = answer({"verb": "hint", "position": "1#1#", "player": "casual"})["lines"]
    >>> hint["safe"], hint["mines"]
    (['r1c4'], ['r1c2'])
    >>> answer({"verb": "hint", "position": "1#x#"})
    {'error': "position:1:3: expected '0' to '8', '#', 'F' or '?', got 'x'"}
    >>> answer({"verb": "rules", "page": True})
    {'error': "rules: expected options among player, got 'page'"}
    """
    lines: list[Json] = []
    clues: tuple[str, ...] = ()
    try:
        with _numbers_of_any_length():
            lines.extend(_lines_of(request))
    except LogicsweepError as error:
        wrong, clues = str(error), getattr(error, "names", ())
    except MemoryError:
        wrong = "not enough memory for this task"
    except ModuleNotFoundError as error:
        wrong = f"the package {error.name} is not installed"
    else:
        return {"lines": lines}
    told = {"lines": lines, "error": wrong, "clues": [*clues]}
    return {name: value for name, value in told.items() if value}


def answer_line(line: str | bytes) -> str:
    """Answer a request that is JSON, as one line of JSON."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        text = line if isinstance(line, str) else line.decode(errors="replace")
        return dumps({"error": f"request: expected JSON, got {quote(text)}"})
    try:
        return dumps(answer(request))
    except RecursionError:
        return dumps({"error": "this request is nested too deeply"})


@contextmanager
def _numbers_of_any_length() -> Iterator[None]:
    """Within this context, exact risks of huge positions can be written, as on the command line."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)


def _lines_of(request: Mapping[str, Any]) -> Iterator[Json]:
    if not isinstance(request, Mapping):
        raise InvalidInput("request", "an object", describe(request))
    options = dict(request)
    name = options.pop("verb", None)
    if not isinstance(name, str) or name not in ANSWERS:
        raise InvalidInput("verb", f"one of {', '.join(ANSWERS)}", describe(name))
    verb = ANSWERS[name]
    found = _read(name, verb, options) if verb.reads else ()
    given = _take(options, verb.call)
    if options:
        raise InvalidInput(name, f"options among {', '.join(_names(verb))}", describe(next(iter(options))))
    for item in found:
        with naming(item):
            told = [*_each(verb.call(item, **given))]
        yield from told
    if not verb.reads:
        yield from _each(verb.call(**given))


def _each(told: Answered) -> Iterable[Json]:
    return [told] if isinstance(told, dict) else told


@dataclass(frozen=True)
class _Source:
    """The text of a board or position, or the bytes of a file."""

    position: str = ""
    base64: str | None = None

    def data(self) -> bytes:
        if self.base64 is None:
            return encode_text(self.position)
        try:
            return b64decode(self.base64, validate=True)
        except ValueError:
            raise InvalidInput("base64", "bytes in base64", quote(self.base64)) from None


def _read(name: str, verb: _Verb, options: dict[str, Any]) -> Iterator[Numbered]:
    """The boards or positions of a request; takes what says so out of the options."""
    data = _Source(**_take(options, _Source)).data()
    how = Reading(**{"number": verb.number} | _take(options, Reading))
    return items([("position", iter([data]))], READS[name], how)


# --- the options -------------------------------------------------------------------------------------------

_CHOICES: dict[str, Collection[str]] = {
    "effort": EFFORTS,
    "strategy": STRATEGIES,
    "guess": POLICIES,
    "policies": POLICIES,
    "kind": KINDS,
    "site": SITES,
    "field": MAKERS,
}
"""Options whose values are words of a table; a name outside could be a file with a user's code."""
_AS_JSON = {FieldMaker | None: str | None}
"""How a request writes a value of another type."""
_NEVER = {"item", "files", "rules"}
"""Parameters that no request sets: files, and code in them."""


class _Option(NamedTuple):
    hint: Any
    required: bool


@cache
def _options_of(form: Any) -> dict[str, _Option]:  # noqa: ANN401  # a function or dataclass
    """The options of a function or dataclass: its parameters."""
    hints = get_type_hints(form)
    return {
        name: _Option(_AS_JSON.get(hints[name], hints[name]), one.default is Parameter.empty)
        for name, one in signature(form).parameters.items()
        if name not in _NEVER
    }


def _names(verb: _Verb) -> Iterator[str]:
    """The names of all options of a verb, for an error."""
    for form in (verb.call, *[_Source, Reading] * verb.reads):
        for name, (hint, _) in _options_of(form).items():
            yield from _options_of(hint) if isinstance(hint, type) and is_dataclass(hint) else [name]


def _take(options: dict[str, Any], form: Any) -> dict[str, Any]:  # noqa: ANN401
    """Take the values for a function or dataclass out of the options; raises InvalidInput for wrong ones."""
    taken = dict[str, Any]()
    for name, (hint, required) in _options_of(form).items():
        if isinstance(hint, type) and is_dataclass(hint):
            taken[name] = hint(**_take(options, hint))
        elif name in options:
            taken[name] = _check(name, options.pop(name), hint)
        elif required:
            raise InvalidInput(name, kind(hint), "none")
    return taken


def _check(name: str, value: Any, hint: Any) -> Any:  # noqa: ANN401  # a value of any type
    """A value of the type that the hint demands, and among the words of its table."""
    if not _fits(value, hint):
        raise InvalidInput(name, kind(hint), describe(value))
    words = _CHOICES.get(name)
    for one in value if isinstance(value, list) else [value]:
        if words is not None and one is not None and one not in words:
            raise InvalidInput(name, f"one of {', '.join(words)}", describe(one))
    return MAKERS[value] if name == "field" and value is not None else value


def _fits(value: object, hint: Any) -> bool:  # noqa: ANN401
    """Whether a value of JSON is what a type hint says.

    >>> _fits(None, int | None), _fits(True, int), _fits(["r1c1"], list[str]), _fits(5, Stage)
    (True, False, True, False)
    """
    head, parts = get_origin(hint), get_args(hint)
    if head in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if head is Literal:
        return any(type(value) is type(part) and value == part for part in parts)
    if head in (list, tuple):
        return isinstance(value, list) and all(_fits(one, parts[0]) for one in value)
    return type(value) is hint or (hint is float and type(value) is int)


# --- the verbs ---------------------------------------------------------------------------------------------


def _show(
    asked: Prepares, as_page: bool, json: Callable[[], Answered], page: Callable[[Any], Page]
) -> Answered:
    """All that the page of an answer shows, or its JSON; `page` takes the module of pages."""
    asked.prepare("page" if as_page else "json")
    if not as_page:
        return json()
    from logicsweep.show import pages

    return page(pages).data()


def _hint(
    item: Numbered,
    player: str | None = None,
    start: str | None = None,
    trust_flags: bool = False,
    effort: str = NORMAL,
    guess: str | None = None,
    explain: bool = False,
    stage: Stage | None = None,
    page: bool = False,
    asks: bool = False,
) -> Answered:
    from logicsweep.show.hint import hint_json
    from logicsweep.verbs.hint import hint

    found = replace(hint(item, player, start, trust_flags, effort, guess, explain), asks=asks)
    if page or not stage:
        return _show(found, page, lambda: hint_json(found), lambda pages: pages.hint_page(found))
    # not before the first hint: it imports a seventh of the package
    from logicsweep.show.stages import hint_stage_json

    found.prepare("stage")
    return hint_stage_json(found, stage)


def _why(
    item: Numbered,
    cell: str,
    how: Playing,
    trust_flags: bool = False,
    refute: bool = False,
    every: bool = False,
    stage: Stage | None = None,
    page: bool = False,
) -> Answered:
    from logicsweep.show.stages import cell_stage_json
    from logicsweep.show.why import answer_json
    from logicsweep.verbs.why import why

    asked = why(item, cell, replace(how, guess=None), trust_flags)
    full = asked.full_answer(refute, how.guess, every)
    if stage and not page:
        return cell_stage_json(full, stage, item.number)
    json = lambda: answer_json(full, item.number)  # noqa: E731
    return _show(asked, page, json, lambda pages: pages.why_page(full, asked))


def _path(item: Numbered, how: Playing, grade: bool = False, page: bool = False) -> Answered:
    from logicsweep.show.path import grade_json, path_json
    from logicsweep.verbs.path import path

    found = path(item, how)
    json = grade_json if grade else path_json
    return _show(found, page, lambda: json(found), lambda pages: pages.path_page(found))


def _trace(item: Numbered, how: Playing, agenda: bool = False, page: bool = False) -> Answered:
    from logicsweep.show.trace import run_json
    from logicsweep.verbs.path import trace

    found = trace(item, how, agenda)
    return _show(found, page, lambda: run_json(found), lambda pages: pages.trace_page(found))


def _compare(
    item: Numbered,
    players: list[str] | None = None,
    start: str | None = None,
    guess: str | None = None,
    effort: str = NORMAL,
    limit: int | None = None,
    page: bool = False,
) -> Answered:
    from logicsweep.show.compare import comparison_json
    from logicsweep.verbs.compare import compare
    from logicsweep.verbs.playing import players_with

    who = players_with(PLAYERS if players is None else players, ())
    found = compare(item, who, start, guess, effort, limit)
    page = page and found.found is not None
    return _show(found, page, lambda: comparison_json(found), lambda pages: pages.compare_page(found))


def _perfect(
    item: Numbered, first: Promise = "any", start: str | None = None, policies: list[str] | None = None
) -> Json:
    from logicsweep.show.perfect import perfect_json
    from logicsweep.verbs.perfect import perfect

    return perfect_json(perfect(item, first, start, policies or ()))


def _solve(item: Numbered) -> Json:
    from logicsweep.closures.closure import least_remaining
    from logicsweep.show.solve import solved_json

    assert isinstance(item.what, Board)  # the verb reads nothing else
    return solved_json(item.number, least_remaining(item.what))


def _rules(player: str | None = None) -> Answered:
    from logicsweep.show.rules import rules_json
    from logicsweep.verbs.rules import rules

    return rules_json(rules(player))


def _generate(
    wishes: Wishes,
    count: int = 1,
    seed: int = 0,
    uniform: bool = False,
    tries: int = 10_000,
    seconds: float | None = None,
) -> Answered:
    from logicsweep.show.generate import generated_json
    from logicsweep.verbs.generate import generate

    made = generate(wishes, count, seed, graded=True, uniform=uniform, tries=tries, seconds=seconds)
    return map(generated_json, made)


def _review(
    position: str = "",
    base64: str | None = None,
    form: str | None = None,
    field: FieldMaker | None = None,
    name: str = "position",
    page: bool = False,
) -> Iterator[Json]:
    from logicsweep.show import pages
    from logicsweep.show.review import review_json
    from logicsweep.verbs.review import Reviewed, review

    for number, found in enumerate(review(name, _Source(position, base64).data(), form, field), 1):
        one = Reviewed(name, number, found.settle())
        yield pages.review_page(one).data() if page else review_json(one)


def _lesson(text: str) -> Json:
    from logicsweep.verbs.lesson import read_lesson

    return lesson_json(read_lesson(text))


def lesson_json(lesson: Lesson) -> Json:
    """A lesson for the page."""
    return {**lesson._asdict(), "questions": [one._asdict() for one in lesson.questions]}


def _drill(pattern: str, seed: int = 0, tries: int = 300) -> Json:
    from logicsweep.verbs.lesson import drill

    return {"pattern": pattern, "position": f"{drill(pattern, seed, tries)}\n"}


def _convert(
    item: Numbered,
    to: str | None = None,
    site: str | None = None,
    kind: str | None = None,
    start: str | None = None,
    clues_only: bool = False,
    picture: bool = False,
) -> Json:
    from logicsweep.verbs.convert import SITES, convert, format_named

    if picture:
        from logicsweep.show.svg import svg

        return {"text": svg(item.what)}
    rows = SITES[site] if site else format_named(to)
    [content] = convert(iter([item]), rows, kind, start, clues_only)
    if isinstance(content, bytes):
        raise InvalidInput("to", "a format of text", f"{to}, which holds bytes")
    return {"text": content}


class _Verb(NamedTuple):
    call: Callable[..., Answered]
    number: int | None = None
    reads: bool = True


ANSWERS = {
    "hint": _Verb(_hint),
    "why": _Verb(_why, 1),
    "path": _Verb(_path, 1),
    "trace": _Verb(_trace, 1),
    "compare": _Verb(_compare),
    "perfect": _Verb(_perfect),
    "solve": _Verb(_solve),
    "rules": _Verb(_rules, reads=False),
    "generate": _Verb(_generate, reads=False),
    "convert": _Verb(_convert),
    "review": _Verb(_review, reads=False),
    "lesson": _Verb(_lesson, reads=False),
    "drill": _Verb(_drill, reads=False),
}
"""The verbs that `answer` knows: the function, which board or position is the default (None: each), and
whether the verb reads one."""

"""Lessons: positions with a question about each, and positions from random games that drill a pattern.

A lesson never says which cells are certain: the solver knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from logicsweep.boards.board import View
from logicsweep.boards.random import random_board
from logicsweep.boards.words import plural
from logicsweep.csp.position import Position
from logicsweep.csp.solve import risks
from logicsweep.csp.sums import TOTAL, row_sum
from logicsweep.errors import Contradiction, InvalidInput, quote, whole_number
from logicsweep.formats import position
from logicsweep.games.path import next_step, path
from logicsweep.games.step import Step
from logicsweep.reasons.reason import Balance
from logicsweep.work.folder import samples_folder

PATTERNS = ("1 clue", "1-1", "1-2", "1-2-1", "hole", "3 clues", "mines left", "50/50")
"""The patterns that a lesson may be about."""
ASK = "Which cells are certain?"
"""The question about a position that has none of its own."""
_NO_SENTENCES = {
    "lesson": "only one line 'lesson ...'",
    "pattern": "only one line 'pattern ...'",
    "ask": "a blank line before 'ask ...'",
}
"""Words that begin no sentence of a lesson, and what is expected instead."""
_ROWS, _COLS, _MINES, _START = 9, 9, 14, 40  # of the games of a drill


class Question(NamedTuple):
    """A question about a position, which is written as position text."""

    ask: str
    position: str


class Lesson(NamedTuple):
    """A lesson: its title, the pattern that it is about, a sentence or two, and its questions."""

    title: str
    pattern: str
    about: str
    questions: tuple[Question, ...]


def read_lesson(text: str, source: str = "lesson") -> Lesson:
    """Read a lesson; raises InvalidInput with the line if something is wrong.

    The easiest step in each position must show the lesson's pattern.

    >>> lesson = read_lesson("lesson Easy\\npattern 1 clue\\nOne mine.\\n\\n1#\\n\\nask Safe?\\n1#1#\\n")
    >>> lesson.title, lesson.about, [one.ask for one in lesson.questions]
    ('Easy', 'One mine.', ['Which cells are certain?', 'Safe?'])
    """
    lesson, places = _read_unchecked(text, source)
    for place, question in zip(places, lesson.questions, strict=True):
        _check_pattern(lesson.pattern, View.parse(question.position), place)
    return lesson


def _read_unchecked(text: str, source: str) -> tuple[Lesson, list[str]]:
    """A lesson, and the places of its positions, which may not show its pattern."""
    lines = text.splitlines()
    head = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    title, pattern = (
        _read_word(lines[:head], at, word, source) for at, word in enumerate(("lesson", "pattern"))
    )
    if pattern not in PATTERNS:
        raise InvalidInput(f"{source}:2:1", f"a pattern among {', '.join(PATTERNS)}", quote(pattern))
    about = lines[2:head]
    for number, line in enumerate(about, 3):
        if expected := _NO_SENTENCES.get(line.split()[0]):
            raise InvalidInput(f"{source}:{number}:1", expected, quote(line))
    found = [*_read_questions(lines, head, source)]
    lesson = Lesson(title, pattern, " ".join(about), tuple([question for _, question in found]))
    return lesson, [place for place, _ in found]


def _check_pattern(pattern: str, view: View, place: str) -> None:
    try:
        found = pattern_in(view)
    except Contradiction as error:
        raise InvalidInput(place, "a position that has a layout", str(error)) from None
    if found != pattern:
        raise InvalidInput(place, f"a position whose easiest step is {pattern}", found)


def _read_word(lines: list[str], at: int, word: str, source: str) -> str:
    line = lines[at] if at < len(lines) else ""
    key, _, rest = line.partition(" ")
    if key != word or not rest.strip():
        raise InvalidInput(f"{source}:{at + 1}:1", f"a line '{word} ...'", quote(line))
    return rest.strip()


def _read_questions(lines: list[str], begin: int, source: str) -> Iterator[tuple[str, Question]]:
    """The positions, which blank lines separate, each with its question, and the place of each.

    Raises InvalidInput without one.
    """
    ask, first, wanted = ASK, begin, True
    for at, line in enumerate([*lines[begin:], ""], begin):
        if line.startswith("ask "):
            ask, first, wanted = line.removeprefix("ask ").strip(), at + 1, True
        elif not line.strip():
            if any(map(str.strip, lines[first:at])):
                text = "\n" * first + "\n".join(lines[first:at]) + "\n"  # with the lines' own numbers
                for view in position.read([text], source):
                    yield f"{source}:{first + 1}:1", Question(ask, f"{view}\n")
                    ask, wanted = ASK, False
            first = at + 1
    if wanted:
        raise InvalidInput(f"{source}:{len(lines) + 1}:1", "a position", "none")


def lesson_files() -> dict[str, Path]:
    """The files of the samples' lessons by name, in order: `2-1-1.txt` is called `1-1`."""
    files = sorted((samples_folder() / "lessons").glob("*.txt"))
    return {file.stem.partition("-")[2]: file for file in files}


def read_samples() -> dict[str, Lesson]:
    """The lessons of the samples by name, in order. Their patterns are right."""
    files = lesson_files().items()
    return {name: _read_unchecked(file.read_text("utf-8"), file.name)[0] for name, file in files}


def pattern_in(view: View) -> str:
    """The pattern of the easiest step in a position, `50/50`, or `guess`.

    >>> pattern_in(View.parse("### 121 000")), pattern_in(View.parse("mines 1 #1#"))
    ('1-2-1', '50/50')
    """
    if step := next_step(view):
        return _pattern_of(step)
    open_ones = {risk for risk in risks(view).values() if 0 < risk < 1}
    return "50/50" if open_ones == {Fraction(1, 2)} else "guess"


def _pattern_of(step: Step) -> str:
    name = (step.pattern or "").removesuffix(" reduced")
    if name == "1-2" and _is_mirrored(step):
        return "1-2-1"
    return name or plural(step.grade.clues, "clue")


def _opens(step: Step) -> bool:
    """Whether it opens the cells around a zero."""
    return any(step.before.marks[row] == 0 for row in step.stands_on if row != TOTAL)


def _is_mirrored(step: Step) -> bool:
    """Whether the clue of a 1-2 that needs two mines has clues that need one on both sides."""
    [reason], view = step.reasons, step.before
    assert isinstance(reason, Balance)
    known = Position(view, reason.flags)
    needs = {row: row_sum(known, row).need for row in (*reason.added, *reason.subtracted)}
    one, two = sorted(needs, key=needs.__getitem__)
    beyond = 2 * two - one
    return (
        beyond in view.graph.neighbours[two] and view.marks[beyond] > 0 and row_sum(known, beyond).need == 1
    )


def drill(pattern: str, seed: int = 0, tries: int = 300) -> View:
    """A position of a random game in which no easier step than the pattern is left.

    `seed` is from 0 to 2**64 - 1, and `tries` is the most games to play. Raises InvalidInput if none of them
    comes to the pattern, and for a pattern that is not in PATTERNS.

    >>> pattern_in(drill("hole", seed=1))
    'hole'
    """
    whole_number("tries", tries, 1)
    if pattern not in PATTERNS:
        raise InvalidInput("pattern", f"one of {', '.join(PATTERNS)}", quote(pattern))
    for index in range(tries):
        board = random_board((_ROWS, _COLS), _MINES, seed, index, first="opening", start=_START)
        run = path(board, _START)
        views = [step.before for step in run.steps if not _opens(step) and _pattern_of(step) == pattern]
        views += [run.known] * (pattern == "50/50" and bool(run.undecided))
        if view := next((one for one in views if pattern_in(one) == pattern), None):
            return view
    raise InvalidInput("seed", f"a game that comes to {pattern}", f"none among {tries}; try another seed")

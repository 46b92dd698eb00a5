"""Lessons: the solver knows what is certain, and every position of a lesson shows the lesson's pattern."""

from fractions import Fraction

import pytest
from conftest import ROOT, SAMPLES, refusal

from logicsweep import View, answer, expert, risks
from logicsweep.games.onlookers import KnownCell
from logicsweep.games.path import next_step
from logicsweep.games.players import strongest
from logicsweep.games.review import LESSONS as TO_PRACTISE
from logicsweep.games.review import Practice, pattern_named
from logicsweep.show.json import dumps
from logicsweep.verbs.lesson import ASK, PATTERNS, drill, pattern_in, read_lesson, read_samples

LESSONS = read_samples()
QUESTIONS = [
    pytest.param(lesson, question, id=f"{name}-{at}")
    for name, lesson in LESSONS.items()
    for at, question in enumerate(lesson.questions, 1)
]
SMALL = "lesson One\npattern 1 clue\n\n1#\n"


def uncertain(view):
    return {risk for cell, risk in risks(view).items() if cell not in view.flags}


def test_there_is_a_lesson_for_every_pattern_in_the_order_of_their_effort():
    assert [lesson.pattern for lesson in LESSONS.values()] == [*PATTERNS]
    assert [*LESSONS] == [file.stem[2:] for file in sorted((SAMPLES / "lessons").iterdir())]


@pytest.mark.parametrize(("lesson", "question"), QUESTIONS)
def test_the_easiest_step_shows_the_pattern_and_the_question_has_an_answer(lesson, question):
    view = View.parse(question.position)
    assert pattern_in(view) == lesson.pattern
    if lesson.pattern == "50/50":
        assert uncertain(view) == {Fraction(1, 2)}
    else:
        found = expert(view)
        assert {*found.safe, *found.mines}.difference(view.flags)


@pytest.mark.parametrize(("pattern", "name"), [*TO_PRACTISE.items()])
def test_what_a_review_says_to_practise_is_what_its_lesson_shows(pattern, name):
    step = next_step(View.parse(LESSONS[name].questions[0].position))
    known = KnownCell(0, "safe", strongest(), step.production.name, step.grade, step.pattern)
    assert pattern_named(known) == pattern
    assert Practice(pattern, 1, 0, None).lesson == name and Practice("cases", 1, 0, None).lesson is None


@pytest.mark.slow
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_drill_stops_a_game_where_nothing_easier_is_left(pattern):
    for seed in (1, 2):
        view = drill(pattern, seed)
        assert pattern_in(view) == pattern
        assert view == drill(pattern, seed)
    assert drill(pattern, 1) != drill(pattern, 9)


def test_a_drill_says_if_no_game_comes_to_the_pattern():
    told = "seed: expected a game that comes to 3 clues, got none among 1; try another seed"
    assert refusal(drill, "3 clues", 1, 1) == told
    assert answer({"verb": "drill", "pattern": "3 clues", "seed": 1, "tries": 1}) == {"error": told}
    assert refusal(drill, "2-2").startswith("pattern: expected one of 1 clue, 1-1, ")
    assert "tries" in refusal(drill, "1-1", 1, 0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "lesson:1:1: expected a line 'lesson ...', got ''"),
        ("1#1#", "lesson:1:1: expected a line 'lesson ...', got '1#1#'"),
        ("lesson A\n", "lesson:2:1: expected a line 'pattern ...', got ''"),
        ("lesson A\npattern 2-2\n", f"lesson:2:1: expected a pattern among {', '.join(PATTERNS)}, got '2-2'"),
        ("lesson A\npattern 1-1\nabout\n\n", "lesson:5:1: expected a position, got none"),
        (f"{SMALL}\n1#\n1x\n", "lesson:7:2: expected '0' to '8', '#', 'F' or '?', got 'x'"),
        (
            "lesson A\npattern 1-1\npattern 1 clue\n\n1#\n",
            "lesson:3:1: expected only one line 'pattern ...', got 'pattern 1 clue'",
        ),
        (
            "lesson A\npattern 1 clue\nHelp.\nask Why?\n\n1#\n",
            "lesson:4:1: expected a blank line before 'ask ...', got 'ask Why?'",
        ),
        (
            f"{SMALL}\n\nask Why?\n###\n121\n",
            "lesson:8:1: expected a position whose easiest step is 1 clue, got 1-2-1",
        ),
        (
            f"{SMALL}\n1#2#0\n",
            "lesson:6:1: expected a position that has a layout, got r1c3=2 and r1c5=0 cannot both hold",
        ),
        (f"{SMALL}\nask Why?\n\n", "lesson:8:1: expected a position, got none"),
    ],
)
def test_a_mistake_in_a_lesson_is_told_with_its_line(text, told):
    assert refusal(read_lesson, text) == told
    assert answer({"verb": "lesson", "text": text}) == {"error": told}


def test_a_lesson_is_read_as_it_is_written():
    docs = (ROOT / "docs" / "live.md").read_text()
    assert read_lesson("lesson " + docs.split("\nlesson ")[1].split("```")[0]).pattern == "1-1"
    lesson = read_lesson(f"{SMALL}\nask Safe?\nmines 1\n1#1#\n\n\n#1\n")
    assert (lesson.title, lesson.pattern, lesson.about) == ("One", "1 clue", "")
    assert [*lesson.questions] == [(ASK, "1#\n"), ("Safe?", "mines 1\n1#1#\n"), (ASK, "#1\n")]
    [told] = answer({"verb": "lesson", "text": SMALL})["lines"]
    assert dumps(told) == dumps(
        {"title": "One", "pattern": "1 clue", "about": "", "questions": [{"ask": ASK, "position": "1#\n"}]}
    )

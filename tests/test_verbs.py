"""The verbs as plain functions: they need no command line, and find what it prints."""

import importlib
import pkgutil
import subprocess
import sys
from itertools import chain
from tempfile import TemporaryDirectory

import pytest
from conftest import SAMPLES
from in_process import called, mistake, printed

from logicsweep import generate, verbs
from logicsweep.cli import VERBS
from logicsweep.closures.closure import remaining_of_groups
from logicsweep.errors import InvalidInput
from logicsweep.puzzles.checkers import checkers_text
from logicsweep.puzzles.oneclick import oneclick_text
from logicsweep.puzzles.reveal import reveal_text
from logicsweep.show.graph import cells_graph, file_of
from logicsweep.show.report import report_text
from logicsweep.verbs.compare import compare
from logicsweep.verbs.convert import convert, format_named
from logicsweep.verbs.generate import Wishes
from logicsweep.verbs.hint import hint
from logicsweep.verbs.path import path, trace
from logicsweep.verbs.perfect import fields_of, perfect
from logicsweep.verbs.playing import Playing
from logicsweep.verbs.reading import READS, Numbered, Reading, items
from logicsweep.verbs.review import review
from logicsweep.verbs.rules import rules
from logicsweep.verbs.solve import solve
from logicsweep.verbs.survey import Survey
from logicsweep.verbs.why import why

LADDER = (SAMPLES / "ladder.txt").read_bytes()


def item(*texts, verb="trace", **how):
    [one] = items([("text", iter([text])) for text in texts], READS[verb], Reading(**how))
    return one


def test_no_verb_needs_click():
    names = [f"logicsweep.verbs.{one.name}" for one in pkgutil.iter_modules(verbs.__path__)]
    assert all(map(importlib.import_module, names))
    code = f"import sys, {', '.join(names)}; assert 'click' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def printed_by(*line, text=LADDER):
    return called(line, text).out


def sources(name):
    return [(name, iter([(SAMPLES / name).read_bytes()]))]


def why_found():
    answer = why(item(LADDER), "r3c6", Playing("r1c8")).full_answer().answer
    [told] = printed("why", "r3c6", "--start", "r1c8", input=LADDER.decode())
    return (told["kind"], told["verdict"]), (answer.kind, answer.verdict)


def hint_found():
    found = hint(item(LADDER, verb="hint"))
    [told] = printed("hint", input=LADDER.decode())
    return (told["player"], len(told["safe"])), (found.player.name, len(found.found.safe))


def compare_found():
    [told] = printed("compare", "--start", "r1c8", "--players", "casual,overlap", input=LADDER.decode())
    runs = compare(item(LADDER), ["casual", "overlap"], "r1c8").found.runs
    return {name: score["remaining"] for name, score in told["players"].items()}, {
        name: run.remaining for name, run in runs.items()
    }


def generate_found():
    made = generate(Wishes("4x5/4", finisher="casual").demand(), 2, 0)
    return printed_by("generate", "4x5/4", "--for", "casual", "-n", "2", text=b""), "".join(
        convert((Numbered(1, one.board) for one in made), format_named("judge"))
    )


def survey_found():
    pytest.importorskip("pyarrow")
    from logicsweep.surveying import report, survey

    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        survey(Survey("4x5", "2", ["casual"]).plan(), 6, one, jobs=1)
        called(["survey", "4x5", "--mines", "2", "--players", "casual", "-n", "6", "--out", other])
        return printed_by("report", other).replace(other, one), "\n".join(report_text([report(one)])) + "\n"


def text_of(answers):
    return "".join([f"{one}\n" for one in answers])


FOUND = {
    "trace": lambda: (
        printed("trace", input=LADDER.decode())[-1]["remaining"],
        trace(item(LADDER)).run.remaining,
    ),
    "path": lambda: (
        printed("path", input=LADDER.decode())[-1]["remaining"],
        path(item(LADDER)).run.remaining,
    ),
    "why": why_found,
    "hint": hint_found,
    "compare": compare_found,
    "perfect": lambda: (
        printed("perfect", "2x3/2")[0]["win"],
        str(perfect(*fields_of(["2x3/2"], None), "any").chances.win),
    ),
    "review": lambda: (
        [one["verdict"] for one in printed("review", str(SAMPLES / "game.txt"))[0]["moves"]],
        [one.verdict for one in review("game", (SAMPLES / "game.txt").read_bytes())[0].moves],
    ),
    "rules": lambda: (
        [(one["name"], one["declared"]) for one in printed("rules")],
        [(one.name, one.declared) for one in rules().rules],
    ),
    "generate": generate_found,
    "convert": lambda: (
        printed_by("convert", "--to", "position", "--start", "r1c8"),
        "".join(convert(iter([item(LADDER)]), format_named("position"), start="r1c8")),
    ),
    "graph": lambda: (
        printed_by("graph", "--to", "gexf"),
        file_of(cells_graph(item(LADDER).what), "gexf").decode(),
    ),
    "survey": survey_found,
    "report": survey_found,
    "solve": lambda: (
        printed_by("solve", str(SAMPLES / "boards.txt")),
        text_of(chain.from_iterable(solve(sources("boards.txt"), remaining_of_groups))),
    ),
    "reveal": lambda: (
        printed_by("reveal", str(SAMPLES / "reveal.json")),
        text_of(reveal_text((SAMPLES / "reveal.json").read_text())),
    ),
    "oneclick": lambda: (
        printed_by("oneclick", str(SAMPLES / "oneclick.txt")),
        text_of(oneclick_text((SAMPLES / "oneclick.txt").read_text())),
    ),
    "checkers": lambda: (
        printed_by("checkers", str(SAMPLES / "checkers.txt")),
        text_of(checkers_text((SAMPLES / "checkers.txt").read_text())),
    ),
}
"""What the command line prints, and what the verb's function finds by its own defaults."""


@pytest.mark.parametrize(
    "verb",
    [
        pytest.param(verb, marks=[pytest.mark.slow] if verb == "survey" else [])  # report is held by the same
        for verb in VERBS
        if verb not in ("sample", "formats", "live")
    ],
)
def test_what_a_verb_finds_is_what_the_command_line_prints(verb):
    printed, found = FOUND[verb]()
    assert printed == found


def test_a_hint_of_a_player_who_is_not_complete_has_no_guess_and_no_reasons():
    for name, asked in (("guess", {"guess": "best"}), ("explain", {"explain": True})):
        with pytest.raises(InvalidInput, match=f"^{name}: expected none, since casual is not complete"):
            hint(item(b"1#\n", verb="hint"), "casual", **asked)


def test_limits_and_numbers_hold_without_a_command_line():
    assert item(b"1#\n", b"#1\n", number=2).title == "position 2"
    with pytest.raises(InvalidInput, match=r"^number: expected a number from 1 to 1"):
        item(LADDER, number=9)
    with pytest.raises(InvalidInput, match=r"^format: expected one of "):
        item(LADDER, form="x")
    with pytest.raises(
        InvalidInput, match=r"^as: expected positions \(position holds nothing else\), got board"
    ):
        next(convert(iter([item(LADDER)]), format_named("position"), "board"))
    with pytest.raises(InvalidInput, match=r"^mines: expected a whole number from 0 to 19, got 20"):
        Survey("4x5", "20").plan()
    with pytest.raises(InvalidInput, match=r"^board 2: expected a safe cell to start on, got mines only"):
        [*chain.from_iterable(solve([("text", iter([b"2x2:u8\n2x2:uf\n"]))], remaining_of_groups))]


@pytest.mark.parametrize("size", ["1000000000x1000000000/1", "9x9999999999/1", "9x9/9999999999"])
def test_a_size_that_is_too_large_is_told_so(size):
    for verb in ("generate", "perfect"):
        assert mistake([verb, size]).endswith(f", got '{size}', which is too large\n")


def test_mines_come_after_the_size_or_in_a_survey_as_an_option():
    asked = Survey("4x5/3", players=["casual"])
    assert asked.plan() == Survey("4x5", "3", ["casual"]).plan()
    assert mistake(["generate", "16x16", "--mines", "40"]) == (
        "--mines: expected the mine count after the size, as in 16x16/40, got an option\n"
    )
    for line, found in (["4x5/3", "--mines", "3"], "both"), (["4x5"], "neither"):
        told = mistake(["survey", *line, "--out", "nowhere/at/all"])
        assert told == f"--mines: expected numbers, or a size with mines such as 16x16/40, got {found}\n"

"""What is shown is found before: no renderer searches, fires a rule or plays."""

import gc
import html
import json
import re
import sys
import tomllib
from contextlib import contextmanager

import pytest
from conftest import SAMPLES
from in_process import called, data_of

from logicsweep import PLAYERS, View, answer, show, solve_many

PACKAGE = show.__file__.removesuffix("show/__init__.py")
SETTINGS = tomllib.loads((SAMPLES.parent / "pyproject.toml").read_text())
FORBIDDEN = next(one for one in SETTINGS["tool"]["importlinter"]["contracts"] if one["type"] == "forbidden")
FINDING = [name.removeprefix("logicsweep.").replace(".", "/") for name in FORBIDDEN["forbidden_modules"]]
FINDS = tuple([f"{PACKAGE}{name}{end}" for name in FINDING for end in (".py", "/")])


class Watch:
    """Calls of finding functions that a renderer makes, at whatever depth, while it is installed."""

    def __init__(self):
        self.found = set()

    def __call__(self, frame, event, _):
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(FINDS) or code.co_name == "<module>":
            return
        while (frame := frame.f_back) is not None:
            file = frame.f_code.co_filename.removeprefix(PACKAGE)
            if file.startswith(("cli/", "live/")) or frame.f_code.co_name == "<module>":
                return
            if file.startswith("show/"):
                finder = code.co_filename.removeprefix(PACKAGE)
                self.found.add((file, frame.f_code.co_name, finder, code.co_name))
                return


@contextmanager
def watched(watch):
    """Let `watch` see every call; no generator that waits to be collected is closed meanwhile."""
    gc.disable()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(None)
        gc.enable()


DRAWN = [(), ("--json",), ("--html", "page.html"), ("--svg", "picture.svg")]
WRITTEN = ["hint --stage 4 position.txt", "why r4c8 --stage 4 position.txt", "path --grade ladder.txt"]
WRITTEN += ["review game.txt", "review --all game.txt"]


@pytest.mark.parametrize(("call", "more"), [(call, more) for call in WRITTEN for more in DRAWN[:2]])
def test_no_text_goes_back_into_search(call, more):
    watch = Watch()
    *words, file = call.split()
    with watched(watch):
        done = called([*words, *more, str(SAMPLES / file)])
    assert done.status < 2, done.err
    assert not watch.found


@pytest.mark.parametrize("form", ["--json", "--table"])
def test_no_text_of_a_generated_board_goes_back_into_search(form):
    watch = Watch()
    with watched(watch):
        done = called(["generate", "4x5/4", form])
    assert done.status == 0, done.err
    assert not watch.found


@pytest.mark.parametrize("more", [{}, {"explain": True}, {"guess": "best"}, {"stage": 4}, {"page": True}])
@pytest.mark.parametrize("verb", ["hint", "generate"])
def test_no_answer_to_a_request_goes_back_into_search(verb, more):
    asked = (
        {"position": (SAMPLES / "position.txt").read_text()} | more if verb == "hint" else {"size": "4x5/4"}
    )
    watch = Watch()
    with watched(watch):
        told = answer({"verb": verb} | asked)
    assert "error" not in told and told["lines"]
    assert not watch.found


@pytest.mark.slow
@pytest.mark.parametrize("more", DRAWN)
@pytest.mark.parametrize(
    "call",
    [
        "hint position.txt",
        "hint --why position.txt",
        "hint --guess endgame.txt",
        "why r4c8 position.txt",
        "why r3c6 --all --start r1c8 ladder.txt",
        "why r3c6 --refute --start r1c8 ladder.txt",
        "why r5c1 --all --start r1c8 ladder.txt",
        "path --start r1c8 ladder.txt",
        "path --player casual --start r1c8 ladder.txt",
        "compare --start r1c8 ladder.txt",
        "compare position.txt",
        "trace --agenda --start r1c8 ladder.txt",
    ],
)
def test_no_renderer_goes_back_into_search(call, more, tmp_path, monkeypatch):
    *words, file = call.split()
    monkeypatch.chdir(tmp_path)
    watch = Watch()
    with watched(watch):
        done = called([*words, *more, str(SAMPLES / file)])
    assert done.status < 2, done.err
    assert not watch.found


@pytest.mark.parametrize("more", DRAWN)
@pytest.mark.parametrize("call", [("hint", "mines 2\n1##\n###"), ("why", "r1c2", "1#\n1#")])
def test_no_renderer_of_a_guess_goes_back_into_search(call, more, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    watch = Watch()
    with watched(watch):
        done = called([call[0], "--guess", *more, *call[1:]])
    assert done.status < 2, done.err
    assert not watch.found


@pytest.mark.parametrize("more", [(), ("--json",), ("--html", "page.html")])
def test_no_renderer_of_a_review_goes_back_into_search(more, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    watch = Watch()
    with watched(watch):
        done = called(["review", *more, str(SAMPLES / "game.txt")])
    assert done.status == 0, done.err
    assert not watch.found


POSITION = str(SAMPLES / "position.txt")


def told(text):
    """What the steps of a text say: their only line, or the lines below a drawing; without grades."""
    found = []
    for line in text.splitlines():
        if step := re.match(r"(?: +\d+\. | {6}(?=r.* (?:safe|mines?):))(.*?)(?: \[[^\]]*\])?$", line):
            found.append([step[1]])
        elif found and re.match(r" {6}(?!r\d+ )[A-Z]", line):
            found[-1].append(line.strip())
    return [lines[1:] or lines for lines in found]


def words_of(answer):
    return [step["lines"] or step["words"] for step in answer["steps"]]


def test_a_cell_has_the_same_reason_in_each_verb_and_form(tmp_path):
    page, of_why = tmp_path / "page.html", ["why", "r4c8", POSITION]
    reason = told(called([*of_why, "--html", str(page)]).out)
    assert [len(lines) for lines in reason] == [3, 1]
    assert words_of(data_of(page.read_text())["found"]) == reason
    steps = json.loads(called([*of_why, "--json"]).out)["steps"]
    assert words_of({"steps": steps}) == reason
    picture = html.unescape(re.sub(r"<[^>]+>", " ", called([*of_why, "--svg", "-"]).out))
    assert all(words in " ".join(picture.split()) for step in steps for words in step["words"])
    called(["hint", "--html", str(page), POSITION])
    assert (
        words_of(next(one for one in data_of(page.read_text())["cells"] if one["cell"] == "r4c8")) == reason
    )


def test_steps_are_told_by_one_teller():
    steps = told(called(["path", POSITION]).out)
    assert told(called(["hint", "--why", POSITION]).out) == steps
    assert told(called(["why", "r3c8", POSITION]).out)[0] in steps
    assert told(called(["compare", POSITION]).out)[0] in steps


def test_a_page_works_nothing_out_twice(tmp_path):
    def count_calls(*form):
        count, words = 0, ["compare", *form, str(SAMPLES / "ladder.txt")]

        def counting(_, event, __):
            nonlocal count
            count += event == "call"

        called(words)  # what is kept for all calls is there
        with watched(counting):
            called(words)
        return count

    page = count_calls("--html", str(tmp_path / "page.html"))
    assert page < 1.3 * count_calls("--json")
    assert page < 50_000 or len(PLAYERS) > 4  # four players, Python 3.11; later ones make fewer calls


def test_a_hint_has_its_risks_counted_also_where_the_kernel_found_what_is_forced():
    pytest.importorskip("numba", reason="numba comes with the extra `fast`")
    solve_many([View.parse("01## 02## 01##")] * 300, kernel=True, jobs=1)  # now single positions use it, too
    for more in ([], ["--json"], ["--svg", "-"]):
        watch = Watch()
        with watched(watch):
            called(["hint", POSITION, *more])
        assert not watch.found

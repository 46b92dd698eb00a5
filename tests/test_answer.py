"""`answer` says what the command line prints as JSON, takes nothing else than JSON, and never raises."""

import json
import re
import subprocess
import sys
from functools import partial
from inspect import signature
from pathlib import Path

import pytest
from conftest import ROOT, SAMPLES
from hypothesis import example, given
from hypothesis import strategies as st
from in_process import called, data_of
from test_json import CALLS
from test_json import VERBS as PRINTING

from logicsweep import View, answer
from logicsweep.live.answer import ANSWERS
from logicsweep.show.json import dumps
from logicsweep.show.svg import svg

POSITIONAL = {"why": "cell", "rules": "player", "generate": "size"}
NAMES = {"-n": "count", "--why": "explain", "--policy": "guess", "--all": "every"}
FLAGS = {"--agenda", "--refute", "--grade", "--why", "--all", "--trust-flags"}
NUMBERS = {"--stage", "-n"}
READING = [verb for verb, one in ANSWERS.items() if one.reads and verb not in ("perfect", "convert")]
PAGED = [verb for verb, one in ANSWERS.items() if "page" in signature(one.call).parameters]
TEXTS = [path for path in sorted(SAMPLES.iterdir()) if path.suffix in (".txt", ".json")]


def request_of(line, text):
    """The request that asks what a command line asks."""
    verb, *rest = map(str, line)
    request = {"verb": verb} | ({"position": text} if text else {})
    words = iter(rest)
    for word in words:
        if word.startswith("-"):
            value = True if word in FLAGS else next(words)
            request[NAMES.get(word, word.strip("-"))] = int(value) if word in NUMBERS else value
        elif word.startswith(str(ROOT)):
            request["position"] = Path(word).read_text()
        elif word == "2x3/2":
            request |= {"position": "mines 2\n###\n###", "policies": [request.pop("guess", None)]}
        else:
            request[POSITIONAL[verb]] = word
    request.pop("jobs", None)
    if verb == "perfect" and "guess" in request:
        request["policies"] = [request.pop("guess")]
    return request


def printed(line, text=""):
    """What a command line prints with `--json`; the `lines` and `error` of an answer that says the same."""
    done = called([*map(str, line), "--json"], text.encode())
    return [*done.out.splitlines()], bool(done.err)


def answered(request):
    told = answer(request)
    return [*map(dumps, told.get("lines", []))], "error" in told


def test_it_knows_every_verb_that_prints_json():
    assert {*PRINTING} | {"convert", "lesson", "drill"} == {*ANSWERS}


@pytest.mark.parametrize(
    "call", [one for one in CALLS if not {"--rules", "-j"} & {*one[0]}], ids=lambda one: str(one[0][:3])
)
def test_it_says_what_the_command_line_prints(call):
    lines, wrong = printed(*call)
    named = [re.sub(r'"name": "(?:<stdin>|[^"]*game\.txt)"', '"name": "position"', line) for line in lines]
    assert answered(request_of(*call)) == (named, wrong)


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.name)
@pytest.mark.parametrize("verb", READING)
def test_it_says_the_same_of_every_sample(verb, file):
    line = [verb, *["r1c1"] * (verb == "why"), file]
    assert answered(request_of(line, "")) == printed(line)


def views_of(data):
    for line in (data / "positions" / "positions.jsonl").read_text().splitlines():
        one = json.loads(line)
        yield one, f"mines {one['mines']}\n" + "\n".join(one["grid"])


@pytest.mark.slow
def test_it_says_the_same_of_the_shared_positions(data):
    for one, text in views_of(data):
        cell = [*one["safe"], *one["mine"], "".join(one["grid"]).index("#")][0]
        name = f"r{cell // one['cols'] + 1}c{cell % one['cols'] + 1}"
        for line in (["hint", "--policy", "least-risk"], ["why", name], ["path"]):
            assert answered(request_of(line, text)) == printed(line, text), one["id"]


@pytest.mark.parametrize("verb", PAGED)
def test_it_gives_all_that_a_page_shows(verb, tmp_path):
    for file in [
        SAMPLES / name for name in ("game.txt",) * (verb == "review") or ("endgame.txt", "first.txt")
    ]:
        line, html = [verb, *["r1c2"] * (verb == "why"), file], tmp_path / "page.html"
        called([*map(str, line), "--html", str(html)])
        named = {"name": str(file)} if verb == "review" else {}
        [page] = answer(request_of(line, "") | {"page": True} | named)["lines"]
        assert json.loads(json.dumps(page)) == data_of(html.read_text())


def test_a_text_is_written_in_another_format():
    text = (SAMPLES / "endgame.txt").read_text()
    [line] = answer({"verb": "convert", "position": text, "picture": True})["lines"]
    assert line["text"] == svg(View.parse(text))
    [line] = answer({"verb": "convert", "position": text, "to": "mine"})["lines"]
    assert line["text"] == called(["convert", "--to", "mine", str(SAMPLES / "endgame.txt")]).out
    assert answer({"verb": "hint", "base64": "MSMxIw=="}) == answer({"verb": "hint", "position": "1#1#"})


def test_what_came_before_an_error_is_kept():
    told = answer({"verb": "hint", "position": "1#1#\n\n1#x\n"})
    assert len(told["lines"]) == 1
    assert told["error"].startswith("position:3:3: ")


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (5, "request: expected an object, got 5"),
        ({}, "verb: expected one of hint, "),
        ({"verb": ["hint"]}, "verb: expected one of hint, "),
        ({"verb": "hint", "position": 5}, "position: expected text, got 5"),
        ({"verb": "hint", "position": "1#1#", "rules": ["x.py"]}, "hint: expected options among player, "),
        ({"verb": "hint", "position": "1#1#", "files": ["x"]}, "hint: expected options among player, "),
        ({"verb": "hint", "position": "1#1#", "guess": "x.py:f"}, "guess: expected one of least-risk, "),
        ({"verb": "perfect", "position": "1#1#", "policies": ["x.py:f"]}, "policies: expected one of "),
        ({"verb": "compare", "position": "1#1#", "players": "casual"}, "players: expected list of "),
        ({"verb": "hint", "position": "1#1#", "explain": 1}, "explain: expected true/false, got 1"),
        ({"verb": "hint", "position": "1#1#", "stage": 9}, "stage: expected 1 or 2 or 3 or 4 or null, got 9"),
        ({"verb": "hint", "base64": "é"}, "base64: expected bytes in base64, got 'é'"),
        ({"verb": "why", "position": "1#1#"}, "cell: expected text, got none"),
        ({"verb": "path", "position": "1#1#", "limit": -1}, "limit: expected a whole number "),
        ({"verb": "trace", "position": "1#1#", "strategy": "x"}, "strategy: expected one of breadth, "),
        ({"verb": "generate", "size": "99999x99999/9"}, "99999 x 99999: expected at most "),
        ({"verb": "generate", "size": "9x9/9", "first": "any"}, 'first: expected "safe" or "opening", got '),
        ({"verb": "generate", "size": "9x9/9", "jobs": 4}, "generate: expected options among size, field, "),
        ({"verb": "convert", "position": "1 2\n.M\n0 0", "to": "mbf"}, "to: expected a format of text, got "),
    ],
)  # fmt: skip
def test_a_wrong_request_is_an_error_of_one_line(request_, error):
    told = answer(request_)
    assert told.keys() == {"error"}
    assert told["error"].startswith(error)
    assert "\n" not in told["error"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    partial(st.lists, max_size=3),
    max_leaves=4,
)
OPTIONS = [
    "cell",
    "start",
    "player",
    "players",
    "guess",
    "policies",
    "effort",
    "stage",
    "number",
    "mines",
    "limit",
]
OPTIONS += ["field", "form", "first", "seed", "strategy", "to", "site", "kind", "covered", "empty", "base64"]


@given(
    st.sampled_from([*ANSWERS]),
    st.sampled_from(["1#1#", "mines 1\n1##\n", "1 3\n..M\n0 0\n", "", "x"]),
    st.dictionaries(st.sampled_from(OPTIONS), VALUES, max_size=3),
)
@example("hint", "1#1#", {"mines": 10**5000})
def test_no_request_raises(verb, position, options):
    size = {"size": "3x4/2"} if verb == "generate" else {"position": position}
    told = answer(
        {"verb": verb, "cell": "r1c2"} | size | options if verb == "why" else {"verb": verb} | size | options
    )
    json.dumps(told)
    assert told.keys() <= {"lines", "error"}


def test_it_needs_no_click_and_a_hint_no_networkx():
    code = (
        "import sys; sys.modules['click'] = None; from logicsweep import answer\n"
        "assert 'lines' in answer(dict(verb='hint', position='1###', guess='best'))\n"
        "assert 'networkx' not in sys.modules\n"
        "for verb in 'hint', 'path', 'trace', 'compare', 'perfect', 'solve':\n"
        "    assert 'lines' in answer(dict(verb=verb, position='1 4\\n..M.\\n0 0\\n')), verb\n"
        "assert 'lines' in answer(dict(verb='why', position='1#1#', cell='r1c2'))\n"
        "assert 'lines' in answer(dict(verb='generate', size='4x5/4'))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_page_that_asks_gets_no_answers_about_cells_that_a_hint_leaves_undecided():
    request = {"verb": "hint", "position": (SAMPLES / "position.txt").read_text(), "page": True}
    [whole] = answer(request)["lines"]
    [asking] = answer(request | {"asks": True})["lines"]
    certain = {*whole["found"]["safe"], *whole["found"]["mines"]}
    assert asking["cells"] == [one for one in whole["cells"] if one["cell"] in certain]
    assert len(asking["cells"]) == len(certain) < len(whole["cells"])
    assert asking | {"cells": whole["cells"]} == whole


@pytest.mark.parametrize(
    ("position", "clues"),
    [
        ("1#2#0", ["r1c3", "r1c5"]),
        ("3##\n11#", ["r1c1"]),
        ("1" + "#" * 8, []),
    ],
)
def test_clues_that_do_not_fit_are_named(position, clues):
    assert answer({"verb": "hint", "position": position}).get("clues", []) == clues

"""What is shown is found before: no renderer searches, fires a rule or plays."""

import sys

import pytest
from conftest import SAMPLES
from in_process import called

from logicsweep import show

PACKAGE = show.__file__.removesuffix("show/__init__.py")
FINDING = {  # modules that search, fire and play; in those of values such functions are named
    "csp": ("solve", "elimination", "sat", "cores", "clash", "search", "bulk", "model"),
    "reasons": ("balance", "refutation", "explanation", "twins"),
    "rules": ("clues", "easiest", "solver"),
    "games": ("game", "path", "why", "answers", "explaining", "proving", "finish", "waiting", "quick"),
    "guessing": ("policy", "perfect"),
}
FINDS = {f"{PACKAGE}{package}/{name}.py" for package, names in FINDING.items() for name in names}


class Watch:
    """Calls of finding functions that a renderer makes, at whatever depth, while it is installed."""

    def __init__(self):
        self.found = set()

    def __call__(self, frame, event, _):
        code = frame.f_code
        if event != "call" or code.co_filename not in FINDS or code.co_name == "<module>":
            return
        while (frame := frame.f_back) is not None:
            file = frame.f_code.co_filename.removeprefix(PACKAGE)
            if file.startswith(("cli/", "verbs/")) or frame.f_code.co_name == "<module>":
                return
            if file.startswith("show/"):
                finder = code.co_filename.removeprefix(PACKAGE)
                self.found.add((file, frame.f_code.co_name, finder, code.co_name))
                return


@pytest.mark.parametrize("more", [(), ("--json",), ("--html", "page.html"), ("--svg", "picture.svg")])
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
    sys.setprofile(watch)
    try:
        done = called([*words, *more, str(SAMPLES / file)])
    finally:
        sys.setprofile(None)
    assert done.status < 2, done.err
    assert not watch.found

"""Files that verbs write: whole or not at all, none over another or over what is read."""

import errno
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path
from shutil import copy

import pytest
from conftest import ROOT, SAMPLES
from in_process import called, mistake

from logicsweep.cli import output
from logicsweep.cli.output import write_file
from logicsweep.errors import Unwritable


def names(folder):
    return sorted(one.name for one in folder.iterdir())


def test_text_is_written_as_utf_8_and_bytes_as_they_are(tmp_path):
    before = os.umask(0o027)
    try:
        write_file(str(tmp_path / "a"), "é\r\n")
    finally:
        os.umask(before)
    write_file(str(tmp_path / ("b" * 255)), b"\xff\n")
    assert (tmp_path / "a").read_bytes() == "é\r\n".encode()
    assert (tmp_path / ("b" * 255)).read_bytes() == b"\xff\n"
    assert names(tmp_path) == ["a", "b" * 255]
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640  # the rights that new files have


def test_a_file_that_is_there_is_replaced_and_keeps_its_rights(tmp_path):
    file, link = tmp_path / "a", tmp_path / "link"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to("a")
    write_file(str(link), "after")
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode), link.is_symlink()) == ("after", 0o640, True)


def test_what_is_no_usual_file_is_written_and_stays_what_it_is(tmp_path):
    write_file(os.devnull, "x")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_file(str(pipe), b"x" * 200_000)
    reader.join()
    assert got == [b"x" * 200_000]
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (".", "cannot write: it is a directory"),
        ("no/such", "cannot write: no such folder"),
        ("a/b", "cannot write: Not a directory"),
        ("x" * 300, "cannot write: File name too long"),
        ("a\0b", "cannot write: .*embedded null (byte|character).*"),  # as the Python at hand says it
    ],
)
def test_what_cannot_be_written_is_said(path, reason, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("before")
    with pytest.raises(Unwritable) as error:
        write_file(path, "x")
    assert re.fullmatch(f"{re.escape(path)}: {reason}", str(error.value))
    assert names(tmp_path) == ["a"]


@pytest.mark.parametrize("stop", [OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), KeyboardInterrupt()])
def test_nothing_half_written_stays(stop, tmp_path, monkeypatch):
    file = tmp_path / "a"
    file.write_text("before")

    def halts(*_):
        raise stop

    monkeypatch.setattr(output.os, "replace", halts)
    with pytest.raises((Unwritable, KeyboardInterrupt)) as error:
        write_file(str(file), "after")
    if isinstance(stop, OSError):
        assert str(error.value) == f"{file}: cannot write: No space left on device"
    assert (names(tmp_path), file.read_text()) == (["a"], "before")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_not_be_written_is_left_alone(tmp_path):
    file = tmp_path / "a"
    file.write_text("before")
    file.chmod(0o400)
    with pytest.raises(Unwritable, match="cannot write: Permission denied"):
        write_file(str(file), "after")
    assert file.read_text() == "before"


# --- by the verbs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "name"), [("path --html", "--json"), ("convert --out", "-o.mine")])
def test_an_option_is_no_name_of_a_file(line, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    verb, option = line.split()
    message = f"{option}: expected the name of a file, got '{name}' (./{name} names such a file)\n"
    assert called([verb, str(SAMPLES / "first.txt"), option, name]) == (2, "", message)
    assert names(tmp_path) == []
    more = ["--to", "mine"] if verb == "convert" else []
    assert called([verb, str(SAMPLES / "first.txt"), *more, option, f"./{name}"]).status == 0
    assert names(tmp_path) == [name]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a board, a position, a rules file, and other names of the board."""
    monkeypatch.chdir(tmp_path)
    for sample in ("first.txt", "endgame.txt", "my_rules.py", "petersen.json"):
        copy(SAMPLES / sample, tmp_path)
    (tmp_path / "inner").mkdir()
    (tmp_path / "link.txt").symlink_to("first.txt")
    (tmp_path / "later.svg").symlink_to("none.html")
    os.link("first.txt", "also.txt")
    return tmp_path


NAMES = ["first.txt", "inner/../first.txt", "link.txt", "also.txt"]
OVER_INPUT = [(["path", "--html"], name) for name in NAMES] + [(["graph", "--out"], "link.txt")]
OVER_INPUT += [(["convert", "--to", "tatham", "--out"], "first.txt"), (["hint", "--html"], "also.txt")]


@pytest.mark.parametrize(("line", "name"), OVER_INPUT)
def test_an_input_is_not_written_over_by_any_of_its_names(line, name, folder):
    before = {file: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    first = "endgame.txt" if line[0] == "hint" else "./first.txt"
    message = f"{line[-1]}: expected a file other than those that are read, got '{name}'\n"
    assert mistake([*line, name, first, "first.txt"]) == message
    assert {file: file.read_bytes() for file in folder.iterdir() if file.is_file()} == before


@pytest.mark.parametrize("option", ["--html", "--svg"])
def test_only_pages_and_pictures_are_overwritten_by_new_ones(folder, option):
    before = (folder / "first.txt").read_bytes()
    ending = ".html or .htm" if option == "--html" else ".svg"
    message = (
        f"{option}: expected a new file, or one that ends in {ending}, got 'first.txt', which already exists"
    )
    assert mistake(["hint", option, "first.txt", "endgame.txt"]) == f"{message}\n"
    assert (folder / "first.txt").read_bytes() == before
    name = f"shown.{option[2:]}"
    for _ in range(2):
        assert called(["hint", option, name, "endgame.txt"]).status == 0


def test_neither_is_standard_input_or_a_rules_file(folder):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    before = (folder / "first.txt").read_bytes()
    with (folder / "first.txt").open("rb") as data:
        done = subprocess.run(
            [sys.executable, "-m", "logicsweep", "path", "--html", "link.txt"],
            stdin=data,
            capture_output=True,
            env=environment,
            check=False,
        )
    assert done.returncode == 2 and b"those that are read" in done.stderr
    assert (folder / "first.txt").read_bytes() == before
    done = called(["trace", "--rules", "my_rules.py:PRODUCTIONS", "--svg", "./my_rules.py", "first.txt"])
    assert done.status == 2 and "those that are read" in done.err
    assert (folder / "my_rules.py").read_bytes() == (SAMPLES / "my_rules.py").read_bytes()


@pytest.mark.parametrize(
    ("options", "last", "first", "name"),
    [
        ("--svg x --html ./x", "--html", "--svg", "./x"),
        ("--svg later.svg --html none.html", "--html", "--svg", "none.html"),
        ("--graph x.dot --html x.dot", "--html", "--graph", "x.dot"),
    ],
)
def test_two_options_do_not_write_one_file(options, last, first, name, folder):
    before = {*folder.rglob("*")}
    message = f"{last}: expected a file other than that of {first}, got '{name}'\n"
    assert mistake(["trace", *options.split(), "first.txt"]) == message
    assert {*folder.rglob("*")} == before


def test_what_is_no_usual_file_may_be_named_twice():
    done = called(["trace", "--svg", os.devnull, "--html", os.devnull, str(SAMPLES / "first.txt")])
    assert (done.status, done.err) == (0, "")


def test_a_file_that_cannot_be_written_whole_is_left_as_it_was(folder):
    (folder / "many.txt").write_text((folder / "first.txt").read_text() * 3000 + "2 2\n.M\n.?\n")
    before = (folder / "first.txt").read_bytes()
    assert called(["convert", "many.txt", "--to", "judge", "--out", "first.txt"]).status == 2
    assert (folder / "first.txt").read_bytes() == before


def test_a_picture_that_is_refused_leaves_no_page(folder):
    (folder / "wide.txt").write_text("201 200\n" + ("M" * 200 + "\n") * 200 + "." * 200 + "\n")
    done = called(
        ["trace", "--limit", "0", "--html", "page.html", "--svg", "wide.svg", "--graph", "x.json", "wide.txt"]
    )
    assert (done.status, done.err) == (2, "--svg: expected at most 40000 cells, got 40200\n")
    assert not [one for one in ("page.html", "wide.svg", "x.json") if (folder / one).exists()]

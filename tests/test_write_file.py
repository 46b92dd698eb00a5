"""A file is written whole or not at all, and what cannot be written is said in one line."""

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from logicsweep.cli import output
from logicsweep.cli.output import write_file
from logicsweep.errors import InvalidInput, Unwritable


def names(folder):
    return sorted(one.name for one in folder.iterdir())


def test_text_is_written_as_utf_8_and_bytes_as_they_are(tmp_path):
    write_file(str(tmp_path / "a"), "é\r\n")
    write_file(str(tmp_path / "b"), b"\xff\n")
    write_file(str(tmp_path / ("c" * 255)), "")
    assert (tmp_path / "a").read_bytes() == "é\r\n".encode()
    assert (tmp_path / "b").read_bytes() == b"\xff\n"
    assert names(tmp_path) == ["a", "b", "c" * 255]


def test_a_file_that_is_there_is_replaced_and_keeps_its_rights(tmp_path):
    file, link = tmp_path / "a", tmp_path / "link"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to("a")
    write_file(str(link), "after")
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode), link.is_symlink()) == ("after", 0o640, True)


def test_a_new_file_has_the_rights_that_new_files_have(tmp_path):
    before = os.umask(0o027)
    try:
        write_file(str(tmp_path / "a"), "x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


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
        ("a\0b", "cannot write: no file can have that name"),
    ],
)
def test_what_cannot_be_written_is_said(path, reason, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("before")
    with pytest.raises(Unwritable) as error:
        write_file(path, "x")
    assert str(error.value) == f"{path}: {reason}"
    assert names(tmp_path) == ["a"]


def test_an_empty_name_is_refused():
    with pytest.raises(InvalidInput, match="FILE: expected the name of a file, got an empty name"):
        write_file("", "x")


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

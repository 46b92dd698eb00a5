"""`live --export`: a folder of files, whole or not at all, from a pinned list."""

import io
import json
import tarfile
from hashlib import sha256
from zipfile import ZipFile

import pytest
from conftest import refusal
from in_process import called, mistake

from logicsweep.live import export as exporting
from logicsweep.live.export import PYODIDE, PYSAT, export

PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def archive():
    data = io.BytesIO()
    contents = dict.fromkeys(PARTS, b"x") | {
        "pyodide-lock.json": b'{"info": {"python": "3.14.2"}, "packages": {"a": 1}}'
    }
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        for name, content in contents.items():
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return data.getvalue()


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A folder with small files in the place of those of the pinned list."""
    folder = tmp_path / "source"
    folder.mkdir()
    for name, what, data in (("PYODIDE", PYODIDE, archive()), ("PYSAT", PYSAT, b"a wheel")):
        (folder / what.name).write_bytes(data)
        monkeypatch.setattr(exporting, name, what._replace(digest=sha256(data).hexdigest()))
    return folder


def files_of(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def line_of(folder, name, begin):
    [line] = [line for line in (folder / name).read_text().splitlines() if line.startswith(begin)]
    return json.loads(line.removeprefix(begin).removesuffix(";"))


def test_it_writes_the_page_the_engine_and_the_packages(tmp_path, source):
    size = export(str(tmp_path / "site"), source)
    site = tmp_path / "site"
    assert size == sum((site / name).stat().st_size for name in files_of(site))
    assert {*line_of(site, "sw.js", "const FILES = ")} == files_of(site)
    for one in line_of(site, "config.js", "export const files = "):
        assert (site / "engine" / one["name"]).stat().st_size == one["size"]
    with ZipFile(site / "engine/logicsweep.zip") as packed:
        names = {*packed.namelist()}
    assert names >= {"logicsweep/live/answer.py", "constraint/problem.py"}
    assert not [name for name in names if "/click/" in name or "/cli/" in name or "samples" in name]
    assert "GNU" not in (site / "licenses.txt").read_text()
    assert "networkx" in (site / "licenses.txt").read_text()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.slow
def test_the_same_packages_give_the_same_files_and_others_another_version(tmp_path, source, monkeypatch):
    for name in ("one", "two", "one"):  # over a former export too
        export(str(tmp_path / name), source)
    one, two = tmp_path / "one", tmp_path / "two"
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in files_of(one))
    monkeypatch.setattr(exporting, "PYSAT", exporting.PYSAT._replace(digest=sha256(b"new").hexdigest()))
    (source / PYSAT.name).write_bytes(b"new")
    export(str(tmp_path / "two"), source)
    begin = "const VERSION = "
    assert line_of(one, "sw.js", begin) != line_of(two, "sw.js", begin)


def test_a_folder_with_anything_else_is_left_as_it_is(tmp_path, source):
    export(str(tmp_path / "site"), source)
    (tmp_path / "site/mine.txt").write_text("mine")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/index.html").write_text("mine")
    for name in ("site", "other"):
        before = files_of(tmp_path / name)
        told = refusal(export, str(tmp_path / name), source)
        assert told.startswith("export: expected a new or empty folder, or a former export alone, got ")
        assert files_of(tmp_path / name) == before
    (tmp_path / "file").write_text("x")
    assert "cannot" in refusal(export, str(tmp_path / "file"), source)


def test_an_empty_folder_is_filled(tmp_path, source):
    (tmp_path / "site").mkdir()
    export(str(tmp_path / "site"), source)
    assert "index.html" in files_of(tmp_path / "site")


def test_nothing_is_written_if_a_file_is_missing_or_not_the_right_one(tmp_path, source):
    (source / PYSAT.name).write_bytes(b"another wheel")
    assert "expected the SHA-256 " in refusal(export, str(tmp_path / "site"), source)
    (source / PYSAT.name).unlink()
    assert refusal(export, str(tmp_path / "site"), source).endswith("cannot read: no such file")
    assert not (tmp_path / "site").exists()


def test_nothing_is_left_if_the_disk_is_full(tmp_path, source, monkeypatch):
    export(str(tmp_path / "site"), source)
    before = files_of(tmp_path / "site")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(exporting, "_replace_folder", full)
    assert "No space left" in refusal(export, str(tmp_path / "site"), source)
    assert files_of(tmp_path / "site") == before
    assert {path.name for path in tmp_path.iterdir()} == {"site", "source"}


def test_the_command_line_says_what_it_wrote(tmp_path, source, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = called(["live", "--export", "a site", "--from", str(source)])
    assert done.status == 0
    assert done.out.startswith("wrote 'a site': ")
    assert done.out.endswith(" MB; try: python -m http.server -d 'a site'\n")
    assert mistake(["live", "--from", "x"]).endswith("--from needs --export\n")
    assert mistake(["live", "--export", "x", "--port", "1"]).endswith("--port does not go with --export\n")
    assert mistake(["live", "--export", "x", "1#"]).endswith(" does not go with --export\n")
    assert "no such folder" in mistake(["live", "--export", "no/such/folder", "--from", str(source)])

"""The notebook of the samples: run anew, it shows what is stored in it.

After a change `jupyter execute --inplace samples/lesson.ipynb` stores what it shows now.
"""

import sys
from pathlib import Path

import pytest
from conftest import ROOT, SAMPLES

nbformat = pytest.importorskip("nbformat", reason="nbformat comes with the extra `test`")
nbclient = pytest.importorskip("nbclient", reason="nbclient comes with the extra `test`")
pytest.importorskip("ipykernel", reason="ipykernel comes with the extra `test`")
LESSON = SAMPLES / "lesson.ipynb"


def shown(notebook):
    """What each cell shows: printed text, and values as text and as pictures."""
    return {
        cell.id: [(one.output_type, one.get("text"), dict(one.get("data", {}))) for one in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    }


@pytest.fixture(scope="module")
def stored():
    return nbformat.read(LESSON, as_version=4)


@pytest.mark.slow
def test_the_lesson_shows_what_it_shows_when_it_is_run(stored, tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    anew = nbformat.read(LESSON, as_version=4)
    nbclient.NotebookClient(anew, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert shown(anew) == shown(stored)


def test_the_lesson_tells_nothing_of_where_it_was_run(stored):
    text = LESSON.read_text()
    assert len(text) < 250_000
    assert str(Path.home()) not in text and str(ROOT) not in text
    assert {*stored.metadata} == {"kernelspec", "language_info"}

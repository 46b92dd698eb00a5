"""Phrases that native readers stumbled over stay out of all that is printed, of docs and of docstrings."""

import ast
import re

import pytest
from conftest import ROOT

STUMBLED = """
cannot know|it takes the mine total|it takes \\d+ clues at once|the board there:|found before, by
in brackets the clue|a mine found, \\? found safe|has them among these|share no cell|that is the one\\.
supposed safe|one supposed|may change places|allow it to be safe and to be a mine|which safe cells tell
to try all that with|only who counts|comes first the one|the argument goes before|what waits is left out
without those that another one implies|where they were searched for|a rule of one's own|in the mind
is told of what|what is told of|as it is told
""".strip().replace("\n", "|")


def prose():
    """Each text with the file that it stands in: pages, and the strings of the package."""
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        yield str(page.relative_to(ROOT)), page.read_text()
    for file in sorted((ROOT / "logicsweep").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield str(file.relative_to(ROOT)), node.value


@pytest.fixture(scope="module")
def texts():
    return [(name, " ".join(text.split()).lower()) for name, text in prose()]


@pytest.mark.parametrize("phrase", STUMBLED.split("|"))
def test_no_text_has_a_phrase_that_readers_stumbled_over(texts, phrase):
    assert not [name for name, text in texts if re.search(phrase, text)]

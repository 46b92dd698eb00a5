"""Every block of the README that shows a command or a session is run and compared."""

import doctest
import re

import pytest
from conftest import ROOT

README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def sessions():
    """Each shown command with the output shown below it."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


@pytest.mark.parametrize(("command", "output"), list(sessions()), ids=lambda text: text[:60])
def test_a_shown_command_prints_what_is_shown(shell, command, output):
    assert shell(command).stdout == output


@pytest.mark.parametrize("session", blocks("python"), ids=lambda text: text.split("\n")[0][:60])
def test_a_shown_python_session_prints_what_is_shown(session):
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_every_block_is_of_a_kind_that_is_run():
    # `sh` blocks are the set-up commands: .ci/run executes each line as written.
    shown = re.findall(r"^```(\w*)\n", README, re.MULTILINE)
    assert set(shown) - {""} == {"console", "python", "sh"}
    assert len(blocks("sh")) == 1
    assert len(blocks("sh")[0].splitlines()) == 2

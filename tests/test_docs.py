"""Every block of the README and of `docs/` that shows a command or a session is run and compared."""

import doctest
import re
import shlex
import subprocess

import pytest
from conftest import ROOT

PAGES = {str(page.relative_to(ROOT)): page.read_text() for page in sorted(ROOT.glob("docs/**/*.md"))}
PAGES = {"README.md": (ROOT / "README.md").read_text()} | PAGES


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


def commands():
    """Each shown command with the output shown below it."""
    for page in PAGES:
        for block in blocks(page, "console"):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield pytest.param(command, output, id=f"{page}: {command[:60]}")


@pytest.mark.parametrize(
    ("command", "output"), [one for one in commands() if "logicsweep survey" not in one.values[0]]
)
def test_a_shown_command_prints_what_is_shown(run, command, output):
    """As in a shell, but logicsweep is called in this process, which takes a tenth of the time."""
    text = ""
    for part in command.split(" | "):
        name, *words = shlex.split(part)
        if name == "logicsweep":
            done = run(*words, input=text)
        else:
            done = subprocess.run([name, *words], input=text, capture_output=True, text=True, cwd=ROOT)
        text = done.stdout
    assert text + done.stderr == output


@pytest.mark.slow
@pytest.mark.parametrize(("command", "output"), [one for one in commands() if " | " in one.values[0]])
def test_so_it_does_in_a_shell(shell, command, output):
    assert shell(command).stdout == output


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")])
def test_the_sessions_of_a_page_print_what_is_shown(page):
    names = {}
    for session in blocks(page, "python"):
        test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
        test.globs = names  # one block goes on where the one before ended
        assert test.examples
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_of_a_kind_that_is_run_or_plain_text(page):
    # `sh` blocks are the set-up commands: .ci/run executes each line as written.
    shown = set(re.findall(r"^```(\w*)\n", PAGES[page], re.MULTILINE))
    assert shown <= {"", "console", "python", "text"} | ({"sh"} if page == "README.md" else set())


def test_the_first_page_stays_one():
    readme = PAGES["README.md"]
    assert len(readme.splitlines()) <= 220 and len(readme.encode()) <= 9_000
    assert len(blocks("README.md", "sh")) == 1
    contributing = (ROOT / "CONTRIBUTING.md").read_text().splitlines()
    recipes = "".join(blocks("CONTRIBUTING.md", "python")).splitlines()
    assert len(contributing) - len(recipes) <= 130


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "samples/README.md"])
def test_links_lead_to_files(page):
    # those between the pages of docs/ are checked where the site is built
    for link in re.findall(r"\]\(([^)#:]+?)\)", (ROOT / page).read_text()):
        assert (ROOT / page).parent.joinpath(link).exists(), link

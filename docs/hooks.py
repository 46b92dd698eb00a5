"""What the site makes from the code: the reference, the fields of JSON, doctests shown as code.

mkdocs calls `on_page_markdown`, griffe (which reads the docstrings) calls `Doctests`.
"""

from __future__ import annotations

import re
from importlib import import_module
from inspect import cleandoc
from types import ModuleType

from click.testing import CliRunner
from griffe import Extension, Object
from mkdocs.structure.pages import Page

PACKAGES = ("", ".reasons", ".rules", ".games", ".closures", ".puzzles", ".surveying")
VERBS = ("hint", "why", "path", "trace", "compare", "perfect", "solve", "generate", "rules")


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Put into two pages what the code says."""
    made = {"reference.md": reference, "json.md": fields}.get(page.file.src_uri)
    return f"{markdown}\n{made()}" if made else markdown


def reference() -> str:
    """Each public name of each package, in the order of its table `PUBLIC`."""
    return "\n".join(_package(import_module(f"logicsweep{name}")) for name in PACKAGES)


def _package(package: ModuleType) -> str:
    entries = "\n\n".join(
        f"::: {package.__name__}.{module}.{name}"
        for module, names in package.PUBLIC.items()
        for name in names.split()
        if not isinstance(getattr(package, name), int)
    )
    about = cleandoc(package.__doc__ or "").partition("\n>>>")[0].replace("\n    ", "<br>\n")
    return f"## {package.__name__}\n\n{about}\n\n{entries}\n"


def fields() -> str:
    """What `--fields` prints, verb by verb."""
    from logicsweep.cli import cli

    def printed(verb: str) -> str:
        return CliRunner().invoke(cli, [verb, "--fields"], catch_exceptions=False).output

    return "\n".join(f"## {verb}\n\n```text\n{printed(verb)}```\n" for verb in VERBS)


class Doctests(Extension):
    """Fence the sessions of docstrings, which are plain text else."""

    def on_instance(self, *, obj: Object, **_: object) -> None:
        """Change the docstring before it is shown."""
        if obj.docstring:
            session = re.compile(r"^>>> .*?(?=\n[ ]*\n(?!>>>)|\Z)", re.MULTILINE | re.DOTALL)
            obj.docstring.value = session.sub(r"```python\n\g<0>\n```", cleandoc(obj.docstring.value))

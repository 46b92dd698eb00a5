"""What a shell completes in the command line: files, and words that an option takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from click import Context, Parameter

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Completion = Callable[[Context, Parameter, str], "list[CompletionItem] | list[str]"]


def files(_: Context, __: Parameter, begun: str) -> list[CompletionItem]:
    """The shell's own completion of file names."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(begun, type="file")]


def among(words: Callable[[Context], Iterable[str]], listed: bool = False) -> Completion:
    """These words; where several may be `listed` with commas between, those not yet there."""

    def complete(context: Context, _: Parameter, begun: str) -> list[str]:
        before, comma, last = begun.rpartition(",") if listed else ("", "", begun)
        taken = before.split(",")
        found = [word for word in words(context) if word.startswith(last) and word not in taken]
        return [before + comma + word for word in found]

    return complete

"""The forms in which a verb's answer is shown, and what an answer does before it is shown."""

from __future__ import annotations

from typing import Literal, Protocol

Form = Literal["text", "json", "stage", "page"]
"""`stage` is a hint in stages, as text or JSON."""


class Prepares(Protocol):
    """An answer that finds some of its values only when they are needed."""

    def prepare(self, form: Form) -> None:
        """Find what this form shows, so that whoever shows it searches nothing."""

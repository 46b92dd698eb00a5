"""Steps that searches may take."""

from __future__ import annotations

from logicsweep.errors import whole_number

BUDGET_EACH = 20_000
"""Steps for each of many searches, such as for explanations: a fifth of a second or so."""


class OutOfSteps(Exception):  # internal: a result says so to the caller
    """A search took more steps than it was given."""


class Budget:
    """Steps that several searches share."""

    def __init__(self, steps: int) -> None:
        """So many steps."""
        self.left = whole_number("steps", steps, 0)

    def spend(self, steps: int) -> None:
        """Take some; raises `OutOfSteps` when none are left."""
        self.left -= steps
        if self.left < 0:
            raise OutOfSteps

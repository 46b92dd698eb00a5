"""Budgets of steps for searches."""

from __future__ import annotations

from logicsweep.errors import whole_number

BUDGET_EACH = 20_000
"""The budget of each of many searches, such as for explanations: about a fifth of a second."""


class OutOfSteps(Exception):  # internal: the caller learns it from a result
    """A search exceeded its budget."""


class Budget:
    """Steps that several searches share."""

    def __init__(self, steps: int) -> None:
        self.left = whole_number("steps", steps, 0)

    def spend(self, steps: int) -> None:
        """Spend some; raises `OutOfSteps` when none are left."""
        self.left -= steps
        if self.left < 0:
            raise OutOfSteps

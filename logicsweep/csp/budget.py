"""How much work a search may do: counted, never timed, so that the same question ends the same way."""

from __future__ import annotations

STEPS_EACH = 20_000
"""Steps for each of many searches, such as for explanations: a fifth of a second or so."""


class OutOfSteps(Exception):  # internal: a result says so to the caller
    """A search took more steps than it was given."""


class Budget:
    """Steps that several searches share."""

    def __init__(self, steps: int) -> None:
        """So many steps."""
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take some; raises `OutOfSteps` when none are left."""
        self.left -= steps
        if self.left < 0:
            raise OutOfSteps

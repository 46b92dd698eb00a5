"""How hard a verb tries before it leaves something out: two words for the limits of the library."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.csp.position import STATES
from logicsweep.reasons.reason import Explanation
from logicsweep.work.budget import BUDGET_EACH

if TYPE_CHECKING:
    from logicsweep.games.step import Step


class Effort(NamedTuple):
    """The most states for counting one component, and the most steps of the search for one reason."""

    max_states: int
    budget: int


NORMAL, HIGH = "normal", "high"
EFFORTS = {NORMAL: Effort(STATES, BUDGET_EACH), HIGH: Effort(5 * STATES, 10 * BUDGET_EACH)}
"""The values of `--effort`. A component of 10,000,000 states takes about 20 s and 1.2 GB."""
MORE_EFFORT = "There may be more to find out: try --effort high."
"""The last line of an answer that used up the normal effort."""


def ran_out(steps: Iterable[Step]) -> bool:
    """Whether the search for a reason of these steps ended before it was sure to have the smallest."""
    return any(
        not all(reason.smallest for reason in step.reasons if isinstance(reason, Explanation))
        or not (step.reasons or step.guess)
        for step in steps
    )

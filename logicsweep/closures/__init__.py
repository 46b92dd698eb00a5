"""The casual player's final positions, from one start or from every start, without a trace.

This package has the values and a function for many boards; `logicsweep` has `least_remaining` and
`start_classes`.
    LeastRemaining, StartClass, least_of_many
"""

from typing import TYPE_CHECKING

from logicsweep import names_of

if TYPE_CHECKING:
    from logicsweep.closures.closure import least_of_many as least_of_many
    from logicsweep.closures.results import LeastRemaining as LeastRemaining
    from logicsweep.closures.results import StartClass as StartClass

PUBLIC = {"closure": "least_of_many", "results": "LeastRemaining StartClass"}
if not TYPE_CHECKING:
    __all__, __getattr__, __dir__ = names_of(__name__, PUBLIC)

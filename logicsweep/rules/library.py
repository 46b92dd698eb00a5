"""The library's own productions, told from those of a user."""

from __future__ import annotations

from logicsweep.rules.balanced import CASES, CASES_WITH_TOTAL, ROWS, WITH_TOTAL
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Production
from logicsweep.rules.entailed import COUNTED, ENTAILED
from logicsweep.rules.overlap import OVERLAP

LIBRARY: tuple[Production, ...] = (
    *CASUAL,
    OVERLAP,
    *ROWS,
    CASES,
    ENTAILED,
    WITH_TOTAL,
    CASES_WITH_TOTAL,
    COUNTED,
)
"""The productions that need no check: tests hold each of them to all layouts."""
_LIBRARY = {id(production.condition) for production in LIBRARY}  # what a name or a module says can be forged


def is_own(production: Production) -> bool:
    """Whether a production is none of the library's, so that its conclusions are checked.

    >>> is_own(CASUAL[0]), is_own(Production("mine", lambda memory, site: None))
    (False, True)
    """
    return id(production.condition) not in _LIBRARY

"""Which cell to clear if nothing is certain: policies, and how far they are from perfect.

Policies, and the guesses that they put in order.
    POLICIES, Policy, RankedGuess, policy_of

A policy's advice, and its reasons; a 50/50 that cannot be avoided.
    advise, Advice, fifty_fifty

How often perfect play wins from a position, and how much less a policy wins.
    values, Chances, regret, Regret
"""

from typing import TYPE_CHECKING

from logicsweep import names_of

if TYPE_CHECKING:
    from logicsweep.guessing.advice import Advice as Advice
    from logicsweep.guessing.advice import advise as advise
    from logicsweep.guessing.advice import fifty_fifty as fifty_fifty
    from logicsweep.guessing.chances import Chances as Chances
    from logicsweep.guessing.chances import RankedGuess as RankedGuess
    from logicsweep.guessing.perfect import values as values
    from logicsweep.guessing.policy import POLICIES as POLICIES
    from logicsweep.guessing.policy import Policy as Policy
    from logicsweep.guessing.policy import policy_of as policy_of
    from logicsweep.guessing.regrets import Regret as Regret
    from logicsweep.guessing.regrets import regret as regret

PUBLIC = {
    "advice": "Advice advise fifty_fifty",
    "chances": "Chances RankedGuess",
    "perfect": "values",
    "policy": "POLICIES Policy policy_of",
    "regrets": "Regret regret",
}
if not TYPE_CHECKING:
    __all__, __getattr__, __dir__ = names_of(__name__, PUBLIC)

"""Which cell to clear where nothing is certain: policies, and how far they are from perfect.

Policies, and the choices that they put in order.
    POLICIES, Policy, Choice, policy_of

What a policy advises, and why; a 50/50 that cannot be avoided.
    advise, Advice, fifty_fifty

What perfect play wins from a position on, and what a policy lacks of it.
    values, Chances, regret, Regret
"""

from logicsweep import names_of

__getattr__, __dir__ = names_of(__name__, __file__)

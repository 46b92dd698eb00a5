"""Why a cell is forced or not, with independent checkers.

Smallest sets of clues, or two layouts if the cell is not forced.
    explain_all, Explanation, BothWays, counter_layout

How clues work together: balances, short proofs by contradiction.
    balance_sentence, Balance, refutation_sentences, Refutation, Reason

Layouts that hardly differ.
    twin_layouts

Checkers, written differently from what they check.
    check_balance, check_refutation
"""

from typing import TYPE_CHECKING

from logicsweep import names_of

if TYPE_CHECKING:
    from logicsweep.reasons.check import check_balance as check_balance
    from logicsweep.reasons.check import check_refutation as check_refutation
    from logicsweep.reasons.explanation import explain_all as explain_all
    from logicsweep.reasons.reason import Balance as Balance
    from logicsweep.reasons.reason import BothWays as BothWays
    from logicsweep.reasons.reason import Explanation as Explanation
    from logicsweep.reasons.reason import Reason as Reason
    from logicsweep.reasons.reason import Refutation as Refutation
    from logicsweep.reasons.twins import counter_layout as counter_layout
    from logicsweep.reasons.twins import twin_layouts as twin_layouts
    from logicsweep.reasons.wording import balance_sentence as balance_sentence
    from logicsweep.reasons.wording import refutation_sentences as refutation_sentences

PUBLIC = {
    "reason": "Balance BothWays Explanation Reason Refutation",
    "check": "check_balance check_refutation",
    "explanation": "explain_all",
    "twins": "counter_layout twin_layouts",
    "wording": "balance_sentence refutation_sentences",
}
if not TYPE_CHECKING:
    __all__, __getattr__, __dir__ = names_of(__name__, PUBLIC)

"""Why a cell is forced, why it is not, and what checks that by other means.

Smallest sets of clues, and two layouts where there is none.
    explain_all, Explanation, Undecided, counter_layout

How clues work together: balances, short proofs by contradiction.
    balance_sentence, Balance, refutation_sentences, Refutation, Reason

Layouts that hardly differ, and the cells whose clues would tell.
    twin_layouts, telling_cells

Checkers, written by other means than what they check.
    check_balance, check_refutation
"""

from logicsweep import names_of

__getattr__, __dir__ = names_of(__name__, __file__)

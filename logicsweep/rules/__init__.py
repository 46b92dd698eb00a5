"""The rule engine: productions, facts, firings, traces; and productions, the library's and custom ones.

What a production is made of.
    Fact, Match, Production

What is known, and what fires.
    WorkingMemory, Knowledge, forward_chain, Firing, Trace

What waits, and what a condition lacks.
    Agenda, misses, Lack

Productions from a file.
    load_productions
"""

from typing import TYPE_CHECKING

from logicsweep import names_of

if TYPE_CHECKING:
    from logicsweep.rules.engine import Agenda as Agenda
    from logicsweep.rules.engine import Fact as Fact
    from logicsweep.rules.engine import Firing as Firing
    from logicsweep.rules.engine import Lack as Lack
    from logicsweep.rules.engine import Match as Match
    from logicsweep.rules.engine import Production as Production
    from logicsweep.rules.engine import WorkingMemory as WorkingMemory
    from logicsweep.rules.engine import forward_chain as forward_chain
    from logicsweep.rules.engine import misses as misses
    from logicsweep.rules.facts import Knowledge as Knowledge
    from logicsweep.rules.facts import Trace as Trace
    from logicsweep.rules.own import load_productions as load_productions

PUBLIC = {
    "engine": "Agenda Fact Firing Lack Match Production WorkingMemory forward_chain misses",
    "facts": "Knowledge Trace",
    "own": "load_productions",
}
if not TYPE_CHECKING:
    __all__, __getattr__, __dir__ = names_of(__name__, PUBLIC)

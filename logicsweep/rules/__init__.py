"""The rule engine: productions, facts, firings, traces; and the productions, the library's and one's own.

What a production is made of.
    Fact, Match, Production

What is known, and what fires.
    WorkingMemory, Knowledge, forward_chain, Firing, Trace

What waits, and what a condition lacks.
    Agenda, misses, Lack

Productions from a file.
    load_productions
"""

from logicsweep import names_of

__getattr__, __dir__ = names_of(__name__, __file__)

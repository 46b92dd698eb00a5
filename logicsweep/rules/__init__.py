"""The rule engine: productions, facts, firings, traces; and productions, the library's and custom ones.

Parts of a production.
    Fact, Match, Production

Parts of declared rules: variables for cells and numbers, sets of cells, premises and conclusions.
    rule, given, clue, total, count, some, near, safe, mine
    x, y, m, n, covered, mines, possible

Known facts and firings.
    WorkingMemory, Knowledge, forward_chain, Firing, Trace

The agenda, and what a condition lacks.
    Agenda, misses, Lack

Productions from a file.
    load_productions
"""

from typing import TYPE_CHECKING

from logicsweep import names_of

if TYPE_CHECKING:
    from logicsweep.rules.declared import rule as rule
    from logicsweep.rules.engine import Agenda as Agenda
    from logicsweep.rules.engine import WorkingMemory as WorkingMemory
    from logicsweep.rules.engine import forward_chain as forward_chain
    from logicsweep.rules.engine import misses as misses
    from logicsweep.rules.facts import Knowledge as Knowledge
    from logicsweep.rules.firing import Fact as Fact
    from logicsweep.rules.firing import Firing as Firing
    from logicsweep.rules.firing import Lack as Lack
    from logicsweep.rules.firing import Match as Match
    from logicsweep.rules.language import clue as clue
    from logicsweep.rules.language import count as count
    from logicsweep.rules.language import covered as covered
    from logicsweep.rules.language import given as given
    from logicsweep.rules.language import m as m
    from logicsweep.rules.language import mine as mine
    from logicsweep.rules.language import mines as mines
    from logicsweep.rules.language import n as n
    from logicsweep.rules.language import near as near
    from logicsweep.rules.language import possible as possible
    from logicsweep.rules.language import safe as safe
    from logicsweep.rules.language import some as some
    from logicsweep.rules.language import total as total
    from logicsweep.rules.language import x as x
    from logicsweep.rules.language import y as y
    from logicsweep.rules.own import load_productions as load_productions
    from logicsweep.rules.production import Production as Production
    from logicsweep.rules.trace import Trace as Trace

PUBLIC = {
    "declared": "rule",
    "engine": "Agenda WorkingMemory forward_chain misses",
    "facts": "Knowledge",
    "firing": "Fact Firing Lack Match",
    "language": "clue count covered given m mine mines n near possible safe some total x y",
    "own": "load_productions",
    "production": "Production",
    "trace": "Trace",
}
if not TYPE_CHECKING:
    __all__, __getattr__, __dir__ = names_of(__name__, PUBLIC)

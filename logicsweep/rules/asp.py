"""Declared rules as an answer-set program for clingo (https://potassco.org).

The program holds the known facts. Its single answer is one round: all that the rules conclude from them. If
you put the new facts into the program and solve it again until nothing is new, you end where the engine ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput
from logicsweep.rules import language
from logicsweep.rules.declared import Rule, declaration_of
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.production import Production

_PREDICATES = {"covered": "covered", "mines": "mine", "possible": "possible"}
_HEAD = """\
#defined near/2. #defined clue/2. #defined safe/1. #defined mine/1. #defined total/1.
#show new_safe/1. #show new_mine/1.
known(C) :- clue(C, _).
known(C) :- safe(C).
known(C) :- mine(C).
covered(C) :- cell(C), not known(C).
possible(C) :- covered(C).
possible(C) :- mine(C)."""


def asp_program(productions: Iterable[Production], memory: Knowledge) -> str:
    """The declared rules among productions, and the known facts, as a program for clingo.

    The program leaves out functions, and a comment names them. Raises InvalidInput if no rule is declared.

    >>> from logicsweep import View, player_of
    >>> program = asp_program(player_of("casual").productions, Knowledge.of(View.parse("1#")))
    >>> print(*program.splitlines()[:3], program.splitlines()[-1], sep="\\n")
    cell(r1c1). near(r1c1, (r1c2)).
    cell(r1c2). near(r1c2, (r1c1)).
    clue(r1c1, 1).
    new_mine(C) :- covered(C), near(X, C), clue(X, ClueX),
        Count1 = #count { D : possible(D), near(X, D) }, ClueX = M, Count1 = M.
    """
    declared = [(one.name, declaration_of(one)) for one in productions]
    rules = [rule for _, rule in declared if rule is not None]
    if not rules:
        raise InvalidInput("rules", "at least one that is declared", "functions only")
    lines = [*_write_facts(memory), _HEAD, *[line for rule in rules for line in _write_rule(rule)]]
    lines += [f"% {_on_one_line(name)} is a function: left out" for name, rule in declared if rule is None]
    return "\n".join([*lines, ""])


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _write_facts(memory: Knowledge) -> Iterator[str]:
    names = name_cells(memory.field)
    for cell, name in enumerate(names):
        near = "; ".join([names[other] for other in memory.near(cell)[1:]])
        yield f"cell({name})." + (f" near({name}, ({near}))." if near else "")
    yield from [f"clue({names[cell]}, {fact.value})." for cell, fact in memory.clues.items()]
    yield from [f"safe({names[cell]})." for cell in memory.safe]
    yield from [f"mine({names[cell]})." for cell in memory.mines]
    yield from [f"total({fact.value})." for fact in memory["total"].values()]


def name_cells(field: CellGraph) -> list[str]:
    """The name of each cell in the program: `r1c2`; on other graphs its name as a text, or its index.

    Indices replace names that are not all different.
    """
    names = [field.name(cell) for cell in range(len(field))]
    if field.shape:
        return names
    return [_quote(name) for name in names] if len({*names}) == len(names) else [*map(str, range(len(field)))]


def _quote(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _write_rule(rule: Rule) -> Iterator[str]:
    yield f"% {_on_one_line(rule.name)}: {_on_one_line(rule.sentence)}"
    for way in rule.ways:
        body = ", ".join(_write_body(way))
        for verdict, cells in way.concluded:
            yield f"new_{verdict}(C) :- {_write_members(cells, 'C')}, {body}."


def _write_body(way: language.Given) -> Iterator[str]:
    """What must hold: the clues and the total that it mentions, the sizes of sets, then the premises."""
    parts = [*way]
    clues = [one.of for one in parts if isinstance(one, language.Clue)]
    cells = list(dict.fromkeys([of.name.upper() for of in clues if of]))
    sizes = {str(one): one for one in parts if isinstance(one, language.Size)}
    counts = {text: f"Count{at}" for at, text in enumerate(sizes, 1)}
    yield from ["total(Total)"] * (None in clues)
    yield from [f"clue({name}, Clue{name})" for name in cells]
    yield from [" != ".join(cells)] * (len(cells) == 2)
    for text, size in sizes.items():
        yield f"{counts[text]} = #count {{ D : {_write_members(size.cells, 'D')} }}"
    for at, premise in enumerate(way.premises, 1):
        yield _write_part(premise, counts, f"Some{at}")


def _write_members(cells: language.CellSet, member: str) -> str:
    """The condition that a cell is in a set."""
    near = [f"near({site.name.upper()}, {member})" for site in cells.beside]
    off = [f"not near({cells.off.name.upper()}, {member})"] if cells.off else []
    return ", ".join([f"{_PREDICATES[cells.kind]}({member})", *near, *off])


def _write_part(part: language.Expression, counts: Mapping[str, str], some: str = "") -> str:
    match part:
        case language.Some(cells):
            return _write_members(cells, some)
        case language.NumberTest(left, sign, right):
            return f"{_write_part(left, counts)} {sign} {_write_part(right, counts)}"
        case language.Arithmetic(left, sign, right):
            return f"({_write_part(left, counts)} {sign} {_write_part(right, counts)})"
        case language.Size():
            return counts[str(part)]
        case language.Clue(of):
            return f"Clue{of.name.upper()}" if of else "Total"
        case language.Variable(name):
            return name.upper()
        case language.Constant(value):
            return str(value)
    raise InvalidInput("rule", "a known expression", str(part))

"""The rule engine on a toy problem of another kind: spelling out a family tree, and Collatz steps."""

from itertools import islice

import pytest

from logicsweep.errors import InvalidInput
from logicsweep.rules.engine import STRATEGIES, Fact, Match, Production, WorkingMemory, forward_chain

PARENTS = {"Bea": ("Ann",), "Cal": ("Bea",), "Dot": ("Bea", "Cal"), "Eve": ("Dot",), "Zoe": ()}
CHILDREN = {p: tuple(c for c, parents in PARENTS.items() if p in parents) for p in (*PARENTS, "Ann")}


def near(person):
    return (person, *CHILDREN.get(person, ()))


def inherits(memory, person):
    """A child of a carrier is a carrier."""
    carriers = [memory["carrier"][p] for p in PARENTS.get(person, ()) if p in memory["carrier"]]
    return Match(tuple(carriers[:1]), (Fact("carrier", person),)) if carriers else None


def counts(memory, site):
    """When everybody who inherits is known, say how many there are."""
    known = tuple(memory["carrier"].values())
    return Match(known, (Fact("carriers", "family", len(known)),)) if known else None


def family(*productions, strategy="breadth", seed=0):
    memory = WorkingMemory(near)
    memory.add(Fact("carrier", "Ann"))
    return memory, list(forward_chain(memory, productions, strategy, seed))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_reaches_the_same_facts(strategy):
    memory, firings = family(Production("inherits", inherits), strategy=strategy)
    assert set(memory["carrier"]) == {"Ann", "Bea", "Cal", "Dot", "Eve"}
    assert [firing.number for firing in firings] == [1, 2, 3, 4]


def test_higher_salience_fires_first_and_lower_only_when_nothing_else_applies():
    # Refraction aside, `counts` could fire after the first fact already: salience makes it wait.
    memory, firings = family(
        Production("counts", counts, -1, everywhere=True), Production("inherits", inherits)
    )
    assert [firing.production for firing in firings] == ["inherits"] * 4 + ["counts"]
    assert memory["carriers"]["family"].value == 5


def test_a_match_that_tells_nothing_new_does_not_fire():
    always = Production("always", lambda memory, site: Match((), (Fact("carrier", "Ann"),)))
    assert family(always)[1] == []


def test_productions_are_not_woken_where_no_fact_is_seen():
    looked = []
    spy = Production("spy", lambda memory, site: looked.append(site))
    family(spy)
    assert sorted(looked) == ["Ann", "Bea"]


def test_breadth_takes_the_oldest_and_depth_the_newest():
    spread = {1: (2, 3), 2: (4,), 3: (5,), 4: (), 5: ()}

    def step(memory, site):
        seen = memory["seen"].get(site)
        return seen and Match((seen,), tuple(Fact("seen", after) for after in spread[site]))

    def order(strategy):
        memory = WorkingMemory(lambda site: (site,))
        memory.add(Fact("seen", 1))
        return [f.site for f in forward_chain(memory, [Production("step", step)], strategy)]

    assert order("breadth") == [1, 2, 3]
    assert order("depth") == [1, 3, 2]


def test_random_depends_on_its_seed_alone():
    runs = [[f.site for f in family(Production("i", inherits), strategy="random", seed=s)[1]] for s in (1, 1)]
    assert runs[0] == runs[1]


def test_an_endless_run_can_be_cut_with_islice():
    def collatz(memory, site):
        n = memory["n"].get(site)
        return n and Match(
            (n,), (Fact("n", site + 1, n.value // 2 if n.value % 2 == 0 else 3 * n.value + 1),)
        )

    memory = WorkingMemory(lambda site: (site,))
    memory.add(Fact("n", 0, 6))
    firings = list(islice(forward_chain(memory, [Production("collatz", collatz)]), 8))
    assert [firing.given[0].value for firing in firings] == [3, 10, 5, 16, 8, 4, 2, 1]


def test_facts_asserted_between_two_firings_are_seen():
    memory = WorkingMemory(near)
    memory.add(Fact("carrier", "Ann"))
    chain = forward_chain(memory, [Production("inherits", inherits)])
    assert next(chain).given == (Fact("carrier", "Bea"),)
    memory.add(Fact("carrier", "Dot"))
    assert {firing.given[0].subject for firing in chain} == {"Cal", "Eve"}


def test_an_attribute_keeps_its_value():
    memory = WorkingMemory(near)
    assert memory.add(Fact("age", "Ann", 70))
    assert not memory.add(Fact("age", "Ann", 70))
    with pytest.raises(InvalidInput, match="age of Ann: expected 70, got 71"):
        memory.add(Fact("age", "Ann", 71))
    assert memory.facts == [Fact("age", "Ann", 70)]


def test_an_unknown_strategy_is_refused_by_name():
    with pytest.raises(InvalidInput, match="one of breadth, depth, random, level, got 'luck'"):
        family(strategy="luck")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_match_of_a_place_gets_its_turn(strategy):
    def split(memory, site):
        """Tell two others, one by one."""
        told = memory["told"].get(site)
        return told and [Match((told,), (Fact("told", f"{site}{end}"),)) for end in "ab" if len(site) < 3]

    memory = WorkingMemory(lambda site: (site,))
    memory.add(Fact("told", "x"))
    list(forward_chain(memory, [Production("split", split)], strategy))
    assert set(memory["told"]) == {"x", "xa", "xb", "xaa", "xab", "xba", "xbb"}


def test_level_by_level_gives_each_fact_at_its_least_height():
    # Breadth looks at 2 while 1's news are already there; by level, 4 follows from 2 before 3 is used.
    spread = {1: (2, 3), 2: (4,), 3: (4, 5), 4: (), 5: (4,)}

    def step(memory, site):
        seen = memory["seen"].get(site)
        return seen and Match((seen,), tuple(Fact("seen", after) for after in spread[site]))

    memory = WorkingMemory(lambda site: (site,))
    memory.add(Fact("seen", 1))
    firings = list(forward_chain(memory, [Production("step", step)], "level"))
    assert [(f.site, [fact.subject for fact in f.given]) for f in firings] == [
        (1, [2, 3]),
        (2, [4]),
        (3, [5]),
    ]

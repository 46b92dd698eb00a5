"""The rule engine on a toy problem of another kind: spelling out a family tree."""

import random

import networkx as nx
import pytest

from logicsweep.errors import InvalidInput
from logicsweep.rules.engine import STRATEGIES, Agenda, WorkingMemory, forward_chain, misses
from logicsweep.rules.firing import Fact, Lack, Match
from logicsweep.rules.production import Production

PARENTS = {"Bea": ("Ann",), "Cal": ("Bea",), "Dot": ("Bea", "Cal"), "Eve": ("Dot",), "Zoe": ()}
CHILDREN = {p: tuple(c for c, parents in PARENTS.items() if p in parents) for p in (*PARENTS, "Ann")}


FAMILY = nx.DiGraph(CHILDREN)
"""A fact about a person is seen by them and by their children."""


def inherits(memory, person):
    """A child of a carrier is a carrier."""
    carriers = [memory["carrier"][p] for p in PARENTS.get(person, ()) if p in memory["carrier"]]
    return Match(tuple(carriers[:1]), (Fact("carrier", person),)) if carriers else None


def counts(memory, site):
    """When everybody who inherits is known, say how many there are."""
    known = tuple(memory["carrier"].values())
    return Match(known, (Fact("carriers", "family", len(known)),)) if known else None


def family(*productions, strategy="breadth", seed=0):
    memory = WorkingMemory(FAMILY)
    memory.add(Fact("carrier", "Ann"))
    return memory, list(forward_chain(memory, productions, strategy, seed))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_higher_salience_fires_first_and_lower_only_when_nothing_else_applies(strategy):
    # `counts` could fire after the first fact already: salience makes it wait.
    productions = Production("counts", counts, -1, everywhere=True), Production("inherits", inherits)
    memory, firings = family(*productions, strategy=strategy)
    assert [firing.production for firing in firings] == ["inherits"] * 4 + ["counts"]
    assert [firing.number for firing in firings] == [1, 2, 3, 4, 5]
    assert memory["carriers"]["family"].value == 5


def test_productions_are_woken_where_a_fact_is_seen_and_fire_where_it_tells_something_new():
    looked = []
    spy = Production("spy", lambda memory, site: looked.append(site))
    always = Production("always", lambda memory, site: Match((), (Fact("carrier", "Ann"),)))
    assert family(spy, always)[1] == []
    assert sorted(looked) == ["Ann", "Bea"]
    with pytest.raises(InvalidInput, match="one of breadth, depth, random, level, got 'luck'"):
        family(strategy="luck")


LAMPS = {"hall": ("hall lamp",), "stage": ("red", "green", "blue")}


@pytest.mark.parametrize("seen", [False, True])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_each_match_of_a_place_fires_and_it_is_looked_at_once_more_for_each_where_there_are_several(
    strategy, seen
):
    """Whether or not a switch sees its own lamps, whose light would have it looked at again."""
    memory, light, looked = lamps(seen)
    lit = [firing.concluded for firing in forward_chain(memory, [light], strategy)]
    assert sorted(lit) == sorted([(Fact("lit", lamp),) for some in LAMPS.values() for lamp in some])
    at_once = strategy == "level"  # it finds all matches of a level before any of them fires
    assert [looked.count(switch) for switch in LAMPS] == [1 + seen, 1 + seen if at_once else 4]


def lamps(seen):
    """Two switches that are on, a production that lights their lamps, and where that was looked at."""
    looked = []

    def light(memory, switch):
        looked.append(switch)
        return [Match((memory["on"][switch],), (Fact("lit", lamp),)) for lamp in LAMPS[switch]]

    wires = nx.DiGraph([(lamp, switch) for switch, some in LAMPS.items() for lamp in some if seen])
    wires.add_nodes_from(LAMPS)
    memory = WorkingMemory(wires)
    for switch in LAMPS:
        memory.add(Fact("on", switch))
    return memory, Production("light", light, needs="on"), looked


@pytest.mark.parametrize("seen", [False, True])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_who_looks_at_an_agenda_sees_all_that_is_due_once_and_changes_nothing(strategy, seen):
    memory, light, _ = lamps(seen)
    expected = list(forward_chain(memory, [light], strategy, seed=5))
    memory, light, _ = lamps(seen)
    agenda = Agenda(memory, [light], strategy, seed=5)
    for at, firing in enumerate(expected):
        due = list(agenda)
        assert due[0] == firing
        assert sorted([one.concluded for one in due]) == sorted([one.concluded for one in expected[at:]])
        assert len({one.site for one in due}) <= len(agenda) <= len(LAMPS)
        assert agenda.take() == firing
        memory.add(firing.concluded[0])
    assert (list(agenda), agenda.take()) == ([], None)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_place_where_nothing_followed_is_looked_at_again_when_a_fact_arrives_near_it(strategy):
    def close(memory, relay):
        inputs = [memory["live"].get(wire) for wire in ("left", "right")]
        return Match(tuple(inputs), (Fact("closed", relay),)) if all(inputs) and relay == "relay" else None

    memory = WorkingMemory(nx.DiGraph([("left", "relay"), ("right", "relay")]))
    memory.add(Fact("live", "left"))
    connect = Production("connect", lambda memory, _: Match((), (Fact("live", "right"),)), -1)
    firings = forward_chain(memory, [connect, Production("close", close)], strategy)
    assert [firing.production for firing in firings] == ["connect", "close"]


def test_random_depends_on_its_seed_alone():
    def order(seed):
        memory = WorkingMemory(nx.empty_graph(20))
        for number in range(9):
            memory.add(Fact("open", number))
        random.seed(seed + 1)  # the program's own generator has no part in it
        return tuple(f.site for f in forward_chain(memory, [Production("close", close)], "random", seed))

    runs = [order(seed) for seed in range(9)]
    assert [order(seed) for seed in range(9)] == runs
    assert len(set(runs)) == 9
    assert {tuple(sorted(run)) for run in runs} == {tuple(range(9))}


def close(memory, site):
    """What is open is closed."""
    return Match((memory["open"][site],), (Fact("closed", site),)) if site in memory["open"] else None


def several(memory, site):
    """A number tells two others, one by one, until they are large."""
    number = memory["told"].get(site)
    return number and [Match((number,), (Fact("told", 2 * site + i),)) for i in (0, 1) if site < 6]


def one_fact():
    memory = WorkingMemory(nx.empty_graph(20))
    memory.add(Fact("told", 1))
    return memory


def counted(memory, _):
    """How many were told; said once, when nothing else is left."""
    return Match(tuple(memory["told"].values()), (Fact("count", "all", len(memory["told"])),))


def test_the_agenda_lists_what_is_new_by_salience_and_in_the_order_of_the_strategy():
    memory = WorkingMemory(nx.empty_graph(20))
    for number in (5, 1, 3, 11):
        memory.add(Fact("told", number))
    productions = [Production("count", counted, -1, everywhere=True), Production("several", several)]
    subjects = {s: [one.concluded[0].subject for one in Agenda(memory, productions, s)] for s in STRATEGIES}
    assert subjects["breadth"] == [10, 2, 6, 7, "all"]
    assert subjects["depth"] == [6, 7, 2, 10, "all"]
    assert subjects["level"] == [10, 2, 6, 7, "all"]
    assert sorted(subjects["random"][:-1]) == [2, 6, 7, 10]
    assert len(memory.facts) == 4


def test_a_condition_is_asked_with_notes_of_its_own():
    def once(memory, site):
        """Says what it knows the first time that it is asked, and notes that it did."""
        seen = memory.notes.setdefault("seen", set())
        if site in seen or site > 1:
            return None
        seen.add(site)
        return Match((memory["told"][site],), (Fact("told", 8),))

    memory, productions = one_fact(), [Production("once", once)]
    assert [len([*Agenda(memory, productions)]) for _ in range(2)] == [1, 1]
    assert memory.notes == {}
    assert len(list(forward_chain(memory, productions))) == 1


def test_misses_come_the_least_short_first_then_in_the_order_of_sites():
    def far(memory, site):
        return Lack(1 + abs(site - 3) // 2, "far", ())

    def whole(memory, _):
        return [Lack(2, "all of it", ()), Lack(1, "some of it", ())]

    productions = [
        Production("near", far, lacks=far),
        Production("known", far, needs="told", lacks=far),
        Production("whole", whole, everywhere=True, lacks=whole),
    ]
    memory = one_fact()
    assert [(m.production, m.site, m.short) for m in misses(memory, productions, (4, 3, 1))] == [
        ("whole", None, 1),
        ("near", 4, 1),
        ("near", 3, 1),
        ("whole", None, 2),
        ("near", 1, 2),
        ("known", 1, 2),
    ]


def test_facts_asserted_between_two_firings_are_seen():
    memory = WorkingMemory(FAMILY)
    memory.add(Fact("carrier", "Ann"))
    chain = forward_chain(memory, [Production("inherits", inherits)])
    assert next(chain).concluded == (Fact("carrier", "Bea"),)
    assert Fact("carrier", "Bea") in memory
    memory.add(Fact("carrier", "Dot"))
    assert {firing.concluded[0].subject for firing in chain} == {"Cal", "Eve"}


def test_an_attribute_keeps_its_value():
    memory = WorkingMemory(FAMILY)
    assert memory.add(Fact("age", "Ann", 70))
    assert not memory.add(Fact("age", "Ann", 70))
    with pytest.raises(InvalidInput, match="age of Ann: expected 70, got 71"):
        memory.add(Fact("age", "Ann", 71))
    assert Fact("age", "Ann", 71) not in memory
    assert memory.facts == (Fact("age", "Ann", 70),)


def test_level_by_level_gives_each_fact_at_its_least_height():
    # Breadth looks at 2 while 1's news are already there; by level, 4 follows from 2 before 3 is used.
    spread = {1: (2, 3), 2: (4,), 3: (4, 5), 4: (), 5: (4,)}

    def step(memory, site):
        seen = memory["seen"].get(site)
        return seen and Match((seen,), tuple(Fact("seen", after) for after in spread[site]))

    memory = WorkingMemory(nx.empty_graph(20))
    memory.add(Fact("seen", 1))
    firings = list(forward_chain(memory, [Production("step", step)], "level"))
    assert [(f.site, [fact.subject for fact in f.concluded]) for f in firings] == [
        (1, [2, 3]),
        (2, [4]),
        (3, [5]),
    ]

from logicsweep.rules import clue, count, covered, given, near, possible, rule, safe, some, x, y

ONE_ONE = rule(
    "one-one",
    "Beside a 1 that sees only what I see, my further cells are safe: the shared ones hold my mine.",
    given(clue(x) == 1, clue(y) == 1, some(covered.near(x, y)), count(possible.near(y) - near(x)) == 0)
    >> safe(covered.near(x) - near(y)),
)

PRODUCTIONS = [ONE_ONE]

"""Which code that searches, fires or plays a call leads into."""

import sys

SEARCHING = {"csp.bulk", "csp.cores", "csp.elimination", "csp.sat", "csp.search", "csp.solve", "games.finish"}
SEARCHING |= {"games.game", "games.path", "games.quick", "games.why", "reasons.twins", "rules.easiest"}
SEARCHING |= {"rules.solver", "guessing.policy", "kernel.positions", "kernel.guessing"}


def searched(call):
    """The modules that search, fire or play which a call leads into."""
    found = set()

    def hear(frame, event, _):
        module = frame.f_globals.get("__name__", "").removeprefix("logicsweep.")
        if event == "call" and module in SEARCHING:
            found.add((module, frame.f_code.co_name))

    sys.setprofile(hear)
    try:
        call()
    finally:
        sys.setprofile(None)
    return found

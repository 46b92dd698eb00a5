"""`bench`: what this machine answers in a second, and how much faster the kernel is."""

from __future__ import annotations

import click

from logicsweep.cli.output import echo_lines, echo_text, json_option, screen
from logicsweep.cli.usage import TIME, Verb, jobs_option


@click.command(
    cls=Verb,
    short_help="How much this machine answers in a second.",
    epilog="Example: logicsweep bench --seconds 0.01",
)
@json_option("One JSON object per line of the table")
@click.option(
    "--seconds",
    type=TIME,
    default=1.0,
    show_default=True,
    metavar="S",
    help="How long each is measured; below 0.5 there is no time for large batches, which are quicker.",
)
@jobs_option("Threads for the kernel", 1)
def bench(as_json: bool, seconds: float, jobs: int) -> None:
    """Measure how many positions, games and boards this machine answers in a second.

    Each in plain Python, and by the kernel where it is installed (the extra `fast`), on the same boards. The
    time is wall-clock time, without imports and compiling: so nothing else should run meanwhile. It reads no
    FILE.

    \b
    positions      forced cells and risks, in games where players are stuck
    games          where a player ends who starts in the largest opening
    boards         the answer to Data Mining, as solve gives it; always one thread
    random boards  boards drawn into one array
    """
    from logicsweep.kernel.threads import jobs_of
    from logicsweep.rates import rates
    from logicsweep.show.bench import bench_text, rate_json
    from logicsweep.show.jsonl import dumps

    threads, found = jobs_of(jobs), rates(seconds, jobs)
    if as_json:
        echo_lines(dumps(rate_json(rate, threads)) for rate in found)
    else:
        echo_text(bench_text(found, threads), screen())

"""Surveys: how far players get on very many random boards, kept as Parquet, and what that says.

`run.survey` asks `storage.Store` what is missing, has it answered by an executor's workers, shard by shard,
and keeps what comes. `rows.shard_columns` is all that workers run: it depends on the plan and the shard
alone, so that it does not matter who answers, when, how often, or in which order.

What 10**9 boards of 16 x 30 with 99 mines cost, all four players from an opening, by what
`tests/benchmarks/bench_survey.py` finds on one machine (3,700 boards a second and core, 18 bytes a board):

- work: 75 core hours; a thousand cores are done in five minutes;
- files: 100,000 shards of 10,000 boards, 180 kB each, 18 GB in all, which go through a cluster's network;
- the process that runs the survey: some milliseconds for each shard, 0.3 ms for one that is there when it
  goes on; its memory stays as for 10**5 boards, but for the names of the shards;
- `report`: some milliseconds for each shard, ten minutes on one core.

What a program calls.
    plan_of, Plan, survey, Surveyed, report, Summary
"""

from logicsweep import names_of

__getattr__, __dir__ = names_of(__name__, __file__)

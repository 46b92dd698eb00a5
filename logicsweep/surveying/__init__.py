"""Surveys: how far players get on very many random boards, kept as Parquet, and what that says.

`run.survey` asks `storage.Store` what is missing, has it answered by an executor's workers, shard by shard,
and keeps what comes. `rows.shard_columns` is all that workers run: it depends on the plan and the shard
alone, so that it does not matter who answers, when, how often, or in which order.

What 10**9 boards of 16 x 30 with 99 mines cost, all four players from an opening, by what
`tests/benchmarks/bench_survey.py` finds on one machine: 75 core hours; 18 GB in 100,000 shards, which go
through a cluster's network; where the survey runs some milliseconds for each shard, 0.3 ms for one that is
there, and memory for the shards' names; `report` some milliseconds for each shard.

What a program calls.
    plan_of, Plan, survey, Surveyed, report, Summary, from_best
"""

from logicsweep import names_of

__getattr__, __dir__ = names_of(__name__, __file__)

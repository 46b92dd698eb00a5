"""Surveys: how far players get on very many random boards, stored as Parquet, with a summary.

`run.survey` asks `storage.Store` which shards are missing, lets an executor's workers answer them, and stores
the answers. Workers run only `rows.shard_columns`, which depends only on the plan and the shard. So it does
not matter which worker answers, when, how often, or in which order.

10**9 boards of 16 x 30 with 99 mines, played by all four players from an opening, take 75 core hours and
18 GB (`tests/benchmarks/bench_survey.py`).

A program calls these:
    plan_of, Plan, survey, Surveyed, report, Summary
"""

from typing import TYPE_CHECKING

from logicsweep import names_of

if TYPE_CHECKING:
    from logicsweep.surveying.plan import Plan as Plan
    from logicsweep.surveying.plan import plan_of as plan_of
    from logicsweep.surveying.run import Surveyed as Surveyed
    from logicsweep.surveying.run import survey as survey
    from logicsweep.surveying.summary import Summary as Summary
    from logicsweep.surveying.summary import report as report

PUBLIC = {"plan": "Plan plan_of", "run": "Surveyed survey", "summary": "Summary report"}
if not TYPE_CHECKING:
    __all__, __getattr__, __dir__ = names_of(__name__, PUBLIC)

from logicsweep.surveying.plan import Plan as Plan
from logicsweep.surveying.plan import plan_of as plan_of
from logicsweep.surveying.run import Surveyed as Surveyed
from logicsweep.surveying.run import survey as survey
from logicsweep.surveying.summary import Summary as Summary
from logicsweep.surveying.summary import from_best as from_best
from logicsweep.surveying.summary import report as report

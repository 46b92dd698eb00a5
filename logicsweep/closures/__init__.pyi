from logicsweep.closures.closure import LeastRemaining as LeastRemaining
from logicsweep.closures.closure import StartClass as StartClass
from logicsweep.closures.closure import least_of_many as least_of_many

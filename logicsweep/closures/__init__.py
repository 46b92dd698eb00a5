"""Where the casual player ends, from one start and from every start, without a trace.

What is found, and the same for many boards; `least_remaining` and `start_classes` are `logicsweep`'s own.
    LeastRemaining, StartClass, least_of_many
"""

from logicsweep import names_of

__getattr__, __dir__ = names_of(__name__, __file__)

from logicsweep.guessing.advice import Advice as Advice
from logicsweep.guessing.advice import advise as advise
from logicsweep.guessing.advice import fifty_fifty as fifty_fifty
from logicsweep.guessing.policy import POLICIES as POLICIES
from logicsweep.guessing.policy import Choice as Choice
from logicsweep.guessing.policy import Policy as Policy
from logicsweep.guessing.policy import policy_of as policy_of

"""The numbers by which the kernel says how it went with an item; 0 is always well."""

SOLVED = 0
"""The position is answered."""
CLASH = 1
"""The position has no layout."""
TOO_WIDE = 2
"""The position takes more room than the kernel has."""
PAST_FLOATS = 3
"""The position has numbers that no float holds."""

"""Bulk, compiled: closures, counting and whole games over flat arrays, no Python object inside.

Optional: it needs numba and numpy (`pip install 'logicsweep[fast]'`); without them only `extra` and
`threads` may be imported.
"""

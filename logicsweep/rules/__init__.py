"""The rule engine, and all productions."""

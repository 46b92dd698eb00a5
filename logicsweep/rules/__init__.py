"""A small rule engine, and the productions that casual players use."""

"""Which cell to clear where nothing is certain: policies, and how far they are from perfect."""

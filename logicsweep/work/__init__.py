"""Long work: progress, remarks, executors, files, budgets."""

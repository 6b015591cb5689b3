"""What can be executed: expressions, functions, Boolean SCMs, worlds, experiments, crystals, DAGs."""

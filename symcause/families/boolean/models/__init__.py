"""What can be executed: compiled functions, SCMs, worlds, replay, experiments."""

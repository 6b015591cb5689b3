"""Boolean scoring: checks of answers, kinds of tasks, prompts, and the published tables."""

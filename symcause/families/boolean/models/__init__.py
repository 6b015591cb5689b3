"""Boolean models that run: functions, SCMs, worlds, replay and experiments."""

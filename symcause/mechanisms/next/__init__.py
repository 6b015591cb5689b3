"""The next experiment, where every variable chooses a mechanism: what it would show, and what it leaves."""

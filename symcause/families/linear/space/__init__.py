"""Version spaces of linear problems: members, counts, target ranges, explanations."""

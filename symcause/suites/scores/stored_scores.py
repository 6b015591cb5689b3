"""Stored scores in the scores of suites: those of baselines, as they were."""

from __future__ import annotations

from symcause.suites.folder.suite import Suite
from symcause.suites.scores.primary_numbers import Score


def stored_scores(suite: Suite) -> dict[str, dict[str, Score]]:
    """The scores of every baseline of the recipe that answered something, by public id."""
    systems: dict[str, dict[str, Score]] = {name: {} for name in suite.recipe.baselines}
    for one in suite.answers:
        systems.setdefault(one.model, {})[one.id] = one.score
    return {name: scores for name, scores in systems.items() if scores}

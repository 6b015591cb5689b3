"""Shortcut rules in the scoring of finite families: what a single query asks, and how much was seen."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from symcause.families.finite.problem.problem import FiniteProblem
from symcause.scoring.shortcuts.public_rules import Rule, Shortcuts, Shown


def _asked(shown: Shown) -> Hashable:
    query = shown.problem.queries[0]
    return type(query).__name__, len(getattr(query, "do", ()))


class FiniteShortcuts(Shortcuts[FiniteProblem]):
    """The label is what is stored for the query, where a problem has one query."""

    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("form of the query", _asked),
        Rule("number of rows", lambda s: sum(len(world.rows) for world in s.problem.worlds)),
    )

    def label(self, problem: FiniteProblem) -> str | None:
        if len(problem.queries) != 1 or problem.queries[0].gold is None:
            return None
        return str(problem.queries[0].gold)

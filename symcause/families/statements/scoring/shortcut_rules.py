"""Shortcut rules in the scoring of statements: the form of the hypothesis, and how much is stated."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from symcause.families.statements.problem.problem import StatementsProblem
from symcause.scoring.shortcuts.public_rules import Rule, Shortcuts, Shown


def _stated(shown: Shown) -> Hashable:
    return len(shown.problem.variables), len(shown.problem.independent)


def _form(shown: Shown) -> Hashable:
    asked = shown.problem.hypothesis
    return asked.relation, asked.reading


def _form_and_stated(shown: Shown) -> Hashable:
    return _form(shown), _stated(shown)


class StatementShortcuts(Shortcuts[StatementsProblem]):
    """The label is what the hypothesis is, or the released 0 or 1."""

    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("number of independences", _stated),
        Rule("relation and reading", _form),
        Rule("relation, reading and number of independences", _form_and_stated),
    )

    def label(self, problem: StatementsProblem) -> str | None:
        return None if problem.gold is None else str(problem.gold)

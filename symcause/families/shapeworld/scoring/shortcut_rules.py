"""Shortcut rules in the scoring of ShapeWorld: what was done, whatever was seen, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem
from symcause.scoring.shortcuts.public_rules import Rule, Shortcuts, Shown


def _cause_acted_on(shown: Shown) -> Hashable:
    done = _done(shown)
    return shown.problem.cause in done if done else None


def _effect_acted_on(shown: Shown) -> Hashable:
    done = _done(shown)
    return shown.problem.effect in done if done else None


def _done(shown: Shown) -> list[str | None]:
    return [step.shape for step in shown.problem.transcript if step.action is not None]


class ShapeWorldShortcuts(Shortcuts[ShapeWorldProblem]):
    """The label is the true answer; the questions of a world share their shapes and start."""

    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("yes iff the cause was acted on", _cause_acted_on, {True: YES, False: NO}),
        Rule("how often the cause was acted on", lambda s: _done(s).count(s.problem.cause)),
        Rule("whether the effect was acted on", _effect_acted_on),
        Rule("number of actions", lambda shown: len(_done(shown))),
    )

    def label(self, problem: ShapeWorldProblem) -> str | None:
        right = problem.right
        return None if right is None else YES if right else NO

    def evidence(self, public: ShapeWorldProblem) -> Hashable:
        return public.shapes, public.initial

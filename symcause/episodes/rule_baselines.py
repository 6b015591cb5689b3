"""Rule baselines, which need no episodes: rules that look at little of a problem and search for nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Generic

from symcause.attempts.attempt_record import Attempt, AttemptBudget
from symcause.audits.of_space.space_question import P
from symcause.episodes.simplest_baseline import SimplestMember

CONSTANT, ASSOCIATION = "constant", "association"
"""One answer to everything; what goes together taken for cause and effect."""


class RuleBaselines(SimplestMember[P], Generic[P]):
    """Each baseline is a rule: the public problem's answer, None where it says nothing."""

    rules: ClassVar[Mapping[str, Callable[..., str | None]]]

    def bundled(self, public: P, name: str, seed: int, budget: AttemptBudget) -> Attempt:
        answer = self.rules[name](public)
        if answer is None:
            return Attempt(note="the rule says nothing about this problem")
        return Attempt(answer, solved=False)

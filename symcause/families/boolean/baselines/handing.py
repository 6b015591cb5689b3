"""The Boolean baselines as every family offers its own."""

from __future__ import annotations

import json
from collections.abc import Mapping

from symcause.episodes.baselines import Handed
from symcause.families.boolean.baselines.protocol import Attempt, public
from symcause.families.boolean.baselines.registry import ABOUT, baseline
from symcause.families.boolean.files.answers import write_answer
from symcause.families.boolean.problem.problem import BooleanProblem


def handed(attempt: Attempt) -> Handed:
    """An attempt in the published answer text."""
    text = json.dumps(write_answer(attempt.answer))
    return Handed(text, attempt.solved, attempt.optimal, attempt.note)


class BooleanBaselines:
    """They explain; they do not look for an alternative to a reference."""

    names: Mapping[str, str] = ABOUT

    def answer(self, problem: BooleanProblem, name: str, seed: int) -> Handed | None:
        if problem.is_alternative_task or problem.identify:
            return None
        return handed(baseline(name)(public(problem), seed))

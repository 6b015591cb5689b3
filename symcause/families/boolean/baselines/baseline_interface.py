"""The interface of Boolean baselines that every family offers: names, and answers as text."""

from __future__ import annotations

import json
from collections.abc import Mapping

from symcause.episodes.baseline_protocol import Handed
from symcause.families.boolean.baselines.attempt_protocol import Attempt, public
from symcause.families.boolean.baselines.baseline_registry import ABOUT, baseline
from symcause.families.boolean.files.answer_documents import write_answer
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

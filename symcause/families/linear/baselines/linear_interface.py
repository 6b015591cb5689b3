"""The interface of linear baselines that every family offers: public problems and attempts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from symcause.attempts.attempt_record import REFUSED, Attempt, AttemptBudget
from symcause.episodes.simplest_baseline import NEUTRAL, SimplestMember
from symcause.families.linear.files.dataset_view import evidence_alone
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answer_claims import bare_shape, record_shape


class LinearBaselines(SimplestMember[LinearProblem]):
    """The simplest member, and two that look for no member at all."""

    names: Mapping[str, str] = {
        **SimplestMember.names,
        "changes": "what moved when something was set, without detours",
        "least-squares": "fewest parents that fit by least squares, without circles",
    }

    def does(self, problem: LinearProblem) -> bool:
        return problem.has_evidence

    def public(self, problem: LinearProblem) -> LinearProblem:
        public = replace(evidence_alone(problem), id=NEUTRAL)
        width = max(2, len(str(len(public.records) - 1)))
        numbered = (replace(r, id=f"r{at:0{width}d}") for at, r in enumerate(public.records))
        return replace(public, records=tuple(numbered))

    def bundled(
        self, public: LinearProblem, name: str, seed: int, budget: AttemptBudget
    ) -> Attempt:
        if name == "simplest":
            return super().bundled(public, name, seed, budget)
        note = _obstacle(public)
        if note is not None:
            return Attempt(status=REFUSED, note=note)
        if name == "changes":
            from symcause.families.linear.baselines.observed_changes import changes

            return changes(public)
        from symcause.families.linear.baselines.fewest_parents import least_squares

        return least_squares(public)

    def is_answer(self, document: Mapping[str, Any]) -> bool:
        return record_shape(document) or bare_shape(document)


def _obstacle(problem: LinearProblem) -> str | None:
    if problem.unobserved:
        return "variables are never read"
    if problem.disturbed:
        return "a hidden disturbance acts"
    return "background knowledge is given" if problem.knowledge else None

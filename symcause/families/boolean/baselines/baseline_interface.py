"""The interface of Boolean baselines that every family offers: public problems, attempts, checks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from symcause.attempts.attempt_record import MISSING, Attempt, AttemptBudget
from symcause.families.boolean.baselines.baseline_registry import BUNDLED, baseline, entry
from symcause.families.boolean.baselines.public_problem import public, public_document
from symcause.families.boolean.files.answer_documents import write_answer
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.registry import family, load
from symcause.solvers.synthesis.tool_versions import installed_version
from symcause.version import __version__

EXTRA = "pip install symcause[synthesis]"


class BooleanBaselines:
    """They explain; they do not look for an alternative to a reference."""

    @property
    def names(self) -> Mapping[str, str]:
        return {name: bundled.about for name, bundled in BUNDLED.items()}

    def does(self, problem: BooleanProblem) -> bool:
        return not (problem.is_alternative_task or problem.identify)

    def public(self, problem: BooleanProblem) -> BooleanProblem:
        return public(problem)

    def document(self, public: BooleanProblem) -> dict[str, object]:
        return public_document(public)

    def budget(self, name: str, asked: AttemptBudget) -> AttemptBudget:
        work = entry(name).work
        if work is None:  # it does what it does
            return AttemptBudget(None, asked.seconds)
        return AttemptBudget(work if asked.work is None else asked.work, asked.seconds)

    def bundled(
        self, public: BooleanProblem, name: str, seed: int, budget: AttemptBudget
    ) -> Attempt:
        bundled = entry(name)
        if bundled.extra and bundled.tool is not None and installed_version(bundled.tool) is None:
            return Attempt(status=MISSING, note=f"{bundled.tool} is not installed; {EXTRA}")
        return baseline(name)(public, seed, budget)

    def version(self, name: str) -> str:
        tool = entry(name).tool
        return (tool and installed_version(tool)) or f"symcause {__version__}"

    def text(self, public: BooleanProblem, answer: Any) -> str:
        if isinstance(answer, Answer):
            return json.dumps(write_answer(answer))
        writer = family("boolean").answer
        assert writer is not None
        return str(load(writer)(public, answer))

    def is_answer(self, document: Mapping[str, Any]) -> bool:
        return isinstance(document.get("mechanisms"), dict)

    def checked(
        self, problem: BooleanProblem, text: str, attempt: Attempt
    ) -> tuple[str | None, str | None]:
        from symcause.families.boolean.baselines.claim_check import checked_none, checked_optimum

        return checked_optimum(problem, text, attempt), checked_none(problem, attempt)

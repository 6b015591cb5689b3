"""The ShapeWorld ``audit`` question: whether an answer was justified, and by which steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.budgets import Meter
from symcause.errors import UsageError
from symcause.families.shapeworld.bounds import POOLED_OPTIMUM_STEPS
from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.questions.options import FromStart

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


@dataclass(frozen=True)
class Audit(FromStart[ShapeWorldAudit]):
    """The whole audit, growing part by part."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[ShapeWorldAudit]] = ShapeWorldAudit

    effort: int | None = option(
        None,
        "Work to spend, in steps of about a microsecond.",
        "integer",
        metavar="STEPS",
        least=1,
    )
    seconds: float | None = option(
        None, "A time limit for the search for an optimum, instead of --effort.", "number"
    )
    pooled: bool = option(False, "Bound the searches as in a pool.", "flag", hidden=True)
    certificate: bool = option(False, "Make a certificate.", "flag", hidden=True)

    def stated(self, problem: ShapeWorldProblem) -> dict[str, object]:
        right = problem.right
        return super().stated(problem) | {
            "question": f"does {problem.cause} moving make {problem.effect} move?",
            "shapes": problem.shapes,
            "initial": problem.initial,
            "answer": problem.answer,
            "truth": None if right is None else "yes" if right else "no",
            "sentence": "not known.",
        }

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldAudit]:
        from symcause.families.shapeworld.audits.transcript_audit import audited

        if self.seconds is not None and not 0 <= self.seconds < 1e9:
            raise UsageError("not a time", place="--seconds", value=self.seconds)
        effort = self.effort
        if effort is None and self.seconds is None and self.pooled:
            effort = POOLED_OPTIMUM_STEPS
        return audited(
            self.space(problem),
            self.frame(problem),
            start=self.read(problem),
            certificate=self.certificate,
            budget=Meter(effort, seconds=self.seconds),
        )

    def story(self, document: ShapeWorldAudit) -> Story:
        from symcause.families.shapeworld.report.audit_story import audit_story

        return audit_story(document)

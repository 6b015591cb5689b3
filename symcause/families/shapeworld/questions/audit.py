"""``audit``: was the answer justified? Verdict, steps, optimum, certificate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.shapeworld.documents.audit import ShapeWorldAudit
from symcause.families.shapeworld.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


@dataclass(frozen=True)
class Audit(InClass[ShapeWorldAudit]):
    """The whole audit, growing part by part."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[ShapeWorldAudit]] = ShapeWorldAudit

    certificate: bool = option(False, "Make the certificate.", "flag", hidden=True)

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
        from symcause.families.shapeworld.audits.audit import audited

        return audited(self.space(problem), self.frame(problem), certificate=self.certificate)

    def story(self, document: ShapeWorldAudit) -> Story:
        from symcause.families.shapeworld.report.audit_story import audit_story

        return audit_story(document)

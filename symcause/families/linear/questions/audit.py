"""``audit``: is the evidence enough? Verdict, counts, edges, the reactor, alternatives, explanations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.audits.verdicts import Verdict
from symcause.families.linear.documents.audit import LinearAudit
from symcause.families.linear.documents.scope import FAMILY, IDENTITY
from symcause.families.linear.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem

NO_CERTIFICATE = "no certificates are made of linear verdicts"


@dataclass(frozen=True)
class Audit(ClassOptions, Question["LinearProblem", LinearAudit]):
    """The whole audit, growing section by section; with a log also step by step."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[LinearAudit]] = LinearAudit

    log: str | None = option(
        None,
        "Audit an episode log (JSON lines) step by step, for a linear problem.",
        "file",
        metavar="FILE",
    )
    certificate: bool = option(False, "Make a certificate.", "flag", hidden=True)
    engine: str = "auto"
    tolerance: Fraction = Fraction(0)  # of the reactor's target

    def frame(self, problem: LinearProblem) -> LinearAudit:
        from symcause.families.linear.audits.sentences import sentence

        scope = self.scope(problem)
        return LinearAudit(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.family),
            semantics=str(problem.semantics),
            scope=scope,
            identity=IDENTITY,
            sentence=sentence(Verdict.UNKNOWN, None, scope),
            certificate_reason=NO_CERTIFICATE if self.certificate else UNSET,
        )

    def answers(self, problem: LinearProblem) -> Iterator[LinearAudit]:
        from symcause.families.linear.audits.audit import audited

        asked = self.applied(problem)
        space, document = self.opened(problem, self.engine), self.frame(problem)
        for grown in audited(asked, space, document, self.tolerance):
            yield (document := grown)
        if self.log is not None:
            yield self._followed(problem, document, self.log)

    def _followed(self, problem: LinearProblem, document: LinearAudit, log: str) -> LinearAudit:
        """The document with the steps of an episode, each with what the evidence settled by then."""
        from symcause.families.linear.audits.trajectory import trajectory
        from symcause.families.linear.files.causalab_log import read_log

        found = trajectory(problem, read_log(log, problem), tolerance=self.tolerance)
        return replace(
            document,
            steps=found.steps,
            interventions=found.interventions,
            commitment=found.commitment,
        )

    def story(self, document: LinearAudit) -> Story:
        from symcause.families.linear.report.text import audit_story

        return audit_story(document)

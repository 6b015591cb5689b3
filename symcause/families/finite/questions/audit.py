"""The finite question ``audit``: whether the worlds settle the model, or what queries ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.query_parts import HELDOUT
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.finite.documents.audit_document import FiniteAudit
from symcause.families.finite.questions.options import InClass
from symcause.families.finite.questions.separate import MOST_TARGETS

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem


@dataclass(frozen=True)
class Audit(InClass[FiniteAudit]):
    """The verdict, gold, the queries, what members share, other members, and the profile of the class."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[FiniteAudit]] = FiniteAudit

    limit: int = option(5, "Alternatives to find (5).", "integer", metavar="N", least=0)
    most_targets: int = option(1, MOST_TARGETS, "integer", metavar="K", least=1, most=3)
    heldout: bool = option(False, HELDOUT, "flag")
    claim: str = option(
        "verdict",
        "The claim of the certificate: the verdict, the count, or the answer to a query (finite).",
        "choice",
        choices=("verdict", "count", "answer"),
    )
    query: str | None = option(
        None,
        "The query whose answer the certificate proves (one on which the verdict rests; else the first).",
        metavar="ID",
    )
    certificate: bool = option(False, "Make a certificate.", "flag", hidden=True)
    of_errata: bool = option(
        False,
        "With a certificate: make it only where something stored is wrong.",
        "flag",
        hidden=True,
    )

    def __post_init__(self) -> None:
        if self.query is not None and self.claim == "count":
            raise UsageError("--query and --claim count do not go together", value=self.query)

    def stated(self, problem: FiniteProblem) -> dict[str, object]:
        return super().stated(problem) | {"sentence": "Not known."}

    def answers(self, problem: FiniteProblem) -> Iterator[FiniteAudit]:
        from symcause.families.finite.audits.whole_audit import WholeAudit

        asked = self.applied(problem)
        bounds = {"limit": self.limit, "most_targets": self.most_targets}
        audit = WholeAudit(asked, filed=problem, query=self.query, heldout=self.heldout, **bounds)
        claim = self.claim if self.certificate else None
        yield from audit.documents(self.frame(problem), claim, of_errata=self.of_errata)

    def story(self, document: FiniteAudit) -> Story:
        from symcause.families.finite.report.audit_story import audit_story

        return audit_story(document)

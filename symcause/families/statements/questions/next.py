"""The statements ``next`` question: which intervention leaves least open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.experiments.next_advice import tone
from symcause.audits.story import Grid, Right, Section, Story
from symcause.errors import UsageError
from symcause.families.statements.documents.question_documents import StatementsNext
from symcause.families.statements.questions.options import InReading
from symcause.models.prose.intervention_text import intervention_text

if TYPE_CHECKING:
    from symcause.families.statements.problem.problem import StatementsProblem


@dataclass(frozen=True)
class Next(InReading[StatementsNext]):
    """Perfect interventions on one variable, by the largest group in which the hypothesis stays open."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[StatementsNext]] = StatementsNext

    def answers(self, problem: StatementsProblem) -> Iterator[StatementsNext]:
        from symcause.families.statements.audits.intervention_groups import interventions
        from symcause.families.statements.space.hypothesis_verdict import judged

        if not problem.complete:
            raise UsageError(
                "next is about one class of DAGs, and these statements are not complete",
                remedy='list all independences and say "complete": true',
            )
        judgement = judged(self.read(problem))
        parts = interventions(judgement)
        reason = None
        if not parts:
            one = "one DAG is left: nothing to learn"
            reason = one if judgement.count else "no DAG fits the statements: nothing to learn"
        yield replace(
            self.frame(problem),
            count=judgement.count,
            experiments=parts,
            settled=judgement.verdict.settled,
            shrinks=bool(parts),
            status="exact",
            reason=reason,
        )

    def story(self, document: StatementsNext) -> Story:
        rows = tuple(
            (
                intervention_text([str(one.experiment["do"])]),
                *map(str, (one.outcomes, one.worst_open, one.worst, one.expected)),
            )
            for one in document.experiments
        )
        titles = (
            "intervention",
            Right("outcomes"),
            Right("open at most"),
            Right("left at most"),
            Right("expected"),
        )
        table = Grid.of(titles, rows)
        return Story(
            document.problem or "",
            _advice(document),
            tone=tone(document),
            sections=(Section("What each leaves", (table,)),) if rows else (),
        )


def _advice(document: StatementsNext) -> str:
    if not document.experiments:
        reason = document.reason or "unknown"
        return f"{reason[:1].upper()}{reason[1:]}."
    best = document.experiments[0]
    said = intervention_text([str(best.experiment["do"])])
    if document.settled:
        return f"The hypothesis is settled; {said} tells most about the rest."
    if best.settles:
        return f"{said} settles the hypothesis, whatever is seen."
    return f"{said} leaves it open in at most {best.worst_open} of {document.count} DAGs."

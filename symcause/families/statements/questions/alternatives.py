"""The statements ``alternatives`` question: a member with the hypothesis and one without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.story import Section, Story, Tone
from symcause.families.statements.documents.audit_document import DagPart
from symcause.families.statements.documents.question_documents import StatementsAlternatives
from symcause.families.statements.questions.options import InReading

if TYPE_CHECKING:
    from symcause.families.statements.problem.problem import StatementsProblem


@dataclass(frozen=True)
class Alternatives(InReading[StatementsAlternatives]):
    """Two members that answer differently, with the fewest differing edges."""

    name: ClassVar[str] = "alternatives"
    document: ClassVar[type[StatementsAlternatives]] = StatementsAlternatives

    def answers(self, problem: StatementsProblem) -> Iterator[StatementsAlternatives]:
        from symcause.families.statements.audits.statement_audit import arrow_texts
        from symcause.families.statements.space.hypothesis_verdict import judged
        from symcause.families.statements.space.nearest_pair import nearest_pair
        from symcause.families.statements.space.statement_space import differing

        document, judgement = self.frame(problem), judged(self.read(problem))
        document = replace(document, count=judgement.count)
        both = nearest_pair(judgement)
        if both is None:
            if judgement.count is None:
                yield replace(document, reason=judgement.faithful.shortage)
                return
            text = (
                f"the hypothesis is {judgement.verdict}"
                if judgement.count
                else "no DAG fits the statements"
            )
            yield replace(document, total=0, status="exact", reason=text)
            return
        names = problem.variables
        with_it, without = (arrow_texts(names, graph) for graph in both)
        yield replace(
            document,
            alternatives=(
                DagPart(edges=with_it, holds=True),
                DagPart(edges=without, holds=False),
            ),
            changed=tuple(
                edge for edge in (*with_it, *without) if (edge in with_it) != (edge in without)
            ),
            changed_edges=differing(*both),
            total=2,
            status=judgement.status,
        )

    def story(self, document: StatementsAlternatives) -> Story:
        from symcause.families.statements.report.audit_story import dag_line

        title = document.problem or ""
        if not document.alternatives:
            tone = Tone.UNKNOWN if document.status == "unknown" else Tone.GOOD
            return Story(title, f"No two DAGs that differ: {document.reason}.", tone=tone)
        number = document.changed_edges
        text = (
            f"Two DAGs fit and differ in the hypothesis and in {number} edge{'s' * (number != 1)}."
        )
        lines = tuple(map(dag_line, document.alternatives))
        return Story(title, text, tone=Tone.SOME, sections=(Section("The two", lines),))

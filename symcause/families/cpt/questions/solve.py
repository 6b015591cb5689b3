"""The cpt ``solve`` question: one network that has the given numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import Document
from symcause.audits.story import Section, Story, Tone
from symcause.families.cpt.documents.question_documents import CptSolve
from symcause.families.cpt.questions.table_question import TableQuestion

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem


@dataclass(frozen=True)
class Solve(TableQuestion[CptSolve]):
    """A member of the space, executed against every given number."""

    name: ClassVar[str] = "solve"
    document: ClassVar[type[Document]] = CptSolve

    def frame(self, problem: CptProblem) -> CptSolve:
        return CptSolve(family="cpt", problem=problem.id)

    def answers(self, problem: CptProblem) -> Iterator[CptSolve]:
        from symcause.errors import UsageError
        from symcause.families.cpt.audits.table_audit import shown_certain, shown_member
        from symcause.families.cpt.space.network_space import NetworkSpace

        opened, document = self.opened(problem), self.frame(problem)
        if opened.query.type == "backadj":
            raise UsageError("solve does not apply to backadj: that is a question about the graph")
        if opened.query.type == "det-counterfactual":
            yield replace(document, status="solved", optimal=True, network=shown_certain(opened))
            return
        space = NetworkSpace(opened)
        if opened.tables is not None:
            own = space.member(opened.tables) or NetworkSpace(_bare(opened)).member(opened.tables)
            assert own is not None
            yield replace(document, status="solved", optimal=True, network=shown_member(own))
            return
        judgement = space.judgement
        if judgement.answer == "inconsistent":
            yield replace(document, status="inconsistent", reason=judgement.reason)
        elif not judgement.members:
            yield replace(document, reason=judgement.reason)
        else:
            yield replace(
                document, status="solved", optimal=True, network=shown_member(judgement.members[0])
            )

    def story(self, document: CptSolve) -> Story:
        title = document.problem or ""
        if document.network is None:
            return Story(title, document.reason or "unknown", document.status, Tone.BAD)
        from symcause.families.cpt.report.audit_story import network_lines

        head, *lines = network_lines(document.network)
        return Story(
            title, head.text, tone=Tone.GOOD, sections=(Section("Its tables", tuple(lines)),)
        )


def _bare(problem: CptProblem) -> CptProblem:
    """The problem without given numbers."""
    from dataclasses import replace as changed

    return changed(problem, given=())

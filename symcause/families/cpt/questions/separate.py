"""The cpt ``separate`` question: what tells two networks apart, the query or a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import Document
from symcause.audits.of_space.space_documents import SeparationPart
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.cpt.documents.question_documents import CptSeparate
from symcause.families.cpt.questions.table_question import TableQuestion

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem
    from symcause.families.cpt.space.network_space import Member


@dataclass(frozen=True)
class Separate(TableQuestion[CptSeparate]):
    """Two members of the space, given as tables."""

    name: ClassVar[str] = "separate"
    document: ClassVar[type[Document]] = CptSeparate

    first: str = option("", "The tables of a network.", hidden=True)
    second: str = option("", "Those of another.", hidden=True)
    limit: int = option(
        1, "How many experiments to show, best first (1).", "integer", metavar="N", least=1
    )

    def frame(self, problem: CptProblem) -> CptSeparate:
        return CptSeparate(family="cpt", problem=problem.id)

    def answers(self, problem: CptProblem) -> Iterator[CptSeparate]:
        from symcause.families.cpt.space.network_separations import separations

        opened, document = self.opened(problem), self.frame(problem)
        one = _member(opened, self.first, "first answer")
        other = _member(opened, self.second, "second answer")
        found = list(separations(one, other))
        if not found:
            document = replace(document, separated=False, reason="the two networks are the same")
        else:
            by = str(found[0].experiment["read"])
            first, second = (str(reading[by]) for reading in found[0].readings)
            document = replace(document, separated=True, by=by, readings=(first, second))
        if self.limit > 1:
            shown = tuple(SeparationPart.of(x, x.experiment) for x in found[: self.limit])
            complete = len(found) <= self.limit
            document = replace(document, separations=shown, complete=complete)
        yield document

    def story(self, document: CptSeparate) -> Story:
        from symcause.families.cpt.report.rival_stories import separation_story

        return separation_story(document)


def _member(problem: CptProblem, text: str, place: str) -> Member:
    from symcause.families.cpt.files.network_tables import read_network
    from symcause.families.cpt.models.query_values import VALUED
    from symcause.families.cpt.space.network_space import NetworkSpace
    from symcause.formats.json_text import read_json

    if problem.query.type not in VALUED:
        raise UsageError(f"separate does not apply to {problem.query.type}", value=problem.id)
    network = read_network(problem, read_json(text), place)
    space = NetworkSpace(problem)
    wrong = space.boxes.misfits(network)
    member = space.member(network)
    if member is None or wrong:
        told = (
            f"it does not have {wrong[0]}"
            if wrong
            else "only an unobserved variable has more than two values"
        )
        raise UsageError(f"not a network of the space: {told}", place=place)
    return member

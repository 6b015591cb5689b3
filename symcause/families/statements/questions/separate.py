"""The statements ``separate`` question: which interventions tell two members apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown, Unsat
from symcause.audits.of_space.separate import SeparateOfSpace
from symcause.audits.of_space.space_question import spelled
from symcause.audits.story import Story, Tone
from symcause.errors import UsageError
from symcause.families.statements.documents.question_documents import StatementsSeparate
from symcause.families.statements.questions.options import AboutStatements

if TYPE_CHECKING:
    from symcause.models.dags import DAG


@dataclass(frozen=True)
class Separate(SeparateOfSpace[StatementsSeparate], AboutStatements[StatementsSeparate]):
    """A perfect intervention on a variable whose parents differ; a triple where the classes differ."""

    document: ClassVar[type[StatementsSeparate]] = StatementsSeparate

    def model(self, space: Any, text: str, place: str) -> DAG:
        from symcause.families.statements.scoring.answer_text import read_model

        try:
            found = read_model(space.problem, text)
        except UsageError as error:
            raise error.placed(place) from None
        for objection in space.objections(found):
            raise UsageError(f"this graph is no member: {objection}", place=place)
        return found

    def parted(
        self, document: StatementsSeparate, space: Any, first: DAG, second: DAG
    ) -> StatementsSeparate:
        found = space.separate(first, second)
        if isinstance(found, Unknown):
            return replace(document, reason=found.reason)
        if isinstance(found, Unsat):
            return replace(document, separated=False, reason="they are the same graph")
        return replace(
            document,
            separated=True,
            experiment=dict(found.experiment),
            readings=tuple(dict(reading) for reading in found.readings),
            separates=space.separates(first, second) if "do" in found.experiment else (),
        )

    def story(self, document: StatementsSeparate) -> Story:
        title = document.problem or ""
        if document.readings is None:
            return Story(title, document.reason or "unknown", tone=Tone.SOME)
        first, second = map(spelled, document.readings)
        told = f"{spelled(document.experiment)}: {first} in the first, {second} in the second"
        notes = (f"interventions that tell them apart: {', '.join(document.separates)}",)
        return Story(title, told, tone=Tone.GOOD, notes=notes if document.separates else ())

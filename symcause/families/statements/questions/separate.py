"""The statements ``separate`` question: which interventions tell two members apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown, Unsat
from symcause.audits.of_space.separate import SeparateOfSpace
from symcause.audits.space import ExperimentForm
from symcause.audits.story import Story, Tone
from symcause.errors import UsageError
from symcause.families.statements.documents.question_documents import StatementsSeparate
from symcause.families.statements.questions.options import AboutStatements
from symcause.models.number_phrases import joined_names

if TYPE_CHECKING:
    from symcause.families.statements.problem.problem import StatementsProblem
    from symcause.families.statements.space.statement_space import StatementSpace
    from symcause.models.dags import DAG


@dataclass(frozen=True)
class Separate(
    SeparateOfSpace[StatementsSeparate, "StatementsProblem", "StatementSpace", "DAG"],
    AboutStatements[StatementsSeparate],
):
    """A perfect intervention on a variable whose parents differ; a triple where the classes differ."""

    document: ClassVar[type[StatementsSeparate]] = StatementsSeparate

    def model(self, space: StatementSpace, text: str, place: str) -> DAG:
        from symcause.families.statements.scoring.answer_text import read_model

        try:
            dag = read_model(space.problem, text)
        except UsageError as error:
            raise error.placed(place) from None
        for objection in space.objections(dag):
            raise UsageError(f"this graph is no member: {objection}", place=place)
        return dag

    def parted(
        self, document: StatementsSeparate, space: StatementSpace, first: DAG, second: DAG
    ) -> StatementsSeparate:
        separation = space.separate(first, second)
        if isinstance(separation, Unknown):
            return replace(document, reason=separation.reason)
        if isinstance(separation, Unsat):
            return replace(document, separated=False, reason="they are the same graph")
        return replace(
            document,
            separated=True,
            experiment=dict(separation.experiment),
            readings=tuple(dict(reading) for reading in separation.readings),
            separates=space.separates(first, second) if "do" in separation.experiment else (),
        )

    def words(self, experiment: ExperimentForm) -> str:
        from symcause.families.statements.space.statement_space import DO, OBSERVE

        if DO in experiment:
            return f"intervene on {experiment[DO]}"
        x, y, given = experiment[OBSERVE]
        return f"look at {x} and {y}" + (f" given {joined_names(given)}" if given else "")

    def best_story(self, document: StatementsSeparate) -> Story:
        title = document.problem or ""
        if document.readings is None:
            return Story(title, document.reason or "unknown", tone=Tone.SOME)
        text = _separation_text(document.experiment or {}, *document.readings)
        notes = (f"interventions that tell them apart: {', '.join(document.separates)}",)
        return Story(title, text, tone=Tone.GOOD, notes=notes if document.separates else ())


def _separation_text(
    experiment: ExperimentForm, first: ExperimentForm, second: ExperimentForm
) -> str:
    """What tells two graphs apart, and what each of them shows."""
    from symcause.families.statements.space.statement_space import DO, OBSERVE

    if DO in experiment:
        name = experiment[DO]
        one, other = (joined_names(reading["parents"]) or "nothing" for reading in (first, second))
        text = f"{name} is caused by {one} in the first, by {other} in the second"
        return f"Intervening on {name} tells them apart: {text}"
    x, y, given = experiment[OBSERVE]
    one, other = (
        "independent" if reading["independent"] else "dependent" for reading in (first, second)
    )
    beside = f" given {joined_names(given)}" if given else ""
    return f"{x} and {y} tell them apart: {one}{beside} in the first, {other} in the second"

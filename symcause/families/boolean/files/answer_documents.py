"""Answer documents: Boolean answers in files, in their published shapes.

``{"mechanisms": {…}}``, with ``"roots": […]`` where roots are hidden; for Alternative-SCM tasks
``{"alternative", "experiment", "witness"}``. The structs define the JSON Schema. Reading an answer is
scoring's business (:mod:`symcause.scoring`): raw text is judged stage by stage, not accepted or refused.

>>> from symcause.models.expressions import Variable
>>> write_answer(Answer({"X3": Variable("X1")}))
{'mechanisms': {'X3': 'X1'}}
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from symcause.families.boolean.files.document import Mechanism, Name
from symcause.families.boolean.problem.fingerprint import describe_answer
from symcause.families.boolean.problem.mechanism_answers import AlternativeAnswer, Answer

Bit = Literal[0, 1]


class AnswerDocument(Struct, frozen=True):
    """A mechanism for every endogenous variable; the roots too where they are hidden."""

    mechanisms: dict[str, Mechanism]
    roots: tuple[Name, ...] | None = None


class AlternativeModelDocument(Struct, frozen=True):
    """The other model."""

    mechanisms: dict[str, Mechanism]


class ExperimentDocument(Struct, frozen=True):
    """A hard intervention."""

    type: Literal["hard_do"]
    assignments: dict[str, Bit]


class DifferenceDocument(Struct, frozen=True):
    """A variable on which the two models differ, with its value in each."""

    variable: Name
    reference: Bit
    alternative: Bit


class WitnessDocument(Struct, frozen=True):
    """A complete root assignment and what differs under it."""

    rootAssignment: dict[str, Bit]  # noqa: N815 - the published name
    differences: tuple[DifferenceDocument, ...]


class AlternativeDocument(Struct, frozen=True):
    """An answer to an Alternative-SCM task."""

    alternative: AlternativeModelDocument
    experiment: ExperimentDocument
    witness: WitnessDocument


def write_answer(answer: Answer | AlternativeAnswer) -> dict[str, object]:
    """The document of an answer; claims that were not made are left out."""
    if isinstance(answer, Answer):
        return describe_answer(answer)
    document: dict[str, object] = {"alternative": describe_answer(answer.alternative)}
    if answer.experiment is not None:
        document["experiment"] = answer.experiment.to_dict()
    if answer.witness is not None:
        document["witness"] = answer.witness.to_dict()
    return document

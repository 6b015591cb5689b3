"""Options of linear questions that name a class of crystal models.

One more part of the class is one field here and one keyword of :func:`~problem.restriction.restricted`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, TypeVar

from symcause.audits.documents import Document
from symcause.audits.knowledge_options import KnowledgeOptions
from symcause.audits.of_space.space_question import OfSpace
from symcause.audits.question import option
from symcause.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from symcause.families.linear.documents.scope_part import ClassPart
    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
    from symcause.families.linear.space.linear_space import LinearSpace
    from symcause.models.background_knowledge import Knowledge

D = TypeVar("D", bound=Document)

SEMANTICS = ("set", "shift", "do", "hold")
"""What an intervention may mean."""

ENGINES = ("auto", "exact", "smt")
"""Who decides which parent sets are possible."""


@dataclass(frozen=True)
class ClassOptions(KnowledgeOptions):
    """The class as the user states it."""

    max_parents: int | str | None = option(
        None,
        "Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.",
        "bound",
        metavar="K|none",
    )
    coefficients: str | None = option(
        None,
        "Admissible coefficients: rational, or the integers in a range.",
        metavar="rational|MIN..MAX",
        check="symcause.families.linear.problem.class_override:stated_coefficients",
    )
    min_effect: str | None = option(
        None,
        "The smallest size of an effect (rational coefficients; quadratic: of the squared term).",
        metavar="NUMBER",
        check="symcause.families.linear.problem.class_override:stated_effect",
    )
    target_may_cause: bool = option(False, "The target may cause other variables.", "flag")
    semantics: str | None = option(
        None,
        "The meaning of an intervention. do is one experiment at a time; hold data read as do give wrong "
        "verdicts.",
        "choice",
        choices=SEMANTICS,
    )

    hidden_nodes: str | None = option(
        None,
        "Disclose which variables a hidden disturbance acts on, according to gold.",
        "choice",
        choices=("gold",),
    )

    def chosen(self, problem: LinearProblem) -> LinearProblem:
        """The problem with the class asked for."""
        from symcause.families.linear.problem.class_override import restricted

        linear_problem = restricted(
            problem, **{part.name: getattr(self, part.name) for part in _PARTS}
        )
        known, _ = self._known_of(linear_problem)
        return (
            linear_problem
            if known == linear_problem.knowledge
            else replace(linear_problem, knowledge=known)
        )

    def _known_of(self, problem: LinearProblem) -> tuple[Knowledge | None, str | None]:
        from symcause.families.linear.problem.knowledge_validation import check_knowledge_of

        return self.known(
            problem.knowledge, problem.variables, lambda known: check_knowledge_of(problem, known)
        )

    def applied(self, problem: LinearProblem) -> LinearProblem:
        """The same; refuses a problem without evidence."""
        problem.require_evidence()
        return self.chosen(problem)

    def scope(self, problem: LinearProblem) -> ClassPart:
        """The class of the verdict, and who set it."""
        from symcause.families.linear.documents.scope_part import ClassPart

        asked = any(getattr(self, part.name) != part.default for part in _PARTS)
        return ClassPart.of(self.chosen(problem), option=asked, known_by=self._known_of(problem)[1])

    def opened(self, problem: LinearProblem, engine: str = "auto") -> LinearSpace | HiddenSpace:
        """The version space of that class."""
        return self.space(self.applied(problem), engine)

    @staticmethod
    def space(problem: LinearProblem, engine: str = "auto") -> LinearSpace | HiddenSpace:
        """The version space of a problem as it is."""
        from symcause.families.linear.space.space_choice import open_space

        if engine not in ENGINES:
            raise UsageError("no such engine", value=engine, remedy=did_you_mean(engine, ENGINES))
        return open_space(problem, engine=engine)


_PARTS = tuple(f for f in fields(ClassOptions) if f not in fields(KnowledgeOptions))


@dataclass(frozen=True)
class AsItIs(OfSpace[D, "LinearProblem", "LinearSpace | HiddenSpace", "CrystalModel"]):
    """A question to the space of a problem in its own class."""

    def stated(self, problem: LinearProblem) -> dict[str, object]:
        from symcause.families.linear.documents.scope_part import FAMILY, IDENTITY

        return {
            "family": FAMILY,
            "problem": problem.id,
            "setting": str(problem.family),
            "semantics": str(problem.semantics),
            "identity": IDENTITY,
        }

    def opened(self, problem: LinearProblem) -> LinearSpace | HiddenSpace:
        problem.require_evidence()
        return ClassOptions.space(problem)

    def model(self, space: LinearSpace | HiddenSpace, text: str, place: str) -> CrystalModel:
        from symcause.families.linear.audits.verdict.member_comparison import model_of

        return model_of(space, text, place)


@dataclass(frozen=True)
class InClass(ClassOptions, AsItIs[D]):
    """A question to the space in the class that the options name."""

    def stated(self, problem: LinearProblem) -> dict[str, object]:
        return super().stated(self.chosen(problem)) | {"scope": self.scope(problem)}

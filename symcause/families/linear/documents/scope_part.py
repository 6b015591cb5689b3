"""The scope part of linear documents: the class of models that a verdict is about.

>>> str(ClassPart(domain="integer", min=-3, max=3, family="linear", max_parents=2))
'integer coefficients from -3 to 3, at most 2 causes each, as the problem states'
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part
from symcause.audits.knowledge_options import SourcesPart
from symcause.families.linear.problem.magnitudes import BaseRange, Domain
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.background_knowledge import reread
from symcause.models.exact_numbers import print_number
from symcause.models.number_phrases import by, causes

FAMILY = "linear"
"""What the documents of this family say in ``family``."""

IDENTITY = "graph"
"""Two members count as one if they have the same edges."""


class RangePart(Part, frozen=True, kw_only=True):
    """The range of the bases that crystals come with; null is unbounded."""

    min: str | None = None
    max: str | None = None

    @staticmethod
    def of(bases: BaseRange) -> RangePart:
        low, high = bases.minimum, bases.maximum
        return RangePart(
            min=None if low is None else print_number(low),
            max=None if high is None else print_number(high),
        )


class ClassPart(Part, frozen=True, kw_only=True):
    """Which coefficients and parents a member may have, and who said so."""

    domain: str
    min: int | UnsetType = UNSET
    max: int | UnsetType = UNSET
    min_effect: str | UnsetType = UNSET
    family: str
    target_may_cause: bool = False
    max_parents: int | None = None
    max_ast: int | None = None
    source: str = "problem"
    bases: RangePart | UnsetType = UNSET
    hidden_nodes: tuple[str, ...] | UnsetType | None = UNSET  # null: not told which
    knowledge: dict[str, object] | None = None
    sources: SourcesPart = SourcesPart()

    @staticmethod
    def of(
        problem: LinearProblem, *, option: bool = False, known_by: str | None = "problem"
    ) -> ClassPart:
        """The class of a problem; *option*: in part as somebody asked for it.

        A class that was read off the true equations says ``gold``, what stands in its place ``assumed``.
        """
        source = str(problem.metadata["class_source"]) if problem.class_untold else "problem"
        asked = problem.coefficients
        integer = asked.domain is Domain.INTEGER
        assert not integer or (asked.minimum is not None and asked.maximum is not None)
        return ClassPart(
            domain=str(asked.domain),
            min=UNSET if asked.minimum is None else asked.minimum,
            max=UNSET if asked.maximum is None else asked.maximum,
            min_effect=UNSET if asked.min_effect is None else print_number(asked.min_effect),
            family=str(problem.family),
            target_may_cause=problem.target_may_cause,
            max_parents=problem.max_parents,
            source=f"{source}+option" if option else source,
            bases=UNSET if problem.bases is None else RangePart.of(problem.bases),
            hidden_nodes=UNSET if problem.hidden is None else problem.hidden.nodes,
            knowledge=problem.knowledge.to_dict() if problem.knowledge else None,
            sources=SourcesPart(knowledge=known_by if problem.knowledge else None),
        )

    def __str__(self) -> str:
        """The class in a few words, the same in every report."""
        words = [f"{self.domain} coefficients"]
        if not isinstance(self.min, UnsetType):
            words[0] += f" from {self.min} to {self.max}"
        if not isinstance(self.min_effect, UnsetType):
            words.append(f"effects of at least {self.min_effect}")
        if self.max_parents is not None:
            words.append(f"at most {causes(self.max_parents)}")
        if self.target_may_cause:
            words.append("the target may cause others")
        if isinstance(self.hidden_nodes, tuple):
            words.append(f"a disturbance on {', '.join(self.hidden_nodes) or 'nothing'}")
        said = f"{', '.join(words)}{by(self.source)}"
        if self.knowledge is None:
            return said
        return f"{said}; with knowledge: {reread(self.knowledge)}{by(self.sources.knowledge)}"

"""Validation of background knowledge in a linear problem: edges and their signs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from symcause.errors import ProblemError
from symcause.families.linear.models.lab_rules import EquationFamily
from symcause.models.knowledge_reader import check_knowledge

if TYPE_CHECKING:
    from symcause.families.linear.models.lab_rules import Hidden, Semantics
    from symcause.families.linear.problem.magnitudes import BaseRange, Coefficients
    from symcause.families.linear.problem.records import ChainState, Episode, Gold, Record
    from symcause.models.background_knowledge import Knowledge
    from symcause.models.equations import State


class StatedEpisode(Protocol):
    """What a problem states and must get right."""

    @property
    def variables(self) -> tuple[str, ...]: ...
    @property
    def target(self) -> str: ...
    @property
    def controllable(self) -> tuple[str, ...]: ...
    @property
    def family(self) -> EquationFamily: ...
    @property
    def semantics(self) -> Semantics: ...
    @property
    def rounding(self) -> Fraction: ...
    @property
    def coefficients(self) -> Coefficients: ...
    @property
    def records(self) -> tuple[Record, ...]: ...
    @property
    def chain(self) -> tuple[ChainState, ...]: ...
    @property
    def reactor(self) -> State | None: ...
    @property
    def gold(self) -> Gold | None: ...
    @property
    def bases(self) -> BaseRange | None: ...
    @property
    def hidden(self) -> Hidden | None: ...
    @property
    def max_parents(self) -> int | None: ...
    @property
    def unobserved(self) -> tuple[str, ...]: ...
    @property
    def episode(self) -> Episode | None: ...
    @property
    def target_may_cause(self) -> bool: ...
    @property
    def knowledge(self) -> Knowledge | None: ...


def check_knowledge_of(problem: StatedEpisode, known: Knowledge) -> None:
    """Raise ProblemError for statements that have no meaning here, or that no model can satisfy."""
    if known.unate:
        raise ProblemError(
            "unate is about Boolean mechanisms",
            place="knowledge.unate",
            remedy="every linear effect has one sign",
        )
    if known.signs and problem.family is EquationFamily.QUADRATIC:
        raise ProblemError(
            "a quadratic effect has no sign", place="knowledge.signs", remedy="leave signs out"
        )

    def impossible(cause: str, effect: str) -> str | None:
        if cause == problem.target and not problem.target_may_cause:
            return f"{cause} is the target, which causes nothing"
        return None

    check_knowledge(known, problem.variables, impossible)

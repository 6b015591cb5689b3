"""The Boolean question ``look``: edges, open variables, and the nearest other SCM."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.look import LookDocument, LookOfSpace
from symcause.families.boolean.questions.options import ERRORS, HOLES, InClass

if TYPE_CHECKING:
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.space.boolean_space import BooleanSpace

    pass


@dataclass(frozen=True)
class Look(
    LookOfSpace[LookDocument, "BooleanProblem", "BooleanSpace", "BooleanSCM"], InClass[LookDocument]
):
    """The space of the class asked for."""

    takes: ClassVar[frozenset[str]] = frozenset((ERRORS, HOLES))

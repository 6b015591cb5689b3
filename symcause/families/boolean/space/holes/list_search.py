"""Search in a list of all Boolean members, in place of the formula, where the rows have no holes.

The formula of :mod:`.hole_formula` knows no bounds on the writing of functions and no rules in Python.
Where nothing is unobserved it is not needed to find members: the plain space lists them in such a class,
too, and each is run to see how it behaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from symcause.answers import Unknown, Unsat
from symcause.audits.space import EdgeStatuses
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import BEHAVIOUR_MODELS
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.observable_behaviour import behaviour
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.holes.behaviour_search import BehaviourSearch
from symcause.families.boolean.space.holes.hole_formula import Cell
from symcause.families.boolean.space.holes.hole_search import HoledSearch
from symcause.families.boolean.space.joint.member_separation import best_separation


def searching(
    problem: BooleanProblem, hypotheses: HypothesisClass, meter: Meter
) -> HoledSearch | ListedSearch:
    """Who finds members. Raises LimitError where nobody does."""
    if _has_listed_class(problem, hypotheses):
        return ListedSearch(problem, hypotheses, meter)
    return HoledSearch(problem, hypotheses, meter)


def telling(
    problem: BooleanProblem, hypotheses: HypothesisClass, meter: Meter, *, observing: bool = True
) -> BehaviourSearch | ListedSearch:
    """Who finds members that behave otherwise. Raises LimitError where nobody does."""
    if _has_listed_class(problem, hypotheses):
        return ListedSearch(problem, hypotheses, meter, observing)
    return BehaviourSearch(problem, hypotheses, meter, observing=observing)


def _has_listed_class(problem: BooleanProblem, hypotheses: HypothesisClass) -> bool:
    """Is the class one that the formula does not know, and nothing unobserved?"""
    if problem.holed:
        return False
    everything = catalogue(problem.operators, problem.constants).expresses_everything
    return hypotheses.tabled or hypotheses.admits is not None or not everything


@dataclass(frozen=True)
class ListedSearch:
    """Questions to the listing of a space, as the searches by SAT answer them."""

    problem: BooleanProblem
    hypotheses: HypothesisClass
    meter: Meter
    observing: bool = True

    @cached_property
    def _plain(self) -> BooleanSpace:
        """The space of models, with disturbed cells or without."""
        if not self.hypotheses.errors:
            return BooleanSpace(self.problem, self.hypotheses, meter=self.meter)
        from symcause.families.boolean.space.noise_space import ErringSpace

        return ErringSpace(self.problem, self.hypotheses, meter=self.meter)

    def member(self) -> BooleanSCM | Unknown | None:
        """Some member."""
        return self._plain.pick()

    def members(self) -> Iterator[BooleanSCM | Unknown]:
        """Every member once."""
        return self._plain.members()

    def others(self, than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        """Members that are other models, nearest first."""
        return self._plain.others(than)

    def other(self, than: BooleanSCM) -> BooleanSCM | Unknown | None:
        """Some member that is another model."""
        return next(self.others(than), None)

    def edges(self) -> EdgeStatuses | Unknown:
        """Every ordered pair of variables: an edge in all, some or no members."""
        return self._plain.edges()

    def entailed(self) -> dict[Cell, int] | Unknown:
        """No cell is unobserved."""
        return {}

    def behaviours(self, *than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        """A member of every behaviour, but for those of models; an Unknown ends what went too far."""
        try:
            shown = {behaviour(model, ()) for model in than}
            for number, model in enumerate(self.members()):
                if isinstance(model, Unknown):
                    yield model
                    return
                if number == BEHAVIOUR_MODELS:
                    yield Unknown(f"more than {BEHAVIOUR_MODELS:,} models: they are run one by one")
                    return
                if (told := behaviour(model, ())) not in shown:
                    shown.add(told)
                    yield model
        except LimitError as error:
            yield Unknown(str(error))

    def otherwise(self, than: BooleanSCM) -> BooleanSCM | Unknown | None:
        """A member that shows something else than the model, under an experiment if observing is none."""
        for member in self.behaviours(than):
            if self.observing or isinstance(member, Unknown):
                return member
            separated = best_separation(than, member)
            if not isinstance(separated, Unsat):
                return separated if isinstance(separated, Unknown) else member
        return None

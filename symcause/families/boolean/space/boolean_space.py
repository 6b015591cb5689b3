"""The Boolean space of exact evidence, under the protocol that all families share.

Behind it stands :class:`~.exact.exact_space.ExactSpace`, which counts, lists and draws, and raises where
the class is beyond reach. Beyond it the joint search still finds a member, another one, and an experiment
that tells two apart; what neither can say is ``Unknown``. What only some questions need is loaded by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from symcause.answers import Unknown, Unsat
from symcause.audits.members import refuse_strangers
from symcause.audits.of_space.member_collection import MemberCollection, up_to_a_bound
from symcause.audits.space import Objection, Separation
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import IDENTITY, BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import searchable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exact.problem_tally import problem_tally
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.space.space_evidence import Observable
from symcause.mechanisms.mechanism_space import MechanismSpace
from symcause.mechanisms.member_tally import Tally
from symcause.registry import family_of, load

if TYPE_CHECKING:
    from collections.abc import Callable

    from symcause.audits.experiments.outcome_shares import Outcomes, Plain
    from symcause.capabilities import Dotted
    from symcause.families.boolean.space.joint.joint_search import JointSearch
    from symcause.mechanisms.next.posed_experiments import Posed
    from symcause.mechanisms.noise.noise_structure import Erring
    from symcause.mechanisms.order.nearest_members import Distances

    Structure = ExactSpace | Erring[Function, BooleanSCM]

_TARGET = 100  # steps of work to look for an experiment on one variable


@dataclass(frozen=True, repr=False, eq=False)
class BooleanSpace(Observable, MechanismSpace[LocalSpace, Function, BooleanSCM]):
    """All SCMs of the class that replay the training worlds of the problem exactly."""

    problem: BooleanProblem
    hypotheses: HypothesisClass
    evidence: Evidence | None = field(default=None, compare=False)  # where somebody has read it
    meter: Meter = field(default_factory=Meter, compare=False, kw_only=True)

    reach: ClassVar[Reach] = Reach.MECHANISMS

    @property
    def identity(self) -> str:
        """Same roots and same functions, however they are written."""
        return IDENTITY

    @property
    def noisy(self) -> bool:
        """May members leave training cells unexplained?"""
        return self.hypotheses.errors > 0

    @property
    def rows_are_exact(self) -> bool:
        """Was every training cell observed, and may none be disturbed?"""
        return not self.noisy

    @cached_property
    def rows(self) -> Evidence:
        """The training rows, read once."""
        return self.evidence or Evidence(self.problem)

    @cached_property
    def exact(self) -> ExactSpace | Unknown:
        """The space branch by branch, or why there are too many parent sets for that."""
        try:
            return ExactSpace.of(self.problem, self.hypotheses, self.rows, self.meter)
        except LimitError as error:
            return Unknown(str(error))

    @property
    def distances(self) -> Distances[LocalSpace, Function]:
        """Shares of the patterns on which functions differ."""
        from symcause.families.boolean.space.order.function_distance import DISTANCES

        return DISTANCES

    @property
    def structure(self) -> Structure | Unknown:
        """Mechanisms and edges of all members together, where no list is needed for them."""
        return self.exact

    def spectrum(self) -> tuple[int, ...] | Unknown:
        """How many members disturb 0, 1, … cells: none disturbs any."""
        count = self.count()
        return count if isinstance(count, Unknown) else (count,)

    @cached_property
    def _joint(self) -> JointSearch:
        from symcause.families.boolean.space.joint.joint_search import JointSearch

        return JointSearch(self.problem, self.hypotheses)

    def __repr__(self) -> str:
        return f"<Boolean space of {self.problem.id}, {self.problem.setting}: {self.hypotheses}>"

    @cached_property
    def tally(self) -> Tally | Unknown:
        """What there is to count; root sets that are too many to list are counted over."""
        try:
            if isinstance(self.exact, Unknown):
                return problem_tally(self.problem, self.hypotheses, self.rows, self.meter)
            return self.exact.tally
        except LimitError as error:
            return Unknown(str(error))

    @property
    def at_least(self) -> int | None:
        """This many members there are where their number is not known; None: nothing is known."""
        return None

    def few(self, at_least: int) -> int | None:
        """0 or 1, where that is all: by exchange one local question a variable tells it."""
        if at_least > 1 or self.problem.disclosure.roots is None or not searchable(self.hypotheses):
            return None
        return self._joint.few()

    def pick(self) -> BooleanSCM | Unknown | None:
        """The first member, or any beyond the reach of listing; None if there is none."""
        if not isinstance(self.exact, Unknown):
            return next(self.members(), None)
        if not searchable(self.hypotheses):
            return self.exact
        return self._joint.model_of(self._joint.member())

    def simplest(self) -> Iterator[BooleanSCM | Unknown]:
        """Every member once, by total AST size, as far as mechanisms can be sized."""
        from symcause.families.boolean.space.order.function_sizes import FunctionSizes
        from symcause.mechanisms.order.size_order import members_by_size

        if isinstance(self.exact, Unknown):
            return iter((self.exact,))
        sized = members_by_size(self.exact, FunctionSizes(self.exact.catalogue))
        return up_to_a_bound((one.model for one in sized), self.meter)

    def objections(self, model: BooleanSCM) -> tuple[Objection, ...]:
        """Why the model is no member: rows that its mechanisms get wrong, then rules of the class."""
        from symcause.families.boolean.space.exclusion import why_not

        exclusions = why_not(self.problem, self.hypotheses, model)
        return tuple(Objection(reason.detail, reason.place) for reason in exclusions)

    def __contains__(self, model: object) -> bool:
        return isinstance(model, BooleanSCM) and not self.objections(model)

    def others(self, than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        """Members that differ from a model: fewest changed mechanisms, then fewest changed outputs."""
        refuse_strangers(BooleanSCM, self.problem.variables, "variables", than)
        if not isinstance(self.exact, Unknown):
            yield from super().others(than)
            return
        if not searchable(self.hypotheses):
            yield self.exact
            return
        other = self._joint.model_of(self._joint.other(than))
        if other is not None:
            yield other
            yield self.exact  # there may be more

    def separate(
        self, first: BooleanSCM, second: BooleanSCM | None = None
    ) -> Separation | Unsat | Unknown:
        """One variable's intervention, and a context, under which two models show different values."""
        from symcause.families.boolean.space.joint.member_separation import separated
        from symcause.families.boolean.space.joint.separation_witnesses import executed

        self.meter.spend(_TARGET * len(self.problem.variables))
        if second is not None:
            return super().separate(first, second)
        refuse_strangers(BooleanSCM, self.problem.variables, "variables", first)
        known = isinstance(self.count(), int) and not isinstance(self.exact, Unknown)
        counted = self.exact if known else None
        assert not isinstance(counted, Unknown)
        found = separated(self.problem, self.hypotheses, first, counted)
        return found if isinstance(found, Unsat | Unknown) else executed(found)

    def what_if(self, experiment: Any = None, *, roots: Any = None) -> Outcomes | Unknown:
        """What the members would show if variables were set, ``{"X3": 1}``, and how many of them each.

        *roots* have these values, one or one per row; without any, those of the first observational world.
        """
        from symcause.families.boolean.space.outcomes.experiment_outcomes import stated

        return super().what_if(stated(self.problem, experiment, roots))

    def posed(self, experiments: Sequence[Plain]) -> Posed[LocalSpace, Function, BooleanSCM] | None:
        from symcause.families.boolean.space.outcomes.posed_experiment import posed_experiment

        assert not isinstance(self.exact, Unknown), "without branches nothing is posed"
        return posed_experiment(self.exact, experiments[0]) if len(experiments) == 1 else None

    def met(self, other: MemberCollection[BooleanSCM]) -> Self | None:
        """One space with the training worlds of both, where rows are exact and classes nested."""
        from symcause.families.boolean.space.space_meet import shared

        if type(self) is not BooleanSpace or type(other) is not BooleanSpace:
            return None
        posed = shared((self.problem, self.hypotheses), (other.problem, other.hypotheses))
        return None if posed is None else type(self)(*posed)

    def reopened(self, problem: BooleanProblem) -> Self:
        """The space that the problem has in this class; what stays the same is not counted again."""
        from symcause.families.boolean.space.mechanisms.evidence_extension import Revised

        opener = cast("Dotted[Callable[..., Self]]", family_of(problem).space)
        read = self.__dict__.get("rows") or self.evidence
        evidence = None if read is None else Revised.of(read, problem)
        return load(opener)(problem, self.hypotheses, self.identity, evidence)

    def row(self, model: BooleanSCM) -> dict[str, object]:
        """The mechanism of every variable, None of a root."""
        return {v: model.mechanisms.get(v) for v in self.problem.variables}

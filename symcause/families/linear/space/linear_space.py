"""The linear version space: local spaces of all variables, joined by acyclicity.

Consistency is local (see :mod:`~space.local.evidence_rows`), so a member is an acyclic choice of one parent
set a variable, each with a member of its local space. Tables of the local spaces over all parent sets go
into the acyclic-choice core: weights 0/1 count graphs, numbers of integer coefficient vectors count models.
*Same graph*: same edges. *Same model*: same edges and coefficients (bases are not counted).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Self, cast

from symcause.answers import Unknown
from symcause.audits.space import Edge, EdgeStatus, EdgeStatuses
from symcause.bounds.audits_bounds import LISTED_MEMBERS
from symcause.errors import LimitError, UsageError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.evidence_replay import execute, mismatches
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.space.graph_space import Masks
from symcause.families.linear.space.local.coefficient_space import CoefficientSpace, EquationWitness
from symcause.families.linear.space.local.exact_engine import ExactLocal
from symcause.families.linear.space.local.parent_tables import ParentTables
from symcause.families.linear.space.membership_objections import faulty_variables
from symcause.mechanisms.member_tally import Tally
from symcause.models.bit_sets import mask_of
from symcause.models.equations import Equation
from symcause.registry import family_of, load
from symcause.solvers.acyclic.acyclic_choices import edge_statuses, enumerate_acyclic, live
from symcause.solvers.acyclic.choice_sampler import Sampler
from symcause.solvers.acyclic.choice_weight import count_acyclic

if TYPE_CHECKING:
    from collections.abc import Callable

    from symcause.capabilities import Dotted


class KernelDisagreement(AssertionError):
    """An engine's member that the solver-free kernel does not confirm: a defect, never an answer."""


class LinearSpace(ParentTables):
    """All models of the problem's class that explain its evidence."""

    def count(self) -> int | Unknown:
        """How many graphs have a member."""
        return self._tally if isinstance(self._tally, Unknown) else self._tally.number

    def bounds(self) -> tuple[int, int] | None:
        """Proven bounds on the number of graphs, where it is unknown and something is proven."""
        return None if isinstance(self._tally, Unknown) else self._tally.proven

    @cached_property
    def _tally(self) -> Tally | Unknown:
        if isinstance(self.choices, Unknown):
            return self.choices
        self.meter.note(counting(self.choices))
        return Tally(self.choices, meter=self.meter.share(1))  # edges and target are asked for, too

    @cached_property
    def live(self) -> tuple[dict[int, int], ...] | Unknown:
        """The parent sets that some graph has."""
        if isinstance(self.choices, Unknown):
            return self.choices
        nodes = range(len(self.choices))
        return tuple(dict.fromkeys(live(self.choices, node), 1) for node in nodes)

    def models(self) -> int | Unknown | None:
        """How many models there are; None where the class has no such number (rationals)."""
        if self.problem.coefficients.domain is not Domain.INTEGER:
            return None
        if self.engine == "smt":
            return Unknown("the SMT engine decides, it does not count coefficient vectors")
        if isinstance(self.weights, Unknown):
            return self.weights
        return Tally(self.weights, meter=self.meter.share(1)).number

    def edges(self) -> EdgeStatuses | Unknown:
        """Every ordered pair: in all, some or no members."""
        if isinstance(self.choices, Unknown):
            return self.choices
        return statuses_of(edge_statuses(self.choices), self.problem.variables)

    def masks(self) -> Iterator[Masks]:
        """The graphs as one parent set a variable, lazily, in a fixed order; none if they are unknown."""
        return iter(()) if isinstance(self.choices, Unknown) else enumerate_acyclic(self.choices)

    def local_mask(self, variable: str, mask: int) -> int:
        """A mask over all variables as one over the candidates of *variable*."""
        candidates = self.problem.candidates(variable)
        return mask_of(i for i, name in enumerate(candidates) if mask >> self.index[name] & 1)

    def global_mask(self, variable: str, mask: int) -> int:
        """The reverse of :meth:`local_mask`."""
        candidates = self.problem.candidates(variable)
        return mask_of(self.index[p] for i, p in enumerate(candidates) if mask >> i & 1)

    def at(self, masks: Masks, like: CrystalModel | None = None) -> CrystalModel | Unknown:
        """A member with this graph; equations of *like* stay where parents and evidence allow it."""
        if like is None:
            return self.member(masks)
        given: dict[str, Equation] = {}
        faulty = faulty_variables(self.problem, like)
        for name, mask, own in zip(
            self.problem.variables, masks, self.masks_of(like.edges), strict=True
        ):
            if mask == own and name not in faulty:
                given[name] = like.equations[name]
        return self._completed(masks, given)

    def member(
        self, masks: Sequence[int], given: Mapping[str, EquationWitness] | None = None
    ) -> CrystalModel | Unknown:
        """A member with this graph; *given* fixes the coefficients of some variables."""
        equations = {
            name: self.equation(self.index[name], witness)
            for name, witness in (given or {}).items()
        }
        return self._completed(masks, equations)

    def _completed(
        self, masks: Sequence[int], given: Mapping[str, Equation]
    ) -> CrystalModel | Unknown:
        equations: dict[str, Equation] = {}
        for i, (name, mask) in enumerate(zip(self.problem.variables, masks, strict=True)):
            if name in given:
                equations[name] = given[name]
                continue
            witness = self.locals[i].witness(self.local_mask(name, mask))
            if isinstance(witness, Unknown):
                return witness
            if witness is None:
                raise UsageError("no member has this graph")
            equations[name] = self.equation(i, witness)
        return self.confirmed(CrystalModel.of(equations))

    def equation(self, index: int, witness: EquationWitness) -> Equation:
        """A member of the local space of one variable as its equation."""
        effects = self.locals[index].evidence.effects(witness.coefficients)
        return Equation.of(witness.base, effects)

    def generic(self, masks: Sequence[int], rng: Random) -> CrystalModel | Unknown:
        """A member of a graph with its free coefficients in general position, where that is defined."""
        given: dict[str, EquationWitness] = {}
        for name, mask, local in zip(self.problem.variables, masks, self.locals, strict=True):
            if isinstance(local, ExactLocal):
                given[name] = local.random_witness(self.local_mask(name, mask), rng)
        return self.member(masks, given)

    def draw(self, rng: Random) -> CrystalModel | Unknown:
        """A graph at random, uniformly, with a member of it. Raises ValueError if there is none."""
        if isinstance(self.sampler, Unknown):
            return self.sampler
        return self.generic(self.sampler.draw(rng), rng)

    @cached_property
    def sampler(self) -> Sampler | Unknown:
        """Draws graphs, all alike; Unknown where counting them by the recursion is beyond reach."""
        try:
            return self.choices if isinstance(self.choices, Unknown) else Sampler(self.choices)
        except LimitError as error:
            return Unknown(str(error))

    def unsettled(self) -> Unknown | None:
        """One model a graph: exact readings, and no coefficient of a parent set that occurs is free."""
        if isinstance(self.choices, Unknown):
            return self.choices
        if self.problem.rounding:
            return Unknown("readings are rounded: models of one graph show different things")
        graphs = islice(self.masks(), LISTED_MEMBERS)  # of more there is no list, and no answer
        for i, mask in dict.fromkeys((i, mask) for graph in graphs for i, mask in enumerate(graph)):
            name, local = self.problem.variables[i], self.locals[i]
            own = self.local_mask(name, mask)
            witness = local.witness(own)
            other = None if witness is None else self._another(local, own, witness)
            if isinstance(other, Unknown):
                return other
            if other is not None:
                parents = ", ".join(p for p in self.index if mask >> self.index[p] & 1)
                return Unknown(f"the coefficients of {name} ({parents}) are not settled")
        return None

    @staticmethod
    def _another(
        local: CoefficientSpace, mask: int, found: EquationWitness | Unknown
    ) -> EquationWitness | Unknown | None:
        return found if isinstance(found, Unknown) else local.another(mask, found)

    def reopened(self, problem: LinearProblem) -> Self:
        opener = cast("Dotted[Callable[..., Self]]", family_of(problem).space)
        return load(opener)(problem, engine=self.engine)

    def confirmed(self, model: CrystalModel) -> CrystalModel:
        """The model, after the kernel has executed it."""
        wrong = mismatches(self.problem, model)
        if not wrong and self.problem.rounding == 0:
            wrong = execute(self.problem, model)
        if wrong:
            raise KernelDisagreement(f"the kernel rejects a member: {wrong[0]}")
        return model


def statuses_of(parents: Sequence[tuple[int, int]], names: Sequence[str]) -> EdgeStatuses:
    """Edge statuses from each variable's parents in some, and in all members."""
    statuses: dict[Edge, EdgeStatus] = {}
    for i, cause in enumerate(names):
        for (some, every), effect in zip(parents, names, strict=True):
            if cause != effect:
                held = EdgeStatus.ALWAYS if every >> i & 1 else EdgeStatus.OPEN
                statuses[cause, effect] = held if some >> i & 1 else EdgeStatus.NEVER
    return EdgeStatuses(statuses)


def counting(choices: Sequence[Collection[object]]) -> int:
    """What it costs to count them, in steps of work (:mod:`symcause.budgets`)."""
    return 20 + 3 * sum(map(len, choices)) + 2 * len(choices) ** 2


def counted(choices: Sequence[Mapping[int, int]]) -> int | Unknown:
    """The weight of all acyclic choices, Unknown where there are too many sets to count over."""
    try:
        return count_acyclic(choices)
    except LimitError as error:
        return Unknown(str(error))

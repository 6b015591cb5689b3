"""The version space of a linear problem without disturbance: local spaces joined by acyclicity.

Consistency is local (see :mod:`~symcause.spaces.linear.rows`), so a member is an acyclic choice of one
parent set a variable, each with a member of its local space. Tables of the local spaces over all parent
sets go into the acyclic-choice core: weights 0/1 count graphs, numbers of integer coefficient vectors
count models. *Same graph*: same edges. *Same model*: same edges and coefficients (bases are not counted).

Engines: ``exact`` (elimination or integer enumeration, whichever the class asks for), ``smt`` (z3), or
``auto``: exact where it applies, z3 for rounded rational data and bounded bases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property

from symcause.errors import LimitError, UsageError
from symcause.models.crystals import CrystalModel
from symcause.models.equations import Equation
from symcause.problems.linear import Domain, LinearProblem
from symcause.problems.linear_replay import execute, mismatches
from symcause.solvers.answers import Unknown
from symcause.spaces.acyclic import count_acyclic, enumerate_acyclic, exists_acyclic
from symcause.spaces.linear.exact import ExactLocal
from symcause.spaces.linear.integer import IntegerLocal
from symcause.spaces.linear.local import OUT_OF_TIME, Deadline, LocalSpace, Witness
from symcause.spaces.linear.rows import LocalEvidence, local_evidence
from symcause.spaces.linear.smt import SmtLocal

MAX_PARENT_SETS = 1 << 16
"""Most parent sets, over all variables, that a table may hold."""

Graph = tuple[tuple[str, str], ...]
"""(cause, effect) pairs in the order of the problem's variables."""


class EdgeStatus(StrEnum):
    """In which members an edge is."""

    ALWAYS = "always"
    NEVER = "never"
    OPEN = "open"


class KernelDisagreement(AssertionError):
    """An engine's member that the solver-free kernel does not confirm: a defect, never an answer."""


def multiplicity(local: LocalSpace, mask: int) -> int | Unknown:
    """How many members a parent set has, as far as the class counts them."""
    return local.weight(mask)


def feasibility(local: LocalSpace, mask: int) -> int | Unknown:
    """1 if a parent set has a member, else 0; z3 decides where integers are too many to count."""
    weight = local.weight(mask)
    if isinstance(weight, Unknown) and isinstance(local, IntegerLocal):
        return local.fallback.weight(mask)
    return weight if isinstance(weight, Unknown) else min(weight, 1)


class LinearSpace:
    """All models of the problem's class that explain its evidence."""

    def __init__(
        self, problem: LinearProblem, *, engine: str = "auto", seconds: float | None = None
    ) -> None:
        if problem.disturbed:
            raise UsageError("a hidden disturbance couples the variables: open a HiddenSpace")
        self.problem = problem
        self.engine = engine
        self._deadline = Deadline(seconds)
        self._index = {name: i for i, name in enumerate(problem.variables)}

    @cached_property
    def locals(self) -> tuple[LocalSpace, ...]:
        """The local space of every variable."""
        return tuple(
            self.local_space(local_evidence(self.problem, name)) for name in self.problem.variables
        )

    def local_space(self, evidence: LocalEvidence) -> LocalSpace:
        """The engine that fits the class, on given rows."""
        coefficients = self.problem.coefficients
        if self.engine == "smt":
            return SmtLocal(evidence, coefficients, self._deadline)
        if coefficients.domain is Domain.INTEGER:
            return IntegerLocal(evidence, coefficients)
        if evidence.exact:
            return ExactLocal(evidence, coefficients.min_effect)
        if self.engine == "exact":
            raise UsageError(
                "exact elimination needs exact data and free bases",
                remedy="use the engine auto or smt",
            )
        return SmtLocal(evidence, coefficients, self._deadline)

    # Tables ----------------------------------------------------------------------------------------

    @cached_property
    def weights(self) -> tuple[dict[int, int], ...] | Unknown:
        """For every variable: its feasible parent sets (masks over all variables) and their weights."""
        if self._too_many_sets:
            return Unknown(
                f"{self._too_many_sets} parent sets; tables of at most {MAX_PARENT_SETS} are "
                "supported (bound the number of parents)"
            )
        return self._tables(multiplicity)

    @cached_property
    def _too_many_sets(self) -> int:
        """The number of parent sets if it is beyond the bound, else 0."""
        sizes = [self._count_sets(len(self.problem.candidates(v))) for v in self.problem.variables]
        return sum(sizes) if sum(sizes) > MAX_PARENT_SETS else 0

    def _count_sets(self, candidates: int) -> int:
        bound = self.problem.max_parents
        if bound is None or bound >= candidates:
            return 1 << min(candidates, 60)
        total, term = 0, 1
        for size in range(bound + 1):
            total += term
            term = term * (candidates - size) // (size + 1)
        return total

    def _tables(
        self, weight: Callable[[LocalSpace, int], int | Unknown]
    ) -> tuple[dict[int, int], ...] | Unknown:
        tables: list[dict[int, int]] = []
        for local in self.locals:
            table = self.table(local, weight)
            if isinstance(table, Unknown):
                return table
            tables.append(table)
        return tuple(tables)

    def table(
        self,
        local: LocalSpace,
        weight: Callable[[LocalSpace, int], int | Unknown] = feasibility,
    ) -> dict[int, int] | Unknown:
        """The feasible parent sets of one variable; larger sets first, they settle smaller ones."""
        candidates = local.evidence.candidates
        positions = [1 << self._index[name] for name in candidates]
        bound = self.problem.max_parents
        masks = [m for m in range(1 << len(candidates)) if bound is None or m.bit_count() <= bound]
        table: dict[int, int] = {}
        for mask in sorted(masks, key=int.bit_count, reverse=True):
            if self._deadline.passed:
                return OUT_OF_TIME
            found = weight(local, mask)
            if isinstance(found, Unknown):
                return found
            if found:
                table[sum(p for i, p in enumerate(positions) if mask >> i & 1)] = found
        return table

    @cached_property
    def choices(self) -> tuple[dict[int, int], ...] | Unknown:
        """The same with weights 0/1: graphs instead of models."""
        weights = self.weights
        if not isinstance(weights, Unknown):
            return tuple(dict.fromkeys(table, 1) for table in weights)
        if self._too_many_sets or self._deadline.passed:
            return weights
        return self._tables(feasibility)

    # Questions -------------------------------------------------------------------------------------

    def graphs(self) -> int | Unknown:
        """How many graphs have a member."""
        return self.choices if isinstance(self.choices, Unknown) else _counted(self.choices)

    def models(self) -> int | Unknown | None:
        """How many models there are; None where the class has no such number (rationals)."""
        if self.problem.coefficients.domain is not Domain.INTEGER:
            return None
        if self.engine == "smt":
            return Unknown("the SMT engine decides, it does not count coefficient vectors")
        return self.weights if isinstance(self.weights, Unknown) else _counted(self.weights)

    def empty(self) -> bool | Unknown:
        return (
            self.choices if isinstance(self.choices, Unknown) else not exists_acyclic(self.choices)
        )

    def edges(self) -> dict[tuple[str, str], EdgeStatus] | Unknown:
        """Every ordered pair: in all, some or no members."""
        choices = self.choices
        if isinstance(choices, Unknown):
            return choices
        names = self.problem.variables
        status: dict[tuple[str, str], EdgeStatus] = {}
        for cause in names:
            for effect in names:
                if cause != effect:
                    status[cause, effect] = self._edge(choices, cause, effect)
        return status

    def _edge(self, choices: Sequence[dict[int, int]], cause: str, effect: str) -> EdgeStatus:
        bit, at = 1 << self._index[cause], self._index[effect]
        with_it = {m: 1 for m in choices[at] if m & bit}
        without = {m: 1 for m in choices[at] if not m & bit}
        if not with_it or not exists_acyclic(_replaced(choices, at, with_it)):
            return EdgeStatus.NEVER
        if not without or not exists_acyclic(_replaced(choices, at, without)):
            return EdgeStatus.ALWAYS
        return EdgeStatus.OPEN

    def compatible(self, variable: str, mask: int) -> bool:
        """True if some member gives *variable* exactly the parents in *mask*."""
        if isinstance(self.choices, Unknown):
            raise UsageError(self.choices.reason)
        at = self._index[variable]
        return mask in self.choices[at] and exists_acyclic(_replaced(self.choices, at, {mask: 1}))

    def compatible_with(self, graph: Graph) -> bool:
        """True if some member has exactly these edges."""
        if isinstance(self.choices, Unknown):
            raise UsageError(self.choices.reason)
        chosen = [
            {mask: 1} if mask in table else {}
            for mask, table in zip(self.masks_of(graph), self.choices, strict=True)
        ]
        return exists_acyclic(chosen)

    def enumerate_masks(self) -> Iterator[tuple[int, ...]]:
        """The graphs as one parent mask a variable, lazily, in a fixed order."""
        if isinstance(self.choices, Unknown):
            raise UsageError(self.choices.reason)
        return enumerate_acyclic(self.choices)

    def enumerate_graphs(self) -> Iterator[Graph]:
        """The graphs as edges."""
        return (self.graph_of(masks) for masks in self.enumerate_masks())

    def graph_of(self, masks: Sequence[int]) -> Graph:
        names = self.problem.variables
        return tuple(
            (cause, effect)
            for i, cause in enumerate(names)
            for effect, mask in zip(names, masks, strict=True)
            if mask >> i & 1
        )

    def masks_of(self, graph: Graph) -> tuple[int, ...]:
        masks = [0] * len(self.problem.variables)
        for cause, effect in graph:
            masks[self._index[effect]] |= 1 << self._index[cause]
        return tuple(masks)

    def local_mask(self, variable: str, mask: int) -> int:
        """A mask over all variables as one over the candidates of *variable*."""
        candidates = self.problem.candidates(variable)
        return sum(1 << i for i, name in enumerate(candidates) if mask >> self._index[name] & 1)

    def global_mask(self, variable: str, mask: int) -> int:
        candidates = self.problem.candidates(variable)
        return sum(1 << self._index[p] for i, p in enumerate(candidates) if mask >> i & 1)

    # Members ---------------------------------------------------------------------------------------

    def member(
        self, masks: Sequence[int], given: dict[str, Witness] | None = None
    ) -> CrystalModel | Unknown:
        """A member with this graph; *given* fixes the equations of some variables."""
        equations: dict[str, Equation] = {}
        for name, mask, local in zip(self.problem.variables, masks, self.locals, strict=True):
            witness = (given or {}).get(name) or local.witness(self.local_mask(name, mask))
            if isinstance(witness, Unknown):
                return witness
            if witness is None:
                raise UsageError("no member has this graph")
            effects = local.evidence.effects(witness.coefficients)
            equations[name] = Equation.of(witness.base, effects)
        return self.confirmed(CrystalModel.of(equations))

    def some_member(self) -> CrystalModel | Unknown | None:
        """The member with the first graph of the enumeration, None if there is none."""
        if isinstance(self.choices, Unknown):
            return self.choices
        masks = next(enumerate_acyclic(self.choices), None)
        return None if masks is None else self.member(masks)

    def confirmed(self, model: CrystalModel) -> CrystalModel:
        """The model, after the kernel has executed it."""
        wrong = mismatches(self.problem, model)
        if not wrong and self.problem.rounding == 0:
            wrong = execute(self.problem, model)
        if wrong:
            raise KernelDisagreement(f"the kernel rejects a member: {wrong[0]}")
        return model


def _counted(choices: Sequence[dict[int, int]]) -> int | Unknown:
    try:
        return count_acyclic(choices)
    except LimitError as error:
        return Unknown(str(error))


def _replaced(
    choices: Sequence[dict[int, int]], at: int, options: dict[int, int]
) -> list[dict[int, int]]:
    return [options if i == at else table for i, table in enumerate(choices)]

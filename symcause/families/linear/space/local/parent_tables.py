"""Parent tables: the possible parent sets of each variable from its local linear space.

Engines: ``exact`` (elimination or integer enumeration, whichever the class asks for), ``smt`` (z3), or
``auto``: exact where it applies, linear programmes for rounded rational data, else z3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import UsageError
from symcause.families.linear.bounds import MAX_PARENT_SETS
from symcause.families.linear.models.crystals import EquationFamily
from symcause.families.linear.problem.problem import Coefficients, Domain, LinearProblem
from symcause.families.linear.space.graph_space import GraphSpace
from symcause.families.linear.space.local.coefficient_space import CoefficientSpace
from symcause.families.linear.space.local.evidence_rows import LinearRows, rows_of
from symcause.families.linear.space.local.exact_engine import ExactLocal
from symcause.families.linear.space.local.integer_engine import IntegerLocal
from symcause.families.linear.space.local.optional_terms import OptionalTerms
from symcause.families.linear.space.local.programme_engine import IntervalLocal, bounded_effects
from symcause.families.linear.space.local.smt_engine import SmtLocal
from symcause.mechanisms.parent_sums import subsets

_ROW = 25  # steps of work for one row of evidence
_SET = 4  # and for one parent set, besides what the engine does


def multiplicity(local: CoefficientSpace, mask: int) -> int | Unknown:
    """How many members a parent set has, as far as the class counts them."""
    return local.weight(mask)


def feasibility(local: CoefficientSpace, mask: int) -> int | Unknown:
    """1 if a parent set has a member, else 0; z3 decides where integers are too many to count."""
    weight = local.weight(mask)
    if isinstance(weight, Unknown) and isinstance(local, IntegerLocal):
        return local.fallback.weight(mask)
    return weight if isinstance(weight, Unknown) else min(weight, 1)


def coefficient_space(
    evidence: LinearRows,
    coefficients: Coefficients,
    *,
    engine: str = "auto",
    budget: Meter | None = None,
) -> CoefficientSpace:
    """The engine that fits a class, on given rows; its work is charged to a *budget*."""
    if engine == "smt":
        return SmtLocal(evidence, coefficients, budget)
    if coefficients.domain is Domain.INTEGER:
        squares = evidence.family is EquationFamily.QUADRATIC
        optional = squares and coefficients.without_zero
        return (OptionalTerms if optional else IntegerLocal)(evidence, coefficients, budget)
    if evidence.exact and not evidence.signs:
        return ExactLocal(evidence, coefficients.min_effect, budget)
    if engine == "exact":
        raise UsageError(
            "exact elimination needs exact data, free bases and no signs",
            remedy="use the engine auto or smt",
        )
    programmes = bounded_effects(evidence, coefficients)
    return (IntervalLocal if programmes else SmtLocal)(evidence, coefficients, budget)


def parent_masks(candidates: int, most: int | None) -> Iterator[int]:
    """The sets of at most so many candidates: larger ones first, ascending among those of one size.

    >>> list(parent_masks(3, 2))
    [3, 5, 6, 1, 2, 4, 0]
    """
    bits = [1 << i for i in range(candidates)]
    for size in range(candidates if most is None else min(most, candidates), -1, -1):
        yield from sorted(map(sum, combinations(bits, size)))


class ParentTables(GraphSpace):
    """The feasible parent sets of every variable, with their weights."""

    def __init__(
        self, problem: LinearProblem, *, engine: str = "auto", meter: Meter | None = None
    ) -> None:
        """*meter*: that of the question which the space is opened for; None is no bound."""
        if problem.disturbed:
            raise UsageError("a hidden disturbance couples the variables: open a HiddenSpace")
        self.problem = problem
        self.engine = engine
        self.meter = meter or Meter()

    @cached_property
    def locals(self) -> tuple[CoefficientSpace, ...]:
        """The local space of every variable."""
        return tuple(
            self.local_space(rows_of(self.problem, name)) for name in self.problem.variables
        )

    def local_space(self, evidence: LinearRows, budget: Meter | None = None) -> CoefficientSpace:
        """The engine that fits the class, on given rows; charged to another *budget* if there is one."""
        used = self.meter if budget is None else budget
        used.spend(_ROW * (1 + len(evidence.rows)))
        return coefficient_space(
            evidence, self.problem.coefficients, engine=self.engine, budget=used
        )

    @cached_property
    def weights(self) -> tuple[dict[int, int], ...] | Unknown:
        """For every variable: its feasible parent sets (masks over all variables) and their weights."""
        if self.problem.obstacle is not None:
            return Unknown(self.problem.obstacle)
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
        return subsets(candidates, bound)

    def _tables(
        self, weight: Callable[[CoefficientSpace, int], int | Unknown]
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
        local: CoefficientSpace,
        weight: Callable[[CoefficientSpace, int], int | Unknown] = feasibility,
        among: Callable[[int], bool] | None = None,
        budget: Meter | None = None,
    ) -> dict[int, int] | Unknown:
        """The feasible parent sets of one variable; larger sets first, they settle smaller ones.

        *among* are those that are wanted, if not all are.
        """
        candidates, used = local.evidence.candidates, self.meter if budget is None else budget
        positions = [1 << self.index[name] for name in candidates]
        needed = local.evidence.required
        table: dict[int, int] = {}
        for mask in parent_masks(len(candidates), self.problem.max_parents):
            if needed & ~mask or (among is not None and not among(mask)):
                continue
            used.spend(_SET)
            if used.over:
                return used.shortage
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
        if self.problem.obstacle is not None or self._too_many_sets or self.meter.over:
            return weights
        return self._tables(feasibility)

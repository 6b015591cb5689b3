"""The hidden space of linear problems: under a hidden disturbance, decided graph by graph.

The disturbance couples the variables, so there are no local tables. One formula
(:mod:`~space.hidden.disturbance_formula`) with the edges as assumptions first rules out parent sets
variable by variable, then decides every acyclic combination of what is left.

*Making the relaxation exact.* A satisfying assignment is executed by the kernel. If the kernel objects,
only the products w·r can be at fault; then the same discrete choices (graph, disturbances, affected
variables) are decided with the products as they are (non-linear, but small), and refuted choices are
excluded. Rounded data have no such rows: nothing is relaxed. Exact quadratic data under ``set`` are out
of reach (what a disturbance adds to a variable that is set is no product there): ``Unknown``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations
from operator import and_, or_
from random import Random

from symcause.answers import Sat, Unknown, Unsat
from symcause.audits.space import EdgeStatuses
from symcause.budgets import Meter
from symcause.errors import UsageError
from symcause.families.linear.bounds import (
    HIDDEN_GRAPHS,
    HIDDEN_MODELS,
    HIDDEN_SETS,
    MAX_REFINEMENTS,
    PRODUCT_STEPS,
)
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Semantics
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.space.graph_space import GraphSpace, Masks
from symcause.families.linear.space.hidden.disturbance_formula import DisturbedFormula
from symcause.families.linear.space.hidden.disturbance_replay import run_mismatches
from symcause.families.linear.space.hidden.hidden_member import DisturbedMember, read_member
from symcause.families.linear.space.hidden.hidden_models import TOO_MANY, list_models
from symcause.families.linear.space.linear_space import KernelDisagreement, counted, statuses_of
from symcause.solvers.acyclic.acyclic_choices import enumerate_acyclic
from symcause.solvers.sat.linear_arithmetic import Assignment, Atom, LinearArithmetic

ONE = Fraction(1)
_STATE = 30  # steps of work for one reading that the kernel repeats


class HiddenSpace(GraphSpace):
    """All models that explain the evidence with some run of the disturbance."""

    def __init__(self, problem: LinearProblem, *, meter: Meter | None = None) -> None:
        """*meter*: that of the question which the space is opened for; None is no bound."""
        if not problem.disturbed:
            raise UsageError("no disturbance has acted yet: open a LinearSpace")
        self.problem = problem
        self.engine = "smt"
        self.meter = meter or Meter()
        self._decided: dict[Masks, DisturbedMember | None] = {}

    @cached_property
    def formula(self) -> DisturbedFormula:
        return DisturbedFormula(self.problem)

    @cached_property
    def solver(self) -> LinearArithmetic:
        """The solver that all graphs are decided with."""
        return self.formula.solver(self.meter)

    @cached_property
    def obstacle(self) -> Unknown | None:
        """Why the space cannot be described, if so."""
        if self.problem.obstacle is not None:
            return Unknown(self.problem.obstacle)
        quadratic = self.problem.family is EquationFamily.QUADRATIC
        if quadratic and not self.problem.rounding and self.problem.semantics is Semantics.SET:
            return Unknown("exact quadratic data under set and a hidden disturbance")
        sets = sum(1 << len(self.problem.candidates(v)) for v in self.problem.variables)
        if sets > HIDDEN_SETS:
            return Unknown(f"{sets} parent sets under a hidden disturbance")
        return None

    def _literals(self, name: str, mask: int) -> list[int]:
        literals = []
        for cause in self.problem.candidates(name):
            edge = self.formula.edge(name, cause)
            literals.append(edge if mask >> self.index[cause] & 1 else ~edge)
        return literals

    @cached_property
    def choices(self) -> tuple[dict[int, int], ...] | Unknown:
        """Parent sets that no relaxation rules out: a superset of those of members."""
        if self.obstacle is not None:
            return self.obstacle
        tables: list[dict[int, int]] = []
        for name in self.problem.variables:
            table: dict[int, int] = {}
            refuted: list[frozenset[int]] = []
            for mask in self._masks(name):
                literals = self._literals(name, mask)
                if any(core <= set(literals) for core in refuted):
                    continue
                if self.meter.over:
                    return self.meter.shortage
                answer = self.solver.check(literals)
                if isinstance(answer, Unsat):
                    refuted.append(self.solver.core)
                else:
                    table[mask] = 1
            tables.append(table)
        return tuple(tables)

    def _masks(self, name: str) -> Iterator[int]:
        bits = [1 << self.index[cause] for cause in self.problem.candidates(name)]
        bound = len(bits) if self.problem.max_parents is None else self.problem.max_parents
        for size in range(min(bound, len(bits)), -1, -1):
            for chosen in combinations(bits, size):
                yield sum(chosen)

    @cached_property
    def decided(self) -> dict[Masks, DisturbedMember] | Unknown:
        """One member a graph, for every graph that has one."""
        choices = self.choices
        if isinstance(choices, Unknown):
            return choices
        possible = counted(choices)
        if isinstance(possible, Unknown):
            return possible
        if possible > HIDDEN_GRAPHS:
            return Unknown(f"more than {HIDDEN_GRAPHS} graphs to decide one by one")
        members: dict[Masks, DisturbedMember] = {}
        for masks in enumerate_acyclic(choices):
            member = self.decide(masks)
            if isinstance(member, Unknown):
                return member
            if member is not None:
                members[masks] = member
        return members

    def decide(self, masks: Masks) -> DisturbedMember | Unknown | None:
        """A member with this graph, None if there is none."""
        if masks not in self._decided:
            member = self._refine(masks)
            if isinstance(member, Unknown):
                return member
            self._decided[masks] = member
        return self._decided[masks]

    def _refine(self, masks: Masks) -> DisturbedMember | Unknown | None:
        graph = self.graph_literals(masks)
        for _ in range(MAX_REFINEMENTS):
            if self.meter.over:
                return self.meter.shortage
            answer = self.solver.check(graph)
            if isinstance(answer, Unsat):
                return None
            if isinstance(answer, Unknown):
                return answer
            assert isinstance(answer.model, Assignment)
            member = self.read(answer.model)
            if not self.rejects(member):
                return member
            discrete = self._discrete(answer.model)
            exact = self._with_products(graph + discrete)
            if exact is not None:
                return exact
            self.solver.add([~literal for literal in graph + discrete])
        return Unknown(f"more than {MAX_REFINEMENTS} runs of the disturbance refuted for one graph")

    def completes(
        self, masks: Sequence[int], stated: Mapping[int, Fraction], base: Fraction | None
    ) -> bool | Unknown:
        """Is there a member with this graph whose target has these coefficients (by column) and base?"""
        if self.obstacle is not None:
            return self.obstacle
        formula, target = self.formula, self.problem.target
        columns = formula.columns(target)
        clauses = [
            [Atom(((columns[column], ONE),), "=", value)] for column, value in stated.items()
        ]
        if base is not None:
            at = formula.layout.reals[("b", target, -1)]
            clauses.append([Atom(((at, ONE),), "=", base)])
        answer = self.solver.check_with(clauses, self.graph_literals(masks))
        if not isinstance(answer, Sat):
            return answer if isinstance(answer, Unknown) else False
        assert isinstance(answer.model, Assignment)
        if self.rejects(self.read(answer.model)):
            return Unknown("an assignment of the relaxation is no member")
        return True

    def graph_literals(self, masks: Sequence[int]) -> list[int]:
        """Assumptions that fix the graph."""
        return [
            literal
            for name, mask in zip(self.problem.variables, masks, strict=True)
            for literal in self._literals(name, mask)
        ]

    @property
    def products_budget(self) -> Meter:
        """For one question about products, which may have no end."""
        return Meter(PRODUCT_STEPS, within=self.meter)

    def _with_products(self, assumptions: list[int]) -> DisturbedMember | Unknown | None:
        solver = self.formula.solver(self.products_budget, products=True)
        answer = solver.check(assumptions)
        if isinstance(answer, Sat):
            assert isinstance(answer.model, Assignment)
            return self._confirmed(self.read(answer.model))
        return answer if isinstance(answer, Unknown) else None

    def _discrete(self, model: Assignment) -> list[int]:
        """The disturbances and affected variables of an assignment, as literals."""
        keys = [k for k in self.formula.layout.booleans if isinstance(k, tuple) and k[0] in "nh"]
        chosen = [self.formula.layout.booleans[k] for k in keys]
        return [b if model.booleans[b] else ~b for b in chosen]

    def read(self, model: Assignment) -> DisturbedMember:
        """An assignment of the formula as a member (not yet confirmed)."""
        return read_member(self.formula, model)

    def rejects(self, member: DisturbedMember) -> bool:
        """True if the kernel does not reproduce the evidence."""
        self.meter.spend(_STATE * len(self.problem.variables) * len(self.problem.chain))
        return bool(run_mismatches(self.problem, member.model, member.disturbances, member.nodes))

    def _confirmed(self, member: DisturbedMember) -> DisturbedMember:
        if self.rejects(member):
            raise KernelDisagreement("the kernel rejects a member under a hidden disturbance")
        return member

    def count(self) -> int | Unknown:
        """How many graphs have a member."""
        return self.decided if isinstance(self.decided, Unknown) else len(self.decided)

    def at(self, masks: Masks, like: CrystalModel | None = None) -> CrystalModel | Unknown | None:
        """A member with this graph, None if there is none; equations are coupled, so none stays."""
        member = self.decide(masks)
        return member.model if isinstance(member, DisturbedMember) else member

    def pick_run(self) -> DisturbedMember | Unknown | None:
        """The first member with the run of the disturbance that it needs, None if there is none."""
        if isinstance(self.choices, Unknown):
            return self.choices
        found = map(self.decide, enumerate_acyclic(self.choices))
        return next((member for member in found if member is not None), None)

    def unsettled(self) -> Unknown:
        return Unknown("experiments under a hidden disturbance have no single outcome")

    def edges(self) -> EdgeStatuses | Unknown:
        """Every ordered pair: in all, some or no members."""
        if isinstance(self.decided, Unknown):
            return self.decided
        parents = [
            (reduce(or_, column), reduce(and_, column))
            for column in zip(*self.decided, strict=True)
        ]
        empty = [(0, 0)] * len(self.problem.variables)
        return statuses_of(parents or empty, self.problem.variables)

    def draw(self, rng: Random) -> CrystalModel | Unknown:
        """A graph at random, uniformly, with a member of it. Raises ValueError if there is none."""
        if isinstance(self.decided, Unknown):
            return self.decided
        if not self.decided:
            raise ValueError("no member to draw")
        return rng.choice(list(self.decided.values())).model

    def integer_models(self) -> list[CrystalModel] | Unknown:
        """All integer models, one by one, as long as there are few; rational ones have no list."""
        if self.problem.coefficients.domain is not Domain.INTEGER:
            return Unknown("rational coefficients have no list of models")
        if isinstance(self.decided, Unknown):
            return self.decided
        listed: list[CrystalModel] = []
        for masks in self.decided:
            models = list_models(self.formula, self.graph_literals(masks), self.meter)
            if isinstance(models, Unknown):
                return models
            listed += models
        return Unknown(TOO_MANY) if len(listed) > HIDDEN_MODELS else listed

    def models(self) -> int | Unknown | None:
        """How many integer models there are, by listing them; None for rational coefficients."""
        if self.problem.coefficients.domain is not Domain.INTEGER:
            return None
        listed = self.integer_models()
        return listed if isinstance(listed, Unknown) else len(listed)

"""Search for members of a Boolean problem with holes: one, another, all up to a bound.

Another member is first looked for among single changed mechanisms, the rest assumed as in the reference:
that is a small question, and its answer is mostly yes. Every model that is found is completed and run by
the definitions before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from symcause.answers import Sat, SolverAnswer, Unknown, Unsat
from symcause.audits.space import Edge, EdgeStatus, EdgeStatuses
from symcause.budgets import Meter
from symcause.families.boolean.bounds import HOLED_ANSWER_STEPS, HOLED_EXACT_STEPS
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.holes.hole_formula import Cell, HoledFormula
from symcause.solvers.sat.sat_engine import PysatEngine


class HoledSearch:
    """Questions to one formula; what the search cannot settle is ``Unknown``."""

    def __init__(
        self, problem: BooleanProblem, hypotheses: HypothesisClass, meter: Meter | None = None
    ) -> None:
        """Every question is bounded by itself, and draws on a *meter*."""
        self.formula = HoledFormula(problem, hypotheses)
        self.problem, self.hypotheses = problem, hypotheses
        self._meter = meter or Meter()

    @cached_property
    def _engine(self) -> PysatEngine:
        return PysatEngine(self.formula.cnf.clauses, "cadical153")

    @cached_property
    def _columns(self) -> TrainingColumns:
        return TrainingColumns(self.problem)

    def _within(self, steps: int) -> Meter:
        return Meter(steps, within=self._meter)

    def _solve(self, *assumptions: int, budget: Meter | None = None) -> SolverAnswer:
        return self._engine.solve(assumptions, budget or self._within(HOLED_ANSWER_STEPS))

    def member(self) -> BooleanSCM | Unknown | None:
        """Some member, None if there is none; one that disturbs no cell is looked for first."""
        exact = [-literal for literal in self.formula.lifted.values()]
        if exact and isinstance(self._engine.solve(exact, self._within(HOLED_EXACT_STEPS)), Sat):
            return self._found(Sat(()))
        return self._found(self._solve())

    def _found(self, answer: SolverAnswer) -> BooleanSCM | Unknown | None:
        if isinstance(answer, Unknown):
            return answer
        if isinstance(answer, Unsat):
            return None
        model = self.formula.model(self._engine.value)
        completion = self.completion()
        wrong = self._columns.disturbed(model, completion)
        assert wrong <= self.hypotheses.errors, "the search is wrong: the model does not fit"
        return model

    def completion(self) -> dict[Cell, int]:
        """The unobserved cells as the last solution has them."""
        return {cell: int(self._engine.value(lit)) for cell, lit in self.formula.cells.items()}

    def other(self, than: BooleanSCM) -> BooleanSCM | Unknown | None:
        """A member that is not the given model, None if there is none."""
        guard = self._excluding(than)
        for variable in self.problem.variables:
            if variable in than.functions:
                fixed = self.formula.assumed(than, variable)
                if fixed is not None and isinstance(self._solve(guard, *fixed), Sat):
                    return self._found(Sat(()))
        return self._found(self._solve(guard))

    def others(self, than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        """Every other member once, those with a single changed mechanism first."""
        guards = [self._excluding(than)]
        for variable in than.functions:
            fixed = self.formula.assumed(than, variable)
            while fixed is not None and isinstance(self._solve(*guards, *fixed), Sat):
                model = self._found(Sat(()))
                assert isinstance(model, BooleanSCM)
                yield model
                guards.append(self._excluding(model))
        yield from self.members(guards)

    def members(self, guards: Sequence[int] = ()) -> Iterator[BooleanSCM | Unknown]:
        """Every member once, but for what is excluded; an Unknown ends a search that went too far."""
        guard = self.formula.cnf.fresh()  # one for all: every assumption is looked at in every call
        while True:
            model = self._found(self._solve(*guards, guard))
            if model is None:
                return
            yield model
            if isinstance(model, Unknown):
                return
            self._excluding(model, guard)

    def _excluding(self, model: BooleanSCM, guard: int | None = None) -> int:
        """A literal under which the model is no solution: a new one, or one that excludes others."""
        guard = guard or self.formula.cnf.fresh()
        fixed = self.formula.assumed(model)
        if fixed is not None:
            self._engine.add([-guard, *(-literal for literal in fixed)])
        return guard

    def edges(self) -> EdgeStatuses | Unknown:
        """In which members an edge is; what members that were found show is not asked again."""
        names = self.problem.variables
        found: dict[Edge, set[bool]] = {(p, c): set() for c in names for p in names if p != c}
        first = self.member()
        if first is None or isinstance(first, Unknown):
            never = EdgeStatuses(dict.fromkeys(found, EdgeStatus.NEVER))
            return never if first is None else first
        _show(found, first)
        budget = self._within(HOLED_ANSWER_STEPS)
        for (parent, child), seen in found.items():
            for wanted in {True, False} - seen:
                answer = self._solve(*self.formula.edge(parent, child, wanted), budget=budget)
                if isinstance(answer, Unknown):
                    return answer
                if isinstance(answer, Sat):
                    _show(found, self.formula.model(self._engine.value))
        words = {True: EdgeStatus.ALWAYS, False: EdgeStatus.NEVER}
        return EdgeStatuses(
            {
                edge: EdgeStatus.OPEN if len(seen) > 1 else words[next(iter(seen))]
                for edge, seen in found.items()
            }
        )

    def entailed(self) -> dict[Cell, int] | Unknown:
        """The unobserved cells that have one value in every member and completion."""
        budget = self._within(HOLED_ANSWER_STEPS)
        solver_answer = self._solve(budget=budget)
        if not isinstance(solver_answer, Sat):
            return solver_answer if isinstance(solver_answer, Unknown) else {}
        left = self.completion()
        for cell, literal in self.formula.cells.items():
            if cell in left:
                answer = self._solve(-literal if left[cell] else literal, budget=budget)
                if isinstance(answer, Unknown):
                    return answer
                if isinstance(answer, Sat):  # and so has every other cell that differs now
                    now = self.completion()
                    left = {c: bit for c, bit in left.items() if now[c] == bit}
        return left


def _show(found: dict[Edge, set[bool]], model: BooleanSCM) -> None:
    for (parent, child), seen in found.items():
        function = model.functions.get(child)
        seen.add(function is not None and parent in function.parents)


class TrainingColumns:
    """The training rows of a problem as columns: bit *i* is row *i* of all worlds together."""

    def __init__(self, problem: BooleanProblem) -> None:
        names = problem.variables
        rows = [row for world in problem.training for row in world.rows]
        self._places: dict[tuple[int, int], int] = {}
        self._scored = dict.fromkeys(names, 0)
        for w, world in enumerate(problem.training):
            own = world.mask << len(self._places)
            for r in range(len(world.rows)):
                self._places[w, r] = len(self._places)
            for v in names:
                if v not in world.targets:
                    self._scored[v] |= own
        self._mask = (1 << len(rows)) - 1
        self._ones = {
            v: sum(1 << i for i, row in enumerate(rows) if row[at] == "1")
            for at, v in enumerate(names)
        }

    def disturbed(self, model: BooleanSCM, completion: Mapping[Cell, int]) -> int:
        """How many cells of the completed rows the model's mechanisms get wrong."""
        columns = dict(self._ones)
        for (w, r, v), bit in completion.items():
            if bit:
                columns[v] |= 1 << self._places[w, r]
        return sum(
            ((function.on(columns, self._mask) ^ columns[v]) & self._scored[v]).bit_count()
            for v, function in model.functions.items()
        )

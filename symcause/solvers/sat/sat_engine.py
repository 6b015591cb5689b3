"""The SAT engine: a small protocol for satisfiability solvers, with python-sat behind it.

An engine takes clauses one at a time and answers under assumptions; the answer is a value
(:mod:`symcause.answers`). A budget (:mod:`symcause.budgets`) is spent in conflicts and propagations
(:mod:`.metered_solver`). A user's own time is looked at now and then only: a limit that must hold for sure
belongs into a child process (:mod:`symcause.processes.isolation`).

Listing models blocks each one that was found. The blocking clauses hang on a guard literal, so the engine
is as good as new afterwards (python-sat's own enumeration leaves it unsatisfiable for ever).

>>> with PysatEngine([(1, 2), (-1, -2)]) as engine:
...     sorted(list_models(engine, [1, 2], guard=3)), engine.solve([1, 2]), engine.solve([2])
([(-1, 2), (1, -2)], Unsat(), Sat(model=(-1, 2, -3)))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, Self

from symcause.answers import Sat, SolverAnswer, Unknown, Unsat
from symcause.budgets import Meter
from symcause.solvers.sat.metered_solver import Counted

DEFAULT_ENGINE = "cadical195"
"""Fast on hard formulas."""

INCREMENTAL_ENGINE = "glucose4"
"""Faster on thousands of easy calls that share one formula."""


class SatEngine(Protocol):
    """What the rest of the project asks of a SAT solver."""

    def add(self, clause: Iterable[int]) -> None:
        """Add one clause for good."""

    def solve(self, assumptions: Sequence[int] = (), budget: Meter | None = None) -> SolverAnswer:
        """Satisfiable under the assumptions? ``Sat.model`` is a tuple of literals."""

    def value(self, literal: int) -> bool:
        """The literal's value in the last model; False for variables the engine never saw."""

    def core(self) -> tuple[int, ...]:
        """Assumptions of the last call that are contradictory by themselves."""


class PysatEngine:
    """Any solver of python-sat by its name there."""

    def __init__(self, clauses: Iterable[Sequence[int]] = (), name: str = DEFAULT_ENGINE) -> None:
        from pysat.solvers import Solver

        self._solver = Solver(name=name)
        self._model: tuple[int, ...] = ()
        self._refuted = False  # the empty clause was added: some solvers overlook it
        for clause in clauses:
            self.add(clause)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def add(self, clause: Iterable[int]) -> None:
        literals = list(clause)
        if literals:
            self._solver.add_clause(literals)
        else:
            self._refuted = True

    def solve(self, assumptions: Sequence[int] = (), budget: Meter | None = None) -> SolverAnswer:
        if self._refuted:
            return Unsat()
        answer = Counted(self._solver, budget).solve(assumptions)
        if isinstance(answer, Unknown):
            return answer
        if not answer:
            return Unsat()
        self._model = tuple(self._solver.get_model())
        return Sat(self._model)

    def value(self, literal: int) -> bool:
        at = abs(literal) - 1
        return at < len(self._model) and self._model[at] == literal

    def core(self) -> tuple[int, ...]:
        return () if self._refuted else tuple(self._solver.get_core() or ())


def list_models(
    engine: SatEngine,
    variables: Sequence[int],
    guard: int,
    assumptions: Sequence[int] = (),
    budget: Meter | None = None,
) -> Iterator[tuple[int, ...]]:
    """Every assignment of *variables* that extends to a model, each once, as literals.

    *guard* is a variable that occurs nowhere else; it is spent when the listing ends or is closed. It
    ends early where the *budget* does; whoever gives one asks it afterwards.
    """
    try:
        while isinstance(engine.solve((*assumptions, guard), budget), Sat):
            found = tuple(v if engine.value(v) else -v for v in variables)
            yield found
            engine.add((-guard, *(-literal for literal in found)))
    finally:
        engine.add((-guard,))

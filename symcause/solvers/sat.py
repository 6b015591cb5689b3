"""Satisfiability: a small protocol, and python-sat behind it.

An engine takes clauses one at a time and answers under assumptions; the answer is a value
(:mod:`symcause.answers`). CaDiCaL cannot be interrupted once it runs, so a time limit is kept in
slices of conflicts, which bounds the overshoot but not rigorously: a limit that must hold for sure
belongs into a child process (:mod:`symcause.processes.isolation`).

Listing models blocks each one that was found. The blocking clauses hang on a guard literal, so the engine
is as good as new afterwards (python-sat's own enumeration leaves it unsatisfiable for ever).

>>> with PysatEngine([(1, 2), (-1, -2)]) as engine:
...     sorted(list_models(engine, [1, 2], guard=3)), engine.solve([1, 2]), engine.solve([2])
([(-1, 2), (1, -2)], Unsat(), Sat(model=(-1, 2, -3)))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import process_time
from typing import Protocol, Self

from symcause.answers import Sat, SolverAnswer, Unknown, Unsat

DEFAULT_ENGINE = "cadical195"
"""Fast on hard formulas."""

INCREMENTAL_ENGINE = "glucose4"
"""Faster on thousands of easy calls that share one formula."""

_SLICE = 2_000  # conflicts between two looks at the clock


class SatEngine(Protocol):
    """What the rest of the project asks of a SAT solver."""

    def add(self, clause: Iterable[int]) -> None:
        """Add one clause for good."""

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        conflicts: int | None = None,
        seconds: float | None = None,
    ) -> SolverAnswer:
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

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        conflicts: int | None = None,
        seconds: float | None = None,
    ) -> SolverAnswer:
        if self._refuted:
            return Unsat()
        deadline = None if seconds is None else process_time() + seconds
        spent = 0
        while True:
            step = _next_slice(conflicts, spent, deadline)
            if isinstance(step, Unknown):
                return step
            answer = self._run(list(assumptions), step)
            if answer is not None:
                break
            assert step is not None
            spent += step
        if not answer:
            return Unsat()
        self._model = tuple(self._solver.get_model())
        return Sat(self._model)

    def _run(self, assumptions: list[int], conflicts: int | None) -> bool | None:
        from pysat.solvers import pysolvers

        try:
            if conflicts is None:
                return bool(self._solver.solve(assumptions=assumptions))
            self._solver.conf_budget(conflicts)
            answer = self._solver.solve_limited(assumptions=assumptions)
            return None if answer is None else bool(answer)
        except pysolvers.error as error:
            # The library catches Ctrl-C while it solves and reports it as an error of its own.
            raise KeyboardInterrupt from error

    def value(self, literal: int) -> bool:
        at = abs(literal) - 1
        return at < len(self._model) and self._model[at] == literal

    def core(self) -> tuple[int, ...]:
        return () if self._refuted else tuple(self._solver.get_core() or ())


def _next_slice(conflicts: int | None, spent: int, deadline: float | None) -> int | Unknown | None:
    """How many conflicts the next slice may take: None for no limit, Unknown if none are left."""
    if conflicts is not None and spent >= conflicts:
        return Unknown(f"no answer within {conflicts} conflicts")
    if deadline is not None and spent and process_time() > deadline:
        return Unknown("time limit")
    if deadline is None:
        return conflicts
    return _SLICE if conflicts is None else min(_SLICE, conflicts - spent)


def list_models(
    engine: SatEngine, variables: Sequence[int], guard: int, assumptions: Sequence[int] = ()
) -> Iterator[tuple[int, ...]]:
    """Every assignment of *variables* that extends to a model, each once, as literals.

    *guard* is a variable that occurs nowhere else; it is spent when the listing ends or is closed.
    """
    try:
        while isinstance(engine.solve((*assumptions, guard)), Sat):
            found = tuple(v if engine.value(v) else -v for v in variables)
            yield found
            engine.add((-guard, *(-literal for literal in found)))
    finally:
        engine.add((-guard,))

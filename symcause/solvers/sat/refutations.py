"""Refutations by a SAT solver: proofs, checkable by anybody, that clauses have no model.

The clauses come from whoever will check the proof; nothing here interprets them.

>>> found = prove_unsatisfiable([(1, 2), (-1, 2), (-2,)])
>>> isinstance(found, Refutation) and found.lines[-1]
'0'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from symcause.answers import Sat, Unknown, Unsat
from symcause.budgets import Meter
from symcause.errors import UsageError, did_you_mean
from symcause.solvers.sat.cnf import Clause, dimacs
from symcause.solvers.sat.metered_solver import Counted

PROVERS = ("cadical195", "cadical153", "glucose4")
"""The engines whose proofs are right."""


@dataclass(frozen=True)
class Refutation(Unsat):
    """Unsatisfiable, with the clauses and the lines of the proof as the solver wrote them."""

    clauses: tuple[Clause, ...]
    lines: tuple[str, ...]

    @property
    def steps(self) -> tuple[Clause, ...]:
        """The derived clauses in order, without deletions; the last one is empty."""
        return tuple(
            tuple(int(word) for word in line.split()[:-1])
            for line in self.lines
            if not line.startswith("d")
        )

    def export(self, stem: Path) -> tuple[Path, Path]:
        """Write ``stem.cnf`` and ``stem.drat`` for outside checkers such as drat-trim."""
        formula, proof = stem.with_suffix(".cnf"), stem.with_suffix(".drat")
        formula.write_text(dimacs(self.clauses) + "\n", encoding="ascii", newline="\n")
        proof.write_text(
            "".join(line + "\n" for line in self.lines), encoding="ascii", newline="\n"
        )
        return formula, proof


def refute(
    clauses: Iterable[Sequence[int]],
    assumptions: Iterable[int] = (),
    prover: str = PROVERS[0],
    budget: Meter | None = None,
) -> Refutation | Sat | Unknown:
    """Prove that no assignment satisfies the clauses and the assumptions, or give a model.

    ``Unknown`` if the budget is used up before.
    """
    from pysat.solvers import Solver

    if prover not in PROVERS:
        raise UsageError(
            "this solver writes no proofs to rely on",
            value=prover,
            remedy=did_you_mean(prover, PROVERS),
        )
    formula = tuple(tuple(clause) for clause in clauses)
    formula += tuple((literal,) for literal in assumptions)
    if () in formula:
        return Refutation(formula, ("0",))
    with Solver(name=prover, with_proof=True) as solver:
        for clause in formula:
            solver.add_clause(list(clause))
        answer = Counted(solver, budget).solve()
        if isinstance(answer, Unknown):
            return answer
        if answer:
            return Sat(tuple(solver.get_model()))
        return Refutation(formula, _ended(solver.get_proof() or ()))


def _ended(lines: Iterable[str]) -> tuple[str, ...]:
    """The proof up to and including the empty clause."""
    kept: list[str] = []
    for line in lines:
        if line.strip() == "0":
            break
        kept.append(line)
    return (*kept, "0")


__all__ = ["Refutation", "prove_unsatisfiable"]


def prove_unsatisfiable(
    clauses: Sequence[Sequence[int]], budget: Meter | None = None
) -> Refutation | Sat | Unknown:
    """A proof, or a model, or ``Unknown`` if the budget is used up."""
    return refute(clauses, budget=budget)

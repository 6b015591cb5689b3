"""Refutations that anybody can check: clausal proofs from the SAT engine.

A proof is a list of clauses, each derivable from those before it by reverse unit propagation, that ends
with the empty clause (DRUP; lines ``d …`` delete a clause and may be ignored). Three things matter:

- Only some solvers write correct proofs: CaDiCaL 1.5.3 and 1.9.5 and Glucose 4 do.
- Under assumptions no solver ever derives the empty clause, so assumptions become unit clauses of a
  fresh solver here.
- A formula that unit propagation alone refutes may leave an empty proof; the empty clause is then the
  whole proof and is put in.

The proof is about the clauses only. That the clauses say what they should is for the verifier to derive.

>>> found = refute([(1, 2), (-1, 2), (1, -2), (-1, -2)])
>>> isinstance(found, Refutation) and found.steps[-1]
()
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from symcause.answers import Sat, Unknown, Unsat
from symcause.budgets import Budget
from symcause.errors import UsageError, did_you_mean
from symcause.solvers.cnf import Clause, dimacs
from symcause.solvers.counted import Counted

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
        formula.write_text(dimacs(self.clauses) + "\n", encoding="ascii")
        proof.write_text("".join(line + "\n" for line in self.lines), encoding="ascii")
        return formula, proof


def refute(
    clauses: Iterable[Sequence[int]],
    assumptions: Iterable[int] = (),
    prover: str = PROVERS[0],
    budget: Budget | None = None,
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

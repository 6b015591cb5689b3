"""Proof export of the ShapeWorld verifier: formula and proof files for other checkers.

The formula is derived from the transcript again, so the two files together are what the kernel checks.
"""

from __future__ import annotations

from pathlib import Path

from symcause.errors import UsageError
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.verifier.certificate_reader import Clausal, read_certificate
from symcause.families.shapeworld.verifier.edge_clauses import edge_formula
from symcause.families.shapeworld.verifier.transcript_clauses import formula
from symcause.kernel.proof_files import write


def export(problem: ShapeWorldProblem, document: object, stem: Path) -> tuple[Path, Path]:
    """Write ``stem.cnf`` and ``stem.drat``; the proof ends with the empty clause."""
    certificate = read_certificate(document)
    evidence = certificate.evidence
    if not isinstance(evidence, Clausal):
        raise UsageError("only a clausal certificate has a formula and a proof to export")
    made = edge_formula if certificate.start is Start.ANY else formula
    found = made(problem, certificate.scope, certificate.answer)
    return write(found.unknowns, found.dimacs() + "\n", evidence.proof, stem)

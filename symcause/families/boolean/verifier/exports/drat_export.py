"""DRAT export of clausal Boolean certificates for outside checkers: ``.cnf`` and ``.drat`` files.

The formula is derived from the problem again, so the two files together are what the kernel checks; any
checker of DRAT proofs, such as drat-trim, gives a second opinion on the refutation. That the formula says
what it should is the part that only the kernel (and a reader of docs/theory/certificates.md) can judge.
"""

from __future__ import annotations

from pathlib import Path

from symcause.errors import UsageError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import read_certificate
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.clausal_proof import ClausalEvidence, formula_of
from symcause.kernel.proof_files import write


def export(problem: BooleanProblem, document: object, stem: Path) -> tuple[Path, Path]:
    """Write ``stem.cnf`` and ``stem.drat``; the proof ends with the empty clause."""
    certificate = read_certificate(document)
    evidence, claim = certificate.evidence, certificate.claim
    if not isinstance(evidence, ClausalEvidence):
        raise UsageError("only a clausal certificate has a formula and a proof to export")
    question = CertifiedQuestion(problem.in_setting(certificate.setting), certificate.hypothesis)
    formula = formula_of(
        question, claim.name, claim.model.scm if claim.model else None, claim.cells
    )
    return write(formula.unknowns, formula.dimacs(), evidence.proof, stem)

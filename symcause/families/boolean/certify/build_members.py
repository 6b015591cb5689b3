"""Builder of proofs that no member is left: another one, any, one with other values of unobserved cells."""

from __future__ import annotations

from symcause.errors import LimitError, UsageError
from symcause.families.boolean.certify.build import Builder
from symcause.families.boolean.verifier.clausal import evidence_of, formula_of
from symcause.families.boolean.verifier.document import Certificate, Claim
from symcause.kernel.reading import Rejected
from symcause.solvers.refutations import Refutation, prove_unsatisfiable


def build_refuted(builder: Builder, claim: Claim) -> Certificate:
    """The claim with a refutation of what it rules out; UsageError if that is possible."""
    model = None if claim.model is None else claim.model.scm
    try:
        formula = formula_of(builder.question, claim.name, model, claim.cells)
    except Rejected as error:
        raise LimitError(str(error)) from None
    found = prove_unsatisfiable(formula.clauses)
    if not isinstance(found, Refutation):
        raise UsageError("the clauses of the certificate are not refuted")
    lines = tuple(" ".join(line.split()) for line in found.lines)
    return builder.certificate(claim, evidence_of(formula, lines))

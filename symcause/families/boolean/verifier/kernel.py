"""The kernel of the Boolean verifier: checks a certificate from the problem alone, no solver.

Nothing here imports a solver or the version spaces; the trusted base is this package,
:mod:`symcause.kernel`, :mod:`symcause.models` and the family's own models and problem.
"""

from __future__ import annotations

from symcause.errors import UsageError
from symcause.families.boolean.problem.fingerprint import evidence_digest, fingerprint
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate, read_certificate
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.claim_scope import scope_of
from symcause.kernel.nodes import Rejected
from symcause.kernel.verification import Verifier
from symcause.kernel.work import Work


def _check(problem: BooleanProblem, certificate: Certificate, work: Work) -> str:
    """What the evidence establishes; only what its kind needs is loaded. Raises Rejected."""
    asked = _in_setting(problem, certificate)
    question = CertifiedQuestion(asked, certificate.hypothesis, work, certificate.identity)
    if certificate.hypothesis.knowledge:
        from symcause.kernel.class_knowledge import check_names

        check_names(certificate.hypothesis.knowledge, problem.variables)
    claim, evidence = certificate.claim, certificate.evidence
    if question.partial and (
        evidence.kind == "local" or (asked.holed and evidence.kind == "count")
    ):
        raise Rejected("evidence about rows that are observed and exact", place="evidence.kind")
    if evidence.kind == "alternative":
        from symcause.families.boolean.verifier.claim.ambiguity import check_alternative

        return check_alternative(question, evidence)
    if evidence.kind == "clausal":
        from symcause.families.boolean.verifier.clausal_proof import check_clausal

        return check_clausal(question, evidence, claim.name, claim.model, claim.cells)
    if evidence.kind == "count":
        from symcause.families.boolean.verifier.count_table import check_claim

        told = claim.name, claim.model, claim.count, claim.spectrum
        return check_claim(question, evidence, *told)
    from symcause.families.boolean.verifier.claim.uniqueness import check_inconsistent, check_unique

    if claim.name == "inconsistent":
        return check_inconsistent(question, evidence)
    assert claim.model is not None
    return check_unique(question, claim.model, evidence)


def _in_setting(problem: BooleanProblem, certificate: Certificate) -> BooleanProblem:
    try:
        return problem.in_setting(certificate.setting)
    except UsageError as error:
        raise Rejected(str(error), place="setting") from None


verify = Verifier(
    read_certificate, lambda c: c.claim.name, evidence_digest, _check, scope_of, former=fingerprint
)
"""Checks a certificate against a problem."""

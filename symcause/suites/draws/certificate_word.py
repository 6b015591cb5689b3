"""The word of the verifier on the certificate of a problem, which may be about two."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.audits.certificate_acceptance import named_digest
from symcause.formats.problems import Problem
from symcause.kernel.verification import Verification
from symcause.registry import load
from symcause.suites.draws.suite_problem import SuiteProblem


def word_on(one: SuiteProblem, kin: Mapping[str, Problem]) -> Verification:
    """Is what the certificate claims proved? *kin*: problems by digest, for certificates about two."""
    assert one.family.verifier is not None
    verify, second = load(one.family.verifier), second_digest(one.certificate)
    if second is None:
        return verify(one.proved, one.certificate)
    assert one.certificate is not None
    first, other = kin.get(str(named_digest(one.certificate))), kin.get(second)
    if first is None or other is None or one.proved not in (first, other):
        return Verification(False, None, "the problems that it is about are not both here")
    return verify(first, one.certificate, other=other)


def second_digest(certificate: Mapping[str, object] | None) -> str | None:
    """The digest of the second problem that a certificate is about, if there is one."""
    claim = certificate.get("claim") if certificate else None
    other = claim.get("other") if isinstance(claim, Mapping) else None
    digest = other.get("sha256") if isinstance(other, Mapping) else None
    return digest if isinstance(digest, str) else None

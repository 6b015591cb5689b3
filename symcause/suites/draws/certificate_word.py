"""The word of the verifier on the certificate of a problem, which may be about two."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.formats.problems import Problem
from symcause.kernel.verification import Verification
from symcause.registry import load
from symcause.suites.draws.suite_problem import SuiteProblem


def word_on(one: SuiteProblem, kin: Mapping[str, Problem]) -> Verification:
    """Is what the certificate claims proved? *kin*: problems by digest, for certificates about two."""
    assert one.family.verifier is not None
    verify = load(one.family.verifier)
    if not one.kin:
        return verify(one.proved, one.certificate)
    first, other = (kin.get(digest) for digest in one.kin)
    if first is None or other is None or one.proved not in (first, other):
        return Verification(False, None, "the problems that it is about are not both here")
    return verify(first, one.certificate, other=other)

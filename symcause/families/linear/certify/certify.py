"""Certificates of what an audit says, or why there is none.

*Verdict*: a unique graph, or that nothing explains the evidence; an ambiguous verdict is shown by its
count. *Count*: how many graphs and, with integer coefficients, models. *Target*: the value that every
member gives the reactor's target, or two members that give it different ones. Whatever is built passes the
verifier before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from symcause.answers import Unknown
from symcause.audits.acceptance import Accepted, accepted
from symcause.audits.verdicts import Verdict
from symcause.errors import UsageError
from symcause.families.linear.certify.document import LinearCertificate
from symcause.families.linear.certify.parents import combination, parent_evidence
from symcause.families.linear.files.writing import fingerprint
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.classes import Domain
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.document import LinearClaim, Live
from symcause.families.linear.verifier.local import MAX_SETS, ParentEvidence
from symcause.families.linear.verifier.question import CertifiedClass, beyond_certificates
from symcause.families.linear.verifier.rows import LocalSystem, local_system
from symcause.families.linear.verifier.target_open import write_model
from symcause.kernel.acyclic import some_choice
from symcause.kernel.linear import Combination


class LinearClaimKind(StrEnum):
    """What a certificate is asked about."""

    VERDICT = "verdict"
    COUNT = "count"
    TARGET = "target"


@dataclass(frozen=True)
class Findings:
    """What an audit found out; None where it does not know."""

    verdict: Verdict
    graphs: int | None = None
    models: int | None = None
    parents: Mapping[str, tuple[str, ...]] | None = None  # of the only graph
    value: Fraction | None = None  # of the reactor's target, if it is entailed
    apart: tuple[CrystalModel, CrystalModel] | None = None  # members that predict it differently


def certified(
    filed: LinearProblem, asked: LinearProblem, kind: LinearClaimKind, found: Findings
) -> Accepted | Unknown:
    """The certificate of a finding; *filed* is the problem as in its file, *asked* in its class."""
    reason = beyond_certificates(asked)
    if reason is not None:
        return Unknown(reason)
    claim = _claim(asked, kind, found)
    if isinstance(claim, Unknown):
        return claim
    scope = CertifiedClass.of(asked)
    if claim.name == "target-open":
        assert found.apart is not None
        models = tuple(map(write_model, found.apart))
        made = LinearCertificate(fingerprint(filed), scope, claim, (), (), models, filed.id)
        return accepted(filed, made)
    systems = tuple(local_system(asked, name) for name in asked.variables)
    if sum(1 << len(local.candidates) for local in systems) > MAX_SETS:
        return Unknown(f"certificates speak of at most {MAX_SETS} parent sets")
    integer = asked.coefficients.domain is Domain.INTEGER
    evidence = tuple(
        parent_evidence(local, asked.max_parents, integer=integer) for local in systems
    )
    ways: Live = ()
    if claim.name == "target" and not integer:
        ways = _ways(asked, systems, evidence)
    made = LinearCertificate(fingerprint(filed), scope, claim, evidence, ways, id=filed.id)
    return accepted(filed, made)


def _claim(problem: LinearProblem, kind: LinearClaimKind, found: Findings) -> LinearClaim | Unknown:
    if kind is LinearClaimKind.TARGET:
        if found.value is None and found.apart is not None:
            return LinearClaim("target-open")
        if found.value is None:
            return Unknown("the reactor's target is not entailed, or there is no reactor")
        return LinearClaim("target", value=found.value)
    if kind is LinearClaimKind.VERDICT and found.verdict is Verdict.UNIQUE:
        return LinearClaim("unique", parents=found.parents)
    if kind is LinearClaimKind.VERDICT and found.verdict is Verdict.INCONSISTENT:
        return LinearClaim("inconsistent")
    if kind is LinearClaimKind.VERDICT and found.verdict is not Verdict.AMBIGUOUS:
        return Unknown(f"a verdict of {found.verdict} has no certificate")
    integer = problem.coefficients.domain is Domain.INTEGER
    if found.graphs is None or (integer and found.models is None):
        return Unknown("the count is not known")
    return LinearClaim("count", graphs=found.graphs, models=found.models if integer else None)


def _ways(
    problem: LinearProblem,
    systems: tuple[LocalSystem, ...],
    evidence: tuple[ParentEvidence, ...],
) -> Live:
    """For every live parent set of the target, the rows that lead from a reading to the reactor."""
    at = problem.variables.index(problem.target)
    local, tables = systems[at], [dict.fromkeys((s for s, _ in e.feasible), 1) for e in evidence]
    assert problem.reactor is not None and local.first is not None
    reactor = {**problem.reactor, problem.target: Fraction(0)}
    moved = [a - b for a, b in zip(local.features(reactor), local.first[1], strict=True)]
    found: list[tuple[int, Combination]] = []
    for parents in tables[at]:
        if some_choice([*tables[:at], {parents: 1}, *tables[at + 1 :]]):
            rows = combination(local, parents, [moved[c] for c in local.columns(parents)])
            if rows is None:
                raise UsageError("the reactor's target is not entailed")
            found.append((parents, rows))
    return tuple(found)

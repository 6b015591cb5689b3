"""Certificates that certify linear findings: a verdict, a count, or the reactor's target.

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
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.audits.verdicts import Verdict
from symcause.errors import UsageError
from symcause.families.linear.certify.parent_evidence import combination, parent_evidence
from symcause.families.linear.files.document_writer import fingerprint
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.magnitudes import Domain
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.certificate_reader import FAMILY, IDENTITY, LinearClaim, Live
from symcause.families.linear.verifier.claim_class import CertifiedClass, beyond_certificates
from symcause.families.linear.verifier.open_target_claim import write_model
from symcause.families.linear.verifier.parents import MAX_SETS, ParentEvidence
from symcause.families.linear.verifier.verifier_rows import LocalSystem, local_system
from symcause.kernel.acyclic_count import some_choice
from symcause.kernel.envelope import write_envelope
from symcause.kernel.linear_sums import Combination, write_combination, write_rational


@dataclass(frozen=True)
class LinearCertificate:
    """A claim about the version space of one problem, with its evidence."""

    sha256: str  # of the canonical problem, without id and metadata
    scope: CertifiedClass
    claim: LinearClaim
    variables: tuple[ParentEvidence, ...]
    target: Live = ()
    models: tuple[dict[str, object], ...] = ()  # two, where the target is open
    id: str | None = None  # of the problem; for people and for pools, never checked

    def to_dict(self) -> dict[str, object]:
        """The document; ``json.dumps`` of it is the file."""
        evidence: dict[str, object] = {
            "variables": [write_evidence(variable) for variable in self.variables]
        }
        if self.models:
            evidence = {"models": list(self.models)}
        if self.target:
            evidence["target"] = [[s, write_combination(rows)] for s, rows in self.target]
        body = {
            "class": self.scope.to_dict(),
            "identity": IDENTITY,
            "claim": self.claim.to_dict(),
            "evidence": evidence,
        }
        return write_envelope(FAMILY, self.sha256, self.id, body)


def write_evidence(found: ParentEvidence) -> dict[str, object]:
    """How the verifier reads the evidence about one variable."""
    document: dict[str, list[object]] = {
        "feasible": [[s, [write_rational(w) for w in point]] for s, point in found.feasible],
        "inconsistent": [[s, write_combination(rows)] for s, rows in found.inconsistent],
        "zero": [[s, p, write_combination(rows)] for s, p, rows in found.zero],
        "counted": [
            [s, [[column, write_combination(rows)] for column, rows in pivots]]
            for s, pivots in found.counted
        ],
        "signed": [[s, write_combination(rows)] for s, rows in found.signed],
    }
    return {"variable": found.variable, **{key: said for key, said in document.items() if said}}


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
    ways: list[tuple[int, Combination]] = []
    for parents in tables[at]:
        if some_choice([*tables[:at], {parents: 1}, *tables[at + 1 :]]):
            rows = combination(local, parents, [moved[c] for c in local.columns(parents)])
            if rows is None:
                raise UsageError("the reactor's target is not entailed")
            ways.append((parents, rows))
    return tuple(ways)

"""Certificates of the linear family, written canonically; the verifier reads them."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.linear.verifier.document import FAMILY, IDENTITY, LinearClaim, Live
from symcause.families.linear.verifier.local import ParentEvidence
from symcause.families.linear.verifier.question import CertifiedClass
from symcause.kernel.envelope import write_envelope
from symcause.kernel.linear import write_combination, write_rational


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
            "variables": [write_evidence(found) for found in self.variables]
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

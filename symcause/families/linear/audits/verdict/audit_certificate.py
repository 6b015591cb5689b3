"""The certificate added to a linear audit, or the reason why there is none."""

from __future__ import annotations

from fractions import Fraction

from symcause.audits.certificate_acceptance import proven
from symcause.audits.verdicts import Verdict
from symcause.families.linear.audits.verdict.graph_counts import Space
from symcause.families.linear.certify.certificates import Findings, LinearClaimKind, certified
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.space_choice import range_of_target
from symcause.families.linear.space.target_range import TargetRange
from symcause.models.exact_numbers import read_number


def with_certificate(
    document: LinearAudit, filed: LinearProblem, asked: LinearProblem, space: Space, claim: str
) -> LinearAudit:
    """The document with the certificate of a claim; *filed* is the problem as in its file."""
    findings = Findings(
        Verdict(document.verdict or Verdict.UNKNOWN),
        document.graphs,
        document.models,
        only_parents(space) if document.graphs == 1 else None,
        _value(document),
        members_apart(space) if claim == LinearClaimKind.TARGET else None,
    )
    return proven(document, certified(filed, asked, LinearClaimKind(claim), findings))


def only_parents(space: Space) -> dict[str, tuple[str, ...]] | None:
    """The parents of every variable in the only graph."""
    masks = next(space.masks(), None) if isinstance(space, LinearSpace) else None
    if masks is None:
        return None
    names = space.problem.variables
    return {
        name: tuple(other for i, other in enumerate(names) if mask >> i & 1)
        for name, mask in zip(names, masks, strict=True)
    }


def members_apart(space: Space) -> tuple[CrystalModel, CrystalModel] | None:
    """Two members that give the reactor's target different values, where it is open."""
    span = range_of_target(space)
    if not isinstance(span, TargetRange) or span.entailed():
        return None
    return span.low_model, span.high_model


def _value(document: LinearAudit) -> Fraction | None:
    """The reactor's target, if it is one number."""
    low = document.target.low
    return read_number(low) if low is not None and low == document.target.high else None

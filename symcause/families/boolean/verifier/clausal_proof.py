"""Clausal proof in a Boolean certificate: a formula without solution, so no such model exists.

For *no separating experiment* the formula of :mod:`~verifier.separation_clauses`: an experiment tells the
reference from an explaining SCM of the class. Else, and where roots are hidden or cells not exact, that of
:mod:`~verifier.hole_clauses`: another member, any, one with another value of these cells. The kernel
derives the formula by itself; the certificate repeats its size and hash, so that a mismatch has a name.

Where two members differ, one differs from the reference in the same cell: the claim is about all members.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import ClassVar, Literal

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion, Filled
from symcause.families.boolean.verifier.model_check import (
    CertifiedModel,
    check_explains,
    check_gold,
    check_member,
)
from symcause.kernel.envelope import read_digest
from symcause.kernel.nodes import MAX_ITEMS, Node, Rejected
from symcause.kernel.rup import MAX_LINE, Formula, refutes
from symcause.models.disclosure import Setting


@dataclass(frozen=True)
class ClausalEvidence:
    """The size and hash of the formula, and the lines of the proof."""

    kind: ClassVar[Literal["clausal"]] = "clausal"
    unknowns: int
    clauses: int
    sha256: str
    proof: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        formula = {"unknowns": self.unknowns, "clauses": self.clauses, "sha256": self.sha256}
        return {"kind": self.kind, "formula": formula, "proof": list(self.proof)}


def evidence_of(formula: Formula, proof: tuple[str, ...]) -> ClausalEvidence:
    """The evidence that a proof of this formula makes."""
    digest = hashlib.sha256(formula.dimacs().encode("ascii")).hexdigest()
    return ClausalEvidence(formula.unknowns, len(formula.clauses), digest, proof)


def read_clausal(node: Node) -> ClausalEvidence:
    fields = node.fields("kind", "formula", "proof")
    formula = fields["formula"].fields("unknowns", "clauses", "sha256")
    return ClausalEvidence(
        formula["unknowns"].integer(0, 10**9),
        formula["clauses"].integer(0, 10**9),
        read_digest(formula["sha256"]),
        tuple(line.text(MAX_LINE) for line in fields["proof"].items(MAX_ITEMS)),
    )


def formula_of(
    question: CertifiedQuestion, claim: str, model: BooleanSCM | None, cells: Filled
) -> Formula:
    """The formula that has no solution if the claim is true."""
    hidden = question.problem.setting is Setting.HIDDEN_ROOTS
    if claim == "no-separating-experiment" and not question.partial and not hidden:
        from symcause.families.boolean.verifier.separation_clauses import encode

        assert model is not None
        return encode(question, model)
    from symcause.families.boolean.verifier.hole_clauses import encode as encode_members

    return encode_members(question, claim, model, cells)


def check_clausal(
    question: CertifiedQuestion,
    evidence: ClausalEvidence,
    claim: str,
    model: CertifiedModel | None,
    cells: Filled,
) -> str:
    """What is established: what the claim rules out is impossible. Raises Rejected."""
    if claim == "no-separating-experiment":
        assert model is not None
        check_explains(question, model)
    elif model is not None:
        check_member(question, model)
        if claim == "unique":
            check_gold(question, model.scm)
    formula = formula_of(question, claim, model.scm if model else None, cells)
    if evidence_of(formula, evidence.proof) != evidence:
        raise Rejected(
            f"the problem gives another formula ({formula.unknowns} unknowns, "
            f"{len(formula.clauses)} clauses)",
            place="evidence.formula",
        )
    lines = refutes(formula.unknowns, formula.clauses, evidence.proof, question.work)
    return f"{len(formula.clauses)} clauses refuted by reverse unit propagation in {lines} lines"

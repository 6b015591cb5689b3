"""The certificate builder of the Boolean family: certifies models and proofs that others have found.

Untrusted: whatever they make, :func:`verifier.kernel.verify` decides. They use the kernel's
own plain derivations, so a certificate that is built from true facts is accepted. *problem* is always
the problem as it stands in its file; *setting* asks about less disclosure, as the audit's option does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from symcause.errors import LimitError
from symcause.families.boolean.models.experiments import PairSeparation
from symcause.families.boolean.models.scm import IDENTITY, BooleanSCM, CycleError
from symcause.families.boolean.problem.class_rules import refuse_rule
from symcause.families.boolean.problem.fingerprint import evidence_digest
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate, Claim
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.claim.ambiguity import AlternativeEvidence
from symcause.families.boolean.verifier.clausal_proof import evidence_of
from symcause.families.boolean.verifier.model_check import CertifiedModel, check_gold, check_member
from symcause.families.boolean.verifier.separation_clauses import encode
from symcause.kernel.nodes import Rejected
from symcause.kernel.rup import Formula
from symcause.models.disclosure import Setting
from symcause.models.expressions import Expression

if TYPE_CHECKING:
    from symcause.families.boolean.verifier.certificate import Evidence

Expressions = Mapping[str, Expression]


@dataclass(frozen=True)
class Builder:
    """One problem and class to certify claims about."""

    problem: BooleanProblem
    hypothesis: HypothesisClass
    setting: Setting | None = None
    identity: str = IDENTITY

    def __post_init__(self) -> None:
        refuse_rule(self.hypothesis.admits, "a certificate")

    @property
    def question(self) -> CertifiedQuestion:
        setting = self.setting or self.problem.setting
        asked = self.problem.in_setting(setting)
        return CertifiedQuestion(asked, self.hypothesis, identity=self.identity)

    def model(self, scm: BooleanSCM, expressions: Expressions | None = None) -> CertifiedModel:
        """The model with the cells that it disturbs, after a completion that makes them fewest."""
        return certified(self.question, scm, expressions)

    def certificate(self, claim: Claim, evidence: Evidence) -> Certificate:
        setting = self.setting or self.problem.setting
        sha256 = evidence_digest(self.problem)
        scope = sha256, setting, self.hypothesis
        return Certificate(*scope, claim, evidence, self.problem.id, self.identity)


def certified(
    question: CertifiedQuestion, scm: BooleanSCM, expressions: Expressions | None = None
) -> CertifiedModel:
    """A model as certificates have it; raises LimitError where rows cannot be completed."""
    if not question.partial:
        return CertifiedModel(scm, expressions)
    from symcause.families.boolean.space.holes.row_completion import least_completion

    problem, starts = question.problem, [0]
    starts += accumulate(len(world.rows) for world in problem.training)
    completion = least_completion(problem, scm)
    rows = [(w, r, row) for w, x in enumerate(problem.training) for r, row in enumerate(x.rows)]
    return CertifiedModel(
        scm,
        expressions,
        tuple((starts[w] + r, v) for w, r, v in completion.disturbed),
        tuple(
            "".join(
                str(completion.values[w, r, v]) if bit == "?" else bit
                for v, bit in zip(problem.variables, row, strict=True)
            )
            for w, r, row in rows
            if "?" in row
        ),
    )


def needs_expressions(problem: BooleanProblem, hypothesis: HypothesisClass) -> bool:
    """True if a certificate must show how the functions of its members can be written."""
    return CertifiedQuestion(problem, hypothesis).needs_expressions


def build_alternative(
    problem: BooleanProblem,
    hypothesis: HypothesisClass,
    first: BooleanSCM,
    second: BooleanSCM,
    separation: PairSeparation | None = None,
    *,
    setting: Setting | None = None,
    expressions: tuple[Expressions, Expressions] | None = None,
) -> Certificate:
    """`ambiguous`: two members that differ, and what separates them if anything does."""
    builder = Builder(problem, hypothesis, setting)
    written = expressions or (None, None)
    models = builder.model(first, written[0]), builder.model(second, written[1])
    shown = separation if separation is not None and separation.separates else None
    experiment, witness = (shown.experiment, shown.witness) if shown else (None, None)
    evidence = AlternativeEvidence(*models, experiment, witness)
    return builder.certificate(Claim("ambiguous"), evidence)


def clauses(
    problem: BooleanProblem,
    hypothesis: HypothesisClass,
    reference: BooleanSCM,
    *,
    setting: Setting | None = None,
) -> list[list[int]]:
    """The clauses to refute for a clausal certificate, exactly as the kernel derives them."""
    formula = _formula(Builder(problem, hypothesis, setting), reference)
    return [list(clause) for clause in formula.clauses]


def build_clausal(
    problem: BooleanProblem,
    hypothesis: HypothesisClass,
    reference: BooleanSCM,
    proof: Iterable[str],
    *,
    setting: Setting | None = None,
) -> Certificate:
    """`no-separating-experiment`, from the lines of a solver's proof that refutes :func:`clauses`."""
    builder = Builder(problem, hypothesis, setting)
    formula = _formula(builder, reference)
    lines = tuple(" ".join(line.split()) for line in proof)
    claim = Claim("no-separating-experiment", model=CertifiedModel(reference))
    return builder.certificate(claim, evidence_of(formula, lines))


def _formula(builder: Builder, reference: BooleanSCM) -> Formula:
    try:
        return encode(builder.question, reference)
    except Rejected as error:
        raise LimitError(str(error)) from None


def member_model(
    question: CertifiedQuestion, scm: BooleanSCM, expressions: Expressions | None
) -> CertifiedModel | None:
    """The model with expressions where the class needs them; None if it is no member or not gold."""
    problem = question.problem
    answers = [answer.mechanisms for answer in (problem.gold, problem.reference) if answer]
    tried: list[Expressions | None] = [None]
    if question.needs_expressions:
        tried = [expressions] if expressions else [*answers]
    for written in tried:
        try:
            model = certified(question, scm, written)
            check_member(question, model)
            check_gold(question, scm)
        except (Rejected, LimitError, CycleError):
            continue
        return model
    return None

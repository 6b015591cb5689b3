"""Summary of a Boolean verdict for generators of problems: with exact count and checked certificate.

The short form of an audit, for whoever makes problems: the certificate has passed the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted
from symcause.audits.verdicts import Verdict, judge
from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives.alternative_models import alternatives
from symcause.families.boolean.audits.verdict.gold_check import gold_report
from symcause.families.boolean.bounds import SEPARATED_ALTERNATIVES
from symcause.families.boolean.certify.audit_certificates import Rival, certified
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.space.space_choice import open_space


@dataclass(frozen=True)
class Settled:
    """Verdict and count in a class, and the certificate's document or why there is none."""

    verdict: Verdict
    count: int
    certificate: Accepted | Unknown

    def to_dict(self) -> dict[str, object]:
        facts: dict[str, object] = {"verdict": str(self.verdict), "count": self.count}
        if isinstance(self.certificate, Unknown):
            return {**facts, "no_certificate": self.certificate.reason}
        return {**facts, **self.certificate.entries()}


def settle(problem: BooleanProblem, hypotheses: HypothesisClass | None = None) -> Settled:
    """Ask the space of a problem with gold; raises LimitError where the class is beyond reach."""
    hypotheses = hypotheses or problem.default_class()
    opened = open_space(problem, hypotheses)
    if opened.reach is not Reach.MECHANISMS:
        return _decided(opened)
    space = ExactSpace.of(problem, hypotheses)
    gold = problem.gold_scm
    assert gold is not None, "a problem with gold"
    report = gold_report(problem)
    gold_ok = report is not None and report.valid
    verdict = judge(space.count, gold_ok=gold_ok, gold_is_member=gold in space)
    rivals = list(_rivals(space, gold)) if verdict is Verdict.AMBIGUOUS else []
    made = certified(opened, problem, gold).verdict(verdict, rivals)
    return Settled(verdict, space.count, made)


def _rivals(space: ExactSpace, gold: BooleanSCM) -> Iterator[Rival]:
    """The nearest other members, up to the first that an experiment separates: a certificate shows that."""
    for alternative in islice(alternatives(space, gold), SEPARATED_ALTERNATIVES):
        yield alternative.model, alternative.separation
        if alternative.separation is not None:
            return


def _decided(space: BooleanSpace) -> Settled:
    """The same where cells are disturbed or hidden, by the audit's own decision."""
    from symcause.families.boolean.space.decision import decide

    problem = space.problem
    gold = problem.gold_scm
    assert gold is not None, "a problem with gold"
    decision = decide(space, gold)
    if isinstance(decision.count, Unknown):
        raise LimitError(decision.count.reason)
    verdict = judge(decision.count, gold_ok=True, gold_is_member=bool(decision.gold_is_member))
    made = certified(space, problem, gold).verdict(verdict, ())
    return Settled(verdict, decision.count, made)

"""Scope of a finite certificate's claim: its class, and whether it holds in the problem's own.

In a narrower class or setting nothing follows for the problem. In a wider one "none" carries over, and so
do models that are members of the problem; that there is no other model, or so many, does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.finite.models.mechanism_class import MechanismClass
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.verifier.answer_claim import IMPOSSIBLE, check_two
from symcause.families.finite.verifier.asked_problem import asked_problem, is_wider
from symcause.families.finite.verifier.certificate_question import CertifiedQuestion
from symcause.families.finite.verifier.certificate_reader import INCONSISTENT, TWO, Certificate
from symcause.families.finite.verifier.member_check import check_member
from symcause.kernel.nodes import Rejected
from symcause.kernel.verification import Scope


def scope_of(problem: FiniteProblem, certificate: Certificate) -> Scope:
    """The class of an accepted certificate."""
    asked = asked_problem(problem, certificate.asked)
    declared, setting = asked.model_class, str(asked.setting)
    roots = asked.disclosure.roots or ()
    each = {name: _bounds(declared.of(name)) for name in asked.variables if name not in roots}
    several = list(each.values())
    same = all(bounds == several[0] for bounds in several)
    named = several[0] if same else {"variables": each}
    whose = "the class that was asked about" if certificate.asked else "the problem's own class"
    gaps = tuple(_gaps(asked, problem, certificate)) if certificate.asked else ()
    return Scope({**named, "source": declared.source}, f"{whose}; {setting}", setting, gaps)


def _gaps(asked: FiniteProblem, problem: FiniteProblem, certificate: Certificate) -> Iterator[str]:
    if not is_wider(asked, problem):
        yield "another class or setting than the problem's own, not a wider one"
        return
    if certificate.claim == INCONSISTENT or certificate.answer == IMPOSSIBLE:
        return
    question, wider = CertifiedQuestion(problem), "a class or setting wider than the problem's own"
    try:
        for model in (*certificate.models, certificate.model):
            if model is not None:
                check_member(question, model, "model")
        if certificate.kind == TWO:
            check_two(question, certificate)
    except Rejected as error:
        yield f"{wider}, where this is no evidence ({error})"
        return
    if certificate.model is None and not certificate.models and certificate.kind != TWO:
        yield f"{wider}: what its models say together need not hold there"


def _bounds(own: MechanismClass) -> dict[str, object]:
    grammar = own.grammar
    return {
        "max_parents": own.max_parents,
        "min_parents": own.min_parents,
        "functions": list(own.functions) or None,
        "max_size": None if grammar is None else grammar.max_size,
        "max_depth": None if grammar is None else grammar.max_depth,
    }

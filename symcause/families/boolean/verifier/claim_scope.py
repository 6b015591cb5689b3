"""Scope of a Boolean certificate's claim: its class, and whether it holds in the problem's own.

The setting of a certificate never discloses more than the problem's. Where the class is narrower nothing
follows. Where class or setting is wider, "none" carries over to the problem's own, a count does not, and
models do if they are members there.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.boolean.models.scm import BEHAVIOUR
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.model_check import CertifiedModel, check_member
from symcause.kernel.nodes import Rejected
from symcause.kernel.verification import Scope, bound_gap, number_of_parents


def scope_of(problem: BooleanProblem, certificate: Certificate) -> Scope:
    """The class of an accepted certificate."""
    held, setting = certificate.hypothesis, certificate.setting
    words = [
        number_of_parents(held.max_parents) if held.max_parents is not None else "",
        _size(held.max_ast) if held.max_ast is not None else "",
        _depth(held.max_depth) if held.max_depth is not None else "",
        _cells(held.errors) if held.errors else "",
        f"with knowledge: {held.knowledge}" if held.knowledge else "",
        "up to behaviour" if certificate.identity == BEHAVIOUR else "",
    ]
    said = ", ".join(word for word in words if word) or "all mechanisms"
    return Scope(
        certificate.bounds, f"{said}; {setting}", str(setting), tuple(_gaps(problem, certificate))
    )


def _gaps(problem: BooleanProblem, certificate: Certificate) -> Iterator[str]:
    held, own = certificate.hypothesis, problem.default_class()
    narrower = [
        *bound_gap(number_of_parents, held.max_parents, own.max_parents),
        *bound_gap(_size, held.max_ast, own.max_ast),
        *bound_gap(_depth, held.max_depth, own.max_depth),
        *bound_gap(_cells, held.errors, own.errors),
    ]
    if held.knowledge not in (None, own.knowledge):
        narrower.append(f"with knowledge: {held.knowledge}; the problem states other")
    if problem.latent or certificate.identity == BEHAVIOUR:
        from symcause.families.boolean.verifier.behaviour_clauses import identity_gap

        narrower += identity_gap(problem, certificate.claim.name, certificate.identity)
    yield from narrower
    same = own <= held <= own and certificate.setting is problem.setting
    if narrower or same or certificate.claim.name in ("inconsistent", "no-separating-experiment"):
        return
    if certificate.claim.name == "count":
        yield "a class or setting wider than the problem's own: the count there may be smaller"
    question = CertifiedQuestion(problem, own)
    for model in _models(certificate):
        try:
            check_member(question, model)
        except Rejected as error:
            yield f"a class or setting wider than the problem's own, where the model is no member ({error})"
            return


def _models(certificate: Certificate) -> tuple[CertifiedModel, ...]:
    """The models that the claim calls members."""
    evidence, claim = certificate.evidence, certificate.claim
    if evidence.kind == "alternative":
        return evidence.reference, evidence.alternative
    return () if claim.model is None else (claim.model,)


def _size(bound: int | None) -> str:
    return "any AST size" if bound is None else f"AST size at most {bound}"


def _depth(bound: int | None) -> str:
    return "any depth" if bound is None else f"depth at most {bound}"


def _cells(bound: int | None) -> str:
    noun = "disturbed cell" if bound == 1 or not bound else "disturbed cells"
    return f"at most {bound} {noun}" if bound else f"no {noun}"

"""The scope of a linear claim for the verifier: whether it holds for the problem's own class.

Where the class is narrower, or reads interventions in another way, nothing follows. Where it is wider, "no
graph" carries over to the problem's own class; one graph does if the coefficients are the same and the
graph is of that class; counts and entailed values do not.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.linear.problem.magnitudes import Coefficients
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.certificate_reader import LinearClaim, Unread
from symcause.families.linear.verifier.claim_class import CertifiedClass
from symcause.kernel.verification import Scope, bound_gap, number_of_parents


def scope_of(problem: LinearProblem, certificate: Unread) -> Scope:
    """The class of an accepted certificate."""
    held = certificate.scope
    words = [f"coefficients are {held.coefficients}"]
    words += [number_of_parents(held.max_parents)] if held.max_parents is not None else []
    words += [_causing(held.target_may_cause), f"semantics {held.semantics}"]
    words += [f"with knowledge: {held.knowledge}"] if held.knowledge else []
    gaps = tuple(_gaps(problem, held, certificate.claim))
    return Scope(held.to_dict(), ", ".join(words), None, gaps)


def _gaps(problem: LinearProblem, held: CertifiedClass, claim: LinearClaim) -> Iterator[str]:
    own = CertifiedClass.of(problem)
    if held == own:
        return
    narrower = bound_gap(number_of_parents, held.max_parents, own.max_parents)
    if held.semantics is not own.semantics:
        narrower.append(f"semantics {held.semantics}; the problem states {own.semantics}")
    if not _includes(held.coefficients, own.coefficients):
        narrower.append(f"{held.coefficients}; the problem states {own.coefficients}")
    if own.target_may_cause and not held.target_may_cause:
        narrower.append(f"{_causing(False)}; the problem states {_causing(True)}")
    if held.knowledge not in (None, own.knowledge):
        narrower.append(f"with knowledge: {held.knowledge}; the problem states other")
    yield from narrower
    if narrower or claim.name == "inconsistent":
        return
    if claim.name != "unique" or held.coefficients != own.coefficients or not _of(problem, claim):
        yield "a class wider than the problem's own, whose members may be fewer or none"


def _includes(held: Coefficients, own: Coefficients) -> bool:
    """Is every coefficient of the problem's own class one of the certificate's?"""
    if held.minimum is None or held.maximum is None:
        return True
    if own.minimum is None or own.maximum is None:
        return False
    return held.minimum <= own.minimum and own.maximum <= held.maximum


def _of(problem: LinearProblem, claim: LinearClaim) -> bool:
    """Is the graph that is named one of the problem's own class?"""
    sets = (claim.parents or {}).values()
    most = problem.max_parents
    small = most is None or all(len(parents) <= most for parents in sets)
    if (known := problem.knowledge) is not None:
        edges = ((p, v) for v, parents in (claim.parents or {}).items() for p in parents)
        small = small and not known.signs and not known.broken(edges)
    return small and (
        problem.target_may_cause or all(problem.target not in parents for parents in sets)
    )


def _causing(may: bool) -> str:
    return "the target may cause others" if may else "the target causes nothing"

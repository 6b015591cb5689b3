"""The class of a certificate, and whether its claim holds for the problem as it states itself."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.shapeworld.models.relations import Relation
from symcause.families.shapeworld.problem.classes import WorldClass
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.verifier.certificates import Certificate, Pairs, Worlds
from symcause.kernel.verification import Scope


def scope_of(problem: ShapeWorldProblem, certificate: Certificate) -> Scope:
    """The class of an accepted certificate."""
    held = certificate.scope
    words = f"class {held}: {held.meaning}"
    return Scope({"name": str(held)}, words, None, tuple(_gaps(problem, certificate)))


def _gaps(problem: ShapeWorldProblem, certificate: Certificate) -> Iterator[str]:
    held, own = certificate.scope, problem.scoped().name
    if held is own or (held.is_rooted and own.is_rooted):  # core: the rooted worlds of its sizes
        return
    if held is not WorldClass.ALL:
        yield f"the class {held}; the problem states {own}"
        return
    for pairs in _worlds(certificate):
        if not own.contains(Relation.of(problem.shapes, pairs).effects):
            yield f"the class {held}; a world that shows it is not of the problem's own, {own}"
            return


def _worlds(certificate: Certificate) -> list[Pairs]:
    """The worlds that the claim calls members."""
    evidence = certificate.evidence
    if isinstance(evidence, Worlds):
        return [evidence.yes, evidence.no]
    return [] if evidence.member is None else [evidence.member]

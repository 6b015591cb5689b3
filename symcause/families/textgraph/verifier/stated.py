"""The pairs that a certificate allows, and whether its claim holds for those of the problem.

With more pairs than the problem allows no map of the problem keeps more edges, and the map of the
certificate counts if it keeps to the problem's pairs. With fewer pairs nothing follows.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.document import AlignmentCertificate
from symcause.kernel.verification import Scope
from symcause.models.words import plural


def scope_of(problem: TextGraph, certificate: AlignmentCertificate) -> Scope:
    """The allowed pairs of an accepted certificate."""
    pairs = None if certificate.allowed is None else len(certificate.allowed)
    gaps = tuple(_gaps(problem, certificate))
    return Scope({"pairs": pairs}, _allowed(pairs), None, gaps)


def _gaps(problem: TextGraph, certificate: AlignmentCertificate) -> Iterator[str]:
    held = None if certificate.allowed is None else set(certificate.allowed)
    own = None if problem.allowed is None else set(problem.allowed)
    if held is not None and (own is None or not own <= held):
        stated = _allowed(None if own is None else len(own))
        yield f"{_allowed(len(held))}; the problem states {stated}"
    elif own is not None and not set(certificate.mapped) <= own:
        yield "more pairs than the problem allows, and the map uses them"


def _allowed(pairs: int | None) -> str:
    return "every pair of nodes" if pairs is None else plural(pairs, "pair") + " of nodes"

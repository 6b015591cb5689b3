"""The textgraph kernel: verifies the alignment of an answer from its certificate alone.

The lower end is a map: it must be injective, along allowed pairs, and keep as many edges as it says. The
upper end are multipliers: the bound that they prove is computed anew (:mod:`.duality_bound`). With more
pairs than the problem allows no map of the problem keeps more edges, and the map of the certificate counts
if it keeps to the problem's pairs; with fewer pairs nothing follows. Nothing here imports a solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.problem.fingerprint import fingerprint
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.certificate_reader import (
    CLAIM,
    MERGE,
    AlignmentCertificate,
    Certificate,
    MergeCertificate,
    read_certificate,
)
from symcause.families.textgraph.verifier.duality_bound import exists, upper_bound
from symcause.families.textgraph.verifier.reading_check import check_reading
from symcause.kernel.nodes import Rejected
from symcause.kernel.verification import Scope, Verifier
from symcause.kernel.work import Work
from symcause.models.number_phrases import plural

_STEPS_A_TRY, _STEPS_A_ROW, _STEPS_AN_EDGE = 8, 20, 20


def _check(problem: TextGraph, certificate: Certificate, work: Work) -> str:
    """What the evidence establishes. Raises Rejected."""
    if isinstance(certificate, MergeCertificate):
        return check_reading(problem, certificate, work)
    sizes = (len(problem.graph.edges), len(certificate.answer), len(certificate.allowed or ()))
    work.spend(_STEPS_AN_EDGE * sum(sizes), "the edges and pairs")
    task = AlignmentTask.of(problem.graph.edges, certificate.answer, certificate.allowed)
    _check_map(task, certificate)
    work.spend(_STEPS_A_ROW * len(certificate.multipliers), "the rows of the relaxation")
    for number, row in enumerate(certificate.multipliers):
        if not exists(task, row):
            raise Rejected(
                "the relaxation has no such row",
                place=f"evidence.upper.multipliers[{number}]",
                value=row,
            )
    proven = task.most
    if certificate.high < proven:
        work.spend(_STEPS_A_TRY * task.tries, "the matches of gold edges with edges of the answer")
        proven = floor(upper_bound(task, certificate.multipliers, certificate.denominator))
    if certificate.high < proven:
        raise Rejected(
            f"the multipliers prove no more than {proven}",
            place="claim.high",
            value=certificate.high,
        )
    reason = "by the multipliers" if certificate.high < task.most else "by the number of edges"
    return (
        f"the map keeps {certificate.low} edges or more, "
        f"and {reason} no map keeps more than {certificate.high}"
    )


def _check_map(task: AlignmentTask, certificate: AlignmentCertificate) -> None:
    here = {name: u for u, name in enumerate(task.gold_nodes)}
    there = {name: i for i, name in enumerate(task.answer_nodes)}
    mapped: dict[int, int] = {}
    taken: set[int] = set()
    for number, (gold, answer) in enumerate(certificate.mapped):
        place = f"evidence.map[{number}]"
        u, i = here.get(gold), there.get(answer)
        if u is None or i is None or not task.allows(u, i):
            raise Rejected("not an allowed pair of nodes", place=place, value=(gold, answer))
        if u in mapped or i in taken:
            raise Rejected("the map is not one-to-one", place=place, value=(gold, answer))
        mapped[u] = i
        taken.add(i)
    kept = task.kept_edges(mapped)
    if kept < certificate.low:
        raise Rejected(f"the map keeps {kept} edges", place="claim.low", value=certificate.low)


def scope_of(problem: TextGraph, certificate: Certificate) -> Scope:
    """The allowed pairs of an accepted certificate."""
    pairs = None if certificate.allowed is None else len(certificate.allowed)
    gaps = tuple(_gaps(problem, certificate))
    return Scope({"pairs": pairs}, _allowed(pairs), None, gaps)


def _gaps(problem: TextGraph, certificate: Certificate) -> Iterator[str]:
    if isinstance(certificate, MergeCertificate):
        used, words = set(certificate.reading), "reading"
    else:
        used, words = set(certificate.mapped), "map"
    held = None if certificate.allowed is None else set(certificate.allowed)
    own = None if problem.allowed is None else set(problem.allowed)
    if held is not None and (own is None or not own <= held):
        stated = _allowed(None if own is None else len(own))
        yield f"{_allowed(len(held))}; the problem states {stated}"
    elif own is not None and not used <= own:
        yield f"more pairs than the problem allows, and the {words} uses them"


def _allowed(pairs: int | None) -> str:
    return "every pair of nodes" if pairs is None else plural(pairs, "pair") + " of nodes"


def _claimed(certificate: Certificate) -> str:
    return MERGE if isinstance(certificate, MergeCertificate) else CLAIM


verify = Verifier(read_certificate, _claimed, fingerprint, _check, scope_of)
"""Checks a certificate against a problem."""

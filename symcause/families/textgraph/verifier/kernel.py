"""The kernel: verify the alignment of an answer with gold from the certificate alone.

The lower end is a map: it must be injective, along allowed pairs, and keep as many edges as it says. The
upper end are multipliers: the bound that they prove is computed anew (:mod:`.bound`). Nothing here
imports a solver.
"""

from __future__ import annotations

from math import floor

from symcause.families.textgraph.problem.canonical import fingerprint
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.problem.task import AlignmentTask
from symcause.families.textgraph.verifier.bound import exists, upper_bound
from symcause.families.textgraph.verifier.document import (
    CLAIM,
    AlignmentCertificate,
    read_certificate,
)
from symcause.families.textgraph.verifier.stated import scope_of
from symcause.kernel.reading import Rejected
from symcause.kernel.verification import Verifier
from symcause.kernel.work import Work

_STEPS_A_TRY, _STEPS_A_ROW, _STEPS_AN_EDGE = 8, 20, 20


def _check(problem: TextGraph, certificate: AlignmentCertificate, work: Work) -> str:
    """What the evidence establishes. Raises Rejected."""
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
    kept = task.kept(mapped)
    if kept < certificate.low:
        raise Rejected(f"the map keeps {kept} edges", place="claim.low", value=certificate.low)


verify = Verifier(read_certificate, lambda _: CLAIM, fingerprint, _check, scope_of)
"""Checks a certificate against a problem."""

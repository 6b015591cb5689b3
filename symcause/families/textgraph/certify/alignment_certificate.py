"""The alignment certificate: what is proven of a text graph alignment, once accepted."""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.families.textgraph.alignment.best_alignment import Alignment
from symcause.families.textgraph.problem.fingerprint import fingerprint
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.certificate_reader import AlignmentCertificate


def certificate(problem: TextGraph, found: Alignment) -> Accepted | Unknown:
    """What is proven about an alignment, after the kernel's word about it."""
    task, upper = found.task, found.upper
    here, there = task.gold_nodes, task.answer_nodes
    made = AlignmentCertificate(
        sha256=fingerprint(problem),
        answer=tuple((there[i], there[j]) for i, j in task.answer_edges),
        allowed=None if task.open else tuple((here[u], there[i]) for u, i in task.pairs),
        low=found.low,
        high=found.certified_high,
        mapped=tuple(task.named(found.mapped).items()),
        denominator=upper.denominator,
        multipliers=upper.multipliers,
        id=problem.id,
    )
    return accepted(problem, made)

"""The merge certificate: what is proven of a reading that takes several nodes for one, once accepted."""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.families.textgraph.alignment.node_merges import MergedReading
from symcause.families.textgraph.problem.fingerprint import fingerprint
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.certificate_reader import MergeCertificate


def certificate(problem: TextGraph, found: MergedReading) -> Accepted | Unknown:
    """The reading, and the count of all allowed pairs, after the kernel's word about them."""
    task = found.best.task
    here, there = task.gold_nodes, task.answer_nodes
    made = MergeCertificate(
        sha256=fingerprint(problem),
        answer=tuple((there[i], there[j]) for i, j in task.answer_edges),
        allowed=None if task.open else tuple((here[u], there[i]) for u, i in task.pairs),
        shape=found.asked.shape,
        merges=found.asked.merges,
        low=found.best.total,
        high=found.whole.total,
        reading=found.best.named(),
        id=problem.id,
    )
    return accepted(problem, made)

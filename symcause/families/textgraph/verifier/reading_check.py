"""The reading check of the textgraph verifier: counts what a reading covers and supports.

The reading must keep to allowed pairs, to its shape and to its number of merges, and count as much as is
claimed. All allowed pairs together cover and support at least what any reading does, so their count is an
upper end. The counts are made anew here, edge by edge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from symcause.families.textgraph.problem.alignment_task import AlignmentTask, Pair
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.certificate_reader import MergeCertificate
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work

_STEPS_A_TRY, _STEPS_AN_EDGE = 8, 20


def check_reading(problem: TextGraph, certificate: MergeCertificate, work: Work) -> str:
    """What the evidence establishes. Raises Rejected."""
    sizes = (len(problem.graph.edges), len(certificate.answer), len(certificate.allowed or ()))
    work.spend(_STEPS_AN_EDGE * (sum(sizes) + len(certificate.reading)), "the edges and pairs")
    task = AlignmentTask.of(problem.graph.edges, certificate.answer, certificate.allowed)
    work.spend(
        2 * _STEPS_A_TRY * len(task.gold_edges) * len(task.answer_edges), "the pairs of edges"
    )
    pairs = _read(task, certificate)
    _check_shape(pairs, certificate)
    found, most = _counted(task, pairs), _counted(task, task.pairs)
    if found < certificate.low:
        raise Rejected(
            f"the reading covers and supports {found} edges",
            place="claim.low",
            value=certificate.low,
        )
    if most > certificate.high:
        raise Rejected(
            f"all allowed pairs together cover and support {most} edges",
            place="claim.high",
            value=certificate.high,
        )
    return (
        f"the reading covers and supports {certificate.low} edges or more, "
        f"and all allowed pairs together no more than {certificate.high}"
    )


def _read(task: AlignmentTask, certificate: MergeCertificate) -> set[Pair]:
    here = {name: u for u, name in enumerate(task.gold_nodes)}
    there = {name: i for i, name in enumerate(task.answer_nodes)}
    pairs: set[Pair] = set()
    for number, (gold, answer) in enumerate(certificate.reading):
        place = f"evidence.reading[{number}]"
        u, i = here.get(gold), there.get(answer)
        if u is None or i is None or not task.allows(u, i):
            raise Rejected("not an allowed pair of nodes", place=place, value=(gold, answer))
        if (u, i) in pairs:
            raise Rejected("the pair stands twice", place=place, value=(gold, answer))
        pairs.add((u, i))
    return pairs


def _check_shape(pairs: set[Pair], certificate: MergeCertificate) -> None:
    gold, answer = Counter(u for u, _ in pairs), Counter(i for _, i in pairs)
    shape = certificate.shape
    wrong = {
        "one": len(gold) < len(pairs) or len(answer) < len(pairs),
        "coarse": len(gold) < len(pairs),
        "fine": len(answer) < len(pairs),
        "stars": any(gold[u] > 1 < answer[i] for u, i in pairs),
        "any": False,
    }[shape]
    if wrong:
        raise Rejected("the reading is not of this shape", place="claim.shape", value=shape)
    merges = 2 * len(pairs) - len(gold) - len(answer)
    if certificate.merges is not None and merges > certificate.merges:
        raise Rejected(
            f"the reading has {merges} merges", place="claim.merges", value=certificate.merges
        )


def _counted(task: AlignmentTask, pairs: Iterable[Pair]) -> int:
    """Gold edges covered and answer edges supported."""
    read = set(pairs)
    covered = sum(
        any((u, i) in read and (v, j) in read for i, j in task.answer_edges)
        for u, v in task.gold_edges
    )
    supported = sum(
        any((u, i) in read and (v, j) in read for u, v in task.gold_edges)
        for i, j in task.answer_edges
    )
    return covered + supported

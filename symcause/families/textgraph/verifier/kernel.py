"""The kernel: verify the alignment of an answer with gold from the certificate alone.

The lower end is a map: it must be injective, along allowed pairs, and keep as many edges as it says. The
upper end are multipliers: the bound that they prove is computed anew (:mod:`.bound`). Nothing here
imports a solver.
"""

from __future__ import annotations

from functools import partial
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
from symcause.kernel.verification import Check, Scoped, Verification, judged
from symcause.kernel.work import Work


def verify(problem: TextGraph, certificate: object, work: Work | None = None) -> Verification:
    """Check a certificate, given as a decoded JSON document, against the gold graph."""
    document = (
        certificate.to_dict() if isinstance(certificate, AlignmentCertificate) else certificate
    )

    def read(document: object) -> tuple[str, Check, Scoped]:
        found = read_certificate(document)
        check = partial(_check, problem, found, work or Work())
        return CLAIM, check, partial(scope_of, problem, found)

    return judged(document, read)


def _check(problem: TextGraph, certificate: AlignmentCertificate, work: Work) -> str:
    """What the evidence establishes. Raises Rejected."""
    if certificate.sha256 != fingerprint(problem):
        raise Rejected("the certificate is about another graph", place="problem.sha256")
    task = AlignmentTask.of(problem.graph.edges, certificate.answer, certificate.allowed)
    _check_map(task, certificate)
    for number, row in enumerate(certificate.multipliers):
        if not exists(task, row):
            raise Rejected(
                "the relaxation has no such row",
                place=f"evidence.upper.multipliers[{number}]",
                value=row,
            )
    matches = len(task.gold_edges) * len(task.answer_edges)
    work.spend(10 * matches, "the matches of gold edges with edges of the answer")
    proven = floor(upper_bound(task, certificate.multipliers, certificate.denominator))
    if certificate.high < proven:
        raise Rejected(
            f"the multipliers prove no more than {proven}",
            place="claim.high",
            value=certificate.high,
        )
    return (
        f"the map keeps {certificate.low} edges or more, "
        f"and by the multipliers no map keeps more than {certificate.high}"
    )


def _check_map(task: AlignmentTask, certificate: AlignmentCertificate) -> None:
    here = {name: u for u, name in enumerate(task.gold_nodes)}
    there = {name: i for i, name in enumerate(task.answer_nodes)}
    mapped: dict[int, int] = {}
    for number, (gold, answer) in enumerate(certificate.mapped):
        place = f"evidence.map[{number}]"
        pair = here.get(gold), there.get(answer)
        if pair not in task.pair_set:
            raise Rejected("not an allowed pair of nodes", place=place, value=(gold, answer))
        u, i = here[gold], there[answer]
        if u in mapped or i in mapped.values():
            raise Rejected("the map is not one-to-one", place=place, value=(gold, answer))
        mapped[u] = i
    kept = task.kept(mapped)
    if kept < certificate.low:
        raise Rejected(f"the map keeps {kept} edges", place="claim.low", value=certificate.low)

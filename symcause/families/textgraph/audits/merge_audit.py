"""The merge audit of an alignment: what an answer would score if several nodes stood for one."""

from __future__ import annotations

from msgspec.structs import replace

from symcause.audits.certificate_acceptance import proven
from symcause.budgets import Meter
from symcause.families.textgraph.alignment.best_alignment import Alignment
from symcause.families.textgraph.alignment.node_merges import (
    MergedReading,
    Merging,
    merged_reading,
)
from symcause.families.textgraph.certify.merge_certificate import certificate
from symcause.families.textgraph.documents.align_document import (
    AlignDocument,
    CountSpanPart,
    EdgeCountsPart,
    MergePart,
)
from symcause.families.textgraph.models.ratios import ratio
from symcause.families.textgraph.problem.problem import TextGraph


def with_merges(
    document: AlignDocument, problem: TextGraph, known: Alignment, asked: Merging, budget: Meter
) -> AlignDocument:
    """The document with the best reading; its certificate is then the one of the reading."""
    reading = merged_reading(known.task, asked, budget, known.mapped)
    return proven(replace(document, merge=_part(reading)), certificate(problem, reading))


def _part(found: MergedReading) -> MergePart:
    best, task = found.best, found.best.task
    gold, answer = len(task.gold_edges), len(task.answer_edges)
    return MergePart(
        shape=found.asked.shape,
        merges=found.asked.merges,
        used=best.merges,
        status="optimal" if found.optimal else "bounded",
        proved_by=found.proved_by,
        total=CountSpanPart(low=best.total, high=found.high),
        covered=best.covered,
        supported=best.supported,
        precision=float(ratio(best.supported, answer)),
        recall=float(ratio(best.covered, gold)),
        dice=float(ratio(best.total, gold + answer)) if gold + answer else 1.0,
        reading=best.named(),
        any=EdgeCountsPart(covered=found.whole.covered, supported=found.whole.supported),
        curve=found.curve,
    )

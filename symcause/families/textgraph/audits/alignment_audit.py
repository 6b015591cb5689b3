"""The alignment audit of a text graph: an interval with its proof, and what differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Protocol

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from symcause.audits.certificate_acceptance import proven
from symcause.budgets import OUT_OF_TIME, Meter
from symcause.errors import LimitError, UsageError
from symcause.families.textgraph.alignment.allowed_pairs import (
    exact_pairs,
    normalised_pairs,
    similar_pairs,
)
from symcause.families.textgraph.alignment.best_alignment import Alignment, alignments, portion
from symcause.families.textgraph.alignment.node_merges import Merging
from symcause.families.textgraph.alignment.rewired_answers import (
    RUNS,
    Rewired,
    can_be_rewired,
    rewired,
)
from symcause.families.textgraph.audits.merge_audit import with_merges
from symcause.families.textgraph.bounds import ALIGNMENT_STEPS, REWIRING_STEPS
from symcause.families.textgraph.certify.alignment_certificate import certificate
from symcause.families.textgraph.documents.align_document import (
    AlignDocument,
    CountSpanPart,
    EdgesPart,
    MeanMaxPart,
    PairsPart,
    RewiredPart,
    SpanPart,
)
from symcause.families.textgraph.files.answer.answer_reader import read_answer
from symcause.families.textgraph.files.pair_files import read_pairs, read_similarity
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.models.ratios import ratio
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.problem.problem import MAX_NAME, TextGraph
from symcause.families.textgraph.scoring.answer.edge_metrics import differences

_SHARE = 4  # one part of the budget in this many is for the rewirings

Names = tuple[str, str]


class AlignOptions(Protocol):
    """What the question asks for."""

    @property
    def answer(self) -> str: ...
    @property
    def task(self) -> str | None: ...
    @property
    def pairs(self) -> str | None: ...
    @property
    def similarity(self) -> str | None: ...
    @property
    def threshold(self) -> float | None: ...
    @property
    def top(self) -> int | None: ...
    @property
    def merge(self) -> str | None: ...
    @property
    def merges(self) -> int | None: ...
    @property
    def seed(self) -> int: ...
    @property
    def effort(self) -> int | None: ...
    @property
    def seconds(self) -> float | None: ...


def aligned(
    problem: TextGraph, options: AlignOptions, frame: AlignDocument
) -> Iterator[AlignDocument]:
    """Growing documents: the interval narrows, then what rewired answers reach."""
    budget = _budget(options)
    reading = read_answer(options.answer, problem.names, options.task)
    if reading.graph is None:
        raise UsageError(f"no answer to align: {reading.reason}", place="answer")
    answer = reading.graph
    if any(len(name) > MAX_NAME for name in answer.nodes):
        raise LimitError(f"a name of the answer has more than {MAX_NAME} characters")
    source, allowed = allowed_pairs(problem, answer, options)
    task = AlignmentTask.of(problem.graph.edges, answer.edges, allowed)
    frame = replace(frame, pairs=PairsPart(source=source, count=len(task.pairs)), read=answer.edges)
    document = frame
    main = portion(budget, _SHARE - 1, _SHARE)
    for alignment in alignments(task, budget=main, seed=options.seed):
        document = _described(frame, problem, answer, alignment)
        yield document
    if options.merge is not None:
        document = with_merges(
            document,
            problem,
            alignment,
            Merging(options.merge, options.merges),
            portion(budget, 1, 2),
        )
        yield document
    part = _for_rewirings(budget, options)
    compared = rewired(alignment, budget=part, seed=options.seed)
    hurried = alignment.hurried or (budget.over if compared is None else compared.hurried)
    yield replace(
        document,
        rewired_f1=None if compared is None else _rewired(compared),
        reason=_left_out(alignment.task, compared, part),
        stopped=OUT_OF_TIME.reason if hurried and options.seconds is not None else UNSET,
    )


def _left_out(task: AlignmentTask, compared: Rewired | None, budget: Meter) -> str | UnsetType:
    """Which rewired answers there was not enough work for."""
    done = 0 if compared is None else compared.runs
    if done == RUNS or not can_be_rewired(task):
        return UNSET
    return f"{done} of {RUNS} rewired answers were looked at: {budget.shortage.reason}"


def _budget(options: AlignOptions) -> Meter:
    """What the user gives, else the default; no bound of steps beside a user's own time."""
    bounded = options.effort is not None or options.seconds is not None
    return Meter(options.effort if bounded else ALIGNMENT_STEPS, seconds=options.seconds)


def _for_rewirings(budget: Meter, options: AlignOptions) -> Meter:
    """As much as the alignment took, or a little; never more than their share of the whole."""
    seconds = None if options.seconds is None else options.seconds / _SHARE
    if budget.left is None:
        return Meter(seconds=seconds, within=budget)
    whole = budget.spent + budget.left
    return Meter(
        min(whole // _SHARE, max(REWIRING_STEPS, budget.spent)), seconds=seconds, within=budget
    )


def allowed_pairs(
    problem: TextGraph, answer: Digraph, options: AlignOptions
) -> tuple[str, set[Names] | None]:
    """Where the allowed pairs come from, and the pairs; None: all."""
    gold, names = problem.graph.nodes, answer.nodes
    if options.similarity is not None:
        threshold = None if options.threshold is None else Decimal(str(options.threshold))
        matrix = read_similarity(options.similarity)
        return "similarity", similar_pairs(matrix, threshold=threshold, top=options.top)
    if options.pairs is None and problem.allowed is not None:
        return "gold file", set(problem.allowed)
    if options.pairs == "all":
        return "all", None
    if options.pairs == "exact":
        return "exact", exact_pairs(gold, names)
    if options.pairs in (None, "normalised"):
        return "normalised", normalised_pairs(gold, names)
    return "file", set(read_pairs(str(options.pairs)))


def _described(
    frame: AlignDocument, problem: TextGraph, answer: Digraph, found: Alignment
) -> AlignDocument:
    task = found.task
    mapped = task.named(found.mapped)
    low, high = found.low, found.high
    gold, given = len(task.gold_edges), len(task.answer_edges)
    different = differences(problem.graph, translated(answer, mapped, problem.graph))
    document = replace(
        frame,
        status="optimal" if found.optimal else "bounded",
        edges=EdgesPart(low=low, high=high, certified_high=found.certified_high),
        f1=_span(found.f1(low), found.f1(high)),
        precision=_span(ratio(low, given), ratio(high, given)),
        recall=_span(ratio(low, gold), ratio(high, gold)),
        shd=CountSpanPart(low=gold + given - 2 * high, high=gold + given - 2 * low),
        proved_by=found.proved_by,
        map=mapped,
        kept=different.kept,
        missing=different.missing,
        extra=different.extra,
        reversed=different.reversed,
        paths=different.paths,
    )
    return proven(document, certificate(problem, found))


def translated(answer: Digraph, mapped: dict[str, str], gold: Digraph) -> Digraph:
    """The answer with mapped nodes under their gold names.

    A node that is not mapped keeps its name, marked where a gold node bears the same.
    """
    names = {there: here for here, there in mapped.items()}
    taken = set(gold.nodes)

    def name(node: str) -> str:
        if node in names:
            return names[node]
        return f"{node} (answer)" if node in taken else node

    return Digraph.of((name(s), name(t)) for s, t in answer.edges)


def _span(low: Fraction, high: Fraction) -> SpanPart:
    return SpanPart(low=float(low), high=float(high))


def _rewired(found: Rewired) -> RewiredPart:
    return RewiredPart(
        runs=found.runs,
        seed=found.seed,
        low=_mean_max(found.low),
        high=None if found.high is None else _mean_max(found.high),
    )


def _mean_max(values: Sequence[Fraction]) -> MeanMaxPart:
    return MeanMaxPart(mean=float(sum(values) / len(values)), max=float(max(values)))

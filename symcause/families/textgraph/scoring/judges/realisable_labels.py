"""Realisable labels in a scoring run: each answer's labels tried one to one, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from symcause.errors import LimitError
from symcause.families.textgraph.documents.score_parts import DistanceSpanPart, RealisablePart
from symcause.families.textgraph.files.answer.answer_reader import AnswerReading
from symcause.families.textgraph.scoring.answer.answer_scorer import GraphScorer
from symcause.families.textgraph.scoring.judges.label_realisability import Labels, realisability
from symcause.families.textgraph.scoring.judges.label_scores import Judgement
from symcause.scoring.group_columns import keyed_table
from symcause.scoring.score_table import Cell, Table, integer, number, word

Group = tuple[str, str]
"""A task and a model."""

_NOTE = (
    "Whether nodes that stand for each other one to one can give the judge's labels of edges: n answers "
    "whose edges are all labelled; counts agree: as many gold edges as answer edges are matched; "
    "realisable: some one-to-one reading matches exactly these; changes: mean of the fewest labels that "
    "would have to change, over the answers where that is known; left out: answers whose edges are not all "
    "labelled"
)


def realisable_part(
    scorer: GraphScorer, reading: AnswerReading, judgement: Judgement
) -> RealisablePart:
    """What one-to-one readings make of the labels of one answer."""
    gold, answer = scorer.gold.edges, () if reading.graph is None else reading.graph.edges
    wanted = judgement.side("edge_recall_evaluations")
    side = judgement.side("edge_precision_evaluations")
    if (wanted.items, side.items) != (len(gold), len(answer)):
        text = (
            f"the judge labels {wanted.items} of {len(gold)} gold edges and {side.items} of "
            f"{len(answer)} answer edges"
        )
        return RealisablePart(reason=text)
    nodes = [judgement.side(f"node_{which}_evaluations") for which in ("recall", "precision")]
    labels = Labels(wanted.labels, side.labels)
    try:
        result = realisability(gold, answer, labels, scorer.allowed)
    except LimitError as error:
        return RealisablePart(reason=str(error))
    return RealisablePart(
        counts_agree=result.counts_agree,
        nodes_agree=nodes[0].matched == nodes[1].matched if all(n.items for n in nodes) else None,
        realisable=result.realisable,
        nearest=DistanceSpanPart(low=result.nearest[0], high=result.nearest[1]),
    )


def realisable_table(groups: Mapping[Group, Sequence[RealisablePart]]) -> Table:
    """One row per task and model."""
    rows = [_Labelled(*group, parts) for group, parts in sorted(groups.items())]
    return keyed_table("realisable", "Labels that one reading could give", _COLUMNS, rows, _NOTE)


class _Labelled(NamedTuple):
    """What the labels of a model's answers to a task came to."""

    task: str
    model: str
    parts: Sequence[RealisablePart]

    @property
    def tried(self) -> list[RealisablePart]:
        return [part for part in self.parts if part.counts_agree is not None]

    def verdicts(self, value: bool | None) -> int:
        return [part.realisable for part in self.tried].count(value)


def _changes(row: _Labelled) -> Cell:
    known = [p.nearest.low for p in row.tried if p.nearest and p.nearest.low == p.nearest.high]
    return number(fmean(known) if known else None)


_COLUMNS: tuple[tuple[str, Callable[[_Labelled], Cell]], ...] = (
    ("task", lambda row: word(row.task)),
    ("model", lambda row: word(row.model)),
    ("n", lambda row: integer(len(row.tried))),
    ("counts agree", lambda row: integer(sum(bool(part.counts_agree) for part in row.tried))),
    ("realisable", lambda row: integer(row.verdicts(True))),
    ("not", lambda row: integer(row.verdicts(False))),
    ("unknown", lambda row: integer(row.verdicts(None))),
    ("changes", _changes),
    ("left out", lambda row: integer(len(row.parts) - len(row.tried))),
)

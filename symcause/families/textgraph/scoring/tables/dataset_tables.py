"""Dataset tables: how large the text graph samples are, and where they come from.

No answers are needed. A sample's field is its first domain; those of another classification come from a
file of clusters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import exp, log
from typing import NamedTuple

from symcause.families.textgraph.scoring.tables.model_summary import Sample, TextGraphSummary
from symcause.scoring.answer_groups import Group, Sheet
from symcause.scoring.group_columns import Column, keyed_table, mean, size, spread, table_of
from symcause.scoring.score_table import Cell, Table, integer, number, word

_SHEET = Sheet(numbers=("value",), counted=("value",))


def dataset_tables(summary: TextGraphSummary) -> Iterator[Table]:
    """Both tables."""
    samples = list(summary.samples.values())
    yield _attributes(samples)
    yield _fields(samples)


_ATTRIBUTES: tuple[tuple[str, Callable[[Sample], float | None]], ...] = (
    ("text length", lambda sample: sample.length),
    ("nodes", lambda sample: sample.nodes),
    ("edges", lambda sample: sample.edges),
    ("explicitness, as stated", lambda sample: sample.explicitness),
    ("share of nodes not absent", lambda sample: sample.labels and sample.labels[0]),
    ("share of nodes explicit", lambda sample: sample.labels and sample.labels[1]),
)
_NODES = (("nodes not absent, all together", 0), ("nodes explicit, all together", 1))


def _attributes(samples: Sequence[Sample]) -> Table:
    rows = []
    for name, read in _ATTRIBUTES:
        group = Group(_SHEET)
        for sample in samples:
            value = read(sample)
            if value is not None:
                group.add({"value": value}, sample.index)
        rows.append(({"attribute": name}, group))
    pairs = [({"attribute": name}, _all_nodes(samples, place)) for name, place in _NODES]
    note = (
        "What the samples are like: mean, population deviation, least and greatest over the n samples that "
        "say it (text length in characters); all together: over all n labelled nodes"
    )
    found = [(labels, group) for labels, group in (*rows, *pairs) if len(group)]
    return table_of("dataset", "The samples", ("attribute",), _COLUMNS, found, note)


def _all_nodes(samples: Sequence[Sample], place: int) -> Group:
    """Every labelled node of all samples by itself: is it mentioned?"""
    group = Group(_SHEET)
    for sample in samples:
        if sample.labels is not None:
            mentioned = round(sample.labels[place] * sample.labelled)
            for node in range(sample.labelled):
                group.add({"value": node < mentioned}, sample.index)
    return group


def _end(choose: Callable[[list[float]], float]) -> Callable[[Group], Cell]:
    def cell(group: Group) -> Cell:
        return number(
            choose([float(v) for v in group.counts("value") if isinstance(v, int | float)])
        )

    return cell


_COLUMNS: tuple[Column, ...] = (
    ("n", size),
    ("mean", mean("value")),
    ("±", spread("value")),
    ("min", _end(min)),
    ("max", _end(max)),
)


class _Field(NamedTuple):
    """Samples of one field."""

    kind: str
    field: str
    samples: int
    share: float


_FIELDS: tuple[tuple[str, Callable[[_Field], Cell]], ...] = (
    ("kind", lambda row: word(row.kind)),
    ("field", lambda row: word(row.field)),
    ("n", lambda row: integer(row.samples)),
    ("share", lambda row: number(row.share)),
)


def _fields(samples: Sequence[Sample]) -> Table:
    """Samples by field: how many there are, and what share of those that name one."""
    kinds = {
        "first domain": Counter(sample.domains[0] for sample in samples if sample.domains),
        "cluster": Counter(s.cluster for s in samples if s.cluster is not None),
    }
    rows, texts = [], []
    for kind, counts in kinds.items():
        whole = sum(counts.values())
        for name, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            rows.append(_Field(kind, name, n, n / whole))
        if counts:
            entropy = -sum(n / whole * log(n / whole) for n in counts.values())
            texts.append(f"{kind}: entropy {entropy:.2f}, as {exp(entropy):.2f} equal fields")
    note = (
        "Where the samples come from: their number by field, and their share of all that name one of this "
        f"kind; {'; '.join(texts)}"
    )
    return keyed_table("fields", "Samples by field", _FIELDS, rows, note)

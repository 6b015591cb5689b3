"""Cluster tables: F1 of text graph answers by clusters of samples that a file gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from symcause.errors import ProblemError
from symcause.families.textgraph.files.decimal_ids import decimal_id
from symcause.families.textgraph.files.table_files import csv_rows
from symcause.families.textgraph.scoring.statistics.group_tests import Comparison, compare
from symcause.families.textgraph.scoring.tables.model_summary import ModelAnswers, TextGraphSummary
from symcause.formats.storage.byte_streams import opened
from symcause.scoring.bootstrap import Total
from symcause.scoring.group_columns import keyed_table, of_total, table_of
from symcause.scoring.score_table import Cell, Table, integer, number, word

Clusters = Mapping[str, str]
"""The cluster of a sample, by its id."""


def read_clusters(path: str | Path) -> Clusters:
    """A CSV file with a head: the id of a sample, and its cluster."""
    clusters: dict[str, str] = {}
    with opened(path) as source:
        for document in csv_rows(source):
            cells = list(document.value.values()) if isinstance(document.value, Mapping) else []
            sample = decimal_id(cells[0]) if len(cells) > 1 else None
            if sample is None or not str(cells[1] or "").strip():
                text, remedy = "no id of a sample and its cluster", "two columns: sample_id,cluster"
                raise ProblemError(text, file=source.file, place=document.place, remedy=remedy)
            clusters[sample] = str(cells[1]).strip()
    return clusters


def stated_cluster(facts: Mapping[str, object], key: str) -> str | None:
    """What a sample says under a key: the first value, if there are several."""
    fact = facts.get(key)
    if isinstance(fact, list | tuple):
        fact = fact[0] if fact else None
    return None if fact is None or fact == "" else str(fact)


class SampleClusters:
    """The clusters that a file gives, read once; where there is no such file, a key of the metadata."""

    def __init__(self, told: str) -> None:
        self._told = told
        self._read = read_clusters(told) if Path(told).is_file() else None

    def of(self, sample: str, facts: Mapping[str, object]) -> str | None:
        """What the file says, or the sample itself."""
        return stated_cluster(facts, self._told) if self._read is None else self._read.get(sample)


def cluster_tables(
    summary: TextGraphSummary, answers: Sequence[ModelAnswers], metric: str
) -> Iterator[Table]:
    """The clusters, and whether they differ."""
    labels = {s.index: s.cluster for s in summary.samples.values() if s.cluster is not None}
    rows, tests = [], []
    for task in dict.fromkeys(group.task for group in answers):
        means = _means([group for group in answers if group.task == task], metric)
        parted: dict[str, list[float]] = {}
        for sample, value in means.items():
            if sample in labels:
                parted.setdefault(labels[sample], []).append(value)
        for name in sorted(parted):
            rows.append(({"Task": task, "Cluster": name}, Total.of(parted[name])))
        test = compare(list(parted.values()))
        if test is not None:
            tests.append(_Tested(task, len(parted), sum(map(len, parted.values())), test))
    note = (
        "F1 by cluster of samples: of a sample the mean over models, then mean and population deviation "
        "over the n samples of a cluster"
    )
    labelled = ("Task", "Cluster")
    yield table_of("clusters", "F1 by cluster", labelled, of_total("mean"), rows, note)
    note = (
        "Do the clusters differ? F: one-way analysis of variance; H: Kruskal and Wallis, corrected for "
        "ties; η²: share of the variance between clusters; over the N samples with a cluster"
    )
    yield keyed_table("cluster tests", "Differences between clusters", _TESTS, tests, note)


class _Tested(NamedTuple):
    """Do so many clusters of so many samples differ in a task?"""

    task: str
    clusters: int
    samples: int
    test: Comparison


_TESTS: tuple[tuple[str, Callable[[_Tested], Cell]], ...] = (
    ("Task", lambda row: word(row.task)),
    ("clusters", lambda row: integer(row.clusters)),
    ("N", lambda row: integer(row.samples)),
    ("F", lambda row: number(row.test.f)),
    ("p of F", lambda row: number(row.test.f_p, 4)),
    ("H", lambda row: number(row.test.h)),
    ("p of H", lambda row: number(row.test.h_p, 4)),
    ("η²", lambda row: number(row.test.eta)),
)


def _means(groups: Sequence[ModelAnswers], metric: str) -> dict[int, float]:
    """Of every sample the mean over models."""
    found: dict[int, list[float]] = {}
    for group in groups:
        for sample, total in group.by_unit(metric).items():
            if total.mean is not None:
                found.setdefault(int(sample), []).append(total.mean)
    return {sample: sum(values) / len(values) for sample, values in found.items()}

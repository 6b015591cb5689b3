"""Model summary: textgraph answers added up by task and model, for the tables.

A *dropped* mean is over answers that could be read, as the released
scorer has it; a mean *as zero* is over all problems, and what is missing or cannot be read scores nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import nan

from symcause.families.textgraph.bounds import CORRELATED_GRAPHS
from symcause.families.textgraph.documents.score_document import TextGraphScore
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.models.topology import Topology
from symcause.families.textgraph.problem.problem import ABSENT, EXPLICIT, TextGraph
from symcause.scoring.answer_groups import Group, Sheet
from symcause.scoring.bootstrap import Total

_LONGEST = 2**32 - 1

F1, JUDGED_F1, UNWEIGHTED_F1 = "f1", "judge_f1", "unweighted_overall_f1"
UNWEIGHTED = tuple(
    f"unweighted_{kind}_{part}"
    for kind in ("node", "edge")
    for part in ("precision", "recall", "f1")
)

SHEET = Sheet(
    flags=(
        *("parsed", "released_reads", "empty", "right", "valid_format"),
        *("released_left_out", "released_crash", "released_unknown", "released_empty"),
    ),
    numbers=(
        *("precision", "recall", F1, "node_precision", "node_recall"),
        *("shd", "shd_reversal_2", "nshd", "sid"),
        *("released_precision", "released_recall", "released_f1", "released_shd"),
        *("judge_node_precision", "judge_node_recall", "judge_edge_precision"),
        *("judge_edge_recall", JUDGED_F1, "judge_shd", "judge_nshd"),
        *(*UNWEIGHTED, UNWEIGHTED_F1),
        *("reasoning", "reasoning_beside_f1", "reasoning_times_f1", "f1_beside_reasoning"),
        *("graph_match", "direction_correct", "direction_reversed", "text_support"),
    ),
    units=(F1, JUDGED_F1),
    counted=(f"{F1}_of", f"{JUDGED_F1}_of"),
)
"""The numbers of an answer; one that it does not have is missing from every mean."""


@dataclass(frozen=True)
class Sample:
    """What the tables need of a problem."""

    index: int
    nodes: int
    edges: int
    density: float
    acyclic: bool
    length: int | None  # characters of the text
    explicitness: float | None
    labels: tuple[float, float] | None  # lenient and strict explicitness, by the labels of nodes
    domains: tuple[str, ...]
    date: str | None
    graph: Digraph | None
    cluster: str | None = None  # that somebody else put it into
    labelled: int = 0  # nodes with a label


class ModelAnswers(Group):
    """The answers of one model to one task."""

    def __init__(self, model: str, task: str) -> None:
        super().__init__(SHEET)
        self.model, self.task = model, task
        self.lengths = array("I")  # characters of reasoning: their median is asked for
        self.beside = array("d")  # F1 of the same answers; NaN: not known

    def take(self, sample: int, numbers: Mapping[str, float], reasoning: int | None = None) -> None:
        """Count an answer to a sample."""
        row: dict[str, object] = {**numbers}
        row |= {f"{name}_of": (sample, numbers[name]) for name in SHEET.units if name in numbers}
        if reasoning:
            self.lengths.append(min(reasoning, _LONGEST))
            row["reasoning"] = reasoning
            number = numbers.get(JUDGED_F1, numbers.get(F1))
            self.beside.append(nan if number is None else number)
            if number is not None:
                row |= {"reasoning_beside_f1": reasoning, "f1_beside_reasoning": number}
                row["reasoning_times_f1"] = reasoning * number
        self.add(row, sample)

    def within(self, metric: str, samples: frozenset[int]) -> Total:
        """A metric over the answers to these samples."""
        return Total.joined(t for sample, t in self.by_unit(metric).items() if sample in samples)

    def pairs(self, metric: str) -> Iterator[tuple[int, float]]:
        """(sample, value) of the answers that have the metric."""
        for pair, times in self.counts(f"{metric}_of").items():
            yield from [pair] * times  # type: ignore[misc]  # as taken

    def unanswered(self, problems: int) -> int:
        """Problems without an answer."""
        return problems - len(self.units)


class TextGraphSummary:
    """All problems and all answers of a run."""

    def __init__(self) -> None:
        self.samples: dict[str, Sample] = {}
        self.groups: dict[tuple[str, str], ModelAnswers] = {}
        self.shapes: dict[int, Topology] | None = None  # made when a table needs them

    def add_problem(self, key: str, problem: TextGraph, cluster: str | None = None) -> None:
        graph, facts = problem.graph, problem.metadata
        n, m = len(graph.nodes), len(graph.edges)
        stated, domains = facts.get("explicitness"), facts.get("domains")
        date = facts.get("publication_date")
        self.samples[key] = Sample(
            index=len(self.samples),
            nodes=n,
            edges=m,
            density=m / (n * (n - 1)) if n > 1 else 0.0,
            acyclic=graph.acyclic,
            length=None if problem.text is None else len(problem.text),
            explicitness=float(stated) if isinstance(stated, int | float) else None,
            labels=_explicit(problem.node_explicitness),
            domains=tuple(map(str, domains)) if isinstance(domains, list | tuple) else (),
            date=date if isinstance(date, str) and date else None,
            graph=graph if len(self.samples) < CORRELATED_GRAPHS else None,
            cluster=cluster,
            labelled=len(problem.node_explicitness),
        )

    def add(self, key: str, score: TextGraphScore) -> None:
        sample = self.samples.get(key)
        if sample is None:
            return
        task = score.task or "free"
        group = self.groups.setdefault((score.model, task), ModelAnswers(score.model, task))
        group.take(sample.index, numbers_of(score), score.reasoning)

    def finish(self) -> list[ModelAnswers]:
        """The groups with answers, by task and model."""
        return sorted(self.groups.values(), key=lambda group: (group.task, group.model))


def _explicit(labels: Mapping[str, int]) -> tuple[float, float] | None:
    """The shares of nodes that are not absent from the text, and that are explicit in it."""
    if not labels:
        return None
    lenient, strict = (
        sum(map(holds, labels.values())) / len(labels) for holds in (ABSENT.__ne__, EXPLICIT.__eq__)
    )
    return lenient, strict


def numbers_of(score: TextGraphScore) -> dict[str, float]:
    """The numbers that one answer has.

    The set-based scores are those of answers that were read; the released ones of answers that the
    released scorer scores.
    """
    values: dict[str, float | None] = {
        "parsed": score.parsed,
        "released_reads": score.released_reads,
        "released_left_out": score.released_status == "left out",
        "released_crash": score.released_status == "crash",
        "released_unknown": score.released_status is None,
        "empty": score.parsed and not score.predicted_edges,
        "right": bool(score.right),
        "valid_format": score.valid_format,
    }
    if score.parsed:
        own = ("precision", "recall", "f1", "node_precision", "node_recall", "shd", "nshd")
        values |= {name: getattr(score, name) for name in (*own, "shd_reversal_2")}
        values["sid"] = None if score.sid is None else score.sid.count
    if score.released is not None:
        values |= {f"released_{key}": value for key, value in _plain(score.released)}
        values["released_empty"] = not score.released.edges
    judge = score.judge
    if judge is not None:
        for kind in ("node", "edge"):
            values[f"judge_{kind}_precision"] = getattr(judge, f"{kind}_precision")
            values[f"judge_{kind}_recall"] = getattr(judge, f"{kind}_recall")
            for part in ("precision", "recall", "f1"):
                values[f"unweighted_{kind}_{part}"] = getattr(getattr(judge.unweighted, kind), part)
        values[UNWEIGHTED_F1] = judge.unweighted.overall.f1
        values |= {"judge_f1": judge.overall_f1, "judge_shd": judge.shd, "judge_nshd": judge.nshd}
        if judge.rates is not None:
            values |= dict(_plain(judge.rates))
    return {name: float(value) for name, value in values.items() if value is not None}


def _plain(part: object) -> Iterable[tuple[str, float]]:
    names: tuple[str, ...] = getattr(part, "__struct_fields__", ())
    return ((name, getattr(part, name)) for name in names)

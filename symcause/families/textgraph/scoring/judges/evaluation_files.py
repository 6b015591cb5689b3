"""Evaluation files: what judges say about text graph responses, each judge by itself.

A judge is an ``evaluator_type``. Rows of one response and judge are merged by section, the later wins, and
counted; the released program takes every row for a case of its own, so both are kept. A text that is no
YAML mapping is an absent section and counted. A response is named by its id, or by sample, model and task
where it has none. Only sums are kept (:class:`.label_scores.Side`), so the file may be of any length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.families.textgraph.files.answer.node_names import TASKS
from symcause.families.textgraph.files.decimal_ids import decimal_id
from symcause.families.textgraph.files.table_files import MAGIC, csv_rows, parquet_rows
from symcause.families.textgraph.scoring.judges.judge_replies import read_labels, read_marks
from symcause.families.textgraph.scoring.judges.label_scores import Judgement, Side, judged
from symcause.formats.pools.json_documents import Document, json_documents
from symcause.formats.storage.byte_streams import opened
from symcause.release_lookup import released_part
from symcause.scoring.answer_groups import Group as Answers
from symcause.scoring.answer_groups import Sheet

FINE_GRAINED, LLM_JUDGE = "fine_grained", "llm_judge"

CASE = ("node_precision", "node_recall", "edge_precision", "edge_recall", "f1")
"""The numbers of a row of labels that the released table shows."""

MARKS = ("accuracy", "recall", "similarity", "composite", "released_accuracy", "released_composite")
"""The numbers of a row of marks."""

Key = tuple[str, ...]
"""The id of a response, or its sample, model and task; both begin with the file that ids belong to."""

Group = tuple[str, str]
"""A task and a model."""


@dataclass
class Judge:
    """The rows of one evaluator; *cases* are their numbers, added up by task and model."""

    rows: int = 0
    left_out: int = 0  # unreadable, or without anything in them
    merged: int = 0  # into an earlier row about the same response
    sides: dict[Key, dict[str, Side]] = field(default_factory=dict)
    models: dict[Key, str] = field(default_factory=dict)  # who gave the response
    cases: dict[Group, Answers] = field(default_factory=dict)

    def count(self, group: Group, numbers: Mapping[str, float]) -> None:
        if group not in self.cases:
            self.cases[group] = Answers(Sheet(numbers=tuple(numbers)))
        self.cases[group].add(numbers, "")


@dataclass(frozen=True)
class Judgements:
    """What one judge says; *responses* are the keys of responses that an answer without id is about."""

    evaluator: str
    scope: str
    sides: Mapping[Key, Mapping[str, Side]]
    responses: Mapping[Key, Key | None]

    def about(self, response: str | None, sample: str, model: str, task: str) -> Judgement | None:
        """The judgement of one response; None if this judge did not judge it."""
        unnamed = (self.scope, sample, model, task)
        named = self.responses.get(unnamed) if response is None else (self.scope, response)
        sides = None if named is None else self.sides.get(named)
        sides = self.sides.get(unnamed) if sides is None else sides
        return None if sides is None else Judgement(sides)

    def only(self, responses: Iterable[str], answers: Iterable[Key]) -> Judgements:
        """As much of it as answers with these ids, or of these samples, models and tasks, are about."""
        unnamed = [(self.scope, *key) for key in answers]
        linked = {key: self.responses[key] for key in unnamed if key in self.responses}
        keys = [*((self.scope, r) for r in responses), *unnamed, *filter(None, linked.values())]
        sides = {key: self.sides[key] for key in keys if key in self.sides}
        return Judgements(self.evaluator, self.scope, sides, linked)


@dataclass
class Evaluations:
    """What all judges say, by evaluator."""

    judges: dict[str, Judge] = field(default_factory=dict)
    responses: dict[Key, Key | None] = field(default_factory=dict)  # None: of several

    @property
    def labelling(self) -> list[str]:
        """The judges that give labels."""
        return sorted(name for name in self.judges if name.startswith(FINE_GRAINED))

    def chosen(self, asked: str | None) -> str | None:
        """Whose labels count: who was *asked* for, ``fine_grained``, the only one there is, or nobody."""
        known = self.labelling
        if asked is not None:
            if asked not in known:
                remedy = did_you_mean(asked, known) or "there is none that gives labels"
                raise UsageError("no such judge", place="--judge", value=asked, remedy=remedy)
            return asked
        return FINE_GRAINED if FINE_GRAINED in known else known[0] if len(known) == 1 else None

    def of(self, judge: str, scope: str = "") -> Judgements:
        return Judgements(judge, scope, self.judges[judge].sides, self.responses)

    def add(self, row: Mapping[str, object], scope: str = "") -> None:
        """Take in one row; ids of responses belong to the *scope*."""
        evaluator, model = str(row.get("evaluator_type") or ""), str(row.get("model") or "unnamed")
        task = str(row.get("task_type") or "")
        group = TASKS.get(task, task), model
        judge = self.judges.setdefault(evaluator, Judge())
        judge.rows += 1
        if evaluator.startswith(FINE_GRAINED):
            self._labels(judge, row, group, scope)
            return
        numbers: dict[str, float] | None
        if LLM_JUDGE in evaluator:
            marks = read_marks(row.get("evaluation_answer"))
            numbers = None if marks is None else {k: float(getattr(marks, k)) for k in MARKS}
        else:
            score = _number(row.get("score"))
            numbers = None if score is None else {"score": score}
        if numbers is None:
            judge.left_out += 1
        else:
            judge.count(group, numbers)

    def _labels(self, judge: Judge, row: Mapping[str, object], group: Group, scope: str) -> None:
        labels = read_labels(row.get("evaluation_answer"))
        key = self._key(row, group, scope)
        if labels is None:
            judge.left_out += 1
            return
        judgement = judged(labels)
        judge.count(group, {name: float(getattr(judgement, name)) for name in CASE})
        judge.merged += key in judge.sides
        judge.sides.setdefault(key, {}).update(judgement.sides)
        judge.models[key] = group[1]

    def _key(self, row: Mapping[str, object], group: Group, scope: str) -> Key:
        response, sample = decimal_id(row.get("response_id")), decimal_id(row.get("sample_id"))
        if response is None and sample is None:
            raise ProblemError("an evaluation names its response", place="response_id")
        task, model = group
        unnamed = None if sample is None else (scope, sample, model, task)
        if response is None:
            assert unnamed is not None
            return unnamed
        named = (scope, response)
        if unnamed is not None and self.responses.setdefault(unnamed, named) != named:
            self.responses[unnamed] = None
        return named


def read_evaluations(
    path: str | Path, known: Evaluations | None = None, scope: str = ""
) -> Evaluations:
    """All rows of a file, added to what is *known*: JSON, JSON lines, CSV, Parquet, or a database."""
    evaluations = Evaluations() if known is None else known
    for document in _documents(path):
        if document.error is not None:
            raise document.error.at(file=document.file)
        if not isinstance(document.value, Mapping):
            raise ProblemError("an evaluation is an object", file=document.file)
        evaluations.add(document.value, scope)
    return evaluations


def _documents(path: str | Path) -> Iterator[Document]:
    with opened(path) as source:
        first, head = source.first_byte(), source.head()
        if not first:
            raise ProblemError("the file is empty", file=source.file)
        if first in b"{[":
            yield from json_documents(source)
        elif head.startswith(b"PAR1"):
            yield from parquet_rows(source)
        elif head.startswith(MAGIC):
            yield from released_part("textgraph", "evaluations")(source)
        else:
            yield from csv_rows(source)


def _number(value: object) -> float | None:
    try:
        return None if value is None or isinstance(value, bool) else float(str(value))
    except ValueError:
        return None

"""Files of evaluations: judge labels in YAML, one row for each section of a response.

Rows of one response are merged by section, the later wins; a text that is no YAML mapping is an absent
section and counted. A response is named by its id, or by sample, model and task where it has none. Only
sums are kept (:class:`.judge.Side`), so the file may be of any length. Evaluators that give one number
(``llm_judge_…``, ``graph_similarity``) are averaged by model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from yaml.events import CollectionEndEvent, CollectionStartEvent

from symcause.errors import ProblemError
from symcause.families.textgraph.files.ids import decimal_id
from symcause.families.textgraph.files.naming import TASKS
from symcause.families.textgraph.files.tables import csv_rows, parquet_rows
from symcause.families.textgraph.scoring.judge import SECTIONS, Judgement, Side, judged
from symcause.formats.documents import Document, json_documents
from symcause.formats.streams import opened
from symcause.scoring.statistics import Total

MAX_LABELS = 4_000_000
"""Most characters of one text of labels."""

MAX_DEPTH = 100
"""Most levels of such a text."""

FINE_GRAINED, LLM_JUDGE = "fine_grained", "llm_judge"

_MARKS = ("causal_precision", "causal_recall", "semantic_similarity")
_FENCE = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_OPENING = ("[", "{", "- ", "-\t", "? ", "\n ")  # whatever can begin a further level
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Key = tuple[str, ...]
"""The id of a response, or its sample, model and task."""


@dataclass
class Evaluations:
    """What judges say, by response; *numbers* are the scores of other evaluators, by them and model."""

    sides: dict[Key, dict[str, Side]] = field(default_factory=dict)
    numbers: dict[tuple[str, str], Total] = field(default_factory=dict)
    rows: int = 0
    unreadable: int = 0

    def judgement(
        self, response_id: str | None, sample: str, model: str, task: str | None
    ) -> Judgement | None:
        """The judgement of one response; None if nobody judged it."""
        keys: list[Key] = [(sample, model, task or "")]
        if response_id is not None:
            keys.insert(0, (response_id,))
        found = next((self.sides[key] for key in keys if key in self.sides), None)
        return None if found is None else Judgement(found)

    def add(self, row: Mapping[str, object]) -> None:
        """Take in one row."""
        self.rows += 1
        evaluator, model = str(row.get("evaluator_type") or ""), str(row.get("model") or "unnamed")
        if not evaluator.startswith(FINE_GRAINED):
            number = _number(row.get("score"))
            if number is None and evaluator.startswith(LLM_JUDGE):
                number = _composite(row.get("evaluation_answer"))
            if number is not None:
                before = self.numbers.get((evaluator, model), Total(0.0, 0))
                self.numbers[evaluator, model] = Total(before.sum + number, before.count + 1)
            return
        labels = read_labels(row.get("evaluation_answer"))
        if labels is None:
            self.unreadable += 1
            return
        sides = dict(judged(labels).sides)
        for key in _keys(row, model):
            self.sides.setdefault(key, {}).update(sides)


def read_evaluations(path: str | Path) -> Evaluations:
    """All rows of a file: JSON, JSON lines, CSV or Parquet."""
    found = Evaluations()
    for document in _documents(path):
        if document.error is not None:
            raise document.error.at(file=document.file)
        if not isinstance(document.value, Mapping):
            raise ProblemError("an evaluation is an object", file=document.file)
        found.add(document.value)
    return found


def _documents(path: str | Path) -> Iterator[Document]:
    with opened(path) as source:
        first = source.first_byte()
        if not first:
            raise ProblemError("the file is empty", file=source.file)
        if first in b"{[":
            yield from json_documents(source)
        elif source.head().startswith(b"PAR1"):
            yield from parquet_rows(source)
        else:
            yield from csv_rows(source)


def read_labels(text: object) -> dict[str, object] | None:
    """The sections in a text of YAML (or a decoded mapping); None if it holds none."""
    found = _mapping(text)
    return None if found is None else {name: found[name] for name in SECTIONS if name in found}


def _mapping(text: object) -> Mapping[object, object] | None:
    """The mapping that a text of YAML holds, in a fence or without one."""
    if isinstance(text, str):
        if len(text) > MAX_LABELS:
            return None
        fenced = _FENCE.search(text)
        body = text if fenced is None else fenced[1]
        try:
            text = None if _is_deep(body) else yaml.load(body, Loader=_LOADER)
        except (yaml.YAMLError, ValueError, RecursionError):
            return None
    return text if isinstance(text, Mapping) else None


def _is_deep(text: str) -> bool:
    """Whether YAML is nested deeper than labels are; building it would overflow the stack of C code."""
    if sum(map(text.count, _OPENING)) <= MAX_DEPTH:
        return False
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, CollectionStartEvent):
            depth += 1
        elif isinstance(event, CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            return True
    return False


def _composite(text: object) -> float | None:
    """The score of a judge that gives three marks from 1 to 5: their sum over 15."""
    found = _mapping(text) or {}
    marks = [_number(found.get(name)) for name in _MARKS]
    return None if None in marks else sum(mark for mark in marks if mark is not None) / 15


def _keys(row: Mapping[str, object], model: str) -> list[Key]:
    keys: list[Key] = []
    response, sample = decimal_id(row.get("response_id")), decimal_id(row.get("sample_id"))
    if response is not None:
        keys.append((response,))
    if sample is not None:
        task = str(row.get("task_type") or "")
        keys.append((sample, model, TASKS.get(task, task)))
    if not keys:
        raise ProblemError("an evaluation names its response", place="response_id")
    return keys


def _number(value: object) -> float | None:
    try:
        return None if value is None or isinstance(value, bool) else float(str(value))
    except ValueError:
        return None

"""The smallest files in the forms that the released programs write: rows, both forms of the database."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

FREE, NAMES = "causal_graph_generation", "causal_graph_generation_with_node_names"

EDGES = [{"source": "water", "target": "crops"}, {"source": "sun", "target": "water"}]

SAMPLE: dict[str, Any] = {
    "id": 5,
    "title": "",
    "source": "PLOS",
    "url": "",
    "domains": ["Ecology"],
    "num_nodes": 4,
    "num_edges": 2,
    "explicitness": 1.0,
    "nodes": ["aaa alone", "crops", "sun", "water"],
    "edges": EDGES,
    "node_explicitness": {"aaa alone": 1, "crops": 1, "sun": 1, "water": 1},
    "input_text": "The sun draws up water; without it no crops.",
    "abstract": "",
    "publication_date": "",
}
"""A sample with an isolated node; by number crops, sun, water are 1, 2, 3."""

LABELS = """edge_precision_evaluations:
- edge_number: 1
  graph_evaluation:
    presence_label: PRESENCE_STRONG_MATCH
    directionality_label: DIRECTION_CORRECT
    abstraction_label: ABSTRACTION_ALIGNED
  text_evaluation: {}
edge_recall_evaluations:
- edge_number: 1
  importance_label: IMPORTANCE_CORE
  presence_label: PRESENCE_WEAK_MATCH
  directionality_label: DIRECTION_CORRECT
  abstraction_label: ABSTRACTION_ALIGNED
"""
MARKS = {"causal_precision": 4, "causal_recall": 2, "semantic_similarity": 3}

NEW = """
CREATE TABLE causal_graphs (id INTEGER PRIMARY KEY, sample_id INTEGER, domains TEXT, corrected_json TEXT,
  input_text TEXT);
CREATE TABLE benchmark_responses (id INTEGER PRIMARY KEY, sample_id INTEGER, response_date TEXT,
  task_type TEXT, model TEXT, response_reasoning TEXT, response_answer TEXT, finish_reason TEXT,
  valid_format INTEGER, corrected_reasoning TEXT, corrected_answer TEXT);
CREATE TABLE benchmark_evaluations (id INTEGER PRIMARY KEY, response_id INTEGER, evaluation_date TEXT,
  evaluator_type TEXT, score REAL, evaluation_reasoning TEXT, evaluation_answer TEXT);
"""
OLD = (
    NEW.replace("sample_id INTEGER, domains", "domains")
    .replace("sample_id INTEGER, response_date", "causal_graph_id INTEGER, response_date")
    .replace("task_type", "evaluation_type")
    .replace("input_text", "md_unprocessed")
)


def answer(*pairs: tuple[object, object], end: str = "sink") -> str:
    return json.dumps({"relationships": [{"source": s, end: t} for s, t in pairs]})


def response(
    number: int, text: str | None, task: str = FREE, corrected: str | None = None
) -> dict[str, Any]:
    """A published row."""
    return {
        "id": number,
        "sample_id": 5,
        "model": "m",
        "task_type": task,
        "response_answer": text,
        "response_reasoning": "",
        "corrected_answer": corrected,
        "valid_format": 1,
        "response_date": "2025-12-09",
    }


def evaluation(response: int, evaluator: str, text: str | None, **more: object) -> dict[str, Any]:
    """A published row."""
    return {
        "id": 1,
        "response_id": response,
        "sample_id": 5,
        "model": "m",
        "task_type": FREE,
        "evaluator_type": evaluator,
        "score": None,
        "evaluation_answer": text,
        "evaluation_reasoning": "",
        "evaluation_date": "2025-12-09",
        **more,
    }


def lines(path: Path, *rows: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def database(
    path: Path,
    responses: list[dict[str, Any]],
    evaluations: list[dict[str, Any]] = [],  # noqa: B006 - never changed
    *,
    old: bool = False,
) -> str:
    """The rows as the released program keeps them, in the newer or the older form."""
    base = sqlite3.connect(path)
    base.executescript(OLD if old else NEW)
    gold = json.dumps([{"source": e["source"], "sink": e["target"]} for e in EDGES])
    domains, text = json.dumps(SAMPLE["domains"]), SAMPLE["input_text"]
    head = (5,) if old else (1, 5)
    base.execute(
        f"INSERT INTO causal_graphs VALUES ({', '.join('?' * (len(head) + 3))})",
        (*head, domains, gold, text),
    )
    for row in responses:
        kept = ("id", "sample_id", "response_date", "task_type", "model", "response_reasoning")
        cells = [row[key] for key in kept]
        cells += [row["response_answer"], "stop", row["valid_format"], None]
        base.execute(
            f"INSERT INTO benchmark_responses VALUES ({', '.join('?' * 11)})",
            (*cells, row["corrected_answer"]),
        )
    for number, row in enumerate(evaluations, start=1):
        kept = ("response_id", "evaluation_date", "evaluator_type", "score")
        cells = [number, *(row[key] for key in kept), "", row["evaluation_answer"]]
        base.execute(f"INSERT INTO benchmark_evaluations VALUES ({', '.join('?' * 7)})", cells)
    base.commit()
    base.close()
    return str(path)

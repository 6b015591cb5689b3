"""Files of all families that no example holds: answers, runs, labels, and a pool with something of each.

They are small and right as they stand here; names tell where they belong (``boats.run.json`` goes with
``boats.json``).
"""

from __future__ import annotations

import json

_STRONG = {
    "presence_label": "PRESENCE_STRONG_MATCH",
    "directionality_label": "DIRECTION_CORRECT",
    "abstraction_label": "ABSTRACTION_ALIGNED",
}
_LABELS = {
    "edge_precision_evaluations": [{"graph_evaluation": _STRONG, "text_evaluation": _STRONG}],
    "edge_recall_evaluations": [{**_STRONG, "importance_label": "IMPORTANCE_CORE"}],
    "node_precision_evaluations": [{"graph_evaluation": _STRONG}],
    "node_recall_evaluations": [{**_STRONG, "importance_label": "IMPORTANCE_PERIPHERAL"}],
}
_RUN = {
    "format": "symcause.run/1",
    "id": "r1",
    "scenario": "boats",
    "model": "m",
    "deployments": [{"design": {"hull": 2, "route": "coast"}, "count": 30, "survived": 20}],
    "submission": {"design": {"hull": 3, "route": "open"}, "fleet": 100, "survived": 78},
    "turns": [{"claims": ["water"]}, {"claims": []}],
    "verdicts": {"one": {"CR1": "SATISFIED", "CR2": "PARTIALLY_SATISFIED"}},
}
_TEXTGRAPH = {
    "format": "symcause.textgraph/1",
    "id": "rivers",
    "nodes": ["rain", "flood", "damage", "repair", "sun"],
    "edges": [
        {"source": "rain", "target": "flood"},
        {"source": "flood", "target": "damage"},
        {"source": "damage", "target": "repair"},
        {"source": "repair", "target": "damage"},
    ],
    "text": "Rain fell for days. The river rose, and the town was never the same.",
}
_EVALUATION = {
    "response_id": 0,
    "sample_id": 0,
    "model": "m",
    "evaluator_type": "fine_grained",
    "evaluation_answer": json.dumps(_LABELS),
}


def _bytes(*documents: object) -> bytes:
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


def _criterion(name: str, weight: int) -> dict[str, object]:
    return {"id": name, "dimension": "causal", "weight": weight}


PROBLEMS = {"rivers.json": _bytes(_TEXTGRAPH)}
"""A gold graph with a cycle, as a document."""

ANSWERS = {
    "shapes.answer.json": b'{"answer": "no"}\n',
    "shapes.answer.txt": b"I believe the answer is: Yes.\n",
    "boats.answer.json": b'{"design": {"hull": 2, "route": "coast"}}\n',
    "boats.run.json": _bytes(_RUN),
    "flood.answer.dot": b'digraph { "heavy rain" -> flood; flood -> damage }\n',
    "rivers.answer.json": b'{"relationships": [{"source": "rain", "sink": "flood"}]}\n',
    "rivers.answer.txt": b"The graph:\n```json\n"
    + _bytes(["rain", "flood"])
    + b"```\nrain -> flood\n",
    "crystal.answer.json": b'{"equations": {"freq": "25 + 2*density + 3*size + temperature"}}\n',
}
"""Answers to problems of every family; the first word of a name is the problem's."""

PREDICTIONS = {
    "predictions.mixed.jsonl": _bytes(
        {"instanceId": "shapes", "model": "m", "response": '{"answer": "no"}'},
        {"instanceId": "boats", "model": "m", "response": '{"design": {"hull": 2}}'},
        {"instanceId": "rivers", "model": "m", "response": "rain -> flood\nflood -> damage"},
        {"instanceId": "crystal", "model": "m", "response": '{"equations": {}}'},
    ),
    "predictions.runs.jsonl": _bytes(_RUN, {**_RUN, "id": "r2", "model": "n"}),
}
"""Answers to the problems of the mixed pool."""

MIXED = ("shapes", "boats", "crystal", "unique")
"""Examples that make up the mixed pool, with the problems above."""

BESIDE = {
    "labels.yaml": json.dumps(_LABELS, indent=1).encode(),
    "evaluations.jsonl": _bytes(_EVALUATION, {**_EVALUATION, "response_id": 1, "score": 0.5}),
    "rubric.json": _bytes({"criteria": [_criterion("CR1", 2), _criterion("CR2", 1)]}),
    "pairs.json": b'[["rain", "rain"], ["flood", "flooding"], ["damage", "damage"]]\n',
    "similarity.csv": b",rain,flood\nrain,1.0,0.2\nflood,0.1,0.9\ndamage,0,0.5\n",
}
"""Files that options name."""

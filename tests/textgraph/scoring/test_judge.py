"""Judge labels to scores: the shared cases, and what they do not cover."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from symcause.families.textgraph.scoring.judges.evaluation_files import Evaluations, read_labels
from symcause.families.textgraph.scoring.judges.label_scores import judged
from symcause.families.textgraph.scoring.judges.label_values import composite
from tests.textgraph.cases import published

STRONG = {
    "presence_label": "PRESENCE_STRONG_MATCH",
    "directionality_label": "DIRECTION_CORRECT",
    "abstraction_label": "ABSTRACTION_ALIGNED",
}
NONE = {
    "presence_label": "PRESENCE_NO_MATCH",
    "directionality_label": "DIRECTION_NA",
    "abstraction_label": "ABSTRACTION_NA",
}


def test_shared_judge_cases() -> None:
    for case in published("judge_cases.jsonl"):
        found = judged(case["labels"])
        for key, value in case["expected"].items():
            assert float(getattr(found, key.removeprefix("overall_"))) == pytest.approx(
                value, abs=1e-11
            )


def _precision(*items: dict[str, Any]) -> Fraction:
    return judged({"edge_precision_evaluations": list(items)}).edge_precision


def _recall(*items: dict[str, Any]) -> Fraction:
    return judged({"edge_recall_evaluations": list(items)}).edge_recall


def test_unknown_and_missing_labels_are_worth_nothing() -> None:
    assert composite({}) == 0
    assert composite({"presence_label": "PRESENCE_SOMEHOW", "semantic_label": None}) == 0
    assert composite({"presence_label": ["PRESENCE_STRONG_MATCH"]}) == 0
    assert composite({"presence_label": "PRESENCE_EXPLICIT"}) == Fraction(1, 3)


def test_a_key_decides_which_labels_count() -> None:
    """A label is present if its key is, whatever its value."""
    block = {**STRONG, "inference_label": None, "semantic_label": "SEMANTIC_STRONG"}
    assert composite(block) == Fraction(2, 3)  # inference counts, and is worth 0
    block = {"directionality_label": None, "semantic_label": "SEMANTIC_STRONG"}
    assert composite(block) == 0


def test_absent_blocks() -> None:
    """Missing, null and empty blocks are absent; one that remains counts alone."""
    for graph in ({}, None, "no map"):
        assert _precision({"graph_evaluation": graph, "text_evaluation": STRONG}) == 1
        assert _precision({"graph_evaluation": graph}) == 0
    assert _precision({"text_evaluation": NONE}) == 0


def test_a_block_without_match_keeps_its_other_labels() -> None:
    half = {"presence_label": "PRESENCE_WEAK_MATCH"}
    unmatched = {**STRONG, "presence_label": "PRESENCE_NO_MATCH"}
    both = {"graph_evaluation": unmatched, "text_evaluation": half}
    assert _precision(both) == Fraction(2, 3)
    assert _precision({"graph_evaluation": unmatched, "text_evaluation": NONE}) == 0


def test_recall_weights() -> None:
    """A missing presence is 0 but no NO_MATCH; a missing importance weighs nothing."""
    core = {"importance_label": "IMPORTANCE_CORE"}
    peripheral = {"importance_label": "IMPORTANCE_PERIPHERAL"}
    assert _recall({**core, **STRONG}, {**peripheral, **NONE}) == Fraction(4, 5)
    assert _recall({**core, "directionality_label": "DIRECTION_CORRECT"}) == Fraction(1, 3)
    assert _recall(dict(STRONG)) == 0  # all weights are 0
    assert _recall({**core, **STRONG}, dict(NONE)) == 1


def test_overall_weights_by_items() -> None:
    items = [{"graph_evaluation": STRONG}, {"graph_evaluation": NONE}, {"graph_evaluation": NONE}]
    found = judged(
        {
            "node_precision_evaluations": [{"graph_evaluation": dict(STRONG, semantic_label="x")}],
            "edge_precision_evaluations": items,
            "edge_recall_evaluations": [{**STRONG, "importance_label": "IMPORTANCE_CORE"}],
            "node_recall_evaluations": [],
        }
    )
    assert found.precision == Fraction(2, 4) and found.recall == 1
    assert found.f1 == Fraction(2, 3)


def test_sections_of_the_wrong_kind_are_absent() -> None:
    found = judged({"edge_precision_evaluations": "none", "edge_recall_evaluations": None})
    assert found.f1 == 0 and found.rates() is None


def test_unweighted_distance_and_rates() -> None:
    """The variants of the paper: matches with the graph alone, judge SHD, label rates."""
    weak_reversed = {
        "presence_label": "PRESENCE_WEAK_MATCH",
        "directionality_label": "DIRECTION_REVERSED",
    }
    unmatched_reversed = {**NONE, "directionality_label": "DIRECTION_REVERSED"}
    explicit = {"presence_label": "PRESENCE_EXPLICIT", "inference_label": "INFERENCE_DIRECT"}
    found = judged(
        {
            "edge_precision_evaluations": [
                {"graph_evaluation": STRONG, "text_evaluation": explicit},
                {"graph_evaluation": weak_reversed, "text_evaluation": NONE},
                {"graph_evaluation": unmatched_reversed, "text_evaluation": explicit},
                {"text_evaluation": {"presence_label": "PRESENCE_GRAPH_ONLY"}},
            ],
            "edge_recall_evaluations": [STRONG, NONE, weak_reversed],
        }
    )
    match = found.unweighted("edge")
    assert (match.precision, match.recall) == (Fraction(1, 2), Fraction(2, 3))
    assert found.unweighted("node").f1 == 0
    assert found.shd == 1 + 1 + 1  # unmatched answer edge, unmatched gold edge, matched reversal
    assert found.nshd(3) == Fraction(1, 2) and found.nshd(1) == 0
    assert found.rates() == {
        "graph_match": Fraction(1, 2),
        "direction_correct": Fraction(1, 4),
        "direction_reversed": Fraction(1, 2),
        "text_support": Fraction(3, 4),
    }


def test_evaluations_are_merged_by_section() -> None:
    """The later row wins; what is no YAML is an absent section and counted."""
    row = {"response_id": 7, "sample_id": 1, "model": "m", "evaluator_type": "fine_grained_x"}
    found = Evaluations()
    item = "{presence_label: PRESENCE_NO_MATCH, importance_label: IMPORTANCE_CORE}"
    first = f"edge_recall_evaluations:\n- {item}"
    later = first.replace("NO_MATCH", "STRONG_MATCH")
    other = "```yaml\nnode_recall_evaluations: []\n```"
    for text in (first, later, other, "not: [yaml", "just words", None):
        found.add({**row, "evaluation_answer": text})
    judge = found.judges["fine_grained_x"]
    assert (judge.rows, judge.left_out, judge.merged) == (6, 3, 2)
    assert found.chosen(None) == "fine_grained_x"
    said = found.of("fine_grained_x")
    judgement = said.about("7", "1", "m", "free")
    assert judgement is not None and judgement.edge_recall == Fraction(1, 3)
    assert said.about(None, "1", "m", "") == judgement  # by sample, model and task
    assert said.about("8", "2", "m", "free") is None
    assert said.only(["7"], []).about("7", "1", "m", "free") == judgement
    assert said.only([], [("1", "m", "")]).about(None, "1", "m", "") == judgement


def test_other_evaluators_are_averaged() -> None:
    found = Evaluations()
    row = {"evaluator_type": "graph_similarity", "model": "m", "response_id": 1}
    for score in (0.5, "1.0", None, "much"):
        found.add({**row, "score": score})
    judge = found.judges["graph_similarity"]
    scores = judge.cases["", "m"].total("score")
    assert (scores.sum, scores.count) == (1.5, 2)
    assert (judge.rows, judge.left_out) == (4, 2) and found.chosen(None) is None


def test_labels_may_be_json_or_a_mapping() -> None:
    assert read_labels('{"edge_recall_evaluations": []}') == {"edge_recall_evaluations": []}
    assert read_labels({"node_recall_evaluations": [], "other": 1}) == {
        "node_recall_evaluations": []
    }
    assert read_labels("- a\n- b") is None and read_labels(3) is None

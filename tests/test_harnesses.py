"""Static tasks without any harness: prompts out, the same numbers for every response."""

from __future__ import annotations

import json
from math import isnan
from pathlib import Path

import pytest

import symcause
from symcause.errors import UsageError
from symcause.harnesses.lm_eval_files import FOLDER, text_of
from symcause.harnesses.static import items, measured, metrics, tasks

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.mark.parametrize("task", ["replay", "alternative", "crystals", "shapeworld"])
def test_tasks_run_without_any_file(task: str) -> None:
    found = items(task, limit=2, seed=5)
    assert [item.id for item in found] == [item.id for item in items(task, limit=2, seed=5)]
    assert len({item.id for item in found}) == 2
    for item in found:
        assert item.prompt
        nonsense, _ = measured(task, item.document, "I do not know.")
        assert tuple(nonsense) == metrics(task)


def test_the_right_answer_is_right() -> None:
    (item,) = items("replay", EXAMPLES / "unique.json")
    gold = json.dumps(item.document["gold"])
    values, reason = measured("replay", item.document, gold)
    assert values["right"] == values["train_exact"] == 1.0
    assert reason is None
    assert json.dumps(item.document["gold"]) not in item.prompt
    wrong, reason = measured("replay", item.document, "no idea")
    assert wrong["right"] == 0.0
    assert isnan(wrong["parent_f1"])
    assert reason


@pytest.mark.parametrize("setting", ["ordered", "block-order", "hidden-order", "hidden-roots"])
def test_every_setting(setting: str) -> None:
    (item,) = items("replay", setting=setting, limit=1)
    assert item.document["setting"] == setting
    assert setting in {symcause.load(EXAMPLES / "ordered.json").setting, setting}


def test_a_pool_gives_the_problems_of_the_family(tmp_path: Path) -> None:
    pool = tmp_path / "pool.jsonl"
    files = ("unique.json", "shapes.json", "ambiguous.json")
    texts = [json.dumps(json.loads((EXAMPLES / name).read_text())) for name in files]
    pool.write_text("\n".join(texts) + "\n")
    assert [item.id for item in items("replay", pool)] == ["unique", "ambiguous"]
    assert [item.id for item in items("shapeworld", pool)] == ["shapes"]


def test_text_graphs_need_a_pool(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a pool"):
        items("textgraph")
    with pytest.raises(UsageError, match="no text"):
        items("textgraph", EXAMPLES / "flood.txt")
    pool = tmp_path / "text.json"
    problem = {
        "format": "symcause.textgraph/1",
        "id": "rain",
        "nodes": ["rain", "flood"],
        "edges": [{"source": "rain", "target": "flood"}],
        "text": "Rain causes floods.",
    }
    pool.write_text(json.dumps(problem))
    (item,) = items("textgraph", pool)
    assert "Rain causes floods." in item.prompt
    values, _ = measured("textgraph", item.document, '{"edges": [["rain", "flood"]]}')
    assert tuple(values) == metrics("textgraph")


@pytest.mark.parametrize("task", sorted(tasks()))
def test_task_files_are_up_to_date(task: str) -> None:
    """python -m symcause.harnesses.lm_eval_files writes them anew."""
    assert (FOLDER / f"symcause_{task}.yaml").read_text(encoding="utf-8") == text_of(task)

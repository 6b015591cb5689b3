"""The lm-evaluation-harness, offline: our task files with a small model object."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from symcause.errors import UsageError
from symcause.harnesses.lm_eval_files import FOLDER
from symcause.harnesses.static_tasks import items

pytest.importorskip(
    "lm_eval", reason="the lm-evaluation-harness is not installed: pip install 'symcause[lm-eval]'"
)

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def evaluated(task: str, answer: str, **metadata: Any) -> dict[str, float]:
    from lm_eval.api.model import LM
    from lm_eval.evaluator import simple_evaluate
    from lm_eval.tasks import TaskManager

    class Echo(LM):
        """Says the same to everything."""

        def generate_until(self, requests: list[Any]) -> list[str]:
            return [answer for _ in requests]

        def loglikelihood(self, requests: list[Any]) -> list[Any]:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: list[Any]) -> list[Any]:
            raise NotImplementedError

    manager = TaskManager(include_path=str(FOLDER), include_defaults=False, metadata=metadata)
    found = simple_evaluate(
        Echo(), tasks=[task], task_manager=manager, bootstrap_iters=0, metadata=metadata
    )
    assert found is not None
    results = found["results"][task]
    return {
        key.partition(",")[0]: value
        for key, value in results.items()
        if isinstance(value, int | float)
    }


def test_a_pool() -> None:
    pool = EXAMPLES / "unique.json"
    gold = json.dumps(json.loads(pool.read_text())["gold"])
    assert evaluated("symcause_replay", gold, pool=str(pool))["right"] == 1.0
    assert evaluated("symcause_replay", "lol", pool=str(pool))["right"] == 0.0


def test_generated_problems() -> None:
    found = evaluated("symcause_shapeworld", "yes", limit=4, seed=1)
    assert 0.0 <= found["right"] <= 1.0


@pytest.mark.parametrize(
    "task",
    [
        *("alternative", "crystals", "textgraph", "statements", "cpt", "scenario"),
        *("finite", "finite_queries"),
    ],
)
def test_every_task_takes_nonsense(task: str, tmp_path: Path) -> None:
    """It is scored, and nothing about it is good."""
    pool = tmp_path / "text.json"
    edge = {"source": "rain", "target": "flood"}
    text = {"nodes": ["rain", "flood"], "edges": [edge], "text": "Rain causes floods."}
    pool.write_text(json.dumps({"format": "symcause.textgraph/1", "id": "rain", **text}))
    options: dict[str, Any] = {"pool": str(pool)} if task == "textgraph" else {"limit": 2}
    found = evaluated(f"symcause_{task}", "lol", **options)
    good = {"valid", "f1", "edge_f1", "right"} & set(found)
    assert good
    assert all(found[name] == 0.0 for name in good)


def test_a_pool_of_another_family_is_one_line(tmp_path: Path) -> None:
    pool = tmp_path / "statements.jsonl"
    with pytest.raises(SystemExit) as ended:
        pool.write_text(
            "".join(f"{json.dumps(i.document)}\n" for i in items("statements", limit=2))
        )
        evaluated("symcause_replay", "yes", pool=str(pool))
    assert isinstance(ended.value, UsageError)
    assert str(ended.value.code).startswith("symcause: ") and "the task statements" in str(
        ended.value
    )


def test_the_command_ends_without_a_traceback(tmp_path: Path) -> None:
    script = (
        "from symcause.harnesses.lm_eval.load_refusal import refused\n"
        "from symcause.errors import UsageError\n"
        "with refused():\n    raise UsageError('no', remedy='yes')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (1, "symcause: no; yes")

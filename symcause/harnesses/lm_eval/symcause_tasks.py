"""Functions that the lm_eval task files of symcause call: datasets and results of static tasks.

The harness loads this file by its path. ``--metadata '{"pool": "pool.jsonl", "setting": "ordered"}'`` names
a pool; without one the problems are generated, with evidence that settles what is asked ("level" names
another). The arguments of the model come in the same way, so a key is refused only if it looks misspelt; of
others that are not read a warning says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

_KEYS = ("pool", "setting", "level", "seed", "limit", "allow_abstain", "tell_class")


def _dataset(task: str) -> Callable[..., dict[str, Any]]:
    def made(
        pool: str | None = None,
        setting: str | None = None,
        level: str | None = None,
        seed: int = 0,
        limit: int | None = None,
        allow_abstain: bool = False,
        tell_class: bool = False,
        **others: object,
    ) -> dict[str, Any]:
        from datasets import Dataset

        from symcause.harnesses.lm_eval.load_refusal import refused
        from symcause.harnesses.static_tasks import items, refuse_misspelt

        with refused():
            refuse_misspelt(others, _KEYS)
            found = items(
                task,
                pool,
                setting=setting,
                level=level,
                seed=seed,
                limit=limit,
                allow_abstain=allow_abstain,
                tell_class=tell_class,
            )
        rows = [
            {
                "id": item.id,
                "task": task,
                "prompt": item.prompt,
                "problem": json.dumps(item.document),
            }
            for item in found
        ]
        return {"test": Dataset.from_list(rows)}

    return made


replay = _dataset("replay")
alternative = _dataset("alternative")
crystals = _dataset("crystals")
shapeworld = _dataset("shapeworld")
textgraph = _dataset("textgraph")
statements = _dataset("statements")
cpt = _dataset("cpt")
finite = _dataset("finite")
finite_queries = _dataset("finite_queries")
scenario = _dataset("scenario")


def results(doc: dict[str, Any], responses: list[str]) -> dict[str, float]:
    """All metrics of a response; NaN where one does not apply."""
    from symcause.harnesses.static_tasks import measured

    values, _ = measured(doc["task"], json.loads(doc["problem"]), responses[0])
    return values


def mean(values: list[float]) -> float:
    """The mean over the answers to which a metric applies."""
    known = [value for value in values if value == value]  # NaN differs from itself
    return sum(known) / len(known) if known else float("nan")

"""Datasets for reasoning-gym, registered when this harness module is imported.

::

    import reasoning_gym
    import symcause.harnesses.reasoning_gym_datasets

    data = reasoning_gym.create_dataset("symcause_shapeworld", seed=1, size=100)
    data.score_answer('{"answer": "yes"}', data[0])

An entry is :func:`symcause.harnesses.grounds.item`: question and answer, and in its metadata the problem
with gold and certificate for the scorer; with ``difficulty=True`` also how hard it is, in proven numbers.
Half of the questions are open: there the answer is to abstain.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import DATASETS, register_dataset

from symcause.harnesses.grounds import BOTH, SIDES, grounds, item, score

PROBLEM = "problem"
"""Where an entry keeps its problem, as JSON text: transports that sort keys keep it as it is."""


@dataclass
class GroundConfig:
    """What entries depend on; *options* are those of ``symcause generate``."""

    seed: int | None = None
    size: int = 500
    side: str = BOTH
    options: dict[str, Any] = field(default_factory=dict)
    difficulty: bool = (
        False  # proven numbers in the metadata, which take longer than the item itself
    )

    def validate(self) -> None:
        """As reasoning-gym asks for it."""
        assert self.size > 0, "size must be positive"
        assert self.side in SIDES, f"side must be one of {', '.join(SIDES)}"


class GroundDataset(ProceduralDataset):
    """Entries of one ground; subclasses name it."""

    ground: str

    def __init__(self, config: GroundConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        if not 0 <= idx < self.size:
            raise IndexError(idx)
        made = item(self.ground, self.seed, idx, side=self.config.side, options=self.config.options)
        return {
            "question": made.prompt,
            "answer": made.answer,
            "metadata": {
                "source_dataset": _named(self.ground),
                "source_index": idx,
                "id": made.id,
                "open": made.is_open,
                **({"difficulty": asdict(made.difficulty)} if self.config.difficulty else {}),
                PROBLEM: json.dumps(made.document),
            },
        }

    def score_answer(self, answer: str | Mapping[str, Any] | None, entry: dict[str, Any]) -> float:
        """What an answer earns, in [0, 1]; the entry holds all that it takes. An object is its JSON."""
        text = json.dumps(dict(answer)) if isinstance(answer, Mapping) else answer
        return score(json.loads(entry["metadata"][PROBLEM]), text)["reward"]


def _named(ground: str) -> str:
    return f"symcause_{ground}"


def register() -> None:
    """Make a dataset of every ground known, once."""
    for ground in grounds():
        if _named(ground) not in DATASETS:
            kind = type(f"{ground.capitalize()}Dataset", (GroundDataset,), {"ground": ground})
            kind.__module__ = __name__
            globals()[kind.__name__] = kind  # so that it can be sent to other processes
            register_dataset(_named(ground), kind, GroundConfig)


register()

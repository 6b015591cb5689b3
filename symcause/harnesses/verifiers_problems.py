"""Problems for verifiers, one of the harnesses: static ones as a taskset.

::

    vf-validate symcause-problems -n 300 --taskset.ground replay --runtime.type subprocess
    vf-eval symcause-problems -n 20 --env.taskset.ground shapeworld --env.taskset.seed 3 --model …

Task *i* is :func:`symcause.harnesses.grounds.item`, whatever was taken before. What ``validate`` checks is
the stored certificate: it is verified, says whether the question is open, and the answer that goes with it
earns 1. No solver is asked, neither there nor by the rewards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import count
from typing import Any, Literal

import verifiers.v1 as vf
from pydantic import Field
from verifiers.v1.harnesses.null import NullHarnessConfig

from symcause.harnesses.grounds import grader, item, score
from symcause.harnesses.verifiers_rewards import Rewarded


class ProblemData(vf.TaskData):
    """A problem; what a model gets to see is its prompt."""

    problem: str
    """The document with gold and certificate, as JSON text."""
    answer: str
    """An answer that is justified."""
    open: bool
    """Does the evidence leave the question open?"""
    difficulty: dict[str, float | None] = Field(default_factory=dict)
    """Numbers that are proven; None where they are not known. Empty unless they were asked for."""


class ProblemTask(Rewarded, vf.Task[ProblemData]):
    """One question about one problem."""

    def numbers(self, trace: Any) -> Mapping[str, float]:
        return score(self.document, trace.last_reply)

    def valid(self) -> bool:
        """Does the certificate hold, say what the task says, and its answer earn everything?"""
        data: ProblemData = self.data
        is_open = grader(self.document).is_open
        return is_open == data.open and score(self.document, data.answer)["reward"] == 1.0


class ProblemsConfig(vf.TasksetConfig):
    """Which problems: *options* are those of ``symcause generate``, as JSON."""

    ground: str = "shapeworld"
    """replay, crystals or shapeworld."""
    seed: int = 0
    """Another seed makes other problems."""
    side: Literal["both", "settled", "open"] = "both"
    """Both siblings of every pair in turn, or one of them."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Options of the generator."""
    difficulty: bool = False
    """Also say how hard each problem is, which may take longer than making it."""


class ProblemsTaskset(vf.Taskset[ProblemTask, ProblemsConfig]):
    """Problems without end; item *i* depends on the config and on *i* alone."""

    INFINITE = True

    def load(self) -> Iterator[ProblemTask]:
        return map(self.item, count())

    def item(self, index: int) -> ProblemTask:
        """Task *index*."""
        asked = self.config
        made = item(asked.ground, asked.seed, index, side=asked.side, options=asked.options)
        data = ProblemData(
            name=made.id,
            prompt=made.prompt,
            problem=json.dumps(made.document),
            answer=made.answer,
            open=made.is_open,
            difficulty=asdict(made.difficulty) if asked.difficulty else {},
        )
        return ProblemTask(data, asked.task)


class ProblemsEnvConfig(vf.EnvConfig):
    """One model that answers; it is given no tools, so nothing needs a sandbox."""

    agent: vf.AgentConfig = vf.AgentConfig(
        harness=NullHarnessConfig(id="null"), runtime=vf.SubprocessConfig()
    )


class ProblemsEnv(vf.Env[ProblemsEnvConfig]):
    """A prompt and its answer."""

    async def run(self, task: Any, agents: Any) -> None:
        await agents.agent.run(task)

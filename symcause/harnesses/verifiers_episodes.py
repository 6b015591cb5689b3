"""Episodes as a taskset for verifiers, one of the harnesses.

::

    vf-validate symcause-episodes -n 300 --taskset.family linear --runtime.type subprocess
    vf-eval symcause-episodes -n 20 --env.taskset.family shapeworld --env.taskset.budget 6 --model …

Every reply of the model is one JSON object, ``{"action": …}`` or ``{"answer": …}``; what it sees comes back
as the next message. The answer is judged by what was seen by then
(:func:`~symcause.harnesses.episode_grounds.earned`), so here, unlike in static problems, the version space
is asked, once, at the end. The trace keeps the transcript (``info["transcript"]``), which ``symcause
score`` reads. ``validate`` verifies the certificate of the problem without a solver.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import verifiers.v1 as vf
from pydantic import Field
from verifiers.v1.harnesses.null import NullHarnessConfig

from symcause.bounds.harnesses_bounds import IDLE_TURNS
from symcause.formats.problems import read_document
from symcause.harnesses.episode_grounds import NOTHING, EpisodeGround, instructions
from symcause.harnesses.grounds import accepted
from symcause.harnesses.text_turns import Turns, spoken
from symcause.harnesses.verifiers_rewards import Rewarded

EARNED, TRANSCRIPT = "earned", "transcript"
"""Where a trace keeps what its episode earned, and what was said and seen."""


class EpisodeData(vf.TaskData):
    """A problem and how it is played; what a model gets to see is its prompt."""

    problem: str
    """The document with gold and certificate, as JSON text."""
    family: str
    seed: int
    rules: dict[str, Any]
    budget: int | None
    patience: int


class EpisodeTask(Rewarded, vf.Task[EpisodeData]):
    """One episode about one problem."""

    def begun(self, agent: str = "unnamed") -> Turns:
        """The episode at its start."""
        data: EpisodeData = self.data
        ground = EpisodeGround(data.family, rules=data.rules, budget=data.budget)
        begun = ground.begun(read_document(self.document), data.seed, agent)
        return Turns(begun, data.patience)

    def numbers(self, trace: Any) -> Mapping[str, float]:
        return trace.info.get(EARNED) or NOTHING

    def valid(self) -> bool:
        """Does the certificate hold, and does the episode begin?"""
        accepted(read_document(self.document))
        return not self.begun().episode.over


class EpisodesConfig(vf.TasksetConfig):
    """Which episodes: *options* of ``symcause generate``, the others of ``symcause play``."""

    family: str = "shapeworld"
    """boolean, linear, shapeworld or scenario."""
    seed: int = 0
    """Another seed makes other problems."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Options of the generator."""
    rules: dict[str, Any] = Field(default_factory=dict)
    """Rules of the family's episodes."""
    budget: int | None = None
    """Actions of an episode; without it as many as the problem says."""
    patience: int = IDLE_TURNS
    """Replies in a row that are no action and no answer before the episode ends."""


class EpisodesTaskset(vf.Taskset[EpisodeTask, EpisodesConfig]):
    """Episodes without end; number *i* depends on the config and on *i* alone."""

    INFINITE = True

    def load(self) -> Iterator[EpisodeTask]:
        return map(self.item, count())

    def item(self, index: int) -> EpisodeTask:
        """Task *index*."""
        asked: EpisodesConfig = self.config
        ground = EpisodeGround(asked.family, asked.options, asked.rules, asked.budget)
        document = ground.document(asked.seed, index)
        problem = read_document(document)
        data = EpisodeData(
            name=problem.id,
            prompt=instructions(ground.begun(problem, asked.seed)),
            problem=json.dumps(document),
            family=asked.family,
            seed=asked.seed,
            rules=asked.rules,
            budget=asked.budget,
            patience=asked.patience,
        )
        return EpisodeTask(data, asked.task)


class EpisodesEnvConfig(vf.EnvConfig):
    """One model that plays; it is given no tools, so nothing needs a sandbox."""

    player: vf.AgentConfig = vf.AgentConfig(
        harness=NullHarnessConfig(id="null"), runtime=vf.SubprocessConfig()
    )


class EpisodesEnv(vf.Env[EpisodesEnvConfig]):
    """The model acts, the world answers, until the model gives its answer or nobody listens any more."""

    async def run(self, task: Any, agents: Any) -> None:
        async with agents.player.interaction(task) as talk:
            turns = task.begun(talk.trace.agent.config.model or "unnamed")
            segment = await talk.turn()
            while not segment.terminated:
                thread = await asyncio.to_thread(turns.take, spoken(segment.last_reply))
                if turns.earned is not None or turns.late:
                    break
                segment = await talk.turn(json.dumps(thread))
            # Scoring happens when the exchange is left.
            talk.trace.info[EARNED] = dict(turns.earned or NOTHING)
            talk.trace.info[TRANSCRIPT] = str(turns.episode.transcript)

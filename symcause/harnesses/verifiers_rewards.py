"""The rewards of tasks for the verifiers library, the same for problems and for episodes.

Three rewards, of which the first counts: ``earned`` follows the rule of
:mod:`symcause.scoring.answer_grades` (a claim earns the mean of right and justified, an abstention whether
it is justified); ``right`` and ``justified`` have the weight 0 and can be given another one
(``--env.taskset.task.rewards.right.weight 1``). What else is known of an answer are metrics.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any, Protocol

import verifiers.v1 as vf

from symcause.errors import SymcauseError

_LOG = logging.getLogger(__name__)
_REWARDS = ("reward", "right", "justified")


class _Posed(Protocol):
    """Data of a task: the document of its problem, as JSON text."""

    @property
    def problem(self) -> str: ...


class Rewarded:
    """Rewards and metrics of a task whose data hold a problem; subclasses say what its numbers are."""

    data: Any

    @property
    def document(self) -> dict[str, object]:
        """The problem with gold and certificate."""
        data: _Posed = self.data
        document: dict[str, object] = json.loads(data.problem)
        return document

    def numbers(self, trace: Any) -> Mapping[str, float]:
        """All that is known of an answer, ``reward`` among it."""
        raise NotImplementedError

    def valid(self) -> bool:
        """Does the stored certificate hold? Raises SymcauseError, or says False, if it does not."""
        raise NotImplementedError

    @vf.reward
    async def earned(self, trace: Any) -> float:
        """Right and justified in one number, in [0, 1]."""
        return self.numbers(trace)["reward"]

    @vf.reward(weight=0.0)
    async def right(self, trace: Any) -> float:
        """Does a claim say what gold says?"""
        return self.numbers(trace)["right"]

    @vf.reward(weight=0.0)
    async def justified(self, trace: Any) -> float:
        """Does the evidence speak for the claim, or for the abstention?"""
        return self.numbers(trace)["justified"]

    @vf.metric
    async def said(self, trace: Any) -> dict[str, float]:
        """What else is known of the answer."""
        return {k: v for k, v in self.numbers(trace).items() if k not in _REWARDS}

    async def validate(self, runtime: Any) -> bool:
        """Verify the stored certificate; no solver is asked."""
        try:
            return self.valid()
        except SymcauseError as error:
            _LOG.warning("%s: %s", self.data.name, error)
            return False

"""``play`` and ``judge``: episodes in scenarios."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symcause.audits.question import option
from symcause.episodes.playing import Judge as Judging
from symcause.episodes.playing import Play as Playing
from symcause.families.scenario.questions.options import SPACE


@dataclass(frozen=True)
class Play(Playing[Any]):
    """An episode in one scenario."""

    space: str = option("declared", **SPACE)


class Judge(Judging):
    """A transcript of deployments."""

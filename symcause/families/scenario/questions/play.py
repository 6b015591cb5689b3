"""``play``: episodes in scenarios."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.audits.question import option
from symcause.episodes.playing import Play as Playing
from symcause.families.scenario.questions.options import SPACE


@dataclass(frozen=True)
class Play(Playing):
    """An episode in one scenario."""

    space: str = option("declared", **SPACE)

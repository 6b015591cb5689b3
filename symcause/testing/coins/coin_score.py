"""The score of an answer about coins: how many lie as it says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from msgspec import UNSET, UnsetType

from symcause.attempts.attempt_part import AttemptPart
from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.documents import Document
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.score_table import Table, integer, number, word
from symcause.scoring.scoring_protocol import Line
from symcause.testing.coins.problem import CoinProblem


class CoinScore(Document, frozen=True, kw_only=True):
    model: str
    share: float
    attempt: AttemptPart | UnsetType = UNSET  # of a baseline


@dataclass
class CoinScoring(BaselineScoring[CoinProblem, CoinProblem]):
    """Baselines may answer, too: ``score --baselines``."""

    document: ClassVar[type[CoinScore]] = CoinScore
    family_name = "coins"
    shares: dict[str, list[float]] = field(default_factory=dict)

    def enter(self, problem: CoinProblem, pool: str, file: str = "") -> None:
        pass

    def scorer(self, problem: CoinProblem) -> CoinProblem:
        return problem

    def answered_by(self, scorer: CoinProblem) -> CoinProblem:
        return scorer

    def score(self, scorer: CoinProblem, model: str, response: str) -> Line:
        try:
            said = json.loads(response)
        except ValueError:
            said = {}
        gold = scorer.gold or {}
        right = sum(said.get(name) == side for name, side in gold.items())
        share = right / max(len(gold), 1)
        return CoinScore(family="coins", problem=scorer.id, model=model, share=share).to_dict()

    def take(self, line: Mapping[str, object], pool: str) -> None:
        self.shares.setdefault(str(line["model"]), []).append(float(str(line["share"])))

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        rows = tuple(
            (word(model), integer(len(found)), number(sum(found) / len(found)))
            for model, found in sorted(self.shares.items())
        )
        return (
            [Table("coins", "Coins", ("Model", "n", "Share"), rows, "Share: of n")] if rows else []
        )

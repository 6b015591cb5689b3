"""The score of an answer about coins: how many lie as it says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from msgspec import UNSET, UnsetType

from symcause.attempts.attempt_part import AttemptPart
from symcause.attempts.scored_baselines import BaselineScoring
from symcause.audits.documents import Document
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.group_columns import keyed_table
from symcause.scoring.score_table import Cell, Table, integer, number, word
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
        rows = sorted(self.shares.items())
        return [keyed_table("coins", "Coins", _COLUMNS, rows, "Share: of n")] if rows else []


_COLUMNS: tuple[tuple[str, Callable[[tuple[str, list[float]]], Cell]], ...] = (
    ("Model", lambda row: word(row[0])),
    ("n", lambda row: integer(len(row[1]))),
    ("Share", lambda row: number(sum(row[1]) / len(row[1]))),
)

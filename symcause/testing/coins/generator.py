"""A generator of coin problems: coins at random, half of them seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from symcause.audits.instance_generator import Generator, ProblemDocument
from symcause.audits.question import option
from symcause.testing.coins.problem import CoinProblem, write_coins


@dataclass(frozen=True)
class CoinGenerator(Generator):
    """Coins, half of them seen."""

    name: ClassVar[str] = "coins"
    help: ClassVar[str] = "Coins, half of them seen."

    coins: int = option(4, "How many coins (4).", "integer", least=1)
    seed: int = option(0, "Seed (0).", "integer")

    def items(self, index: int) -> list[ProblemDocument]:
        rng = Random(f"{self.seed}-{index}")
        names = tuple(f"c{i}" for i in range(self.coins))
        gold = {name: rng.random() < 0.5 for name in names}
        seen = {name: gold[name] for name in names[::2]}
        made = CoinProblem(f"coins-{self.seed}-{index}", names, seen, gold, {"verdict": "hidden"})
        return [write_coins(made)]

    def is_ours(self, document: Mapping[str, object]) -> bool:
        return str(document.get("id", "")).startswith(f"coins-{self.seed}-")

    def verdict(self, document: Mapping[str, object]) -> str:
        return "hidden"

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        return {"family": "coins", "problem": document["id"]}

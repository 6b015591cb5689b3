"""The space of the coins, for testing: all ways in which they may lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from symcause.audits.members import Members
from symcause.audits.space import Objection
from symcause.testing.coins.problem import CoinProblem, Coins


@dataclass(frozen=True)
class CoinSpace(Members[Coins]):
    """A member says of every coin whether it is heads."""

    problem: CoinProblem
    identity = "sides"

    def members(self, after: Coins | None = None) -> Iterator[Coins]:
        hidden = [name for name in self.problem.coins if name not in self.problem.seen]
        passed = after is None
        for sides in product((True, False), repeat=len(hidden)):
            lies = {**self.problem.seen, **dict(zip(hidden, sides, strict=True))}
            member = {name: lies[name] for name in self.problem.coins}
            if passed:
                self.meter.spend(len(member))
                yield member
            passed = passed or member == after

    def objections(self, model: Coins) -> tuple[Objection, ...]:
        if not isinstance(model, Mapping) or set(model) != set(self.problem.coins):
            return (Objection("not these coins"),)
        wrong = [name for name, side in self.problem.seen.items() if model[name] != side]
        return tuple(Objection("lies otherwise", name) for name in wrong)

    def experiments(self) -> Iterator[dict[str, object]]:
        return ({"look": name} for name in self.problem.coins)

    def outcome(self, model: Coins, experiment: Mapping[str, object]) -> dict[str, object]:
        return {"heads": model[str(experiment["look"])]}

    def learnt(
        self, experiment: Mapping[str, object], outcome: Mapping[str, object]
    ) -> CoinProblem:
        look, heads = str(experiment["look"]), bool(outcome["heads"])
        return replace(self.problem, seen={**self.problem.seen, look: heads})

"""All ways in which the coins may lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from symcause.answers import Unknown, Unsat
from symcause.audits.space import Edge, EdgeStatus, Members, Objection, Separation
from tests.toy_family.problem import CoinProblem

Coins = tuple[tuple[str, bool], ...]


class CoinSpace(Members[Coins]):
    """A member says of every coin whether it is heads."""

    identity = "sides"

    def __init__(self, problem: CoinProblem) -> None:
        self._problem = problem

    def count(self) -> int | Unknown:
        return 1 << (len(self._problem.coins) - len(self._problem.seen))

    def members(self, after: Coins | None = None) -> Iterator[Coins]:
        passed = after is None
        for sides in product((False, True), repeat=len(self._problem.coins)):
            member = tuple(zip(self._problem.coins, sides, strict=True))
            if passed and member in self:
                yield member
            passed = passed or member == after

    def pick(self) -> Coins | None:
        return next(self.members(), None)

    def __iter__(self) -> Iterator[Coins]:
        return self.members()

    def objections(self, model: Coins) -> tuple[Objection, ...]:
        lies = dict(model)
        if set(lies) != set(self._problem.coins):
            return (Objection("not these coins"),)
        wrong = [name for name, side in self._problem.seen.items() if lies[name] != side]
        return tuple(Objection("lies otherwise", name) for name in wrong)

    def __contains__(self, model: object) -> bool:
        return isinstance(model, tuple) and not self.objections(model)

    def edges(self) -> Mapping[Edge, EdgeStatus]:
        return {}

    def others(self, than: Coins) -> Iterator[Coins]:
        lies = dict(than)
        apart = [
            (sum(side != lies[name] for name, side in member), member) for member in self.members()
        ]
        return (member for distance, member in sorted(apart) if distance)

    def separate(self, first: Coins, second: Coins | None = None) -> Separation | Unsat:
        other = second or next(self.others(first), None)
        for name, side in first:
            if other is not None and dict(other)[name] != side:
                shown = ({name: side}, {name: not side})
                return Separation({"look": name}, first, other, shown)
        return Unsat()

    def draw(self, rng: Random) -> Coins:
        return rng.choice(list(self.members()))

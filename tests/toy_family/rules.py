"""Episodes with coins: look at one coin at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import msgspec

from symcause.answers import Unknown
from symcause.episodes.rules import (
    JUSTIFIED,
    REFUTED,
    REPEATED,
    UNSUPPORTED,
    Best,
    Judged,
    Offer,
    Plain,
    Refused,
    Rules,
    Standing,
    taken,
)
from symcause.errors import ProblemError, UsageError
from tests.toy_family.problem import CoinProblem


class Look(msgspec.Struct, forbid_unknown_fields=True):
    look: str


@dataclass(frozen=True)
class CoinRules(Rules[CoinProblem]):
    """Which coins lie how?"""

    polite: bool = False

    @property
    def family(self) -> str:
        return "coins"

    def opening(self, truth: CoinProblem, seed: int) -> CoinProblem:
        if truth.gold is None:
            raise UsageError("nobody knows how the coins lie: there is no gold", value=truth.id)
        return replace(truth, gold=None, metadata={})

    def budget(self, truth: CoinProblem) -> int:
        return len(truth.coins)

    def shown(self, known: CoinProblem) -> Plain:
        return {"coins": list(known.coins), "seen": dict(known.seen)}

    def offer(self, known: CoinProblem) -> Offer:
        coins = {"enum": list(known.coins)}
        sides = {name: {"type": "boolean"} for name in known.coins}
        return Offer(
            "Look at one coin.",
            {"type": "object", "properties": {"look": coins}, "required": ["look"]},
            {"type": "object", "properties": sides, "required": list(known.coins)},
        )

    def act(self, truth: CoinProblem, known: CoinProblem, action: object, chance: Random) -> Plain:
        look = taken(action, Look).look
        assert truth.gold is not None
        if look not in known.coins:
            raise Refused("no such coin", place="look", value=look)
        return {"heads": truth.gold[look]}

    def learnt(self, known: CoinProblem, action: Plain, observation: Plain) -> CoinProblem:
        look, heads = action.get("look"), observation.get("heads")
        if look not in known.coins or not isinstance(heads, bool):
            raise ProblemError("no look at a coin")
        return replace(known, seen={**known.seen, str(look): heads})

    def idle(self, before: CoinProblem, action: Plain, after: CoinProblem) -> str:
        return REPEATED

    def standing(self, known: CoinProblem) -> Standing:
        hidden = len(known.coins) - len(known.seen)
        said = tuple(f"{name}: {'heads' if up else 'tails'}" for name, up in known.seen.items())
        return Standing(2**hidden, "hidden" if hidden else "seen", hidden == 0, said)

    def best(self, known: CoinProblem) -> Best | Unknown:
        hidden = [name for name in known.coins if name not in known.seen]
        if not hidden:
            return Best(None, 1)
        return Best({"look": hidden[0]}, 2 ** (len(hidden) - 1))

    def judged(self, truth: CoinProblem | None, known: CoinProblem, answer: object) -> Judged:
        right = None if truth is None else answer == truth.gold
        if not isinstance(answer, dict) or set(answer) != set(known.coins):
            return Judged(right, REFUTED, "not a side for every coin")
        if any(answer[name] != up for name, up in known.seen.items()):
            return Judged(right, REFUTED)
        return Judged(right, JUSTIFIED if len(known.seen) == len(known.coins) else UNSUPPORTED)

    def admissible(self, known: CoinProblem) -> Sequence[Plain]:
        return [{"look": name} for name in known.coins]

    def optimal(self, known: CoinProblem, left: int) -> Plain | Unknown | None:
        best = self.best(known)
        assert isinstance(best, Best)
        return best.action

    def simplest(self, known: CoinProblem) -> object | Unknown:
        return {name: known.seen.get(name, True) for name in known.coins}

"""A problem about coins, some of which were seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from symcause.errors import ProblemError
from symcause.formats.struct_decoder import decode
from symcause.models.notebook_hook import Shown


class CoinDocument(msgspec.Struct, forbid_unknown_fields=True):
    """The file of a coin problem."""

    format: str
    id: str
    coins: list[str]
    seen: dict[str, bool] = {}
    gold: dict[str, bool] | None = None
    metadata: dict[str, object] = {}


Coins = Mapping[str, bool]
"""Which coins are heads."""


@dataclass(frozen=True)
class CoinProblem(Shown):
    """Named coins, those that were seen, and perhaps the truth."""

    id: str
    coins: tuple[str, ...]
    seen: Coins
    gold: Coins | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)


def read_coins(document: object, file: str | None = None) -> CoinProblem:
    read = decode(document, CoinDocument, file=file)
    for name in read.seen:
        if name not in read.coins:
            raise ProblemError("no such coin", place=f"seen.{name}", file=file)
    return CoinProblem(read.id, tuple(read.coins), read.seen, read.gold, read.metadata)


def write_coins(problem: CoinProblem) -> dict[str, object]:
    document: dict[str, object] = {
        "format": "toy.coins/1",
        "id": problem.id,
        "coins": list(problem.coins),
        "seen": dict(problem.seen),
    }
    if problem.gold is not None:
        document["gold"] = dict(problem.gold)
    return document if not problem.metadata else {**document, "metadata": dict(problem.metadata)}

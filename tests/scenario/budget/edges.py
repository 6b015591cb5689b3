"""Rivals made of edge cases, and what a player sees of them, derived apart from the package.

Numbers that differ beyond the sixth decimal or lie between two, units that are selected hardly ever or
never, counts that are told or not, histories by weight. Laws are sums over three draws; what an episode
shows is found by going through all of its draws, each with its chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.problem.problem import ScenarioProblem

KINDS = ("far", "near")
GUNS = (0, 1)
SHARES = (Fraction(0), Fraction(1, 10**5), Fraction(1, 3), Fraction(1))
Seen = tuple[Any, ...] | None
"""What is seen of a unit: texts of numbers with six decimals, options, truth values; None: nothing."""

Law = dict[Any, Fraction]


@dataclass(frozen=True)
class Edge:
    """One rival: a number for each kind of unit, the chance to be caught by design, and so on."""

    far: Fraction
    readings: tuple[Fraction, Fraction]
    step: Fraction
    caught: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]  # by design and kind
    lives: Fraction


@dataclass(frozen=True)
class Asked:
    """What both rivals have in common."""

    counts: bool
    by_outcome: bool
    records: tuple[str, ...]
    history: tuple[int, bool, tuple[int, int]] | None  # records, counts, weights of both designs


def document(asked: Asked, edge: Edge, name: str) -> dict[str, Any]:
    first, second = edge.readings
    chances = [
        f"case(kind, {', '.join(f'{k}: {p}' for k, p in zip(KINDS, row, strict=True))})"
        for row in edge.caught
    ]
    found: dict[str, Any] = {
        "format": "symcause.scenario/1",
        "id": name,
        "design": {"gun": {"type": "integer", "min": 0, "max": 1, "default": 0}},
        "variables": [
            {
                "name": "kind",
                "draw": {"categorical": {"far": f"{edge.far}", "near": f"{1 - edge.far}"}},
            },
            {
                "name": "reading",
                "is": f"case(kind, far: {first}, near: {second}) + gun * ({edge.step})",
            },
            {"name": "caught", "draw": {"bernoulli": f"if(gun == 1, {chances[1]}, {chances[0]})"}},
            {"name": "survived", "draw": {"bernoulli": f"{edge.lives}"}},
        ],
        "outcome": "survived",
        "observe": {
            "records": list(asked.records),
            "select": "survived" if asked.by_outcome else "caught",
            "counts": asked.counts,
        },
        "budget": {"units": 2, "deployments": 2, "per_deployment": 2},
        "evaluate": {"fleet": 10, "threshold": "1/2"},
    }
    if asked.history is not None:
        records, counts, weights = asked.history
        policy = [{"design": {"gun": g}, "weight": w} for g, w in zip(GUNS, weights, strict=True)]
        found["history"] = {"records": records, "counts": counts, "policy": policy}
    return found


def scenario(asked: Asked, edge: Edge, name: str) -> ScenarioProblem:
    return read_scenario(document(asked, edge, name))


def pair(seed: int) -> tuple[Asked, Edge, Edge]:
    """Two rivals that differ in one or two of the ways that matter."""
    rng = Random(seed)
    history = (rng.choice((1, 2)), rng.random() < 0.5, rng.choice(((1, 1), (1, 3), (0, 1))))
    asked = Asked(
        counts=rng.random() < 0.4,
        by_outcome=rng.random() < 0.3,
        records=rng.choice((("reading",), ("reading", "kind"), ("reading", "survived"))),
        history=history if rng.random() < 0.5 else None,
    )
    tenth = Fraction(1, 10**7)
    first = Edge(
        far=Fraction(rng.randint(1, 3), 4),
        readings=(Fraction(2), Fraction(rng.choice((2, 3)))),
        step=rng.choice((Fraction(0), tenth, Fraction(1, 3))),
        caught=((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1))),
        lives=rng.choice((Fraction(1, 2), Fraction(0), Fraction(1, 10**5))),
    )
    second = Edge(
        far=first.far if rng.random() < 0.6 else Fraction(rng.randint(1, 3), 4),
        readings=(
            first.readings[0] + rng.choice((0, 1, 3, 5, 15, -5, 10)) * tenth,
            first.readings[1] + rng.choice((0, 0, -5, 25)) * tenth,
        ),
        step=first.step + rng.choice((0, 0, 4, 5)) * tenth,
        caught=(
            (rng.choice(SHARES), rng.choice(SHARES)),
            (rng.choice(SHARES), rng.choice(SHARES)),
        ),
        lives=first.lives if rng.random() < 0.6 else Fraction(1, 4),
    )
    return asked, first, second


def six(number: Fraction) -> str:
    """A number with six decimals, by decimals."""
    with localcontext() as context:
        context.prec = 60
        whole = Decimal(number.numerator * 10**20) / Decimal(number.denominator)
        exact = number * 10**20 == Fraction(whole)
        digits = (whole / 10**20).quantize(Decimal("0.000001"), rounding=ROUND_HALF_EVEN)
        assert exact or (number * 2 * 10**6).denominator != 1
    return f"{digits:f}"


def units(asked: Asked, edge: Edge, gun: int) -> Iterator[tuple[Fraction, Seen, bool]]:
    """The chance of every unit, its record or None if it is not selected, and whether it survives."""
    for at, caught, survived in product((0, 1), (True, False), (True, False)):
        share = edge.far if at == 0 else 1 - edge.far
        one = edge.caught[gun][at]
        chance = share * (one if caught else 1 - one) * (edge.lives if survived else 1 - edge.lives)
        if not chance:
            continue
        whole = {
            "reading": six(edge.readings[at] + gun * edge.step),
            "kind": KINDS[at],
            "survived": survived,
        }
        selected = survived if asked.by_outcome else caught
        yield chance, tuple(whole[name] for name in asked.records) if selected else None, survived


def unit_law(asked: Asked, edge: Edge, gun: int) -> Law:
    """What is seen of one unit of a deployment, without how many survive."""
    found: Law = {}
    for chance, record, _ in units(asked, edge, gun):
        if asked.counts or record is not None:
            found[record] = found.get(record, Fraction(0)) + chance
    whole = sum(found.values())
    return {key: chance / whole for key, chance in found.items()} if whole else {None: Fraction(1)}


def record_law(asked: Asked, edge: Edge) -> Law:
    """What is seen of one unit of the history: its design, and its record or nothing."""
    assert asked.history is not None
    _, told, weights = asked.history
    found: Law = {}
    for gun, weight in zip(GUNS, weights, strict=True):
        for chance, record, _ in units(asked, edge, gun):
            if weight and (told or record is not None):
                key = (gun, record)
                found[key] = found.get(key, Fraction(0)) + chance * weight
    whole = sum(found.values())
    if not whole:
        found = {(gun, None): Fraction(w) for gun, w in enumerate(weights) if w}
        whole = sum(found.values())
    return {key: chance / whole for key, chance in found.items()}


class Branches(Random):
    """A source of chance that goes through all draws one after the other, each with its chance."""

    def __init__(self, script: list[int]) -> None:
        super().__init__(0)
        self.script, self.at, self.weight = script, 0, Fraction(1)
        self.open: list[list[int]] = []

    def branch(self, chances: list[Fraction]) -> int:
        places = [place for place, chance in enumerate(chances) if chance > 0]
        if self.at == len(self.script):
            self.open += [[*self.script, place] for place in places[1:]]
            self.script = [*self.script, places[0]]
        place = self.script[self.at]
        self.at += 1
        self.weight *= Fraction(chances[place]) / sum(max(c, Fraction(0)) for c in chances)
        return place

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("a draw that is not gone through")


def every_play(play: Callable[[Branches], Any]) -> Law:
    """What a play shows, with exact chances: all of its draws are gone through."""
    found: Law = {}
    waiting: list[list[int]] = [[]]
    while waiting:
        chance = Branches(waiting.pop())
        shown = play(chance)
        waiting += chance.open
        found[shown] = found.get(shown, Fraction(0)) + chance.weight
    return found

"""Many designs at once: their values in their order, however they are computed; the values of a switch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.models.model_components import Boolean, Choice
from symcause.families.scenario.optimum.design_boxes import finite_values
from symcause.families.scenario.optimum.optimum_search import TURN, _Turns
from symcause.families.scenario.value import valuer as valuing
from symcause.families.scenario.value.enclosure import probability_bounds
from symcause.families.scenario.value.valuer import Valuer
from symcause.families.scenario.value.work_tally import Bill, Tally

EXACT = [{"name": "s", "draw": {"bernoulli": "k/10"}}]
ENCLOSED = [
    {"name": "u", "draw": {"uniform": [0, 1]}},
    {"name": "v", "draw": {"uniform": [0, 1]}},
    {"name": "s", "is": "u * v < k/10"},
]


def refused(*_: object) -> None:
    raise LimitError("too many")


@pytest.mark.parametrize("variables", [EXACT, ENCLOSED], ids=["exact", "enclosed"])
@pytest.mark.parametrize("limited", [False, True])
def test_values_stand_in_the_order_of_designs(
    variables: list[dict[str, Any]], limited: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Batch after batch, the last one smaller; where a table is too large, one by one."""
    design = {"k": {"type": "integer", "min": 0, "max": 9, "default": 2}}
    document = {"format": "symcause.scenario/1", "id": "one", "design": design, "outcome": "s"}
    valuer = Valuer(read_scenario({**document, "variables": variables}))
    designs = [{"k": Fraction(k)} for k in (3, 1, 9, 0, 5, 7, 2)]
    alone = [valuer.value(one) for one in designs]
    monkeypatch.setattr(valuing, "BATCH", 3)
    if limited:
        monkeypatch.setattr(probability_bounds, "enclose", refused)
    found = valuer.many(designs)
    assert len(found) == len(designs)
    for own, other in zip(found, alone, strict=True):
        assert max(own.low, other.low) <= min(own.high, other.high)
        assert limited or own.high - own.low <= Fraction(1, 4)


@pytest.mark.parametrize(
    ("domain", "values"),
    [
        (Boolean(default=False), [False, True]),
        (Boolean(default=True), [True, False]),
        (Choice(options=("a", "b", "c"), default="b"), ["b", "a", "c"]),
    ],
)
def test_the_default_comes_before_all_other_values(domain: Any, values: list[object]) -> None:
    assert finite_values(domain) == values


def test_climbing_and_cutting_take_turns() -> None:
    """Cutting begins; then whoever has spent less, so that neither is ahead by more than one piece."""
    tally = Tally()
    turns, spent = _Turns(Bill(tally, Meter(10**9))), {True: 0, False: 0}
    assert not turns.climb
    for cost in (40, 7, 7, 90, 3, 3, 50, 1_000, 8):
        climbing = turns.climb
        assert spent[climbing] <= spent[not climbing]
        turns.taken(lambda cost=cost: tally.spend(cost))
        spent[climbing] += cost + TURN
        assert turns.spent == spent

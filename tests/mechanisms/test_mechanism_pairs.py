"""Coordinated pairs of mechanisms for any number of values, against a plain listing."""

from __future__ import annotations

from collections import Counter

import pytest

from symcause.errors import LimitError
from symcause.mechanisms import mechanism_pairs
from symcause.mechanisms.descendants import descendants
from symcause.mechanisms.mechanism_pairs import coordinated_pairs
from symcause.models.cycles import named_cycle
from tests.amounts import amount
from tests.mechanisms.listed_tables import Case, Model, Table, random_case


def _alone(gold: Model, model: Model, variable: str) -> bool:
    """Is gold with this change alone without a circle?"""
    functions = {**gold.functions, variable: model.functions[variable]}
    return not named_cycle({v: f.parents for v, f in functions.items()}, functions)


def _expected(case: Case) -> Counter[tuple[str, ...]]:
    """Members with two changes of which one alone would be a circle, by what changes."""
    found: Counter[tuple[str, ...]] = Counter()
    for model in case.members:
        changed = model.changed(case.gold)
        if len(changed) == 2 and set(model.roots) == set(case.gold.roots):
            found[changed] += not all(_alone(case.gold, model, v) for v in changed)
    return +found


def test_pairs_are_those_of_a_listing() -> None:
    some = 0
    for seed in range(amount(30, 300)):
        case = random_case(seed)
        pairs = coordinated_pairs(case.space(0), case.gold)
        expected = _expected(case)
        assert {tuple(sorted(p.variables)): p.count for p in pairs} == expected, seed
        for pair in pairs:
            assert pair.example in case.space(0)
            assert pair.example.changed(case.gold) == tuple(sorted(pair.variables))
        some += bool(pairs)
    assert some > 5


def test_too_many_parent_sets_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(c for c in map(random_case, range(30)) if _expected(c))
    monkeypatch.setattr(mechanism_pairs, "PAIR_LOOKS", 1)
    with pytest.raises(LimitError, match="too many parent sets"):
        coordinated_pairs(case.space(0), case.gold)


def test_descendants_stop_where_the_way_is_cut() -> None:
    functions = {"B": Table(("A",), 1), "C": Table(("B",), 1), "D": Table(("A", "C"), 1)}
    chain = Model(("A",), dict(reversed(functions.items())))
    assert descendants(chain, "B") == {"B", "C", "D"}
    assert descendants(chain, "B", cut={"C"}) == {"B"}
    assert descendants(chain, "A", cut={"C", "A"}) == {"A", "B", "D"}
    assert descendants(chain, "D") == {"D"}

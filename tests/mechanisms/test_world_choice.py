"""The fewest further worlds for any number of values, against all subsets of a pool and a plain listing."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from symcause.errors import LimitError
from symcause.mechanisms.worlds import refutation, world_choice
from symcause.mechanisms.worlds.refutation import Pool, ShownPatterns
from symcause.mechanisms.worlds.survivors import survivors
from symcause.mechanisms.worlds.world_choice import WorldChoice
from symcause.models.bit_sets import mask_of
from tests.amounts import amount
from tests.mechanisms.listed_tables import (
    Case,
    Class,
    Listed,
    Model,
    Space,
    Table,
    TablePool,
    World,
    random_case,
)


class ByList:
    """Mechanisms that few worlds refute, out of all."""

    def cheapest(
        self, space: Listed, group: int, pool: Pool[object], gold: Model
    ) -> list[tuple[Table, int]]:
        return [(f, r) for f, r in self._costs(space, group, pool) if r][:4]

    def least_refuted(
        self, space: Listed, group: int, pool: Pool[object], gold: Model
    ) -> tuple[Table, int]:
        return self._costs(space, group, pool)[0]

    def _costs(self, space: Listed, group: int, pool: Pool[object]) -> list[tuple[Table, int]]:
        at = pool.variables.index(space.variable)
        costs = [(f, pool.refuters(at, f)) for f in space.functions(group)]
        return sorted(costs, key=lambda found: found[1].bit_count())


class Choice(WorldChoice[World, Listed, Table, Model]):
    """The loop, over the evidence and a pool."""

    def __init__(self, case: Case) -> None:
        super().__init__(case.gold, case.pool, ByList(), range(len(case.worlds)))
        self.case = case

    def space(self, chosen: int) -> Space:
        return self.case.space(chosen)


@pytest.mark.parametrize("block", range(4))
def test_no_smaller_choice_of_worlds_leaves_as_few_models(block: int) -> None:
    for seed in range(block, amount(32, 400), 4):
        case = random_case(seed)
        choice = Choice(case)
        *_, found = choice.run(most_rounds=100)
        assert case.space(0).count == len(case.members)
        assert choice.whole.count == case.left(case.pool.everything)
        assert case.left(found.chosen) == choice.whole.count, seed
        every = range(len(case.worlds) + 1)
        least = next(
            size
            for size in every
            for some in combinations(range(len(case.worlds)), size)
            if case.left(mask_of(some)) == choice.whole.count
        )
        assert found.chosen.bit_count() == least, seed
        assert not found.chosen or found.optimal, seed


def test_survivors_are_members_that_exactly_these_worlds_refute() -> None:
    found = 0
    for seed in range(amount(30, 300)):
        case = random_case(seed)
        chosen = random.Random(seed).randrange(case.pool.everything)
        after, whole = case.space(chosen), case.space(case.pool.everything)
        keys = {member.key for member in case.members}
        for survivor in survivors(after, whole, case.gold, case.pool, ByList()):
            assert survivor.model.key in keys and survivor.model in after
            assert survivor.changed == survivor.model.changed(case.gold)
            assert survivor.refuters == case.refuters(survivor.model)
            assert survivor.refuters and not survivor.refuters & chosen
            found += 1
    assert found > 30


@pytest.mark.parametrize("dense", [0, 1 << 12])
def test_refuters_are_the_worlds_that_a_table_fails(
    dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refutation, "DENSE_PATTERNS", dense)
    for seed in range(amount(10, 100)):
        case = random_case(seed)
        for at, v in enumerate(case.models.names):
            for function in case.models.functions(v):
                alone = Model((), {v: function})
                assert case.pool.refuters(at, function) == case.refuters(alone)


def test_patterns_are_numbers_whose_last_digit_is_the_first_input() -> None:
    models = Class({"A": 3, "B": 2, "C": 4}, ("A", "B"))
    row = {"A": 2, "B": 1, "C": 3}
    pool = TablePool(models, [World(frozenset(), (row,)), World(frozenset("C"), (row,))])
    shown = pool.patterns(2, (0, 1))
    assert shown.patterns == (2 + 3 * 1,) and shown.by_value[3] == {5: 0b01}
    assert pool.patterns(2, (1, 0)).patterns == (1 + 2 * 2,)
    assert shown.against(5, 3) == 0 and shown.against(5, 0) == 0b01 and shown.worlds == {5: 0b01}
    assert pool.patterns(2, ()).patterns == (0,)
    assert TablePool(models, ()).patterns(2, (0,)) == ShownPatterns(({}, {}, {}, {}))


def test_patterns_may_be_larger_than_a_word() -> None:
    names = [f"V{i}" for i in range(50)]
    models = Class(dict.fromkeys(names, 3), ())
    rows = [{v: (i * j) % 3 for i, v in enumerate(names)} for j in (1, 2)]
    pool = TablePool(models, [World(frozenset(), (row,)) for row in rows])
    expected = {
        sum(row[v] * 3**i for i, v in enumerate(names[1:])): 1 << w for w, row in enumerate(rows)
    }
    assert max(expected) > 1 << 64
    assert pool.patterns(0, range(1, 50)).by_value == (expected, {}, {})


def test_mechanisms_beyond_reach_are_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(c for c in map(random_case, range(20)) if c.left(0) > c.left(c.pool.everything))
    monkeypatch.setattr(world_choice, "survivors", lambda *_: iter(()))
    with pytest.raises(LimitError, match="too many mechanisms"):
        list(Choice(case).run(most_rounds=1))

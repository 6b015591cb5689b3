"""Parts of mechanisms asked by themselves: blocks of listed tables, sizes that end, answers, rankings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import symcause
from symcause.boolean import BooleanProblem
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.families.boolean.space.order.function_sizes import FunctionSizes, SizedFunctions
from symcause.mechanisms.next import posed_experiments
from symcause.mechanisms.next.posed_experiments import Posed
from symcause.mechanisms.noise import listed_tables
from symcause.mechanisms.noise.pattern_tallies import Tallied
from symcause.mechanisms.noise.priced_tables import table_costs
from symcause.mechanisms.order.size_order import Sized, members_by_size
from symcause.mechanisms.tables.table_answers import read_tables
from symcause.mechanisms.tables.table_evidence import TableEvidence
from symcause.mechanisms.tables.table_worlds import TableWorldChoice
from tests.mechanisms.toy_tables import toy, world


@pytest.mark.parametrize("entries", [1, 8, 20, 1 << 20])
def test_every_set_is_priced_once_whatever_the_blocks_are(
    entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listed_tables, "_ENTRIES", entries)
    tallies = np.random.default_rng(3).integers(0, 9, (5, 2, 2, 2))
    alike = Tallied((2,), 2, [1, 2, 4, 8, 16], np.zeros((5, 1), dtype=np.int64), tallies)
    tables = (0, 1, 2, 3)
    found = list(listed_tables.listed_costs(lambda *_: tables, 0, [alike], 2))
    assert [mask for mask, _ in found] == alike.masks
    for (_, costs), own in zip(found, tallies, strict=True):
        assert (costs == table_costs(own[None], tables)[:, 0]).all()


@dataclass(frozen=True)
class Shortest:
    """The functions of size 1, and nobody knows how many there are above."""

    known: SizedFunctions
    horizon = None
    largest = 1

    def of_size(self, size: int) -> Iterator[tuple[int, Function]]:
        return self.known.of_size(size)


@dataclass(frozen=True)
class ShortestSizes:
    sizes: FunctionSizes

    def sized(self, space: LocalSpace, groups: Sequence[int]) -> Shortest:
        return Shortest(self.sizes.sized(space, groups))


def test_members_with_mechanisms_that_are_never_sized_are_missed() -> None:
    """The listing does not end as if it were whole."""
    rows = [{"A": 0, "B": 1, "C": 1}]
    problem: BooleanProblem = symcause.boolean.problem(rows, roots=["A", "B"])
    space = ExactSpace.of(problem, problem.default_class())
    found = list[Sized[Any]]()
    with pytest.raises(LimitError, match="the other members use mechanisms too long to size"):
        for one in members_by_size(space, ShortestSizes(FunctionSizes(space.catalogue))):
            found.append(one)
    assert [one.model.functions["C"].parents for one in found] == [("B",)]


@dataclass(frozen=True)
class Reaching:
    """All functions up to a size of each variable."""

    known: SizedFunctions
    horizon: int
    largest = 9

    def of_size(self, size: int) -> Iterator[tuple[int, Function]]:
        return self.known.of_size(size)


@dataclass(frozen=True)
class ReachingSizes:
    sizes: FunctionSizes
    reach: dict[str, int]

    def sized(self, space: LocalSpace, groups: Sequence[int]) -> Reaching:
        return Reaching(self.sizes.sized(space, groups), self.reach[space.variable])


@pytest.mark.parametrize("reach", [(2, 3), (3, 2), (3, 4), (4, 4)])
def test_members_are_listed_up_to_the_size_at_which_some_may_be_missed(
    reach: tuple[int, int],
) -> None:
    """The least total with a mechanism beyond the reach of its variable; that is where it ends."""
    rows = [{"A": 0, "B": 1, "C": 1, "D": 1}]
    problem: BooleanProblem = symcause.boolean.problem(rows, roots=["A", "B"], max_parents=2)
    space = ExactSpace.of(problem, problem.default_class())
    sizes = FunctionSizes(space.catalogue)
    every = list(islice(members_by_size(space, sizes), 2_000))
    end = 1 + min(reach) + 1  # the other variable takes B, which is of size 1
    reaching = ReachingSizes(sizes, dict(zip("CD", reach, strict=True)))
    found = list[Sized[Any]]()
    with pytest.raises(LimitError, match=f"members of AST size {end} and more"):
        for one in members_by_size(space, reaching):
            found.append(one)
    assert every[0].total == 2 and every[-1].total > end
    assert [one.model for one in found] == [one.model for one in every if one.total < end]


def test_one_output_that_is_no_value_is_enough() -> None:
    evidence = TableEvidence(("A", "B"), (3, 2), ())
    text = '{"B": {"parents": ["A"], "outputs": [0, %s, 1]}}'
    assert read_tables(evidence, text % 1).functions["B"].outputs == (0, 1, 1)
    for wrong in (2, -1):
        with pytest.raises(UsageError, match="none of its values"):
            read_tables(evidence, text % wrong)


@pytest.mark.parametrize("unknown", [0, 1, 2])
def test_a_ranking_says_that_outcomes_are_missing(
    unknown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one(number: int) -> SimpleNamespace:
        known = number >= unknown
        expected, least = (1, 1) if known else (None, 4)
        return SimpleNamespace(experiment=number, high=2, low=1, least=least, expected=expected)

    last = SimpleNamespace(ranked=[one(number) for number in range(2)], count=4)
    monkeypatch.setattr(posed_experiments, "ranked", lambda *_, **__: iter([last]))
    forms: Any = [({"do": number}, number) for number in range(2)]
    cells: Any = None
    found: Any = Posed(cells, forms, lambda _: {}).ranking()
    assert found.missing == ("not all outcomes are known" if unknown else None)


def test_what_other_outputs_demand_is_known_from_the_start() -> None:
    """In a class of all functions; of a listed one gold with another output may be none."""
    found = Counter[bool]()
    for seed in range(10):
        case, gold, rng = toy(seed)
        targets = case.evidence.variables
        worlds = [world(rng, gold, case.size, (targets[i % 3],), 6) for i in range(4)]
        found[case.listed] += len([*TableWorldChoice(case.space(), gold, worlds).flips()])
    assert found[False] > 10 and not found[True]

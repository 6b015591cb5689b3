"""Tables of the catalogue with given outputs: counted together, by arrays and by bits, and one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from benchmarks.problems import make_problem
from symcause.families.boolean.audits.alternatives.shortcuts import (
    count_alternatives,
    local_alternatives,
)
from symcause.families.boolean.catalogue import catalogue, output_counts
from symcause.families.boolean.catalogue.output_counts import OutputCounts
from symcause.families.boolean.catalogue.table_lists import Listing, sized
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.models.disclosure import Setting
from symcause.models.variable_names import OPERATORS
from tests.amounts import amount

Asked = list[tuple[int, int]]

LISTS = (
    (OPERATORS, 4, 8),
    (("not", "and", "or"), 4, 9),
    (OPERATORS, 5, 8),
    (OPERATORS, 6, 9),
    (("and", "or"), 6, 9),
    (OPERATORS, 7, 9),
    (OPERATORS, 8, 10),
)


def _listed(operators: tuple[str, ...], count: int, size: int) -> Listing:
    book = catalogue(operators)
    return sized(book.operators, book.constants, None, count, size)


def _questions(tables: list[int], count: int, number: int, seed: int) -> Asked:
    """Outputs of a table on few patterns, some or nearly all; now and then of no table."""
    rng, found = random.Random(seed), []
    for _ in range(number):
        care = rng.getrandbits(1 << count)
        for _ in range(rng.randrange(4)):
            care &= rng.getrandbits(1 << count)
        if rng.random() < 0.3:
            care |= rng.getrandbits(1 << count) | rng.getrandbits(1 << count)
        value = rng.choice(tables) & care
        if rng.random() < 0.2:
            value ^= care & -care
        if rng.random() < 0.05:
            value |= 1 << rng.randrange(1 << count)  # perhaps a pattern that is not asked for
        found.append((care, value))
    return found


def _one_by_one(listed: Listing, tables: list[int], asked: Asked) -> list[list[int]]:
    sizes = listed.sizes.tolist()
    found = []
    for care, value in asked:
        counts = [0] * (max(sizes) + 1)
        for table, size in zip(tables, sizes, strict=True):
            counts[size] += table & care == value
        found.append(counts)
    return found


@pytest.mark.parametrize(("operators", "count", "size"), LISTS)
@pytest.mark.parametrize("looked", [0, 500, 1 << 40])
def test_together_and_one_by_one(
    operators: tuple[str, ...], count: int, size: int, looked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All is looked at, some, or nothing: then it is counted by bits."""
    monkeypatch.setattr(output_counts, "_LOOKED", looked)
    monkeypatch.setattr(output_counts, "COUNTED_TABLES", 0)
    monkeypatch.setattr(output_counts, "ARRAY_TABLES", 0)
    monkeypatch.setattr(output_counts, "UNASKED_OUTPUTS", 16 if looked == 0 else 10)
    monkeypatch.setattr(output_counts, "_BATCH", 9)
    listed = _listed(operators, count, size)
    tables = listed.tables(listed.matching(0, 0))
    assert len(tables) == len(listed)
    asked = _questions(tables, count, amount(20, 200), count + size)
    counts = OutputCounts(listed.count, listed.columns, listed.sizes)
    assert counts(asked) == _one_by_one(listed, tables, asked)


@pytest.mark.parametrize(("count", "size"), [(0, 5), (1, 5), (2, 5), (3, 6), (4, 7)])
def test_short_lists(count: int, size: int) -> None:
    listed = _listed(OPERATORS, count, size)
    tables = listed.tables(listed.matching(0, 0))
    asked = [(0, 0), *_questions(tables, count, 30, 5)]
    assert listed.counts(asked) == _one_by_one(listed, tables, asked)


def test_no_table() -> None:
    assert _listed(("and",), 6, 3).counts([(0, 0), (3, 1)]) == [[], []]


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(4))
def test_long_lists_as_they_are_filtered(seed: int) -> None:
    """Many questions and few, against the index that lists what agrees."""
    for count in (5, 6, 7):
        listed = _listed(OPERATORS, count, 10)
        rng = random.Random(f"{seed}/{count}")
        tables = listed.tables(np.array([rng.randrange(len(listed)) for _ in range(30)]))
        asked = _questions(tables, count, 25, seed)
        found = listed.counts(asked)
        assert found[:4] == listed.counts(asked[:4])
        for counts, what in zip(found, asked, strict=True):
            sizes = listed.sizes[listed.matching(*what)].tolist()
            assert counts == [sizes.count(size) for size in range(len(counts))]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_looked_up_together_is_what_each_variable_has(seed: int) -> None:
    setting = Setting.HIDDEN_ORDER if seed % 2 else Setting.ORDERED
    problem = make_problem(8 + seed % 3, 3, 3, 2 + seed, 9, setting, seed)
    gold = problem.gold_scm
    assert gold is not None and problem.gold is not None
    evidence = Evidence(problem)
    for slack, cap in ((4, 10), (2, 8)):
        found = local_alternatives(evidence, gold, slack, cap).counts
        for v in gold.endogenous:
            bound = min(problem.gold.mechanisms[v].size + slack, cap)
            assert found[v] == count_alternatives(Evidence(problem), gold, v, bound)

"""The shipped levels are what the programme computes; rows of words behave like integers."""

from __future__ import annotations

import random
import zlib
from itertools import combinations, permutations

import numpy as np
import pytest

from symcause.families.boolean.catalogue import clones, orbits
from symcause.families.boolean.catalogue import level_store as store
from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.dynamic_programme import Programme
from symcause.families.boolean.catalogue.formula_arrays import ordered, read
from symcause.families.boolean.catalogue.level_writer import document, pack, sections
from symcause.families.boolean.models import operator_completeness as expressive
from symcause.families.boolean.models.functions import full_mask, projection
from symcause.models.expressions import evaluate
from symcause.models.variable_names import OPERATORS
from tests.boolean.catalogue_cases import matters, permuted


def _shipped() -> dict[store.Key, bytes]:
    content = store._content()
    return {
        key: zlib.decompress(content[offset : offset + length])
        for key, (offset, length) in store._directory().items()
    }


@pytest.mark.exhaustive
def test_shipped_levels_are_reproducible() -> None:
    shipped = _shipped()
    computed = sections(False)
    assert {key: data for key, data in shipped.items() if not key[0]} == computed


def test_shipped_levels_with_constants_are_reproducible() -> None:
    shipped, free = _shipped(), Programme(OPERATORS, True)
    for count in (0, 1, 2, 3, 5, 6):
        levels = [free.level(count, size) for size in range(1, store.cap(count) + 1)]
        assert shipped[True, 0, count] == pack(levels, count)


def test_the_file_holds_its_sections() -> None:
    content = _shipped()
    again = document(content)
    assert len(store._content()) < 400_000
    assert again[:8] == store.MAGIC and len(again) > 100_000


@pytest.mark.few(17)
@pytest.mark.parametrize("key", sorted(store._directory()))
def test_every_shipped_formula_is_what_it_says(key: store.Key) -> None:
    """Compiled by the plain evaluator it gives the table, in that size and depth."""
    constants, bound, count = key
    names = [f"x{j}" for j in range(max(count, 1))]
    columns = {name: projection(j, len(names)) for j, name in enumerate(names)}
    for size, level in enumerate(store._section(key), start=1):
        for row, table in enumerate(rows.to_integers(level.tables)):
            expression = read(level.tokens[row].tobytes(), names)
            value = evaluate(expression, columns, full_mask(len(names)))
            assert value == (table if count else full_mask(1) * table)
            assert (expression.size, expression.depth) == (size, level.depth[row])
            assert not bound or expression.depth <= bound
            assert constants or expression.variables
            assert ordered(expression).size == size


@pytest.mark.parametrize("count", range(1, 9))
def test_rows_behave_like_integers(count: int) -> None:
    rng = random.Random(count)
    tables = [rng.getrandbits(1 << count) for _ in range(20)] + [projection(0, count), 0]
    arrays = rows.from_integers(tables, count)
    assert rows.to_integers(arrays) == tables
    for first, second in combinations(range(count), 2):
        order = list(range(count))
        order[first], order[second] = second, first
        swapped = rows.to_integers(rows.swap(arrays, first, second))
        assert swapped == [permuted(table, tuple(order)) for table in tables]
        assert rows.to_integers(rows.swap(arrays, second, first)) == swapped
    assert rows.full_support(arrays, count).tolist() == [matters(t, count) for t in tables]
    assert rows.population(arrays).tolist() == [t.bit_count() for t in tables]


@pytest.mark.parametrize(("inner", "count"), [(0, 3), (1, 4), (2, 7), (3, 6), (3, 8), (5, 7)])
def test_placing_variables(inner: int, count: int) -> None:
    rng = random.Random(count)
    tables = [rng.getrandbits(1 << inner) for _ in range(6)]
    arrays = rows.from_integers(tables, inner)
    for positions in combinations(range(count), inner):
        placed = rows.to_integers(rows.place(arrays, positions, count))
        for table, wide in zip(tables, placed, strict=True):
            for pattern in rng.sample(range(1 << count), 6):
                small = sum((pattern >> p & 1) << j for j, p in enumerate(positions))
                assert wide >> pattern & 1 == table >> small & 1


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_orbits_are_all_permutations(count: int) -> None:
    rng = random.Random(count)
    for _ in range(4):
        table = rng.getrandbits(1 << count)
        images = sorted({permuted(table, order) for order in permutations(range(count))})
        array = rows.from_integers([table], count)
        assert rows.to_integers(orbits.orbits(array, count)) == images
        members, origin, arrangements = orbits.arranged_orbits(array, count)
        assert rows.to_integers(members) == images and not origin.any()
        for image, arrangement in zip(images, arrangements.tolist(), strict=True):
            # arrangement[p] is the variable that has moved to position p
            order = tuple(arrangement.index(variable) for variable in range(count))
            assert permuted(table, order) == image
        assert rows.to_integers(orbits.canonical(array, count)[0]) == [images[0]]


@pytest.mark.parametrize("count", [4, 6, 7, 8])
def test_canonical_forms_are_invariant(count: int) -> None:
    rng = random.Random(count)
    x = [projection(j, count) for j in range(count)]
    symmetric = x[0] & x[1] | x[2] & x[3]
    for table in (symmetric, x[0] ^ x[count - 1], rng.getrandbits(1 << count)):
        orders = [tuple(rng.sample(range(count), count)) for _ in range(8)]
        images = rows.from_integers([permuted(table, order) for order in orders], count)
        least, arrangements = orbits.canonical(images, count)
        assert len(rows.unique(least)[0]) == 1
        for image, form, arrangement in zip(
            rows.to_integers(images),
            rows.to_integers(least),
            arrangements.tolist(),
            strict=True,
        ):
            order = tuple(arrangement.index(variable) for variable in range(count))
            assert permuted(image, order) == form


@pytest.mark.parametrize("width", [1, 2, 4])
def test_distinct_rows_and_membership(width: int) -> None:
    rng = np.random.default_rng(width)
    for spread, number in ((5, 200), (60_000, 9_000)):
        tables = rng.integers(0, spread, size=(number, width)).astype(np.uint64)
        distinct, first = rows.unique(tables)
        plain = [tuple(row) for row in tables.tolist()]
        expected = sorted(set(plain), key=lambda row: row[::-1])
        assert [tuple(row) for row in distinct.tolist()] == expected
        assert [plain.index(row) for row in expected[:40]] == first[:40].tolist()
        known = tables[: number // 3]
        held = {tuple(row) for row in known.tolist()}
        assert rows.among(tables, known).tolist() == [row in held for row in plain]


POST = (
    clones.zero_preserving,
    clones.one_preserving,
    clones.monotone,
    clones.affine,
)


def test_post_classes() -> None:
    """Counts of Post's classes among the functions of three variables; table by table, too."""
    tables = np.arange(256, dtype=np.uint64)[:, None]
    singles = [single for single in expressive.POST if single is not expressive.self_dual]
    for post, single in zip(POST, singles, strict=True):
        assert post(tables, 3).tolist() == [single(table, 3) for table in range(256)]
    assert [int(post(tables, 3).sum()) for post in POST] == [128, 128, 20, 16]
    wide = rows.from_integers([projection(0, 7) ^ projection(6, 7), projection(6, 7)], 7)
    assert [post(wide, 7).tolist() for post in POST] == [
        [True, True],
        [False, True],
        [False, True],
        [True, True],
    ]

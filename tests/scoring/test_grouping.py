"""Answers that are added up, against the same answers kept one by one."""

from __future__ import annotations

import random
from collections import Counter
from statistics import fmean, median_low, pstdev

import pytest

from symcause.families.boolean.scoring.tables.answer_summary import Answers, Numbers
from symcause.scoring.answer_groups import Group, Grouped, Sheet
from symcause.scoring.bootstrap import Total
from symcause.scoring.problem_sums import Sums

SHEET = Sheet(
    flags=("valid", "exact", "rooted"),
    numbers=("share", "size"),
    units=("exact", "share"),
    counted=("word",),
)
Made = tuple[tuple[str, int], dict[str, object], str]


def made(rng: random.Random, answers: int) -> list[Made]:
    return [
        (
            (rng.choice("ab"), rng.randrange(3)),
            {
                **{flag: rng.choice((True, False, None)) for flag in SHEET.flags},
                "share": rng.choice((None, float("nan"), rng.random(), 1.0)),
                "size": rng.choice((None, rng.randrange(40))),
                "word": rng.choice((None, "x", "y")),
            },
            f"p{rng.randrange(7)}",
        )
        for _ in range(answers)
    ]


def grouped(rows: list[Made]) -> Grouped:
    found = Grouped(SHEET, "model", "size")
    for key, row, unit in rows:
        found.take(key, row, unit)
    return found


def values(rows: list[Made], name: str, given: list[str]) -> list[float]:
    chosen = [row for _, row, _ in rows if all(row[flag] is True for flag in given)]
    known = [float(v) for row in chosen if isinstance(v := row[name], int | float)]
    return [value for value in known if value == value]


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_the_rows(seed: int) -> None:
    rng = random.Random(seed)
    rows = made(rng, 120)
    for (model,), group in grouped(rows).by("model").items():
        own = [row for row in rows if row[0][0] == model]
        assert len(group) == len(own)
        for _ in range(30):
            name = rng.choice((*SHEET.flags, *SHEET.numbers))
            given = rng.sample(SHEET.flags, rng.randrange(3))
            found, plain = group.total(name, given), values(own, name, given)
            assert found.count == len(plain) and found.sum == pytest.approx(sum(plain))
            if plain:
                assert found.mean == pytest.approx(fmean(plain))
                assert found.deviation == pytest.approx(pstdev(plain), abs=1e-9)
            chosen = [row for _, row, _ in own if all(row[flag] is True for flag in given)]
            assert group.count(*given) == len(chosen)
        words = Counter(row["word"] for _, row, _ in own if row["word"] is not None)
        assert group.counts("word") == words


@pytest.mark.parametrize("seed", range(5))
def test_problems_are_kept_apart(seed: int) -> None:
    rows = made(random.Random(seed), 90)
    (group,) = grouped(rows).by().values()
    assert set(group.units) == {unit for *_, unit in rows}
    for name in SHEET.units:
        found = group.by_unit(name)
        for unit in group.units:
            own = [row for row in rows if row[2] == unit]
            plain = values(own, name, [])
            assert group.answers_of(unit) == len(own)
            assert (unit in found) == bool(plain)
            if plain:
                assert found[unit].mean == pytest.approx(fmean(plain))
                assert found[unit].deviation == pytest.approx(pstdev(plain), abs=1e-9)


def test_what_is_asked_for_by_some_fields_is_the_whole_of_the_others() -> None:
    found = grouped(made(random.Random(3), 200))
    sizes = [len(found.by(*fields)) for fields in ((), ("size",), ("model",), ("model", "size"))]
    assert sizes == [1, 3, 2, 6]
    (only,) = found.by("model", where=lambda model, size: model == "b" and size).values()
    assert len(only) == sum(len(g) for (m, s), g in found.groups.items() if m == "b" and s)


def test_more_of_the_same_answers_take_no_room() -> None:
    rows = made(random.Random(1), 50)
    once, often = Group(SHEET), Group(SHEET)
    for _, row, unit in rows:
        once.add(row, unit)
    for _, row, unit in rows * 40:
        often.add(row, unit)
    assert (len(often), often.kinds) == (2000, once.kinds)
    assert often.total("share").mean == pytest.approx(once.total("share").mean)


def test_an_unknown_name_is_no_silent_zero() -> None:
    group = Group(SHEET)
    with pytest.raises(KeyError):
        group.total("exakt")
    with pytest.raises(KeyError):
        group.total("share", ["valit"])


def test_median_and_numbers() -> None:
    rng = random.Random(2)
    for size in range(1, 30):
        answers, many = Answers("g", "m", "ordered", False), []
        for _ in range(size):
            many.append(rng.randrange(10) ** 30)
            answers.add({"other_explanations": many[-1]}, 0)
        assert answers.median_of_others == median_low(many)
    assert Answers("g", "m", "ordered", False).median_of_others is None
    numbers, plain = Numbers(), set()
    for _ in range(50):
        number = rng.randrange(40)
        assert (number in numbers) == (number in plain)
        numbers.add(number)
        plain.add(number)
    assert len(numbers) == len(plain)


@pytest.mark.parametrize("seed", range(4))
def test_sums_by_problem_are_those_of_their_values(seed: int) -> None:
    """Small values and large ones, few and many, whole and not; added one by one and in parts."""
    rng, sums, parts = random.Random(seed), Sums(), (Sums(), Sums())
    kinds = ((0.0, 1.0), (0.0, 1.0, 0.25), (1.0, 127.0, -128.0), (1e9, -3.5))[: seed + 1]
    values: dict[int, list[float]] = {}
    for _ in range(3000):
        place, value = int(rng.paretovariate(0.5)) % 40, rng.choice(rng.choice(kinds))
        sums.add(place, value)
        rng.choice(parts).add(place, value)
        values.setdefault(place, []).append(value)
    assert max(map(len, values.values())) > 255
    for place in range(60):
        held = values.get(place, [])
        for found in (sums.total(place), parts[0].total(place) + parts[1].total(place)):
            plain = Total.of(held)
            assert (found.sum, found.count) == (pytest.approx(sum(held)), len(held))
            assert found.square == pytest.approx(plain.square, rel=1e-6, abs=1e-6)

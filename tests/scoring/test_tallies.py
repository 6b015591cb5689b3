"""Figures that are added up, against the same figures kept row by row."""

from __future__ import annotations

import random
from math import isnan, nan
from statistics import median_low

import pytest

from symcause.families.boolean.scoring.figures import METRICS
from symcause.families.boolean.scoring.summary import Answers
from symcause.families.boolean.scoring.tallies import Numbers, Tallies

PLACE = {name: position for position, name in enumerate(METRICS)}


def made(rng: random.Random, answers: int) -> list[tuple[list[float], int]]:
    rows = []
    for _ in range(answers):
        row = [rng.choice((nan, 0.0, 1.0, 0.25, 3.0)) for _ in METRICS]
        row[PLACE["stage"]] = float(rng.randrange(9))
        rows.append((row, rng.randrange(7)))
    return rows


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_the_rows(seed: int) -> None:
    rng = random.Random(seed)
    rows, tallies = made(rng, 60), Tallies()
    for row, latent in rows:
        tallies.add(row, latent)
    assert len(tallies) == 60
    for _ in range(30):
        metric, beside = rng.choice(METRICS), rng.choice([None, *METRICS])
        given = rng.sample(METRICS, rng.randrange(3))
        chosen = [
            row[PLACE[metric]]
            for row, _ in rows
            if not isnan(row[PLACE[metric]])
            and all(row[PLACE[name]] == 1 for name in given)
            and (beside is None or not isnan(row[PLACE[beside]]))
        ]
        found = tallies.total(metric, given, beside)
        assert (found.sum, found.count) == (sum(chosen), len(chosen))
    for stage in range(9):
        assert tallies.beyond(stage) == sum(row[PLACE["stage"]] > stage for row, _ in rows)
    assert tallies.latents == tuple(sorted({latent for _, latent in rows}))
    for metric in ("train_exact", "heldout_world_exact", "joint_success"):
        known = [(row[PLACE[metric]], at) for row, at in rows if not isnan(row[PLACE[metric]])]
        sums = {
            at: (sum(v for v, a in known if a == at), sum(a == at for _, a in known))
            for _, at in known
        }
        found_sums = {at: (t.sum, t.count) for at, t in tallies.by_latent(metric).items()}
        assert found_sums == sums
        assert tallies.where(metric) == {at for value, at in known if value == 1}


def test_more_of_the_same_answers_take_no_room() -> None:
    rows = made(random.Random(1), 50)
    once, often = Tallies(), Tallies()
    for row, latent in rows:
        once.add(row, latent)
    for row, latent in rows * 40:
        often.add(row, latent)
    assert (len(often), often.kinds) == (2000, once.kinds)


def test_median_and_numbers() -> None:
    rng = random.Random(2)
    for size in range(1, 30):
        answers, values = Answers("g", "m", "ordered", False), []
        for _ in range(size):
            value = rng.randrange(10) ** 30
            values.append(value)
            answers.others[value] = answers.others.get(value, 0) + 1
        assert answers.median_of_others == median_low(values)
    assert Answers("g", "m", "ordered", False).median_of_others is None
    numbers, plain = Numbers(), set()
    for _ in range(50):
        number = rng.randrange(40)
        assert (number in numbers) == (number in plain)
        numbers.add(number)
        plain.add(number)
    assert len(numbers) == len(plain)

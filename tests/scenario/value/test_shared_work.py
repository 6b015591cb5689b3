"""States that are united and results that are found again: the same bits and the same steps as without."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

from symcause.families.scenario.models.model_components import Boolean, Choice, Integer, Value
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.release.game_reader import published
from symcause.families.scenario.value import work_tally
from symcause.families.scenario.value.enclosure import row_kinds
from symcause.families.scenario.value.enclosure.probability_bounds import Box, enclose
from symcause.families.scenario.value.summation_plan import Plan
from symcause.families.scenario.value.valuer import Valuer
from symcause.families.scenario.value.work_tally import Tally

GAMES = (
    "antenna_trap",
    "deployment_zone_trap_categorical",
    "deployment_zone_trap_env_shift",
    "weather_noise",
    "deployment_zone_trap_categorical_no_selection_bias",
)

Call = tuple[Sequence[Box], int]


def _calls(problem: ScenarioProblem) -> Iterator[Call]:
    """One design after the other, each a step from the last; some at once; boxes; and the first again."""
    rng, design = random.Random(7), dict(problem.default)
    whole = [name for name, domain in problem.design.items() if isinstance(domain, Integer)]
    yield [dict(design)], 16
    for _ in range(3):
        name = rng.choice(list(problem.design))
        design[name] = _value(rng, problem, name)
        yield [dict(design)], 16
    yield [{**design, name: _value(rng, problem, name)} for name in problem.design][:4], 8
    yield [{**design, **dict.fromkeys(whole, (1, 3 + at))} for at in range(3)], 4
    yield [dict(problem.default)], 16


def _value(rng: random.Random, problem: ScenarioProblem, name: str) -> Value:
    domain = problem.design[name]
    if isinstance(domain, Boolean):
        return rng.random() < 0.5
    if isinstance(domain, Choice):
        return rng.choice(domain.options)
    if domain.most is None:
        return problem.default[name]
    return Fraction(rng.randint(domain.least, domain.most))


def _found(plan: Plan, calls: list[Call]) -> list[tuple[bytes, bytes, int, int, int]]:
    tally, found = Tally(), []
    for boxes, cells in calls:
        done = enclose(plan, boxes, cells, tally)
        counted = (tally._operations, tally._entries, tally.steps)
        found.append((done.low.tobytes(), done.high.tobytes(), *counted))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shared_changes_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = published(game)
    plan = Valuer(problem).plan()
    assert isinstance(plan, Plan)
    calls = list(_calls(problem))
    monkeypatch.setattr(row_kinds, "GROUPED_ROWS", 2)
    shared = _found(plan, calls)
    monkeypatch.setattr(row_kinds, "GROUPED_ROWS", 1 << 40)
    monkeypatch.setattr(work_tally, "KEPT_BYTES", 0)
    assert shared == _found(plan, calls)
    assert shared[0][:2] == shared[-1][:2]


def test_work_is_done_once_and_counted_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    tally, done = Tally(), list[None]()

    def work() -> int:
        tally.count(3, 5_000)
        tally.spend(7)
        tally.once("a table", 100)
        done.append(None)
        return len(done)

    anchor = object()
    assert [tally.recalled("key", anchor, work, lambda _: 8) for _ in range(3)] == [1, 1, 1]
    assert tally.steps == 3 * (3 * work_tally.OPERATION + 5 + 7) + 100
    monkeypatch.setattr(work_tally, "KEPT_BYTES", 9_000)
    assert tally.recalled("large", anchor, work, lambda _: 9_000) == 2  # it is not kept
    assert tally.recalled("large", anchor, work, lambda _: 9_000) == 3
    for number in range(20):
        tally.recalled(number, anchor, work, lambda _: 0)
    assert tally.recalled("key", anchor, work, lambda _: 8) == 24  # the oldest was given up

"""Experiments on finite spaces: what members show, what tells two apart, and the fewest further worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, product
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown, Unsat
from symcause.audits.space import Separation
from symcause.budgets import StrictMeter
from symcause.errors import LimitError, UsageError
from symcause.families.finite.bounds import COMPARED_MEMBERS
from symcause.families.finite.space import fewest_worlds, root_assignments
from symcause.families.finite.space.fewest_worlds import Fewest, first_cover, pool_of
from symcause.families.finite.space.finite_space import FiniteSpace
from symcause.families.finite.space.model_comparison import RootWitness, StateWitness
from symcause.families.finite.space.space_choice import open_space
from symcause.mechanisms.tables.table_models import TableModel
from tests.finite.space_cases import problem
from tests.finite.test_space import BITS, PROBLEMS, holed, members

SMALL = problem(
    [["low", "mid", "high"], BITS, ["off", "on"], BITS],
    [["low", 0, "off", 0], ["high", 1, "on", 1]],
    {"functions": "any", "max_parents": 1},
)


def exact(asked: Any) -> FiniteSpace:
    """The space of a problem without holes."""
    space = open_space(asked)
    assert isinstance(space, FiniteSpace)
    return space


def test_experiments_come_in_natural_order() -> None:
    space = exact(SMALL)
    listed = list(space.experiments())
    assert listed[:4] == [{"do": {"A": v}} for v in ("low", "mid", "high")] + [{"do": {"B": 0}}]
    pairs = list(space.experiments(2))
    assert pairs[9] == {"do": {"A": "low", "B": 0}}
    assert len(pairs) == 9 + sum(a * b for a, b in combinations((3, 2, 2, 2), 2))
    named = replace(
        SMALL,
        domains=tuple(
            replace(one, name=name)
            for one, name in zip(SMALL.domains, ("X10", "X9", "X2", "X1"), strict=True)
        ),
        disclosure=replace(
            SMALL.disclosure, variables=("X10", "X9", "X2", "X1"), roots=("X10", "X9")
        ),
    )
    names = [next(iter(one["do"])) for one in exact(named).experiments()]  # type: ignore[call-overload]
    assert list(dict.fromkeys(names)) == ["X1", "X2", "X9", "X10"]


def test_all_forms_of_an_experiment_are_read() -> None:
    space = exact(SMALL)
    for form in ("B=1, A=mid", {"do": {"B": 1, "A": "mid"}}, {"B": "1", "A": "mid"}):
        assert space.assignments(form) == {"A": 1, "B": 1}
    for wrong in ("E=1", "A=2", {"B": True}, 3):
        with pytest.raises(UsageError):
            space.setting_of(wrong)


def shares(space: FiniteSpace, first: TableModel, second: TableModel, do: Mapping[str, int]) -> Any:
    """The two rates of an experiment, run by run."""
    names = [v for v in space.over if v in first.roots]
    sizes = [space.problem.sizes[space.over.index(v)] for v in names]
    scored = [v for v in space.over if v in first.functions and v not in do]
    rows = cells = number = 0
    for values in product(*map(range, sizes)):
        given = dict(zip(names, values, strict=True))
        one, other = first.run(given, do), second.run(given, do)
        differing = sum([one[v] != other[v] for v in scored])
        rows, cells, number = rows + bool(differing), cells + differing, number + 1
    return Fraction(rows, number), Fraction(cells, number * len(scored)) if scored else Fraction(0)


@pytest.mark.parametrize("most_targets", [1, 2])
def test_pairs_are_compared_as_runs_say(most_targets: int) -> None:
    space, rng = exact(SMALL), Random(3)
    listed = members(space, 1000)
    for _ in range(20):
        first, second = rng.sample(listed, 2)
        best = space.compared(first, second, most_targets)
        assert best is not None
        assert not isinstance(best, Unknown)
        rates = [
            shares(space, first, second, {space.over[at]: v for at, v in setting})
            for setting in space.settings(most_targets)
        ]
        settings = list(space.settings(most_targets))
        top = min(range(len(rates)), key=lambda i: (-rates[i][0], -rates[i][1], i))
        assert (best.setting, best.disagreement, best.cells) == (settings[top], *rates[top])
        told = list(space.separations(first, second, most_targets))
        assert len(told) == sum(rate > 0 for rate, _ in rates)
        for one in told:
            assert isinstance(one, Separation)
            assert space.replayed(one)
        if best.separable:
            assert isinstance(best.witness, RootWitness)
            assert isinstance(told[0], Separation)
            assert told[0].measures["pair_disagreement_rate"] == best.disagreement


def test_other_roots_are_told_apart_by_states() -> None:
    space = exact(PROBLEMS["hidden"])
    listed, kinds = members(space, 1000), Counter[str]()
    for first, second in islice(combinations(listed, 2), 300):
        if set(first.roots) == set(second.roots):
            continue
        best = space.compared(first, second)
        assert best is not None
        assert not isinstance(best, Unknown)
        assert best.disagreement is best.cells is None
        told = space.separate(first, second)
        kinds["apart" if best.separable else "alike"] += 1
        if best.separable:
            assert isinstance(best.witness, StateWitness)
            assert isinstance(told, Separation)
            assert told.experiment["do"] == space.values_of(best.setting)
        else:
            assert isinstance(told, Unsat)
    assert kinds["apart"]


def test_single_variables_may_not_tell_apart_what_two_do() -> None:
    # w10 of the reference
    worlds = [
        {"id": "w1", "do": {"B": 1}, "rows": ["011"]},
        {"id": "w2", "do": {"C": 1}, "rows": ["001"]},
    ]
    asked = problem([BITS] * 3, ["111"], {"functions": "disjunctive"}, roots=[], worlds=worlds)
    asked = replace(asked, worlds=(replace(asked.worlds[0], do={"A": 1}), *asked.worlds[1:]))
    space = exact(asked)
    first, second = members(space, 3)
    assert space.separable() is False
    assert isinstance(space.separate(first, second), Unsat)
    told = space.separate(first, second, most_targets=2)
    assert isinstance(told, Separation)
    assert told.experiment["do"] == {"A": 1, "B": 0}


@pytest.mark.parametrize("name", ["threshold", "hidden", "grammar"])
@pytest.mark.parametrize("cells", [[], [(0, 2)]])
def test_ranks_are_groups_of_outcomes(name: str, cells: list[tuple[int, int]]) -> None:
    space = open_space(holed(PROBLEMS[name], *cells))
    count = space.count()
    assert isinstance(count, int)
    listed = members(space, count)
    if count > 2_000:
        return
    right = []
    for at, experiment in enumerate(space.experiments()):
        groups = Counter(str(space.outcome(one, experiment)) for one in listed)
        worst, squares = max(groups.values()), sum(n * n for n in groups.values())
        expected = Fraction(squares, count)
        right.append((worst, expected, at, min(groups.values()), len(groups)))
    ranks = space.ranks()
    assert not isinstance(ranks, Unknown)
    shown = [(one.worst, one.expected, one.best_case, one.outcomes) for one in ranks]
    assert shown == [(w, e, b, o) for w, e, _, b, o in sorted(right)]
    ranking = space.ranking()
    assert ranking is not None
    assert not isinstance(ranking, Unknown)
    assert ranking.exact
    assert len(ranking.able) == sum(one.best_case < count for one in ranks)
    behaviours = {str([space.outcome(one, e) for e in space.experiments()]) for one in listed}
    assert space.separable() or len(behaviours) == 1


def test_large_spaces_are_ranked_by_counting() -> None:
    asked = problem([BITS] * 6, ["000000", "111111"], {"functions": "any", "max_parents": 2})
    space = exact(asked)
    count = space.count()
    assert isinstance(count, int)
    assert count > COMPARED_MEMBERS
    ranking = space.ranking()
    assert ranking is not None
    assert not isinstance(ranking, Unknown)
    assert ranking.able
    outcomes = space.what_if({"A": 1})
    assert not isinstance(outcomes, Unknown)
    assert outcomes.total == count
    gold = members(space, 1)[0]
    assert space.outcome(gold, {"do": {"A": 1}})["rows"][0][0] == 1  # type: ignore[index]


def test_too_many_assignments_are_not_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(root_assignments, "SIMULATED_CELLS", 8)
    space = exact(SMALL)
    first, second = members(space, 2)
    assert isinstance(space.compared(first, second), Unknown)
    assert isinstance(next(space.separations(first, second)), Unknown)
    assert isinstance(space.separable(), Unknown)
    with pytest.raises(LimitError, match="assignments of 2 roots"):
        root_assignments.assignments(space.over, space.problem.sizes, "AB")


# the fewest further worlds


def left(space: FiniteSpace, listed: list[TableModel], worlds: Any) -> int:
    """How many members replay these worlds, row by row."""

    def replays(model: TableModel) -> bool:
        for world in worlds:
            do = {v: space.problem.domain(v).position(value) for v, value in world.do.items()}
            for row in world.rows:
                state = dict(zip(space.over, row, strict=True))
                if model.run(state, do) != state:  # type: ignore[arg-type]
                    return False
        return True

    return sum(map(replays, listed))


@pytest.mark.parametrize("name", ["threshold", "grammar"])
@pytest.mark.parametrize("place", [0, 5, -1])
def test_the_fewest_worlds_are_the_first_of_all_choices(name: str, place: int) -> None:
    space = exact(PROBLEMS[name])
    listed = members(space, 1_500)
    if len(listed) == 1_500:
        pytest.skip("too many for a list of all choices")
    gold = listed[place]
    found = fewest_worlds.fewest_worlds(space, gold)
    assert isinstance(found, Fewest)
    pool = pool_of(space, gold)
    assert found.pool_size == len(pool)
    assert found.count_before == len(listed)
    whole = left(space, listed, pool)
    assert found.count_after == whole
    for number in range(len(found.worlds) + 1):
        sufficient = (c for c in combinations(pool, number) if left(space, listed, c) == whole)
        first = next(sufficient, None)
        assert first == (found.worlds if number == len(found.worlds) else None)
    assert found.minimal


def test_worlds_are_found_without_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    space = exact(PROBLEMS["threshold"])
    gold = members(space, 6)[-1]
    listed = fewest_worlds.fewest_worlds(space, gold)
    monkeypatch.setattr(fewest_worlds, "ORDERED_MEMBERS", 3)
    counted = fewest_worlds.fewest_worlds(space, gold)
    assert isinstance(listed, Fewest)
    assert isinstance(counted, Fewest)
    assert len(counted.worlds) == len(listed.worlds)
    assert counted.count_after == listed.count_after
    assert counted.minimal


def test_covers_are_the_first_of_the_smallest() -> None:
    rng = Random(1)
    for _ in range(200):
        demands = [rng.randrange(1, 1 << 7) for _ in range(rng.randint(0, 8))]
        sets = (c for k in range(8) for c in combinations(range(7), k))
        right = next(c for c in sets if all(any(d >> at & 1 for at in c) for d in demands))
        assert first_cover(demands, 7, StrictMeter(10_000, "too many")) == right
    with pytest.raises(LimitError, match="enough"):
        first_cover([1 << i for i in range(20)], 20, StrictMeter(5, "enough"))


@pytest.mark.parametrize(
    ("worlds", "contexts"),
    [
        ([[[0, None, 1], [1, 1, 0]], [[1, 0, 1], [0, 1, 0]]], ((1, 0, 0), (0, 1, 0))),
        ([[[1, 1, None], [0, 1, 0]], [[1, 0, 1]]], ((1, 1, 0), (0, 1, 0))),
        ([[[0, None, 1], [1, 1, 0]]], ((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0))),
    ],
)
def test_contexts_are_rows_in_which_all_roots_were_seen(
    worlds: list[list[list[int | None]]], contexts: tuple[tuple[int, ...], ...]
) -> None:
    """One cell that nobody saw and the next world is taken; where there is none, all assignments."""
    first, *others = worlds
    more = [{"id": f"w{i}", "rows": rows} for i, rows in enumerate(others, 1)]
    asked = problem([[0, 1]] * 3, first, {"functions": "any"}, worlds=more)
    assert set(open_space(asked).contexts) == set(contexts)

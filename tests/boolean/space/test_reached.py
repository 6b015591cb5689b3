"""How large the counting recursion is: against listing what it reaches, and how early it is refused."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from benchmarks.problems import make_problem
from symcause.errors import LimitError
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.parent_counts import fitting_functions
from symcause.families.boolean.space.order.function_distance import DISTANCES
from symcause.mechanisms.order.nearest_members import nearest
from symcause.models.disclosure import Setting
from symcause.solvers.acyclic import recursion_size as reached
from symcause.solvers.acyclic.choice_weight import count_acyclic, counting_steps
from tests.amounts import EXHAUSTIVE


def listed(masks: list[set[int]]) -> tuple[int, int]:
    """Sets that can be placed one node after the other, and the terms from all of them."""
    found, line, terms = {0}, [0], 0
    while line:
        placed = line.pop()
        free = [
            v
            for v, options in enumerate(masks)
            if not placed >> v & 1 and any(not mask & ~placed for mask in options)
        ]
        terms += 1 << len(free)
        for v in free:
            if placed | 1 << v not in found:
                found.add(placed | 1 << v)
                line.append(placed | 1 << v)
    return len(found), terms


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_steps_are_the_terms_of_the_recursion(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(2, 8)
    masks = [
        {
            sum(
                1 << p
                for p in rng.sample(
                    [p for p in range(size) if p != v], rng.randint(0, min(3, size - 1))
                )
            )
            for _ in range(rng.randint(1, 4))
        }
        for v in range(size)
    ]
    sets, terms = listed(masks)
    nodes = [1 << v for v in range(size)]
    found = reached.steps(nodes, masks, 10**9)
    assert terms + 4 * size * sets <= found <= terms + (4 * size + sum(map(len, masks))) * sets
    for most in (1, found // 2, found - 1):
        assert reached.steps(nodes, masks, most) > most
    assert reached.steps(nodes, masks, found) == found


def test_what_takes_too_long_is_refused_before_it_begins() -> None:
    free = [{0: 1, **{1 << p: 1 for p in range(40) if p != v}} for v in range(40)]
    with pytest.raises(LimitError, match="40 variables that may cause each other"):
        count_acyclic(free)
    small = [{m: 1 for m in range(1 << 8) if not m >> v & 1} for v in range(8)]
    steps = counting_steps(small)
    assert count_acyclic(small, steps) == 783702329343
    with pytest.raises(LimitError):
        count_acyclic(small, steps - 1)


def test_many_root_sets_are_counted_within_one_bound() -> None:
    problem = make_problem(8, 2, 2, 4, 8, Setting.HIDDEN_ROOTS)
    space = ExactSpace.of(problem)
    assert len(space.branches) == 28
    assert space.counted(space.steps) == space.count == sum(b.count for b in space.branches)
    with pytest.raises(LimitError, match="may cause each other"):
        space.counted(space.steps - 1)
    many = make_problem(60, 4, 2, 4, 8, Setting.HIDDEN_ROOTS)
    with pytest.raises(LimitError, match="487,635 possible root sets"):
        ExactSpace.of(many)


def test_the_nearest_alternatives_have_a_budget() -> None:
    problem = make_problem(8, 2, 3, 3, 8)
    space, gold = ExactSpace.of(problem), problem.gold_scm
    assert gold is not None
    whole = list(islice(nearest(space, gold, DISTANCES), 40))
    lengths = []
    for most in (1, 20, 60, 10_000):
        found = []
        try:
            for alternative in islice(nearest(space, gold, DISTANCES, most_compared=most), 40):
                found.append(alternative)
        except LimitError as error:
            assert f"more than {most:,} parent sets compared" in str(error)
        assert found == whole[: len(found)]
        lengths.append(len(found))
    assert lengths == sorted(lengths)
    assert lengths[0] == 0
    assert lengths[-1] == 40


def test_fitting_parent_sets_are_bounded_while_they_are_found() -> None:
    problem = make_problem(10, 3, 3, 2, 6)
    evidence = Evidence(problem)
    variable = problem.variables[-1]
    asked = evidence.rows(variable), evidence.candidates(variable), 3
    found = fitting_functions(*asked).sets
    assert all(found.values())
    with pytest.raises(LimitError, match="more fitting parent sets than can be kept"):
        fitting_functions(*asked, most=len(found) - 1)


@pytest.mark.few(1)
@pytest.mark.parametrize("setting", [Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS])
def test_a_large_ambiguous_problem_is_audited_with_its_reasons(setting: Setting) -> None:
    from symcause.api import audit

    problem = make_problem(25, 3, 3, 5, 11, setting)
    document = audit(problem)
    assert (document.verdict, document.count, document.separable) == ("ambiguous", None, True)
    assert "too many sets" in str(document.reason)
    assert len(document.alternatives) == 5
    if EXHAUSTIVE:  # and once more
        again = audit(problem)
        assert document.alternatives == again.alternatives
        assert document.beyond_reach == again.beyond_reach

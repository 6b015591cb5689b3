"""All root sets in one sum, cases and bounds: against the sum over root sets, and against listing."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain, combinations
from math import prod

import pytest

from benchmarks.large import problem_of
from benchmarks.problems import make_problem
from symcause import api
from symcause.errors import LimitError
from symcause.families.boolean.audits.evidence import world_subsets as some_worlds
from symcause.families.boolean.audits.evidence.redundancy import redundancy_report
from symcause.families.boolean.audits.evidence.world_subsets import with_some_worlds
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exact.problem_tally import problem_tally
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.subset_weights import LeftOut
from symcause.families.boolean.space.space_choice import open_space
from symcause.mechanisms.member_tally import Tally
from symcause.models.bit_sets import bits
from symcause.models.disclosure import Setting
from symcause.solvers.acyclic import case_split as conditioning
from symcause.solvers.acyclic import count_bounds as bounding
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic
from symcause.solvers.acyclic.cycle_components import components, project
from symcause.solvers.acyclic.subset_sums import Within
from tests.boolean.brute import members, random_problem

SEEDS = [*range(25), *(pytest.param(s, marks=pytest.mark.exhaustive) for s in range(25, 700))]


def tally_of(problem: BooleanProblem, bound: int | None = None) -> Tally:
    return problem_tally(problem, HypothesisClass(bound), Evidence(problem))


@pytest.mark.few(60)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_way_of_counting_agrees(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one sum, root set by root set, by cases alone, within its bounds, and the length of the list."""
    monkeypatch.setattr(conditioning, "RECURSION_TERMS", 0)
    monkeypatch.setattr(conditioning, "LEVEL_TERMS", 0)
    monkeypatch.setattr(conditioning, "RECURSION_STEPS", 20)
    rng = random.Random(seed)
    setting = list(Setting)[seed % 4]
    size = 3 if setting is Setting.HIDDEN_ROOTS or rng.random() < 0.6 else 4
    problem, _ = random_problem(rng, size, setting, rng.randint(1, 3))
    if rng.random() < 0.3:
        problem = replace(problem, constants=True)
    bound = 2 if size == 4 else rng.choice((None, 1, 2))
    space = ExactSpace.of(problem, HypothesisClass(bound))
    tally = tally_of(problem, bound)
    expected = len(members(problem, bound))
    assert tally.count() == sum(branch.count for branch in space.branches) == expected
    assert tally.count_by_cases() == expected
    monkeypatch.setattr(bounding, "BOUND_STEPS", 0)
    assert tally.bounds.low <= expected <= tally.bounds.high


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(s, marks=pytest.mark.exhaustive) for s in range(2, 60))]
)
@pytest.mark.parametrize("setting", list(Setting))
def test_problems_of_the_published_size(seed: int, setting: Setting) -> None:
    rng = random.Random(seed)
    n = rng.randint(5, 9)
    problem = make_problem(n, 3, rng.choice((2, 3)), rng.randint(2, 6), 8, setting, seed)
    space, tally = (
        ExactSpace.of(problem),
        problem_tally(problem, problem.default_class(), Evidence(problem)),
    )
    assert tally.count() == sum(branch.count for branch in space.branches)
    assert tally.count_by_cases() == tally.count()


@pytest.mark.exhaustive
def test_more_root_sets_than_can_be_listed_are_counted() -> None:
    """487,635 root sets: none of them is looked at by itself, and the roots of gold are among them."""
    problem = make_problem(60, 4, 2, 40, 12, Setting.HIDDEN_ROOTS)
    known = problem.in_setting(Setting.HIDDEN_ROOTS)
    found = open_space(known).count()
    given = make_problem(60, 4, 2, 40, 12, Setting.HIDDEN_ORDER)
    low = open_space(given).count()
    assert isinstance(found, int)
    assert isinstance(low, int)
    assert found >= low > 0
    document = api.audit(problem)
    assert document.count == found
    assert document.verdict == "ambiguous"


def test_what_cannot_be_counted_has_proven_bounds() -> None:
    problem = problem_of("random", 26, 3, 3, Setting.HIDDEN_ORDER, 0)
    document = api.count(problem)
    assert document.count is None
    assert "too many sets to count over in at least 1e+10 steps" in str(document.reason)
    assert isinstance(document.at_least, int)
    assert isinstance(document.at_most, int)
    assert 10**60 < document.at_least < document.at_most < 10**74
    told = api.audit(problem)
    assert (told.verdict, told.at_least, told.at_most) == (
        "ambiguous",
        document.at_least,
        document.at_most,
    )


def test_what_arrays_count_lies_within_its_bounds() -> None:
    problem = problem_of("random", 30, 3, 25, Setting.HIDDEN_ORDER, 0)
    tally = tally_of(problem, problem.max_parents)
    with pytest.raises(LimitError):
        tally.count()
    assert tally.bounds.low < tally.count_by_cases() < tally.bounds.high


def test_one_large_component_is_counted_by_cases() -> None:
    problem = problem_of("random", 40, 3, 40, Setting.HIDDEN_ORDER, 0)
    tally = tally_of(problem, problem.max_parents)
    with pytest.raises(LimitError, match="34 variables"):
        tally.count()
    count = tally.count_by_cases()
    assert count == 180_820_224
    assert tally.bounds.low <= count <= tally.bounds.high


@pytest.mark.parametrize("seed", SEEDS[:12] + SEEDS[100:160])
def test_worlds_left_out_are_counted_from_one_table(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights of every choice of worlds, which choices suffice, and the report, as without the table."""
    rng = random.Random(seed)
    setting = list(Setting)[seed % 4]
    problem = make_problem(rng.randint(4, 7), 2, rng.choice((2, 3)), 5, 6, setting, seed)
    hypotheses = problem.default_class()
    parents = Evidence(problem).parents(hypotheses)
    assert parents is not None
    table = LeftOut(problem.variables, problem.training, parents)
    for _ in range(4):
        chosen = sorted(rng.sample(range(5), rng.randint(0, 5)))
        evidence = Evidence(problem, [problem.training[w] for w in chosen])
        for name, weights in table.weights(chosen).items():
            assert weights == evidence.local_space(name, hypotheses).weights
    report, tabled = (
        redundancy_report(problem, hypotheses),
        with_some_worlds(problem, hypotheses),
    )
    monkeypatch.setattr(some_worlds, "MAX_PATTERNS", -1)
    assert redundancy_report(problem, hypotheses) == report
    anew = with_some_worlds(problem, hypotheses)
    assert type(tabled) is not type(anew)
    for chosen in chain.from_iterable(combinations(range(5), k) for k in range(6)):
        assert tabled.suffice(chosen) == anew.suffice(chosen)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("n", "parents", "worlds"), [(25, 4, 16), (30, 3, 8)])
def test_large_counts_by_another_recursion(n: int, parents: int, worlds: int) -> None:
    """Root set by root set, over layerings: terms that are all positive, another sum altogether."""
    problem = make_problem(n, 3, parents, worlds, 11, Setting.HIDDEN_ROOTS)
    tally = tally_of(problem, parents)
    total = 0
    for roots in combinations(range(n), 3):
        choices = [{0: 1} if v in roots else o for v, o in enumerate(tally.choices)]
        if exists_acyclic(choices):
            total += prod(layered(project(choices, c)) for c in components(choices))
    assert tally.count() == total > 10**34


def layered(choices: list[dict[int, int]]) -> int:
    """The weight of all acyclic choices, layer by layer: every node has a parent in the layer before."""
    full, sums = (1 << len(choices)) - 1, {(0, 0): 1}
    within = Within(choices, 0)
    for placed_count in range(len(choices)):
        for placed, last in [key for key in sums if key[0].bit_count() == placed_count]:
            total = sums.pop((placed, last))
            layers = [(0, total)]
            for v in bits(full & ~placed):
                new = within(v, placed) - (within(v, placed & ~last) if last else 0)
                if new:
                    layers += [(layer | 1 << v, weight * new) for layer, weight in layers]
            for layer, weight in layers[1:]:
                key = placed | layer, layer
                sums[key] = sums.get(key, 0) + weight
    return sum(weight for (placed, _), weight in sums.items() if placed == full)

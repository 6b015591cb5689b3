"""Baselines: what they hand in is what scoring says it is, and the same seed gives the same answer."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from symcause.errors import UsageError
from symcause.families.boolean.baselines.baseline_registry import BUNDLED, baseline, entry
from symcause.families.boolean.baselines.bottom_up_search import SearchLimits, search
from symcause.families.boolean.baselines.exact_search import Preference, solve
from symcause.families.boolean.baselines.graph_search import Score, Search, _reaches
from symcause.families.boolean.baselines.public_problem import public
from symcause.families.boolean.baselines.structure_learner import (
    LearningPlan,
    exact_fit,
    smallest_fits,
    structure_learning,
)
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.scoring.check.checker import check
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.local_rows import local_rows
from symcause.models.bit_sets import mask_of
from symcause.models.disclosure import Setting
from symcause.models.expressions import evaluate
from symcause.solvers.synthesis.tool_versions import installed_version
from tests.boolean.brute import random_problem

OPERATORS = ("not", "and", "or", "xor", "iff")


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("setting", list(Setting))
def test_attempts_score_as_they_claim(name: str, setting: Setting) -> None:
    tool = entry(name).tool
    if tool is not None and installed_version(tool) is None:
        pytest.skip(f"{tool} is not installed: pip install symcause[synthesis]")
    for seed in range(4):
        problem, _ = random_problem(random.Random(f"baseline {seed}"), 4, setting, 3, 4)
        attempt = baseline(name)(public(problem), seed)
        assert (attempt.answer is not None) == attempt.solved
        assert attempt.answer is None or check(problem, attempt.answer).train_exact
        assert baseline(name)(public(problem), seed) == attempt


@pytest.mark.parametrize("preference", list(Preference))
def test_solve_hands_in_members(preference: Preference) -> None:
    for seed in range(8):
        setting = list(Setting)[seed % 4]
        problem, _ = random_problem(random.Random(f"solve {seed}"), 4, setting, 3, 4)
        hypotheses = HypothesisClass(max_parents=2)
        attempt = solve(problem, hypotheses, preference, seed)
        space = ExactSpace.of(problem, hypotheses)
        assert attempt.solved == (space.count > 0)
        if attempt.solved:
            assert problem.compiled(attempt.answer) in space


def test_parent_proposals_find_a_model_where_learned_graphs_do_not() -> None:
    """With next to no search the graphs are wrong; the bootstrap's proposals still lead to a model."""
    lazy = LearningPlan(tabu=(1, 1, 1), climb=(1, 40), replicates=24)
    late = 0
    for seed in range(8):
        for setting in Setting:
            problem, _ = random_problem(random.Random(f"lazy {seed}"), 5, setting, 4, 6)
            if not ExactSpace.of(problem, HypothesisClass()).count:
                continue
            attempt = structure_learning(public(problem), seed, plan=lazy)
            assert attempt.answer is None or check(problem, attempt.answer).train_exact
            late += attempt.solved and "stage 4" in str(attempt.note)
    assert late > 4


def test_smallest_fits_against_all_subsets() -> None:
    for seed in range(10):
        problem, _ = random_problem(random.Random(f"fits {seed}"), 5, Setting.HIDDEN_ORDER, 3, 5)
        for at, name in enumerate(problem.variables):
            rows = local_rows(name, problem.variables, problem.training)
            pool = [p for p in range(5) if p != at]
            fits = [
                mask_of(chosen)
                for size in range(4)
                for chosen in combinations(pool, size)
                if rows.table(chosen) is not None
            ]
            least = [f for f in fits if not any(g != f and g & f == g for g in fits)]
            assert sorted(smallest_fits(rows, pool, 3)) == sorted(least)


def test_an_unknown_baseline_is_named() -> None:
    with pytest.raises(UsageError, match="did you mean 'simplest'"):
        baseline("simplst")


def test_bottom_up_finds_minimal_sizes_by_row_equivalence() -> None:
    """Over all patterns of three variables row equivalence is equality of functions."""
    names = ("X1", "X2", "X3")
    columns = {"X1": 0b10101010, "X2": 0b11001100, "X3": 0b11110000}
    book = catalogue(OPERATORS)
    for table in range(1, 255, 5):
        budget = SearchLimits(cap=7, states=10_000, steps=300_000)
        first = next(search(columns, table, 255, OPERATORS, budget), None)
        function = compile_expression(first.expression) if first else None
        if first is not None:
            assert evaluate(first.expression, columns, 255) == table
            assert first.size == first.expression.size == book.minimal_size(function)
            assert function.extended(names) == table


def test_exact_fit_is_the_shortest_over_the_parents() -> None:
    for seed in range(10):
        problem, _ = random_problem(random.Random(f"fit {seed}"), 4, Setting.HIDDEN_ORDER, 3, 4)
        evidence, book = Evidence(problem), catalogue(problem.operators)
        for v in problem.disclosure.endogenous(problem.disclosure.roots):
            space = evidence.local_space(v, HypothesisClass())
            parents = sum(1 << c for c in evidence.candidates(v))
            sizes = [s for f in space.mechanisms() if (s := book.minimal_size(f)) is not None]
            found = exact_fit(problem, evidence.rows(v), parents)
            assert (found is None) == (not sizes)
            if found is not None:
                assert found.size == min(sizes)
                assert evidence.rows(v).agrees(compile_expression(found))


def test_learned_graphs_obey_the_disclosure() -> None:
    for seed in range(6):
        problem, _ = random_problem(random.Random(f"graph {seed}"), 4, Setting.ORDERED, 4, 6)
        rows = [local_rows(v, problem.variables, problem.training) for v in problem.variables]
        search_ = Search(problem, problem.disclosure.roots, Score(rows), 2)
        for graph in (
            search_.hill_climb(100, random.Random(0)),
            search_.tabu(100, random.Random(0)),
        ):
            for v, parents in enumerate(graph):
                allowed = problem.disclosure.admissible(problem.variables[v])
                assert parents.bit_count() <= 2
                assert all(problem.variables[p] in allowed for p in range(4) if parents >> p & 1)
                assert not any(_reaches(graph, v, p) for p in range(4) if parents >> p & 1)

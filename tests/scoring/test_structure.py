"""Structure metrics against their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.scoring.check.checker import check
from symcause.families.boolean.scoring.check.structure_metrics import compare_structure
from symcause.models.disclosure import Setting
from tests.scoring.cases import GOLD, demo, mechanisms, random_problem

Edges = set[tuple[str, str]]


def _plain_shd(a: Edges, b: Edges, names: tuple[str, ...]) -> int:
    """Walk all pairs: a pair costs 1 unless both graphs connect it alike."""

    def kind(edges: Edges, u: str, v: str) -> tuple[bool, bool]:
        return (u, v) in edges, (v, u) in edges

    return sum(kind(a, u, v) != kind(b, u, v) for u, v in combinations(names, 2))


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_the_definitions(seed: int) -> None:
    problem, answers = random_problem(seed)
    gold = problem.gold_scm
    assert gold is not None
    for answer in answers:
        model = problem.compiled(answer)
        found = compare_structure(model, gold)
        assert found.shd == _plain_shd(set(model.edges), set(gold.edges), problem.variables)
        parents = {v: {p for p, c in model.edges if c == v} for v in gold.functions}
        same = [parents[v] == {p for p, c in gold.edges if c == v} for v in gold.functions]
        assert found.parent_exact == Fraction(sum(same), len(same))
        assert found.exact_parent_map == all(same)
        assert found.full_local_match == (model == gold)
        common = len(model.edges & gold.edges)
        if common:
            p, r = Fraction(common, len(model.edges)), Fraction(common, len(gold.edges))
            assert (found.edges.precision, found.edges.recall) == (p, r)
            assert found.edges.f1 == 2 * p * r / (p + r)


def test_spelling_does_not_matter_but_size_is_reported() -> None:
    longer = {**GOLD, "X3": "(and (or X1 X2) (not (and X1 X2)))"}
    document = check(demo(), {"mechanisms": longer}).document().to_dict()
    assert document["parent_f1"] == document["local_match"] == 1.0
    assert document["parent_shd"] == 0 and document["exact_parent_map"] is True
    details = document["details"]
    assert isinstance(details, dict)
    assert (details["total_ast"], details["gold_ast"]) == (15, 10)
    assert details["within_gold_plus"] == {"0": False, "10": True, "25": True}
    assert details["acc_gold_plus"] == {"0": False, "10": True, "25": True}


def test_mentioned_but_idle_variables_are_no_parents() -> None:
    idle = {**GOLD, "X3": "(xor X1 X2 X4 X4)", "X4": "(not X1)"}
    result = check(demo(), {"mechanisms": idle})
    assert result.valid and result.scm is not None
    assert result.scm.functions["X3"].parents == ("X1", "X2")
    constant = check(demo(), {"mechanisms": {**GOLD, "X3": "(xor X1 X1)"}})
    assert constant.scm is not None and constant.scm.functions["X3"].parents == ()


def test_invalid_answers_and_problems_without_gold_have_no_structure() -> None:
    keys = ("parent_f1", "parent_shd", "exact_parent_map", "local_match")
    invalid = check(demo(), {"mechanisms": {}}).document().to_dict()
    unknown = check(demo(gold=None), {"mechanisms": GOLD}).document().to_dict()
    assert [invalid[key] for key in keys] == [unknown[key] for key in keys] == [None] * 4


def test_hidden_roots_are_compared_as_sets() -> None:
    problem = demo(Setting.HIDDEN_ROOTS)
    right = check(problem, {"roots": ["X2", "X1"], "mechanisms": GOLD})
    assert right.document().root_exact is True and right.passed
    wrong = {"X2": "(xor X1 X3)", "X4": "(not (and X1 X3))", "X5": "(iff X3 X4)"}
    other = check(problem, {"roots": ["X1", "X3"], "mechanisms": wrong})
    assert other.valid and other.roots is not None
    assert (other.roots.precision, other.roots.recall) == (Fraction(1, 2), Fraction(1, 2))
    assert other.document().root_exact is False
    assert other.structure is not None and not other.structure.exact_parent_map
    assert other.structure.local_match == Fraction(2, 3)


def test_right_roots_count_even_if_the_mechanisms_are_not_valid() -> None:
    problem = demo(Setting.HIDDEN_ROOTS)
    cyclic = {"X3": "X4", "X4": "X5", "X5": "X3"}
    result = check(problem, {"roots": ["X1", "X2"], "mechanisms": cyclic})
    assert result.stage == "acyclic" and result.document().root_exact is True
    unreadable = check(problem, "no answer")
    assert unreadable.document().root_exact is None
    for wrong in (None, 1, [], "", "(not\nX1)", "(and", "X9", "X3"):
        found = check(problem, {"roots": ["X2", "X1"], "mechanisms": {**cyclic, "X3": wrong}})
        assert not found.valid and found.document().root_exact is True
        found = check(problem, {"roots": ["X2", "X3"], "mechanisms": {**cyclic, "X3": wrong}})
        assert found.document().root_exact is None
    assert check(demo(Setting.HIDDEN_ROOTS, gold=None), "none").document().root_exact is None


def test_a_model_with_other_roots_never_has_the_exact_parent_map() -> None:
    gold = mechanisms({"X2": "X1", "X3": "X2"}).compiled(("X1",))
    other = BooleanSCM(("X1", "X2"), {"X3": gold.functions["X3"]})
    assert not compare_structure(other, gold).exact_parent_map

"""Two models for an undetermined query where members are too many to list: the kernel has the last word."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import symcause
from symcause.families.finite.certify.certificates import answer_certificate
from symcause.families.finite.certify.two_answers import two_answers
from symcause.families.finite.models.mechanism_class import FiniteClass, MechanismClass
from symcause.families.finite.problem.problem import FiniteProblem, ValueQuery
from symcause.families.finite.scoring.query_answers import Answering
from symcause.families.finite.space.finite_space import FiniteSpace
from symcause.families.finite.space.member_existence import rising_member
from symcause.families.finite.space.space_choice import open_space
from tests.finite.test_queries import Unlisted


def lamp(objects: int, rows: list[list[int]], asked: list[int]) -> FiniteProblem:
    """Objects on a detector whose light is a monotone function of them; what does it do with these?"""
    names = [f"X{at}" for at in range(objects)]
    document: dict[str, Any] = {
        "format": "symcause.finite/1",
        "id": "lamp",
        "variables": [{"name": name, "values": [0, 1]} for name in (*names, "L")],
        "setting": "ordered",
        "roots": names,
        "order": [*names, "L"],
        "class": {"functions": "monotone"},
        "worlds": [{"id": "w", "assigned": names, "rows": rows}],
        "queries": [{"id": "q", "do": dict(zip(names, asked, strict=True)), "of": "L"}],
    }
    read = symcause.problem(document)
    assert isinstance(read, FiniteProblem)
    return read


def test_a_query_about_eight_objects_is_certified_by_two_models() -> None:
    read = lamp(8, [[0] * 8 + [0], [1] * 8 + [1]], [1, 1, 0, 0, 0, 0, 0, 1])
    document: Any = symcause.audit(read, certificate=True)
    assert (document.count, document.verdict) == (None, "ill-posed")
    assert document.queries[0].witness is None  # nobody listed the members
    assert document.certificate["evidence"]["kind"] == "two"
    assert symcause.verify(read, document.certificate).accepted


def test_two_models_are_found_exactly_where_a_list_has_them() -> None:
    """Random lights of three objects: what the kernel accepts is what listing says."""
    rng, open_ones = random.Random(3), 0
    for _ in range(60):
        rows = [[rng.randint(0, 1) for _ in range(4)] for _ in range(rng.randint(0, 3))]
        read = lamp(3, rows or [[0, 0, 0, 0]], [rng.randint(0, 1) for _ in range(3)])
        (query,), space = read.queries, open_space(read)
        right, found = Answering(space).answer(query), Unlisted(space).answer(query)
        shown = two_answers(read, query, found)
        assert (shown is None) == (right.witnesses is None), rows
        if shown is not None:
            open_ones += 1
            assert [one.value for one in shown] == [one.value for one in right.witnesses or ()]
            assert all(one.model in space for one in shown)
            made: Any = answer_certificate(read, query, found)
            assert made.document["evidence"]["kind"] == "two"
    assert open_ones > 9


@pytest.mark.parametrize("objects", [1, 2, 3])
def test_the_least_rising_function_is_a_member_wherever_there_is_one(objects: int) -> None:
    """All tables of seen outputs, with cells that nobody saw."""
    every = list(product((0, 1), repeat=objects))
    columns = product((None, 0, 1), repeat=len(every))
    for column in columns if objects < 3 else random.Random(5).sample([*columns], 300):
        rows = [[*row, out] for row, out in zip(every, column, strict=True) if out is not None]
        if not rows:
            continue
        space = open_space(lamp(objects, rows, [0] * objects))
        assert isinstance(space, FiniteSpace)
        model = rising_member(space.problem, space.tables)
        assert (model is None) == (space.count() == 0), rows
        assert model is None or model in space


def test_two_models_are_looked_for_only_where_they_can_be_found() -> None:
    """Another class has no least rising function, and a query that leaves a variable out is no row."""
    read = lamp(3, [[0, 0, 0, 0]], [1, 1, 0])
    other = replace(read, model_class=FiniteClass(MechanismClass(functions=("disjunctive",))))
    space = open_space(other)
    assert isinstance(space, FiniteSpace) and rising_member(other, space.tables) is None
    (query,) = read.queries
    assert isinstance(query, ValueQuery)
    partial = replace(query, do={"X0": 1})
    answer = Answering(open_space(read)).answer(partial)
    assert answer.values == (0, 1) and two_answers(read, partial, answer) is None

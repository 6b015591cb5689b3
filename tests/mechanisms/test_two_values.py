"""Boolean problems as tables of two values: everything is what the Boolean space says."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.order.function_distance import DISTANCES
from symcause.mechanisms.order.nearest_members import nearest
from symcause.mechanisms.tables.table_branches import TableBranches, TableChoice
from symcause.mechanisms.tables.table_distance import TableDistances
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.disclosure import Setting
from tests.amounts import amount
from tests.boolean.brute import random_problem


def tables(problem: BooleanProblem, most: int) -> TableBranches:
    names, disclosure = problem.variables, problem.disclosure
    worlds = tuple(
        TableWorld(tuple(tuple(map(int, row)) for row in world.rows), world.targets)
        for world in problem.training
    )
    evidence = TableEvidence(names, (2,) * len(names), worlds)
    roots = disclosure.size_of_root_set if disclosure.roots is None else disclosure.roots
    free = [v for v in names if isinstance(roots, int) or v not in roots]
    choices = {v: TableChoice(disclosure.admissible(v), most) for v in free}
    return TableBranches(evidence, roots, choices)


def as_tables(model: BooleanSCM) -> TableModel:
    return TableModel(
        model.roots,
        {
            v: TableFunction(f.parents, f.table, (2,) * len(f.parents), 2)
            for v, f in model.functions.items()
        },
    )


@pytest.mark.parametrize("setting", Setting)
def test_tables_of_two_values_are_boolean_functions(setting: Setting) -> None:
    for seed in range(amount(12, 125)):
        rng = Random(f"{setting} {seed}")
        size = rng.randint(2, 7)
        problem, gold = random_problem(rng, size, setting, rng.randint(1, size), 4)
        problem = replace(problem, constants=True)
        most = rng.randint(0, 3)
        expected = ExactSpace.of(problem, HypothesisClass(max_parents=most))
        space = tables(problem, most)
        assert space.count == expected.count
        assert space.edges() == expected.edges()
        assert space.open_variables() == expected.open_variables()
        for v in problem.variables:
            assert space.mechanism_count(v) == expected.mechanism_count(v)
        found, members = (list(islice(s.members(), 60)) for s in (space, expected))
        assert found == [as_tables(member) for member in members]
        assert (as_tables(gold) in space) == (gold in expected)
        if members:
            at = rng.randrange(len(members))
            resumed = islice(space.members(found[at]), 20)
            assert list(resumed) == list(map(as_tables, islice(expected.members(members[at]), 20)))
            by_table = islice(nearest(space, as_tables(gold), TableDistances()), 20)
            by_bits = islice(nearest(expected, gold, DISTANCES), 20)
            assert [(a.distance, len(a.changed)) for a in by_table] == [
                (a.distance, len(a.changed)) for a in by_bits
            ]
            assert space.draw(rng) in space

"""Statements against all DAGs, on premises of the shapes that users have."""

from __future__ import annotations

from random import Random

import pytest

from symcause.families.statements.problem.problem import Hypothesis, Statement, StatementsProblem
from symcause.families.statements.problem.verdict_kinds import verdict_of
from symcause.families.statements.space.faithful_dags import faithful
from symcause.families.statements.space.hypothesis_verdict import judged
from tests.statements.second import Triple, all_dags, independences, triples, true_in

SHAPES = ("isolated variables", "two variables", "one statement", "names by number", "no statement")


def shaped(shape: str, rng: Random) -> tuple[StatementsProblem, list[Triple], bool]:
    """A problem, its statements by number, and whether they are all there are."""
    names = ("X1", "X2", "X3", "X4")[: rng.randint(3, 4)]
    complete = True
    match shape:
        case "isolated variables":
            said = list(triples(len(names)))
        case "two variables":
            names, said = names[:2], list(triples(2)) if rng.random() < 0.5 else []
        case "one statement":
            said, complete = [rng.choice(triples(len(names)))], False
        case "names by number":
            names = tuple(rng.sample(["X10", "X2", "X9", "X1"], len(names)))
            said = sorted(independences(rng.choice(all_dags(len(names))), len(names)), key=repr)
        case _:
            said, complete = [], rng.random() < 0.5
    stated = tuple(
        Statement(names[x], names[y], tuple(names[v] for v in sorted(z))) for x, y, z in said
    )
    relation = rng.choice(("parent", "ancestor", "child"))
    pair = rng.sample(names, 2)
    asked = Hypothesis(relation, (pair[0], pair[1]), "path")
    return StatementsProblem("case", names, stated, asked, complete=complete), said, complete


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("shape", SHAPES)
def test_members_and_verdicts_are_those_of_all_dags(shape: str, seed: int) -> None:
    problem, said, complete = shaped(shape, Random(f"{shape} {seed}"))
    size, names = len(problem.variables), problem.variables
    members = []
    for edges in all_dags(size):
        shown = independences(edges, size)
        if shown == set(said) if complete else shown >= set(said):
            members.append(edges)
    found = [frozenset(member.edges) for member in faithful(problem.premise).members]
    assert len(found) == len(members) and set(found) == set(members)
    x, y = (names.index(name) for name in problem.hypothesis.of)
    relation, reading = problem.hypothesis.relation, problem.hypothesis.reading
    holding = [m for m in members if true_in(m, relation, reading, x, y, size)]
    verdict = judged(problem)
    assert verdict.count == len(members)
    assert verdict.verdicts[reading] is verdict_of(len(members), len(holding))

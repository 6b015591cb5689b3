"""Against brute force: every set of statements of three variables, perturbed sets of four, all readings."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

from symcause.families.statements.models.relations import READINGS, holds
from symcause.families.statements.models.separations import Graph, separations
from symcause.families.statements.problem.problem import StatementsProblem
from symcause.families.statements.problem.verdict_kinds import verdict_of
from symcause.families.statements.space.faithful_dags import Differs, faithful
from symcause.families.statements.space.hypothesis_verdict import judged
from symcause.families.statements.space.nearest_pair import nearest_pair
from symcause.families.statements.space.statement_space import differing
from tests.amounts import amount
from tests.statements.cases import LETTERS, problem
from tests.statements.second import (
    Edges,
    all_dags,
    by_independences,
    independences,
    triples,
    true_in,
)


def _members(asked: StatementsProblem) -> set[Edges]:
    return {frozenset(member.edges) for member in faithful(asked.premise).members}


def _check_readings(asked: StatementsProblem, members: list[Edges]) -> None:
    """The verdict of every reading, and the nearest pair, against the list of members."""
    size, relation = len(asked.variables), asked.hypothesis.relation
    x, y = asked.asked
    found = judged(asked)
    assert found.count == len(members)
    for reading in READINGS[relation]:
        holding = [m for m in members if true_in(m, relation, reading, x, y, size)]
        assert found.verdicts[reading] is verdict_of(len(members), len(holding))
        if reading == asked.hypothesis.reading:
            assert found.holds_in == len(holding)
            _check_pair(asked, members, holding)


def _check_pair(asked: StatementsProblem, members: list[Edges], holding: list[Edges]) -> None:
    both = nearest_pair(judged(asked))
    lacking = [m for m in members if m not in holding]
    assert (both is not None) == bool(holding and lacking)
    if both is None:
        return
    with_it, without = (frozenset(graph.edges) for graph in both)
    assert with_it in holding and without in lacking
    number = differing(*both)
    assert number == _distance(with_it, without)
    nearer = ((a, b) for a in holding for b in lacking) if number > 1 else ()
    assert all(_distance(a, b) >= number for a, b in nearer)


def _distance(one: Edges, other: Edges) -> int:
    return len({frozenset(edge) for edge in one ^ other})


def test_separations_of_every_dag_are_those_of_paths() -> None:
    for size in (2, 3, 4):
        for edges in all_dags(size):
            shown = separations(Graph.of(size, edges))
            told = {
                (x, y, frozenset(v for v in range(size) if z >> v & 1))
                for (x, y), sets in zip(combinations(range(size), 2), shown, strict=True)
                for z in range(1 << size)
                if sets >> z & 1
            }
            assert told == independences(edges, size)


def test_relations_of_larger_graphs_are_those_of_paths() -> None:
    """Every relation in every reading, on graphs whose paths fork and meet again."""
    rng, seen = Random(5), Counter[tuple[str, str, bool]]()
    for _ in range(amount(12, 200)):
        size, order = 6, rng.sample(range(6), 6)
        edges = frozenset(pair for pair in combinations(order, 2) if rng.random() < 0.45)
        graph = Graph.of(size, edges)
        pairs = list(permutations(range(size), 2))
        for (relation, readings), (x, y) in product(READINGS.items(), pairs):
            for reading in readings:
                told = holds(graph, relation, reading, x, y)
                assert told == true_in(edges, relation, reading, x, y, size)
                seen[relation, reading, told] += 1
    assert all(
        seen[r, one, told] for r in READINGS for one in READINGS[r] for told in (True, False)
    )


def test_all_complete_sets_of_three_variables() -> None:
    """All 64, with every hypothesis in every reading."""
    every, classes = triples(3), by_independences(3)
    hypotheses = [
        (relation, f"{a}{b}")
        for relation in READINGS
        for a, b in product(LETTERS[:3], repeat=2)
        if a != b
    ]
    seen = 0
    for chosen in product((False, True), repeat=len(every)):
        stated = frozenset(t for t, independent in zip(every, chosen, strict=True) if independent)
        members = list(classes.get(stated, ()))
        assert _members(problem(3, stated)) == set(members)
        seen += bool(members)
        for relation, of in hypotheses:
            for reading in READINGS[relation]:
                _check_readings(problem(3, stated, relation, of, reading), members)
    assert seen == len(classes) == 11


def test_all_incomplete_sets_of_three_variables() -> None:
    """All 729: every triple is independent, dependent or not stated."""
    every = triples(3)
    for chosen in product((None, True, False), repeat=len(every)):
        yes = [t for t, said in zip(every, chosen, strict=True) if said is True]
        no = [t for t, said in zip(every, chosen, strict=True) if said is False]
        members = [
            edges
            for edges in all_dags(3)
            if independences(edges, 3).issuperset(yes) and independences(edges, 3).isdisjoint(no)
        ]
        asked = problem(3, yes, "collider", "AB", dependent=no, complete=False)
        assert _members(asked) == set(members)
        _check_readings(asked, members)


def test_perturbed_sets_of_four_variables() -> None:
    """The statements of a class with up to four triples turned: members, verdicts, first difference."""
    rng, every, classes = Random(4), triples(4), by_independences(4)
    assert len(classes) == 185
    known, relations = sorted(classes, key=sorted), list(READINGS)
    empty = 0
    for _ in range(amount(3_000, 20_000)):
        stated = set(rng.choice(known)) ^ set(rng.sample(every, rng.randint(0, 4)))
        relation, of = rng.choice(relations), "".join(rng.sample(LETTERS[:4], 2))
        asked = problem(4, stated, relation, of, rng.choice(READINGS[relation]))
        members = list(classes.get(frozenset(stated), ()))
        assert _members(asked) == set(members)
        _check_readings(asked, members)
        empty += not members
        reason = faithful(asked.premise).reason
        assert (reason is not None) == (not members)
        if isinstance(reason, Differs):
            shown = independences(frozenset(reason.graph.edges), 4)
            first = next(t for t in _ordered(every) if (t in shown) != (t in stated))
            at = asked.statement(reason.pair, reason.given)
            assert (at.first, at.second, set(at.given)) == (
                LETTERS[first[0]],
                LETTERS[first[1]],
                {LETTERS[v] for v in first[2]},
            )
            assert reason.independent == (first in stated)
    assert empty > 500


def _ordered(
    every: tuple[tuple[int, int, frozenset[int]], ...],
) -> list[tuple[int, int, frozenset[int]]]:
    """By pair, then by the set as a bit mask."""
    return sorted(every, key=lambda t: (t[0], t[1], sum(1 << v for v in t[2])))


def test_perturbed_incomplete_sets_of_four_variables() -> None:
    rng, every = Random(5), triples(4)
    for _ in range(amount(60, 1_000)):
        told = {triple: rng.random() < 0.4 for triple in rng.sample(every, rng.randint(0, 5))}
        yes = [triple for triple, said in told.items() if said]
        no = [triple for triple, said in told.items() if not said]
        members = [
            edges
            for edges in all_dags(4)
            if independences(edges, 4).issuperset(yes) and independences(edges, 4).isdisjoint(no)
        ]
        relation, of = rng.choice(list(READINGS)), "".join(rng.sample(LETTERS[:4], 2))
        asked = problem(4, yes, relation, of, dependent=no, complete=False)
        assert _members(asked) == set(members)
        _check_readings(asked, members)


def test_separate_by_the_cut_graphs() -> None:
    """do(v) tells two members of a class apart iff the d-separations of the cut graphs differ."""
    checked = 0
    for members in by_independences(3).values():
        for one, other in combinations(members, 2):
            for v in range(3):
                cut = [frozenset(e for e in edges if e[1] != v) for edges in (one, other)]
                parents = [{a for a, b in edges if b == v} for edges in (one, other)]
                shown = [independences(edges, 3) for edges in cut]
                assert (shown[0] != shown[1]) == (parents[0] != parents[1])
                checked += 1
    assert checked == 3 * (3 * 1 + 3 * 3 + 15)

"""Transcripts from any start: the engine of clauses and lists against brute force over all DAGs."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from symcause.answers import Unknown
from symcause.families.shapeworld.models.causal_relations import closure
from symcause.families.shapeworld.models.dynamics import Action, after, closed_states
from symcause.families.shapeworld.models.edge_dynamics import after_edges, reached
from symcause.families.shapeworld.problem.start_readings import Start, start_of
from symcause.families.shapeworld.problem.transcript_evidence import Seen
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass
from symcause.families.shapeworld.space.any_start.graph_lists import graphs_of
from symcause.families.shapeworld.space.any_start.reading_choice import read_start
from symcause.families.shapeworld.space.any_start.steps_space import StepsSpace
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.transcript_history import walk
from symcause.families.shapeworld.verifier.edge_clauses import edge_step_clauses
from tests.amounts import amount
from tests.shapeworld import second_steps as second
from tests.shapeworld.cases import dags
from tests.shapeworld.start_cases import CAPITAL, IMPOSSIBLE, REFUTED, random_log, read, record

CLASSES = (WorldClass.ALL, WorldClass.ROOTED, WorldClass.LISTED)


def masked(shapes: object) -> int:
    return sum(1 << x for x in shapes)  # type: ignore[attr-defined]


def childrens(graph: second.Graph, size: int) -> tuple[int, ...]:
    return tuple(masked(y for x, y in graph if x == z) for z in range(size))


@pytest.mark.parametrize("size", [2, 3])
def test_the_rules_on_edges_are_the_released_ones(size: int) -> None:
    """Every DAG, every state, closed or not, every action."""
    for graph in second.graphs(size):
        children = childrens(graph, size)
        for x in range(size):
            assert reached(children, x) == masked(second.reached(graph, x))
        for state, action, x in product(range(1 << size), Action, range(size)):
            moving = {y for y in range(size) if state >> y & 1}
            expected = masked(second.released(graph, moving, action, x))
            assert after_edges(children, state, action, x) == expected


def test_in_closed_states_the_rules_depend_on_the_relation_only() -> None:
    for children in dags(4):
        effects = closure(children)
        for state in closed_states(effects):
            for action, x in product(Action, range(4)):
                assert after_edges(children, state, action, x) == after(effects, state, action, x)


def test_a_step_leaves_exactly_the_graphs_that_show_it() -> None:
    """Every action in every state of three shapes, whatever is shown then."""
    everything = graphs_of(3, WorldClass.ALL)
    assert not isinstance(everything, Unknown)
    for before, shown, action, x in product(range(8), range(8), Action, range(3)):
        clauses = edge_step_clauses(3, Seen(0, 1, action, x, before, shown))
        moving = {y for y in range(3) if before >> y & 1}
        fitting = sum(
            masked(second.released(graph, moving, action, x)) == shown for graph in second.graphs(3)
        )
        assert everything.after(clauses).graphs() == fitting


def test_numbers_of_graphs() -> None:
    for size, relations, graphs in ((2, 3, 3), (3, 19, 25), (4, 219, 543), (5, 4231, 29281)):
        found = graphs_of(size, WorldClass.ALL)
        assert not isinstance(found, Unknown) and (len(found), found.graphs()) == (
            relations,
            graphs,
        )
    assert isinstance(graphs_of(6, WorldClass.ALL), Unknown)


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(200))
def test_spaces_against_brute_force(seed: int) -> None:
    """Members, counts, statuses of pairs and kinds of steps, from any start."""
    rng = Random(f"any start {seed}")
    for _ in range(amount(6, 10)):
        size = rng.choice((2, 3, 3, 4))
        document, scope = random_log(rng, size), rng.choice(CLASSES)
        problem, members = read(document), second.members(document, "any", scope)
        space = StepsSpace(problem, Scope(scope))
        assert space.graphs() == len(members)
        paths = {tuple(second.reached(graph, x) for x in range(size)) for graph in members}
        assert space.count() == len(paths)
        said = {answer for answer in (True, False) if space.answering(answer) is not None}
        assert said == second.answers(document, members)
        assert all(space.answering(answer) in space for answer in said)
        statuses = space.statuses()
        assert (statuses is None) == (not members)
        for (x, y), status in (statuses or {}).items():
            having = [y in below[x] for below in paths]
            told = "always" if all(having) else "open" if any(having) else "never"
            assert str(status) == told
        history = walk(problem, scope, start=Start.ANY)
        judged = [str(line.kind) for line in history.lines if line.kind is not None]
        assert judged == second.kinds(document, "any", scope)
        assert str(history.verdict) == second.verdict(document, members)


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(200))
def test_the_fair_reading_against_brute_force(seed: int) -> None:
    """The verdict of a log, whether its start conflicts, and where it is not closed."""
    rng = Random(f"fair {seed}")
    for _ in range(amount(6, 10)):
        document, scope = random_log(rng, rng.choice((2, 3, 3, 4))), rng.choice(CLASSES)
        problem = read(document)
        space = ShapeWorldSpace(problem, Scope(scope))
        assert start_of(problem, scope) is Start.FAIR
        found = read_start(space, Start.FAIR)
        assert (str(found.verdict), found.conflicts) == second.fair(document, scope)
        assert found.start is (Start.ANY if found.conflicts else Start.CLOSED)
        if found.conflicts:
            told = {(x, y): always for x, y, always in found.breaches}
            assert told == second.breaches(document, scope)
        for start in (Start.CLOSED, Start.ANY):
            members = second.members(document, start, scope)
            assert str(read_start(space, start).verdict) == second.verdict(document, members)


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(12))
def test_the_solver_agrees_with_the_list_of_five_shapes(seed: int) -> None:
    rng = Random(f"five {seed}")
    for _ in range(5):
        chosen = rng.sample(range(5), 2)
        document = random_log(
            rng, 4
        )  # what follows is played with one more shape, which joins nothing
        document["shapes"] = [*document["shapes"], "hexagon"]
        document["question"] = dict(
            zip(("cause", "effect"), (document["shapes"][x] for x in chosen), strict=True)
        )
        space = StepsSpace(read(document), Scope())
        left = space.left
        assert not isinstance(left, Unknown)
        assert (left.graphs() > 0) == space.solver.has()
        statuses = space.statuses() or {}
        for (x, y), status in statuses.items():
            one = space.solver.literal(x, y)
            having, without = left.after([(one,)]).graphs(), left.after([(-one,)]).graphs()
            told = "open" if having and without else "always" if having else "never"
            assert str(status) == told


def test_records_whose_start_is_in_the_way() -> None:
    for text, closed, steps in ((REFUTED, "no", "open"), (IMPOSSIBLE, "inconsistent", "yes")):
        problem = record(text)
        space = ShapeWorldSpace(problem, Scope())
        assert str(read_start(space, Start.CLOSED).verdict) == closed
        found = read_start(space, start_of(problem, WorldClass.ALL))
        assert (str(found.verdict), found.conflicts) == (steps, True)
        assert found.breaches[0] == ("circle", "star", True)
        (document,) = second.records(text)
        assert second.fair(document) == (steps, True)
        told = {(x, y): always for x, y, always in found.breaches}
        assert second.breaches(document) == told


def test_an_answer_with_a_capital_is_none() -> None:
    """Some records of the release end so. Their key is not known: whoever reads `No` as `no` finds a
    contradiction that is not there. The log says no, and that was right; it failed by its spelling."""
    problem = record(CAPITAL)
    assert (problem.answer, problem.given, problem.truth) == ("No", None, None)
    found = read_start(ShapeWorldSpace(problem, Scope()), Start.FAIR)
    assert (str(found.verdict), found.conflicts) == ("no", False)
    (document,) = second.records(CAPITAL)
    assert second.fair(document) == ("no", False)
    assert second.fair({**document, "truth": "yes"}) == ("no", False), "taken as no: it contradicts"
    assert not second.answers(document, second.members(document, "any")) & {True}

"""Version spaces of transcripts: three engines, and what every space must do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown, Unsat
from symcause.audits.space import EdgeStatus
from symcause.errors import UsageError
from symcause.families.shapeworld.models.causal_relations import Effects, Relation, relations
from symcause.families.shapeworld.models.dynamics import Action, after, breach
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.transcript_evidence import Seen, mismatch
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.nearest_members import nearest, nearest_listed
from symcause.families.shapeworld.space.relation_lists import Coding, relation_codes
from symcause.families.shapeworld.space.remaining_members import Left
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.what_if_outcomes import stated, written
from symcause.families.shapeworld.space.world_separation import part
from symcause.families.shapeworld.verifier.transcript_clauses import (
    Clause,
    base_clauses,
    literal,
    start_clauses,
    step_clauses,
)
from symcause.testing import Case, VersionSpaceConformance
from tests.amounts import amount
from tests.shapeworld.cases import (
    EXAMPLES,
    NAMES,
    by_edges,
    decoded_list,
    exhaustive,
    random_transcript,
    random_world,
)


def _satisfies(effects: Effects, clauses: list[Clause]) -> bool:
    size = len(effects)
    value = {
        literal(size, x, y): bool(effects[x] >> y & 1)
        for x, y in product(range(size), repeat=2)
        if x != y
    }
    return all(any(value[abs(one)] == (one > 0) for one in clause) for clause in clauses)


@pytest.mark.parametrize("size", [2, 3, 4, pytest.param(5, marks=exhaustive)])
def test_clauses_say_exactly_what_a_step_shows(size: int) -> None:
    """Every state, action and outcome: by induction over steps this holds for every transcript."""
    everything = list(relations(size))
    for state in range(1 << size):
        closed = [r for r in everything if breach(r, state) is None]
        assert closed == [r for r in everything if _satisfies(r, start_clauses(size, state))]
        for action, shape in product(Action, range(size)):
            shown = {r: after(r, state, action, shape) for r in closed}
            for outcome in range(1 << size):
                line = Seen(0, 1, action, shape, state, outcome)
                said = step_clauses(size, line)
                expected = [r for r in closed if shown[r] == outcome]
                if line.is_possible:
                    assert [r for r in closed if _satisfies(r, said)] == expected
                else:
                    assert said == [()] and not expected


@pytest.mark.parametrize("scope", list(WorldClass))
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_lists_hold_every_relation_of_the_class(size: int, scope: WorldClass) -> None:
    codes = relation_codes(size, scope, [])
    assert not isinstance(codes, Unknown)
    coding = Coding(size)
    expected = {r for r in relations(size) if scope.contains(r)}
    assert set(decoded_list(coding, codes)) == expected
    assert all(coding.decode(coding.encode(r)) == r for r in expected)
    assert len(codes) == len(expected)


def test_numbers_of_relations_up_to_seven_shapes() -> None:
    found = [relation_codes(size, WorldClass.ALL, []) for size in (6, 7)]
    assert [len(codes) for codes in found if not isinstance(codes, Unknown)] == [130023, 6129859]
    assert not isinstance(found[0], Unknown)
    assert Left(Coding(6), found[0]).graphs() == 3781503


@exhaustive
def test_the_number_of_relations_on_eight_shapes_by_the_model_counter() -> None:
    shapes = NAMES[:8]
    space = open_space(ShapeWorldProblem("eight", shapes, *shapes[:2], shapes))
    assert space.counted() == 431_723_379


def test_the_core_class_has_two_and_nine_members_and_is_rooted() -> None:
    for size, count in ((2, 2), (3, 9)):
        core, rooted = (
            relation_codes(size, scope, []) for scope in (WorldClass.CORE, WorldClass.ROOTED)
        )
        assert list(core) == list(rooted) and len(core) == count  # type: ignore[arg-type]


def _compared(problem: ShapeWorldProblem, scope: WorldClass) -> None:
    """One transcript by both engines."""
    space = open_space(problem, scope)
    expected = [
        r for r in relations(problem.size) if scope.contains(r) and mismatch(problem, r) is None
    ]
    codes = space.codes
    assert not isinstance(codes, Unknown)
    assert sorted(decoded_list(space.coding, codes)) == sorted(expected)
    edges = space.edges()
    for x, y in product(range(problem.size), repeat=2):
        if x == y:
            continue
        holding = [bool(r[x] >> y & 1) for r in expected]
        status = edges[problem.shapes[x], problem.shapes[y]]
        if status is EdgeStatus.OPEN:
            assert any(holding) and not all(holding)
        else:
            assert all(held is (status is EdgeStatus.ALWAYS) for held in holding)
    answers = {bool(r[problem.asked[0]] >> problem.asked[1] & 1) for r in expected}
    assert {a for a in (True, False) if space.answering(a) is not None} == answers
    if len(expected) <= 60:
        assert [member.effects for member in space.members()] == list(
            decoded_list(space.coding, codes)
        )


@pytest.mark.few(1)
@pytest.mark.parametrize("block", range(10))
def test_solver_and_lists_agree_on_random_transcripts(block: int) -> None:
    """Transcripts; now and then a state is changed so that no world shows it."""
    rng = Random(f"transcripts {block}")
    for _ in range(amount(50, 110)):
        size = rng.choice((2, 3, 3, 4, 4, 4, 5))
        problem = random_transcript(size, rng.randrange(2 * size), rng)
        if problem.transcript and rng.random() < 0.2:
            at = rng.randrange(len(problem.transcript))
            steps = list(problem.transcript)
            moving = tuple(name for name in problem.shapes if rng.random() < 0.5)
            steps[at] = replace(steps[at], moving=moving)
            problem = replace(problem, transcript=tuple(steps), gold=None)
        scope = rng.choice((WorldClass.ALL, WorldClass.ALL, WorldClass.ROOTED, WorldClass.LISTED))
        _compared(problem, scope)


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(6))
def test_the_model_counter_agrees(seed: int) -> None:
    pytest.importorskip("pyganak")
    rng = Random(f"counter {seed}")
    problem = random_transcript(rng.choice((4, 5, 6)), rng.randrange(4), rng)
    for scope in (WorldClass.ALL, WorldClass.ROOTED, WorldClass.LISTED):
        space = open_space(problem, scope)
        assert (space.counted(), space.counted_graphs()) == (space.count(), space.graphs())


@pytest.mark.parametrize("seed", range(10))
def test_nearest_members_by_solver_and_by_list(seed: int) -> None:
    rng = Random(f"nearest {seed}")
    problem = random_transcript(4, 3, rng)
    space = open_space(problem)
    assert not isinstance(space.codes, Unknown)
    than = random_world(4, rng)
    clauses = [*base_clauses(4, WorldClass.ALL, None), *space.evidence]
    expected = list(nearest_listed(space.coding, space.codes, than))
    assert list(nearest(4, clauses, than)) == expected
    assert {tuple(r) for r in expected} == {m.effects for m in space.members()}


def test_a_large_space_is_asked_by_the_solver() -> None:
    rng = Random(3)
    problem = random_transcript(8, 0, rng)
    problem = replace(problem, initial=problem.shapes, gold=None)
    space = open_space(problem)
    assert isinstance(space.codes, Unknown)
    picked = space.pick()
    assert picked is not None and picked in space
    assert next(space.others(picked)) in space
    assert next(space.simplest()).pairs == ()
    assert all(status is EdgeStatus.OPEN for status in space.edges().values())
    assert isinstance(space.draw(rng), Unknown)


def test_few_members_of_many_shapes_are_listed_by_the_solver() -> None:
    """Nine shapes that stand still, all moved and held in turn: one relation is left."""
    shapes = tuple(f"s{i}" for i in range(9))
    world = Relation.of(shapes, [(shapes[0], shapes[1]), (shapes[1], shapes[8])])

    state, steps = 0, []
    case = ShapeWorldProblem("nine", shapes, "s0", "s8", ())
    for x in range(9):
        for action in (Action.MOVE, Action.HOLD):
            state = after(world.effects, state, action, x)
            steps.append(Step(str(action), shapes[x], case.names(state)))
    space = open_space(replace(case, transcript=tuple(steps)))
    assert (space.count(), space.graphs(), space.pick()) == (1, 2, world)
    assert space.draw(Random(1)) == world


@pytest.mark.parametrize(("size", "lengths"), [(3, [162, 9]), (4, [23085, 744, 42])])
def test_how_long_it_takes_to_tell_worlds_apart(size: int, lengths: list[int]) -> None:
    """Pairs of relations with all shapes moving, by the length of the shortest sequence."""
    everything = list(relations(size))
    found: dict[int, int] = {}
    for i, first in enumerate(everything):
        for second in everything[i + 1 :]:
            parting = part(first, second, (1 << size) - 1)
            assert not isinstance(parting, Unsat) and parting.minimal
            length = len(parting.actions)
            found[length] = found.get(length, 0) + 1
    assert found == dict(enumerate(lengths, 1))


def test_worlds_with_many_sources_are_parted_by_the_plan() -> None:
    size = 20
    first, second = [0] * size, [0] * size
    second[0] = 1 << 1
    parting = part(tuple(first), tuple(second), (1 << size) - 1)
    assert not isinstance(parting, Unsat)
    states = [(1 << size) - 1] * 2
    for action, shape in parting.actions:
        assert states[0] == states[1]
        states = [
            after(tuple(w), s, action, shape) for w, s in zip((first, second), states, strict=True)
        ]
    assert tuple(states) == parting.states and states[0] != states[1]


@pytest.mark.few(12)
class TestConformance(VersionSpaceConformance):
    """What every version space must do."""

    def cases(self) -> Iterator[Case]:
        for problem in EXAMPLES.values():
            yield Case(replace(problem, transcript=()), problem)
        for seed in range(25):
            rng = Random(f"conformance {seed}")
            problem = random_transcript(rng.choice((2, 3, 3, 4, 5)), rng.randrange(1, 6), rng)
            scope = rng.choice(list(WorldClass)[:3])
            if problem.gold_relation and not scope.contains(problem.gold_relation.effects):
                problem = replace(problem, gold=None)
            problem = replace(problem, scope=scope)
            yield Case(problem.cut(rng.randrange(len(problem.transcript))), problem)

    def space(self, problem: ShapeWorldProblem) -> ShapeWorldSpace:
        return open_space(problem)

    def execute(
        self, problem: ShapeWorldProblem, model: Relation, experiment: Mapping[str, object]
    ) -> Mapping[str, object]:
        from symcause.families.shapeworld.problem.transcript_evidence import last_state

        state = last_state(problem) or 0
        steps: Any = experiment.get("actions", [experiment])
        for step in steps:
            shape = problem.index[step["shape"]]
            state = by_edges(model.dag.children, state, Action(step["action"]), shape)
        return {"moving": list(problem.names(state))}

    def tried(self, space: ShapeWorldSpace) -> Iterable[Any]:
        for action in Action:
            for shape in space.problem.shapes if space.problem.initial is not None else ():
                yield {"action": str(action), "shape": shape}

    def beyond_reach(self) -> ShapeWorldProblem:
        shapes = tuple(f"s{i}" for i in range(14))
        return ShapeWorldProblem("wide", shapes, "s0", "s1", shapes)

    def outsiders(self, problem: ShapeWorldProblem) -> Iterable[Relation]:
        rng = Random(problem.id)
        for _ in range(3):
            yield Relation(problem.shapes, random_world(problem.size, rng))
        yield Relation(NAMES[5:7], (0, 0))

    def edges_of(self, model: Relation) -> Iterable[tuple[str, str]]:
        return model.pairs


@pytest.mark.parametrize("place", [0, 1])
def test_relations_about_shapes_in_another_order_are_refused(place: int) -> None:
    """Whichever of two it is."""
    problem = random_transcript(3, 2, Random(9))
    space, other = open_space(problem), Relation(problem.shapes[::-1], (0, 0, 0))
    pair = [Relation(problem.shapes, (0, 0, 0))] * 2
    pair[place] = other
    with pytest.raises(UsageError, match="the shapes are in a different order"):
        space.separate(*pair)


def test_one_action_is_written_as_in_a_transcript() -> None:
    problem = random_transcript(3, 2, Random(9))
    first = {"action": "hold", "shape": problem.shapes[0]}
    second = {"action": str([*Action][-1]), "shape": problem.shapes[2]}
    for told in (first, {"actions": [first, second]}, {"actions": []}):
        assert written(problem, stated(problem, told)) == told

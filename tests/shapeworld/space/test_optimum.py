"""How few interventions are enough: closed forms, searches, and value iteration as the second opinion."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from symcause.answers import Unknown
from symcause.families.shapeworld.audits.action_order import Ranking
from symcause.families.shapeworld.audits.intervention_optimum import ExpectedOptimum, Optimum
from symcause.families.shapeworld.generator.published_cases import core_cases
from symcause.families.shapeworld.models.causal_relations import Effects, between, relations
from symcause.families.shapeworld.models.dynamics import Action, after, breach, closed_states
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.expected_steps import Expected
from symcause.families.shapeworld.space.relation_lists import Coding, relation_codes
from symcause.families.shapeworld.space.relation_slices import Slices
from symcause.families.shapeworld.space.shortest_proof import (
    _solved,
    formula,
    listed_proof,
    shortest_proof,
)
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.worst_case import WorstCase, plan_length
from symcause.families.shapeworld.verifier.transcript_clauses import start_clauses
from tests.amounts import amount
from tests.shapeworld.cases import NAMES, decoded_list, exhaustive, random_transcript

ALL = WorldClass.ALL


def started(size: int, state: int, scope: WorldClass = ALL) -> Slices:
    """All relations of a class that can show a start."""
    codes = relation_codes(size, scope, start_clauses(size, state))
    assert not isinstance(codes, Unknown)
    return Slices(Coding(size), codes)


def fresh(size: int, state: int) -> ShapeWorldProblem:
    """A case that nobody has played: does shape 0 cause shape 1?"""
    made = ShapeWorldProblem("fresh", NAMES[:size], NAMES[0], NAMES[1], ())
    return replace(made, initial=made.names(state))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_closed_form_of_the_worst_case_by_search_from_every_start(size: int) -> None:
    for state in range(1 << size):
        slices = started(size, state)
        found = WorstCase(slices, (0, 1)).value(slices.whole, state)
        cause, effect = bool(state & 1), bool(state & 2)
        assert found == plan_length(cause, effect, (state >> 2).bit_count())
        optimum = Optimum(open_space(fresh(size, state)))
        assert (optimum.worst_case(), optimum.bound()) == (found, found)


@pytest.mark.parametrize(
    ("size", "cause", "effect", "others", "by_relations", "by_graphs"),
    [
        (3, 1, 1, 1, "31/19", "43/25"),
        (3, 0, 1, 1, "23/10", "7/3"),
        (4, 1, 1, 1, "11/7", "43/25"),
        (4, 0, 1, 1, "173/76", "7/3"),
        (4, 1, 1, 2, "160/73", "438/181"),
        (4, 0, 1, 2, "263/98", "14/5"),
        *((size, 1, 1, 0, "1", "1") for size in (2, 3, 4)),
        *((size, 0, 1, 0, "2", "2") for size in (2, 3, 4)),
        *((4, 0, 0, others, "1", "1") for others in (0, 1, 2)),
        *((4, 1, 0, others, "0", "0") for others in (0, 1, 2)),
    ],
)
def test_the_expected_optimum(
    size: int, cause: int, effect: int, others: int, by_relations: str, by_graphs: str
) -> None:
    state = cause | effect << 1 | ((1 << others) - 1) << 2
    found = Optimum(open_space(fresh(size, state))).expected()
    assert found == ExpectedOptimum(Fraction(by_relations), Fraction(by_graphs))


def _value_iteration(size: int, state: int) -> tuple[float, int]:
    """The expected optimum over all reachable (space, state) pairs, and how many they are.

    A second implementation: spaces are sets of relations, states are replayed, values are iterated.
    """
    first = frozenset(r for r in relations(size) if breach(r, state) is None)
    outcomes: dict[tuple[frozenset[Effects], int], list[list[tuple[frozenset[Effects], int]]]] = {}
    waiting = [(first, state)]
    while waiting:
        position = waiting.pop()
        if position in outcomes:
            continue
        space, here = position
        outcomes[position] = []
        if len({r[0] >> 1 & 1 for r in space}) == 1:
            continue
        for action, shape in product(Action, range(size)):
            shown: dict[int, set[Effects]] = {}
            for r in space:
                shown.setdefault(after(r, here, action, shape), set()).add(r)
            parts = [(frozenset(part), there) for there, part in shown.items()]
            if parts != [position]:
                outcomes[position].append(parts)
                waiting += parts
    value = dict.fromkeys(outcomes, 0.0)
    for _ in range(12 * size):
        for position, actions in outcomes.items():
            if actions:
                total = len(position[0])
                value[position] = 1 + min(
                    sum(len(part) / total * value[part, there] for part, there in parts)
                    for parts in actions
                )
    return value[first, state], len(outcomes)


@pytest.mark.parametrize("state", range(8))
def test_value_iteration_agrees_for_three_shapes(state: int) -> None:
    slices = started(3, state)
    found = Expected(slices, (0, 1), int.bit_count).value(slices.whole, state)
    assert _value_iteration(3, state)[0] == pytest.approx(float(found))


def test_value_iteration_agrees_for_four_shapes() -> None:
    value, positions = _value_iteration(4, 0b1111)
    assert value == pytest.approx(160 / 73)
    assert positions == 1691


@exhaustive
def test_the_expected_optimum_of_five_shapes() -> None:
    found = Optimum(open_space(fresh(5, 0b11111))).expected()
    assert found == ExpectedOptimum(Fraction("11533/4231"), Fraction("90583/29281"))
    found = Optimum(open_space(fresh(5, 0b11110))).expected()
    assert found == ExpectedOptimum(Fraction("5205/1678"), Fraction("1801/543"))


def _plan(effects: Effects, slices: Slices, state: int) -> int:
    """Hold the others that still move, in listed order, then hold the cause if it moves, else move it."""
    search = WorstCase(slices, (0, 1))
    subset, steps, others = slices.whole, 0, list(range(2, slices.size))
    while not search.decided(subset):
        held = next((x for x in others if state >> x & 1), None)
        if held is not None:
            others.remove(held)
            move = Action.HOLD, held
        else:
            move = (Action.HOLD if state & 1 else Action.MOVE), 0
        shown = after(effects, state, *move)
        subset = dict(slices.outcomes(subset, state, *move))[shown]
        state, steps = shown, steps + 1
    return steps


@pytest.mark.parametrize(
    ("size", "worst", "mean", "by_graphs"),
    [(3, 2, "36/19", "48/25"), (4, 3, "195/73", "492/181")],
)
def test_the_plan_against_every_world(size: int, worst: int, mean: str, by_graphs: str) -> None:
    state = (1 << size) - 1
    slices = started(size, state)
    steps = {r: _plan(r, slices, state) for r in relations(size)}
    assert max(steps.values()) == worst
    assert Fraction(sum(steps.values()), len(steps)) == Fraction(mean)
    weights = {r: 1 << between(r) for r in steps}
    total = sum(weights[r] * steps[r] for r in steps)
    assert Fraction(total, sum(weights.values())) == Fraction(by_graphs)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_worst_case_in_other_classes_with_all_shapes_moving(size: int) -> None:
    state = (1 << size) - 1
    rooted = started(size, state, WorldClass.ROOTED)
    by_place = started(size, state, WorldClass.LISTED)
    for cause, effect in product(range(size), repeat=2):
        if cause == effect:
            continue
        assert WorstCase(by_place, (cause, effect)).value(by_place.whole, state) == (
            effect if cause < effect else 0
        )
        if size > 2:
            assert WorstCase(rooted, (cause, effect)).value(rooted.whole, state) == size - 1


def _proofs(size: int, rng: Random | None = None) -> None:
    """The formula is exact where all shapes move, and never too small elsewhere."""
    everything = list(relations(size))
    for effects in everything if rng is None else rng.sample(everything, 25):
        for state in closed_states(effects) if rng is None else [(1 << size) - 1]:
            found = len(listed_proof(effects, (0, 1), state, ALL))
            told = formula(effects, (0, 1), state)
            assert found == told if state == (1 << size) - 1 else found <= told


@pytest.mark.parametrize("size", [2, 3, 4])
def test_shortest_proofs_of_all_worlds(size: int) -> None:
    _proofs(size)


def test_shortest_proofs_of_some_worlds_of_five_shapes() -> None:
    _proofs(5, Random(5))


@exhaustive
def test_shortest_proofs_of_all_worlds_of_five_shapes() -> None:
    state = 0b11111
    for effects in relations(5):
        assert len(listed_proof(effects, (0, 1), state, ALL)) == formula(effects, (0, 1), state)


@pytest.mark.parametrize("scope", [ALL, WorldClass.ROOTED, WorldClass.LISTED])
def test_solver_and_lists_find_proofs_of_the_same_length(scope: WorldClass) -> None:
    rng = Random(7)
    worlds = [r for r in relations(4) if scope.contains(r)]
    for effects in rng.sample(worlds, amount(8, 20)):
        for state in closed_states(effects):
            most = formula(effects, (0, 1), state)
            listed_length = len(listed_proof(effects, (0, 1), state, scope))
            assert _solved(effects, (0, 1), state, scope, most) == listed_length
            assert shortest_proof(effects, (0, 1), state, scope) == listed_length


def test_a_common_cause_can_make_a_proof_shorter_than_the_formula() -> None:
    """Moving a still cause of both sources and holding it stops them together, and shows A < B."""
    effects = (0b1110, 0, 0b0010, 0b0010)  # A < two shapes < B
    state = 0b1110
    assert formula(effects, (0, 1), state) == 3
    assert listed_proof(effects, (0, 1), state, ALL) == ((Action.MOVE, 0), (Action.HOLD, 0))


def test_a_proof_that_nobody_can_search_for_is_unknown() -> None:
    """Thirty unrelated shapes, one of which stands still: a billion states."""
    effects = (0,) * 30
    found = shortest_proof(effects, (0, 1), (1 << 30) - 1 - 4, ALL)
    assert isinstance(found, Unknown) and "states" in found.reason
    assert shortest_proof(effects, (0, 1), (1 << 30) - 1, ALL) == 1


@pytest.mark.parametrize("seed", range(12))
def test_after_a_transcript_the_bound_holds_and_other_classes_need_no_more(seed: int) -> None:
    rng = Random(f"bound {seed}")
    for _ in range(10):
        problem = random_transcript(rng.choice((3, 4, 4, 5)), rng.randrange(1, 5), rng)
        problem = replace(problem, gold=None)
        optimum = Optimum(open_space(problem))
        worst = optimum.worst_case()
        assert isinstance(worst, int) and worst <= optimum.bound()
        for scope in (WorldClass.ROOTED, WorldClass.LISTED):
            space = open_space(problem, scope)
            if space.pick() is not None:
                other = Optimum(space).worst_case()
                assert isinstance(other, int) and other <= worst


@pytest.mark.parametrize("seed", range(10))
def test_the_policy_does_what_it_promises(seed: int) -> None:
    """Played in every member, it settles the question within the worst case."""
    rng = Random(f"policy {seed}")
    problem = replace(random_transcript(4, rng.randrange(3), rng), gold=None)
    optimum = Optimum(open_space(problem))
    ranking = optimum.ranking()
    assert isinstance(ranking, Ranking)
    slices = ranking.slices
    tree = ranking.policy(slices.whole, optimum.state, 20)
    assert tree is not None and tree.leaves_settled
    assert tree.depth == optimum.worst_case()
    cause, effect = problem.asked
    for effects in decoded_list(slices.coding, slices.codes):
        node, state = tree, optimum.state
        while node.move is not None:
            state = after(effects, state, *node.move)
            node = next(child for child in node.children if child.state == state)
        assert node.settled is TranscriptVerdict.of(bool(effects[cause] >> effect & 1))


def test_actions_are_ranked_by_the_worst_case_before_the_expectation() -> None:
    """Holding one of the two asked for is better on average, holding another one at worst."""
    slices = started(4, 0b1111)
    actions = Ranking(slices, (0, 1)).actions(slices.whole, 0b1111)
    assert [(one.move[1], one.worst) for one in actions] == [(2, 2), (3, 2), (1, 3), (0, 3)]
    assert 1 + min(one.expected for one in actions) == Fraction(160, 73) < 1 + actions[0].expected


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_shapes_that_can_be_exchanged_are_all_listed(steps: int) -> None:
    """With what their actions are worth, as if nobody knew that they can be exchanged."""
    several = 0
    for seed in range(4):
        problem = random_transcript(4, steps, Random(f"exchanged {seed}"))
        optimum = Optimum(open_space(replace(problem, gold=None)))
        ranking = optimum.ranking()
        if not isinstance(ranking, Ranking):
            continue
        whole, state = ranking.slices.whole, optimum.state
        if ranking.worst.decided(whole):
            continue
        fresh = Ranking(ranking.slices, problem.asked)
        found, plain = ranking.actions(whole, state, optimum.alike), fresh.actions(whole, state)
        told = [{(*one.move, *one.worth, one.outcomes) for one in some} for some in (found, plain)]
        assert told[0] == told[1] and len(found) == len(plain)
        several += len(set(optimum.alike)) < len(optimum.alike)
    assert several or steps


def test_outcomes_of_slices_are_those_of_every_member() -> None:
    rng = Random(11)
    for size in (3, 4):
        for _ in range(40):
            state = rng.randrange(1 << size)
            slices = started(size, state)
            subset = rng.getrandbits(len(slices.codes))
            members = [
                r
                for i, r in enumerate(decoded_list(slices.coding, slices.codes))
                if subset >> i & 1
            ]
            if not members:
                continue
            shape = rng.randrange(size)
            action = Action.HOLD if state >> shape & 1 else Action.MOVE
            expected: dict[int, int] = {}
            for i, r in enumerate(decoded_list(slices.coding, slices.codes)):
                if subset >> i & 1:
                    shown = after(r, state, action, shape)
                    expected[shown] = expected.get(shown, 0) | 1 << i
            assert dict(slices.outcomes(subset, state, action, shape)) == expected
            assert slices.graphs(subset) == sum(1 << between(r) for r in members)


def test_the_core_set() -> None:
    """84 cases; how many of each structure have which worst case and answer."""
    cases = list(core_cases())
    assert (len(cases), sum(case.right is True for case in cases)) == (84, 37)
    found: dict[str, dict[int, int]] = {}
    answers: dict[str, list[int]] = {}
    for case in cases:
        structure = case.id.rsplit("-", 3)[0]
        worst = Optimum(open_space(case)).worst_case()
        assert isinstance(worst, int)
        rows = found.setdefault(structure, dict.fromkeys(range(4), 0))
        rows[worst] += 1
        answers.setdefault(structure, [0, 0])[not case.right] += 1
        moves = (case.cause in (case.initial or ()), case.effect in (case.initial or ()))
        assert (worst == 0) == (moves == (True, False))
        assert worst or case.right is False
    assert {name: list(rows.values()) for name, rows in found.items()} == {
        "direct": [1, 4, 1, 0],
        "mediation": [4, 10, 8, 2],
        "confounder": [6, 12, 10, 2],
        "confounder-with-link": [4, 10, 8, 2],
    }
    assert answers == {
        "direct": [3, 3],
        "mediation": [12, 12],
        "confounder": [10, 20],
        "confounder-with-link": [12, 12],
    }

"""Several targets at once, releases, further readings: every semantics against brute force."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.answers import Unknown
from symcause.audits.space import EdgeStatus
from symcause.errors import SymcauseError
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.files.document_writer import write_linear
from symcause.families.linear.models.laboratory import Hidden, Manipulation, Semantics
from symcause.families.linear.problem.evidence_replay import current_crystal, execute, mismatches
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.space.hidden.disturbance_replay import disturbed_mismatches
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.formats.json_text import read_json
from tests.amounts import amount
from tests.linear.cases import brute_graphs, edges_of, episode, integers, problem_of, random_model

F = Fraction


def acted(
    rng: random.Random, problem: LinearProblem, steps: int, hidden: Hidden | None = None
) -> LinearProblem:
    """The problem with a chain of acts: one or several targets, releases, plain readings."""
    model = problem.gold_model()
    assert model is not None
    lab = replace(problem.laboratory(model), hidden=hidden)
    crystal = lab.crystal({name: F(rng.randint(15, 45)) for name in problem.controllable})
    crystal = replace(crystal, hidden=F(0) if hidden is None else hidden.initial)
    states = [ChainState(lab.measure(crystal))]
    for _ in range(steps):
        if rng.random() < 0.15:
            states.append(ChainState(lab.measure(crystal)))
            continue
        chosen = rng.sample(problem.controllable, rng.choice((1, 1, 2)))
        held = [v for v in sorted(crystal.clamped) if v not in chosen]
        released = tuple(v for v in held if rng.random() < 0.4)
        if released and rng.random() < 0.5:
            chosen = []
        done = [Manipulation(name, F(rng.randint(1, 99))) for name in chosen]
        drawn = F(0) if hidden is None else rng.choice(hidden.values)
        crystal = lab.act(crystal, {s.variable: s.value for s in done}, released, drawn)
        first = done[0] if done else None
        states.append(ChainState(lab.measure(crystal), first, tuple(done[1:]), released))
    return replace(problem, chain=tuple(states))


@pytest.mark.few(1)
@pytest.mark.parametrize("semantics", list(Semantics))
def test_the_exact_engine_equals_brute_force(semantics: Semantics) -> None:
    rng = random.Random(f"acts {semantics}")
    for _ in range(amount(8, 25)):
        model = random_model(rng, 4)
        problem = episode(rng, problem_of(model, semantics=semantics), [], records=2)
        problem = acted(rng, problem, rng.randint(1, 5))
        space = LinearSpace(problem, engine="exact")
        assert set(space.masks()) == brute_graphs(problem)
        assert model in space and not execute(problem, model) and not mismatches(problem, model)
        assert LinearSpace(problem, engine="smt").count() == space.count()
        crystal, lab = current_crystal(problem, model), problem.laboratory(model)
        assert crystal is not None
        assert lab.measure(crystal) == problem.chain[-1].values
        assert read_linear(write_linear(problem)) == problem


@pytest.mark.parametrize("semantics", list(Semantics))
def test_disturbances_with_weights_and_a_beginning(semantics: Semantics) -> None:
    rng = random.Random(f"weights {semantics}")
    for _ in range(4):
        model = random_model(rng, 3, values=(-1, 1, 2))
        weights = {"x0": F(1), "x1": F(2), "f": F("0.5")}
        nodes = tuple(rng.sample(sorted(weights), 2))
        hidden = Hidden((F(-4), F(0), F(4)), nodes=nodes, weights=weights, initial=F(4))
        empty = problem_of(model, semantics=semantics, coefficients=integers(-1, 2))
        problem = episode(rng, empty, [], records=2)
        problem = replace(acted(rng, problem, 3, hidden), hidden=hidden)
        assert not disturbed_mismatches(problem, model)
        space = HiddenSpace(problem)
        graphs = {edges_of(space, masks) for masks in space.decided}
        assert model.edges in graphs
        assert read_linear(write_linear(problem)) == problem


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ("{}", "an intervention that does nothing"),
        ('{"a": null}', "nothing is released under set"),
        ('{"f": 1}', "the variable is not controllable"),
        ('{"z": 1}', "unknown variable"),
    ],
)
def test_what_cannot_be_done_is_refused(done: str, said: str) -> None:
    document = read_json(
        '{"format": "symcause.linear/1", "id": "d", "variables": ["a", "f"], "target": "f", '
        '"controllable": ["a"], "chain": [{"values": {"a": 1, "f": 2}}, '
        f'{{"intervene": {done}, "values": {{"a": 1, "f": 2}}}}]}}'
    )
    with pytest.raises(SymcauseError) as caught:
        read_linear(document)
    assert said in str(caught.value) and "chain[1].intervene" in str(caught.value)


def test_reading_hold_as_do_blames_what_is_moved_next() -> None:
    """a causes b; b is held while a moves: under do that looks as if a did not cause b."""
    document: dict[str, object] = {
        "format": "symcause.linear/1",
        "id": "held",
        "variables": ["a", "b", "f"],
        "target": "f",
        "controllable": ["a", "b"],
        "semantics": "hold",
        "chain": [
            {"values": {"a": 1, "b": 2, "f": 2}},
            {"intervene": {"b": 9}, "values": {"a": 1, "b": 9, "f": 9}},
            {"intervene": {"a": 5}, "values": {"a": 5, "b": 9, "f": 9}},
            {"intervene": {"b": None}, "values": {"a": 5, "b": 6, "f": 6}},
        ],
    }
    right = LinearSpace(read_linear(document)).edges()
    assert not isinstance(right, Unknown) and right["a", "b"] is EdgeStatus.ALWAYS
    assert LinearSpace(read_linear({**document, "semantics": "do"})).count() == 0

"""Generated episodes: seeded, legal, certified."""

from __future__ import annotations

import pytest

import symcause
from symcause.errors import UsageError
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.files.document_writer import write_linear
from symcause.families.linear.generator.episode_certificate import (
    certified,
    certified_unique,
)
from symcause.families.linear.generator.episode_simulation import simulate
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.laboratory import EquationFamily, Semantics
from symcause.families.linear.problem.evidence_replay import mismatches, reactor_target
from symcause.families.linear.space.membership_objections import objections_to
from symcause.families.linear.space.space_choice import open_space
from tests.linear.cases import problem_of, published, random_model

OPTIONS = [
    LinearOptions(),
    LinearOptions(variables=3, integer_class=True),
    LinearOptions(variables=5, density=0.4, low=-2, high=2, semantics=Semantics.SHIFT),
    LinearOptions(target_may_cause=True, semantics=Semantics.DO),
    LinearOptions(hidden=1),
    LinearOptions(hidden=2, hidden_on_target=True, budget=3),
    LinearOptions(variables=3, quadratic=True),
    LinearOptions(variables=5, records=3, budget=0),
]


@pytest.mark.few(2)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_generated_episodes(options: LinearOptions) -> None:
    first = [certified(draw(options, 1, index)) for index in range(2)]
    again = certified(draw(options, 1, 0))
    assert write_linear(first[0]) == write_linear(again) != write_linear(first[1])
    assert write_linear(draw(options, 2, 0)) != write_linear(draw(options, 1, 0))
    for problem in first:
        model = problem.gold_model()
        assert model is not None and model.equations[problem.target].parents
        assert len(problem.variables) == options.variables
        assert len(problem.records) == options.records
        assert len(problem.interventions) == options.interventions
        assert problem.family is (
            EquationFamily.QUADRATIC if options.quadratic else EquationFamily.LINEAR
        )
        assert not objections_to(problem, model)
        if problem.hidden is None:
            assert not mismatches(problem, model)
        assert problem.gold is not None
        assert reactor_target(problem, model) == problem.gold.reactor_target
        settles = problem.metadata["settles"]
        assert isinstance(settles, dict)
        end = settles["after_budget"]
        assert end["graphs"] == open_space(problem).count()
        assert settles["identified"] == (end["graphs"] == 1)
        held = problem.metadata.get("certificate")
        assert (held is None) == (options.quadratic or options.hidden > 0)
        if held is not None:
            assert isinstance(held, dict)
            assert symcause.verify(problem, held).accepted
            assert held["claim"]["name"] == ("unique" if settles["identified"] else "count")
        again_read = read_linear(write_linear(problem))
        assert again_read.chain == problem.chain and again_read.gold == problem.gold


@pytest.mark.parametrize(
    "wrong",
    [
        {"variables": 1},
        {"variables": 99},
        {"density": 0},
        {"low": 0, "high": 0},
        {"budget": -1},
        {"hidden": 4},
        {"hidden": 1, "quadratic": True},
        {"integer_class": True, "quadratic": True},
    ],
)
def test_options_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        LinearOptions(**wrong)  # type: ignore[arg-type]


def test_simulation_options() -> None:
    import random
    from dataclasses import replace

    problem = problem_of(random_model(random.Random(1), 4))
    assert len(simulate(problem, 1).interventions) == 3
    chosen = simulate(problem, 1, records=0, targets=["x1", "x0", "x1"])
    assert [s.variable for s in chosen.interventions] == ["x1", "x0", "x1"] and not chosen.records
    assert simulate(problem, 1) == simulate(problem, 1) != simulate(problem, 2)
    with pytest.raises(UsageError, match="not a controllable"):
        simulate(problem, 1, targets=["f"])
    with pytest.raises(UsageError, match="nothing to simulate"):
        simulate(replace(problem, gold=None), 1)


def test_published_configurations_can_be_simulated() -> None:
    for name in ("4nodes_hidden_n1.jsonl", "4nodes_quad_hard.jsonl", "6nodes.jsonl"):
        for problem in published(name)[:5]:
            episode = simulate(problem, 0)
            model = episode.gold_model()
            assert model is not None and not objections_to(episode, model)
            assert problem.episode is not None
            assert len(episode.interventions) == problem.episode.budget


def test_certified_episodes_leave_one_graph() -> None:
    """Two interventions rarely do: others are drawn until it is so."""
    options = LinearOptions(records=1, budget=2)
    plain = [certified(draw(options, 3, index)) for index in range(4)]
    assert not all(p.metadata["settles"]["identified"] for p in plain)  # type: ignore[index]
    for index in range(4):
        problem = certified_unique(options, 3, index)
        assert open_space(problem).count() == 1
        assert symcause.verify(problem, problem.metadata["certificate"]).accepted
    with pytest.raises(UsageError, match="rounded readings"):
        certified_unique(LinearOptions(quadratic=True), 0, 0)

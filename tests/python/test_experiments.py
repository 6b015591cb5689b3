"""One spelling of an experiment: what one function gives, every other takes; older forms are read."""

from __future__ import annotations

import json
from typing import Any

import pytest

import symcause
from symcause.audits.experiments.experiment_forms import action_of, settings
from symcause.errors import SymcauseError
from tests.cli.cases import EXAMPLES, Shell


def boolean() -> symcause.BooleanProblem:
    return symcause.load(EXAMPLES / "ambiguous.json", kind=symcause.BooleanProblem)


def boolean_forms() -> list[Any]:
    """do(X3=1), in every form that there is."""
    best = symcause.next_experiments(boolean()).experiments[0]
    assert best.experiment == {"do": {"X3": 1}}
    return [
        best,
        best.experiment,
        best.to_dict() if hasattr(best, "to_dict") else {"experiment": best.experiment},
        {"X3": 1},
        {"X3": "1"},
        {"intervene": {"X3": 1}},
        {"assignments": {"X3": 1}},
        {"type": "hard_do", "assignments": {"X3": 1}},
        symcause.Experiment.do(X3=1),
        "X3=1",
        "do(X3=1)",
    ]


@pytest.mark.parametrize("place", range(len(boolean_forms())))
def test_every_form_is_taken_everywhere(place: int) -> None:
    form, posed = boolean_forms()[place], boolean()
    space = symcause.space(posed)
    assert space.what_if(form) == space.what_if({"X3": 1})
    model = space[0]
    roots = {"X1": [0, 1], "X2": [1, 1]}
    seen = model.simulate(roots, do=form)
    assert seen == model.simulate(roots, do={"X3": 1}) and seen["X3"] == [1, 1]
    assert space.outcome(model, form) == space.outcome(model, {"X3": 1})
    more = posed.with_world(seen, do={"X3": 1})
    assert posed.with_world(seen, do=form) == more
    assert space.given(form, space.outcome(model, form)).count() <= space.count()


def test_what_separates_can_be_done() -> None:
    posed = boolean()
    space = symcause.space(posed)
    first, second = space[0], space[1]
    roots = {"X1": [0, 0, 1, 1], "X2": [0, 1, 0, 1]}
    for found in (symcause.separate(posed, first, second), space.separate(first, second)):
        assert first.simulate(roots, do=found) != second.simulate(roots, do=found)
        assert len(space.what_if(found).parts) > 1


@pytest.mark.parametrize("place", range(8))
def test_episodes_take_what_questions_give(place: int) -> None:
    form, posed = boolean_forms()[place], boolean()
    plain, other = symcause.Episode(posed, budget=2), symcause.Episode(posed, budget=2)
    expected = plain.act({"do": {"X3": 1}})
    seen = other.act(form)
    if place in (3, 4):  # bare mappings are no actions of the protocol
        assert seen.refused is not None
        return
    assert seen == expected and seen.refused is None
    assert str(other.transcript) == str(plain.transcript)


def test_what_stands_beside_an_older_form_is_kept() -> None:
    posed = boolean()
    plain, other = symcause.Episode(posed, budget=2), symcause.Episode(posed, budget=2)
    seen = other.act({"intervene": {"X3": 1}, "rows": 1})
    assert seen == plain.act({"do": {"X3": 1}, "rows": 1}) and seen.refused is None
    assert other.act({"assignments": {"X3": 1}, "chess": 1}).refused is not None


@pytest.mark.parametrize(
    ("do", "said"),
    [("X3=1, X3=1", "stands twice"), ("X3=2", "neither 0 nor 1"), ("do(X9=1)", "no such")],
)
def test_what_cannot_be_set_is_said(do: str, said: str) -> None:
    row = {"X1": 0, "X2": 0, "X3": 1, "X4": 0, "X5": None}
    with pytest.raises(SymcauseError, match=said):
        boolean().with_world([row], do=do)


def test_linear_experiments() -> None:
    posed = symcause.load(EXAMPLES / "episode.json", kind=symcause.LinearProblem)
    best = symcause.next_experiments(posed).experiments[0]
    step = {"intervene": {"moisture": "50"}}
    assert best.experiment == step
    model = symcause.space(posed)[0]
    forms: list[Any] = [best, step, {"do": {"moisture": 50}}, {"moisture": 50}, "moisture=50"]
    forms += [symcause.separate(posed, model, symcause.space(posed)[1]).experiment]
    for form in forms:
        assert model.simulate({"density": 1}, do=form) == model.simulate(
            {"density": 1}, do={"moisture": 50}
        )
        read = symcause.space(posed).outcome(model, form)
        assert posed.with_step(read, do=form) == posed.with_step(read, do={"moisture": 50})
    seen = [
        symcause.Episode(posed, budget=2).act(form) for form in (step, best, forms[2], forms[-1])
    ]
    assert all(one == seen[0] and one.refused is None for one in seen)


def test_actions_of_shapes() -> None:
    posed = symcause.load(EXAMPLES / "world.json")
    best = symcause.next_experiments(posed).experiments[0]
    action = best.experiment
    seen = [
        symcause.Episode(posed, budget=2).act(form)
        for form in (best, action, (action["action"], action["shape"]))
    ]
    assert all(one == seen[0] and one.refused is None for one in seen)
    space = symcause.space(posed)
    assert space.what_if(best) == space.what_if(action)


@pytest.mark.parametrize("given", [3, "X3", "X3=1=2", "X3=1, X3=0", ["X3"], "=1"])
def test_what_is_no_experiment_is_said(given: object) -> None:
    assert settings(given) is None
    assert action_of(given, "do") == given
    posed = boolean()
    space = symcause.space(posed)
    for ask in (space.what_if, lambda e: space[0].simulate({"X1": 0, "X2": 0}, do=e)):
        with pytest.raises(SymcauseError, match="not an experiment"):
            ask(given)


def test_graphs_take_what_next_gives() -> None:
    import networkx as nx

    chain = nx.DiGraph([("A", "B"), ("B", "C")])
    best = symcause.next_experiments(chain).experiments[0]
    space = symcause.space(chain)
    assert space.what_if(best) == space.what_if(best.experiment)


def test_the_command_line_reads_them_too(shell: Shell) -> None:
    """What ``next --json`` prints is an action of ``play --stdio``, word for word."""
    code, (told,) = shell.json("next", EXAMPLES / "ambiguous.json")
    assert code == 0
    experiment = json.loads(json.dumps(told["experiments"][0]["experiment"]))
    assert symcause.Episode(boolean(), budget=2).act(experiment).refused is None

"""The laboratory: semantics, rounding, disturbance; the published golden chains value for value."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.errors import ProblemError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import (
    Crystal,
    Hidden,
    Laboratory,
    Manipulation,
    Semantics,
)
from symcause.families.linear.problem.evidence_replay import current_crystal, execute, mismatches
from symcause.families.linear.problem.problem import ChainState
from symcause.grammar.equations.equation_parser import parse_equation
from symcause.models.equations import Effect, Equation
from tests.linear.cases import episode, problem_of, published, random_model
from tests.linear.golden import ReplayStatus, replay_golden

F = Fraction


def chain_model() -> CrystalModel:
    """a → b → f with b = base + 2a and f = 10 + 3b."""
    return CrystalModel.of(
        {
            "a": Equation(F(1)),
            "b": Equation.of(5, {"a": Effect(F(2))}),
            "f": Equation.of(10, {"b": Effect(F(3))}),
        }
    )


def read(lab: Laboratory, crystal: Crystal) -> tuple[Fraction, ...]:
    return tuple(lab.measure(crystal).values())


def test_set_holds_now_and_propagates_later() -> None:
    lab = Laboratory(chain_model(), Semantics.SET)
    crystal = lab.crystal({})
    assert read(lab, crystal) == (1, 7, 31)
    crystal = lab.intervene(crystal, Manipulation("b", F(20)))
    assert read(lab, crystal) == (1, 20, 70)
    crystal = lab.intervene(crystal, Manipulation("a", F(4)))
    assert read(lab, crystal) == (4, 26, 88)


def test_shift_replaces_the_base() -> None:
    lab = Laboratory(chain_model(), Semantics.SHIFT)
    crystal = lab.intervene(lab.crystal({}), Manipulation("b", F(20)))
    assert read(lab, crystal) == (1, 22, 76)


def test_do_cuts_until_the_next_intervention() -> None:
    lab = Laboratory(chain_model(), Semantics.DO)
    crystal = lab.intervene(lab.crystal({}), Manipulation("b", F(20)))
    assert read(lab, crystal) == (1, 20, 70)
    crystal = lab.intervene(crystal, Manipulation("a", F(4)))
    assert read(lab, crystal) == (4, 13, 49)


def test_children_see_rounded_parents() -> None:
    model = CrystalModel.of({"a": Equation(F("1.004")), "f": Equation.of(0, {"a": Effect(F(100))})})
    lab = Laboratory(model, rounding=F("0.01"))
    assert lab.measure(lab.crystal({})) == {"a": 1, "f": 100}


def test_a_disturbed_set_shows_its_value_plus_the_disturbance() -> None:
    hidden = Hidden((F(-5), F(0), F(5)), F(2), ("a",))
    lab = Laboratory(chain_model(), hidden=hidden)
    crystal = lab.intervene(lab.crystal({}), Manipulation("a", F(4)), F(5))
    assert read(lab, crystal) == (14, 33, 109)
    crystal = lab.intervene(crystal, Manipulation("b", F(20)), F(-5))
    assert read(lab, crystal) == (-6, 0, 10)  # a = 4 − 10, b = 20 + 2·(−10)
    crystal = lab.intervene(crystal, Manipulation("b", F(20)))
    assert read(lab, crystal) == (4, 20, 70)


def test_cycles_are_refused() -> None:
    with pytest.raises(ProblemError, match="cycle: a -> b -> a"):
        CrystalModel.of(
            {"a": Equation.of(0, {"b": Effect(F(1))}), "b": Equation.of(0, {"a": Effect(F(1))})}
        )
    with pytest.raises(ProblemError, match="unknown variable"):
        CrystalModel.of({"a": Equation.of(0, {"z": Effect(F(1))})})


def test_interventions_name_known_variables() -> None:
    lab = Laboratory(chain_model())
    with pytest.raises(ProblemError, match="unknown variable"):
        lab.intervene(lab.crystal({}), Manipulation("c", F(1)))


@pytest.mark.parametrize("semantics", list(Semantics))
def test_reading_by_reading_and_running_forward_agree(semantics: Semantics) -> None:
    rng = random.Random(f"replay{semantics}")
    for _ in range(30):
        model, other = random_model(rng, 4), random_model(rng, 4)
        empty = problem_of(model, semantics=semantics)
        problem = episode(rng, empty, [rng.choice(empty.controllable) for _ in range(4)])
        assert not mismatches(problem, model) and not execute(problem, model)
        assert bool(mismatches(problem, other)) == bool(execute(problem, other))
        crystal = current_crystal(problem, model)
        assert crystal is not None
        assert problem.laboratory(model).measure(crystal) == problem.chain[-1].values


def test_rounded_data_are_replayed_within_half_a_unit() -> None:
    rng = random.Random(3)
    from symcause.families.linear.problem.problem import Coefficients

    model = random_model(rng, 4, values=[F(1, 3), F(-2, 7)], density=1)
    bound = Coefficients(min_effect=F("0.1"))
    problem = episode(
        rng, problem_of(model, rounding="0.01", coefficients=bound), ["x0", "x1", "x2", "x0"]
    )
    assert not mismatches(problem, model)
    last = problem.chain[-1]
    moved = ChainState({**last.values, "f": last.values["f"] + F("0.02")}, last.intervention)
    wrong = mismatches(replace(problem, chain=(*problem.chain[:-1], moved)), model)
    assert [(m.place, m.variable) for m in wrong] == [("chain[4]", "f")]


def test_golden_chains_replay_under_set_and_not_under_shift() -> None:
    problems = published("4nodes_golden.jsonl")
    assert len(problems) == 50
    for problem in problems:
        report = replay_golden(problem)
        wanted = ReplayStatus.EXACT if problem.interventions else ReplayStatus.NO_INTERVENTIONS
        assert report.status is wanted, report.mismatches[:1]
        shifted = replay_golden(replace(problem, semantics=Semantics.SHIFT))
        assert shifted.status is (
            ReplayStatus.DIFFERS if problem.interventions else ReplayStatus.NO_INTERVENTIONS
        )


def test_golden_entries_without_interventions_are_reported_as_such() -> None:
    rng = random.Random(4)
    problem = replace(episode(rng, problem_of(random_model(rng, 4)), []), chain=())
    assert replay_golden(problem).status is ReplayStatus.NO_INTERVENTIONS


def _tiny() -> CrystalModel:
    names = ["density", "size", "freq"]
    texts = {"density": "20", "size": "1/3 + density^2", "freq": "25 + 2*density - 0.5*size"}
    return CrystalModel.of({name: parse_equation(text, names) for name, text in texts.items()})


def test_models_print_as_formulas_and_are_mappings() -> None:
    model = _tiny()
    assert str(model).splitlines()[2] == "freq = 25 + 2*density - 0.5*size"
    assert "freq" in repr(model)
    assert list(model.equations) == ["density", "size", "freq"] == list(model.variables)
    assert model.equations["freq"].parents == ("density", "size")
    assert model.equations == dict(model.equations)
    again = pickle.loads(pickle.dumps(model))
    assert again == model and hash(again) == hash(model)
    assert {model, again} == {model}


def test_models_as_graphs_and_answers() -> None:
    model = _tiny()
    graph = model.to_networkx()
    assert list(graph.nodes) == ["density", "size", "freq"]
    assert set(graph.edges) == set(model.edges)
    assert graph.nodes["size"]["equation"] == "1/3 + density^2"
    assert graph.edges["density", "size"] == {"linear": Fraction(0), "square": Fraction(1)}
    answer = model.to_answer()["equations"]
    assert answer == {name: str(equation) for name, equation in model.equations.items()}


def test_a_cycle_is_spelt_out() -> None:
    one = Effect(Fraction(1))
    loop = {
        "a": Equation.of(0, {"c": one}),
        "b": Equation.of(0, {"a": one}),
        "c": Equation.of(0, {"b": one}),
        "d": Equation.of(0, {"a": one}),
    }
    with pytest.raises(ProblemError, match="a -> b -> c -> a"):
        CrystalModel.of(loop)


def test_hold_lasts_until_it_is_released() -> None:
    lab = replace(Laboratory(chain_model()), semantics=Semantics.HOLD)
    crystal = lab.act(lab.crystal({}), {"b": F(20)})
    first = lab.measure(crystal)
    crystal = lab.act(crystal, {"a": F(4)})
    assert lab.measure(crystal)["b"] == 20 == first["b"]
    crystal = lab.act(crystal, {}, released=["b"])
    free = replace(lab, semantics=Semantics.DO)
    alone = free.measure(free.act(free.crystal({}), {"a": F(4)}))
    assert lab.measure(crystal) == alone


def test_several_targets_read_what_they_were_set_to() -> None:
    lab = Laboratory(chain_model())
    reads = lab.measure(lab.act(lab.crystal({}), {"a": F(4), "b": F(20)}))
    assert (reads["a"], reads["b"]) == (4, 20)
    one_by_one = lab.intervene(lab.crystal({}), Manipulation("a", F(4)))
    one_by_one = lab.intervene(one_by_one, Manipulation("b", F(20)))
    assert lab.measure(one_by_one) == reads

"""Linear problems and CausaLab configurations in files: exact, round trips, refusals with a place."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.errors import SymcauseError
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.files.document_writer import write_linear
from symcause.families.linear.models.laboratory import (
    EquationFamily,
    Hidden,
    Manipulation,
    Semantics,
)
from symcause.families.linear.problem.problem import BaseRange, Coefficients, LinearProblem
from symcause.families.linear.release.configuration import read_causalab
from symcause.formats.json_text import read_json
from tests.linear.cases import episode, integers, problem_of, published, random_model
from tests.linear.causalab_writing import write_causalab

F = Fraction
DEMO = """
{"format": "symcause.linear/1", "id": "demo", "variables": ["density", "moisture", "freq"],
 "target": "freq", "controllable": ["density", "moisture"], "family": "linear",
 "semantics": "set", "rounding": "0", "coefficients": {"domain": "rational"},
 "records": [{"id": "r0", "values": {"density": "20.5", "moisture": 31, "freq": 76.5}}],
 "chain": [{"values": {"density": "20", "moisture": "30", "freq": "75"}},
           {"intervene": {"density": "77"}, "values": {"density": "77", "moisture": "30", "freq": "132"}}],
 "reactor": {"values": {"density": "40", "moisture": "50"}},
 "gold": {"equations": {"freq": "25 + 1*density + 1*moisture"}, "reactor_target": "115"}}
"""


def read(text: str) -> LinearProblem:
    return read_linear(read_json(text), "demo.json")


def test_the_documented_example() -> None:
    problem = read(DEMO)
    assert problem.records[0].values == {"density": F("20.5"), "moisture": F(31), "freq": F("76.5")}
    assert problem.chain[1].intervention == Manipulation("density", F(77))
    assert problem.gold is not None and problem.gold.reactor_target == 115
    assert read_linear(write_linear(problem)) == problem


def test_what_may_be_left_out() -> None:
    problem = read(
        '{"format": "symcause.linear/1", "id": "x", "variables": ["f"], "target": "f", "controllable": []}'
    )
    assert (problem.semantics, problem.rounding, problem.family) == (
        Semantics.SET,
        0,
        EquationFamily.LINEAR,
    )
    assert not problem.has_evidence


def test_decimals_are_not_floats() -> None:
    problem = read(DEMO.replace("76.5", "0.1000000000000000000000000000001"))
    assert problem.records[0].values["freq"] == F("0.1000000000000000000000000000001")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"rounding": "0"', '"roundng": "0"', "roundng: unknown key; did you mean 'rounding'?"),
        ('"rounding": "0"', '"rounding": "0.01"', "hides in the rounding"),
        ('"rounding": "0"', '"rounding": "-1"', "rounding: the printed unit is not negative"),
        ('"rounding": "0"', '"rounding": "x"', "rounding: not a number"),
        ('"semantics": "set"', '"semantics": "sett"', "did you mean 'set'?"),
        ('"domain": "rational"', '"domain": "integer"', "coefficients: integer coefficients need"),
        ('"domain": "rational"', '"domain": "integer", "min": 3, "max": 1', "empty or too large"),
        (
            '"domain": "rational"',
            '"domain": "integer", "min": 0.5, "max": 1',
            "coefficients.min: not a whole",
        ),
        ('"domain": "rational"', '"domain": "rational", "min": 1', "min and max belong to integer"),
        (
            '"domain": "rational"',
            '"domain": "rational", "min_effect": 0',
            "a minimum effect is positive",
        ),
        ('"20.5"', '"20,5"', "records[0].values.density: not a number"),
        (
            '"freq": 76.5',
            '"frq": 76.5',
            "records[0].values: unknown variable (got 'frq'); did you mean 'freq'?",
        ),
        (', "freq": 76.5', "", "records[0].values: a value is missing (got 'freq')"),
        (
            '{"density": "77"}',
            '{"freq": "77"}',
            "chain[1].intervene: the variable is not controllable",
        ),
        ('{"density": "77"}', "{}", "chain[1].intervene: an intervention that does nothing"),
        (
            '"target": "freq"',
            '"target": "frq"',
            "target: unknown variable (got 'frq'); did you mean 'freq'?",
        ),
        ('["density", "moisture"]', '["density", "freq"]', "controllable: the target is never"),
        ('["density", "moisture"]', '["density", "density"]', "controllable[1]: stands twice"),
        (
            '"moisture": "50"}',
            '"moisture": "50", "freq": 1}',
            "reactor.values.freq: the reactor's target",
        ),
        (
            "1*density + 1*moisture",
            "1*densty",
            "gold.equations.freq: unknown name 'densty' at column 8",
        ),
        (
            "1*density + 1*moisture",
            "density^2",
            "gold.equations.freq: a square in a linear problem",
        ),
        ('"id": "r0",', '"id": "r0", "id": "r1",', "records[0].id: the key stands twice"),
        ('"id": "demo"', '"id": ""', "id: not an id"),
        (
            '"variables": ["density",',
            '"variables": ["2density",',
            "variables[0]: not a variable name",
        ),
    ],
)
def test_refusals_name_the_place(old: str, new: str, said: str) -> None:
    with pytest.raises(SymcauseError) as caught:
        read(DEMO.replace(old, new, 1))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_round_trips() -> None:
    rng = random.Random(1)
    for i in range(20):
        model = random_model(rng, 4, sink=i % 2 == 0)
        problem = episode(rng, problem_of(model, sink=i % 2 == 0), ["x0", "x1"])
        problem = replace(
            problem,
            semantics=list(Semantics)[i % 3],
            coefficients=[Coefficients(min_effect=F(1, 3)), integers(-2, 2)][i % 2],
            bases=[None, BaseRange(F(15), None)][i % 2],
            hidden=[None, Hidden((F(-5), F(0)), F(1, 2), None), Hidden((F(1),), F(1), ("x0",))][
                i % 3
            ],
            max_parents=[None, 2][i % 2],
            metadata={"budget": 12},
        )
        again = read_linear(read_json(json.dumps(write_linear(problem))))
        assert again == replace(problem, metadata=again.metadata)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("3nodes.jsonl", EquationFamily.LINEAR),
        ("4nodes_freqparent.jsonl", EquationFamily.LINEAR),
        ("4nodes_golden.jsonl", EquationFamily.LINEAR),
        ("4nodes_hidden_n1.jsonl", EquationFamily.LINEAR),
        ("4nodes_hidden_freqnode_n1.jsonl", EquationFamily.LINEAR),
        ("4nodes_quad_hard.jsonl", EquationFamily.QUADRATIC),
    ],
)
def test_published_configurations(name: str, family: EquationFamily) -> None:
    problems = published(name)
    assert len(problems) == 50
    for problem in problems:
        assert problem.family is family
        assert problem.gold_model() is not None
        assert problem.target_may_cause == ("freqparent" in name)
        assert (problem.hidden is not None) == ("hidden" in name)
        assert problem.has_evidence == ("golden" in name)
        again = read_causalab(read_json(json.dumps(write_causalab(problem))))
        assert again.gold == problem.gold
        assert (again.records, again.chain, again.hidden) == (
            problem.records,
            problem.chain,
            problem.hidden,
        )


CONFIG: dict[str, object] = {
    "graph_id": "g",
    "nodes": {
        "resonanceFreq": {"is_controllable": False, "computation": "base_freq + c * density"},
        "density": {"is_controllable": True, "base_value": {"type": "uniform", "min": 1, "max": 2}},
    },
    "edges": [{"from": "density", "to": "resonanceFreq"}],
    "params": {"base_freq": 24, "c": 3},
    "budget": 4,
    "anything": {"else": True},
}


def test_a_configuration() -> None:
    problem = read_causalab(read_json(json.dumps(CONFIG)))
    assert problem.gold is not None
    assert str(problem.gold.equations["resonanceFreq"]) == "24 + 3*density"
    assert problem.episode is not None and problem.episode.budget == 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"edges": []}, "edges: density -> resonanceFreq is in a computation but not in edges"),
        ({"edges": [{"from": "densty", "to": "resonanceFreq"}]}, "did you mean 'density'?"),
        ({"params": {"base_freq": 24}}, "nodes.resonanceFreq.computation: unknown name 'c'"),
        ({"params": {"base_freq": "x", "c": 1}}, "params.base_freq: not a number"),
        ({"nodes": {"a": {}}}, "nodes: no target"),
        ({"graph_id": 7}, "graph_id: expected text"),
        ({"graph_id": "4" * 600}, "graph_id: not an id"),
        ({"hidden_variable": {"value_space": 5}}, "hidden_variable.value_space: expected a list"),
        (
            {"bootstrap_past_data": [{"id": "0", "props": {"densiti": 1}, "freq": 2}]},
            "bootstrap_past_data[0].props.densiti: undeclared property",
        ),
    ],
)
def test_bad_configurations(change: dict[str, object], said: str) -> None:
    with pytest.raises(SymcauseError) as caught:
        read_causalab(read_json(json.dumps({**CONFIG, **change})), "c.jsonl")
    assert said in str(caught.value)


def test_the_schema_accepts_what_is_written() -> None:
    import jsonschema

    from symcause.audits.schemas import schema_of

    schema = schema_of("linear")
    jsonschema.validate(json.loads(DEMO), schema)
    rng = random.Random(2)
    problem = episode(rng, problem_of(random_model(rng, 4)), ["x0"])
    jsonschema.validate(write_linear(problem), schema)
    for bad in ({**json.loads(DEMO), "colour": 1}, {**json.loads(DEMO), "semantics": "sett"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)

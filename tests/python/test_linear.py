"""Linear problems and models made in Python: the same as from files, run as replay runs them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symcause
from symcause import linear
from symcause.errors import SymcauseError
from symcause.families.linear.models.laboratory import Laboratory, Semantics
from symcause.families.linear.problem.evidence_replay import execute, mismatches
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.pools.problem_writer import write_problem
from symcause.formats.python_rows import plain
from symcause.models.exact_numbers import print_number
from symcause.registry import family, load
from tests.linear.cases import random_model

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def problems_of(folder: Path, kind: str) -> Iterator[Any]:
    """Every problem of a family in the files of a folder, pools and episodes among them."""
    for path in sorted((*folder.glob("*.json"), *folder.glob("*.jsonl"))):
        lines = path.read_text(encoding="utf-8")
        for text in lines.splitlines() if path.suffix == ".jsonl" else [lines]:
            document = json.loads(text)
            if isinstance(document, dict) and document.get("format") == f"symcause.{kind}/1":
                yield symcause.problem(document)


KEPT = (
    *("variables", "target", "controllable", "id", "family", "semantics", "rounding"),
    *("coefficients", "gold", "target_may_cause", "bases", "hidden", "max_parents", "episode"),
    *("unobserved", "metadata"),
)


def arguments_of(document: dict[str, Any]) -> dict[str, Any]:
    """What somebody would write in Python to get the problem of a file."""
    found = {key: value for key, value in document.items() if key in KEPT}
    if "reactor" in document:
        found["reactor"] = document["reactor"]["values"]
    found["records"] = [{"id": r["id"], **r["values"]} for r in document["records"]]
    found["chain"] = [{"do": s.get("intervene"), **s["values"]} for s in document["chain"]]
    return found


def same(made: LinearProblem, problem: LinearProblem) -> None:
    digest = load(str(family("linear").digest))
    assert digest(made) == digest(problem)
    assert write_problem(made) == write_problem(problem)


FILES = list(problems_of(EXAMPLES, "linear"))


@pytest.mark.parametrize("problem", FILES, ids=lambda problem: problem.id)
def test_rows_make_the_problem_that_the_file_holds(problem: LinearProblem) -> None:
    arguments = arguments_of(write_problem(problem))
    same(linear.problem(**arguments), problem)
    for state in arguments["chain"]:
        done = state["do"] or {}
        state["do"] = ", ".join(f"{name}={value}" for name, value in done.items())
    same(linear.problem(**arguments), problem)
    gold = problem.gold
    if gold is not None and gold.reactor_target is None:
        same(linear.problem(**{**arguments, "gold": linear.model(gold.equations)}), problem)


def test_there_are_examples() -> None:
    assert [problem.id for problem in FILES] == ["crystal", "episode"]


def test_generated_problems_of_all_kinds() -> None:
    """Hidden disturbances, integers, releases: every key of the format."""
    base = {"format": "symcause.linear/1", "id": "made", "variables": ["a", "b", "f"]}
    base |= {"target": "f", "controllable": ["a"], "family": "quadratic"}
    states = [{"values": {"a": 1, "b": "0.5", "f": 2}}]
    states.append({"intervene": {"a": "1/3"}, "values": {"a": "1/3", "b": 1, "f": 2}})
    hidden = {"values": ["0.5", 1], "weight": "2.5", "nodes": ["f"], "initial": "0.5"}
    for more in (
        {"rounding": "0.01", "coefficients": {"domain": "rational", "min_effect": "0.5"}},
        {"coefficients": {"domain": "integer", "min": -2, "max": 2}, "target_may_cause": True},
        {"hidden": hidden, "bases": {"min": "0.5"}, "max_parents": 1, "metadata": {"x": 0.5}},
        {"semantics": "hold", "gold": {"equations": {"f": "a^2"}, "reactor_target": "0.5"}},
        {"episode": {"budget": 3, "bases": {"a": {"mean": 1, "std": "0.5"}}}},
    ):
        found = symcause.problem({**base, "chain": states, **more})
        same(linear.problem(**arguments_of(write_problem(found))), found)
    states.append({"intervene": {"a": None, "b": "2"}, "values": {"a": 1, "b": 2, "f": 3}})
    held = {**base, "semantics": "hold", "chain": states, "controllable": ["a", "b"]}
    found = symcause.problem(held)
    arguments = arguments_of(write_problem(found))
    same(linear.problem(**arguments), found)
    arguments["chain"][-1]["do"] = "b := 2, a released"
    same(linear.problem(**arguments), found)
    unseen = {**base, "unobserved": ["b"], "records": [{"id": "r0", "values": {"a": 1, "f": 2}}]}
    assert linear.problem([{"a": 1, "f": 2}], target="f", variables=["a", "b", "f"],
                          controllable=["a"], family="quadratic", unobserved=["b"],
                          id="made") == symcause.problem(unseen)  # fmt: skip


def test_numbers_are_what_was_written() -> None:
    for tenth in (0.1, "0.1", Decimal("0.1"), Fraction(1, 10), "1/10", np.float64(0.1), "1e-1"):
        made = linear.problem([{"a": tenth, "f": 3}], target="f", rounding="0")
        assert made.records[0].values == {"a": Fraction(1, 10), "f": 3}
    for narrow in (np.float32(0.1), np.float16(0.1)):
        assert linear.problem([{"a": narrow, "f": 1}], target="f").records[0].values[
            "a"
        ] == Fraction(1, 10)
    assert plain(np.array([0.1, 16777216, 3e-8], dtype=np.float32)) == [0.1, 16777216, 3e-8]
    rng = np.random.default_rng(1)
    for value in rng.normal(size=300).astype(np.float32):
        assert np.float32(plain(value)) == value and len(repr(plain(value))) <= len(str(value)) + 1


@pytest.mark.parametrize("kind", ["rows", "columns", "array", "pandas", "polars"])
def test_frames_columns_and_arrays(kind: str) -> None:
    rows = [[21.5, 57, 299], [18, 47.25, 253]]
    names = ("density", "size", "freq")
    listed = [dict(zip(names, row, strict=True)) for row in rows]
    wanted = linear.problem(listed, target="freq")
    assert wanted.variables == names and wanted.controllable == names[:2]
    assert [record.id for record in wanted.records] == ["r0", "r1"]
    given: dict[str, Any] = {"records": listed}
    if kind == "columns":
        given = {"records": {name: [row[name] for row in listed] for name in names}}
    elif kind == "array":
        given = {"records": np.array(rows), "variables": names}
    elif kind in ("pandas", "polars"):
        library = pytest.importorskip(kind)
        given = {"records": library.DataFrame(listed)}
    assert linear.problem(**given, target="freq") == wanted


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_chains_of_frames(kind: str) -> None:
    library = pytest.importorskip(kind)
    columns = {"a": [1.5, 7.0], "f": [3.0, 14.0], "do": [None, "a=7"]}
    wanted = linear.problem(chain=columns, target="f")
    assert wanted.chain[1].settings == {"a": 7}
    assert linear.problem(chain=library.DataFrame(columns), target="f") == wanted
    short = library.DataFrame({"a": [0.1, 0.7], "f": [1, 2]})
    narrow = (
        short.astype({"a": "float32"}) if kind == "pandas" else short.cast({"a": library.Float32})
    )
    assert linear.problem(narrow, target="f").records[0].values["a"] == Fraction(1, 10)
    empty = library.DataFrame({"a": [1, None], "f": [1, 2]})
    for frame in (empty, *([empty.astype("Int64")] if kind == "pandas" else [])):
        with pytest.raises(SymcauseError, match="records, row 2, column 'a': no value"):
            linear.problem(frame, target="f")


GOOD = {"a": 1, "b": 2, "f": 3}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"records": [GOOD, {**GOOD, "b": "x"}]}, "records, row 2, column 'b': not a number"),
        ({"records": [GOOD, {"a": 1, "f": 3}]}, "records, row 2, column 'b': no value"),
        ({"records": [{**GOOD, "b": True}]}, "records, row 1, column 'b': not a number"),
        ({"records": [{**GOOD, "b": float("inf")}]}, "row 1, column 'b': not a number"),
        ({"records": [{**GOOD, "b": float("nan")}]}, "row 1, column 'b': no value"),
        ({"records": [{**GOOD, "do": "a=1"}]}, "records, row 1, column 'do': nothing was done"),
        ({"records": [{**GOOD, "id": "x"}] * 2}, "records, row 2, column 'id': two records"),
        ({"records": [[1, 2]]}, "records, row 1: the columns have no names"),
        ({"chain": [GOOD, 7]}, "chain, row 2: a row is a mapping or a sequence"),
        ({"chain": [GOOD, {**GOOD, "do": "c=1"}]}, "chain, row 2, column 'do': unknown variable"),
        ({"chain": [GOOD, {**GOOD, "do": "f=1"}]}, "column 'do': the variable is not controllable"),
        ({"chain": [GOOD, {**GOOD, "do": "a"}]}, "chain, row 2, column 'do': no value is set"),
        ({"chain": [GOOD, {**GOOD, "do": "a="}]}, "chain, row 2, column 'do': not a number"),
        ({"chain": [GOOD, {**GOOD, "do": "a=1,a=2"}]}, "column 'do': stands twice"),
        ({"chain": [GOOD, {**GOOD, "do": 7}]}, "column 'do': neither a text nor a mapping"),
        ({"chain": [{**GOOD, "do": "a released"}]}, "column 'do': nothing is released under set"),
        (
            {"chain": [{**GOOD, "Do": "a=1"}], "variables": list(GOOD)},
            "chain, column 'Do': neither",
        ),
        ({"records": {"a": [1], "f": [1, 2]}}, "columns have different lengths"),
        ({"records": [GOOD], "rounding": 0.5}, "coefficients: rounded data"),
    ],
)
def test_mistakes_name_row_and_column(given: dict[str, Any], told: str) -> None:
    with pytest.raises(SymcauseError) as raised:
        linear.problem(**given, target="f")
    assert told in str(raised.value)


def test_problems_are_values() -> None:
    first = linear.problem([{"a": 1, "f": 3}], target="f")
    second = first.with_record({"a": "0.5", "f": Fraction(2)})
    third = second.with_step({"a": 1, "f": 3}).with_step({"a": 7, "f": 15}, do="a=7")
    assert [len(p.records) for p in (first, second, third)] == [1, 2, 2]
    rows = [{"a": 1, "f": 3}, {"a": 0.5, "f": 2}]
    chain = [{"a": 1, "f": 3}, {"a": 7, "f": 15, "do": {"a": 7}}]
    assert third == linear.problem(rows, chain, target="f")
    assert third.without(last=2) == second and second.without("r1") == first
    assert second.without("r0").with_record({"a": 1, "f": 3}).records[1].id == "r0"
    assert second.with_record({"a": 1, "f": 3}, id="mine").without("mine") == second
    for change, told in (
        (lambda: first.without("r9"), "no such record"),
        (lambda: first.without(last=1), "the chain has 0 readings"),
        (lambda: first.with_record({"a": 1}), "a value is missing"),
        (lambda: first.with_record({"a": 1, "f": "x"}), "values.f: not a number"),
        (lambda: first.with_record({"a": 1, "f": 2}, id="r0"), "two records have one id"),
        (lambda: first.with_step({"a": 1, "f": 2}, do="f=1"), "not controllable"),
    ):
        with pytest.raises(SymcauseError, match=told):
            change()


def test_a_model_in_every_notation() -> None:
    import sympy

    density, size = sympy.symbols("density size")
    model = linear.model({"freq": "25 + 2*density - size^2/3"})
    assert model.variables == ("density", "size", "freq")
    for given in (
        "freq = (50 + 4density)/2 - 1/3*size**2",
        25 + 2 * density - size**2 / 3,
        lambda size, density: 25 + 2 * density - size * size / 3,
        model.equations["freq"],
    ):
        assert linear.model({"freq": given}) == model
        assert linear.model({"freq": given}).equivalent(model)
    assert linear.model(model.to_networkx()) == model
    assert (
        linear.model({"freq": "25 + 2*density"}, ["density", "freq", "size"]).variables[2] == "size"
    )
    other = linear.model({"density": 0.5, "freq": "25 + 2*density - size^2/3"})
    assert not other.equivalent(model) and other.equivalent(model, controllable=["density"])
    assert not other.equivalent(linear.model({"freq": "25 + 2*density"}))
    assert linear.model(other.to_answer()["equations"]).equivalent(other)


@pytest.mark.parametrize(
    ("equations", "variables", "told"),
    [
        ({"a": "b", "b": "a"}, None, "cycle"),
        ({"a": "1 + a"}, None, "equations.a: a in its own equation"),
        ({"f": "a*b"}, None, "equations.f"),
        ({"f": "2*desnity"}, ["density", "f"], "did you mean 'density'"),
        ({"f": lambda c: c}, ["density", "f"], "not among the variables"),
        ({"g": "1"}, ["f"], "not among the variables"),
        ({"f": lambda a: a if a > 3 else 0}, None, "equations.f: no polynomial of its parents"),
        ({"f": lambda a: 0.5 * a}, None, "use exact rationals, such as sympy.Rational(1, 2)"),
        ({"f 1": "a"}, None, "equations: not a variable name"),
        ({"f": object}, None, "equations.f"),
        ({"f": [1, 2]}, None, "equations.f"),
    ],
)
def test_what_is_no_model(equations: Any, variables: Any, told: str) -> None:
    with pytest.raises(SymcauseError) as raised:
        linear.model(equations, variables)
    assert told in str(raised.value)


def test_what_of_sympy_is_no_model() -> None:
    from sympy import Symbol, sin, sqrt

    for equations, told in (
        ({"a": Symbol("a")}, "a in its own equation"),
        ({"f": sin(Symbol("a"))}, "equations.f: not a sum of a number"),
        ({"f": sqrt(2) * Symbol("a")}, "not a sum of a number"),
        ({"f": Symbol("a") ** 3}, "not a sum of a number"),
        ({"f": Symbol("a b")}, "equations: not a variable name"),
    ):
        with pytest.raises(SymcauseError) as raised:
            linear.model(equations)
        assert told in str(raised.value)


def test_a_graph_tells_what_its_equations_tell() -> None:
    graph = linear.model({"f": "a"}).to_networkx()
    graph.add_edge("b", "f")
    with pytest.raises(SymcauseError, match="the graph has the parents a, b"):
        linear.model(graph)
    del graph.nodes["f"]["equation"]
    with pytest.raises(SymcauseError, match="no equation"):
        linear.model(graph)


@pytest.mark.parametrize("rounds", [50, pytest.param(500, marks=pytest.mark.exhaustive)])
def test_simulation_is_replay(rounds: int) -> None:
    """Against sympy, the laboratory, and the replay of a problem made of what was simulated."""
    import sympy

    rng = random.Random(25)
    for round_ in range(rounds):
        model = random_model(rng, rng.randint(2, 6), quadratic=round_ % 3 == 0, sink=False)
        names = list(model.variables)
        bases = {n: Fraction(rng.randint(-99, 99), rng.choice((1, 10, 3))) for n in names}
        held = rng.sample(names[:-1], rng.randint(0, min(2, len(names) - 1)))
        do = {name: Fraction(rng.randint(-9, 9)) for name in held}
        found = model.simulate(bases, do)
        symbolic = {name: bases[name] - model.equations[name].base for name in names}
        for name in names:
            sides = {
                sympy.Symbol(p): sympy.Rational(found[p]) for p in model.equations[name].parents
            }
            right = model.to_sympy()[name].subs(sides)
            expected = do.get(name, Fraction(int(right.p), int(right.q)) + symbolic[name])
            assert found[name] == expected
        lab = Laboratory(model, Semantics.DO)
        assert found == lab.measure(lab.act(lab.crystal(bases), do))
        columns = model.simulate({n: [v, v + 1] for n, v in bases.items()}, do)
        assert {name: column[0] for name, column in columns.items()} == found
        own = {name: bases[name] for name in names[:-1]}  # nobody controls the target
        chain = [model.simulate(own), {**model.simulate(own, do), "do": do}]
        problem = linear.problem(
            [model.simulate({name: rng.randint(0, 9) for name in own})],
            chain,
            target="f",
            family="quadratic",
            semantics="do",
            target_may_cause=True,
            gold=model,
        )
        assert not mismatches(problem, model)
        assert execute(problem, model) == ()
        assert linear.model(model.to_sympy(), names) == model
        assert linear.model(model.to_answer()["equations"], names) == model


def test_simulation_in_print_and_what_is_wrong_with_it() -> None:
    model = linear.model({"a": "0.125", "f": "2*a"})
    assert {n: print_number(v) for n, v in model.simulate(rounding="0.01").items()} == {
        "a": "0.12",
        "f": "0.24",
    }
    for bases, do, told in (
        ({"x": 1}, {}, "no such variable"),
        ({}, {"x": 1}, "no such variable"),
        ({"a": "x"}, {}, "a: not a number"),
        ({"a": [1, 2]}, {"f": [1]}, "different lengths"),
    ):
        with pytest.raises(SymcauseError, match=told):
            model.simulate(bases, do)
    with pytest.raises(SymcauseError, match="rounding"):
        model.simulate(rounding=-1)


def test_a_problem_goes_to_a_file_and_back(tmp_path: Path) -> None:
    made = linear.problem(
        [{"id": 7, "a": 0.1, "f": 0.2}], target="f", gold=linear.model({"f": "2*a"})
    )
    symcause.save(made, tmp_path / "made.json")
    assert symcause.load(tmp_path / "made.json") == made

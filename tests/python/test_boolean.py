"""Boolean problems and models made in Python: the same as from files, run as replay runs them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symcause
from symcause import BooleanProblem, boolean
from symcause.errors import SymcauseError
from symcause.families.boolean.files.python_models import function_of
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.formats.pools.problem_writer import write_problem
from symcause.grammar.mechanisms.mechanism_sympy import from_sympy
from symcause.models.disclosure import Setting
from symcause.models.expressions import spell
from symcause.registry import family, load
from tests.boolean.brute import random_scm

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILES = sorted(
    path
    for path in EXAMPLES.glob("*.json")
    if json.loads(path.read_text(encoding="utf-8")).get("format") == "symcause.boolean/1"
)
STATED = (
    *("id", "setting", "roots", "order", "blocks", "root_count", "operators", "constants"),
    *("max_parents", "gold", "reference", "metadata"),
)


def rows_of(document: dict[str, Any]) -> list[dict[str, object]]:
    """The rows of a file as somebody would have them in a frame."""
    rows: list[dict[str, object]] = []
    for world in document["worlds"]:
        for i, bits in enumerate(world["rows"]):
            row: dict[str, object] = dict(zip(document["variables"], map(int, bits), strict=True))
            held = world["mode"] == "constant"
            row["do"] = ", ".join(f"{t}={row[t]}" if held else t for t in world["targets"])
            row |= {"world": world["id"], "split": world["split"]}
            rows.append(row | ({"unit": world["units"][i]} if world.get("units") else {}))
    return rows


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_rows_make_the_problem_that_the_file_holds(path: Path) -> None:
    document = write_problem(symcause.load(path))
    stated = {key: value for key, value in document.items() if key in STATED}
    made = boolean.problem(rows_of(document), **stated)  # type: ignore[arg-type]
    ours, theirs = write_problem(made), dict(document)
    assert ours == theirs
    digest = load(str(family("boolean").digest))
    assert digest(made) == digest(symcause.load(path))


def test_frames_and_arrays() -> None:
    bits = [[0, 0, 1], [1, 1, 0], [0, 1, 1]]
    names = ("X1", "X2", "X3")
    plain = boolean.problem([dict(zip(names, row, strict=True)) for row in bits], roots=["X1"])
    for rows in (bits, np.array(bits), np.array(bits, dtype=bool), ["001", "110", "011"]):
        assert boolean.problem(rows, variables=names, roots=["X1"]) == plain
    assert boolean.problem(_Pandas(bits, names), roots=["X1"]) == plain
    assert boolean.problem(_Polars(bits, names), roots=["X1"]) == plain


class _Pandas:
    """What is asked of a frame of pandas."""

    def __init__(self, rows: list[list[int]], columns: tuple[str, ...]) -> None:
        self.columns, self._rows = columns, rows

    def to_dict(self, orient: str) -> list[dict[str, object]]:
        assert orient == "records"
        found = [dict(zip(self.columns, np.array(r), strict=True)) for r in self._rows]
        return [{**row, "do": float("nan")} for row in found]


class _Polars:
    def __init__(self, rows: list[list[int]], columns: tuple[str, ...]) -> None:
        self._rows, self._columns = rows, columns

    def to_dicts(self) -> list[dict[str, object]]:
        return [dict(zip(self._columns, row, strict=True)) for row in self._rows]


def test_problems_are_values() -> None:
    names = ("X1", "X2", "X3")
    first = boolean.problem(["001", "110"], variables=names, order=names, roots=["X1"])
    second = first.with_world(["010"], do="X2=1")
    for rows in ([[0, 1, 0]], np.array([[0, 1, 0]]), [{"X1": 0, "X2": 1, "X3": 0}]):
        assert first.with_world(rows, do={"X2": 1}) == second
        assert first.with_world(rows, do="X2=1", id="train_01", split="train") == second
    assert first.with_world([{"X1": 0, "X2": 1, "X3": 0, "do": "X2=1"}]) == second
    assert first.with_world(second.worlds[1]) == second
    assert (str(second.worlds[1].mode), second.worlds[1].targets) == ("constant", ("X2",))
    both = second.with_world(["011"], do="X3").with_world(["000"], split="heldout")
    assert [w.id for w in both.worlds] == ["train_00", "train_01", "train_02", "heldout_03"]
    assert both.without("train_02", "heldout_03") == second and second.without("train_01") == first
    again = second.without("train_00").with_world(["001"])
    assert [w.id for w in again.worlds] == ["train_01", "train_02"]
    assert len(first.worlds) == 1
    weaker = first.in_setting("hidden-order")
    assert weaker == first.in_setting(Setting.HIDDEN_ORDER) and weaker.setting == "hidden-order"
    mixed = [{"X1": 0, "X2": 1, "X3": 0, "do": "X2=1"}, {"X1": 1, "X2": 1, "X3": 0, "do": ""}]
    assert [w.targets for w in first.with_world(mixed).worlds] == [(), ("X2",), ()]
    for change, told in (
        (lambda: first.without("train_07"), "no such world"),
        (lambda: first.without("train_00"), "a problem needs training worlds"),
        (lambda: weaker.in_setting("ordered"), "towards less disclosure"),
        (lambda: first.in_setting("orderd"), "no such setting.*did you mean 'ordered'"),
        (lambda: first.with_world([]), "there is no row"),
        (lambda: first.with_world(["01"]), "row 1: 2 values for 3 columns"),
        (lambda: first.with_world(["012"]), "row 1, column 'X3': neither 0 nor 1"),
        (lambda: first.with_world(["010"], do="X2=0"), "row 1, column 'X2': do sets it to 0"),
        (lambda: first.with_world(["010"], split="test"), "row 1, column 'split': no such split"),
        (lambda: first.with_world(["010"], id="train_00"), "two worlds have one id"),
        (lambda: first.with_world(first.worlds[0], do="X2=1"), "told twice; leave out do="),
        (lambda: first.with_world(mixed, do="X2=1"), "row 1, column 'do': told twice"),
        (lambda: first.with_world([{**mixed[0], "Do": "X1"}]), "column 'Do': no such variable"),
    ):
        with pytest.raises(SymcauseError, match=told):
            change()


def test_a_column_that_nobody_knows_is_refused() -> None:
    """Also beside the variables that were named: it may be a misspelt do."""
    with pytest.raises(SymcauseError, match=r"row 1, column 'doo': no such variable.*'do'"):
        boolean.problem([{"X1": 0, "X2": 1, "doo": "X2=1"}], variables=["X1", "X2"], roots=["X1"])


def test_columns_of_a_simulation_are_evidence() -> None:
    model = boolean.model({"X2": "X1", "X3": "!X2"})
    seen = model.simulate({"X1": [0, 1]})
    assert boolean.problem(seen, roots=["X1"]).worlds[0].rows == ("001", "110")


def test_worlds_by_what_was_done() -> None:
    rows = [
        {"X1": 0, "X2": 1, "do": None},
        {"X1": 1, "X2": 1, "do": {"X2": 1}},
        {"X1": 0, "X2": 0, "do": "X2"},
        {"X1": 1, "X2": 1, "do": ["X2"]},
        {"X1": 1, "X2": 0, "do": "X2=0", "split": "heldout"},
    ]
    made = boolean.problem(rows, roots=["X1"])
    worlds = [(w.id, str(w.mode), w.targets, w.rows, str(w.split)) for w in made.worlds]
    assert worlds == [
        ("train_00", "none", (), ("01",), "train"),
        ("train_01", "constant", ("X2",), ("11",), "train"),
        ("train_02", "assigned", ("X2",), ("00", "11"), "train"),
        ("heldout_03", "constant", ("X2",), ("10",), "heldout"),
    ]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([], "there is no row"),
        ([{"X1": 0, "X2": 2}], "row 1, column 'X2': neither 0 nor 1"),
        ([{"X1": 0, "X2": 1}, {"X1": 0}], "row 2, column 'X2': no value"),
        ([{"X1": 0, "X2": 1, "do": "X3=1"}], "row 1, column 'do': no such variable"),
        ([{"X1": 0, "X2": 1, "do": "X2=0"}], "row 1, column 'X2': do sets it to 0"),
        ([{"X1": 0, "X2": 1, "do": "X1=0, X2"}], "holds all its targets at a value, or none"),
        (
            [{"X1": 0, "X2": 1}, {"X1": 0, "X2": 1, "dO": "X2"}],
            "row 2, column 'dO': no such variable",
        ),
        ([{"X1": 0, "X2": 1, "do": {"X2": 0.5}}], "row 1, column 'do': neither 0 nor 1"),
        ([{"X1": 0, "X2": 1, "do": {"X2": "x"}}], "row 1, column 'do': neither 0 nor 1"),
        ([{"X1": 0, "X2": 1, "do": 7}], "row 1, column 'do': neither a text, a mapping nor names"),
        ([{"X1": 0, "X2": 1, "do": "X2 := 0"}], "row 1, column 'X2': do sets it to 0"),
        ([[0, 1]], "the columns have no names"),
        ([7], "a row is a mapping or a sequence"),
    ],
)
def test_mistakes_name_row_and_column(rows: list[Any], told: str) -> None:
    with pytest.raises(SymcauseError) as raised:
        boolean.problem(rows, roots=["X1"])
    assert told in str(raised.value)


def test_a_model_in_every_notation() -> None:
    model = boolean.model({"X3": "X1 ^ X2", "X4": "(not X3)"})
    assert model.roots == ("X1", "X2")
    for mechanism in (
        "(xor X2 X1)",
        lambda X1, X2: X1 != X2,  # noqa: N803
        (["X2", "X1"], [0, 1, 1, 0]),
        (("X1", "X2"), 0b0110),
    ):
        assert boolean.model({"X3": mechanism, "X4": "!X3"}) == model
        assert boolean.model({"X3": mechanism, "X4": "!X3"}).equivalent(model)
    graph = model.to_networkx()
    assert boolean.model(graph) == model
    assert boolean.model(graph, tables={"X3": [0, 1, 1, 0], "X4": [1, 0]}) == model
    assert symcause.check is not None


@pytest.mark.parametrize(
    ("mechanisms", "roots", "told"),
    [
        ({"X2": "X3", "X3": "X2"}, None, "cycle"),
        ({"X2": "X1"}, ["X1", "X2"], "a root has no mechanism"),
        ({"X2": "(and X1 X9)"}, ["X1"], "neither a root nor a variable with a mechanism"),
        ({"X2": "(and X1"}, None, "mechanisms.X2"),
        ({"X2": (["X1"], [0, 1, 1])}, None, "mechanisms.X2: the table of 1 parents has 2 bits"),
        ({"X2": lambda X1: 3}, None, "mechanisms.X2: a mechanism gives 0 or 1"),  # noqa: N803
    ],
)
def test_what_is_no_model(mechanisms: Any, roots: Any, told: str) -> None:
    with pytest.raises(SymcauseError) as raised:
        boolean.model(mechanisms, roots)
    assert told in str(raised.value)


def plainly(model: BooleanSCM, roots: dict[str, int], do: dict[str, int]) -> dict[str, int]:
    """One variable after the other, each by looking its inputs up."""
    state = {**roots, **do}
    while len(state) < len(model.variables):
        for name, function in model.functions.items():
            if name not in state and all(parent in state for parent in function.parents):
                state[name] = (
                    function.table >> sum(state[p] << j for j, p in enumerate(function.parents)) & 1
                )
    return {name: state[name] for name in model.variables}


def test_simulation_is_replay() -> None:
    rng = random.Random(25)
    for _ in range(500):
        size = rng.randint(2, 7)
        names = [f"X{i}" for i in range(1, size + 1)]
        model = random_scm(rng, rng.sample(names, size), rng.randint(1, size - 1), 3)
        rows = rng.randint(1, 5)
        roots = {name: [rng.randint(0, 1) for _ in range(rows)] for name in model.roots}
        do = {name: rng.randint(0, 1) for name in rng.sample(names, rng.randint(0, 2))}
        found = model.simulate(roots, do)
        for i in range(rows):
            row = {name: column[i] for name, column in roots.items()}
            expected = plainly(model, row, do)
            assert {name: column[i] for name, column in found.items()} == expected
            assert model.simulate(row, do) == expected
        again = {name: from_sympy(e) for name, e in model.to_sympy().items()}
        written = {name: spell(expression) for name, expression in again.items()}
        assert boolean.model(written, model.roots) == model


def test_simulation_names_what_is_wrong() -> None:
    model = boolean.model({"X2": "(not X1)"})
    for roots, do, told in (
        ({}, {}, "no value of a root"),
        ({"X1": 2}, {}, "neither 0 nor 1"),
        ({"X1": [0, 1]}, {"X2": [1]}, "different lengths"),
        ({"X1": 0}, {"X9": 1}, "no such variable"),
    ):
        with pytest.raises(SymcauseError, match=told):
            model.simulate(roots, do)
    from sympy import Symbol

    assert model.to_sympy() == {"X2": ~Symbol("X1")}


def test_what_depends_on_nothing_is_no_parent() -> None:
    assert function_of("X3", lambda X1, X2: X1).parents == ("X1",)  # noqa: N803


def test_a_problem_goes_to_a_file_and_back(tmp_path: Path) -> None:
    made = boolean.problem(
        [[0, 1], [1, 0]],
        variables=["X1", "X2"],
        roots=["X1"],
        gold={"roots": ["X1"], "mechanisms": {"X2": "(not X1)"}},
    )
    symcause.save(made, tmp_path / "made.json")
    assert symcause.load(tmp_path / "made.json") == made
    assert symcause.problem(write_problem(made), kind=BooleanProblem) == made
    with pytest.raises(SymcauseError, match="cannot be written"):
        symcause.save(made, tmp_path / "nowhere" / "made.json")
    with pytest.raises(SymcauseError, match="not a LinearProblem"):
        symcause.load(tmp_path / "made.json", kind=symcause.LinearProblem)


def test_several_problems_are_saved_as_a_pool(tmp_path: Path) -> None:
    rows = [
        {"problem": name, "note": "x", "X1": bit, "X2": bit if name == "a" else None, "do": ""}
        for name in ("a", "b")
        for bit in (0, 1)
    ]
    rows.append({"problem": "b", "note": "", "X1": 0, "X2": 1, "do": ""})
    named = ["X1", "X2"]
    pool = boolean.problem(rows, id="problem", variables=named, roots=["X1"])
    assert pool == boolean.problems(rows, variables=named, roots=["X1"])
    assert [made.id for made in pool] == ["a", "b"]
    assert pool[1].worlds[0].rows == ("0?", "1?", "01")
    symcause.save(pool, tmp_path / "pool.jsonl")
    assert list(symcause.load_pool(tmp_path / "pool.jsonl")) == pool
    symcause.save((made for made in pool), tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "pool.jsonl").read_bytes()
    assert boolean.problem(rows[:1], id="mine", variables=named, roots=["X1"]).id == "mine"
    for mistaken, told in (
        (lambda: symcause.save([], tmp_path / "none.jsonl"), "no problem to write"),
        (lambda: boolean.problems(rows, id="batch"), "no such column"),
        (lambda: boolean.problems([{"problem": None, "X1": 0}], roots=["X1"]), "no problem"),
    ):
        with pytest.raises(SymcauseError, match=told):
            mistaken()

"""Files of finite problems: class files, rows as texts, what is written, answers stage by stage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from symcause.errors import SymcauseError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.files.document_structs import ClassFileDocument, FiniteDocument
from symcause.families.finite.files.document_writer import write_finite
from symcause.families.finite.models.compiled_answers import AnswerFault, compiled, read_answer
from symcause.families.finite.models.term_text import print_term
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.problem.problem import EdgeQuery, FiniteProblem, ValueQuery
from tests.cli.cases import Shell
from tests.finite.data import cases, needs_data

PLUS = """\
format = "symcause.finite-class/1"
max_parents = 2

[grammar]
max_size = 5
constants = "own"

[grammar.operators]
plus = { arity = 2, means = "(mod (add a b) 3)" }
min = true
kept = { arity = 1, means = "(eq a mauve)" }

[variables.C]
candidates = ["A", "B"]
"""

THREE: dict[str, Any] = {
    "format": "symcause.finite/1",
    "id": "three",
    "variables": [{"name": name, "values": [0, 1, 2]} for name in "ABC"],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "class": "plus.toml",
    "worlds": [
        {"id": "w0", "rows": ["011", [1, None, 2], "2?1"]},
        {"id": "w1", "split": "heldout", "do": {"B": 2}, "rows": ["121"], "units": ["u"]},
    ],
    "queries": [
        {"id": "q0", "do": {"A": 1}, "given": {"B": 2}, "of": "C", "gold": 0},
        {"id": "q1", "edge": ["A", "C"], "gold": "yes"},
    ],
    "task": "model",
    "gold": {"mechanisms": {"C": "(plus A B)"}},
    "metadata": {"from": "nowhere"},
}


@pytest.fixture
def three(tmp_path: Path) -> FiniteProblem:
    tmp_path.joinpath("plus.toml").write_text(PLUS)
    return read_finite(THREE, str(tmp_path / "three.json"))


def test_a_problem_with_a_class_file(three: FiniteProblem) -> None:
    assert three.model_class.source == "plus.toml"
    own = three.model_class.of("C")
    assert own.grammar is not None
    assert (own.max_parents, own.grammar.constants, own.candidates) == (2, "own", ("A", "B"))
    assert [one.name for one in own.grammar.operators] == ["plus", "min", "kept"]
    assert three.worlds[0].rows == ((0, 1, 1), (1, None, 2), (2, None, 1))
    assert three.holed
    assert three.heldout[0].targets == ("B",)
    assert three.queries == (
        ValueQuery("q0", "C", {"A": 1}, {"B": 2}, 0),
        EdgeQuery("q1", ("A", "C"), "yes"),
    )


def test_the_class_is_written_into_the_problem(three: FiniteProblem) -> None:
    document = write_finite(three)
    assert document["class"]["max_parents"] == 2  # type: ignore[index]
    again = read_finite(json.loads(json.dumps(document)))
    assert again.model_class == three.model_class.__class__(
        three.model_class.shared, three.model_class.own
    )
    assert fingerprint(again) == fingerprint(three)
    assert again.worlds == three.worlds
    assert (again.metadata, again.task) == ({"from": "nowhere"}, "model")


def test_a_class_file_in_json(tmp_path: Path, three: FiniteProblem) -> None:
    folder = tmp_path / "classes"
    folder.mkdir()
    document = {"format": "symcause.finite-class/1", **write_finite(three)["class"]}  # type: ignore[dict-item]
    msgspec.convert(document, ClassFileDocument)
    folder.joinpath("plus.json").write_text(json.dumps(document))
    other = read_finite(THREE | {"class": "classes/plus.json"}, str(tmp_path / "three.json"))
    assert fingerprint(other) == fingerprint(three)


@pytest.mark.parametrize(
    ("path", "content", "said"),
    [
        ("lost.toml", None, "cannot be read"),
        ("../plus.toml", PLUS, "no path beside the problem"),
        ("/etc/passwd", None, "no path beside the problem"),
        ("", None, "no path beside the problem"),
        ("a\0b", None, "no path beside the problem"),
        (".", None, "cannot be read"),
        ("bad.toml", "format = ", "no class file"),
        ("bad.json", "{", "no class file"),
        ("bad.json", "[]", "one object"),
        ("bad.json", '{"max_parents": 1}', "has the format null"),
        ("bad.toml", 'format = "symcause.finite-class/2"', "finite-class/1"),
        ("bad.toml", PLUS.replace("min = true", "min = false"), "class.grammar.operators.min"),
        ("bad.toml", PLUS.replace("max_size", "max_sise"), "did you mean 'max_size'"),
        ("bad.toml", "\udcff", "no class file"),
    ],
)
def test_bad_class_files(tmp_path: Path, path: str, content: str | None, said: str) -> None:
    if content is not None:
        encoded = content.encode("utf-8", "surrogateescape")
        tmp_path.joinpath(Path(path).name).write_bytes(encoded)
    with pytest.raises(SymcauseError) as error:
        read_finite(THREE | {"class": path}, str(tmp_path / "three.json"))
    assert said in str(error.value)
    assert str(error.value.complaint.place).startswith("class")
    assert "\n" not in str(error.value)


def test_a_problem_that_is_no_file_has_no_class_file() -> None:
    with pytest.raises(SymcauseError, match="no file"):
        read_finite(THREE)


@needs_data
def test_schemas_accept_what_is_read() -> None:
    for name in ("worked", "random", "pinned", "generated"):
        for case in cases(name):
            msgspec.convert(case["problem"], FiniteDocument)
            msgspec.convert(write_finite(read_finite(case["problem"])), FiniteDocument)


def test_convert_writes_what_it_read(tmp_path: Path, three: FiniteProblem, shell: Shell) -> None:
    path = tmp_path / "three.json"
    path.write_text(json.dumps(THREE))
    code, out, _ = shell("convert", str(path))
    assert code == 0
    assert json.loads(out) == json.loads(json.dumps(write_finite(three)))
    path.write_text(json.dumps(THREE | {"class": "lost.toml"}))
    code, out, said = shell("convert", str(path))
    assert (code, out, said.count("\n")) == (2, "", 1)
    assert "three.json: class: 'lost.toml' cannot be read" in said


def stage(problem: FiniteProblem, answer: Any) -> tuple[str, str]:
    try:
        compiled(problem, read_answer(problem, answer))
    except AnswerFault as fault:
        return fault.stage, fault.reason
    return "valid", ""


@pytest.mark.parametrize(
    ("answer", "where", "reason"),
    [
        ("no idea", "extracted_json", "JSON"),
        ("[]", "schema", "no mechanisms"),
        ({}, "schema", "the object has no mechanisms"),
        ({"mechanisms": []}, "schema", "the object has no mechanisms"),
        ({"mechanisms": {"C": 1}}, "schema", "'C'"),
        ({"mechanisms": {}}, "keys", "no mechanism for C"),
        ({"mechanisms": {"C": "0", "A": "0"}}, "keys", "A is a root"),
        ({"mechanisms": {"C": "0", "D": "0"}}, "keys", "'D' is no variable"),
        ({"mechanisms": {"C": "(plus A)"}}, "parse", "C: gives 'plus' 1 argument(s)"),
        ({"mechanisms": {"C": "(nand 1)"}}, "parse", "C: uses 'nand', which is no operator"),
        ({"mechanisms": {"C": "C"}}, "legal", "C may not mention C"),
        (
            {"mechanisms": {"C": "(add A B)"}},
            "total",
            "C gives 3 for A=1, B=2; the values of C are 0, 1, 2",
        ),
        ({"mechanisms": {"C": "77"}}, "total", "C gives 77 for always"),
        ({"mechanisms": {"C": "(div A B)"}}, "total", "C gives no value for A=0, B=0"),
        ({"mechanisms": {"C": "(plus A B)"}, "roots": ["nobody"]}, "valid", ""),
        ({"mechanisms": {"C": "(table A B 0 0 0 0 0 0 0 0 2)"}}, "valid", ""),
    ],
)
def test_stages_of_answers(three: FiniteProblem, answer: Any, where: str, reason: str) -> None:
    assert stage(three, answer)[0] == where
    assert reason in stage(three, answer)[1]


def test_mechanisms_in_a_circle_and_hidden_roots() -> None:
    hidden = {key: value for key, value in THREE.items() if key not in ("roots", "gold")}
    hidden |= {"setting": "hidden-roots", "root_count": 1, "class": {"functions": "any"}}
    problem = read_finite(hidden)
    circle = {"roots": ["A"], "mechanisms": {"B": "C", "C": "B"}}
    assert stage(problem, circle) == ("acyclic", "the mechanisms mention each other in a circle")
    mechanisms = {"B": "A", "C": "(if (eq A B) A 0)"}
    for roots in (None, "A", [], ["A", "B"], ["A", "A"], ["D"], [1]):
        assert stage(problem, {"roots": roots, "mechanisms": mechanisms})[0] == "schema", roots
    model = compiled(problem, read_answer(problem, {"roots": ["A"], "mechanisms": mechanisms}))
    assert model.roots == ("A",)
    assert model.functions["C"].outputs == (0, 0, 0, 0, 1, 0, 0, 0, 2)
    assert model.run({"A": 2}) == {"A": 2, "B": 2, "C": 2}


def test_too_many_combinations() -> None:
    names = [f"X{at}" for at in range(22)]
    document = {
        "format": "symcause.finite/1",
        "id": "wide",
        "variables": [{"name": name, "values": [0, 1]} for name in names],
        "setting": "hidden-order",
        "roots": names[1:],
        "class": {"functions": "any"},
        "worlds": [{"id": "w", "rows": ["0" * 22]}],
    }
    problem = read_finite(document)
    where, reason = stage(problem, {"mechanisms": {"X0": f"(and {' '.join(names[1:])})"}})
    assert (where, "2097152" in reason) == ("total", True)


def test_integers_of_any_length() -> None:
    long = "-" + "7" * 4_000
    answer = {"mechanisms": {"C": f"(if A 0 (eq {long} 1))"}}
    problem = read_finite(THREE | {"class": {"functions": "any"}, "gold": None})
    assert stage(problem, answer)[0] == "total"
    assert print_term(read_answer(problem, answer).mechanisms["C"]) == answer["mechanisms"]["C"]
    endless = {"mechanisms": {"C": "7" * 2_000_000}}
    assert stage(problem, endless)[0] == "total"
    assert len(print_term(read_answer(problem, endless).mechanisms["C"])) == 4_300


def test_a_column_of_one_value_is_refused_with_the_way_out(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "rows.csv").write_text("A,B\n0,on\n1,on\n", encoding="utf-8")
    (tmp_path / "any.json").write_text(
        '{"format": "symcause.finite-class/1", "functions": "any"}', encoding="utf-8"
    )
    table = [str(tmp_path / "rows.csv"), "--class-file", str(tmp_path / "any.json"), "--roots", "A"]
    code, _, said = shell("convert", *table)
    assert code == 2
    assert "column 'B'" in said
    assert '--values "B=…"' in said
    assert shell("convert", *table, "--values", "B=off,on")[0] == 0

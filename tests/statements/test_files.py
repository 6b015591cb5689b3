"""Files of statements: our own format, released files, and what is wrong with them in one line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.statements.files.document import read_statements, write_statements
from symcause.families.statements.models.relations import READINGS
from symcause.families.statements.problem.fingerprint import fingerprint
from symcause.families.statements.problem.hypothesis_sentences import (
    read_hypothesis,
    write_hypothesis,
)
from symcause.families.statements.problem.premise_sentences import read_premise, write_premise
from symcause.families.statements.problem.problem import Hypothesis
from tests.cli.cases import Shell
from tests.statements.cases import problem
from tests.statements.second import by_independences

GOOD: dict[str, Any] = {
    "format": "symcause.statements/1",
    "id": "shore",
    "variables": ["A", "B", "C", "D"],
    "independent": [["C", "D", ["A", "B"]]],
    "dependent": [["A", "B", []]],
    "complete": True,
    "hypothesis": {"relation": "collider", "of": ["A", "B"]},
    "reading": "path",
    "gold": 0,
}
PREMISE = (
    "Suppose there is a closed system of 3 variables, A, B and C. All the statistical relations among "
    "these 3 variables are as follows: A correlates with C. B correlates with C. However, A is "
    "independent of B."
)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"independent": [["C", "E", []]]}, ("independent[0][1]", "no such variable", "'E'")),
        ({"independent": [["C", "D", ["Q"]]]}, ("independent[0][2][0]", "no such variable")),
        ({"independent": [["C", "C", []]]}, ("independent[0]", "two variables")),
        ({"independent": [["C", "D", ["C"]]]}, ("independent[0][2][0]", "conditioned on")),
        (
            {"dependent": [["A", "B", []], ["D", "C", ["B", "A"]]]},
            ("dependent[1]", "independent and dependent"),
        ),
        ({"hypothesis": {"relation": "colider", "of": ["A", "B"]}}, ("did you mean 'collider'",)),
        ({"hypothesis": {"relation": "parent", "of": ["A", "A"]}}, ("hypothesis.of",)),
        ({"hypothesis": {"relation": "parent", "of": ["A", "Z"]}}, ("hypothesis.of[1]",)),
        ({"reading": "strict"}, ("reading", "collider has no such reading", "path, direct, any")),
        ({"reading": "loosely"}, ("reading", "unknown reading")),
        ({"variables": ["A"], "independent": [], "dependent": []}, ("2 to 8 variables", "got 1")),
        ({"variables": list("ABCDEFGHI")}, ("2 to 8 variables", "got 9")),
        ({"variables": ["A", "B", "C", "D", "A"]}, ("variables[4]", "named twice")),
        ({"variables": ["A", "B", "C", "D", "x->y"]}, ("variables[4]", "not a name")),
        ({"gold": 2}, ("gold", "not a label")),
        ({"gold": "yes"}, ("gold", "not a label")),
        ({"gold": True}, ("gold",)),
        ({"hypotesis": {}}, ("hypotesis", "did you mean 'hypothesis'")),
        ({"complete": "no"}, ("complete", "true or false")),
        ({"independent": [["C", "D"]]}, ("independent[0]", "a list of 3")),
    ],
)
def test_bad_files_are_one_line(
    change: dict[str, Any], words: tuple[str, ...], shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({**GOOD, **change}))
    code, out, err = shell("audit", path, "--json")
    assert code == 2 and not out and err.count("\n") == 1
    assert str(path) in err and "Traceback" not in err
    for word in words:
        assert word in err, err


def test_a_file_is_written_as_it_was_read() -> None:
    found = read_statements(GOOD)
    again = read_statements(json.loads(json.dumps(write_statements(found))))
    assert fingerprint(again) == fingerprint(found) and again.gold == 0
    more = {**GOOD, "independent": [["D", "C", ["B", "A"]], ["C", "D", ["A", "B"]]]}
    assert fingerprint(read_statements(more)) == fingerprint(
        found
    )  # order and doubles do not matter


def test_every_hypothesis_has_a_sentence() -> None:
    for relation, readings in READINGS.items():
        for reading in readings:
            asked = Hypothesis(relation, ("A", "B"), reading)
            told = write_hypothesis(asked)
            if reading != "released":
                read = read_hypothesis(told).hypothesis
                same = {relation: ("A", "B")}
                turned = {"child": "parent", "descendant": "ancestor"}
                same |= {turned[relation]: ("B", "A")} if relation in turned else {}
                assert same[read.relation] == read.of and read.reading == reading


def test_premises_are_read_as_they_are_written() -> None:
    rng, known = Random(1), sorted(by_independences(4), key=sorted)
    for stated in rng.sample(known, 60):
        asked = problem(4, stated)
        told = read_premise(write_premise(asked))
        assert told.variables == asked.variables
        assert {(s.first, s.second, s.given) for s in told.independent} == {
            (s.first, s.second, s.given) for s in asked.independent
        }
        joined = {(s.first, s.second) for s in told.dependent}
        apart = {(s.first, s.second) for s in told.independent if not s.given}
        assert len(joined) + len(apart) == 6 and not joined & apart


@pytest.mark.parametrize(
    ("premise", "words"),
    [
        (PREMISE.replace("3 variables, A", "4 variables, A"), "names 3"),
        (PREMISE.replace("these 3", "these 5"), "names 3"),
        (PREMISE.replace("independent of", "unrelated to"), "A is unrelated to B."),
        (PREMISE.replace("Suppose there is", "There is"), "not understood"),
        (PREMISE[:-1], "not understood"),
        (PREMISE.replace("correlates with C. B", "correlates with Q. B"), "no such variable"),
    ],
)
def test_a_premise_that_is_not_understood(
    premise: str, words: str, shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "items.jsonl"
    good = {"input": f"Premise: {PREMISE}\nHypothesis: A directly causes C.", "label": 1}
    bad = {"input": f"Premise: {premise}\nHypothesis: A directly causes C.", "label": 1}
    path.write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\n")
    code, out, _ = shell("audit", path, "--json")
    first, second = map(json.loads, out.splitlines())
    assert code == 2 and first["problem"] == "items-0" and first["gold_right"] is True
    assert words in second["error"] and f"{path}:2" in second["error"]


def test_csv_is_a_stream_of_items(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "test.csv"
    text = f"Premise: {PREMISE}\nHypothesis: {{}}"
    rows = [("A directly causes C.", 1), ("C directly affects A.", 1), ("A never causes C.", 0)]
    lines = [f'"{text.format(said)}",{label}' for said, label in rows]
    path.write_text("\n".join(["input,label", *lines, '"only one"', ""]))
    code, out, _ = shell("audit", path, "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 2 and [one["problem"] for one in found] == ["test-0", "test-1", "test-2", None]
    assert [one.get("gold_right") for one in found] == [True, False, None, None]
    assert "A never causes C." in found[2]["error"] and "too few values" in found[3]["error"]


def test_three_classes_and_their_ids(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "test.json"
    id = "num_nodes=3__mec_id=1__node_i=1__node_j=3__causal_relation=parent__prob=1.0"
    item = {
        "premise": PREMISE,
        "hypothesis": "A directly causes C.",
        "relation": "neutral",
        "id": id,
    }
    path.write_text(json.dumps([item, {**item, "relation": "entailment", "id": "b"}]))
    _, out, _ = shell("audit", path, "--json")
    first, second = map(json.loads, out.splitlines())
    assert (first["problem"], first["gold"], first["gold_right"]) == (id, "open", False)
    assert (second["gold"], second["gold_right"]) == ("entailed", True)


def test_sentences_that_say_more_than_their_label(shell: Shell, tmp_path: Path) -> None:
    """The generator's relation holds although there is an edge; the sentence says there is none."""
    premise = write_premise(problem(3, ()))
    path = tmp_path / "items.jsonl"
    told = f"Premise: {premise}\nHypothesis: A is a cause for C, but not a direct one."
    path.write_text(json.dumps({"input": told, "label": 0}))
    _, out, _ = shell("audit", path, "--json")
    found = json.loads(out)
    assert found["sentence_reading"] == "strict" and found["gold_right_by_sentence"] is True
    assert found["reading"] == "path" and found["verdict"] == "open"


def test_compelled_edges_are_compared(shell: Shell, tmp_path: Path) -> None:
    query = (
        "Premise:\nSuppose there is a closed system of 3 variables, Z, Y, and X, whose causal structure "
        "forms a directed acyclic graph and satisfies faithfulness. All the conditional independence "
        "relations are: Z indep Y.\n\nHypothesis: X is directly affected by Y."
    )
    item = {"query": query, "label": 1, "relation_type": "child", "num_edges": 1, "dataset": "x"}
    path = tmp_path / "test.json"
    forced = [["Z", "X"], ["Y", "Z"]]
    empty = query.replace("Z indep Y.", ".")
    path.write_text(
        json.dumps([{**item, "forced_edges": forced}, {**item, "query": empty, "forced_edges": []}])
    )
    _, out, _ = shell("audit", path, "--json")
    first, second = map(json.loads, out.splitlines())
    assert first["problem"] == "test-0" and first["verdict"] == "entailed"
    assert first["forced"] == {"wrong": [["Y", "Z"]], "missing": [["Y", "X"]]}
    assert (second["count"], second["verdict"]) == (6, "open") and second["gold_right"] is False


def test_names_are_any_letters() -> None:
    told = read_premise(PREMISE.replace("A", "Z").replace("Zll", "All"))
    assert told.variables == ("Z", "B", "C")

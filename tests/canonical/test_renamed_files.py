"""Files with other names: problems of every family, and their gold, are the same; changed ones are not."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symcause
from symcause.families.dag.problem import graph_problem
from symcause.formats.pools.problem_writer import write_problem
from symcause.formats.problems import read_document
from symcause.models.dags import DAG

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

FILES = {
    "unique.json": "variables",
    "ambiguous.json": "variables",
    "hidden-roots.json": "variables",
    "crystal.json": "variables",
    "episode.json": "variables",
    "shapes.json": "shapes",
    "world.json": "shapes",
    "statements.json": "variables",
    "draft.json": "variables",
    "finite/lock-settled.json": "variables",
}

FORMS = {
    "replay.json": "10a4a25a8c83a4def5899741740f829758d0baf077a86a460291efe4fe8e69b8",
    "hidden-roots.json": "ab9ef8ca0a5a64a0e97ef00364b331c1db6ed3102f298d59a5fe69d7c5b0cdc9",
    "crystal.json": "bbef0a7f3d09cc0d067d7e603aaf594dde9bcd4959695065603d943bfc4dcc31",
    "shapes.json": "a0bf2320427976e6577287276259fff10b32667a6e18bf1261820c6e5cf6d247",
    "statements.json": "9e01d96cea308d2c07c89ada72342b9d41b64cbdd85bc9fafd9c1dba05bb0622",
    "draft.json": "462b99974154cf151af5fda4d98330841bfc6737f02cf21bbde86ea55880ad86",
}
"""Digests as they were from the beginning: ids of suites are made from them."""


@pytest.mark.parametrize("file", FORMS)
def test_digests_stay_as_they_are(file: str) -> None:
    assert symcause.canonical(symcause.load(EXAMPLES / file)).digest == FORMS[file]


def renamed(document: dict[str, Any], names: list[str], rng: Random) -> dict[str, Any]:
    """The document with fresh names, which sort otherwise, in every text of it."""
    fresh = dict(zip(names, rng.sample([f"N{i}" for i in range(40)], len(names)), strict=True))
    text = json.dumps(document)
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    found: dict[str, Any] = json.loads(
        re.sub(rf"(?<![A-Za-z0-9_])({pattern})(?![A-Za-z0-9_])", lambda m: fresh[m[1]], text)
    )
    return found


def names_of(document: dict[str, Any], key: str) -> list[str]:
    found = document.get(key) or sorted({name for edge in document["edges"] for name in edge})
    return [name["name"] if isinstance(name, dict) else name for name in found]


@pytest.mark.parametrize("file", FILES)
def test_other_names_change_nothing(file: str) -> None:
    document = json.loads((EXAMPLES / file).read_text())
    if file.startswith("finite/"):  # its class is a file beside it
        document = write_problem(symcause.load(EXAMPLES / file))
    other = renamed(document, names_of(document, FILES[file]), Random(file))
    assert other != document
    one, two = read_document(document), read_document(other)
    assert symcause.canonical(one).form == symcause.canonical(two).form
    if document.get("gold") and file not in ("statements.json", "draft.json"):
        gold = [symcause.canonical(each, gold=True) for each in (one, two)]
        assert gold[0].digest == gold[1].digest


def test_a_scenario_has_names_that_do_not_matter() -> None:
    document = json.loads((EXAMPLES / "boats.json").read_text())
    names = [*document["design"], *(variable["name"] for variable in document["variables"])]
    other = renamed(document, names, Random("boats"))
    known = {key: document[key] for key in document if key != "claims"}
    again = {key: other[key] for key in other if key != "claims"}
    assert symcause.canonical(read_document(known)) != symcause.canonical(read_document(again))
    assert (
        symcause.canonical(read_document(known)).form
        == symcause.canonical(read_document(again)).form
    )
    again["evaluate"]["fleet"] += 1
    assert (
        symcause.canonical(read_document(known)).form
        != symcause.canonical(read_document(again)).form
    )


def test_graphs_are_the_same_with_other_names() -> None:
    def form(text: str) -> str:
        return symcause.canonical(graph_problem(DAG.of([(a, b) for a, b in text.split()]))).form

    assert form("AB BC") == form("CA AB") != form("AB CB")


def test_what_a_row_says_matters() -> None:
    document = json.loads((EXAMPLES / "unique.json").read_text())
    before = symcause.canonical(read_document(document))
    row = document["worlds"][0]["rows"][0]
    document["worlds"][0]["rows"].reverse()
    document["worlds"].reverse()
    assert symcause.canonical(read_document(document)).form == before.form
    document["worlds"][-1]["rows"][-1] = row.translate(str.maketrans("01", "10"))
    del document["gold"]
    assert symcause.canonical(read_document(document)).form != before.form


def test_complementing_a_variable_changes_nothing_where_all_functions_may_be_meant() -> None:
    def form(rows: list[str], **more: Any) -> str:
        told = {"format": "symcause.boolean/1", "id": "c", "variables": ["A", "B"]}
        world = {"id": "w", "split": "train", "rows": rows}
        document = {
            **told,
            "setting": "ordered",
            "roots": ["A"],
            "order": ["A", "B"],
            "worlds": [world],
        }
        return symcause.canonical(read_document({**document, **more})).form

    assert form(["00", "11"]) == form(["01", "10"]) == form(["10", "01"])
    monotone = {"operators": ["and", "or"], "constants": True}
    assert form(["00", "11"], **monotone) != form(["01", "10"], **monotone)


def test_no_gold_is_said() -> None:
    problem = symcause.boolean.problem(["00", "11"], variables=["A", "B"], roots=["A"])
    with pytest.raises(symcause.SymcauseError, match="no gold"):
        symcause.canonical(problem, gold=True)


def test_an_unobserved_cell_is_no_value() -> None:
    def form(rows: list[str]) -> str:
        told = {"format": "symcause.boolean/2", "id": "c", "variables": ["A", "B"], "roots": ["A"]}
        world = {"id": "w", "split": "train", "rows": rows}
        document = {**told, "setting": "ordered", "order": ["A", "B"], "worlds": [world]}
        return symcause.canonical(read_document(document)).form

    forms = [form(["00", "1?"]), form(["00", "?1"]), form(["00", "11"])]
    assert len(set(forms)) == 3 and form(["01", "0?"]) == form(["00", "0?"])


def test_the_released_confounder_has_a_direction() -> None:
    def form(of: list[str], reading: str) -> str:
        document = json.loads((EXAMPLES / "statements.json").read_text())
        told = {"independent": [["A", "B", ["C"]], ["A", "C", []]], "variables": ["A", "B", "C"]}
        asked = {"relation": "confounder", "of": of}
        kept = {key: document[key] for key in ("format", "id")}
        whole = {**kept, **told, "complete": False, "hypothesis": asked, "reading": reading}
        return symcause.canonical(read_document(whole)).form

    assert form(["B", "C"], "path") == form(["C", "B"], "path")
    assert form(["B", "C"], "released") != form(["C", "B"], "released")


def test_the_rule_of_an_answer_matters() -> None:
    document = json.loads((EXAMPLES / "draft.json").read_text())
    problem = read_document(document)
    other = replace(problem, positive=not problem.positive)  # type: ignore[type-var]
    assert symcause.canonical(problem).form != symcause.canonical(other).form


def test_a_graph_from_text_has_names_that_do_not_matter_without_the_text() -> None:
    def form(names: str, text: str | None = None) -> str:
        edges = [{"source": names[0], "target": names[1]}, {"source": names[1], "target": names[2]}]
        told = {"format": "symcause.textgraph/1", "id": "g", "nodes": list(names), "edges": edges}
        return symcause.canonical(
            read_document(told if text is None else {**told, "text": text})
        ).form

    assert form("abc") == form("cab") and form("abc") != form("abc", "a makes b")

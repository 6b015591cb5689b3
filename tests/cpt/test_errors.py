"""Bad input about tables: one line that names the place, and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.families.cpt.audits.table_audit import judged
from tests.cli.cases import Shell
from tests.cpt.cases import document, given_problem

TABLES = {"P(X)": "1/2", "P(V2|X)": ["0", "1"], "P(Y|V2)": ["1/4", "3/4"]}


def changed(kind: str = "ate", **more: Any) -> dict[str, Any]:
    query = more.pop("query", {})
    found = document(
        "chain", kind, tables=TABLES, **{k: v for k, v in more.items() if k != "tables"}
    )
    if "tables" in more:
        found["tables"] = more["tables"]
    found["query"] |= query
    return found


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("outside 0 and 1", changed(tables={**TABLES, "P(X)": "1.2"}), "tables.P(X)"),
    ("no number", changed(tables={**TABLES, "P(X)": "half"}), "tables.P(X)"),
    ("missing table", changed(tables={"P(X)": "1/2"}), "P(V2|X)"),
    ("surplus table", changed(tables={**TABLES, "P(Y|X)": ["0", "1"]}), "tables.P(Y|X)"),
    ("table twice", changed(tables={**TABLES, "p(X)": "1/2"}), "second table"),
    ("wrong nesting", changed(tables={**TABLES, "P(V2|X)": ["0", "1", "1"]}), "tables.P(V2|X)"),
    ("too deep", changed(tables={**TABLES, "P(X)": ["0", "1"]}), "tables.P(X)"),
    ("unknown variable", changed(tables={**TABLES, "P(Q)": "0"}), "Q"),
    ("cycle", changed(edges=[["X", "Y"], ["Y", "X"]]), "cycle"),
    ("unknown type", changed(query={"type": "cate"}), "cate"),
    ("unknown treatment", changed(query={"treatment": "Q"}), "query.treatment"),
    ("same treatment", changed(query={"treatment": "Y"}), "treatment and outcome are the same"),
    ("no collider", changed("exp_away", query={"collider": None}), "collider"),
    ("unknown collider", changed("exp_away", query={"collider": "Q"}), "query.collider"),
    ("no mediator", document("fork", "nde", given={"P(Y|X)": ["0", "1"]}), "no mediator"),
    ("neither", changed(tables=None), "neither tables nor given"),
    (
        "no condition",
        changed("correlation", tables={**TABLES, "P(X)": "0"}),
        "P(X=0)=0 or P(X=1)=0",
    ),
    ("rounding", changed(rounding="-0.1"), "rounding"),
    ("threshold", changed(threshold="-1"), "threshold"),
    ("asks", changed(asks="maybe"), "asks"),
    ("gold", changed(gold="perhaps"), "gold"),
    ("assumption", changed(assume=["linear"]), "assume"),
    ("unknown key", changed(titel="x"), "titel"),
    ("bad key", changed(given={"Y|X": ["0", "1"]}), "given.Y|X"),
    ("joint without values", changed(given={"P(X,Y)": "0.5"}), "values"),
    ("given twice", changed(given={"P(X)": "0.5", "P(X=1)": "0.6"}), "1/2 and 3/5"),
    ("unobserved", changed(given={"P(X)": "0.5"}, unobserved=["X"]), "unobserved"),
    ("name", changed(variables=["A|B"]), "A|B"),
    ("one set", changed("backadj", query={"sets": [[]]}), "query.sets"),
    ("set with X", changed("backadj", query={"sets": [[], ["X"]]}), "query.sets[1]"),
    (
        "float table",
        changed("det-counterfactual", query={"action": 0, "value": 1}),
        "tables of 0 and 1",
    ),
    ("action", changed("det-counterfactual", query={"action": 2, "value": 1}), "query.action"),
]


@pytest.mark.parametrize(
    ("problem", "word"), [part[1:] for part in BAD], ids=[part[0] for part in BAD]
)
def test_one_line(shell: Shell, tmp_path: Path, problem: dict[str, Any], word: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(problem), encoding="utf-8")
    code, out, err = shell("audit", path)
    assert code == 2 and not out
    assert len(err.strip().splitlines()) == 1 and "Traceback" not in err
    assert str(path) in err and word in err


def test_a_source_without_evidence(shell: Shell, tmp_path: Path) -> None:
    tables = {"P(X)": "1/2", "P(V2)": "1/2", "P(Y|X,V2)": [["0", "1"], ["1", "1"]]}
    problem = document("fork", "det-counterfactual", tables=tables)
    problem["query"] |= {"action": 0, "value": 1}
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(problem), encoding="utf-8")
    code, _, err = shell("audit", path)
    assert code == 2 and "no evidence about a source" in err and "V2" in err


WITHOUT_VALUE = {
    "ett": document("chain", "ett", given={"P(X)": "0"}),
    "ett, by a table": document("IV", "ett", given={"P(X|V2)": ["0", "0"], "P(V2)": "0.5"}),
    "ett, no cause": document("collision", "ett", given={"P(X)": "0"}),
    "correlation": document(
        "chain", "correlation", given={"P(X=1)": "0", "P(Y=1,X=0)": "0.3", "P(Y=1,X=1)": "0"}
    ),
    "correlation, independent": document(
        "collision", "correlation", given={"P(X=1)": "1", "P(Y=1,X=0)": "0", "P(Y=1,X=1)": "0.3"}
    ),
    "exp_away": document("collision", "exp_away", given={"P(V3)": "0"}),
}
"""Numbers that networks have, and a query that has no value in any of them."""


@pytest.mark.parametrize("name", WITHOUT_VALUE)
@pytest.mark.parametrize("command", ["audit", "solve", "alternatives", "count", "next"])
def test_a_query_without_a_value_is_refused(
    shell: Shell, tmp_path: Path, command: str, name: str
) -> None:
    path = tmp_path / "without.json"
    path.write_text(json.dumps(WITHOUT_VALUE[name]), encoding="utf-8")
    code, out, err = shell(command, path)
    assert code == 2 and not out
    assert "given: a condition of the query has probability 0" in err
    assert len(err.strip().splitlines()) == 1 and "Traceback" not in err


def test_tables_answer_whatever_given_numbers_rule_out(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_text(json.dumps(changed("ett", given={"P(X)": "0"})), encoding="utf-8")
    code, out, _ = shell("audit", path, "--json")
    assert code == 0 and json.loads(out)["given_answer"] == "unknown"


def test_a_number_may_be_given_twice() -> None:
    once = {"P(X)": "0.5", "P(Y|X)": ["0.2", "0.6"]}
    twice = {"P(X=1)": "1/2", **once, "P(Y=1|X=1)": "0.60"}
    for unit in ("0", "0.1"):
        for graph in ("chain", "confounding", "IV"):
            found = [judged(given_problem(graph, "ate", given, unit)) for given in (once, twice)]
            assert found[0].answer == found[1].answer
            spans = [one.judgement.range for one in found if one.judgement is not None]
            assert [(s.low, s.high) for s in spans if s][:1] == [
                (s.low, s.high) for s in spans if s
            ][1:]

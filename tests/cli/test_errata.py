"""Errata of an audit: one line for every item whose gold is wrong or not settled, in every family."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import symcause
from symcause.families.scenario.audits.audit_sentences import ScenarioVerdict
from symcause.families.scenario.audits.gold_errata import erratum
from symcause.registry import families, load
from tests.cli.cases import EXAMPLES, Shell

KEYS = {"item", "source", "stored", "derived", "kind", "cause", "certificate"}


def listed(shell: Shell, tmp_path: Path, *paths: object) -> list[dict[str, Any]]:
    """The errata of some files."""
    lines = tmp_path / "errata.jsonl"
    code, _, err = shell("audit", *paths, "--errata", lines, "--quiet")
    assert code in (0, 1), err
    found = [json.loads(line) for line in lines.read_text().splitlines()]
    assert all(set(one) >= KEYS for one in found)
    return found


def write(path: Path, *items: object) -> Path:
    path.write_text("".join(json.dumps(item) + "\n" for item in items))
    return path


def test_every_family_with_gold_has_errata() -> None:
    able = {family.name for family in families() if family.errata is not None}
    assert able >= {"boolean", "linear", "shapeworld", "scenario", "textgraph", "statements", "cpt"}
    for family in families():
        if family.errata is not None:
            assert callable(load(family.errata))


def test_statements(shell: Shell, tmp_path: Path) -> None:
    """A wrong label with its three DAGs, and one of no DAG."""
    item = json.loads((EXAMPLES / "statements.json").read_text())
    right = {**item, "id": "right", "gold": 1}
    mixed = {
        **item,
        "id": "mixed",
        "independent": [["diet", "sport", []], ["diet", "sport", ["income"]]],
    }
    pool = write(tmp_path / "pool.jsonl", item, right, mixed)
    wrong, none = listed(shell, tmp_path, pool)
    assert (wrong["item"], wrong["source"]) == ("statements", "pool.jsonl")
    assert (wrong["stored"], wrong["derived"], wrong["kind"]) == (0, "entailed", "wrong")
    assert wrong["caption"] == "the 3 DAGs that fit" and len(wrong["shown"]) == 3
    assert wrong["certificate"]["claim"]["name"] == "entailed"
    assert (none["item"], none["kind"]) == ("mixed", "inconsistent")
    proof = write(tmp_path / "proof.json", wrong["certificate"])
    assert shell("verify", pool, proof, "--id", "statements")[0] == 0


def test_a_label_that_depends_on_the_reading(shell: Shell, tmp_path: Path) -> None:
    premise = (
        "Premise: Suppose there is a closed system of 4 variables, A, B, C and D. All the statistical "
        "relations among these 4 variables are as follows: A correlates with C. A correlates with D. B "
        "correlates with C. B correlates with D. C correlates with D. However, A is independent of B.\n"
        "Hypothesis: A is a cause for D, but not a direct one."
    )
    pool = write(tmp_path / "pool.jsonl", {"input": premise, "label": 0})
    assert (
        listed(shell, tmp_path, pool) == []
    )  # open by the relation and impossible by the sentence
    chain = premise.replace(
        "is independent of B.", "is independent of B. B and D are independent given A and C."
    )
    found = listed(shell, tmp_path, write(tmp_path / "chain.jsonl", {"input": chain, "label": 0}))
    assert [one["kind"] for one in found] == ["reading"]
    assert found[0]["derived"] == "entailed"


def test_compelled_edges_are_the_cause(shell: Shell, tmp_path: Path) -> None:
    """Entailed by all members, and by no compelled edge."""
    query = (
        "Premise:\nSuppose there is a closed system of 4 variables, A, B, C, and D, whose causal structure "
        "forms a directed acyclic graph and satisfies faithfulness. All the conditional independence "
        "relations are: C indep D | A, B.\n\nHypothesis: There exists at least one collider (i.e., a "
        "common child) of A and B."
    )
    item = {"query": query, "label": 0, "forced_edges": []}
    pool = tmp_path / "test.json"
    pool.write_text(json.dumps([item, {**item, "label": 1, "forced_edges": [["A", "B"]]}]))
    label, forced = listed(shell, tmp_path, pool)
    assert label["cause"] == "entailment from compelled edges only"
    assert forced["kind"] == "wrong" and "compelled edges" in forced["cause"]


def test_boolean_gold(shell: Shell, tmp_path: Path) -> None:
    """Ambiguous evidence is open; gold that contradicts it is wrong."""
    unique = json.loads((EXAMPLES / "unique.json").read_text())
    name = next(iter(unique["gold"]["mechanisms"]))
    turned = {**unique["gold"]["mechanisms"], name: f"(not {unique['gold']['mechanisms'][name]})"}
    wrong = {**unique, "id": "turned", "gold": {**unique["gold"], "mechanisms": turned}}
    ambiguous = json.loads((EXAMPLES / "ambiguous.json").read_text())
    bare = {key: value for key, value in ambiguous.items() if key != "gold"} | {"id": "bare"}
    pool = write(tmp_path / "pool.jsonl", unique, wrong, ambiguous, bare)
    found = {one["item"]: one for one in listed(shell, tmp_path, pool)}
    assert set(found) == {"turned", "ambiguous"}
    assert found["turned"]["kind"] == "wrong" and found["ambiguous"]["kind"] == "open"
    assert found["ambiguous"]["certificate"] is not None
    assert found["ambiguous"]["shown"][0] == "X4 = (or X1 (not X2))"
    assert found["turned"]["shown"] == ["12 training cells come out otherwise than shown"]


def test_an_item_names_its_own_file(shell: Shell, tmp_path: Path) -> None:
    """Several files, and a folder: every line says where its item is."""
    item = json.loads((EXAMPLES / "statements.json").read_text())
    (tmp_path / "release").mkdir()
    one = write(tmp_path / "one.jsonl", item)
    write(tmp_path / "release" / "two.jsonl", {**item, "id": "second"})
    page = tmp_path / "errata.html"
    found = listed(shell, tmp_path, one, tmp_path / "release", "--errata-page", page)
    assert [(each["item"], each["source"]) for each in found] == [
        ("statements", "one.jsonl"),
        ("second", str(Path("release") / "two.jsonl")),
    ]
    assert "<th>file</th><td>one.jsonl</td>" in page.read_text()


def test_tasks_that_ask_for_an_alternative(shell: Shell, tmp_path: Path) -> None:
    """Several models are what they are about; one model alone makes them ill-posed."""
    assert listed(shell, tmp_path, EXAMPLES / "alternative.json") == []
    unique = json.loads((EXAMPLES / "unique.json").read_text())
    asked = {**unique, "id": "none", "reference": {"mechanisms": unique["gold"]["mechanisms"]}}
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", asked))
    assert [(one["item"], one["kind"]) for one in found] == [("none", "ill-posed")]


def test_tasks_that_ask_whether_there_is_one_model(shell: Shell, tmp_path: Path) -> None:
    """Their gold is a word: several models are no erratum where that is what is stored."""

    def asked(name: str, word: str | None) -> dict[str, Any]:
        item = json.loads((EXAMPLES / f"{name}.json").read_text())
        gold = {**item["gold"], **({} if word is None else {"certification": word})}
        return {**item, "id": f"{name}-{word}", "task": "identify", "gold": gold}

    several = [asked("ambiguous", word) for word in ("AMBIGUOUS", "UNIQUE", None)]
    one = [asked("unique", word) for word in ("UNIQUE", "AMBIGUOUS", None)]
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", *several, *one))
    assert [(each["item"], each["kind"], each["stored"], each["derived"]) for each in found] == [
        ("ambiguous-UNIQUE", "wrong", "UNIQUE", "AMBIGUOUS"),
        ("unique-AMBIGUOUS", "reading", "AMBIGUOUS", "UNIQUE"),
    ]
    assert found[0]["certificate"] is not None and found[0]["shown"]
    rights = {one["name"].rpartition(" ")[2]: one["right"] for one in found[1]["basis"]["readings"]}
    assert rights == {"differently": True} and len(found[1]["basis"]["readings"]) == 2


def test_linear_gold(shell: Shell, tmp_path: Path) -> None:
    crystal = json.loads((EXAMPLES / "crystal.json").read_text())
    target = crystal["target"]
    equations = {**crystal["gold"]["equations"], target: "12345"}
    wrong = {**crystal, "id": "wrong", "gold": {**crystal["gold"], "equations": equations}}
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", crystal, wrong))
    assert [(one["item"], one["kind"]) for one in found] == [("wrong", "wrong")]
    assert found[0]["caption"] == "what is wrong with gold, at first"
    assert len(found[0]["shown"]) == 5 and all("12345" in line for line in found[0]["shown"])


def test_linear_gold_outside_its_class(shell: Shell, tmp_path: Path) -> None:
    crystal = json.loads((EXAMPLES / "crystal.json").read_text())
    narrow = {**crystal, "max_parents": 1}
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", narrow))
    assert [one["kind"] for one in found] == ["ill-posed"]
    assert any("freq" in line for line in found[0]["shown"])


def test_shapeworld_keys(shell: Shell, tmp_path: Path) -> None:
    """A key that the log refutes; a log that leaves the question open is none of it."""
    shapes = json.loads((EXAMPLES / "shapes.json").read_text())
    plain = {key: value for key, value in shapes.items() if key not in ("gold", "truth")}
    items = [
        {**plain, "id": "right", "truth": "no"},
        {**plain, "id": "wrong", "truth": "yes"},
        {**plain, "id": "open", "truth": "no", "transcript": []},
    ]
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", *items))
    assert [(one["item"], one["kind"], one["stored"]) for one in found] == [
        ("wrong", "wrong", "yes")
    ]


def test_text_graphs(shell: Shell, tmp_path: Path) -> None:
    gold = {
        "format": "symcause.textgraph/1",
        "id": "loop",
        "nodes": ["a", "b"],
        "edges": [{"source": "a", "target": "a"}, {"source": "a", "target": "b"}],
    }
    fine = {**gold, "id": "fine", "edges": gold["edges"][1:]}
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", gold, fine))
    assert [(one["item"], one["kind"]) for one in found] == [("loop", "ill-posed")]
    assert found[0]["shown"] == ["self-loop: a: the node causes itself"]
    twice = {**gold, "id": "twice", "edges": 2 * gold["edges"][1:]}
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", twice))
    assert found[0]["stored"] == "2 nodes, 2 edges"
    assert found[0]["shown"] == ["repeated-edge: a->b: listed 2 times, counted once"]


def test_scenarios(shell: Shell, tmp_path: Path) -> None:
    boats = json.loads((EXAMPLES / "boats.json").read_text())
    high = json.loads(json.dumps(boats))
    high["id"] = "high"
    high["evaluate"]["threshold"] = "0.99"
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", boats, high))
    assert found[0]["stored"] == ["threshold 99/100"]
    assert [(one["item"], one["kind"], one["derived"]) for one in found] == [
        ("high", "ill-posed", ["unreachable"])
    ]


def test_the_page_says_what_the_lines_say(shell: Shell, tmp_path: Path) -> None:
    page = tmp_path / "errata.html"
    assert shell("audit", EXAMPLES / "statements.json", "--errata-page", page, "--quiet")[0] == 0
    text = page.read_text()
    assert "1 item was audited, 1 is listed here." in text
    assert "Errata of statements.json" in text and "the stored label 0 is wrong" in text
    assert "Fix: 1 item" in text and "Decide" not in text and "Drop" not in text
    assert "Fix 1 of 1 item" in text and ">income is ancestor of health<" in text
    assert ">0 → 1</td>" in text and ">wrong</td>" in text and "<h3 id='statements'>" in text
    assert "<summary>The 3 DAGs that fit</summary><pre>in all of these: " in text
    assert "symcause verify statements.json proof.json --id statements" in text
    assert "<p>Entailed (" in text and "<th>proved</th>" not in text, "it is said once"
    assert "<th>right if</th><td>an independence" in text and "<script" not in text


def test_the_page_names_the_readings(shell: Shell, tmp_path: Path) -> None:
    page = tmp_path / "errata.html"
    shell("audit", EXAMPLES / "labels.jsonl", "--errata-page", page, "--quiet")
    text = page.read_text()
    told = "strict: a cause through something else and not a direct one: right"
    assert "<th>readings</th><td>path: a cause through something else" in text and told in text
    bakery = text.split("<h3 id='bakery'>")[1].split("<h3")[0]
    assert (
        "is wrong" not in bakery and "is wrong" not in text.split("id='decide'")[1].split("<h3")[0]
    )


def test_the_fixes_can_be_saved(shell: Shell, tmp_path: Path) -> None:
    """Only what is wrong in every reading, with what a maintainer would store instead."""
    page = tmp_path / "errata.html"
    errata = listed(shell, tmp_path, EXAMPLES / "labels.jsonl", "--errata-page", page)
    link = re.search(
        r"download='fixes.jsonl' href='data:application/x-ndjson;base64,([^']*)'", page.read_text()
    )
    assert link is not None
    fixes = [json.loads(line) for line in b64decode(link[1]).decode().splitlines()]
    wrong = [one for one in errata if one["kind"] == "wrong"]
    assert [one["item"] for one in fixes] == [one["item"] for one in wrong]
    assert all(one["proposed"] == 1 - one["stored"] for one in fixes)


def test_one_table_then_what_is_to_be_done_apart(shell: Shell, tmp_path: Path) -> None:
    page = tmp_path / "errata.html"
    errata = listed(shell, tmp_path, EXAMPLES / "labels.jsonl", "--errata-page", page)
    text = page.read_text()
    for heading, kinds in (("fix", {"wrong"}), ("decide", {"reading"}), ("drop", {"inconsistent"})):
        part = text.split(f"<h2 id='{heading}'>")[1].split("<h2")[0]
        items = {one["item"] for one in errata if one["kind"] in kinds}
        assert set(re.findall(r"<h3 id='([^']*)'", part)) == items and items
        assert all(f"symcause verify labels.jsonl proof.json --id {item}" in part for item in items)
    table = text.split("<table class='list'>")[1].split("</table>")[0]
    assert text.index("<table class='list'>") < text.index("<h2")
    linked = re.findall(r"<a href='#([^']*)'", table)
    assert sorted(linked) == sorted(one["item"] for one in errata)
    assert re.findall(r"<th>([^<]*)</th>", table) == [
        *("item", "claimed", "stored → proposed", "kind", "proof")
    ]


def test_an_earlier_run_is_taken_over(shell: Shell, tmp_path: Path) -> None:
    item = json.loads((EXAMPLES / "statements.json").read_text())
    pool = write(tmp_path / "pool.jsonl", item, {**item, "id": "second"})
    out, lines = tmp_path / "out.jsonl", tmp_path / "errata.jsonl"
    shell("audit", pool, "--out", out, "--errata", lines, "--quiet")
    first = lines.read_text()
    shell("audit", pool, "--out", out, "--resume", "--errata", lines, "--quiet")
    assert lines.read_text() == first and first.count("\n") == 2


@pytest.mark.parametrize("option", ["--errata", "--errata-page"])
def test_graphs_have_no_gold(option: str, shell: Shell, tmp_path: Path) -> None:
    graph = tmp_path / "class.txt"
    graph.write_text("A -> B\nB -- C\n")
    code, _, err = shell("audit", graph, option, tmp_path / "errata")
    assert code == 2 and "does not apply to graphs" in err and err.count("\n") == 1


def test_errata_never_overwrite_what_is_read(shell: Shell, tmp_path: Path) -> None:
    pool = write(tmp_path / "pool.jsonl", json.loads((EXAMPLES / "statements.json").read_text()))
    code, _, err = shell("audit", pool, "--errata", pool)
    assert code == 2 and "overwrite" in err


def test_a_threshold_that_is_off_needs_no_false_claim() -> None:
    """The verdict has a word of its own."""
    boats = symcause.load(EXAMPLES / "boats.json")
    found = replace(symcause.audit(boats), verdict=str(ScenarioVerdict.OFF), claims=())
    told = erratum(boats, found)
    assert told is not None and (told.kind, told.derived) == ("ill-posed", ["threshold-off"])


def test_a_false_optimum_is_shown_with_its_value(shell: Shell, tmp_path: Path) -> None:
    boats = json.loads((EXAMPLES / "boats.json").read_text())
    boats["claims"] = {"optimum": {}}
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", boats))
    assert [(one["stored"], one["derived"]) for one in found] == [(["optimum"], ["false"])]
    (shown,) = found[0]["shown"]
    told = (
        "optimum: the design that is claimed to be best, all else as by default, has a value of 0."
    )
    assert shown.startswith(told)

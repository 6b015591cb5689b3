"""Sentences of pages, each checked against the document that it speaks about."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.audits.question import question
from symcause.cli.main import cli
from symcause.families.scenario.documents.question_documents import ScenarioAudit
from symcause.families.scenario.report.page_sentences import headline, sentence
from symcause.formats.pools.problem_files import read_problem
from tests.reports.cases import EXAMPLES, block
from tests.reports.test_suggestions import LAMP

WRONG_ROW = "110"  # beside 111


def page_of(folder: Path, *words: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """The view of a page, and the document behind it."""
    said = [str(word) for word in words]
    page = folder / "page.html"
    done = CliRunner().invoke(cli, [*said, "--json", "--html", str(page)])
    assert done.exit_code in (0, 1, 3), done.output
    return block(page, "p-0"), json.loads(done.stdout.splitlines()[0])


def lamp(folder: Path, rows: list[str] | None = None, **more: Any) -> Path:
    """The lamp with other rows."""
    filed = json.loads(json.dumps(LAMP)) | more
    if rows is not None:
        filed["worlds"][0]["rows"] = rows
    path = folder / "lamp.json"
    path.write_text(json.dumps({k: v for k, v in filed.items() if v is not None}), encoding="utf-8")
    return path


def test_disturbed_cells_are_told_by_alternative(tmp_path: Path) -> None:
    """No alternative is said to explain what it disturbs; the spectrum is the first picture."""
    view, document = page_of(tmp_path, "audit", lamp(tmp_path), "--errors", 4)
    disturbed = [found["disturbed"] for found in document["alternatives"]]
    assert max(disturbed) > document["gold"]["disturbed"] == 0
    assert view["explains"].endswith("; gold disturbs none.")
    assert f"{max(disturbed)} training cell" in view["explains"]
    for shown, number in zip(view["alternatives"], disturbed, strict=True):
        assert f"Disturbs {number} training cell" in (shown["disturbs"] or "")
    levels = {level["errors"]: level["count"] for level in document["spectrum"] if level["count"]}
    assert sum(levels.values()) == document["count"]
    drawn = view["spectrum"]["svg"]
    for errors, count in levels.items():
        cells = f"{errors} cell{'s' * (errors != 1)} disturbed" if errors else "none disturbed"
        assert f"{cells}: {count}" in drawn


def test_exact_alternatives_explain_every_row(tmp_path: Path) -> None:
    view, document = page_of(tmp_path, "audit", EXAMPLES / "ambiguous.json")
    assert all(found["disturbed"] == 0 for found in document["alternatives"])
    assert view["explains"] == "Each of these models explains every training row, as gold does."
    assert view["spectrum"] is None


def test_a_unique_noisy_problem_has_settled_variables(tmp_path: Path) -> None:
    rows = ["000", "010", "100", "111"] * 4
    view, document = page_of(tmp_path, "audit", lamp(tmp_path, rows), "--errors", 1)
    assert document["verdict"] == "unique" and document["count"] == 1
    assert view["table"][view["vars"].index("X3")][5] == "settled"


def test_the_bad_cell_of_inconsistent_evidence_is_marked(tmp_path: Path) -> None:
    rows = ["000", "010", "100", "111", "111", WRONG_ROW]
    view, document = page_of(tmp_path, "audit", lamp(tmp_path, rows, gold=None))
    assert document["verdict"] == "inconsistent" and document["best"]["errors"] == 1
    assert view["disturbed"] == [[0, rows.index(WRONG_ROW), 2]] and view["closest"]
    assert any(step.endswith("--errors 1") for step in view["next"])


def test_gold_that_misses_one_cell_is_told_to_allow_one(tmp_path: Path) -> None:
    rows = ["000", "010", "100", "111", "111", WRONG_ROW]
    view, document = page_of(tmp_path, "audit", lamp(tmp_path, rows))
    assert document["verdict"] == "invalid" and document["gold"]["disturbed"] == 1
    assert any(step.endswith("--errors 1") for step in view["next"])


def test_a_sentence_of_a_page_is_whole(tmp_path: Path) -> None:
    """On a terminal the alternatives follow the colon; on a page a drawing comes between."""
    view, document = page_of(tmp_path, "alternatives", EXAMPLES / "ambiguous.json")
    shown = len(document["alternatives"])
    assert 1 < shown < document["total"]
    assert view["sentence"].endswith(f"; the nearest {shown}: see below.")


@pytest.mark.parametrize("name", ["ambiguous", "hidden-order", "alternative", "corner"])
def test_others_are_settled_only_where_there_are_others(name: str, tmp_path: Path) -> None:
    view, document = page_of(tmp_path, "audit", EXAMPLES / f"{name}.json")
    settled = [row for row in view["table"] if row[5] == "settled"]
    if "all others are settled" in view["sentence"]:
        assert settled and document["count"] > 1


def test_an_alignment_is_told_against_chance(tmp_path: Path) -> None:
    """An F1 that rewired answers reach as well is no good news."""
    flood = (EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt")
    view, document = page_of(tmp_path, "align", *flood, "--pairs", "all")
    chance = document["rewired_f1"]["high"] or document["rewired_f1"]["low"]
    told = view["verdict"]
    assert f"up to {chance['max']:.3f}" in told, told
    assert ("no more than chance" in told) == (document["f1"]["low"] <= chance["max"])
    assert (view["tone"] == "good") == (document["f1"]["low"] > chance["max"])


def test_an_agent_that_was_wrong_was_not_too_early(tmp_path: Path) -> None:
    log = EXAMPLES / "episode.log.jsonl"
    view, document = page_of(tmp_path, "audit", EXAMPLES / "episode.json", "--log", log)
    settled, committed = document["decided_at"], document["commitment"]
    assert settled < committed["step"] and committed["premature"]
    assert "too early" not in view["headline"]
    assert f"although the evidence was enough from step {settled} on" in view["headline"]
    regrets = [one["regret"] for one in document["interventions"]]
    assert abs(sum(regrets) - document["regret"]) < 1e-9
    lost, luck = (sum(abs(r) for r in regrets if r * sign > 0) for sign in (1, -1))
    assert f"({lost:.1f} bits lost, {luck:.1f} won by luck)" in view["sentence"]


def test_the_wrong_coefficient_is_seen(tmp_path: Path) -> None:
    wrong = EXAMPLES / "answers" / "crystal.wrong.json"
    view, document = page_of(tmp_path, "check", EXAMPLES / "crystal.json", wrong)
    table = next(blocks[0] for title, blocks in view["sections"] if title == "Its equations")
    told = {row[0]: row for row in table["rows"]}
    gold = json.loads((EXAMPLES / "crystal.json").read_text(encoding="utf-8"))["gold"]["equations"]
    assert {*told} == {*document["equations"]}
    assert "temperature × 0.9, gold × 1" in told["freq"][3]
    assert [name for name, row in told.items() if row[3]] == ["freq"]
    assert "Wrong in the equation of freq: temperature × 0.9, gold × 1." in view["sentence"]
    assert told["moisture"][2].replace(" ", "") == gold["moisture"].replace(" ", "")


def test_a_played_world_states_its_question(tmp_path: Path) -> None:
    world = EXAMPLES / "world.json"
    words = ("--agent", "random", "--seed", "1")
    view, _ = page_of(tmp_path, "play", world, *words)
    asked = json.loads(world.read_text(encoding="utf-8"))["question"]
    cause, effect = asked["cause"], asked["effect"]
    assert view["sentence"].startswith(f"Does {cause} moving cause {effect} to move?")


def test_a_class_says_how_many_edges_are_settled(tmp_path: Path) -> None:
    graph = tmp_path / "class.txt"
    graph.write_text("A -> C\nB -> C\nC -> D\nD -- E\nA -- F\n", encoding="utf-8")
    view, document = page_of(tmp_path, "audit", graph)
    facts = dict(view["facts"])
    pairs = {frozenset(edge.split("->")) for edge in document["edges"]}
    settled = [edge for edge, status in document["edges"].items() if status == "always"]
    assert facts["nodes"] == "6"
    assert facts["essential edges: one way in all graphs"] == f"{len(settled)} of {len(pairs)}"
    assert facts["edges that may point either way"] == str(len(pairs) - len(settled))


def test_a_question_about_shapes_stands_beside_what_was_asked(tmp_path: Path) -> None:
    """The shapes of the question and the command that was typed are two things."""
    shapes = EXAMPLES / "shapes.json"
    view, document = page_of(tmp_path, "audit", shapes, "--class", "rooted")
    asked = json.loads(shapes.read_text(encoding="utf-8"))["question"]
    assert [view["shapes"][i] for i in view["pair"]] == [asked["cause"], asked["effect"]]
    assert view["asked"] == document["asked"]["command"]


def test_a_class_is_drawn_with_every_pair_once(tmp_path: Path) -> None:
    """What points one way has a head, what may point either way has none; small graphs are enlarged."""
    graph = tmp_path / "class.txt"
    graph.write_text("A -> C\nB -> C\nC -> D\nD -- E\nA -- F\n", encoding="utf-8")
    view, document = page_of(tmp_path, "audit", graph)
    drawn = view["main"]["svg"]
    pairs = {frozenset(edge.split("->")) for edge in document["edges"]}
    always = [edge for edge, status in document["edges"].items() if status == "always"]
    assert drawn.count('class="edge ') == len(pairs)
    assert drawn.count('class="head"') == len(always)
    for edge in always:
        assert f"<title>{edge.replace('->', ' → ')}: in all graphs</title>" in drawn
    assert drawn.count(": may point either way</title>") == len(pairs) - len(always)
    box, shown = re.search(r'viewBox="0 0 ([\d.]+)', drawn), re.search(r' width="(\d+)"', drawn)
    assert box and shown and int(shown[1]) > float(box[1])


def test_a_scenario_is_told_by_contrast_and_its_trap_comes_first(tmp_path: Path) -> None:
    """Best against threshold and default, data against effect; rounded, the exact number beside it."""
    view, document = page_of(tmp_path, "audit", EXAMPLES / "boats.json")
    best, goal = Fraction(document["optimum"]["upper"]), Fraction(document["threshold"]["value"])
    default = Fraction(document["default"]["low"])
    told = [float(found) for found in re.findall(r"\d\.\d+", view["headline"])]
    assert told == [round(float(number), 2) for number in (best, goal, default)]
    trap = document["traps"]["water"]
    seen, done = (float(Fraction(trap[key]["low"])) for key in ("association", "effect"))
    assert trap["status"] == "proven" and seen < 0 < done
    assert "misleads about water" in view["sentence"]
    assert f"−{-seen:.2f}" in view["sentence"] and f"+{done:.2f}" in view["sentence"]
    exact = {label: whole for label, _, whole in view["facts"]}
    assert exact["value of the default"] == document["default"]["low"]
    assert not re.search(r"\d\.\d{4,}|e-\d", json.dumps([view["headline"], view["sections"]]))


def test_a_scenario_without_a_trap_has_none_in_its_sentence() -> None:
    frame = question("audit", read_problem(EXAMPLES / "boats.json")).frame(
        read_problem(EXAMPLES / "boats.json")
    )
    assert isinstance(frame, ScenarioAudit)
    assert frame.traps == {} and sentence(frame) == "" and headline(frame) is None


def test_an_answer_to_a_text_is_told_against_chance(tmp_path: Path) -> None:
    flood = (EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt")
    view, document = page_of(tmp_path, "check", *flood)
    chance = next(row for row in view["scores"]["table"]["rows"] if row[0] == "random")
    assert f"F1 {document['f1']:.3f}, a random answer expects {chance[3]}" in view["verdict"]
    assert view["tone"] == "plain", "neither right nor wrong"


def test_a_stored_label_that_is_wrong_is_part_of_the_headline(tmp_path: Path) -> None:
    view, document = page_of(tmp_path, "audit", EXAMPLES / "statements.json")
    wrong = document["gold_right"] is False
    assert ("says otherwise" in view["headline"]) == wrong
    assert f"all {document['count']} DAGs" in view["headline"]


def test_a_stored_answer_that_is_wrong_is_part_of_the_headline(tmp_path: Path) -> None:
    view, document = page_of(tmp_path, "audit", EXAMPLES / "percentages.jsonl", "--id", "dosage")
    assert document["gold_right"] is False
    assert view["headline"].endswith("and the stored answer says yes") and view["tone"] == "bad"


def test_an_edge_that_is_lit_is_bold_whatever_its_status() -> None:
    """Rules of the same weight: the last one counts."""
    style = (EXAMPLES.parent / "symcause/reports/page/figure.css").read_text(encoding="utf-8")
    lit = style.index(".figure .edge.lit path")
    assert all(
        style.index(f".figure .edge.{one} path") < lit for one in ("always", "some", "other")
    )


def test_a_pool_that_cannot_be_read_says_why_once(tmp_path: Path) -> None:
    pool, page = tmp_path / "pool.jsonl", tmp_path / "page.html"
    pool.write_text('{"format": "symcause.boolean/1"}\n' * 3, encoding="utf-8")
    CliRunner().invoke(cli, ["audit", str(pool), "--html", str(page)])
    index = block(page, "index")
    rows = [dict(zip(index["columns"], item, strict=True)) for item in index["items"]]
    assert [row["verdict"] for row in rows] == ["failed"] * 3
    assert {row["id"] for row in rows} == {"without an id"}

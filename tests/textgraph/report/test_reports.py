"""Pages, notebook cards and pictures of text graphs: true to their documents, bounded, escaped."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symcause
from symcause.cli.main import cli
from symcause.families.textgraph.bounds import AGREED_LINES
from symcause.families.textgraph.documents.align_document import AlignDocument
from symcause.families.textgraph.documents.audit_document import TextGraphAudit
from symcause.families.textgraph.documents.check_document import TextGraphCheck
from symcause.families.textgraph.files.bare_graph import read_graph
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.questions.align import Align
from symcause.families.textgraph.questions.audit import Audit
from symcause.families.textgraph.questions.check import Check
from symcause.families.textgraph.report.agreement_graph import (
    Agreement,
    Kind,
    Line,
    aligned,
    checked,
)
from symcause.families.textgraph.report.agreement_svg import (
    agreement_svg,
    drawn_part,
    labelled,
)
from symcause.families.textgraph.report.view import view
from symcause.reports.export import export_graph
from tests.cli.cases import Shell
from tests.reports.cases import MARKUP, block
from tests.textgraph.cases import FLOOD, random_graph

ANSWER = "rain -> flood\ndamage -> flood\nrain -> damage\nsnow -> flood"


def check(problem: TextGraph, answer: str) -> TextGraphCheck:
    (found,) = Check(answer=answer).answers(problem)
    return found


def align(problem: TextGraph, answer: str, **options: Any) -> AlignDocument:
    return list(Align(answer=answer, **options).answers(problem))[-1]


def text_of(graph: Digraph) -> str:
    edges = [{"source": a, "sink": b} for a, b in graph.edges]
    return json.dumps({"relationships": edges})


def test_every_edge_is_one_line() -> None:
    """The kinds add up: gold is kept, reversed, a path or missing; the rest is extra."""
    rng = Random(3)
    for _ in range(60):
        n = rng.randint(2, 7)
        gold = random_graph(rng, n, rng.randint(1, 12), loops=True)
        answer = random_graph(rng, n, rng.randint(1, 12), loops=True)
        document = check(TextGraph("x", gold), text_of(answer))
        found = checked(document)
        counts = found.counts
        of_gold = (Kind.KEPT, Kind.REVERSED, Kind.PATH, Kind.MISSING)
        assert sum(counts[kind] for kind in of_gold) == len(gold.edges)
        assert counts[Kind.KEPT] == len(gold.edge_set & answer.edge_set)
        assert counts[Kind.EXTRA] + counts[Kind.REVERSED] == len(document.extra)
        assert set(found.nodes) == gold.ends | answer.ends
        drawn = {(line.source, line.target) for line in found.lines}
        assert len(drawn) == len(found.lines)
        noted = {node for node, note in found.notes.items() if note == "only-gold"}
        assert noted == gold.ends - answer.ends
        root = ElementTree.fromstring(str(agreement_svg(found)))
        shown = [g.get("class", "") for g in root.iter() if g.get("data-e")]
        assert sorted(shown) == sorted(f"edge {line.kind}" for line in found.lines)


def test_an_alignment_is_drawn_under_its_map() -> None:
    document = align(FLOOD, "Rain -> Floods\nFloods -> damages\ndamages -> repairs")
    found = aligned(document)
    assert found.counts == {Kind.KEPT: 3, Kind.MISSING: 1} and found.renamed["flood"] == "Floods"
    assert "in the answer: Floods" in str(agreement_svg(found))


@pytest.mark.parametrize(("nodes", "edges"), [(25, 37), (140, 210)])
def test_layouts_stay_readable(nodes: int, edges: int) -> None:
    """Boxes do not overlap, lie in the picture."""
    rng = Random(nodes)
    gold, answer = random_graph(rng, nodes, edges), random_graph(rng, nodes, edges)
    kept = gold.edges[: edges * 2 // 3]
    given = Digraph.of([*kept, *answer.edges[: edges // 3]])
    found = drawn_part(checked(check(TextGraph("x", gold), text_of(given))))
    assert found is not None
    svg = str(agreement_svg(found))
    root = ElementTree.fromstring(svg)
    width, height = map(float, root.get("viewBox", "").split()[2:])
    boxes = [
        tuple(float(rect.get(key, "")) for key in ("x", "y", "width", "height"))
        for rect in root.iter("{http://www.w3.org/2000/svg}rect")
    ]
    assert len(boxes) == len(found.nodes)
    for i, (x, y, w, h) in enumerate(boxes):
        assert x >= 0 and y >= 0 and x + w <= width and y + h <= height
        for a, b, c, d in boxes[:i]:
            assert x >= a + c or a >= x + w or y >= b + d or b >= y + h


def test_what_is_too_much_is_not_drawn() -> None:
    nodes = [f"n{i}" for i in range(30)]
    gold = tuple(Line(a, b, Kind.MISSING) for a, b in pairwise(nodes))
    extra = tuple(Line(a, b, Kind.EXTRA) for a in nodes for b in nodes if a < b)
    pictured = drawn_part(Agreement(gold + extra))
    assert pictured is not None and pictured.lines == gold
    assert drawn_part(Agreement(())) is None
    many = [Line(f"a{i}", f"b{i}", Kind.KEPT) for i in range(AGREED_LINES + 1)]
    assert drawn_part(Agreement(tuple(many))) is None


def test_long_names_are_shortened_with_their_whole_beside() -> None:
    name = "a rather long phrase that somebody took for the name of a variable in a graph " * 2
    assert len(labelled(name)) == 3 and labelled(name)[-1].endswith("…")
    assert labelled("") == ["?"] and labelled("x" * 50) == ["x" * 22, "x" * 22, "x" * 6]
    svg = str(agreement_svg(Agreement((Line(MARKUP, name, Kind.KEPT),))))
    ElementTree.fromstring(svg)
    assert "<script" not in svg


def test_views() -> None:
    seen = view(check(FLOOD, ANSWER), FLOOD)
    assert seen is not None and seen["kind"] == "textgraph" and seen["alone"] == ["sun"]
    chance = next(row for row in seen["scores"]["table"]["rows"] if row[0] == "random")
    told = f"1 of 4 gold edges found, 3 extra: F1 0.250, a random answer expects {chance[3]}"
    assert seen["verdict"] == told and seen["tone"] == "plain"
    rows: Any = seen["scores"]
    assert [row[0] for row in rows["table"]["rows"]] == [
        *("this answer", "perfect", "empty", "full", "random")
    ]
    known: Any = seen["legend"]
    assert [(kind, count) for kind, _, count in known] == [
        *(("kept", 1), ("reversed", 1), ("missing", 2), ("extra", 2))
    ]
    nothing = view(check(FLOOD, "no idea"), FLOOD)
    assert nothing is not None and nothing["legend"] == [["missing", "missing", 4]]
    right = view(check(FLOOD, text_of(FLOOD.graph)), FLOOD)
    assert right is not None and right["tone"] == "good"
    best = view(align(FLOOD, ANSWER, pairs="all"), FLOOD)
    assert best is not None and str(best["verdict"]).startswith("The best alignment keeps ")
    beside: Any = best["scores"]
    assert any("a reversed edge counts twice" in note for note in beside["notes"])
    audited = list(Audit().answers(FLOOD))[-1]
    assert isinstance(audited, TextGraphAudit)
    gold = view(audited, FLOOD)
    assert gold is not None and gold["notes_of"] == [None, None, "unnamed", "unnamed"]
    titles: Any = gold["sections"]
    assert [title for title, _ in titles] == ["Findings", "Explicitness"]
    scored: Any = gold["baselines"]
    assert scored["told"][0][0] == "What answers would score"
    rows = scored["figure"]["csv"].splitlines()[1:]
    assert [row.split(",")[1].split(":")[0] for row in rows] == [
        "perfect",
        "full",
        "random",
        "empty",
    ]
    shape, part = gold["shape"], audited.topology
    assert part is not None and str(shape).startswith(f"Density {part.density:.2f}")
    found = audited.baselines
    assert found is not None and found.empty.released is not None
    assert f"An empty answer scores {found.empty.released.f1:.2f} here" in str(gold["sentence"])


def test_bounds_have_a_headline() -> None:
    rng = Random(5)
    gold, answer = random_graph(rng, 30, 45), random_graph(rng, 30, 45)
    document = align(TextGraph("x", gold), text_of(answer), pairs="all", effort=100_000)
    assert document.status == "bounded"
    seen = view(document, TextGraph("x", gold))
    assert seen is not None and " to " in str(seen["verdict"])


@pytest.mark.parametrize("command", ["check", "align"])
def test_commands_write_pages(command: str, tmp_path: Path) -> None:
    gold, answer, page = (tmp_path / name for name in ("gold.txt", "answer.txt", "page.html"))
    gold.write_text("rain -> flood\nflood -> rain\nflood -> flood\n", encoding="utf-8")
    answer.write_text("rain -> flood\n", encoding="utf-8")
    code = cli.main(
        [command, str(gold), str(answer), "--html", str(page), "--json"], standalone_mode=False
    )
    assert code == (1 if command == "check" else 0)
    assert block(page, "p-0")["kind"] == "textgraph"
    assert f"<title>symcause {command}: gold.txt</title>" in page.read_text(encoding="utf-8")
    if command == "align":
        assert block(page, "c-0")["claim"] == {"name": "alignment", "low": 1, "high": 1}


def test_a_page_of_another_family_tells_the_story(tmp_path: Path) -> None:
    problem = Path(symcause.__file__).parent.parent / "examples" / "unique.json"
    answer, page = tmp_path / "answer.json", tmp_path / "page.html"
    answer.write_text("{}", encoding="utf-8")
    cli.main(["check", str(problem), str(answer), "--html", str(page)], standalone_mode=False)
    assert block(page, "p-0")["kind"] == "story"


def test_notebook_cards() -> None:
    for thing in (FLOOD, FLOOD.graph, check(FLOOD, ANSWER), align(FLOOD, ANSWER)):
        html, svg = thing._repr_html_(), thing._repr_svg_()
        assert html is not None and svg is not None
        ElementTree.fromstring(svg)
    told = check(FLOOD, ANSWER)._repr_html_()
    assert told is not None and "reversed" in told and "F1 0.250" in told
    empty = check(FLOOD, "nothing")._repr_html_()
    assert empty is not None and "There is no graph" in empty
    audited = list(Audit().answers(FLOOD))[-1]._repr_html_()
    assert audited is not None and "with cycles" in audited


@pytest.mark.parametrize("kind", ["dot", "graphml", "edges", "json", "csv"])
def test_cyclic_graphs_are_exported(kind: str) -> None:
    loops = TextGraph.of("x", ["a b", "c", "d"], [("a b", "c"), ("c", "a b"), ("c", "c")])
    found = read_graph(export_graph(loops, kind))
    assert found.edge_set == loops.graph.edge_set and set(found.nodes) == set(loops.graph.nodes)


def test_convert_draws_cycles(tmp_path: Path) -> None:
    gold, out = tmp_path / "gold.json", tmp_path / "gold.svg"
    gold.write_text(
        json.dumps(
            {
                "format": "symcause.textgraph/1",
                "id": "x",
                "nodes": ["a", "b"],
                "edges": []
                + [{"source": s, "target": t} for s, t in (("a", "b"), ("b", "a"), ("b", "b"))],
            }
        ),
        encoding="utf-8",
    )
    asked = ["convert", str(gold), "--to", "svg", "--out", str(out)]
    assert cli.main(asked, standalone_mode=False) == 0
    root = ElementTree.parse(out).getroot()
    assert sum(g.get("data-e") is not None for g in root.iter()) == 3


def test_convert_reads_graphs_that_stand_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a DAG where they are one, as a text graph if asked for or if they have a cycle."""
    chain, ring = tmp_path / "chain.txt", tmp_path / "ring.txt"
    chain.write_text("a -> b\n", encoding="utf-8")
    ring.write_text("a -> b\nb -> a\nb -> b\n", encoding="utf-8")

    def converted(*asked: str) -> str:
        assert cli.main(["convert", *asked], standalone_mode=False) == 0
        return capsys.readouterr().out

    for path in (chain, ring):
        found = json.loads(converted(str(path), "--to", "textgraph"))
        assert found["format"] == "symcause.textgraph/1" and found["id"] == path.stem
    assert "symcause.textgraph/1" not in converted(str(chain))
    assert len(json.loads(converted(str(ring)))["edges"]) == 3
    assert '"b" -> "b"' in converted(str(ring), "--to", "dot")
    assert converted(str(ring), "--to", "svg").startswith("<svg")
    broken = tmp_path / "broken.txt"
    broken.write_text("a -> -> b\n", encoding="utf-8")
    code, _, complaint = Shell(capsys)("convert", broken)
    assert code == 2 and "broken.txt" in complaint


def test_pools_of_gold_graphs_count_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There are no verdicts: neither a column nor a row of them, and no empty section."""
    pool, page = tmp_path / "pool.jsonl", tmp_path / "page.html"
    clean = {"format": "symcause.textgraph/1", "id": "clean", "nodes": ["a", "b"]}
    clean["edges"] = [{"source": "a", "target": "b"}]
    lonely = {**clean, "id": "lonely", "nodes": ["a", "b", "c"]}
    pool.write_text(json.dumps(clean) + "\n" + json.dumps(lonely) + "\n", encoding="utf-8")
    code, out, _ = Shell(capsys)("audit", pool, "--html", page)
    assert code == 0 and out.rstrip().endswith("2 problems\n1 of 2 with findings")
    index = block(page, "index")
    assert index["heading"] == "1 of 2 gold graphs have findings" and index["figures"] == []
    items = [dict(zip(index["columns"], item, strict=True)) for item in index["items"]]
    where = {item["id"]: (item["found"], item["where"]) for item in items}
    assert where == {"clean": (None, None), "lonely": ("isolated", "c")}

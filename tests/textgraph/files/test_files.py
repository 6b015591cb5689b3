"""Files of text graphs: our format, published rows in all their spellings, graph files with cycles."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import symcause.families.textgraph.files.bare_graph as bare_graph
import symcause.registry as registry
from symcause.errors import LimitError, ProblemError, SymcauseError
from symcause.families.textgraph.files.answer.answer_response import Response
from symcause.families.textgraph.files.bare_graph import bare_problem, read_graph
from symcause.families.textgraph.files.decimal_ids import decimal_id
from symcause.families.textgraph.files.document import read_textgraph, write_textgraph
from symcause.families.textgraph.files.graph_exports import as_edges, as_matrix, as_recite
from symcause.families.textgraph.files.pair_files import read_pairs, read_similarity
from symcause.families.textgraph.problem.fingerprint import fingerprint
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.release.sample_rows import read_sample
from symcause.formats.answer_files.predictions import Prediction, read_predictions
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.schema import described
from tests.textgraph.cases import FLOOD

SAMPLE: dict[str, Any] = {
    "id": 17,
    "title": "Rivers",
    "source": "PLOS",
    "domains": ["hydrology", "cities"],
    "num_nodes": 3,
    "num_edges": 2,
    "explicitness": 0.667,
    "nodes": ["rain", "flood", "damage"],
    "edges": [{"source": "rain", "target": "flood"}, {"source": "flood", "target": "damage"}],
    "node_explicitness": {"rain": 1, "flood": 2, "damage": 3},
    "input_text": "It rained.\n\nThen the river rose.",
    "abstract": "",
    "publication_date": "2024-05-01",
}


@pytest.fixture(autouse=True)
def family(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.FAMILIES, "textgraph", "symcause.families.textgraph")


def test_round_trip_of_our_format() -> None:
    document = json.loads(json.dumps(write_textgraph(FLOOD)))
    again = read_textgraph(document)
    assert again == FLOOD and write_textgraph(again) == document
    assert again.graph.ends == {"rain", "flood", "damage", "repair"} and not again.graph.acyclic


DOCUMENT: dict[str, Any] = {
    "format": "symcause.textgraph/1",
    "id": "demo",
    "nodes": ["a", "b"],
    "edges": [{"source": "a", "target": "b"}],
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"nodes": ["a", "b", "a"]}, r"nodes\[2\]: the node stands twice"),
        ({"edges": [{"source": "a", "target": "c"}]}, r"edges\[0\]: not one of the nodes"),
        ({"edges": [{"source": "a", "sink": "b"}]}, r"edges\[0\].sink: unknown key"),
        ({"node_explicitness": {"a": 4}}, r"node_explicitness.a: a node is 1"),
        ({"node_explicitness": {"c": 1}}, "not one of the nodes"),
        ({"allowed": [["c", "x"]]}, r"allowed\[0\]: not one of the nodes"),
        ({"allowed": [["a"]]}, r"allowed\[0\]: expected a list of 2 .got a list of 1"),
        ({"allowed": [["a", 5]]}, r"allowed\[0\]\[1\]: expected text .got 5"),
        ({"txt": "…"}, "did you mean 'text'"),
        ({"id": ""}, "not an id"),
        ({"nodes": ["a", ""]}, r"nodes\[1\]: a node's name is not empty"),
    ],
)
def test_what_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(SymcauseError, match=message):
        read_textgraph({**DOCUMENT, **change}, "gold.json")


def test_repeated_edges_and_loops_are_read() -> None:
    edges = [{"source": "a", "target": "a"}] + DOCUMENT["edges"] * 3
    found = read_textgraph({**DOCUMENT, "edges": edges})
    assert found.graph.edges == (("a", "a"), ("a", "b")) and found.repeated == (("a", "b"),) * 2


def test_the_schema_describes_the_format() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from symcause.families.textgraph.files.document import TextGraphDocument

    schema = described(TextGraphDocument, "textgraph")
    jsonschema.validate(json.loads(json.dumps(write_textgraph(FLOOD))), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**DOCUMENT, "nodes": ["a", "a"]}, schema)


def _expected(problem: TextGraph) -> None:
    assert problem.id == "17" and problem.names == ("damage", "flood", "rain")
    assert problem.graph.edges == (("rain", "flood"), ("flood", "damage"))
    assert problem.node_explicitness == {"rain": 1, "flood": 2, "damage": 3}
    assert problem.text == SAMPLE["input_text"]
    assert problem.metadata["num_nodes"] == 3 and problem.metadata["explicitness"] == 0.667
    assert problem.metadata["domains"] == ["hydrology", "cities"]


def _spelled(row: dict[str, Any]) -> dict[str, Any]:
    """Lists and maps as JSON text."""
    return {k: json.dumps(v) if isinstance(v, list | dict) else v for k, v in row.items()}


def test_samples_in_every_container(tmp_path: Path) -> None:
    lines, array, table = (tmp_path / name for name in ("a.jsonl", "a.json", "a.csv"))
    lines.write_text(f"{json.dumps(SAMPLE)}\n{json.dumps(_spelled(SAMPLE))}\n", encoding="utf-8")
    array.write_text(json.dumps([SAMPLE]), encoding="utf-8")
    with table.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, SAMPLE)
        writer.writeheader()
        writer.writerow(_spelled(SAMPLE))
    for path in (lines, array, table):
        items = list(read_problems(path))
        assert items and all(item.error is None for item in items), items
        for item in items:
            assert isinstance(item.problem, TextGraph)
            _expected(item.problem)


def test_samples_in_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    plain, texts = tmp_path / "plain.parquet", tmp_path / "texts.parquet"
    pq.write_table(pa.Table.from_pylist([SAMPLE, {**SAMPLE, "node_explicitness": {}}]), plain)
    pq.write_table(pa.Table.from_pylist([_spelled(SAMPLE)]), texts)
    items = [*read_problems(plain), *read_problems(texts)]
    assert [item.error for item in items] == [None] * 3
    assert isinstance(items[0].problem, TextGraph) and isinstance(items[2].problem, TextGraph)
    _expected(items[0].problem)
    _expected(items[2].problem)


def test_a_broken_sample_is_reported_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "pool.jsonl"
    wrong = {**SAMPLE, "edges": [{"source": "rain", "target": "snow"}]}
    odd = {**SAMPLE, "explicitness": "much"}
    path.write_text("\n".join(map(json.dumps, (wrong, SAMPLE, odd))), encoding="utf-8")
    first, second, third = read_problems(path)
    assert "pool.jsonl:1: edges[0]: not one of the nodes" in str(first.error)
    assert second.error is None and "explicitness: expected a number" in str(third.error)
    with pytest.raises(ProblemError, match="expected a list"):
        read_sample({**SAMPLE, "nodes": "rain"})


RESPONSE = {
    "id": 5,
    "sample_id": 17,
    "model": "m",
    "task_type": "causal_graph_generation_with_node_names",
    "response_answer": "first",
    "corrected_answer": "",
    "valid_format": 1,
}


def _predictions(path: Path) -> list[Prediction]:
    found = list(read_predictions(path))
    assert all(isinstance(row, Prediction) for row in found), found
    return [row for row in found if isinstance(row, Prediction)]


def test_responses_as_published(tmp_path: Path) -> None:
    lines, table = tmp_path / "r.jsonl", tmp_path / "r.csv"
    rows = [RESPONSE, {**RESPONSE, "corrected_answer": "better"}]
    lines.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with table.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, RESPONSE)
        writer.writeheader()
        writer.writerows(rows)
    for path in (lines, table):
        first, second = _predictions(path)
        assert (first.instance_id, first.model, first.response) == ("17", "m", "first")
        assert second.response == "better"
        assert isinstance(first.response, Response)
        assert (
            first.response.task_type == RESPONSE["task_type"] and first.response.response_id == "5"
        )


def test_predictions_that_name_their_task(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    row = {"instanceId": "17", "model": "m", "response": "1 -> 2", "task_type": "names"}
    path.write_text(json.dumps(row), encoding="utf-8")
    (found,) = _predictions(path)
    assert isinstance(found.response, Response) and found.response.task_type == "names"
    import pickle

    again = pickle.loads(pickle.dumps(found))
    assert again.response.task_type == "names" and again.response == "1 -> 2"
    (item,) = read_problems(path)
    assert "this is a response, not a problem" in str(item.error)


CYCLIC = {
    "edge list": 'a -> b -> a\n"c d" -> "c d"  # a loop\ne\n',
    "node link": json.dumps(
        {
            "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c d"}, {"id": "e"}],
            "links": [
                {"source": "a", "target": "b"},
                {"source": "b", "target": "a"},
                {"source": "c d", "target": "c d"},
            ],
        }
    ),
    "dot": 'digraph { a -> b -> a; "c d" -> "c d"; e }',
    "matrix": ",a,b,c d,e\na,0,1,0,0\nb,1,0,0,0\nc d,0,0,1,0\ne,0,0,0,0\n",
    "graphml": '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">'
    '<node id="a"/><node id="b"/><node id="c d"/><node id="e"/><edge source="a" target="b"/>'
    '<edge source="b" target="a"/><edge source="c d" target="c d"/></graph></graphml>',
}


@pytest.mark.parametrize("text", CYCLIC.values(), ids=CYCLIC)
def test_graph_files_with_cycles_and_loops(text: str) -> None:
    graph = read_graph(text)
    assert graph.nodes == ("a", "b", "c d", "e")
    assert graph.edge_set == {("a", "b"), ("b", "a"), ("c d", "c d")}
    problem = bare_problem(text, "folder/gold.txt")
    assert problem.id == "gold" and problem == bare_problem(graph, "folder/gold.txt")
    if text.startswith("{"):
        assert bare_problem(json.loads(text), "folder/gold.json") == problem


@pytest.mark.parametrize(
    "text",
    [
        *("", "# nothing", "a ->", "-> a", "a b", "<graphml>", "[1]", "<!DOCTYPE x><graphml/>"),
        *(",a,b\na,0,2\nb,0,0", ",a,b\na,0,1", "<graphml><node/></graphml>"),
        '{"nodes": [], "directed": false, "edges": []}',
        '{"nodes": ["a"], "edges": [{"source": "a", "target": "z"}]}',
    ],
)
def test_graph_files_that_are_none(text: str) -> None:
    with pytest.raises(ProblemError):
        bare_problem(text, "g")


def test_other_formats_are_written_and_read_back() -> None:
    assert read_graph(as_edges(FLOOD, True)) == FLOOD.graph
    assert read_graph(as_matrix(FLOOD, True)).edge_set == FLOOD.graph.edge_set
    again = read_sample(json.loads(as_recite(FLOOD, True)))
    assert fingerprint(again) == fingerprint(FLOOD) and again.metadata == FLOOD.metadata
    with pytest.raises(SymcauseError, match="several graphs"):
        as_edges(FLOOD, False)


def test_the_fingerprint_is_of_the_graph_alone() -> None:
    turned = TextGraph.of("x", list(reversed(FLOOD.graph.nodes)), list(reversed(FLOOD.graph.edges)))
    assert fingerprint(turned) == fingerprint(FLOOD)
    assert fingerprint(TextGraph.of("x", ["a"], [])) != fingerprint(TextGraph.of("x", ["b"], []))


def test_pairs_and_similarities(tmp_path: Path) -> None:
    pairs, matrix = tmp_path / "pairs.json", tmp_path / "matrix.csv"
    pairs.write_text('[["a", "x"], ["b", "y"]]', encoding="utf-8")
    matrix.write_text('gold,x,"y, z"\na,0.5,1\nb,0,.25\n', encoding="utf-8")
    assert read_pairs(str(pairs)) == [("a", "x"), ("b", "y")]
    assert str(read_similarity(str(matrix))["b", "y, z"]) == "0.25"
    for wrong in ("gold\n", "gold,x\na,much\n", "gold,x\na,1,2\n", "gold,x\na,nan\n"):
        matrix.write_text(wrong, encoding="utf-8")
        with pytest.raises(ProblemError, match=r"matrix\.csv"):
            read_similarity(str(matrix))
    for row in ("a,1,2", "a,much"):
        matrix.write_text(f"gold,x\nb,1\n{row}\n", encoding="utf-8")
        with pytest.raises(ProblemError, match="row 3"):
            read_similarity(str(matrix))
    pairs.write_text('[["a"]]', encoding="utf-8")
    with pytest.raises(ProblemError, match="two names"):
        read_pairs(str(pairs))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (17, "17"),
        (17.0, "17"),
        (Decimal("17.00"), "17"),
        (1e6, "1000000"),
        ("a-17", "a-17"),
        ("17.0", "17.0"),
        (17.5, None),
        (Decimal("0.1"), None),
        (True, None),
        (None, None),
        ([17], None),
    ],
)
def test_ids_go_by_their_digits(value: object, told: str | None) -> None:
    """However a table stored them."""
    assert decimal_id(value) == told


def test_a_matrix_has_as_many_rows_as_a_graph_has_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bare_graph, "MAX_NODES", 3)
    rows = ["A,B,C", "0,1,0", "0,0,1", "0,0,0"]
    assert set(bare_graph.read_matrix("\n".join(rows)).edges) == {("A", "B"), ("B", "C")}
    with pytest.raises(LimitError, match="more than 3 rows"):
        bare_graph.read_matrix("\n".join([*rows, "0,0,0"]))


@pytest.mark.parametrize("line", ['"abc', 'a -> "b', '"a" -> "b', 'a -> b -> "'])
def test_a_name_whose_quotation_marks_do_not_end_is_none(line: str) -> None:
    with pytest.raises(ProblemError, match="line 2: not a name"):
        bare_graph.read_edges(f"x -> y\n{line}\n")

"""A run of ``score``: lines, tables of the paper and honest ones, subsets, correlations, memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.cli.main import main
from symcause.families.textgraph.documents.score_document import TextGraphScore, score_of
from symcause.families.textgraph.files.answer.answer_response import Response
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.questions.score import TextGraphScoring
from symcause.families.textgraph.scoring.statistics.correlation import pearson, spearman
from symcause.families.textgraph.scoring.tables.subset_tables import quartile_groups
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Means
from tests.textgraph.cases import random_edges

NAMES = "causal_graph_generation_with_node_names"


def _problem(number: int) -> TextGraph:
    rng = Random(number)
    edges = random_edges(rng, 5 + number % 4, 8)
    nodes = sorted({end for edge in edges for end in edge})
    facts = {
        "explicitness": number / 20,
        "domains": ["even" if number % 2 == 0 else "odd"],
        "publication_date": f"20{10 + number}-01-01",
    }
    return TextGraph.of(str(number), nodes, edges, text="x" * (number + 1), metadata=facts)


POOL = [_problem(number) for number in range(12)]


def _answer(problem: TextGraph, keep: int) -> str:
    number = {name: i for i, name in enumerate(problem.names, start=1)}
    kept = problem.graph.edges[:keep]
    return json.dumps(
        {"relationships": [{"source": number[s], "sink": number[t]} for s, t in kept]}
    )


def _run(
    answers: list[tuple[str, str, str]], evaluations: str | None = None, **options: Any
) -> TextGraphScoring:
    """Score (problem, model, text) triples, all with the names given."""
    run = TextGraphScoring(evaluations=evaluations, **options)
    scorers = {}
    for problem in POOL:
        run.enter(problem, "pool")
        scorers[problem.id] = run.scorer(problem)
    run.prepare(scorers.__getitem__, list(scorers), Means())
    for number, (id, model, text) in enumerate(answers):
        line = run.score(scorers[id], model, Response.of(text, NAMES, str(number)))
        run.take(json.loads(json.dumps(line)), "pool")
    return run


def _table(tables: list[Table], key: str) -> list[dict[str, Any]]:
    table = next(table for table in tables if table.key == key)
    return [dict(zip(table.columns, (c.value for c in row), strict=True)) for row in table.rows]


def test_missing_and_unreadable_answers_are_shown_both_ways() -> None:
    answers = [(p.id, "half", _answer(p, 4)) for p in POOL[:9]]
    answers += [("9", "half", "I cannot."), ("10", "half", '{"relationships": []}')]
    tables = _run(answers).tables(Bootstrap(0))
    (row,) = _table(tables, "answers")
    assert (row["n"], row["read"], row["unreadable"]) == (11, 10, 1)
    assert (row["without edges"], row["unanswered"], row["right"]) == (1, 1, 0)
    (edges,) = _table(tables, "edges")
    f1 = 2 * 4 / (4 + 8)
    assert edges["F1"] == pytest.approx(9 * f1 / 10)  # as released: what cannot be read is dropped
    assert edges["F1, rest as 0"] == pytest.approx(9 * f1 / 12)
    assert edges["precision"] == pytest.approx(0.9) and edges["recall"] == pytest.approx(0.45)
    (released,) = _table(tables, "released")
    assert released["F1*"] > edges["F1"]  # the empty answer alone gets about a half
    assert not any(table.key in ("judged", "rates") for table in tables)


def test_the_released_scorer_drops_what_it_cannot_read() -> None:
    """Arrows are read by us; the released means are over the JSON answers alone."""
    arrows = "\n".join(f"{s} -> {t}" for s, t in POOL[1].graph.edges)
    tables = _run([("0", "m", _answer(POOL[0], 8)), ("1", "m", arrows)]).tables(Bootstrap(0))
    (row,) = _table(tables, "answers")
    assert (row["read"], row["scored as released"], row["right"]) == (2, 1, 2)
    (released,) = _table(tables, "released")
    n = len(POOL[0].graph.ends)
    assert (released["n"], released["left out"], released["crash"]) == (1, 1, 0)
    assert released["precision*"] == 1 and released["recall*"] == pytest.approx((4 + 8 / n**2) / 6)


def test_judged_tables(tmp_path: Path) -> None:
    good = {
        "presence_label": "PRESENCE_STRONG_MATCH",
        "directionality_label": "DIRECTION_CORRECT",
        "abstraction_label": "ABSTRACTION_ALIGNED",
    }
    labels = {
        "edge_precision_evaluations": [
            {"graph_evaluation": good},
            {"graph_evaluation": {"presence_label": "PRESENCE_NO_MATCH"}},
        ],
        "edge_recall_evaluations": [{**good, "importance_label": "IMPORTANCE_CORE"}],
    }
    row = {"response_id": 0, "sample_id": 0, "model": "m", "evaluator_type": "fine_grained"}
    rows = [
        {**row, "evaluation_answer": json.dumps(labels)},
        {**row, "response_id": 1, "sample_id": 1, "evaluation_answer": "no labels"},
        {**row, "evaluator_type": "graph_similarity", "score": 0.6},
    ]
    path = tmp_path / "evaluations.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    run = _run([("0", "m", _answer(POOL[0], 2)), ("1", "m", _answer(POOL[1], 2))], str(path))
    tables = run.tables(Bootstrap(20))
    (judged,) = _table(tables, "judged")
    assert judged["edge precision"] == 0.5 and judged["edge recall"] == 1
    assert judged["F1"] == pytest.approx(2 / 3) and judged["SHD"] == 1
    (unweighted,) = _table(tables, "unweighted")
    assert unweighted["edge F1"] == pytest.approx(2 / 3) and unweighted["node F1"] == 0
    (rates,) = _table(tables, "rates")
    assert (rates["graph match"], rates["direction correct"]) == (0.5, 0.5)
    (other,) = _table(tables, "similarity")
    assert other["mean"] == 0.6
    judges = {row["Evaluator"]: row for row in _table(tables, "evaluators")}
    assert judges["fine_grained"]["rows"] == 2 and judges["fine_grained"]["left out"] == 1
    (interval,) = _table(tables, "intervals")
    assert interval["Judged F1"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("form", ["jsonl", "json", "csv", "parquet"])
def test_evaluations_are_told_by_their_first_object(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample = {"id": 7, "nodes": ["a", "b"], "edges": [{"source": "a", "target": "b"}]}
    response = {"id": 1, "sample_id": 7, "model": "m", "response_answer": '{"edges": []}'}
    row = {"id": 1, "response_id": 1, "sample_id": 7, "model": "m", "score": 0.5}
    row = {**row, "evaluator_type": "graph_similarity"}
    pool, answers = tmp_path / "samples.jsonl", tmp_path / "responses.jsonl"
    pool.write_text(json.dumps({**sample, "input_text": "t"}))
    answers.write_text(json.dumps(response))
    told = tmp_path / f"told.{form}"
    if form == "parquet":
        pyarrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pyarrow.Table.from_pylist([row]), told)
    elif form == "csv":
        told.write_text(",".join(row) + "\r\n" + ",".join(map(str, row.values())) + "\r\n")
    else:
        told.write_text(json.dumps([row] if form == "json" else row))
    found = []
    for given in ([str(told)], ["--evaluations", str(told)]):
        with pytest.raises(SystemExit) as ended:
            main(["score", str(pool), str(answers), *given, "--json"])
        assert ended.value.code == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1] and "graph_similarity" in found[0]
    with pytest.raises(SystemExit) as ended:
        main(["score", str(pool), str(told), str(answers), "--evaluations", str(answers)])
    assert ended.value.code == 2 and "two files of one kind" in capsys.readouterr().err


def test_lines_are_documents() -> None:
    run = TextGraphScoring()
    line = run.score(run.scorer(POOL[0]), "m", _answer(POOL[0], 8))
    score = score_of(line)
    assert (
        isinstance(score, TextGraphScore)
        and score.right
        and score.f1 == 1
        and score.task == "names"
    )
    keys = {
        "precision",
        "recall",
        "f1",
        "shd",
        "shd_reversal_2",
        "nshd",
        "node_precision",
        "node_recall",
    }
    assert (
        keys | {"released", "judge", "sid", "aid", "reason", "family", "problem", "model"}
        <= line.keys()
    )
    failure = {"problem": "9", "model": "m", "error": "no such problem"}
    run.take(failure, "pool")
    assert run.tables(Bootstrap(0)) == []


def test_subsets() -> None:
    answers = [(p.id, "m", _answer(p, 2 + int(p.id) // 2)) for p in POOL]
    run = _run(answers, split_date="2016-01-01")
    tables = run.tables(Bootstrap(100, seed=1))
    quarters = _table(tables, "explicitness")
    assert [row["samples"] for row in quarters] == ["Q1", "Q2", "Q3", "Q4"]
    assert [row["n"] for row in quarters] == [3, 3, 3, 3]
    assert quarters[0]["F1"] < quarters[3]["F1"]
    assert all(row["low"] is row["high"] is None for row in quarters)  # fewer than six samples
    length = next(row for row in _table(tables, "sizes") if row["by"] == "text length")
    assert length["top - bottom"] == pytest.approx(
        length["top quartile"] - length["bottom quartile"]
    )
    assert {row["samples"] for row in _table(tables, "domains")} == {"even", "odd"}
    assert [row["n"] for row in _table(tables, "dates")] == [6, 6]
    assert {row["samples"] for row in _table(tables, "cycles")} <= {"acyclic", "cyclic"}
    assert sum(row["n"] for row in _table(tables, "density")) == 12
    rows = _table(tables, "correlations")
    assert {row["topology"] for row in rows} >= {"nodes", "chains", "betweenness variance"}
    shape = next(row for row in _table(tables, "topology") if row["topology"] == "edges")
    assert (shape["mean"], shape["min"], shape["max"]) == (8, 8, 8)
    assert run.tables(Bootstrap(100, seed=1)) == tables  # the same seed, the same tables


def test_quartiles_give_ties_to_the_lower() -> None:
    groups = quartile_groups(dict(enumerate([1, 1, 1, 1, 2, 3, 4, 5])))
    assert [len(group) for _, group in groups] == [4, 0, 2, 2]
    assert quartile_groups({0: 1.0, 1: 2.0}) == []


@pytest.mark.parametrize("ours", [pearson, spearman])
def test_correlations_against_scipy(ours: Callable[..., Any]) -> None:
    stats = pytest.importorskip("scipy.stats")
    theirs = getattr(stats, f"{ours.__name__}r")
    rng = Random(3)
    for size in (3, 4, 10, 100, 400):
        x = [rng.choice([1.0, 2.0, 3.0, rng.random()]) for _ in range(size)]
        y = [0.3 * a + rng.random() for a in x]
        found = ours(x, y)
        expected = theirs(x, y)
        assert found is not None and found.cases == size
        assert found.value == pytest.approx(float(expected.statistic), abs=1e-12)
        assert found.p == pytest.approx(float(expected.pvalue), abs=1e-9)
    assert pearson([1, 2], [1, 2]) is None and pearson([1, 1, 1], [1, 2, 3]) is None
    straight = pearson([1, 2, 3], [2, 4, 6])
    assert straight is not None and (straight.value, straight.p) == (1, 0)


MANY = """
import json, resource, sys
sys.path.insert(0, {root!r})
from tests.textgraph.scoring.test_scoring import POOL, NAMES, _answer
from symcause.families.textgraph.files.answer.answer_response import Response
from symcause.families.textgraph.questions.score import TextGraphScoring
from symcause.scoring.bootstrap import Bootstrap
run = TextGraphScoring()
scorers = []
for problem in POOL:
    run.enter(problem, "pool")
    scorers.append(run.scorer(problem))
for number in range({count}):
    k = number % len(POOL)
    text = _answer(POOL[k], number % 9)
    run.take(run.score(scorers[k], f"m{{number % 10}}", Response.of(text, NAMES, None)), "pool")
assert run.tables(Bootstrap(50))
peak = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(int(peak[0].split()[1]) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read from /proc")
@pytest.mark.parametrize("count", [1_500, pytest.param(10_000, marks=pytest.mark.exhaustive)])
def test_memory_stays_small(count: int) -> None:
    """A hundred thousand answers are measured by the benchmark."""
    root = str(Path(__file__).resolve().parents[3])
    code = MANY.format(root=root, count=count)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 400

"""Judges of ReCITE: rows in all released shapes, every judge by itself, and the released tables."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.errors import UsageError
from symcause.families.textgraph.scoring.judges.evaluation_files import CASE, Evaluations
from symcause.families.textgraph.scoring.judges.judge_replies import read_labels, read_marks
from symcause.families.textgraph.scoring.judges.label_scores import judged
from tests.textgraph.cases import published
from tests.textgraph.files.test_recite_released import released_file, scored
from tests.textgraph.recite_files import (
    LABELS,
    MARKS,
    NAMES,
    SAMPLE,
    answer,
    database,
    evaluation,
    lines,
    response,
)

JUDGES = ("fine_grained", "fine_grained_judge/one", "fine_grained_judge/three")
GOOD = answer(("sun", "water"), ("water", "crops"))


def test_every_evaluation() -> None:
    """What the released code makes of each row's labels and marks."""
    expected = {row["id"]: row for row in published("released/released_evaluations.jsonl")}
    rows = published("released/evaluations.jsonl")
    assert len(rows) == len(expected) == 136
    for row in rows:
        wanted, where = expected[row["id"]]["released"], row["id"]
        if row["evaluator_type"].startswith("fine_grained"):
            labels = read_labels(row["evaluation_answer"])
            if wanted is None:
                assert labels is None, where
                continue
            assert labels is not None
            found = judged(labels)
            for name, value in wanted.items():
                if name == "unweighted":
                    for kind, part in value.items():
                        match = found.unweighted(kind)
                        for key, number in part.items():
                            assert float(getattr(match, key)) == pytest.approx(number), where
                else:
                    ours = float(getattr(found, name.removeprefix("overall_")))
                    assert ours == pytest.approx(value, abs=1e-12), (where, name)
        elif "llm_judge" in row["evaluator_type"]:
            marks = read_marks(row["evaluation_answer"])
            assert marks is not None, where
            first = wanted.get("causal_precision", wanted.get("causal_accuracy"))
            both = wanted["causal_recall"], wanted["semantic_similarity"]
            assert (marks.accuracy, marks.recall, marks.similarity) == (first, *both)
            released = wanted["released_composite"]
            assert float(marks.released_composite) == pytest.approx(released)
        else:
            assert row["score"] == wanted["score"]


@pytest.mark.parametrize("source", ["db", "jsonl", "parquet"])
def test_released_tables(source: str) -> None:
    """``recast results`` on the database, and the same from its exports."""
    if source == "parquet":
        pytest.importorskip("pyarrow")
    given = [released_file("recast_results.db")]
    if source != "db":
        given = [released_file("samples.jsonl"), released_file("responses.jsonl")]
        given += ["--evaluations", released_file(f"evaluations.{source}")]
    _, tables = scored(*given)
    (expected,) = published("released/released_tables.json")
    compare_tables(expected, tables)
    for row in tables["judged"]:  # nothing was merged, so ours are the same
        theirs = expected["fine_grained|causal_graph_generation"][row["Model"]]
        assert row["n"] == theirs["n"] and row["F1"] == pytest.approx(theirs["f1"]["mean"])
        assert row["±"] == pytest.approx(theirs["f1"]["std"])


def compare_tables(expected: dict[str, Any], tables: dict[str, list[dict[str, Any]]]) -> None:
    heads = {
        "fine_grained": ("judged released", {name.replace("_", " "): name for name in CASE[:-1]}),
        "llm_judge": (
            "aggregate released",
            {
                "accuracy": "causal_accuracy",
                "recall": "causal_recall",
                "similarity": "semantic_similarity",
                "composite": "composite",
            },
        ),
        "graph_similarity": ("similarity", {"mean": "score"}),
    }
    heads["fine_grained"][1]["F1"] = "f1"
    for kind, (key, columns) in heads.items():
        wanted = expected[f"{kind}|causal_graph_generation"]
        assert not expected[f"{kind}|causal_graph_generation_with_node_names"]
        assert {row["Model"] for row in tables[key]} == wanted.keys()
        for row in tables[key]:
            theirs = wanted[row["Model"]]
            assert row["Task"] == "free" and row["n"] == theirs["n"]
            for ours, name in columns.items():
                spread = "±" if ours == "mean" else f"{ours} ±"
                assert row[ours] == pytest.approx(theirs[name]["mean"]), (kind, ours)
                assert row[spread] == pytest.approx(theirs[name]["std"]), (kind, ours)


@pytest.mark.few(1)
@pytest.mark.parametrize("judge", JUDGES)
def test_one_judge_at_a_time(judge: str) -> None:
    """Every answer has the scores of the judge that was asked for, and of no other."""
    rows, _ = scored(released_file("recast_results.db"), "--judge", judge)
    evaluations = published("released/released_evaluations.jsonl")
    wanted = {r["response_id"]: r["released"] for r in evaluations if r["evaluator_type"] == judge}
    for number, row in enumerate(rows, start=1):
        theirs = wanted.get(number)
        if theirs is None:
            assert row["judge"] is None and row["evaluator"] is None
            continue
        assert row["evaluator"] == judge
        for kind, part in theirs["unweighted"].items():
            assert row["judge"]["unweighted"][kind] == pytest.approx(part)
        for name in ("node_f1", "edge_f1", "overall_f1", "overall_precision", "overall_recall"):
            assert row["judge"][name] == pytest.approx(theirs[name], abs=1e-12)


def test_which_judge_counts() -> None:
    def chosen(*names: str, asked: str | None = None) -> str | None:
        found = Evaluations()
        for name in names:
            found.add(evaluation(1, name, LABELS))
        return found.chosen(asked)

    assert chosen("fine_grained_a", "fine_grained", "fine_grained_b") == "fine_grained"
    assert chosen("fine_grained_a", "llm_judge_a") == "fine_grained_a"
    assert chosen("fine_grained_a", "fine_grained_b") is None
    assert chosen("fine_grained_a", "fine_grained", asked="fine_grained_a") == "fine_grained_a"
    assert chosen("graph_similarity") is None
    with pytest.raises(UsageError, match="no such judge"):
        chosen("fine_grained_a", "llm_judge_a", asked="llm_judge_a")


def test_shapes_of_marks() -> None:
    published_form = {**MARKS, "causal_accuracy": 4}
    del published_form["causal_precision"]
    for text in (
        json.dumps({"scores": MARKS}),
        f"```json\n{json.dumps({'scores': MARKS})}\n```",
        json.dumps(MARKS),
        json.dumps(published_form),
        json.dumps({"scores": published_form}),
    ):
        found = read_marks(text)
        assert found is not None and float(found.composite) == 9 / 15, text
        known = 4 if "causal_accuracy" in text else 0
        assert float(found.released_composite) == (5 + known) / 15
    short = dict.fromkeys(list(MARKS)[:2], 3)
    for text in ("", "{}", "no marks", "[1]", "null", json.dumps(short), '{"scores": 3}'):
        assert read_marks(text) is None, text
    assert read_marks(json.dumps({**MARKS, "causal_recall": 9})) is None


def test_shapes_of_labels() -> None:
    assert read_labels(LABELS) == read_labels(f"```yaml\n{LABELS}```")
    for text in ("", "{}", "null", "- a", "a: [", None):
        assert read_labels(text) is None


ROWS = [
    evaluation(1, "fine_grained_one", LABELS),
    evaluation(2, "fine_grained_two", LABELS.replace("WEAK", "STRONG")),
    evaluation(1, "fine_grained_two", "{}\n"),
    evaluation(1, "llm_judge_one", json.dumps({"scores": MARKS})),
    evaluation(1, "graph_similarity", None, score=None),
]
ANSWERS = [response(1, GOOD), response(2, GOOD), response(3, answer((2, 3)), NAMES)]


@pytest.mark.parametrize("old", [False, True])
def test_the_smallest_database(tmp_path: Path, old: bool) -> None:
    """Pool, answers and evaluations in one file, in the newer and the older form."""
    path = database(tmp_path / "recast_results.db", ANSWERS, ROWS, old=old)
    rows, tables = scored(path, "--judge", "fine_grained_one")
    assert [row["problem"] for row in rows] == ["5", "5", "5"]
    assert [row["task"] for row in rows] == ["free", "free", "names"]
    assert [row["released_status"] for row in rows] == ["scored"] * 3
    assert [row["judge"] is None for row in rows] == [False, True, True]  # 2 was judged by another
    assert rows[0]["judge"]["edge_recall"] == pytest.approx(5 / 6)
    (row,) = tables["aggregate"]
    assert (row["accuracy"], row["composite"], row["released composite"]) == (4, 9 / 15, 5 / 15)
    (row,) = tables["similarity"]
    assert (row["n"], row["mean"]) == (1, 0)  # a missing score is 0, as released
    who = {row["Evaluator"]: row for row in tables["evaluators"]}
    assert who["fine_grained_two"]["rows"] == 2 and who["fine_grained_two"]["left out"] == 1
    before = Path(path).read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["recast_results.db"]
    assert Path(path).read_bytes() == before


def test_several_judges_none_chosen(tmp_path: Path) -> None:
    path = database(tmp_path / "recast_results.db", ANSWERS, ROWS)
    done = CliRunner().invoke(cli, ["score", path, "--bootstrap", "0"])
    assert done.exit_code == 0 and "several judges, none chosen" in done.stderr
    assert "--judge takes one of fine_grained_one, fine_grained_two" in done.stdout
    rows, tables = scored(path)
    assert all(row["judge"] is None for row in rows) and "judged" not in tables
    done = CliRunner().invoke(cli, ["score", path, "--judge", "fine_grained_three"])
    assert isinstance(done.exception, UsageError)
    assert "did you mean 'fine_grained_" in str(done.exception)


def test_evaluations_of_every_file(tmp_path: Path) -> None:
    """JSON lines, CSV and the database say the same."""
    pool = lines(tmp_path / "s.jsonl", SAMPLE)
    told = lines(tmp_path / "r.jsonl", *ANSWERS)
    base = database(tmp_path / "recast_results.db", ANSWERS, ROWS)
    files = [base, lines(tmp_path / "e.jsonl", *ROWS), str(tmp_path / "e.csv")]
    with Path(files[2]).open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, ROWS[0])
        writer.writeheader()
        writer.writerows(ROWS)
    judge = ("--judge", "fine_grained_one")
    rows = [scored(pool, told, "--evaluations", file, *judge)[0] for file in files]
    assert rows[0] == rows[1] == rows[2] and rows[0][0]["judge"] is not None


def test_several_databases(tmp_path: Path) -> None:
    """Each is a pool of its own: the same ids of responses are others."""
    half = [evaluation(1, "fine_grained_one", LABELS.replace("WEAK", "NO"))]
    first = database(tmp_path / "a.db", ANSWERS, ROWS[:1])
    second = database(tmp_path / "b.db", ANSWERS[:1], half)
    for asked in ((first, second), (str(tmp_path),)):
        rows, tables = scored(*asked)
        assert [row["judge"] and row["judge"]["edge_recall"] for row in rows] == [
            pytest.approx(5 / 6),
            None,
            None,
            0,
        ]
        assert tables["judged"][0]["n"] == 2
    other = database(tmp_path / "c.db", ANSWERS, [evaluation(1, "fine_grained_two", LABELS)])
    done = CliRunner().invoke(cli, ["score", first, other])
    assert isinstance(done.exception, UsageError) and "--judge" in str(done.exception)


def test_tables_of_samples_and_of_responses(tmp_path: Path) -> None:
    """CSV files of which one has the problems and the other the answers."""
    for name, rows in (("s", [SAMPLE]), ("r", ANSWERS)):
        plain = [
            {k: json.dumps(v) if isinstance(v, list | dict) else v for k, v in row.items()}
            for row in rows
        ]
        with (tmp_path / f"{name}.csv").open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, plain[0])
            writer.writeheader()
            writer.writerows(plain)
    found, _ = scored(str(tmp_path / "s.csv"), str(tmp_path / "r.csv"))
    assert [row["released_status"] for row in found] == ["scored"] * 3


def test_another_response_of_the_same_model_is_not_judged(tmp_path: Path) -> None:
    """Two answers of one model to one sample: labels belong to the one that they name."""
    path = database(tmp_path / "recast_results.db", ANSWERS, ROWS[:1])
    rows, _ = scored(path)
    assert [row["judge"] is not None for row in rows] == [True, False, False]
    pool = lines(tmp_path / "s.jsonl", SAMPLE)
    bare = {"instanceId": "5", "model": "m", "response": GOOD, "task_type": "free"}
    found, _ = scored(pool, lines(tmp_path / "p.jsonl", bare), "--evaluations", path)
    assert found[0]["judge"] is not None  # the only response of this model that was judged


def test_rows_of_one_response(tmp_path: Path) -> None:
    """Ours are merged by section, the later wins; released, each is a case of its own."""
    half = LABELS.replace("WEAK", "NO")
    rows = [evaluation(1, "fine_grained", LABELS), evaluation(1, "fine_grained", half)]
    path = database(tmp_path / "recast_results.db", ANSWERS[:1], rows)
    found, tables = scored(path)
    assert found[0]["judge"]["edge_recall"] == 0
    (row,) = tables["judged released"]
    assert (row["n"], row["edge recall"]) == (2, pytest.approx(5 / 12))
    (row,) = tables["evaluators"]
    assert (row["rows"], row["merged"]) == (2, 1)
    (row,) = tables["judged"]
    assert (row["n"], row["edge recall"]) == (1, 0)


def test_a_finished_run_is_not_resumed_with_another_judge(tmp_path: Path) -> None:
    path = database(tmp_path / "recast_results.db", ANSWERS, ROWS)
    out = str(tmp_path / "scores.jsonl")
    asked = ["score", path, "--out", out, "--bootstrap", "0", "--judge"]
    assert CliRunner().invoke(cli, [*asked, "fine_grained_one"]).exit_code == 0
    assert CliRunner().invoke(cli, [*asked, "fine_grained_one", "--resume"]).exit_code == 0
    done = CliRunner().invoke(cli, [*asked, "fine_grained_two", "--resume"])
    assert isinstance(done.exception, UsageError) and "another judge" in str(done.exception)

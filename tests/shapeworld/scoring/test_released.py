"""What files of the released programs say of their cases, held against what the programs knew of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from math import isclose
from pathlib import Path

import pytest

from symcause.families.shapeworld.documents.score_document import ShapeWorldScore
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.transcript_evidence import edge_mismatch
from symcause.families.shapeworld.release.causallink_tables import (
    read_results,
)
from symcause.families.shapeworld.release.failure_reader import read_failure
from symcause.families.shapeworld.release.failure_writer import write_failure
from symcause.families.shapeworld.release.release_names import origin, table_origin
from symcause.families.shapeworld.scoring.answer_score import score_answer
from symcause.formats.answer_files.predictions import Prediction, read_rows
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.storage.byte_streams import opened
from symcause.models.dags import DAG
from tests.cli.cases import Shell
from tests.shapeworld.cases import shared
from tests.shapeworld.released_tables import write_results

RUNS = ("head", "feb2025", "resumed")

VERDICTS = {
    "fake-deepseek_confounder_cot_basic_limit_step": (30, 7, 12, 11, 0, 0, 10, 4, 16),
    "fake-deepseek_direct_cot_basic_limit_step": (3, 1, 1, 1, 0, 0, 2, 1, 0),
    "fake-deepseek_mediation_cot_basic_limit_step": (15, 4, 7, 4, 0, 0, 5, 3, 7),
    "fake-one_confounder_basic": (41, 7, 17, 17, 0, 0, 16, 6, 19),
    "fake-one_confounder_basic_limit_step": (38, 9, 15, 14, 0, 0, 13, 7, 18),
    "fake-one_direct_basic": (2, 0, 2, 0, 0, 0, 1, 0, 1),
    "fake-one_direct_basic_limit_step": (2, 0, 2, 0, 0, 0, 1, 0, 1),
    "fake-one_mediation_basic": (17, 4, 7, 6, 0, 0, 9, 3, 5),
    "fake-one_mediation_basic_limit_step": (15, 4, 8, 3, 0, 0, 6, 1, 8),
    "fake-two_random_basic": (63, 7, 25, 31, 0, 0, 18, 16, 29),
    "fake-three_random": (66, 12, 5, 49, 0, 0, 6, 27, 33),
    "fake-four_random_basic": (56, 6, 22, 28, 0, 0, 17, 15, 24),
}
"""Lines; yes, no, open, inconsistent, contradicts key; refuted, unsupported, none."""

World = dict[str, object]


def worlds(run: str) -> list[World]:
    text = (shared("released") / run / "worlds.jsonl").read_text(encoding="utf-8")
    return [json.loads(one) for one in text.splitlines()]


def failures(run: str) -> Iterable[tuple[Path, list[ShapeWorldProblem], list[World]]]:
    """Every log of a run: its problems, and what the program knew of them."""
    for path in sorted((shared("released") / run / "failure_cases").glob("*.jsonl")):
        name = origin(path.name)
        meant = [
            world
            for world in worlds(run)
            if world["result"] is not True
            and (world["model"], world["structure"]) == (name["model"], name["structure"])
            and name.get("template", world["template"]) == world["template"]
        ]
        items = [item.problem for item in read_problems(path)]
        yield path, [one for one in items if isinstance(one, ShapeWorldProblem)], meant


@pytest.mark.parametrize("run", RUNS)
def test_every_line_of_the_shared_logs(run: str) -> None:
    for path, problems, meant in failures(run):
        rows = [row for row in read_rows(path) if isinstance(row, Prediction)]
        assert len(problems) == len(meant) == len(rows) == VERDICTS[path.stem][0]
        counts: Counter[str | None] = Counter()
        for problem, world, row in zip(problems, meant, rows, strict=True):
            score = score_answer(problem, row.model, row.response)
            _agrees(problem, score, world)
            counts.update((score.verdict, score.support))
            counts["contradicts"] += score.contradicts_key is True
        found = ("yes", "no", "open", "inconsistent", "contradicts", "refuted", "unsupported", None)
        assert tuple(counts[key] for key in found) == VERDICTS[path.stem][1:]
        assert counts["justified"] == 0


def _agrees(problem: ShapeWorldProblem, score: ShapeWorldScore, world: World) -> None:
    """A line says of its case what the program that wrote it knew."""
    assert (score.template, score.model, score.structure) == tuple(
        world[key] for key in ("template", "model", "structure")
    )
    assert (score.mark, score.mark_differs, score.remark) == (world["error"], False, None)
    assert score.interventions == world["n_step"] + 1  # type: ignore[operator]
    answered = world["result"] is False
    truth = "yes" if world["truth"] else "no"
    assert score.truth == (truth if answered else None)
    assert (score.answer is not None) == answered and score.answer != truth
    assert problem.shapes == tuple(world["shapes"])  # type: ignore[arg-type]
    assert set(problem.initial or ()) == set(world["start"])  # type: ignore[call-overload]
    applied = [
        [step.shape, step.action, set(step.moving)]
        for step in problem.transcript
        if step.action is not None and step.moving is not None
    ]
    assert applied == [[shape, action, set(moving)] for shape, action, moving in world["applied"]]  # type: ignore[attr-defined]


def test_where_the_start_of_the_resumed_log_conflicts() -> None:
    """Three lines begin in a state that is not closed in their world; what they show is what it shows."""
    ((_, problems, meant),) = failures("resumed")
    found = [score_answer(one, "m", one.answer or "") for one in problems]
    odd = {i: (s.verdict, s.truth) for i, s in enumerate(found, 1) if s.start_conflicts is True}
    assert odd == {21: ("open", None), 22: ("open", "yes"), 23: ("no", "no")}
    assert not any(s.contradicts_key or s.verdict == "inconsistent" for s in found)
    for problem, world in zip(problems, meant, strict=True):
        edges: list[list[str]] = world["edges"]  # type: ignore[assignment]
        true = DAG.of([(x, y) for x, y in edges], nodes=problem.shapes)
        assert edge_mismatch(problem, true.children) is None


def test_the_resumed_log_if_every_start_is_closed() -> None:
    ((_, problems, _),) = failures("resumed")
    found = [score_answer(one, "m", one.answer or "", start="closed") for one in problems]
    odd = {i: s.verdict for i, s in enumerate(found, 1) if s.verdict == "inconsistent"}
    assert odd == {21: "inconsistent", 23: "inconsistent"}
    assert [i for i, s in enumerate(found, 1) if s.contradicts_key] == [22]
    assert (found[21].verdict, found[21].truth) == ("no", "yes")


@pytest.mark.parametrize("run", RUNS)
def test_shared_logs_there_and_back(run: str) -> None:
    """Written anew with messages of ours, a line says the same."""
    for _, problems, _ in failures(run):
        for problem in problems:
            again = read_failure(json.loads(write_failure(problem)), f"folder/{problem.id}")
            assert again == problem


@pytest.mark.parametrize("run", RUNS)
def test_every_row_of_the_shared_results(run: str) -> None:
    seen = worlds(run)
    if run == "resumed":
        del seen[36]  # right, and lost with the interruption
    for path in sorted((shared("released") / run / "results").glob("*.csv")):
        model, template = table_origin(str(path))
        meant = [w for w in seen if (w["model"], w["template"]) == (model, template)]
        with opened(path) as source:
            rows = read_results(source)
        assert len(rows) == len(meant) > 0
        for row, world in zip(rows, meant, strict=True):
            start = {i for i, x in enumerate(world["shapes"]) if x in world["start"]}  # type: ignore
            assert (row.structure, set(row.setup), row.cause, row.effect) == (
                world["structure"],
                start,
                world["cause"],
                world["effect"],
            )
            assert (row.truth, row.error or None, row.result, row.n_step) == tuple(
                world[key] for key in ("truth", "error", "result", "n_step")
            )
        assert write_results(rows) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("run", RUNS)
def test_tables_of_the_shared_results_are_those_of_the_release(run: str, shell: Shell) -> None:
    folder = shared("released") / run
    known = json.loads((folder / "released_analysis.json").read_text(encoding="utf-8"))
    for name, wanted in known.items():
        code, (*rows, last) = shell.json("score", folder / "results" / name, "--bootstrap", 0)
        assert code == 0
        tables = {one["key"]: one for one in last["summary"]["tables"]}
        assert list(tables)[:2] == ["accuracy", "structures"]
        assert "support" not in tables
        found = [
            dict(zip(tables["structures"]["columns"], r, strict=True))
            for r in tables["structures"]["rows"]
        ]
        for one, released in zip(found, wanted["structure_analysis"], strict=True):
            assert one["structure"] == released["structure"]
            assert isclose(one["right"], 100 * released["accuracy|mean"])
            assert isclose(one["se"], 100 * released["accuracy|std"])
        overall = dict(
            zip(tables["accuracy"]["columns"], tables["accuracy"]["rows"][0], strict=True)
        )
        by_truth = {part["ground_truth"]: part for part in wanted["causal_flag_analysis"]}
        for truth, word in ((False, "no"), (True, "yes")):
            assert isclose(overall[word], by_truth[truth]["accuracy"])
            steps = [row["interventions"] for row in rows if row["truth"] == word]
            assert isclose(sum(steps) / len(steps), by_truth[truth]["n_step"] + 1)
        assert overall["errors"] == sum(part["error"] for part in by_truth.values())
        marks = Counter((row["structure"], row["mark"]) for row in rows if row["mark"])
        assert marks == Counter(
            {(part["structure"], part["error"]): part["count"] for part in wanted["error_analysis"]}
        )


def test_cleaned_transcripts_hold_what_the_log_holds_and_answers_that_never_counted() -> None:
    ((path, problems, meant),) = failures("feb2025")
    cleaned = path.parent.parent / "cleaned_failure_cases" / f"{path.stem}.txt"
    records = [item.problem for item in read_problems(cleaned)]
    wrong = 0
    for record, problem, world in zip(records, problems, meant, strict=True):
        assert isinstance(record, ShapeWorldProblem)
        assert (record.shapes, record.initial) == (problem.shapes, problem.initial)
        assert [s.moving for s in record.transcript if s.is_numbered] == [
            s.moving for s in problem.transcript if s.is_numbered
        ]
        if record.right is not None and problem.right is None:
            assert record.metadata["inferred"] is True
            wrong += record.right != world["truth"]
        elif problem.right is not None:
            assert record.right == problem.right == world["truth"]
    assert wrong > 0

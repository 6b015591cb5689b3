"""Scores: published numbers from result files, support from transcripts, and the whole run."""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from symcause.families.shapeworld.documents.score_document import ShapeWorldScore
from symcause.families.shapeworld.files.document import read_shapeworld, write_shapeworld
from symcause.families.shapeworld.generator.published_cases import core_cases
from symcause.families.shapeworld.problem.episode_phases import Phase
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.questions.score import ShapeWorldScoring
from symcause.families.shapeworld.release.causallink_tables import ResultRow
from symcause.families.shapeworld.release.transcript_records import (
    transcript_answers,
    transcript_documents,
)
from symcause.families.shapeworld.scoring.answer_score import score_answer
from symcause.families.shapeworld.scoring.answer_summary import ShapeWorldSummary
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.storage.byte_streams import opened
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.score_table import Table
from tests.cli.cases import Shell
from tests.printed import shown_as_they_are
from tests.shapeworld.cases import EXAMPLES, case, shared
from tests.shapeworld.released_episode import Episode
from tests.shapeworld.released_tables import write_results

QUICK = Bootstrap(resamples=50, seed=1)


def cells(table: Table, row: int = 0) -> dict[str, object]:
    return dict(zip(table.columns, (cell.value for cell in table.rows[row]), strict=True))


def test_one_answer() -> None:
    found = score_answer(replace(EXAMPLES["illusive"], truth=True), "m", '{"answer": "no"}')
    assert (found.right, found.support, found.pattern) == (False, "refuted", "illusive-confounder")
    assert (found.interventions, found.decided_at, found.surplus) == (1, 1, 0)
    assert found.kinds.to_dict() == {"informative": 1, "set-up": 0, "wasted": 0, "void": 0}
    good = score_answer(replace(EXAMPLES["illusive"], truth=True), "m", "yes")
    assert (good.right, good.support, good.lucky) == (True, "justified", False)
    none = score_answer(EXAMPLES["illusive"], "m", "perhaps")
    assert (none.answer, none.right, none.support) == (None, None, None)


def test_an_impossible_transcript_counts_no_steps() -> None:
    found = score_answer(case("a b", "a", "b", "a b", "move a:"), "m", "yes")
    assert (found.verdict, found.support) == ("inconsistent", None)
    assert sum(found.kinds.to_dict().values()) == 0  # type: ignore[call-overload]


BASIC = {
    "Llama 3.2 3B": (36, 23),
    "Llama 3.1 8B": (46, 7),
    "Mistral 7B": (43, 7),
    "Qwen2.5 3B": (42, 11),
    "Qwen2.5 14B": (44, 23),
    "Qwen2.5 32B": (45, 26),
    "DS-Qwen 32B": (38, 16),
    "GPT-4o-mini": (47, 9),
    "GPT-4o": (43, 31),
    "Nemotron": (47, 29),
    "Gemini": (37, 34),
}
"""Right of the 47 no cases and of the 37 yes cases, with the basic prompt."""

STEP_LIMIT = {
    "hf-llama-32-3": (36, 23),
    "hf-llama-31-8": (44, 5),
    "hf-mistral-7": (45, 8),
    "hf-qwen-25-3": (42, 11),
    "hf-qwen-25-14": (47, 20),
    "hf-deepseek-distill-qwen-14": (40, 26),
    "hf-qwen-25-32-large": (46, 29),
    "hf-deepseek-distill-qwen-32-large": (46, 32),
    "openai_gpt-4o-mini": (46, 7),
    "openai_gpt-4o": (43, 33),
    "Llama-3.1-Nemotron-70B-Instruct-HF": (47, 33),
    "gemini-2.0-flash": (34, 33),
}
"""The same with the step-limit prompt, by the names of the release."""

ADVANCED = {
    "GPT-4o": ("0.604", "0.547", "0.510", "0.447"),
    "Gemini": ("0.525", "0.463", "0.406", "0.32"),
}
"""Published accuracy in worlds of 4 to 7 shapes."""


def results(no: int, yes: int) -> str:
    """Results of the core set with this many right cases of either truth, two interventions each."""
    rows, left = [], {False: no, True: yes}
    for problem in core_cases():
        truth = problem.right is True
        left[truth] -= 1
        structure = str(problem.metadata["structure"])
        setup = tuple(problem.index[name] for name in problem.initial or ())
        right = left[truth] >= 0
        rows.append(ResultRow(structure, setup, problem.cause, problem.effect, truth, "", right, 1))
    return write_results(rows)


@pytest.mark.parametrize("published", [BASIC, STEP_LIMIT], ids=["basic", "step-limit"])
def test_result_files_give_the_published_tables(
    published: dict[str, tuple[int, int]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for model, right in published.items():
        (tmp_path / f"{model}.csv").write_text(results(*right), encoding="utf-8")
    code, out, _ = Shell(capsys)("score", tmp_path, "--format", "json", "--bootstrap", "0")
    tables = {table["key"]: table for table in json.loads(out)["tables"]}
    assert code == 0 and list(tables) == [*("accuracy", "structures", "starts", "shapes")], (
        "no transcripts, no support"
    )
    rows = {row[0]: row[1:] for row in tables["accuracy"]["rows"]}
    for model, (no, yes) in published.items():
        assert rows[model][:4] == [84, no / 47, yes / 37, (no + yes) / 84]
        assert rows[model][-2:] == [2, 0]
    assert rows["always yes"][:4] == [84, 0, 1, 37 / 84]
    assert rows["always no"][:4] == [84, 1, 0, 47 / 84]
    sizes = {(row[0], row[1]): row[2] for row in tables["structures"]["rows"]}
    for model in published:
        assert [sizes[model, s] for s in ("confounder", "direct", "mediation")] == [54, 6, 24]
    shares = ("right", "se", "min", "max", "mean of starts", "se of starts")
    assert shown_as_they_are(tables["structures"], 1, shares) > 30
    assert shown_as_they_are(tables["starts"], 1, ("right",)) > 10
    assert shown_as_they_are(tables["shapes"], 1, ("right",)) > 3


def test_no_result_and_errors_of_a_results_table(tmp_path: Path) -> None:
    file = tmp_path / "somebody_direct.csv"
    rows = [_row(True, True), _row(True, None, "no object"), _row(False, False), _row(False, True)]
    file.write_text(write_results(rows), encoding="utf-8")
    found = [item.problem for item in read_problems(file)]
    problems = [problem for problem in found if isinstance(problem, ShapeWorldProblem)]
    assert [problem.answer for problem in problems] == ["yes", None, "yes", "no"]
    name = "direct-none-a-b"
    assert [problem.id for problem in problems] == [name, *(f"{name}-{i}" for i in (2, 3, 4))]
    scores = [score_answer(problem, "m", problem.answer or "") for problem in problems]
    assert [score.right for score in scores] == [True, False, False, True]
    assert all(score.support is None and not score.logged for score in scores)
    cases = summed(scores).models("case")["m"]
    assert cases.by_unit("right")[f"{name}-2"].sum == 0 and cases.count("error") == 1
    assert cases.total("interventions").mean == 1 and cases.total("right").mean == 0.5


def test_the_table_by_structure_is_the_step_limit_run() -> None:
    """Right cases of the three structures add up to those of the two truths, for all twelve systems."""
    sizes = {"confounder": 54, "direct": 6, "mediation": 24}
    found: Counter[str] = Counter()
    with shared("structure_analysis.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[row["model"]] += round(float(row["accuracy"]) * sizes[row["structure"]] / 100)
    assert dict(found) == {model: no + yes for model, (no, yes) in STEP_LIMIT.items()}


def test_advanced_accuracies() -> None:
    """Failures that were logged give the published shares; always yes beats all of them."""
    logged = {"Gemini": (143, 161, 178, 204), "GPT-4o": (None, None, None, 166)}
    for model, failures in logged.items():
        for count, told in zip(failures, ADVANCED[model], strict=True):
            assert count is None or abs((300 - count) / 300 - float(told)) < 0.0025
    always_yes = (Fraction(283, 384), Fraction(1857, 2560), Fraction(22403, 30720))
    for shares in ADVANCED.values():
        for share, yes in zip(shares, always_yes, strict=False):
            assert yes > Fraction(share)


def test_constant_answers_are_baselines() -> None:
    scores = [score_answer(problem, "m", "yes") for problem in core_cases()]
    summary = summed(scores)
    yes, no = summary.constants().values()
    assert yes.total("right").mean == summary.models("case")["m"].total("right").mean == 37 / 84
    assert no.total("right").mean == 47 / 84
    assert yes.total("right", ["no"]).mean == 0
    assert summed(scores[:1]).models("case")["m"].total("right").standard_error is None


def summed(scores: list[ShapeWorldScore]) -> ShapeWorldSummary:
    summary = ShapeWorldSummary()
    for score in scores:
        summary.take(score)
    return summary


def _row(truth: bool, result: bool | None, error: str = "") -> ResultRow:
    return ResultRow("direct", (), "a", "b", truth, error, result, 0)


def test_answers_stored_in_our_own_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The paper's five examples, as documents with the answers that were given."""
    pool = tmp_path / "five.jsonl"
    named = [
        replace(problem, id=name, metadata={"model": "somebody"})
        for name, problem in EXAMPLES.items()
    ]
    lines = [json.dumps(write_shapeworld(problem)) for problem in named]
    pool.write_text("\n".join(lines) + "\n", encoding="utf-8")
    shell = Shell(capsys)
    code, out, _ = shell("score", pool, "--json", "--bootstrap", "0")
    *scored, summary = map(json.loads, out.splitlines())
    assert code == 0 and {line["model"] for line in scored} == {"somebody"}
    assert [line["support"] for line in scored] == [
        *("unsupported", "refuted", "unsupported", "refuted", "unsupported"),
    ]
    assert [table["key"] for table in summary["summary"]["tables"]] == [
        "support",
        "steps",
        "abstention",
    ]
    bare = tmp_path / "case.json"
    unplayed = replace(EXAMPLES["illusive"], transcript=(), answer=None)
    bare.write_text(json.dumps(write_shapeworld(unplayed)), encoding="utf-8")
    code, _, err = shell("score", bare)
    assert code == 2 and "it contains no stored answers" in err


def test_a_run_over_stored_transcripts() -> None:
    scoring = ShapeWorldScoring()
    with opened(shared("transcripts/hf-llama-31-8_mediation.txt")) as source:
        problems = {
            p.id: p for d in transcript_documents(source) for p in [read_shapeworld(d.value)]
        }
    with opened(shared("transcripts/hf-llama-31-8_mediation.txt")) as source:
        for document in transcript_answers(source):
            row = document.value
            assert isinstance(row, dict)
            problem = problems[row["instanceId"]]
            scoring.enter(problem, "pool")
            line = scoring.score(scoring.scorer(problem), row["model"], row["response"])
            scoring.take(line, "pool")
    tables = {table.key: table for table in scoring.tables(QUICK)}
    keys = ["support", "steps", "patterns", "intervals", "abstention"]
    assert list(tables) == keys, "only failures were logged"
    support = cells(tables["support"])
    assert (support["cases"], support["answered"], support["impossible"]) == (15, 15, 0)
    assert (support["refuted"], support["unsupported"]) == (14 / 15, 1 / 15)
    assert "3 cases are judged by the steps alone" in tables["support"].note
    steps = cells(tables["steps"])
    assert [steps[k] for k in ("informative", "set-up", "wasted", "void")] == [23, 17, 12, 3]


def test_an_optimal_agent_is_always_justified_and_never_beyond_the_optimum_plus_one() -> None:
    """The plan played under the protocol in every core case: right, justified, within the worst case."""
    from symcause.families.shapeworld.audits.intervention_optimum import Optimum
    from symcause.families.shapeworld.space.space_choice import open_space

    scoring = ShapeWorldScoring()
    for problem in core_cases():
        gold = problem.gold_relation
        assert gold is not None and problem.initial is not None
        episode = Episode.begun(gold, problem.cause, problem.effect, problem.initial)
        while episode.phase is not Phase.OVER:
            optimum = Optimum(open_space(replace(episode.problem("e"), gold=None, answer=None)))
            best = optimum.best()
            if episode.phase is Phase.CHOICE:
                said = "answer the question" if best is None else "continue interaction"
                episode = episode.replied(f'{{"next": "{said}"}}')
            elif episode.phase is Phase.ANSWER:
                found = open_space(replace(episode.problem("e"), gold=None))
                answer = "yes" if found.answering(True) is not None else "no"
                episode = episode.replied(f'{{"answer": "{answer}"}}')
            else:
                action, shape = best or ("hold", 0)
                name = problem.shapes[shape]
                episode = episode.replied(f'{{"shape": "{name}", "action": "{action}"}}')
        played = episode.problem(problem.id)
        score = score_answer(played, "plan", played.answer or "")
        assert (score.right, score.support) == (True, "justified")
        worst = Optimum(open_space(problem)).worst_case()
        assert isinstance(worst, int) and score.interventions <= max(1, worst)
        assert score.excess is not None and score.excess >= 0
        scoring.take(score.to_dict(), "pool")
    tables = {table.key: table for table in scoring.tables(QUICK)}
    assert cells(tables["accuracy"])["all"] == 1
    assert cells(tables["support"])["justified"] == 1


def test_without_any_answer_there_is_no_table() -> None:
    assert ShapeWorldScoring().tables(QUICK) == []


@pytest.mark.parametrize("mark", ["", "invalid action"])
def test_marks_of_the_protocol_are_errors(mark: str) -> None:
    problem = replace(EXAMPLES["illusive"], truth=True, metadata={"mark": mark} if mark else {})
    made = summed([score_answer(problem, "m", "yes")]).models("case")["m"]
    assert made.count("error") == bool(mark)


def test_answers_are_judged_in_the_class_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Listed first, the effect cannot be a cause: what is open among all worlds is settled there."""
    path, out = tmp_path / "pool.jsonl", tmp_path / "scores.jsonl"
    problem = case("a b", "b", "a", "a b", said="no")
    path.write_text(json.dumps(write_shapeworld(problem)) + "\n", encoding="utf-8")
    shell = Shell(capsys)
    _, (open_, _) = shell.json("score", path)
    _, (listed, summary) = shell.json("score", path, "--class", "listed")
    assert (open_["support"], open_["class"]["name"]) == ("unsupported", "all")
    assert (listed["support"], listed["class"]) == (
        "justified",
        {"name": "listed", "source": "option"},
    )
    notes = {table["key"]: table["note"] for table in summary["summary"]["tables"]}
    assert notes["support"].count("class listed; ") == 1
    assert shell("score", path, "--out", out)[0] == 0
    code, _, err = shell("score", path, "--out", out, "--resume", "--class", "listed")
    assert code == 2 and "another --class" in err

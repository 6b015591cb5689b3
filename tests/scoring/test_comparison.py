"""``symcause score --baselines``: systems side by side, and what only the version space tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symcause.errors import UsageError
from symcause.families.boolean.baselines.baseline_registry import BUNDLED, Bundled
from symcause.families.boolean.files.answer_documents import write_answer
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.member_answers import written
from symcause.models.disclosure import Setting
from tests.cli.test_score import FAR, RIGHT, _release, _row, documents, run, save
from tests.scoring.cases import demo
from tests.scoring.test_alternatives import PROBLEM
from tools.corpus.timeless import timeless

__all__ = ["save"]  # a fixture

Save = Callable[..., Path]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("spy", "demo_gold", "sleeper", "broken"):
        where = f"tests.scoring.comparison_cases:{name}"
        monkeypatch.setitem(BUNDLED, name, Bundled(where, "made for a test"))


def problems(count: int = 6, setting: Setting = Setting.HIDDEN_ORDER) -> list[BooleanProblem]:
    return [
        replace(demo(setting), id=f"{setting}{i}", max_parents=2, metadata={"latent": i})
        for i in range(count)
    ]


def table(last: dict[str, Any], key: str) -> list[dict[str, str]]:
    """The rows of a table of the summary, by column."""
    found = next(t for t in last["summary"]["tables"] if t["key"] == key)
    return [dict(zip(found["columns"], row, strict=True)) for row in found["shown"]]


def test_baselines_and_predictions_side_by_side(save: Save) -> None:
    pool = save("pool.jsonl", *problems(), *problems(setting=Setting.HIDDEN_ROOTS))
    rows = save("rows.jsonl", *(_row(f"hidden-order{i}", RIGHT, "talker") for i in range(6)))
    done = run("score", pool, rows, "--baseline", "simplest", "--baseline", "demo_gold", "--json")
    assert done.exit_code == 0
    *lines, last = documents(done)
    names = [f"{setting}{i}" for setting in ("hidden-order", "hidden-roots") for i in range(6)]
    assert [(d["problem"], d["model"]) for d in lines] == [
        *((name, "talker") for name in names[:6]),
        *((name, "simplest") for name in names),
        *((name, "demo_gold") for name in names),
    ]
    assert all(d["train_exact"] and d["in_class"] for d in lines)
    compared = table(last, "comparison")
    assert [(r["Setting"], r["Model"]) for r in compared] == [
        ("hidden-order", "talker"),
        ("hidden-order", "simplest"),
        ("hidden-order", "demo_gold"),
        ("hidden-roots", "simplest"),
        ("hidden-roots", "demo_gold"),
    ]
    for setting in (Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS):
        count = ExactSpace.of(problems(1, setting)[0]).count
        for row in (r for r in compared if r["Setting"] == setting):
            assert row["Other explanations (median)"] == str(count - 1)
            assert row["Unique explanation"] == f"{count == 1:.3f}"
            assert (row["TrainExact"], row["In class"]) == ("1.000", "1.000")
    assert {r["Model"] for r in table(last, "main")} == {"talker", "simplest", "demo_gold"}


def test_an_attempt_is_scored_like_a_prediction(save: Save) -> None:
    pool = save("pool.jsonl", *problems(2))
    answered = documents(run("score", pool, "--baseline", "demo_gold", "--json"))[:-1]
    rows = save("rows.jsonl", *(_row(f"hidden-order{i}", RIGHT, "demo_gold") for i in range(2)))
    given = documents(run("score", pool, rows, "--version-space", "--json"))[:-1]
    told = [d.pop("attempt") for d in answered]
    assert [(t["status"], t["solved"], t["optimal"], t["note"]) for t in told] == [
        ("answered", True, False, None)
    ] * 2
    assert {t["optimum"] for t in told} == {"not claimed"}
    assert answered == given


def test_baselines_see_neither_gold_nor_heldout_worlds(save: Save) -> None:
    assert demo().gold is not None and demo().heldout
    for setting in Setting:
        pool = save("pool.jsonl", *problems(1, setting))
        line, _ = documents(run("score", pool, "--baseline", "spy", "--seed", "5", "--json"))
        assert line["attempt"]["note"] == repr(
            {
                "seed": 5,
                "gold": False,
                "splits": ["train"],
                "metadata": {},
                "ids": ["problem", *(f"w{at:02d}" for at in range(len(demo(setting).training)))],
            }
        )
        assert not (line["valid"] or line["train_exact"] or line["heldout_exact"])


@pytest.mark.parametrize(
    ("name", "options", "note"),
    [
        ("sleeper", ["--timeout", "0.3"], "time limit of 0.3 s"),
        ("broken", [], "ZeroDivisionError: nothing to divide by"),
    ],
)
def test_failures_count_as_invalid_answers(
    name: str, options: list[str], note: str, save: Save, hanging: None
) -> None:
    pool = save("pool.jsonl", *problems(2))
    done = run("score", pool, "--baseline", name, "--baseline", "demo_gold", "--json", *options)
    assert done.exit_code == (2 if name == "broken" else 0)  # a limit is no failure of the program
    assert f"{name}: hidden-order0: {note}" in done.stderr
    *lines, last = documents(done)
    assert [d["valid"] for d in lines] == [False] * 2 + [True] * 2
    assert note in lines[0]["attempt"]["note"] and lines[0]["attempt"]["solved"] is False
    assert lines[0]["stage"] == "extracted_json" and lines[0]["in_class"] is None
    assert lines[0]["attempt"]["status"] == {"sleeper": "stopped", "broken": "crashed"}[name]
    failed, knower = table(last, "comparison")
    assert (failed["TrainExact"], failed["Unique explanation"]) == ("0.000", "0.000")
    assert (failed["Other explanations (median)"], knower["TrainExact"]) == ("–", "1.000")


def test_all_baselines(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("spy", "sleeper", "broken"):
        monkeypatch.delitem(BUNDLED, name)
    pool = save("pool.jsonl", *problems(1, Setting.ORDERED))
    lines = documents(run("score", pool, "--baselines", "--baseline", "simplest", "--json"))[:-1]
    assert [d["model"] for d in lines] == list(BUNDLED)
    assert all(d["train_exact"] == d["attempt"]["solved"] for d in lines)
    done = run("score", pool, "--baseline", "simplst")
    assert isinstance(done.exception, UsageError) and "did you mean" in str(done.exception)


def test_jobs_and_standard_input_give_the_same_lines(save: Save) -> None:
    pool = save("pool.jsonl", *problems(5))
    options = ("--baseline", "simplest", "--baseline", "spy", "--json")
    expected = timeless(run("score", pool, *options).stdout)
    assert timeless(run("score", pool, *options, "--jobs", "3").stdout) == expected
    assert timeless(run("score", "-", *options, text=pool.read_text()).stdout) == expected


def test_resume(save: Save, tmp_path: Path) -> None:
    pool = save("pool.jsonl", *problems(3))
    rows = save("rows.jsonl", *(_row(f"hidden-order{i}", RIGHT) for i in range(3)))
    out = tmp_path / "out.jsonl"
    options = ("--baseline", "simplest", "--out", out, "--json")
    first = run("score", pool, rows, *options)
    whole = out.read_text().splitlines(keepends=True)
    assert len(whole) == 6
    for kept in (0, 2, 4, 6):
        out.write_text("".join(whole[:kept]))
        again = run("score", pool, rows, *options, "--resume")
        assert timeless(again.stdout) == timeless(first.stdout)
        assert timeless(out.read_text()) == timeless("".join(whole))
    other = run("score", pool, rows, *options[2:], "--baseline", "spy", "--resume")
    assert "belong to other answers" in str(other.exception)
    run("score", pool, rows, "--out", out)
    lacking = run("score", pool, rows, "--out", out, "--resume", "--version-space")
    assert "scored without --version-space" in str(lacking.exception)


def test_alternative_tasks_are_left_to_others(save: Save) -> None:
    pool = save("pool.jsonl", PROBLEM, *problems(1))
    lines = documents(run("score", pool, "--baseline", "simplest", "--json"))[:-1]
    assert [d["problem"] for d in lines] == ["hidden-order0"]


def test_stored_answers_beside_baselines(tmp_path: Path) -> None:
    """Each file of a folder on its own: the same ids, the same latent problem."""
    for setting in (Setting.ORDERED, Setting.HIDDEN_ORDER):
        problem = replace(demo(setting), id="shared")
        (tmp_path / f"{setting}.yaml").write_text(_release(problem, {"m": RIGHT}))
    *lines, last = documents(run("score", tmp_path, "--baseline", "simplest", "--json"))
    assert [d["model"] for d in lines] == ["m", "simplest"] * 2
    deltas = table(last, "deltas")
    assert [(r["Model"], r["n shared"]) for r in deltas] == [("m", "1"), ("simplest", "1")]


def test_answers_outside_the_class_and_wrong_ones(save: Save) -> None:
    """Three functional parents explain the rows too, but the class has at most two."""
    (problem,) = problems(1)
    everything = ExactSpace.of(problem, HypothesisClass()).members()
    wide = next(m for m in everything if any(len(f.parents) > 2 for f in m.functions.values()))
    pool = save("pool.jsonl", problem)
    texts = [RIGHT, json.dumps(write_answer(written(problem, wide))), FAR, "nothing"]
    rows = save("rows.jsonl", *(_row("hidden-order0", t, f"m{i}") for i, t in enumerate(texts)))
    lines = documents(run("score", pool, rows, "--version-space", "--json"))[:-1]
    assert [d["train_exact"] for d in lines] == [True, True, False, False]
    assert [d["in_class"] for d in lines] == [True, False, False, None]
    count = ExactSpace.of(problem).count
    assert lines[0]["other_explanations"] == count - 1 and lines[0]["unique"] is (count == 1)
    assert all(d["unique"] is d["other_explanations"] is None for d in lines[1:])


def test_without_the_options_nothing_changes(save: Save) -> None:
    pool = save("pool.jsonl", *problems(1))
    line, last = documents(
        run("score", pool, save("r.jsonl", _row("hidden-order0", RIGHT)), "--json")
    )
    assert not line.keys() & {"in_class", "unique", "other_explanations", "attempt"}
    assert "comparison" not in {t["key"] for t in last["summary"]["tables"]}

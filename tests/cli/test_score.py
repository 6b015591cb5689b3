"""The commands check, score, prompt and separate, as scripts see them."""

from __future__ import annotations

import copy
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from symcause.cli.main import cli
from symcause.cli.score_run.problem_store import Store
from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.questions.score import BooleanScoring
from symcause.families.boolean.release.files.release_writer import write_header, write_record
from symcause.formats.pools.problem_files import Item, read_problems
from symcause.models.disclosure import Setting
from tests.patience import PATIENCE, until
from tests.scoring.cases import GOLD, demo
from tests.scoring.test_alternatives import ANSWER, PROBLEM
from tests.trust.interrupting import listening

RIGHT = json.dumps({"mechanisms": GOLD})
FAR = json.dumps({"mechanisms": {**GOLD, "X5": "X1"}})

SHAPES = Path(__file__).resolve().parents[2] / "examples" / "shapes.json"


def run(*arguments: object, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments], input=text)


def documents(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def save(tmp_path: Path) -> Callable[..., Path]:
    def write(name: str, *values: object) -> Path:
        lines = [v if isinstance(v, str) else json.dumps(v) for v in map(_plain, values)]
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return tmp_path / name

    return write


def _plain(value: object) -> object:
    return write_boolean(value) if isinstance(value, BooleanProblem) else value


def _row(problem: str, response: str, model: str = "m") -> dict[str, str]:
    return {"instanceId": problem, "model": model, "response": response}


# check


def test_check_exits_by_the_verdict(save: Callable[..., Path]) -> None:
    problem = save("p.json", demo())
    good, bad, text = save("g.json", RIGHT), save("b.json", FAR), save("t.txt", "no idea")
    assert [run("check", problem, f).exit_code for f in (good, bad, text)] == [0, 1, 1]
    (document,) = documents(run("check", problem, good, "--json"))
    assert document["symcause"] and document["valid"] and document["heldout_exact"] is True
    assert run("check", problem, "-", text=RIGHT).exit_code == 0


def test_check_says_what_is_wrong(save: Callable[..., Path]) -> None:
    problem = save("p.json", demo())
    shown = run("check", problem, save("b.json", FAR)).stdout
    assert "valid, but not exact on the training worlds" in shown and "first error: world" in shown
    shown = run("check", problem, save("t.txt", "no idea")).stdout
    assert shown == (
        "demo-hidden-order: not valid\n  no JSON object in the text (stage: extracted json)\n"
    )
    shown = run("check", problem, save("g.json", RIGHT)).stdout
    assert shown.startswith("demo-hidden-order: exact\n")


def test_check_of_alternative_and_hidden_roots(save: Callable[..., Path]) -> None:
    problem, answer = save("p.json", PROBLEM), save("a.json", ANSWER)
    done = run("check", problem, answer)
    assert done.exit_code == 0 and "witness: right" in done.stdout
    broken = save("b.json", {**ANSWER, "experiment": {"assignments": {"X1": 0, "X2": 0}}})
    done = run("check", problem, broken)
    assert done.exit_code == 1 and "not admissible" in done.stdout
    rooted = save("r.json", demo(Setting.HIDDEN_ROOTS))
    done = run("check", rooted, save("x.json", {"roots": ["X1", "X2"], "mechanisms": GOLD}))
    assert done.exit_code == 0 and "roots: exactly gold's" in done.stdout


def test_check_picks_from_a_pool(save: Callable[..., Path]) -> None:
    pool = save("pool.jsonl", demo(), demo(Setting.ORDERED))
    answer = save("a.json", RIGHT)
    assert run("check", pool, answer, "--id", "demo-ordered").exit_code == 0
    done = run("check", pool, answer)
    assert isinstance(done.exception, UsageError) and "pick one by its id" in str(done.exception)
    assert isinstance(run("check", pool, answer, "--id", "x").exception, UsageError)
    assert isinstance(run("check", "-", "-").exception, UsageError)
    assert isinstance(
        run("check", pool, "absent.json", "--id", "demo-ordered").exception, SymcauseError
    )


def test_one_line_and_exit_code_2(save: Callable[..., Path]) -> None:
    done = _process("check", save("p.json", '{"format": "symcause.boolean/1"}'), "-")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("symcause: ")


# separate


def test_separate(save: Callable[..., Path]) -> None:
    problem = save("p.json", PROBLEM)
    mine = save("mine.json", {"mechanisms": {"X3": "X2", "X4": "(or X3 X1)"}})
    done = run("separate", problem, "reference", mine, "--json")
    assert done.exit_code == 0
    (document,) = documents(done)
    assert document["experiment"]["assignments"] == {"X1": 0}
    assert document["pair_disagreement_rate"] == document["cell_difference_rate"] == 0.5
    assert document["witness"] == ANSWER["witness"]
    claimed = run("separate", problem, "gold", save("a.json", ANSWER))
    assert claimed.exit_code == 0 and "do(X1=0) tells the two models apart" in claimed.stdout


def test_not_separable(save: Callable[..., Path]) -> None:
    problem = save("p.json", demo())
    done = run("separate", problem, "gold", save("a.json", RIGHT), "--json")
    assert done.exit_code == 1
    (document,) = documents(done)
    assert document["experiment"] is None and document["witness"] is None
    assert document["pair_disagreement_rate"] == 0.0
    assert run("separate", problem, "gold", save("a.json", RIGHT)).exit_code == 1


def test_separate_models_over_different_roots(save: Callable[..., Path]) -> None:
    problem = save("p.json", demo(Setting.HIDDEN_ROOTS))
    wrong = {"X2": "(xor X1 X3)", "X4": "(not (and X1 X3))", "X5": "(iff X3 X4)"}
    other = save("o.json", {"roots": ["X1", "X3"], "mechanisms": wrong})
    (document,) = documents(run("separate", problem, "gold", other, "--json"))
    assert document["pair_disagreement_rate"] is None
    assert set(document["witness"]) == {"state", "possibleIn"}
    assert "a state that only the" in run("separate", problem, "gold", other).stdout


def test_separate_refuses_what_is_not_valid(save: Callable[..., Path]) -> None:
    problem = save("p.json", demo())
    done = run("separate", problem, "gold", save("t.txt", "nothing"))
    assert isinstance(done.exception, UsageError)
    assert "not a valid answer: extracted_json" in str(done.exception)
    assert "no reference" in str(run("separate", problem, "reference", "gold").exception)


def test_separate_with_several_targets(save: Callable[..., Path]) -> None:
    """A pattern that no single experiment reaches can be set directly."""
    problem = save("p.json", replace(demo(), gold=None))
    a = save("a.json", {"mechanisms": {"X3": "X1", "X4": "X1", "X5": "(and X3 (not X4) X2)"}})
    b = save("b.json", {"mechanisms": {"X3": "X1", "X4": "X1", "X5": "(and X3 (not X4))"}})
    (one,) = documents(run("separate", problem, a, b, "--json"))
    (two,) = documents(run("separate", problem, a, b, "--json", "--targets", "2"))
    assert len(one["experiment"]["assignments"]) == 1
    assert two["pair_disagreement_rate"] >= one["pair_disagreement_rate"]


# prompt


def test_prompt(save: Callable[..., Path]) -> None:
    pool = save("pool.jsonl", demo(), demo(Setting.ORDERED))
    one = run("prompt", pool, "--id", "demo-ordered")
    assert one.exit_code == 0 and "Causal order: X2, X1, X3, X4, X5" in one.stdout
    both = documents(run("prompt", pool, "--json"))
    assert [d["problem"] for d in both] == ["demo-hidden-order", "demo-ordered"]
    assert both[1]["prompt"] == one.stdout
    assert run("prompt", pool).stdout == both[0]["prompt"] + "\n\f" + both[1]["prompt"]


def test_prompt_reports_a_bad_problem_in_its_place(save: Callable[..., Path]) -> None:
    pool = save("pool.jsonl", demo(), '{"format": "symcause.boolean/1", "id": "bad"}', demo())
    done = run("prompt", pool, "--json")
    assert done.exit_code == 2
    assert ["error" in d for d in documents(done)] == [False, True, False]


# score


def _scored(save: Callable[..., Path], count: int = 8) -> tuple[Path, Path]:
    problems = [replace(demo(), id=f"p{i}") for i in range(count)]
    rows = [
        _row(f"p{i}", text, model)
        for model, text in (("right", RIGHT), ("far", FAR))
        for i in range(count)
    ]
    return save("pool.jsonl", *problems), save("rows.jsonl", *rows)


def test_score_prints_the_tables(save: Callable[..., Path]) -> None:
    pool, rows = _scored(save)
    done = run("score", pool, rows)
    assert done.exit_code == 0
    assert "Main results" in done.stdout and "Paired" not in done.stdout
    assert "hidden-order  right  8     1.000  1.000" in done.stdout
    for form in ("markdown", "csv", "latex"):
        assert "right" in run("score", pool, rows, "--format", form).stdout
    (document,) = documents(run("score", pool, rows, "--format", "json"))
    assert document["answers"] == 16 and document["tables"]


def test_score_streams_documents_in_input_order(save: Callable[..., Path]) -> None:
    pool, rows = _scored(save)
    *lines, last = documents(run("score", pool, rows, "--json"))
    assert [(d["problem"], d["model"]) for d in lines] == [
        (f"p{i}", model) for model in ("right", "far") for i in range(8)
    ]
    assert set(last) == {"symcause", "summary"} and last["summary"]["failed"] == 0
    shared = documents(run("score", pool, rows, "--json", "--jobs", "2"))
    assert shared == [*lines, last]


@pytest.mark.parametrize("jobs", (2, 3))
def test_parts_of_a_file_in_children_make_the_same_bytes(
    jobs: int, save: Callable[..., Path], tmp_path: Path
) -> None:
    """More answers than travel together, some of them broken; lines, summary, tables, complaints."""
    pool, _ = _scored(save)
    texts = (RIGHT, FAR, "no idea", RIGHT.replace("X1", "X2"), f"I think\n```json\n{FAR}\n```")
    rows = [_row(f"p{i % 8}", texts[i % 5], f"system {i % 3}") for i in range(170)]
    broken = [*rows[:40], "{broken", *rows[40:99], _row("nobody", RIGHT), *rows[99:]]
    answers = save("many.jsonl", *broken)
    files = [tmp_path / f"out{number}.jsonl" for number in (1, jobs)]
    one, more = (
        run("score", pool, answers, "--jobs", number, "--out", file)
        for number, file in zip((1, jobs), files, strict=True)
    )
    assert (one.exit_code, one.stdout, one.stderr) == (more.exit_code, more.stdout, more.stderr)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_text(encoding="utf-8").count("\n") == 172
    alone, shared = (run("score", pool, answers, "--json", "--jobs", n) for n in (1, jobs))
    assert alone.stdout_bytes == shared.stdout_bytes and one.exit_code == alone.exit_code == 2


def test_a_row_that_cannot_be_scored_is_reported_in_its_place(save: Callable[..., Path]) -> None:
    pool = save("pool.jsonl", demo(), '{"format": "symcause.boolean/1", "id": "bad"}')
    rows = save(
        "rows.jsonl",
        _row("demo-hidden-order", RIGHT),
        '{"instanceId": "demo-hidden-order", "model": 3}',
        "{broken",
        _row("nobody", RIGHT),
        _row("bad", RIGHT),
        _row("demo-hidden-order", FAR),
    )
    done = run("score", pool, rows, "--json", "--bootstrap", "0")
    assert done.exit_code == 2
    *lines, last = documents(done)
    assert ["error" in d for d in lines] == [False, True, True, True, True, False]
    assert "no problem has this id" in lines[3]["error"] and lines[3]["problem"] == "nobody"
    assert last["summary"]["failed"] == 4 and last["summary"]["answers"] == 6


def test_score_counts_unanswered_problems(save: Callable[..., Path]) -> None:
    pool, _ = _scored(save)
    rows = save("some.jsonl", *(_row(f"p{i}", RIGHT) for i in range(4)))
    assert "0.500" in run("score", pool, rows).stdout
    (document,) = documents(run("score", pool, rows, "--format", "json", "--answered-only"))
    main = document["tables"][0]
    assert main["rows"][0][main["columns"].index("TrainExact")] == 1.0


def test_two_problems_with_one_id_are_an_error_and_the_first_counts(
    save: Callable[..., Path],
) -> None:
    pool = save("pool.jsonl", demo(), replace(demo(Setting.ORDERED), id="demo-hidden-order"))
    done = run("score", pool, save("r.jsonl", _row("demo-hidden-order", RIGHT)), "--json")
    assert done.exit_code == 2 and "two problems have this id" in done.stderr
    assert documents(done)[0]["details"]["setting"] == "hidden-order"


def test_score_without_answers_says_so(save: Callable[..., Path]) -> None:
    done = run("score", save("pool.jsonl", demo(), demo(Setting.ORDERED)))
    assert "it contains no stored answers" in str(done.exception)
    assert isinstance(run("score", "-", "-").exception, UsageError)
    assert isinstance(run("score", "-").exception, UsageError)
    assert isinstance(run("score", "pool", "rows", "--resume").exception, UsageError)


@pytest.mark.parametrize("content", ["my notes\n", "my notes", '{"a": 1}\n', "[1, 2]\n"])
def test_resume_leaves_foreign_files_alone(
    content: str, save: Callable[..., Path], tmp_path: Path
) -> None:
    pool, rows = _scored(save)
    out = tmp_path / "notes"
    out.write_text(content)
    done = run("score", pool, rows, "--out", out, "--resume")
    assert isinstance(done.exception, UsageError)
    assert "something else" in str(done.exception)
    assert out.read_text() == content


def test_out_and_resume(save: Callable[..., Path], tmp_path: Path) -> None:
    pool, rows = _scored(save)
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    first = run("score", pool, rows, "--out", whole, "--json")
    assert set(documents(first)[0]) == {"symcause", "summary"}
    lines = whole.read_text().splitlines(keepends=True)
    assert len(lines) == 16
    for kept in (0, 5, 16):
        out.write_text("".join(lines[:kept]) + ('{"problem": "torn' if kept < 16 else ""))
        again = run("score", pool, rows, "--out", out, "--resume", "--json")
        assert again.exit_code == 0 and again.stdout == first.stdout
        assert out.read_text() == whole.read_text()
    assert run("score", pool, rows, "--out", tmp_path / "new", "--resume").exit_code == 0
    missing = run("score", pool, tmp_path / "absent.jsonl", "--out", out)
    assert missing.exit_code != 0 and out.read_text() == whole.read_text()
    more = save("more.jsonl", *(_row(f"p{i}", RIGHT, "right") for i in range(8)))
    other = run("score", pool, more, "--out", out, "--resume")
    assert "belong to other answers" in str(other.exception)
    out.write_text("".join(lines[3:5]))
    other = run("score", pool, rows, "--out", out, "--resume")
    assert "belong to other answers" in str(other.exception)


def test_tables_and_columns_are_chosen(save: Callable[..., Path], tmp_path: Path) -> None:
    pool, answers = _scored(save)
    done = run("score", pool, answers, "--table", "main", "--columns", "Model,n", "--format", "csv")
    assert done.exit_code == 0 and done.stdout.splitlines()[0] == "table,Model,n"
    done = run("score", pool, answers, "--table", "mian", "--columns", "n")
    assert done.exit_code == 2
    assert "no table is called 'mian'; did you mean 'main'? there are: main; " in done.stderr
    assert "structure" in done.stderr and done.stdout == ""
    done = run("score", pool, answers, "--table", "luck")
    assert "'luck'; --version-space makes it, where there is one; there are" in done.stderr
    done = run("score", SHAPES, "--table", "main")
    assert done.exit_code == 2 and done.stdout == ""
    told = "there are: accuracy; support; steps; intervals; abstention\n"
    assert done.stderr == f"symcause: no table is called 'main'; {told}"
    done = run("score", pool, answers, "--table", "main", "--table", "nested", "--bootstrap", "0")
    assert done.exit_code == 2 and done.stdout.startswith("Main results")
    folder = tmp_path / "tables"
    done = run("score", pool, answers, "--tables", folder, "--table", "intervals")
    assert done.exit_code == 0
    (written,) = folder.iterdir()
    assert written.name == "intervals.csv"
    heads = written.read_text("utf-8").splitlines()[0]
    assert "TrainExact,TrainExact low,TrainExact high" in heads
    assert "HeldoutWorld,HeldoutWorld low,HeldoutWorld high" in heads
    done = run("score", pool, answers, "--label", "x")
    assert done.exit_code != 0 and "--label needs --format latex" in str(done.exception)


def test_html(save: Callable[..., Path], tmp_path: Path) -> None:
    pool, rows = _scored(save)
    run("score", pool, rows, "--html", tmp_path / "page.html")
    assert "<caption>Main results</caption>" in (tmp_path / "page.html").read_text()


def test_seeds_and_pairs(save: Callable[..., Path]) -> None:
    problems = [
        replace(demo(setting), id=f"{setting}{i}", metadata={"source": i})
        for setting in (Setting.ORDERED, Setting.HIDDEN_ORDER)
        for i in range(8)
    ]
    texts = [RIGHT] * 8 + [FAR] * 5 + [RIGHT] * 3
    rows = [_row(p.id, text) for p, text in zip(problems, texts, strict=True)]
    files = save("pool.jsonl", *problems), save("rows.jsonl", *rows)
    shown = run("score", *files, "--pair-by", "source", "--seed", "3").stdout
    assert "ordered -> hidden-order" in shown and "+0.625 [" in shown
    assert shown == run("score", *files, "--pair-by", "source", "--seed", "3").stdout
    assert shown != run("score", *files, "--pair-by", "source", "--seed", "4").stdout
    assert "ordered -> hidden-order" not in run("score", *files).stdout
    grouped = run("score", *files, "--group-by", "source", "--format", "csv").stdout
    assert "\nmain,7,m,2," in grouped


def _release(problem: BooleanProblem, texts: dict[str, str]) -> str:
    """A file as released, with stored answers."""
    import yaml

    results = {model: {"rawResponse": text} for model, text in texts.items()}
    record = yaml.safe_dump({"modelResults": results}, default_flow_style=True, width=10**6)
    entry = write_record(problem).rstrip("\n") + "\n  " + record.strip()[1:-1]
    return write_header() + entry


def test_each_file_of_a_released_folder_has_its_own_answers(tmp_path: Path) -> None:
    """The same ids in two files: the same latent problem in two settings."""
    folder, out = tmp_path / "release", tmp_path / "scores"
    folder.mkdir()
    for setting, text in ((Setting.ORDERED, RIGHT), (Setting.HIDDEN_ORDER, FAR)):
        problem = replace(demo(setting), id="shared")
        (folder / f"{setting}.v1.yaml").write_text(_release(problem, {"m": text}))
    *lines, last = documents(run("score", folder, "--json"))
    assert [(d["problem"], d["train_exact"]) for d in lines] == [
        ("shared", False),
        ("shared", True),
    ]
    deltas = next(t for t in last["summary"]["tables"] if t["key"] == "deltas")
    assert deltas["shown"][0][:3] == ["ordered -> hidden-order", "m", "1"]
    named = run("score", folder, "--group-by", "file", "--format", "csv").stdout
    assert "main,ordered,m,1," in named and "main,hidden-order,m,1," in named
    first = run("score", folder, "--out", out, "--json").stdout
    whole = out.read_text()
    out.write_text(whole.splitlines(keepends=True)[0])
    again = run("score", folder, "--out", out, "--resume", "--json").stdout
    assert again == first and out.read_text() == whole


def _process(*arguments: object) -> subprocess.CompletedProcess[str]:
    code = "import sys; from symcause.cli.main import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_keeps_its_results(
    jobs: int, save: Callable[..., Path], tmp_path: Path
) -> None:
    """The answers come through a pipe that stays open, so the run is under way when it is stopped."""
    pool, _ = _scored(save)
    out = tmp_path / "out.jsonl"
    code = "import sys; from symcause.cli.main import main; main(sys.argv[1:])"
    arguments = ["score", str(pool), "-", "--out", str(out), "--jobs", str(jobs)]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=listening,
    )
    assert process.stdin is not None
    for i in range(320):
        process.stdin.write(json.dumps(_row(f"p{i % 8}", RIGHT)) + "\n")
    process.stdin.flush()
    until(lambda: out.exists() and out.read_text().count("\n") >= 32)
    process.send_signal(signal.SIGINT)
    shown, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "interrupted after" in complaint
    lines = out.read_text().splitlines()
    assert len(lines) >= 32 and all(json.loads(line)["train_exact"] for line in lines)
    assert "Main results" in shown


# the store


def test_the_store_reads_problems_back(save: Callable[..., Path]) -> None:
    problems = [replace(demo(), id=f"p{i}", metadata={"i": i}) for i in range(7)]
    pool = save("pool.jsonl", *problems)
    seen: list[str] = []
    scoring = BooleanScoring()
    with Store(lambda _: scoring, str(pool), in_memory=2) as store:
        assert store.fill(read_problems(pool), lambda p, *_: seen.append(p.id)) == []
        assert seen == [f"p{i}" for i in range(7)]
        for i in (6, 0, 3, 6, 5, 4, 3, 1, 2):
            assert store.scorer(f"p{i}").problem == problems[i]
        with pytest.raises(UsageError):
            store.get("p7")
        travelled = copy.copy(store)  # what a worker gets that cannot be forked
        with travelled:
            assert travelled.scorer("p5").problem == problems[5]
        assert store.scorer("p4").problem == problems[4]
        assert len(store.fill([Item(0, "p1", problems[1])], lambda *_: None)) == 1


def test_help_has_examples() -> None:
    for name in ("check", "score", "prompt", "separate"):
        shown = run(name, "--help").stdout
        assert f"symcause {name} " in shown and "Examples:" in shown

"""``symcause generate`` as scripts see it: the same bytes whatever the jobs, and runs that go on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from symcause.cli.main import cli
from symcause.errors import UsageError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.kernel import verify
from symcause.formats.pools.problem_files import read_problems

FAST = ("--preset", "hs_n6_easy_calibration", "--pool-size", 200)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


def documents(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_same_bytes_whatever_the_jobs(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    arguments = ("generate", "boolean", *FAST, "--count", 5, "--seed", 3, "--setting", "all")
    assert run(*arguments, "--out", one).exit_code == 0
    assert run(*arguments, "--out", two, "--jobs", 2).exit_code == 0
    assert one.read_bytes() == two.read_bytes()
    assert len(one.read_bytes().splitlines()) == 20
    printed = run(*arguments)
    assert printed.stdout.encode() == one.read_bytes()
    fewer = run("generate", "boolean", *FAST, "--count", 2, "--seed", 3, "--setting", "all")
    assert one.read_bytes().startswith(fewer.stdout.encode())


@pytest.mark.few(2)
@pytest.mark.parametrize("cut", [0, 1, 5000, 40_000])
def test_a_run_goes_on_where_it_ended(tmp_path: Path, cut: int) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    arguments = ("generate", "boolean", *FAST, "--count", 3, "--level", "extra")
    arguments += ("--setting", "ordered", "--setting", "hidden-roots")
    run(*arguments, "--out", whole)
    part.write_bytes(whole.read_bytes()[:cut])
    done = run(*arguments, "--out", part, "--resume")
    assert done.exit_code == 0, done.output
    assert part.read_bytes() == whole.read_bytes()


def test_resuming_refuses_another_request(tmp_path: Path) -> None:
    out = tmp_path / "pool.jsonl"
    run("generate", "boolean", *FAST, "--seed", 1, "--out", out)
    with pytest.raises(UsageError, match="something else"):
        arguments = ["generate", "boolean", *map(str, FAST), "--seed", "2"]
        cli.main([*arguments, "--out", str(out), "--resume"], standalone_mode=False)


def test_certificates_in_a_folder_and_in_the_problem(tmp_path: Path) -> None:
    out, folder = tmp_path / "pool.jsonl", tmp_path / "certificates"
    done = run(
        *("generate", "boolean", *FAST, "--count", 3, "--level", "certified", "--out", out),
        *("--certificates", folder),
    )
    assert done.exit_code == 0 and "3 unique" in done.output
    for item in read_problems(out):
        assert isinstance(item.problem, BooleanProblem)
        apart = json.loads((folder / f"{item.id}.certificate.json").read_text("utf-8"))
        assert apart == item.problem.metadata["certificate"]
        assert verify(item.problem, apart).accepted
    assert run("audit", out, "--json").exit_code == 0
    assert run("verify", out, folder).exit_code == 0


def test_json_reports(tmp_path: Path) -> None:
    done = run("generate", "boolean", *FAST, "--count", 2, "--json", "--level", "certified")
    reports = documents(done)
    assert len(reports) == 2
    for report in reports:
        assert report["symcause"] and report["verdict"] == "unique" and report["count"] == 1
        assert report["instance"]["id"] == report["problem"]
        assert report["certificate"]["format"] == "symcause.certificate/1"
    out = tmp_path / "pool.jsonl"
    done = run("generate", "boolean", *FAST, "--count", 2, "--json", "--out", out)
    assert ["instance" in report for report in documents(done)] == [False, False]


def test_listing_and_help() -> None:
    listed = run("generate", "boolean", "--list")
    assert "hs_n8_bridge: variables 8" in listed.output
    helped = run("generate", "--help")
    assert "boolean" in helped.output and "alternative" in helped.output
    assert "did you mean 'boolean'?" in str(run("generate", "bolean").exception)


def test_unknown_presets_and_missing_files(tmp_path: Path) -> None:
    for extra, message in (
        (("--preset", "hs_n8_brigde"), "did you mean 'hs_n8_bridge'"),
        (("--presets", str(tmp_path / "none.toml")), "no such file"),
        (("--resume",), "needs --out"),
    ):
        with pytest.raises(Exception, match=message):
            cli.main(["generate", "boolean", *extra], standalone_mode=False)


def test_alternative_items_from_a_pool_and_from_answers(tmp_path: Path) -> None:
    pool, items = tmp_path / "pool.jsonl", tmp_path / "items.jsonl"
    run("generate", "boolean", "--count", 2, "--seed", 4, "--pool-size", 200, "--out", pool)
    done = run("generate", "alternative", pool, "--out", items)
    assert done.exit_code == 0, done.output
    problems = [item.problem for item in read_problems(items)]
    assert len(problems) == 2
    answers = tmp_path / "answers.jsonl"
    lines = []
    for item in problems:
        assert isinstance(item, BooleanProblem) and item.is_alternative_task
        record: Any = item.metadata["alternative"]
        answer = record["other"] if record["reference_role"] == "gold" else None
        source = item.id.removesuffix("-alternative")
        response = json.dumps(answer) if answer else "no answer at all"
        lines.append(json.dumps({"instanceId": source, "model": "system", "response": response}))
    answers.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("generate", "alternative", pool, "--answers", answers)
    assert done.exit_code == 0
    for document in documents(done):
        record = document["metadata"]["alternative"]
        assert record["source"] == "answers" and record["systems"] == ["system"]
        assert document["reference"]["mechanisms"]


def test_linear_episodes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    arguments = ("generate", "linear", "--variables", 3, "--count", 4, "--seed", 2)
    done = run(*arguments, "--out", one)
    assert done.exit_code == 0 and "4 problems" in done.output, done.output
    run(*arguments, "--out", two, "--jobs", 2)
    assert one.read_bytes() == two.read_bytes()
    two.write_bytes(one.read_bytes()[:3000])
    run(*arguments, "--out", two, "--resume")
    assert one.read_bytes() == two.read_bytes()
    for report in documents(run(*arguments, "--json")):
        assert report["instance"]["metadata"]["settles"]["identified"] == report["identified"]
    assert run("count", one).exit_code == 0


@pytest.mark.parametrize(
    "options",
    [("shapeworld",), ("cpt",), ("statements", "--siblings"), ("statements", "--jobs", "2")],
    ids=" ".join,
)
def test_problems_are_counted_whatever_an_item_is(options: tuple[str, ...], tmp_path: Path) -> None:
    out, part = tmp_path / "pool.jsonl", tmp_path / "part.jsonl"
    done = CliRunner().invoke(cli, ["generate", *options, "--problems", "8", "--out", str(out)])
    assert done.exit_code == 0 and done.output.startswith("8 problems"), done.output
    lines = out.read_text("utf-8").splitlines(keepends=True)
    part.write_text("".join(lines[:5]), "utf-8")
    again = ["generate", *options, "--problems", "8", "--resume", "--out", str(part)]
    assert CliRunner().invoke(cli, again).exit_code == 0
    assert len(lines) == 8 and part.read_bytes() == out.read_bytes()


def test_numbers_of_problems_that_have_no_meaning_are_refused() -> None:
    both = CliRunner().invoke(cli, ["generate", "cpt", "--problems", "2", "--count", "2"])
    assert "do not go together" in str(both.exception)
    odd = CliRunner().invoke(cli, ["generate", "statements", "--siblings", "--problems", "3"])
    assert "come in pairs" in str(odd.exception)

"""``generate … --distinct``: no problem twice up to names and order, whatever the jobs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import symcause
from symcause.audits.instance_generator import Generator
from symcause.audits.publication import distinct_problems
from symcause.cli.main import cli
from symcause.families.statements.generator.statements_generator import StatementsGenerator
from symcause.formats.pools.problem_files import read_problems

FEW = {
    "statements": ("--variables", 3, "--problems", 12),
    "shapeworld": ("--level", "certified", "--shapes", 3, "--problems", 8),
    "boolean": ("--preset", "hs_n6_easy_calibration", "--pool-size", 200, "--setting", "all"),
    "linear": ("--count", 2),
    "cpt": ("--query", "marginal", "--problems", 3),
    "finite": ("--problems", 2),
}
"""Options by which each generator makes a few; the first two repeat themselves."""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


def forms(path: Path) -> list[str]:
    problems = [item.problem for item in read_problems(path)]
    return [symcause.canonical(problem).digest for problem in problems if problem is not None]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("family", FEW)
def test_no_problem_comes_twice(family: str, tmp_path: Path) -> None:
    out, other = tmp_path / "pool.jsonl", tmp_path / "other.jsonl"
    arguments = ("generate", family, *FEW[family], "--seed", 5, "--distinct")
    done = run(*arguments, "--out", out)
    assert done.exit_code == 0, done.output
    made = lines(out)
    assert len(set(forms(out))) == len(made) > 1
    repeated = made[-1]["metadata"]["distinct"]["repeated"]
    said = re.search(r"; (\d+) repetitions? drawn again", done.output)
    assert said is not None and int(said[1]) >= repeated  # some after the last that was kept
    if family in ("statements", "shapeworld"):
        assert repeated > 0
        assert run(*arguments, "--out", other, "--jobs", 2).exit_code == 0
        assert other.read_bytes() == out.read_bytes()


def test_what_is_kept_is_what_is_drawn_without_it(tmp_path: Path) -> None:
    """The same problems, but for repeats, in the same order, with as many passed over as are said."""
    plain, out = tmp_path / "plain.jsonl", tmp_path / "pool.jsonl"
    run("generate", "statements", "--variables", 3, "--count", 40, "--out", plain)
    run("generate", "statements", "--variables", 3, "--count", 12, "--distinct", "--out", out)
    seen: set[str] = set()
    kept, repeated = [], 0
    for document, form in zip(lines(plain), forms(plain), strict=True):
        if form in seen:
            repeated += 1
        elif len(kept) < 12:
            document["metadata"]["distinct"] = {"repeated": repeated}
            kept.append(document)
        seen.add(form)
    assert lines(out) == kept


@pytest.mark.parametrize("cut", [0, 900, 20_000])
def test_a_run_goes_on_where_it_ended(tmp_path: Path, cut: int) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    arguments = ("generate", "statements", "--variables", 3, "--problems", 12, "--distinct")
    run(*arguments, "--out", whole)
    part.write_bytes(whole.read_bytes()[:cut])
    assert run(*arguments, "--out", part, "--resume").exit_code == 0
    assert part.read_bytes() == whole.read_bytes()


def test_another_request_is_not_resumed(tmp_path: Path) -> None:
    out = tmp_path / "pool.jsonl"
    for first, second in (([], ["--distinct"]), (["--distinct"], [])):
        run("generate", "statements", "--count", 2, *first, "--out", out)
        done = run("generate", "statements", "--count", 4, *second, "--out", out, "--resume")
        assert done.exit_code != 0 and len(lines(out)) == 2


@pytest.mark.parametrize("wanted", [("--problems", 500), ("--count", 500)])
def test_a_pool_ends_where_nothing_new_comes(
    wanted: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distinct_problems, "DISTINCT_DRAWS", 5)
    out = tmp_path / "pool.jsonl"
    arguments = ("generate", "shapeworld", "--shapes", 2, "--level", "certified", "--distinct")
    done = run(*arguments, *wanted, "--out", out)
    number = len(lines(out))
    assert done.exit_code == 3 and 0 < number < 20
    assert len(set(forms(out))) == number
    assert f"the pool ends with {number}" in done.stderr
    assert "the last 5 items that were drawn brought nothing new" in done.stderr


def test_siblings_stay_together(tmp_path: Path) -> None:
    out = tmp_path / "pool.jsonl"
    arguments = ("generate", "shapeworld", "--siblings", "--shapes", 3, "--distinct")
    done = run(*arguments, "--problems", 16, "--out", out)
    assert done.exit_code == 0, done.output
    pairs = [document["metadata"]["sibling"]["pair"] for document in lines(out)]
    assert len(pairs) == 16 and all(pairs.count(pair) == 2 for pair in pairs)
    assert len(set(forms(out))) == 16


def test_texts_of_a_problem_are_the_same_problem(tmp_path: Path) -> None:
    out = tmp_path / "pool.jsonl"
    run("generate", "boolean", *FEW["boolean"][:4], "--out", out)
    done = run("generate", "renderings", out, "--distinct", "--out", tmp_path / "texts.jsonl")
    assert done.exit_code != 0 and "no meaning here" in str(done.exception)


def test_a_family_without_canonical_forms_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made: Generator = StatementsGenerator()
    bare = [one._replace(structure=None) for one in distinct_problems.families()]
    monkeypatch.setattr(distinct_problems, "families", lambda: iter(bare))
    with pytest.raises(symcause.SymcauseError, match="statements have no canonical form"):
        distinct_problems.refuse_distinct(made, "--distinct")


def test_scenarios_with_their_twins(tmp_path: Path) -> None:
    out = tmp_path / "scenarios"
    done = run("generate", "scenario", "--count", 2, "--distinct", "--out", out)
    assert done.exit_code == 0, done.output
    found = [symcause.load(path) for path in sorted(out.glob("*.scenario.json"))]
    assert len({symcause.canonical(one).digest for one in found}) == len(found) >= 2

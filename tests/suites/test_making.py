"""A suite is made of its recipe and key alone: with any processes, hash seed and interruption."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from symcause.errors import LimitError, UsageError
from symcause.formats.pools.problem_files import read_problems
from symcause.suites import suite_builder
from symcause.suites.checks.suite_verification import verified_suite
from symcause.suites.draws.label_balance import LabelBalance, cells_of
from symcause.suites.recipe.bundled_recipes import BUNDLED
from symcause.suites.recipe.recipe_file import parse_recipe, recipe_named
from symcause.suites.suite_builder import make_suite
from tests.suites.conftest import HERE, recipe

MAIN = "from symcause.cli.main import main; main()"


def digests(folder: Path) -> dict[str, str]:
    """Every file of a folder, with its digest."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files
    }


@pytest.mark.parametrize("name", ["small", "every"])
def test_what_is_made_is_accepted(name: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(name)
    verdict = verified_suite(folder)
    assert verdict.accepted, "\n".join(verdict.lines())
    assert [check.number for check in verdict.checks] == list(range(1, 9))
    public = verified_suite(folder, public=True)
    assert public.accepted and [check.number for check in public.checks] == [1, 4]


def test_processes_and_hash_seed_change_no_byte(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "again"
    asked = ("generate", "suite", HERE / "small.toml", "--out", out, "--jobs", "3")
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", MAIN, *map(str, asked)], check=True, env=environment)
    assert digests(out) == digests(small)


def test_a_run_that_was_stopped_goes_on(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def stopped(part: object, *rest: object) -> object:
        drawn.append(part.name)  # type: ignore[attr-defined]
        if len(drawn) == 2:
            raise KeyboardInterrupt
        return real(part, *rest)  # type: ignore[arg-type]

    real = suite_builder.drawn_part
    monkeypatch.setattr(suite_builder, "drawn_part", stopped)
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        make_suite(recipe("small"), out)
    assert not (out / "manifest.json").exists()
    make_suite(recipe("small"), out)
    assert drawn == ["shapes", "queries", "queries", "abstention"], "what was done was done again"
    assert digests(out) == digests(small)


def test_a_folder_that_is_not_ours_is_left_alone(small: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"something else.*thesis"):
        make_suite(recipe("small"), other)
    assert [path.name for path in other.iterdir()] == ["thesis.txt"]
    before = digests(small)
    with pytest.raises(UsageError, match="finished"):
        make_suite(recipe("small"), small)
    assert digests(small) == before
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="a file, not a folder"):
        make_suite(recipe("small"), tmp_path / "file")


def test_what_another_key_has_begun_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(suite_builder, "drawn_part", stopped)
    with pytest.raises(KeyboardInterrupt):
        make_suite(recipe("small"), tmp_path / "out", secret=b"0123456789abcdef")
    with pytest.raises(UsageError, match="another recipe, key or version"):
        make_suite(recipe("small"), tmp_path / "out")


def test_a_key_makes_another_suite_which_it_makes_again(small: Path, tmp_path: Path) -> None:
    key = b"a key that nobody knows"
    for name in ("one", "two"):
        make_suite(recipe("small"), tmp_path / name, secret=key)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")
    manifest = json.loads((tmp_path / "one" / "manifest.json").read_text())
    assert manifest["key_sha256"] == sha256(key).hexdigest() and not manifest["open"]
    assert verified_suite(tmp_path / "one").accepted
    mine, theirs = ids(tmp_path / "one"), ids(small)
    assert len(mine) == len(theirs) == 10 and not set(mine) & set(theirs)
    revealed = (small / "evaluator" / "key").read_bytes()
    make_suite(recipe("small"), tmp_path / "open", secret=revealed)
    assert digests(tmp_path / "open") == digests(small)


def ids(folder: Path) -> list[str]:
    """The public ids of a suite."""
    lines = (folder / "evaluator" / "ids.jsonl").read_text().splitlines()
    return [json.loads(line)["id"] for line in lines]


def test_every_public_record_has_the_canary_and_nothing_else(every: Path) -> None:
    canary = json.loads((every / "manifest.json").read_text())["canary"]
    records = [
        json.loads(line)
        for path in (every / "public").glob("*/*.jsonl")
        for line in path.read_text().splitlines()
    ]
    assert len(records) == 23
    for record in records:
        assert list(record) == ["id", "part", "prompt", "messages", "canary"]
        assert record["canary"] == canary
        assert record["messages"][-1]["content"] in record["prompt"]
    told = [record for record in records if record["part"] == "abstention"]
    assert len(told) == 8 and all("cannot_tell" in record["prompt"] for record in told)


def test_twins_siblings_and_texts_stay_in_one_split(every: Path) -> None:
    lines = [json.loads(x) for x in (every / "evaluator" / "ids.jsonl").read_text().splitlines()]
    splits = {(line["part"], line["problem"]): line["split"] for line in lines}
    twins = {split for (part, _), split in splits.items() if part == "scenarios"}
    assert len(twins) == 1
    texts = list(read_problems(str(every / "evaluator" / "reading" / "problems.jsonl")))
    assert len(texts) == 6
    for item in texts:
        about = item.problem.metadata["rendering"]  # type: ignore[union-attr]
        base = [split for (_, name), split in splits.items() if name == about["of"]]
        assert base == [splits["reading", item.problem.id]]  # type: ignore[union-attr]


def test_twins_are_asked_with_their_experiment(every: Path) -> None:
    """Two prompts that differ in the id and in one line alone."""
    tables = sorted((every / "public/scenarios").glob("*.jsonl"))
    records = [json.loads(line) for path in tables for line in path.read_text("utf-8").splitlines()]
    first, second = (one["prompt"].replace(one["id"], "").splitlines() for one in records)
    differing = [pair for pair in zip(first, second, strict=True) if len(set(pair)) == 2]
    assert len(differing) == 1
    assert all(line.startswith("An experiment in this environment: ") for line in differing[0])


def test_too_few_problems_are_said_or_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three shapes without padding: there are not so many that are different up to names."""
    source = (HERE / "small.toml").read_bytes()
    start, more = source.split(b"[[part]]")[:2]
    part = more.replace(b"pad = 1\n", b"").replace(b'balance = ["answer"]\n', b"")
    part = part.replace(b"problems = 4", b"problems = 12")
    monkeypatch.setattr("symcause.suites.draws.part_draws.DRAWS", 1)
    monkeypatch.setattr("symcause.suites.draws.part_draws.FEWEST_DRAWS", 1)
    with pytest.raises(LimitError, match=r"part shapes: only \d+ of 12 .*cap = true"):
        make_suite(parse_recipe(start + b"[[part]]" + part), tmp_path / "refused")
    whole = start + b"[[part]]\ncap = true" + part
    suite = make_suite(parse_recipe(whole), tmp_path / "cap")
    assert 0 < len(suite.entries) < 12
    assert verified_suite(tmp_path / "cap").accepted
    assert "there are no more" in (tmp_path / "cap" / "DATASHEET.md").read_text()


@pytest.mark.parametrize(
    ("fact", "said"),
    [("anser", "no such fact .*'anser'.*did you mean 'answer'"), ("shapes", "one value alone")],
)
def test_a_balance_of_nothing_is_refused(fact: str, said: str, tmp_path: Path) -> None:
    source = (HERE / "small.toml").read_bytes().replace(b'["answer"]', f'["{fact}"]'.encode())
    with pytest.raises(UsageError, match=f"part shapes: balance: {said}"):
        make_suite(parse_recipe(source), tmp_path / "out")


def test_labels_are_balanced_for_every_value_of_other_facts() -> None:
    drawn = [
        {"label": label, "relation": relation}
        for _ in range(20)
        for label, relation in (("yes", "a"), ("yes", "b"), ("no", "a"), ("no", "c"), ("no", "b"))
    ]
    balance = LabelBalance(("label", "relation"), 1, 10)
    balance.know(drawn)
    taken = []
    for facts in drawn:
        if len(taken) < 10 and balance.admits([facts]):
            balance.take(facts)
            taken.append(facts)
    cells = cells_of(("label", "relation"), taken)
    assert len(taken) == 10 and {cell.value for cell in cells} >= {"", "a", "b"}
    assert all(cell.spread <= 1 for cell in cells)


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_recipes_are_read(name: str) -> None:
    made = recipe_named(name)
    assert made.name == f"symcause-{name}"
    assert {"induction", "abstention", "reading", "scenarios"} <= set(made.by_name)
    number = sum(part.problems for part in made.parts)
    assert {"mini": 160 <= number <= 200, "full": 1_400 <= number <= 1_600}[name]


def test_the_order_of_tables_is_that_of_ids(small: Path, copied: Callable[[Path], Path]) -> None:
    for path in (copied(small) / "public").glob("*/*.jsonl"):
        names = [json.loads(line)["id"] for line in path.read_text().splitlines()]
        assert names == sorted(names)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", BUNDLED)
def test_a_bundled_suite_is_the_same_twice(name: str, tmp_path: Path) -> None:
    make_suite(recipe_named(name), tmp_path / "one")
    asked = ("generate", "suite", name, "--out", tmp_path / "two", "--jobs", "2")
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", MAIN, *map(str, asked)], check=True, env=environment)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")
    verdict = verified_suite(tmp_path / "one")
    assert verdict.accepted, "\n".join(verdict.lines())

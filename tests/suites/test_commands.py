"""Suites on the command line: exit codes, documents, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from symcause.suites import suite_builder
from symcause.suites.recipe.part_tables import KINDS, PartTable
from symcause.suites.recipe.recipe_file import BoundsTable, DistinctTable, SuiteDocument
from symcause.suites.recipe.text_tables import TextsTable
from tests.cli.cases import ROOT, Shell
from tests.suites.conftest import HERE
from tests.suites.test_making import digests

SMALL = HERE / "small.toml"


def test_a_suite_is_made_and_verified(small: Path, tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "out"
    code, made, said = shell("generate", "suite", SMALL, "--out", out)
    assert (code, said) == (0, "")
    assert made.startswith(f"10 problems of test-small 1.0.0 (open) in {out}: 4 shapes, 2 queries")
    assert digests(out) == digests(small)
    code, text, _ = shell("verify", out)
    assert code == 0 and text.count("passed") == 8 and "test-small 1.0.0: accepted" in text
    code, text, _ = shell("verify", out / "public", "--public")
    assert code == 0 and text.count("passed") == 2


def test_documents(tmp_path: Path, shell: Shell) -> None:
    code, (made,) = shell.json("generate", "suite", SMALL, "--out", tmp_path / "out")
    assert code == 0 and made["problems"] == 10 and made["open"] is True
    assert [part["problems"] for part in made["parts"]] == [4, 2, 4]
    code, (document,) = shell.json("verify", tmp_path / "out")
    assert code == 0 and document["accepted"] is True and document["suite"] == "test-small"
    assert [check["outcome"] for check in document["checks"]] == ["passed"] * 8
    (tmp_path / "out" / "notes.txt").write_text("")
    code, (document,) = shell.json("verify", tmp_path / "out")
    assert code == 1 and document["accepted"] is False
    (complaint,) = document["checks"][0]["complaints"]
    assert complaint["file"].endswith("notes.txt") and complaint["remedy"]


def test_what_is_refused(small: Path, tmp_path: Path, shell: Shell) -> None:
    key = tmp_path / "key"
    key.write_text("short")
    wrong = [
        (("generate", "suite", "maxi", "--out", tmp_path / "a"), "no such recipe"),
        (("generate", "suite", tmp_path / "none.toml", "--out", tmp_path / "a"), "none.toml"),
        (("generate", "suite", SMALL, "--out", tmp_path / "a", "--key", key), "at least 16 bytes"),
        (("generate", "suite", SMALL, "--out", small), "finished"),
        (("generate", "suit", SMALL), "did you mean 'suite'"),
        (("verify", small, "--timeout", "2"), "--timeout does not apply to a suite"),
        (("verify", small, small / "evaluator" / "key"), "CERTIFICATE does not apply"),
        (("verify", small / "public"), "--public"),
        (("verify", tmp_path, "--public"), "there is no suite in this folder"),
    ]
    for arguments, said in wrong:
        code, out, err = shell(*arguments)
        assert (code, out) == (2, "") and said in err, (arguments, err)
        assert err.count("\n") == 1
    assert not (tmp_path / "a").exists()


def test_an_interrupted_run_says_so(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(suite_builder, "drawn_part", stopped)
    code, out, err = shell("generate", "suite", SMALL, "--out", tmp_path / "out")
    assert (code, out) == (130, "") and "the same command goes on" in err


def test_answers_are_scored_under_public_ids(
    small: Path, copied: Callable[[Path], Path], shell: Shell
) -> None:
    folder = copied(small)
    whole = (folder / "evaluator" / "queries" / "problems.jsonl").read_text().splitlines()
    answers = [
        {"id": one["metadata"]["published"]["id"], "model": "m", "response": one["gold"]}
        for one in map(json.loads, whole)
    ]
    given = folder / "answers.jsonl"
    given.write_text("".join(json.dumps(one) + "\n" for one in answers))
    code, out, _ = shell("score", folder / "evaluator" / "queries" / "problems.jsonl", given)
    assert code == 0
    assert next(line for line in out.splitlines() if line.startswith("m ")).split()[1] == "2"


def test_the_reference_has_every_key() -> None:
    text = (ROOT / "docs" / "suites.md").read_text("utf-8")
    tables = (SuiteDocument, DistinctTable, BoundsTable, PartTable, TextsTable)
    keys = {key for table in tables for key in table.__struct_fields__} | set(KINDS)
    assert not [key for key in sorted(keys) if f"`{key}`" not in text and f"[{key}]" not in text]

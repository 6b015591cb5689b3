"""Findings: claims are run and compared, recorded, and only what held in this version is on the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symcause import __version__
from tools.findings import outputs
from tools.findings.claims import DIFFERS, HOLDS, NOT_RUN, PAGE, ROOT, Claim, read, record
from tools.findings.page import page
from tools.findings.running import run, table, workplace

MADE_UP = """
[page]
head = "# Findings"
tail = "The end."

[[section]]
id = "drawn"
title = "Drawn"
proved = "It is proved."

[[section]]
id = "empty"
title = "Without claims"
text = "Nothing was run."

[[claim]]
id = "first"
benchmark = "drawn"
sentence = "four items | of six"
command = "symcause audit examples/labels.jsonl --errata errata.jsonl --json"
reading = "errata"
expected = { items = 6, files = 1, wrong = 3, reading = 1, start = 0, "verdict: entailed" = 4 }
second = "by hand"
source = { repository = "a/b", commit = "0123456", path = "c.jsonl", phrase = "as it is" }

[[claim]]
id = "second"
benchmark = "drawn"
sentence = "needs a release"
command = "symcause audit $SYMCAUSE_RELEASES/a@0123456 --json"
reading = "audits"
expected = { items = 1 }
second = "by hand"
needs = ["$SYMCAUSE_RELEASES/a@0123456"]
source = { repository = "a/b", commit = "0123456", path = "c.jsonl" }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "findings.toml"
    path.write_text(MADE_UP, encoding="utf-8")
    return path


def outcomes(claims: Any, **known: str) -> list[Any]:
    with workplace() as folder:
        return list(run(claims, folder, known))


def test_the_page_is_what_the_file_makes() -> None:
    made = page(read(), __version__)
    assert PAGE.read_text(encoding="utf-8") == made, "python -m tools.findings --page"


def test_every_claim_of_the_file_can_be_run() -> None:
    """It has a known reading and program; its needs are in its command, or an earlier claim leaves them."""
    for claim in read().claims:
        assert claim.reading in outputs.READINGS, claim.id
        assert claim.command.split()[0] in ("symcause", "python"), claim.id
        assert claim.expected and claim.second and claim.status in (HOLDS, DIFFERS, NOT_RUN)
        for need in claim.needs:
            assert need in claim.command, claim.id
        assert claim.source.repository and claim.source.commit and claim.source.path
        assert "errata.jsonl" in claim.command or claim.reading not in ("errata", "listed")


def test_every_second_derivation_is_there() -> None:
    """What a claim names as its second derivation is a file of the repository."""
    for claim in read().claims:
        for named in claim.second.split("`")[1::2]:
            if named.startswith("python -m benchmarks."):
                module = named.split()[2].replace(".", "/")
                known = (ROOT / f"{module}.py").exists()
                assert known or claim.status != HOLDS, claim.id
            else:
                assert (ROOT / named).exists(), claim.id


def test_claims_are_run_and_compared(file: Path) -> None:
    first, second = read(file).claims
    ran, not_run = outcomes([first, second])
    assert (ran.status, ran.got) == (HOLDS, first.expected)
    assert (not_run.status, not_run.reason) == (NOT_RUN, "SYMCAUSE_RELEASES is not set")
    told = "\n".join(table([ran, not_run]))
    assert "ok" in told and "not run" in told and "SYMCAUSE_RELEASES is not set" in told
    (absent,) = outcomes([second], SYMCAUSE_RELEASES=str(file.parent))
    assert absent.status == NOT_RUN and "is not there" in (absent.reason or "")


def test_a_difference_is_one(file: Path) -> None:
    first = read(file).claims[0]
    (other,) = outcomes([replace(first, expected={"wrong": 4})])
    assert (other.status, other.got) == (DIFFERS, {"wrong": 3})
    (failed,) = outcomes([replace(first, command="symcause audit nowhere.json --json")])
    assert failed.status == DIFFERS and "exit code 2" in (failed.reason or "")


def test_only_what_held_in_this_version_is_on_the_page(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "four items" not in page(read(file), "1.0") and "No claim was run" in page(
        read(file), "1.0"
    )
    file.write_text(record(text, "first", HOLDS, "1.0", "2026-01-02"), encoding="utf-8")
    shown = page(read(file), "1.0")
    row = "| four items \\| of six | a/b, 0123456, c.jsonl: “as it is” | `symcause audit examples/"
    assert row in shown and "1 claim was run with version 1.0 (2026-01-02)" in shown
    assert "1 of the file is left out" in shown and "needs a release" not in shown
    assert "## Drawn" in shown and "Nothing was run." in shown and "The end.\n" in shown
    assert "four items" not in page(read(file), "1.1")
    file.write_text(record(text, "first", DIFFERS, "1.0", "2026-01-02"), encoding="utf-8")
    assert "four items" not in page(read(file), "1.0")


def test_a_record_changes_its_claim_alone(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    once = record(text, "second", HOLDS, "1.0", "2026-01-02")
    twice = record(once, "second", DIFFERS, "1.1", "2026-02-03")
    file.write_text(twice, encoding="utf-8")
    first, second = read(file).claims
    assert first == read_claim(MADE_UP, file) and twice.count("status =") == 1
    assert (second.status, second.version, second.date) == (DIFFERS, "1.1", "2026-02-03")
    with pytest.raises(ValueError, match="no claim 'third'"):
        record(text, "third", HOLDS, "1.0", "2026-01-02")


def read_claim(text: str, file: Path) -> Claim:
    file.write_text(text, encoding="utf-8")
    return read(file).claims[0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('benchmark = "drawn"', 'benchmark = "other"', "no section 'other'"),
        ('id = "second"', 'id = "first"', "the same id"),
        ('second = "by hand"', 'third = "by hand"', "unknown keys"),
        ('second = "by hand"\n', "", "missing"),
    ],
)
def test_a_file_that_is_not_understood_is_named(
    file: Path, old: str, new: str, message: str
) -> None:
    file.write_text(MADE_UP.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read(file)


def test_outputs_are_read(tmp_path: Path) -> None:
    told = outputs.lines(
        '{"variables": 4, "wrong": 7}\n{"variables": "all", "wrong": 9}\n', tmp_path
    )
    assert (told["4: wrong"], told["all: wrong"]) == (7, 9)
    assert outputs.document('{"a": {"b": [1, 2]}}', tmp_path)["a.b.1"] == 2
    tables = '{"summary": {"tables": [{"key": "k", "columns": ["x"], "rows": [[1], [5]]}]}}'
    assert outputs.last_rows(tables, tmp_path) == {"k: x": 5}


def test_one_document_has_its_values_and_its_bounds_are_rounded_outward(tmp_path: Path) -> None:
    (tmp_path / outputs.ERRATA).write_text('{"kind": "ill-posed"}\n', encoding="utf-8")
    asked = '"asked": {"problem": "p"}, "sentence": "So it is."'
    worth = '"optimum": {"low": "0.33721", "upper": "0.33721", "at": "0.33721"}'
    one = f'{{{asked}, {worth}, "claims": [{{"high": "-0.33721", "low": "3/4"}}]}}\n'
    found = outputs.errata(one, tmp_path)
    assert (found["optimum.low"], found["optimum.upper"]) == ("0.3372", "0.3373")
    assert (found["optimum.at"], found["claims.0.high"]) == ("0.33721", "-0.3372")
    assert (found["claims.0.low"], found["ill-posed"], found["items"]) == ("3/4", 1, 1)
    assert found["sentence"] == "So it is." and "optimum.low" not in outputs.errata(
        one * 2, tmp_path
    )

"""count --certificate: what is written holds, says the number that was printed, and nothing else leaves."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import symcause
from symcause.kernel.verification import Verification, Verifier
from tests.amounts import some
from tests.cli.cases import BOOLEAN, EXAMPLES, Shell, example, write

COUNTED = (
    *(f"{name}.json" for name in some(BOOLEAN, 3)),
    "finite/lock.json",
    "finite/lock-settled.json",
    "episode.json",
)
"""Bundled problems whose number has a certificate."""


@pytest.mark.parametrize("name", COUNTED)
def test_the_number_of_a_file(name: str, tmp_path: Path, shell: Shell) -> None:
    path, held = EXAMPLES / name, tmp_path / "new" / "c.json"
    code, text, err = shell("count", path, "--certificate", held)
    assert (code, err) == (0, "") and text.endswith(f" · certificate in {held}\n")
    number = shell.one("count", path)[1]["count"]
    code, document = shell.one("count", path, "--certificate", held)
    assert code == 0 and document["count"] == number
    assert document["certificate"] == json.loads(held.read_text())
    assert document["certificate_file"] == str(held)
    assert shell.one("verify", path, held)[1]["accepted"] is True
    for other in (number + 1, number - 1):
        forged = json.loads(held.read_text().replace(f'"count": {number}', f'"count": {other}'))
        forged = json.loads(json.dumps(forged).replace(f'"graphs": {number}', f'"graphs": {other}'))
        assert forged != document["certificate"]
        lie = write(tmp_path / "lie.json", forged)
        assert shell.one("verify", path, lie)[1]["accepted"] is False


def test_it_is_the_one_of_an_audit(tmp_path: Path, shell: Shell) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    for name in ("ambiguous.json", "finite/lock.json"):
        shell("count", EXAMPLES / name, "--certificate", one)
        shell("audit", EXAMPLES / name, "--claim", "count", "--certificate", other)
        assert one.read_bytes() == other.read_bytes()


def test_none_has_the_certificate_of_its_verdict(tmp_path: Path, shell: Shell) -> None:
    rows = ["00010", "00011"]  # the same roots, and yet not the same
    world = {"id": "w", "split": "train", "mode": "none", "targets": [], "rows": rows}
    path = write(tmp_path / "p.json", example("unique", gold=None, worlds=[world]))
    held = tmp_path / "c.json"
    code, document = shell.one("count", path, "--certificate", held)
    assert (code, document["count"]) == (0, 0)
    assert document["certificate"]["claim"] == {"name": "inconsistent"}
    assert shell.one("verify", path, held)[1]["accepted"] is True


@pytest.mark.parametrize(
    ("name", "options", "word"),
    [
        ("ambiguous.json", ("--max-ast", 8), "lift the bound"),
        ("ambiguous.json", ("--max-depth", 3), "lift the bound"),
        ("ambiguous.json", ("--identity", "behaviour"), "no proof of their number"),
        ("world.json", (), "ShapeWorld problems have no certificate of their number"),
        ("draft.json", (), "table problems have none to this question"),
    ],
)
def test_what_has_none_says_why(
    name: str, options: tuple[object, ...], word: str, tmp_path: Path, shell: Shell
) -> None:
    held = tmp_path / "c.json"
    code, out, err = shell("count", EXAMPLES / name, *options, "--certificate", held, "--json")
    document = json.loads(out)
    assert code == 2 and f"no certificate: {document['certificate_reason']}" in err
    assert word in document["certificate_reason"] and document["certificate"] is None
    assert document["count"] is not None or name == "draft.json"
    assert not held.exists()


def test_what_the_kernel_rejects_is_not_written(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rejecting(*_: object, **__: object) -> Verification:
        return Verification(False, None, "the kernel has a bad day")

    monkeypatch.setattr(Verifier, "__call__", rejecting)
    for name in COUNTED:
        held = tmp_path / "c.json"
        code, out, err = shell("count", EXAMPLES / name, "--certificate", held, "--json")
        document = json.loads(out)
        assert code == 2 and "a bad day" in err and document["certificate"] is None
        assert not held.exists()
        made = symcause.count(symcause.load(EXAMPLES / name), certificate=True)
        assert made.certificate is None and "a bad day" in str(made.certificate_reason)


def test_an_engine_that_counts_otherwise_has_no_certificate(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number that is printed is the one that is proved, or nothing is written."""
    from symcause.families.boolean.opinions import opinion_engines

    path, held = EXAMPLES / "ambiguous.json", tmp_path / "c.json"
    assert shell("count", path, "--engine", "sat", "--certificate", held)[0] == 0
    held.unlink()
    monkeypatch.setattr(opinion_engines, "count_members", lambda *_: 24)
    code, out, _ = shell("count", path, "--engine", "sat", "--certificate", held, "--json")
    assert code == 2 and not held.exists()
    assert "counts 23 models" in json.loads(out)["certificate_reason"]


def test_a_pool(tmp_path: Path, shell: Shell) -> None:
    """A folder of them; a run that goes on keeps those that are there and makes what is missing."""
    pool, held, out = EXAMPLES / "pool.jsonl", tmp_path / "held", tmp_path / "out.jsonl"
    assert shell("count", pool, "--certificate", held, "--out", out)[0] == 0
    assert len(list(held.iterdir())) == len(BOOLEAN)
    assert all(d["accepted"] for d in shell.json("verify", pool, held)[1])
    lost = held / f"{Random(1).choice(BOOLEAN)}.certificate.json"
    lost.unlink()
    kept = {path.name: path.stat().st_mtime_ns for path in held.iterdir()}
    assert shell("count", pool, "--certificate", held, "--out", out, "--resume")[0] == 0
    assert lost.exists()
    assert {p.name: p.stat().st_mtime_ns for p in held.iterdir() if p != lost} == kept
    assert shell("count", pool, "--out", tmp_path / "bare.jsonl")[0] == 0
    again = ("--out", tmp_path / "bare.jsonl", "--resume", "--certificate", tmp_path / "late")
    assert shell("count", pool, *again)[0] == 0
    assert len(list((tmp_path / "late").iterdir())) == len(BOOLEAN)


def test_nothing_that_is_read_is_overwritten(tmp_path: Path, shell: Shell) -> None:
    path = write(tmp_path / "p.json", example("unique"))
    before = path.read_bytes()
    assert "would overwrite the file" in shell.refused("count", path, "--certificate", path)
    same = ("--certificate", tmp_path / "new", "--out", tmp_path / "new")
    assert "the same file" in shell.refused("count", path, *same)
    assert "--json prints instead" in shell.refused("count", path, "--certificate", "-")
    assert path.read_bytes() == before

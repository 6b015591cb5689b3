"""No certificate leaves the program that its own kernel has not accepted: every family, every command."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.certificate_acceptance import named_digest
from symcause.kernel import work
from symcause.kernel.verification import Verification, Verifier
from symcause.registry import families
from tests.cli.cases import EXAMPLES, ROOT, Shell

WRITING: dict[str, tuple[tuple[str, ...], ...]] = {
    "boolean": (
        ("audit", "unique.json"),
        ("audit", "unique.json", "--claim", "count"),
        ("audit", "unique.json", "--claim", "inseparable"),
        ("audit", "ambiguous.json"),
    ),
    "finite": (("audit", "finite/lock-settled.json"), ("audit", "finite/lock.json")),
    "linear": (
        ("audit", "crystal.json"),
        ("audit", "episode.json", "--claim", "count"),
        ("audit", "crystal.json", "--claim", "target"),
    ),
    "cpt": (("audit", "draft.json"),),
    "scenario": (("audit", "boats.json"),),
    "shapeworld": (("audit", "shapes.json"), ("audit", "world.json")),
    "statements": (("audit", "statements.json"),),
    "textgraph": (("align", "flood.txt", "flood.answer.txt"),),
}
"""How a certificate of each family that has some is asked for."""

GENERATING = (
    ("boolean", "--preset", "hs_n6_easy_calibration"),
    ("linear", "--level", "certified"),
    ("shapeworld", "--level", "certified"),
    ("shapeworld", "--siblings"),
    ("scenario",),
    ("statements",),
    ("statements", "--siblings"),
)

SAID = "the kernel has a bad day"


def rejecting(*_: Any, **__: Any) -> Verification:
    return Verification(False, None, SAID)


def bounded(monkeypatch: pytest.MonkeyPatch, rate: int) -> None:
    """A kernel with so few steps a second, and as few by itself."""
    monkeypatch.setattr(work, "_STEPS_A_SECOND", rate)
    monkeypatch.setattr(work, "STEPS", int(rate * work.SECONDS))


def order(command: tuple[str, ...]) -> list[str]:
    named = (str(EXAMPLES / part) if (EXAMPLES / part).is_file() else part for part in command)
    return list(named)


def test_every_family_with_certificates_is_asked() -> None:
    assert set(WRITING) == {family.name for family in families() if family.verifier is not None}


@pytest.mark.parametrize(
    "command", [c for listed in WRITING.values() for c in listed], ids=lambda c: " ".join(c)
)
def test_what_the_kernel_rejects_is_not_written(
    command: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shell, file, page = Shell(capsys), tmp_path / "proof.json", tmp_path / "page.html"
    shell(*order(command), "--certificate", str(file), "--json")
    assert file.exists()
    digest = str(named_digest(json.loads(file.read_text())))
    file.unlink()
    monkeypatch.setattr(Verifier, "__call__", rejecting)
    outputs = ("--certificate", str(file), "--html", str(page), "--json")
    code, out, err = shell(*order(command), *outputs)
    told = json.loads(out)
    assert code == 2 and SAID in err
    assert told["certificate"] is None and SAID in told["certificate_reason"]
    assert not file.exists() and digest not in page.read_text()


@pytest.mark.few(2)
@pytest.mark.parametrize("generator", GENERATING, ids=" ".join)
def test_nor_by_a_generator(
    generator: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Verifier, "__call__", rejecting)
    folder = tmp_path / "proofs"
    asked = ("generate", *generator, "--certificates", str(folder), "--out", str(tmp_path / "out"))
    Shell(capsys)(*asked)
    assert not list(tmp_path.rglob("*certificate*.json"))
    written = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any("symcause.certificate/1" in text for text in written)


def test_nor_from_python(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = symcause.load(EXAMPLES / "unique.json")
    assert symcause.audit(problem, certificate=True).certificate is not None
    monkeypatch.setattr(Verifier, "__call__", rejecting)
    found = symcause.audit(problem, certificate=True)
    assert found.certificate is None and SAID in str(found.certificate_reason)


def test_large_certificates_say_what_verifying_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond what ``verify`` has by itself: written with a note; beyond all bounds: not written."""
    shell, file = Shell(capsys), tmp_path / "proof.json"
    asked = ("audit", EXAMPLES / "unique.json", "--claim", "inseparable", "--json")
    _, out, err = shell(*asked, "--certificate", file)
    assert "certificate_note" not in json.loads(out) and not err
    bounded(monkeypatch, 400)
    _, out, err = shell(*asked, "--certificate", file)
    note = json.loads(out)["certificate_note"]
    assert note in err and "--timeout" in note
    verifying = ("verify", EXAMPLES / "unique.json", file)
    assert shell(*verifying)[0] == 3
    assert shell(*verifying, *note[note.index("--timeout") :].split()[:2])[0] == 0
    file.unlink()
    bounded(monkeypatch, 2)
    code, out, err = shell(*asked, "--certificate", file)
    assert code == 2 and "steps that the kernel has" in err and not file.exists()
    assert "steps that the kernel has" in json.loads(out)["certificate_reason"]


def test_there_is_one_way_out() -> None:
    """Documents get a certificate from ``audits.certificate_acceptance``, which alone says *accepted*."""
    astray = []
    for path in sorted((ROOT / "symcause").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        told = "Accepted" in text or ("replace" in text and "certificate" in text)
        for node in ast.walk(ast.parse(text)) if told else ():
            if not isinstance(node, ast.Call) or path.name == "certificate_acceptance.py":
                continue
            made = isinstance(node.func, ast.Name) and node.func.id == "Accepted"
            put = isinstance(node.func, ast.Name) and node.func.id == "replace"
            given = [k.value for k in node.keywords if k.arg in ("certificate", "certificate_also")]
            if made or (put and any(not _taken(value) for value in given)):
                astray.append(f"{path}:{node.lineno}")
    assert not astray


def _taken(value: ast.expr) -> bool:
    """Is it nothing, or the certificate of a part that has passed already?"""
    none = isinstance(value, ast.Constant) and value.value is None
    return none or (isinstance(value, ast.Attribute) and value.attr == "certificate")

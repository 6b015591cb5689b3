"""``symcause verify``: files, pools, exit codes, and the export for outside checkers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from symcause.cli.main import main
from symcause.families.boolean.certify.certificate_builder import build_clausal, clauses
from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.certify.local_builder import build_local
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.fingerprint import describe
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.kernel.rup import refutes
from symcause.solvers.sat.refutations import Refutation, refute
from tests.boolean.certify.test_certificates_documents import PROBLEM

CLASS = HypothesisClass(2)
OTHER = BooleanProblem("other", PROBLEM.disclosure, PROBLEM.worlds, constants=True)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return int(ended.value.code or 0), captured.out, captured.err


def problem_file(folder: Path, *problems: BooleanProblem) -> Path:
    path = folder / "problems.jsonl"
    lines = [json.dumps({"id": p.id, **describe(p)}) for p in problems]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def certificate_of(problem: BooleanProblem) -> dict[str, object]:
    made = build_local(problem, CLASS)
    assert made is not None
    return made.to_dict()


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    certificate = tmp_path / "certificate.json"
    certificate.write_text(json.dumps(certificate_of(PROBLEM)), encoding="utf-8")
    return problem_file(tmp_path, PROBLEM), certificate


def test_accepted(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "verify", *files, "--json")
    document = json.loads(out)
    assert code == 0
    assert document.pop("symcause")
    assert list(document) == [
        *("family", "problem", "accepted", "claim", "reason", "class", "setting", "as_stated"),
    ]
    assert document["problem"] == "demo" and document["accepted"] is True
    assert document["claim"] == "unique"
    code, out, _ = run(capsys, "verify", *files)
    assert code == 0 and out.startswith(
        "accepted (unique): for each variable, every largest possible parent set"
    )


def test_rejected(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(files[1].read_text())
    document["evidence"]["variables"]["X3"]["covered"][0]["rows"][0] = 1
    files[1].write_text(json.dumps(document, indent=2))
    code, out, _ = run(capsys, "verify", *files, "--json")
    assert code == 1
    assert json.loads(out)["accepted"] is False
    assert "the row shows pattern 2, not 0" in json.loads(out)["reason"]
    files[1].write_text('{"format": "something else"}')
    code, out, _ = run(capsys, "verify", *files)
    assert code == 1 and out.startswith("rejected: ")


@pytest.mark.parametrize("text", ["", "no json", "[1, 2", "[]", '"text"', '{"a": 1, "a": 2}'])
def test_unreadable_files(
    text: str, files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    files[1].write_text(text)
    code, out, err = run(capsys, "verify", *files, "--json")
    assert code == 2 and not out
    assert err.startswith("symcause: ") and err.count("\n") == 1 and "certificate.json" in err


def test_missing_files(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "verify", files[0], "nowhere.json")[0] == 2
    assert run(capsys, "verify", "nowhere.json", files[1])[0] == 2
    assert run(capsys, "verify", "-", "-")[0] == 2


@pytest.mark.parametrize("in_folder", [False, True])
def test_pools(in_folder: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pool = problem_file(tmp_path, PROBLEM, OTHER)
    held = [certificate_of(OTHER), certificate_of(PROBLEM)]
    target = tmp_path / "held"
    if in_folder:
        target.mkdir()
        for i, document in enumerate(held):
            (target / f"{i}.certificate.json").write_text(json.dumps(document))
    else:
        target.write_text("\n".join(json.dumps(document) for document in held))
    code, out, _ = run(capsys, "verify", pool, target, "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(a["problem"], a["accepted"]) for a in answers] == [("demo", True), ("other", True)]
    code, out, _ = run(capsys, "verify", pool, target, "--id", "other")
    assert code == 0 and out.startswith("accepted")
    missing = problem_file(
        tmp_path, PROBLEM, BooleanProblem("third", OTHER.disclosure, OTHER.worlds, max_parents=1)
    )
    code, out, _ = run(capsys, "verify", missing, target)
    assert code == 1 and "third: rejected: there is no certificate about it" in out


def test_a_broken_problem_in_a_pool_does_not_stop_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool = problem_file(tmp_path, PROBLEM)
    pool.write_text(pool.read_text() + '{"format": "symcause.boolean/1", "id": "broken"}\n')
    held = tmp_path / "held.jsonl"
    held.write_text(json.dumps(certificate_of(PROBLEM)))
    code, out, _ = run(capsys, "verify", pool, held, "--json")
    first, second = (json.loads(line) for line in out.splitlines())
    assert code == 2 and first["accepted"] and second["problem"] == "broken" and second["error"]


def test_several_certificates_about_one_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of them must hold."""
    problem = problem_file(tmp_path, PROBLEM)
    held = tmp_path / "held.jsonl"
    count = build_count(PROBLEM, CLASS).to_dict()
    held.write_text(json.dumps(certificate_of(PROBLEM)) + "\n" + json.dumps(count))
    code, out, _ = run(capsys, "verify", problem, held, "--json")
    assert code == 0 and json.loads(out)["claim"] == "unique, count"
    count["claim"] = {"name": "count", "count": 2}
    held.write_text(json.dumps(certificate_of(PROBLEM)) + "\n" + json.dumps(count))
    code, out, _ = run(capsys, "verify", problem, held, "--json")
    assert code == 1 and "the tables give 1" in json.loads(out)["reason"]


def test_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    local = build_local(PROBLEM, CLASS)
    assert local is not None and local.claim.model is not None
    reference: BooleanSCM = local.claim.model.scm
    answer = refute(clauses(PROBLEM, CLASS, reference))
    assert isinstance(answer, Refutation)
    made = build_clausal(PROBLEM, CLASS, reference, answer.lines)
    certificate = tmp_path / "certificate.json"
    certificate.write_text(json.dumps(made.to_dict()))
    problem = problem_file(tmp_path, PROBLEM)
    code, _, _ = run(capsys, "verify", problem, certificate, "--export", tmp_path / "proof.v1")
    assert code == 0
    head, *body = (tmp_path / "proof.v1.cnf").read_text().splitlines()
    unknowns = int(head.split()[2])
    formula = [[int(word) for word in line.split()[:-1]] for line in body]
    assert head == f"p cnf {unknowns} {len(formula)}"
    assert formula == clauses(PROBLEM, CLASS, reference)
    proof = (tmp_path / "proof.v1.drat").read_text().splitlines()
    assert proof[-1] == "0"
    refutes(unknowns, formula, proof)
    forged = made.to_dict()
    forged["evidence"]["proof"] += ["\N{EM DASH}"]
    certificate.write_text(json.dumps(forged))
    code, _, err = run(capsys, "verify", problem, certificate, "--export", tmp_path / "forged")
    assert code == 2 and "not a line of a clausal proof" in err
    assert not list(tmp_path.glob("forged*"))
    certificate.write_text(json.dumps(certificate_of(PROBLEM)))
    code, _, err = run(capsys, "verify", problem, certificate, "--export", tmp_path / "x")
    assert code == 2 and "only a clausal certificate" in err


def test_verifying_loads_no_solver(files: tuple[Path, Path]) -> None:
    code = (
        "import sys\n"
        "from symcause.cli.main import cli\n"
        f"cli.main(['verify', {str(files[0])!r}, {str(files[1])!r}], standalone_mode=False)\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert loaded[0] == "accepted"
    tops = {
        name for name in loaded if name.partition(".")[0] in ("pysat", "z3", "pyganak", "flint")
    }
    spaces = {
        name
        for name in loaded
        if name.startswith(("symcause.families.boolean.space", "symcause.solvers"))
    }
    assert not tops and not spaces


def test_theorem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict of an accepted certificate as a file for Coq; what is not covered is said."""
    problem, certificate = problem_file(tmp_path, PROBLEM), tmp_path / "certificate.json"
    where = tmp_path / "verdict.v"
    document = certificate_of(PROBLEM)
    certificate.write_text(json.dumps(document))
    code, out, _ = run(capsys, "verify", problem, certificate, "--theorem", where)
    assert code == 0 and out.startswith("accepted")
    text = where.read_text()
    assert "Theorem verdict : member p (denote (high p) M) /\\ forall N, member p N ->" in text
    assert 500 < len(text) < 40_000
    where.unlink()
    lie = {**document, "problem": {**document["problem"], "sha256": "0" * 64}}
    certificate.write_text(json.dumps(lie))
    code, out, _ = run(capsys, "verify", problem, certificate, "--theorem", where)
    assert code == 1 and "another problem" in out and not where.exists()
    certificate.write_text(json.dumps(build_count(PROBLEM, CLASS).to_dict()))
    code, _, err = run(capsys, "verify", problem, certificate, "--theorem", where)
    assert code == 0 and "Theorem verdict : " in where.read_text(), err
    where.unlink()
    code, _, err = run(capsys, "verify", problem, certificate, "--theorem", certificate)
    assert code == 2 and json.loads(certificate.read_text())
    code, _, err = run(capsys, "verify", "examples/pool.jsonl", certificate, "--theorem", where)
    assert code == 2 and "one problem" in err

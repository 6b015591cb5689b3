"""Sources of verify: datasets, renderings, folders with certificates beside problems, and twins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import symcause
from symcause.cli.main import cli
from symcause.errors import SymcauseError

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


def made(folder: Path, *arguments: object) -> Path:
    pool = folder / "pool.jsonl"
    done = run("generate", *arguments, "--seed", "1", "--out", pool)
    assert done.exit_code == 0, done.output
    return pool


def test_a_dataset_folder_is_verified_as_one(tmp_path: Path) -> None:
    pool, folder = made(tmp_path, "statements", "--count", "3"), tmp_path / "dataset"
    run("convert", pool, "--dataset", folder)
    done = run("verify", folder)
    assert done.exit_code == 0 and "3 problems, 3 accepted" in done.output, done.output
    prompts = folder / "public/prompts.jsonl"
    prompts.write_text(prompts.read_text("utf-8") + "\n", "utf-8")
    changed = run("verify", folder)
    assert "changed after the manifest" in str(changed.exception)
    prompts.unlink()
    assert "is missing" in str(run("verify", folder).exception)
    (folder / "evaluator/problems.jsonl").unlink()
    public = run("verify", folder)
    assert "evaluator's part" in str(public.exception)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (7, "lists no files"),
        ([], "lists no files"),
        ([{}], "names no file"),
        ([{"path": "../pool.jsonl", "sha256": "0"}], "outside of the folder"),
        ([{"path": "/dev/zero", "sha256": "0"}], "outside of the folder"),
    ],
)
def test_a_manifest_of_a_stranger_is_refused(tmp_path: Path, files: object, words: str) -> None:
    pool, folder = made(tmp_path, "statements", "--count", "3"), tmp_path / "dataset"
    run("convert", pool, "--dataset", folder)
    manifest = folder / "manifest.json"
    told = json.loads(manifest.read_text("utf-8"))
    manifest.write_text(json.dumps({**told, "files": files}), "utf-8")
    assert words in str(run("verify", folder).exception)


def test_renderings_bring_the_certificates_of_their_problems(tmp_path: Path) -> None:
    base = made(tmp_path, "boolean", "--preset", "hs_n6_easy_calibration", "--level", "certified")
    texts, folder = tmp_path / "texts.jsonl", tmp_path / "dataset"
    proofs = tmp_path / "proofs"
    options = ("--themes", "farm", "--styles", "story", "--out", texts)
    done = run("generate", "renderings", base, *options, "--certificates", proofs)
    assert done.exit_code == 0 and len(list(proofs.iterdir())) == 2
    assert "2 problems, 2 accepted" in run("verify", texts).output
    published = run("convert", texts, "--dataset", folder)
    assert "2 problems (2 certified unique)" in published.output, published.output
    assert "2 problems, 2 accepted" in run("verify", folder).output
    assert "certificate" not in (folder / "public/problems.jsonl").read_text("utf-8")


def test_renderings_without_certificates_take_those_of_the_pool_they_were_made_of(
    tmp_path: Path,
) -> None:
    base = made(tmp_path, "boolean", "--preset", "hs_n6_easy_calibration", "--level", "certified")
    texts = tmp_path / "texts.jsonl"
    run("generate", "renderings", base, "--themes", "farm", "--styles", "story", "--out", texts)
    rows = [json.loads(line) for line in texts.read_text("utf-8").splitlines()]
    for row in rows:
        del row["metadata"]["rendering"]["certificate"]  # as earlier versions wrote them
    texts.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    assert "2 problems, 0 accepted" in run("verify", texts).output
    assert "2 problems, 2 accepted" in run("verify", texts, base).output


@pytest.mark.parametrize("twice", [False, True])
def test_a_folder_of_scenarios_holds_its_certificates(tmp_path: Path, twice: bool) -> None:
    folder = tmp_path / "scenarios"
    run("generate", "scenario", "--twin", "--seed", "1", "--out", folder)
    done = run("verify", folder, *([folder] if twice else []))
    assert done.exit_code == 0 and "2 problems, 2 accepted" in done.output, done.output
    (twin,) = folder.glob("*-twin.scenario.json")
    document = json.loads(twin.read_text("utf-8"))
    document["evaluate"]["threshold"] = "1/2"
    twin.write_text(json.dumps(document), "utf-8")
    changed = run("verify", folder)
    assert changed.exit_code == 1, "a certificate of twins does not hold for another one"
    twin.unlink()
    alone = run("verify", folder)
    assert alone.exit_code in (1, 2) and "accepted (twin" not in alone.output


@pytest.mark.parametrize(
    ("options", "reason"),
    [(("shapeworld",), "--level certified"), (("renderings", "POOL"), "carry none")],
    ids=lambda value: value[0],
)
def test_certificates_that_nobody_makes_are_refused(
    options: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    pool = made(tmp_path, "shapeworld")
    named = [pool if word == "POOL" else word for word in options]
    proofs = tmp_path / "proofs"
    done = run("generate", *named, "--out", tmp_path / "out.jsonl", "--certificates", proofs)
    assert reason in str(done.exception)
    assert not proofs.exists() and not (tmp_path / "out.jsonl").exists()


def test_tables_are_generated_with_their_certificates(tmp_path: Path) -> None:
    proofs = tmp_path / "proofs"
    pool = made(tmp_path, "cpt", "--count", "4", "--certificates", proofs)
    assert len(list(proofs.iterdir())) == 4
    assert "4 problems, 4 accepted" in run("verify", pool, proofs).output
    assert "4 problems, 4 accepted" in run("verify", pool).output


def test_different_claims_are_counted(tmp_path: Path) -> None:
    """An accepted certificate may claim that a problem is ambiguous."""
    pool = tmp_path / "pool.jsonl"
    for names, told in (
        (("unique", "unique"), "2 problems, 2 accepted\n"),
        (("ambiguous", "unique", "unique"), "3 problems, 3 accepted: 2 unique, 1 ambiguous\n"),
    ):
        lines = []
        for number, name in enumerate(names):
            document = json.loads((ROOT / "examples" / f"{name}.json").read_text())
            document["id"] = f"{name}-{number}"
            problem = symcause.problem(document)
            proof = symcause.audit(problem, certificate=True).certificate
            lines.append(json.dumps({**document, "metadata": {"certificate": proof}}))
        pool.write_text("\n".join(lines))
        assert run("verify", pool).output.endswith(told)


@pytest.mark.parametrize("form", [["symcause.certificate/1", 0], {"a": 1}, None, 7])
def test_a_format_that_is_no_text_is_refused(tmp_path: Path, form: object) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps({"format": form, "claim": "unique"}), "utf-8")
    done = run("verify", ROOT / "examples/ambiguous.json", path)
    assert isinstance(done.exception, SymcauseError | SystemExit) and done.exit_code != 0

"""Every output against every input and every other output, also through links; and whole files only."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.cases import EXAMPLES, Shell

OVERWRITES = (
    "score {pool} {rows} --out {rows}",
    "score {pool} {rows} --out {pool}",
    "score {pool} {rows} --html {rows}",
    "score {pool} {rows} --html {pool}",
    "score {folder} {rows} --out {folder}/unique.json",
    "score {folder} {rows} --figures {folder}",
    "audit {episode} --log {log} --out {log}",
    "audit {episode} --log {log} --html {log}",
    "audit {episode} --log {log} --certificate {log}",
    "audit {folder} --out {folder}/new.jsonl",
    "audit {folder} --certificate {folder}",
    "alternatives {problem} --against {answer} --out {answer}",
    "generate alternative {pool} --out {pool}",
    "generate alternative {pool} --answers {rows} --out {rows}",
    "generate boolean --presets {presets} --out {presets}",
    "disambiguate {problem} --out {problem}",
    "convert {problem} --out {problem}",
    "convert {folder} --out {folder}/x.json",
    "convert {folder} --out {folder}/x",
    "convert {folder} --dataset {folder}",
    "verify {problem} {folder}/proof.cnf --export {folder}/proof",
    "audit {problem} --out {new} --html {new}",
    "audit {problem} --out {new} --certificate {new}",
    "audit {problem} --html {new} --certificate {new}",
    "score {pool} {rows} --out {new} --html {new}",
    "score {pool} {rows} --figures {new} --html {new}/exact.svg",
    "audit {pool} --certificate {new} --out {new}/unique.certificate.json",
    "generate boolean --certificates {new} --out {new}/a.certificate.json",
)


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    """Files to read, by the words of the command lines."""
    folder = tmp_path / "folder"
    folder.mkdir()
    names = {
        "problem": "ambiguous.json",
        "pool": "pool.jsonl",
        "rows": "predictions.jsonl",
        "episode": "episode.json",
        "log": "episode.log.jsonl",
        "answer": "answers/ambiguous.other.json",
    }
    found = {word: str(shutil.copy(EXAMPLES / name, tmp_path)) for word, name in names.items()}
    shutil.copy(EXAMPLES / "unique.json", folder)
    (folder / "proof.cnf").write_text("{}")
    (tmp_path / "presets.toml").write_text("[small]\n")
    return {
        **found,
        "folder": str(folder),
        "presets": str(tmp_path / "presets.toml"),
        "new": str(tmp_path / "new"),
    }


def _content(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.parametrize("line", OVERWRITES)
def test_nothing_that_is_read_or_written_is_overwritten(
    line: str, places: dict[str, str], tmp_path: Path, shell: Shell
) -> None:
    before = _content(tmp_path)
    message = shell.refused(*(word.format(**places) for word in line.split()))
    assert any(
        words in message
        for words in ("would overwrite the file", "would write into", "the same file", "such files")
    )
    assert _content(tmp_path) == before


@pytest.mark.parametrize("kind", ["soft", "hard", "through a folder"])
def test_links_are_followed(kind: str, tmp_path: Path, shell: Shell) -> None:
    home = tmp_path / "home"
    home.mkdir()
    problem = Path(shutil.copy(EXAMPLES / "unique.json", home))
    link = tmp_path / "link.json"
    if kind == "soft":
        link.symlink_to(problem)
    elif kind == "hard":
        os.link(problem, link)
    else:
        (tmp_path / "other").symlink_to(home)
        link = tmp_path / "other" / "unique.json"
    before = problem.read_bytes()
    for read, written in ((problem, link), (link, problem)):
        for option in ("--out", "--html", "--certificate"):
            assert "would overwrite" in shell.refused("audit", read, option, written)
    assert problem.read_bytes() == before


def test_two_links_to_one_place_that_is_not_there_yet(tmp_path: Path, shell: Shell) -> None:
    for name in ("one", "other"):
        (tmp_path / name).symlink_to(tmp_path / "new")
    refused = shell.refused(
        "audit", EXAMPLES / "unique.json", "--out", tmp_path / "one", "--html", tmp_path / "other"
    )
    assert "--out and --html name the same file" in refused


def test_a_link_stays_a_link(tmp_path: Path, shell: Shell) -> None:
    """Whole files take their names by renaming: not over the link."""
    real, link = tmp_path / "real", tmp_path / "link"
    link.symlink_to(real)
    for option in ("--html", "--certificate", "--out"):
        shell("audit", EXAMPLES / "unique.json", option, link)
        assert link.is_symlink() and real.stat().st_size > 100
        real.unlink()
    shell("convert", EXAMPLES / "unique.json", "--out", link)
    assert link.is_symlink() and real.exists()
    assert {path.name for path in tmp_path.iterdir()} == {"real", "link"}


@pytest.mark.parametrize("option", ["--html", "--out", "--certificate"])
def test_devices_are_written_to_and_stay_devices(option: str, shell: Shell) -> None:
    shell("audit", EXAMPLES / "unique.json", option, "/dev/null")
    message = shell("audit", EXAMPLES / "unique.json", option, "/dev/full")[2]
    assert "/dev/full: cannot" in message and "No space left on device" in message
    assert Path("/dev/null").is_char_device() and Path("/dev/full").is_char_device()


def test_pages_and_pictures_are_opened_before_the_work(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr("symcause.cli.score_run.scoring_run.ScoringRun.execute", never)
    run = ("score", EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl")
    missing = tmp_path / "no" / "page.html"
    assert "cannot be written: no such folder" in shell.refused(*run, "--html", missing)
    (tmp_path / "file").write_text("")
    inside = tmp_path / "file" / "figures"
    assert "cannot be written" in shell.refused(*run, "--figures", inside)


def test_a_conversion_that_fails_halfway_leaves_the_old_file(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "pool.yaml"
    out.write_text("older")
    pool = tmp_path / "pool.jsonl"
    text = (EXAMPLES / "pool.jsonl").read_text()
    pool.write_text(text + "\n" + (EXAMPLES / "episode.json").read_text().replace("\n", " "))
    code, _, _ = shell("convert", pool, "--to", "boolean", "--out", out)
    assert code == 2
    assert out.read_text() == "older"

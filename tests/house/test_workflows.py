"""Workflows name what is there: targets of make, files, versions of Python, and each other's artifacts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def read(path: Path) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in read(path)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_names_what_is_there(path: Path) -> None:
    found = read(path)
    assert {"name", "permissions", "jobs"} <= set(found)
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, flags=re.MULTILINE))
    for step in steps(path):
        assert ("run" in step) != ("uses" in step), step
        text = str(step.get("run", ""))
        for target in re.findall(r"\bmake ([a-z-]+)", text):
            assert target in targets, target
        for name in re.findall(r"\b((?:source/)?(?:tests|tools|docs)/[\w./-]+)", text):
            assert (ROOT / name.removeprefix("source/")).exists(), name
        for family in re.findall(r"FAMILY=(\w+)", text):
            assert (ROOT / "tests" / family).is_dir()
        for extra in re.findall(r"\.\[([a-z-]+)\]", text):
            assert f"\n{extra} = [" in PROJECT
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@[\w./-]+", step["uses"]), step


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_jobs_wait_for_jobs_that_are_there(path: Path) -> None:
    jobs = read(path)["jobs"]
    for job in jobs.values():
        needs = job.get("needs", [])
        assert {*([needs] if isinstance(needs, str) else needs)} <= set(jobs)
    used = [step.get("with", {}).get("name") for step in steps(path) if "uses" in step]
    artifacts = {step["with"]["name"] for step in steps(path) if _is(step, "upload-artifact")}
    taken = {step["with"]["name"] for step in steps(path) if _is(step, "download-artifact")}
    assert taken <= artifacts, used


def _is(step: dict[str, Any], action: str) -> bool:
    return f"/{action}@" in str(step.get("uses", ""))


def test_every_version_of_python_that_is_promised_is_tried() -> None:
    promised = re.findall(r"Python :: (3\.\d+)", PROJECT)
    assert promised == ["3.11", "3.12", "3.13", "3.14"]
    jobs = read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]
    for job in ("test", "windows"):
        assert jobs[job]["strategy"]["matrix"]["python"] == promised
    systems = {*jobs["test"]["strategy"]["matrix"]["os"], jobs["windows"]["runs-on"]}
    assert systems == {"ubuntu-latest", "macos-latest", "windows-latest"}


def test_what_is_run_here_is_run_there() -> None:
    """The targets of .ci/run; ``test`` is ``check`` and ``tests`` in two jobs."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    wanted = set(re.findall(r"^make ([a-z-]+)$", script, flags=re.MULTILINE))
    told = "\n".join(str(step.get("run", "")) for step in steps(WORKFLOWS[-1]))
    assert WORKFLOWS[-1].stem == "tests" and len(wanted) > 8
    found = set(re.findall(r"\bmake ([a-z-]+)", told))
    assert (wanted - {"test"}) | {"check", "tests"} <= found


def test_the_container_takes_what_the_package_is_built_of() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (.+) /", text, flags=re.MULTILINE):
        for name in line.split():
            assert (ROOT / name).exists(), name
    for name in re.findall(r'"(symcause_\w+)"', PROJECT):
        assert f"{name}.py" in text

"""Versions of what the package needs: the lowest that are allowed are the ones that are tried."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml

from symcause.registry import families
from tests.python import check_certificates

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def told(*extras: str) -> list[str]:
    tool = ROOT / "tools" / "lowest_versions.py"
    done = subprocess.run(
        [sys.executable, tool, *extras], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_constraints_are_the_lower_bounds() -> None:
    """Every requirement but those without a bound, each once, with its marker."""
    lines = told()
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    bounded = {own.partition(">=")[0] for own in wanted if ">=" in own}
    assert {line.partition("==")[0] for line in lines} == bounded and len(lines) == len(bounded)
    for line in lines:
        name, _, version = line.partition(";")[0].partition("==")
        assert any(own.startswith(f"{name}>={version}") for own in wanted), line
    assert [line for line in lines if "sys_platform" in line and line.startswith("pyganak==")]
    assert "gymnasium==1.0" in told("gymnasium", "mcp")


def test_every_requirement_of_the_package_has_both_bounds() -> None:
    optional = PROJECT["optional-dependencies"].values()
    for requirement in (*PROJECT["dependencies"], *(own for extra in optional for own in extra)):
        if not requirement.startswith("types-"):
            assert re.search(r">=[^,]+,<", requirement), requirement


def test_a_certified_audit_of_every_family_is_tried_at_both_ends() -> None:
    own = check_certificates
    assert {one.name for one in families()} == {*own.AUDITED, *own.ALIGNED, *own.NONE}


def test_both_ends_are_tried() -> None:
    """The Makefile's targets, and a job for each."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    job = yaml.safe_load(workflow)["jobs"]["versions"]
    assert job["strategy"]["matrix"]["versions"] == ["lowest", "highest"]
    for end in ("lowest", "highest"):
        target = makefile.partition(f"\n{end}:\n")[2].partition("\n\n")[0]
        assert "-m smoke" in target and "tests/python/check_certificates.py" in target
        assert any(step.get("run") == f"make {end}" for step in job["steps"])

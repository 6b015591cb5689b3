"""A family in a package of its own is found by its entry point: nothing of this package is edited."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from symcause.testing import coins

TOY = Path(coins.__file__).parent
ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "coins_elsewhere"
PROBLEM = {
    "format": "toy.coins/1",
    "id": "hidden",
    "coins": ["a", "b"],
    "seen": {"a": True},
    "gold": {"a": True, "b": False},
}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder as an installer leaves it: the package, and its list of entry points."""
    package, listed = tmp_path / PACKAGE, tmp_path / f"{PACKAGE}-1.0.dist-info"
    package.mkdir()
    listed.mkdir()
    for module in TOY.glob("*.py"):
        text = module.read_text(encoding="utf-8").replace("symcause.testing.coins", PACKAGE)
        (package / module.name).write_text(text, encoding="utf-8")
    _lists(tmp_path, f"coins = {PACKAGE}\n")
    (tmp_path / "problem.json").write_text(json.dumps(PROBLEM))
    return tmp_path


def _lists(folder: Path, lines: str) -> None:
    text = f"[console_scripts]\nother = some:thing\n\n[symcause.families]\n{lines}"
    (folder / f"{PACKAGE}-1.0.dist-info" / "entry_points.txt").write_text(text)


def _run(
    folder: Path, *arguments: str, program: str = "symcause", method: str | None = None
) -> subprocess.CompletedProcess[str]:
    started = {} if method is None else {"SYMCAUSE_START_METHOD": method}
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, "-m", program, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **started},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_its_problems_are_audited_and_played(elsewhere: Path) -> None:
    found = _run(elsewhere, "audit", "problem.json", "--json")
    document = json.loads(found.stdout)
    assert (document["family"], document["count"], found.returncode) == ("coins", 2, 1)
    played = _run(elsewhere, "play", "problem.json", "--agent", "greedy", "--json")
    assert played.returncode == 0 and json.loads(played.stdout)["right"] is True


def test_a_problem_needs_no_metadata(elsewhere: Path) -> None:
    module = elsewhere / PACKAGE / "problem.py"
    lines = module.read_text(encoding="utf-8").splitlines(keepends=True)
    bare = "".join(line for line in lines if "metadata: " not in line)
    bare = bare.replace(", read.metadata)", ")").replace(
        "return document if not problem.metadata else {**document, "
        '"metadata": dict(problem.metadata)}',
        "return document",
    )
    assert "metadata" not in bare
    module.write_text(bare, encoding="utf-8")
    played = _run(elsewhere, "play", "problem.json", "--agent", "greedy", "--json")
    assert played.returncode == 0, played.stderr


def test_its_generator_and_its_schemas_are_listed(elsewhere: Path) -> None:
    assert "coins" in _run(elsewhere, "generate", "--help").stdout
    assert "coins.audit: symcause audit --json" in _run(elsewhere, "schema").stdout


def test_without_it_the_format_is_not_known(elsewhere: Path) -> None:
    (elsewhere / f"{PACKAGE}-1.0.dist-info" / "entry_points.txt").unlink()
    found = _run(elsewhere, "audit", "problem.json")
    assert found.returncode == 2 and "toy.coins/1" in found.stderr


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("coins = no_such_package\n", "the family coins cannot be loaded"),
        (f"others = {PACKAGE}\n", "this package declares the family coins, not others"),
        ("coins\n", "a list of entry points that cannot be read"),
    ],
)
def test_a_broken_one_is_named_in_one_line(elsewhere: Path, lines: str, told: str) -> None:
    _lists(elsewhere, lines)
    found = _run(elsewhere, "audit", "problem.json")
    assert found.returncode == 2 and told in found.stderr
    assert "Traceback" not in found.stderr and len(found.stderr.splitlines()) == 2


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_broken_one_keeps_nobody_else_from_working(elsewhere: Path, method: str) -> None:
    """It is named once in a run, however many processes there are."""
    _lists(elsewhere, "coins = no_such_package\n")
    example = str(ROOT / "examples" / "unique.json")
    found = _run(elsewhere, "audit", example, example, "--jobs", "2", "--json", method=method)
    lines = [json.loads(line)["verdict"] for line in found.stdout.splitlines()]
    assert (found.returncode, lines) == (0, ["unique", "unique"]), found.stderr
    (said,) = found.stderr.splitlines()
    assert "the family coins cannot be loaded" in said and "no_such_package" in said


def test_the_check_is_a_program(elsewhere: Path) -> None:
    """Findings are what it prints; what cannot be checked at all is one line on standard error."""
    found = _run(elsewhere, "check", "coins", "problem.json", program="symcause.families")
    assert found.returncode == 0 and f"coins (package {PACKAGE})" in found.stdout, found.stdout
    listed = _run(elsewhere, "list", program="symcause.families")
    assert listed.returncode == 0 and f"coins: coin problems ({PACKAGE})" in listed.stdout
    (elsewhere / PACKAGE / "space.py").write_text("nothing here\n")
    found = _run(elsewhere, "check", "coins", program="symcause.families")
    assert found.returncode == 2 and len(found.stdout.splitlines()) == 1
    assert "space = " in found.stdout and "SyntaxError" in found.stdout and not found.stderr
    _lists(elsewhere, "coins = no_such_package\n")
    for wrong in (("check", "coins"), ("check",), ("chek", "coins"), ("check", "coins", "--loud")):
        found = _run(elsewhere, *wrong, program="symcause.families")
        assert found.returncode == 2 and not found.stdout
        assert found.stderr.startswith("symcause: ") and len(found.stderr.splitlines()) == 1


def test_a_family_of_the_house_is_never_replaced(elsewhere: Path) -> None:
    _lists(elsewhere, f"boolean = {PACKAGE}\ncoins = {PACKAGE}\n")
    example = ROOT / "examples" / "unique.json"
    assert _run(elsewhere, "count", str(example)).returncode == 0

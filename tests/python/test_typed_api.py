"""The Python functions as editors and type checkers see them."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import symcause
from symcause.api.answer_scores import ScoreOptions
from symcause.errors import UsageError
from symcause.registry import answering, families, load
from tests.python.guides import programs

ROOT = Path(__file__).resolve().parents[2]
TYPED = ROOT / "tests" / "python" / "typed"


def test_the_overloads_are_those_of_the_questions() -> None:
    """``python tools/write_api.py`` writes them anew."""
    done = subprocess.run([sys.executable, ROOT / "tools" / "write_api.py", "--check"], check=False)
    assert done.returncode == 0, "run python tools/write_api.py"


@pytest.mark.parametrize("name", ["audit", "count", "solve", "check", "disambiguate"])
def test_every_option_is_a_parameter(name: str) -> None:
    source = (ROOT / "symcause" / "api" / "questions.pyi").read_text(encoding="utf-8")
    for family in answering(name):
        for field in fields(load(family.questions[name])):
            if not str(field.type).startswith("Mapping"):
                assert re.search(rf"\b{field.name}: ", source), field.name


def test_the_programs_run() -> None:
    done = subprocess.run(
        [sys.executable, TYPED / "programs.py", ROOT / "examples"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "unique in the class 3: True" in done.stdout


def test_mypy_flags_every_mistake_and_nothing_else(tmp_path: Path) -> None:
    """One run for what users write: programs and mistakes, the guides, the README.

    ``make typed`` asks pyright as well, in an environment that has the wheel alone.
    """
    found = programs()
    assert {"guide_from_python.py", "guide_run_a_model.py", "guide_baselines.py"} <= set(found)
    assert "guide_readme.py" in found
    for name, text in found.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    own = TYPED / "programs.py", TYPED / "mistakes.py"
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-pretty", *own, tmp_path],
        capture_output=True,
        text=True,
        cwd=ROOT,  # with what ``make check`` remembers of the package
        check=False,
    )
    lines = (TYPED / "mistakes.py").read_text(encoding="utf-8").splitlines()
    wrong = {("mistakes", n) for n, line in enumerate(lines, 1) if "# wrong" in line}
    said = re.findall(r"(\w+)\.py:(\d+):.* error:", done.stdout)
    assert wrong
    assert {(name, int(line)) for name, line in said} == wrong, done.stdout


def test_scoring_takes_the_options_of_all_families_by_name() -> None:
    named = {
        (found.name, str(found.type))
        for family in families()
        if family.scoring is not None
        for found in fields(load(family.scoring))
        if found.metadata
    }
    told = {name: kind.__forward_arg__ for name, kind in ScoreOptions.__annotations__.items()}
    assert set(told.items()) == named
    pool = [symcause.load(ROOT / "examples" / "unique.json")]
    assert symcause.score(pool, [], judge="nobody").lines == ()  # another family's option
    with pytest.raises(UsageError, match="pair_by"):
        symcause.score(pool, [], pair_bye="x")  # type: ignore[call-arg]

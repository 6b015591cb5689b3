"""Examples in docstrings are run, those of every module of the package, and print what they show."""

from __future__ import annotations

import doctest
from contextlib import chdir
from importlib import import_module
from io import StringIO
from itertools import groupby
from pathlib import Path
from types import ModuleType

import pytest

import symcause
from tests.python.test_reference import FUNCTIONS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "symcause"

ELSEWHERE = {f"{one.__module__}.{one.__qualname__}" for one in FUNCTIONS.values()}
"""What people call has its example run by the tests of the reference."""


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _part(path: Path) -> str:
    """The layer that a module belongs to, or the family."""
    folders = path.relative_to(PACKAGE).parts[:-1]
    return "/".join(folders[:2] if folders[:1] == ("families",) else folders[:1])


PATHS = sorted(PACKAGE.rglob("*.py"), key=lambda path: (_part(path), path))
SHOWING = [path for path in PATHS if ">>> " in path.read_text(encoding="utf-8")]
PARTS = {part: [_name(path) for path in paths] for part, paths in groupby(SHOWING, _part)}


def failures(module: ModuleType) -> str:
    """What the examples of a module print that is not what they show."""
    said = StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    names = {"symcause": symcause}
    for test in doctest.DocTestFinder().find(module, extraglobs=names):
        if test.examples and test.name not in ELSEWHERE:
            assert not any(doctest.SKIP in one.options for one in test.examples), "passed over"
            runner.run(test, out=said.write)
    return said.getvalue()


@pytest.mark.parametrize("part", PARTS)
def test_examples_of_modules_are_run(part: str) -> None:
    with chdir(ROOT):
        said = "".join(failures(import_module(name)) for name in PARTS[part])
    assert not said, said


def test_examples_are_found_and_can_fail() -> None:
    """A part that is empty, or a runner that is content with everything, would say nothing."""
    assert len(SHOWING) > 350 and len(PARTS) > 25
    wrong = ModuleType("wrong")
    wrong.__doc__ = ">>> 1 + 1\n3\n"
    assert "Expected:\n    3\nGot:\n    2\n" in failures(wrong)

"""``tools/renames`` on a package of two files: which callers of a renamed method mypy names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

SPACES = """
from typing import Protocol

class Countable(Protocol):
    def count(self) -> int: ...

class Space:
    def count(self) -> int:
        return 1

    def next(self) -> "Space":
        return self

class Wide(Space):
    def count(self) -> int:
        return super().count() + 1

class Other:
    def count(self, what: str) -> int:
        return 0
"""

CALLERS = """
from typing import Any
from toy.spaces import Countable, Other, Space

def typed(space: Space, wide: Countable) -> int:
    return space.count() + wide.count()

def left_open(space: Any) -> Any:
    return space.count()

def by_text(space: object) -> Any:
    return getattr(space, "count")()

def of_others(other: Other) -> int:
    return other.count("x") + "text".count("x")

def chained(space: Space) -> Space:
    return space.next().next()
"""


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="mypy is built for CPython")
def test_what_mypy_does_not_name_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tools.renames.callers import Callers
    from tools.renames.checked_copy import CheckedCopy
    from tools.renames.definitions import Classes
    from tools.renames.trial import tried

    project, folder = tmp_path / "project", tmp_path / "copy"
    (project / "toy").mkdir(parents=True)
    folder.mkdir()
    (project / "pyproject.toml").write_text('[tool.mypy]\nstrict = true\nfiles = ["toy"]\n')
    for name, text in {"__init__": "", "spaces": SPACES, "callers": CALLERS}.items():
        (project / "toy" / f"{name}.py").write_text(text)
    monkeypatch.chdir(project)  # and back, in the end
    copy = CheckedCopy(project, folder)
    classes = Classes(copy)
    callers = Callers(copy, classes)
    every = [(method, callers.of(method)) for method in classes.methods(["toy.spaces.Space"])]
    count, following = (tried(copy.renamed, *pair) for pair in every)

    assert count.method.title == "Countable.count"
    assert count.method.classes == {f"toy.spaces.{name}" for name in ("Countable", "Space", "Wide")}
    assert [each.use.place.line for each in count.named] == [6, 6, 16]
    assert [(each.use.place.line, str(each.receiver)) for each in count.missed] == [(9, "Any")]
    assert [each.use.place.line for each in count.texts] == [12]
    assert following.method.title == "Space.next"
    assert len(following.named) == 2 and not following.missed

"""Bundled examples: ``symcause.example`` and ``symcause examples``, in a checkout and a wheel."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

import symcause
from symcause.errors import SymcauseError, UsageError
from symcause.formats.pools import bundled_examples
from tests.cli.cases import EXAMPLES, ROOT, Shell

LISTED = symcause.examples()


def data_files(folder: Path) -> dict[str, bytes]:
    """The files of a folder that are no programs, pages or notebooks, by their names in it."""
    others = {".py", ".md", ".ipynb", ".pyc"}
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and file.suffix not in others
    }


@pytest.mark.parametrize("name", LISTED)
def test_an_example_is_the_problem_of_its_file(name: str) -> None:
    (file,) = (f for f in EXAMPLES.rglob("*") if f.stem == name)
    assert symcause.example(name) == symcause.load(file)


def test_every_file_of_one_problem_is_listed() -> None:
    """All but the templates of problems, and answers, which some readers take for a graph."""
    for file in (*EXAMPLES.glob("*.json"), *EXAMPLES.glob("finite/*.json")):
        try:
            symcause.load(file)
        except SymcauseError:
            continue
        assert file.stem in LISTED, file
    assert len(LISTED) >= 18
    assert all(1 < len(line) <= 100 for line in LISTED.values())


@pytest.mark.parametrize(
    ("name", "near"),
    [("ambigous", "'ambiguous'"), ("hidden-rots", "'hidden-roots' or 'hidden-order'")],
)
def test_an_unknown_name_is_refused_with_the_nearest(name: str, near: str, shell: Shell) -> None:
    with pytest.raises(UsageError, match=near):
        symcause.example(name)
    assert f"did you mean {near}? symcause examples lists all" in shell.refused("examples", name)


def test_what_is_no_name_is_refused() -> None:
    with pytest.raises(UsageError, match="no bundled example has this name"):
        symcause.example(7)  # type: ignore[arg-type]


def test_the_command_lists_prints_and_writes(shell: Shell, tmp_path: Path) -> None:
    code, listed, _ = shell("examples")
    assert code == 0 and [line.split()[0] for line in listed.splitlines()] == list(LISTED)
    assert json.loads(shell("examples", "--json")[1]) == LISTED
    printed = shell("examples", "ambiguous")[1]
    assert printed == (EXAMPLES / "ambiguous.json").read_text(encoding="utf-8")
    folder = tmp_path / "mine" / "examples"
    assert shell("examples", "--out", folder)[0] == 0
    written, kept = data_files(folder), data_files(EXAMPLES)
    assert written == {name: text for name, text in kept.items() if name != "examples.toml"}


def test_nothing_is_overwritten(shell: Shell, tmp_path: Path) -> None:
    mine = tmp_path / "unique.json"
    mine.write_text("mine")
    assert "this folder is not empty" in shell.refused("examples", "--out", tmp_path)
    assert "unique.json" in shell("examples", "--out", mine)[2]
    assert mine.read_text() == "mine" and list(tmp_path.iterdir()) == [mine]


def test_a_name_goes_with_no_option(shell: Shell, tmp_path: Path) -> None:
    assert "--json does not go with a name" in shell.refused("examples", "unique", "--json")
    assert "--out does not" in shell.refused("examples", "unique", "--out", tmp_path / "other")


def test_a_wheel_takes_the_files_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The build step itself; ``make package`` tries the whole wheel."""
    setuptools = pytest.importorskip("setuptools")
    made: dict[str, type] = {}
    monkeypatch.setattr(setuptools, "setup", lambda cmdclass: made.update(cmdclass))
    runpy.run_path(str(ROOT / "setup.py"))
    build = made["build_py"](setuptools.Distribution({"packages": []}))
    build.ensure_finalized()
    build.build_lib = str(tmp_path)
    build.run()
    assert data_files(tmp_path / "symcause" / "bundled") == data_files(EXAMPLES)
    monkeypatch.setattr(bundled_examples, "_PACKAGE", tmp_path / "symcause")
    assert symcause.examples() == LISTED
    assert symcause.example("lock").id == "lock"


def test_an_installation_without_the_files_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundled_examples, "_PACKAGE", tmp_path / "symcause")
    with pytest.raises(UsageError, match="missing from this installation"):
        symcause.examples()

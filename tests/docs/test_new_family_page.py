"""The page about one more family: its blocks are a package, installed as they stand there and tried."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "new-family.md"
PACKAGE = "coins_for_symcause"
_BLOCK = re.compile(r"```(?:python|toml)\n# ([\w./]+)\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, and the list of entry points as an installer writes it."""
    folder = tmp_path_factory.mktemp("page")
    text = PAGE.read_text(encoding="utf-8")
    for name, body in _BLOCK.findall(text):
        if name.startswith((PACKAGE, "pyproject", "test_")):
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(body, encoding="utf-8")
    listed = folder / f"{PACKAGE}-1.0.dist-info"
    listed.mkdir()
    entry = re.search(r'\[project.entry-points."(symcause.families)"\]\n(.*)\n', text)
    assert entry is not None
    lines = f"[{entry[1]}]\n{entry[2].replace(chr(34), '')}\n"
    (listed / "entry_points.txt").write_text(lines, encoding="utf-8")
    problem = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert problem is not None
    (folder / "problem.json").write_text(problem[1], encoding="utf-8")
    (folder / "answer.json").write_text('{"a": true, "b": false, "c": true}', encoding="utf-8")
    return folder


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_blocks_are_the_whole_package(package: Path) -> None:
    found = {path.name for path in (package / PACKAGE).glob("*.py")}
    assert found == {"__init__.py", "problem.py", "models.py", "space.py"}


def test_its_declaration_is_as_expected(package: Path) -> None:
    found = _run(package, "symcause.families", "check", "coins", "problem.json")
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize(
    ("command", "more", "code"),
    [
        ("audit", (), 1),
        ("count", (), 0),
        ("solve", ("--all",), 0),
        ("check", ("answer.json",), 0),
        ("alternatives", (), 1),
        ("separate", ("gold", "gold"), 1),
        ("next", (), 0),
        ("disambiguate", (), 0),
        ("play", ("--agent", "greedy"), 0),
    ],
)
def test_the_commands_that_it_names_work(
    package: Path, command: str, more: tuple[str, ...], code: int
) -> None:
    assert f"`{command}" in PAGE.read_text(encoding="utf-8") or command == "audit"
    found = _run(package, "symcause", command, "problem.json", *more, "--json")
    assert found.returncode == code, found.stderr
    assert json.loads(found.stdout)["family"] == "coins"


DIALS = {
    "format": "dials/1",
    "id": "three dials",
    "positions": {"A": 3, "B": 3, "C": 2},
    "roots": ["A"],
    "most_parents": 2,
    "worlds": [{"rows": [[0, 1, 0], [1, 2, 1], [2, 2, 1]]}],
    "gold": {
        "B": {"parents": ["A"], "outputs": [1, 2, 2]},
        "C": {"parents": ["A"], "outputs": [0, 1, 1]},
    },
}


@pytest.fixture(scope="module")
def dials(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second package of the page, with the declaration of the first under other names."""
    folder, name = tmp_path_factory.mktemp("dials"), "dials_for_symcause"
    blocks = dict(_BLOCK.findall(PAGE.read_text(encoding="utf-8")))
    own = {Path(path).name: body for path, body in blocks.items() if path.startswith(name)}
    assert set(own) == {"problem.py", "space.py"}
    declared = blocks[f"{PACKAGE}/__init__.py"]
    for old, new in (
        ("coins", "dials"),
        ("coin", "dial"),
        ("Coin", "Dial"),
        (".models:", ".space:"),
    ):
        declared = declared.replace(old, new)
    (folder / name).mkdir()
    for module, body in {**own, "__init__.py": declared}.items():
        (folder / name / module).write_text(body, encoding="utf-8")
    listed = folder / f"{name}-1.0.dist-info"
    listed.mkdir()
    (listed / "entry_points.txt").write_text(f"[symcause.families]\ndials = {name}\n")
    (folder / "problem.json").write_text(json.dumps(DIALS), encoding="utf-8")
    (folder / "answer.json").write_text(json.dumps(DIALS["gold"]), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("command", "more", "code"),
    [
        ("audit", (), 1),
        ("check", ("answer.json",), 0),
        ("alternatives", (), 1),
        ("next", (), 0),
        ("disambiguate", (), 0),
        ("play", ("--agent", "greedy"), 0),
    ],
)
def test_choices_of_parents_are_answered_by_the_engine(
    dials: Path, command: str, more: tuple[str, ...], code: int
) -> None:
    found = _run(dials, "symcause", command, "problem.json", *more, "--json")
    assert found.returncode == code, found.stderr
    assert json.loads(found.stdout)["family"] == "dials"


def test_the_declaration_of_the_dials_is_as_expected(dials: Path) -> None:
    found = _run(dials, "symcause.families", "check", "dials", "problem.json")
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.fixture(scope="module")
def gates(dials: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dials of the page with names for their values: the third package, which extends the second."""
    folder, name = tmp_path_factory.mktemp("gates"), "gates_for_symcause"
    shutil.copytree(dials / "dials_for_symcause", folder / "dials_for_symcause")
    (folder / name).mkdir()
    block = dict(_BLOCK.findall(PAGE.read_text(encoding="utf-8")))[f"{name}/space.py"]
    (folder / name / "space.py").write_text(block, encoding="utf-8")
    declared = (dials / "dials_for_symcause" / "__init__.py").read_text(encoding="utf-8")
    declared = declared.replace('name="dials"', 'name="gates"')
    declared = declared.replace('f"{_HERE}.space:DialSpace"', f'"{name}.space:GateSpace"')
    (folder / name / "__init__.py").write_text(declared, encoding="utf-8")
    listed = folder / f"{name}-1.0.dist-info"
    listed.mkdir()
    (listed / "entry_points.txt").write_text(f"[symcause.families]\ngates = {name}\n")
    (folder / "problem.json").write_text(json.dumps(DIALS), encoding="utf-8")
    return folder


def test_values_with_names(dials: Path, gates: Path) -> None:
    """All that is done and seen has names, and the numbers are those of the dials without."""
    plain, named = (
        json.loads(_run(folder, "symcause", "next", "problem.json", "--json").stdout)
        for folder in (dials, gates)
    )
    assert named["family"] == "gates"
    words = ("shut", "half", "open")
    for one in plain["experiments"]:
        done = one["experiment"]["do"]
        one["experiment"] = {"do": {name: words[value] for name, value in done.items()}}
    assert plain["experiments"] and named["experiments"] == plain["experiments"]
    found = _run(gates, "symcause.families", "check", "gates", "problem.json")
    assert found.returncode == 0, found.stdout + found.stderr
    played = _run(gates, "symcause", "play", "problem.json", "--agent", "greedy", "--json")
    assert played.returncode == 0, played.stderr
    planned = _run(gates, "symcause", "disambiguate", "problem.json", "--json")
    assert planned.returncode == 0, planned.stderr
    assert any(f'"{word}"' in planned.stdout for word in words)


def test_names_that_the_engine_does_not_know_are_noticed(gates: Path, tmp_path: Path) -> None:
    """A space that names its values everywhere but where experiments are posed to the engine."""
    folder = tmp_path / "halfway"
    shutil.copytree(gates, folder)
    (folder / "gates_for_symcause" / "space.py").write_text(
        "from dials_for_symcause.space import DialSpace\n"
        "WORDS = ('shut', 'half', 'open')\n"
        "class GateSpace(DialSpace):\n"
        "    def experiments(self):\n"
        "        plain = (next(iter(one['do'].items())) for one in super().experiments())\n"
        "        return ({'do': {name: WORDS[value]}} for name, value in plain)\n"
        "    def assignments(self, experiment):\n"
        "        return {name: WORDS.index(value) for name, value in experiment['do'].items()}\n"
    )
    found = _run(folder, "symcause.families", "check", "gates", "problem.json")
    assert found.returncode == 2
    assert "which experiments() does not offer" in found.stdout + found.stderr
    assert "posed" in found.stdout + found.stderr


def test_its_tests_pass(package: Path) -> None:
    found = _run(package, "pytest", "-q", "-p", "no:cacheprovider", "test_coins.py")
    assert found.returncode == 0, found.stdout[-2_000:]

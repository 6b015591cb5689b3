"""The README and the command page tell the truth: their sessions are run and compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import symcause
from symcause.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str, text: str = README) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", text, flags=re.DOTALL)


def sessions() -> list[tuple[str, str]]:
    """(command, expected output) of every console block, in order."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output.rstrip("\n")))
    return found


def test_sessions(tmp_path: Path) -> None:
    """One after the other, since a later command reads what an earlier one wrote."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    for command, expected in sessions():
        done = subprocess.run(
            ["bash", "-c", command],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            check=False,
        )
        assert done.stderr == "", command
        assert done.stdout.rstrip("\n") == expected, command


def test_python(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code, expected = blocks("python")[0], blocks("text")[0]
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out == expected


def test_every_public_name_loads() -> None:
    for name in symcause.__all__:
        assert getattr(symcause, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        _ = symcause.nonsense


def test_links_and_commands() -> None:
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"
    commands = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"\n## {name}\n" in commands
        assert name in README


def test_the_project_speaks_of_itself_alone() -> None:
    """No paths of a machine, no registry addresses."""
    listed = subprocess.run(
        ["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    for name in listed.stdout.split("\n"):
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".json", ".lark", ""} and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            if path.name != "test_readme.py":
                assert not re.search(r"/work/|/root/|pypi\.org", text), name

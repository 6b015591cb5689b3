"""Links lead somewhere, every command and name is described, and the project speaks of itself alone."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import symcause
from symcause.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_public_name_loads() -> None:
    for name in symcause.__all__:
        assert getattr(symcause, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        _ = symcause.nonsense


def test_links_and_commands() -> None:
    for page in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    ]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"
    commands = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"\n## {name}\n" in commands
        assert name in README


def test_the_menu_and_the_list_name_every_page() -> None:
    """In one order, under one name."""
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    listed = (ROOT / "docs" / "contents.md").read_text(encoding="utf-8")
    own = {"index.md", "contents.md"}
    in_menu = re.findall(r'- "?([^"\n]+?)"?: (\S+\.md)$', menu, flags=re.MULTILINE)
    in_list = re.findall(r"^- \[([^]]+)\]\(([^)]+)\): .", listed, flags=re.MULTILINE)
    assert in_list == [(name, page) for name, page in in_menu if page not in own]
    pages = {str(p.relative_to(ROOT / "docs")) for p in (ROOT / "docs").rglob("*.md")}
    assert {page for _, page in in_menu} == pages - {"package.md"}  # of the package index


def test_the_page_of_the_package_stands_alone() -> None:
    """On a package index there are no other files: no link and no picture may need one."""
    text = (ROOT / "docs" / "package.md").read_text(encoding="utf-8")
    assert not re.search(r"\]\((?!https?://)", text)
    assert "examples/" not in text


def test_every_public_name_is_in_the_reference() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)`", text, flags=re.MULTILINE) == symcause.__all__


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

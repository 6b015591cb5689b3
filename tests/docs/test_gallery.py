"""The gallery of the site: every page it links to is made, and every one that is made is linked to."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GALLERY = runpy.run_path(str(ROOT / "docs" / "gallery.py"), run_name="gallery")


def test_every_report_is_linked_to() -> None:
    text = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert re.findall(r'href="shown/([\w-]+)\.html"', text) == list(GALLERY["REPORTS"])


def test_every_page_is_reached_by_the_menu() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = (path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md"))
    assert [page for page in pages if f" {page}" not in menu and page != "package.md"] == []


@pytest.mark.guide
@pytest.mark.few(2)
@pytest.mark.parametrize("name", GALLERY["REPORTS"])
def test_a_report_is_made(name: str, tmp_path: Path) -> None:
    page = tmp_path / f"{name}.html"
    command = [sys.executable, "-m", "symcause", *GALLERY["command"](name, page)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode in (0, 1, 3), done.stderr
    assert "<html" in page.read_text(encoding="utf-8")[:400]

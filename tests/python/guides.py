"""The Python programs of the guides and the README: the blocks of a page, one after the other."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs" / "guides").glob("*.md")))
WRITES = re.compile(r"\$ (symcause generate .*|symcause .* --errata \S+.*)")
BLOCK = re.compile(r"```python\n(.*?)```", flags=re.DOTALL)


def programs() -> dict[str, str]:
    """The programs by the names of their files: what users of Python, runners of models, solvers write."""
    found: dict[str, str] = {}
    for page in PAGES:
        blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
        if blocks:
            found[_program(page)] = "\n\n".join(blocks)
    return found


def made_before(name: str) -> list[list[str]]:
    """The commands of a program's page that write what the program reads."""
    (page,) = (page for page in PAGES if _program(page) == name)
    before = page.read_text(encoding="utf-8").partition("```python")[0]
    written = filter(None, map(WRITES.fullmatch, before.splitlines()))
    return [shlex.split(line[1].partition(" | ")[0]) for line in written]


def _program(page: Path) -> str:
    return f"guide_{page.stem.lower().replace('-', '_')}.py"

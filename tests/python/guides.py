"""The Python programs of the guides: the blocks of a page, one after the other, as one program."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

GUIDES = Path(__file__).resolve().parents[2] / "docs" / "guides"
GENERATES = "$ symcause generate"
BLOCK = re.compile(r"```python\n(.*?)```", flags=re.DOTALL)


def programs() -> dict[str, str]:
    """The programs by the names of their files: what users of Python, runners of models, solvers write."""
    found: dict[str, str] = {}
    for page in sorted(GUIDES.glob("*.md")):
        blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
        if blocks:
            found[f"guide_{page.stem.replace('-', '_')}.py"] = "\n\n".join(blocks)
    return found


def made_before(name: str) -> list[list[str]]:
    """The commands of a program's page that generate what the program reads."""
    (page,) = (p for p in GUIDES.glob("*.md") if f"guide_{p.stem.replace('-', '_')}.py" == name)
    before = page.read_text(encoding="utf-8").partition("```python")[0]
    return [shlex.split(line)[1:] for line in before.splitlines() if line.startswith(GENERATES)]

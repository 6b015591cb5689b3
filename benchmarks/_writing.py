"""Measured tables in the documentation: each benchmark owns the section with its title.

>>> text = "# B\\n\\n## One\\n| a |\\n\\nprose\\n\\n## Two\\nx\\n"
>>> print(replaced(text, "One", ["| b |"]))
# B
<BLANKLINE>
## One
| b |
<BLANKLINE>
prose
<BLANKLINE>
## Two
x
<BLANKLINE>
"""

from __future__ import annotations

from pathlib import Path

from benchmarks._pace import PACE

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def replaced(page: str, title: str, lines: list[str]) -> str:
    """The page with these lines in the section; prose after its last table stays."""
    head = f"## {title}\n"
    if head not in page:
        at = page.find("## ")
        at = len(page) if at < 0 else at
        return page[:at] + head + "\n".join(lines).rstrip() + "\n\n" + page[at:]
    start = page.index(head) + len(head)
    end = page.find("\n## ", start)
    end = len(page) if end < 0 else end + 1
    old = page[start:end].splitlines()
    last = max((i for i, line in enumerate(old) if line.startswith("|")), default=-1)
    rest = (line for line in old[last + 1 :] if line.strip() and not line.startswith(PACE))
    kept = [line for line in rest if line not in lines]
    body = "\n".join(lines).rstrip() + "\n" + ("\n" + "\n".join(kept) + "\n" if kept else "")
    return page[:start] + body + ("\n" if end < len(page) else "") + page[end:]


def write(title: str, lines: list[str]) -> None:
    """Put what a benchmark printed into the documentation."""
    PAGE.write_text(replaced(PAGE.read_text("utf-8"), title, lines), encoding="utf-8")

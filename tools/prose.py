"""Words of the documentation by page and kind, sentences that are too long, patterns of mannered English.

``python -m tools.prose`` prints them; ``tests/house/test_prose.py`` holds pages to them. Commands, programs
and outputs do not count as written by hand, nor do tables that a program writes. Bars of tables, marks of
lists and headings, tags and addresses of links are not words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tools.write_limits import ROOT

DOCS = ROOT / "docs"
FENCE = re.compile(r"^ *```.*?^ *```$", flags=re.MULTILINE | re.DOTALL)
LIST = re.compile(r"^ *(?:[-*+]|\d+\.) ", flags=re.MULTILINE)
LINK = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^>]*>", flags=re.DOTALL)
WORD = re.compile(r"\w")
CODE = re.compile(r"`[^`]*`")
STOP = re.compile(r"(?<=[.!?])[\"”*)]*\s+(?=[\"“*(`\[]*[A-Z0-9`])")
SHORT = re.compile(r"\b(?:e\.g|i\.e|etc|cf|vs|al|Fig|Table|No|pp?)\.$")

MEASURED = {
    "benchmarks.md",
    "causalab-suites.md",
    "causallink-suites.md",
    "api.md",
    "guides/paper-tables.md",
}
"""Pages whose tables a program writes or a test holds to the program's own lists."""

PROGRAM = {"findings.md"}
"""Pages that a program writes as a whole."""

WRITTEN = re.compile(
    r"<!-- (bounds|ledger|options|keys|list)(?:: [a-z ]+)? -->.*?<!-- end of \1 -->",
    flags=re.DOTALL,
)
"""Parts of a page that a program writes."""

HABITS = {
    "a what-clause as subject": r"(?:^|(?<=[.:;] ))What (?![^.?]*\?)",
    "nobody acts": r"\b(?:is|are|was|be) (?:told|passed over|said so)\b|\btold so\b|\bwhoever\b",
    "a household word": r"\b(?:mend(?:s|ed)?|stuck(?! sets?)|told apart|tells? apart|goes with|go with)\b",
    "which one is meant": r"\b(?:else (?:of|that|those)|those that (?:are|were)|that of|the ones?)\b",
    "a negated noun": r"(?<![Tt]here )\b(?:is|are|was|were) no (?!longer|more)\w+",
}
"""The five habits of the house style, each by words that show it."""


@dataclass(frozen=True)
class Words:
    """How many words of a page are which."""

    page: str
    kind: str
    hand: int
    code: int
    generated: int


def pages() -> tuple[Path, ...]:
    """The README and every page of the site."""
    return ROOT / "README.md", *sorted(DOCS.rglob("*.md"))


def name(page: Path) -> str:
    """As links of the site name it."""
    return page.relative_to(DOCS if page.is_relative_to(DOCS) else ROOT).as_posix()


def kinds() -> dict[str, str]:
    """The part of the site's menu in which a page stands."""
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    found, part = {"README.md": "Start", "package.md": "Start"}, ""
    for line in menu.splitlines():
        top = re.match(r"  - ([^:]+):", line)
        part = top[1] if top else part
        page = re.search(r": (\S+\.md)$", line)
        if page:
            found[page[1]] = part
    return found


def by_hand(page: Path) -> str:
    """What someone wrote: no blocks, no lines that a program writes."""
    if name(page) in PROGRAM:
        return ""
    text = FENCE.sub("", WRITTEN.sub("", page.read_text(encoding="utf-8")))
    if name(page) in MEASURED:
        text = "\n".join(line for line in text.splitlines() if not line.startswith("|"))
    return text


def words(text: str) -> int:
    """How many words a reader sees."""
    return sum(bool(WORD.search(part)) for part in TAG.sub("", LINK.sub(r"\1", text)).split())


def counted(page: Path) -> Words:
    """The words of one page."""
    text, hand = page.read_text(encoding="utf-8"), words(by_hand(page))
    code = sum(words(block.partition("\n")[2]) for block in FENCE.findall(text))
    kind = kinds().get(name(page), "Start")
    return Words(name(page), kind, hand, code, words(text) - hand - code)


def sentences(page: Path) -> list[str]:
    """The sentences of its paragraphs and lists, links by what is read of them, code as one word."""
    return sentences_of(CODE.sub("`code`", by_hand(page)))


def sentences_of(text: str) -> list[str]:
    """The sentences of a text."""
    found = []
    for part in re.split(r"\n\s*\n", LIST.sub("\n\n", text)):
        lines = [line for line in part.splitlines() if not line.startswith(("#", "|", "<"))]
        plain = LINK.sub(r"\1", " ".join(" ".join(lines).split()))
        held = ""
        for piece in STOP.split(plain):
            held = f"{held} {piece}".strip()
            if not SHORT.search(held):
                found.append(held)
                held = ""
        found.append(held)
    return [sentence for sentence in found if sentence]


def long(page: Path, most: int) -> list[str]:
    """Its sentences of more than so many words."""
    return [sentence for sentence in sentences(page) if len(sentence.split()) > most]


def habits(page: Path) -> dict[str, list[str]]:
    """The sentences of a page that show a habit."""
    read = sentences(page)
    return {habit: [s for s in read if re.search(seen, s)] for habit, seen in HABITS.items()}


def main() -> None:
    rows = [counted(page) for page in pages()]
    for kind in dict.fromkeys(["Start", *sorted({row.kind for row in rows})]):
        own = [row for row in rows if row.kind == kind]
        print(f"{kind}: {sum(row.hand for row in own):,} words by hand in {len(own)} pages")
        for row in sorted(own, key=lambda row: -row.hand):
            print(f"  {row.hand:6,} {row.code:6,} {row.generated:6,}  {row.page}")
    totals = (sum(getattr(row, key) for row in rows) for key in ("hand", "code", "generated"))
    print("All: {:,} by hand, {:,} in blocks, {:,} by programs".format(*totals))
    for habit in HABITS:
        print(f"{habit}: {sum(len(habits(page)[habit]) for page in pages())} sentences")


if __name__ == "__main__":
    main()

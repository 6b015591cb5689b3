"""Claims of the file: what is said, of which release, by which command, and what must come out."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[2]
FILE, PAGE = ROOT / "docs" / "findings.toml", ROOT / "docs" / "findings.md"

T = TypeVar("T")
HOLDS, DIFFERS, NOT_RUN = "holds", "differs", "not run"


@dataclass(frozen=True)
class Source:
    """Where the release has it; *phrase* is quoted from there."""

    repository: str
    commit: str
    path: str
    phrase: str | None = None


@dataclass(frozen=True)
class Claim:
    """One sentence of the page, and how it is read off the output of a command.

    *reading* names a function of ``outputs``; *expected* has the values that it must find. *needs* are
    files without which it is not run, as the command has them; an earlier claim may leave them.
    """

    id: str
    benchmark: str
    sentence: str
    source: Source
    command: str
    reading: str
    expected: dict[str, Any]
    second: str
    needs: tuple[str, ...] = ()
    status: str = NOT_RUN
    version: str | None = None
    date: str | None = None


@dataclass(frozen=True)
class Section:
    """A benchmark on the page: its title, what stands before its claims, and what after them."""

    id: str
    title: str
    text: str = ""
    proved: str = ""


@dataclass(frozen=True)
class Findings:
    """The whole file."""

    head: str
    tail: str
    sections: tuple[Section, ...]
    claims: tuple[Claim, ...]


def read(path: Path = FILE) -> Findings:
    """The file of claims. Raises ValueError naming what is not understood in it."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    sections = tuple(_made(Section, part) for part in told["section"])
    claims = tuple(_claim(part) for part in told["claim"])
    known, ids = {section.id for section in sections}, [claim.id for claim in claims]
    for claim in claims:
        if claim.benchmark not in known:
            raise ValueError(f"{claim.id}: no section {claim.benchmark!r}")
    if len(ids) != len(set(ids)):
        raise ValueError(f"claims have the same id: {sorted(ids)}")
    return Findings(told["page"]["head"], told["page"]["tail"], sections, claims)


def _claim(part: dict[str, Any]) -> Claim:
    source = _made(Source, part.get("source", {}), part.get("id", "claim"))
    needs = tuple(part.get("needs", ()))
    return _made(Claim, {**part, "source": source, "needs": needs})


def _made(kind: type[T], part: dict[str, Any], where: str = "") -> T:
    named = where or part.get("id", kind.__name__.lower())
    other = set(part) - {field.name for field in fields(kind)}  # type: ignore[arg-type]
    if other:
        raise ValueError(f"{named}: unknown keys {sorted(other)}")
    try:
        return kind(**part)
    except TypeError as error:
        raise ValueError(f"{named}: {error}") from None


def record(text: str, id: str, status: str, version: str, date: str) -> str:
    """The text of the file with what became of one claim; everything else stays as it is."""
    start = re.search(rf'^\[\[claim\]\]\nid = "{re.escape(id)}"\n', text, re.MULTILINE)
    if start is None:
        raise ValueError(f"no claim {id!r}, or its id is not its first line")
    end = text.find("\n[[", start.end())
    block = text[start.start() : len(text) if end < 0 else end]
    kept = re.sub(r'^(?:status|version|date) = ".*"\n', "", block, flags=re.MULTILINE).rstrip("\n")
    told = f'{kept}\nstatus = "{status}"\nversion = "{version}"\ndate = "{date}"\n'
    return text.replace(block, told, 1)

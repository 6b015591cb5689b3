"""Damages of a suite's folder: one change each, with the digests made anew where the damage goes deeper."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

Record = dict[str, Any]


def lines_of(path: Path) -> list[Record]:
    """The records of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write_lines(path: Path, records: list[Record]) -> None:
    """Write records as the package does."""
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)
    path.write_text(text, "utf-8")


@contextmanager
def records(folder: Path, path: str) -> Iterator[list[Record]]:
    """The records of a file, to be changed."""
    held = lines_of(folder / path)
    yield held
    write_lines(folder / path, held)


@contextmanager
def document(folder: Path, path: str = "manifest.json") -> Iterator[Record]:
    """A document, to be changed."""
    held = json.loads((folder / path).read_text("utf-8"))
    yield held
    (folder / path).write_text(json.dumps(held), "utf-8")


def resealed(folder: Path) -> None:
    """Make the digests of both manifests anew, as whoever hides a change would."""
    for place in (folder / "public", folder):
        with document(place) as manifest:
            manifest["files"] = _entries(place)
            inside = [one for one in manifest["files"] if one["path"].startswith("public/")]
            start = "public/" if inside else ""
            manifest["public_digest"] = _fingerprint(inside or manifest["files"], start)


def _entries(place: Path) -> list[Record]:
    files = sorted(path for path in place.rglob("*") if path.is_file())
    return [
        {
            "path": path.relative_to(place).as_posix(),
            "bytes": path.stat().st_size,
            "sha256": sha256(path.read_bytes()).hexdigest(),
            "records": path.read_bytes().count(b"\n") if path.suffix in (".jsonl", ".csv") else 1,
        }
        for path in files
        if path != place / "manifest.json"
    ]


def _fingerprint(entries: list[Record], start: str) -> str:
    named = [(one["path"].removeprefix(start), one["sha256"]) for one in entries]
    text = "".join(sorted(f"{p} {digest}\n" for p, digest in named if p != "manifest.json"))
    return sha256(text.encode()).hexdigest()


Damage = Callable[[Path], None]


def everywhere(folder: Path, old: str, new: str) -> None:
    """Write one text for another in all files."""
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            path.write_bytes(data.replace(old.encode(), new.encode()))

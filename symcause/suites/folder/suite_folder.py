"""The suite folder, of suites, as somebody gives it: what is there, and what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from symcause.errors import Complaint, ProblemError, SymcauseError
from symcause.formats.json_text import decode_text, read_json
from symcause.formats.storage.byte_streams import read_bytes
from symcause.formats.structs import decode
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite_manifest import ManifestDocument

_PASSED = (".git", ".cache")
"""Beginnings of names that whoever uploads a folder leaves in it."""


def is_suite(folder: str | Path) -> bool:
    """Does a folder hold the manifest of a suite, or of the public part of one?"""
    path = Path(folder) / paths.MANIFEST
    if not path.is_file():
        return False
    try:
        document = read_json(decode_text(read_bytes(str(path))))
    except SymcauseError:
        return False
    return isinstance(document, dict) and document.get("format") == paths.FORMAT


@dataclass(frozen=True)
class SuiteFolder:
    """A folder with the manifest of a suite."""

    place: Path

    def file(self, path: str) -> str:
        """A file of it, as messages name it."""
        return str(self.place / path)

    @cached_property
    def manifest(self) -> ManifestDocument:
        """What describes it. Raises ProblemError where that is malformed."""
        file = self.file(paths.MANIFEST)
        try:
            return decode(read_json(decode_text(read_bytes(file)), file=file), ManifestDocument)
        except ProblemError as error:
            raise error.at(file=file) from None

    @cached_property
    def present(self) -> tuple[str, ...]:
        """The files that are there, its manifest among them."""
        names = []
        for path in sorted(self.place.rglob("*")):
            inner = path.relative_to(self.place)
            if path.is_file() and not inner.parts[0].startswith(_PASSED):
                names.append(inner.as_posix())
        return tuple(names)

    def data(self, path: str) -> bytes | None:
        """The bytes of a file; None where it is not there."""
        target = self.place / path
        return target.read_bytes() if target.is_file() else None


@dataclass
class Lines:
    """The documents of a file of JSON lines, with complaints about those that are none."""

    folder: SuiteFolder
    path: str
    complaints: list[Complaint] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        data = self.folder.data(self.path)
        if data is None:
            return
        for number, line in enumerate(data.splitlines(), 1):
            try:
                read_json(text := decode_text(line))  # strictly; decimals stay as they were written
                document = json.loads(text)
                if not isinstance(document, dict):
                    raise ProblemError("not a JSON object", value=document)
            except SymcauseError as error:
                self.complain(number, error)
                continue
            yield number, document

    def complain(self, number: int, error: SymcauseError) -> None:
        """Remember what is wrong with a line."""
        wrong = error.complaint
        inner = f": {wrong.place}" if wrong.place else ""
        remedy = wrong.remedy or "restore the line from the suite's publisher"
        self.complaints.append(
            wrong._replace(
                file=self.folder.file(self.path), place=f"line {number}{inner}", remedy=remedy
            )
        )

"""A file of JSON lines that grows as results come, and that a later run can go on with."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from symcause.errors import UsageError

Document = dict[str, object]

_READ_IN_FOLDERS = (".json", ".jsonl", ".ndjson", ".yaml", ".yml")


class Lines:
    """Appends documents to a file; with *resume* the complete lines already there are kept.

    What a run leaves behind when it is stopped may end in a torn line: that one is cut off. A file
    that holds anything else is refused and left alone. *brief* says what to remember of a document.
    """

    def __init__(
        self,
        path: str,
        resume: bool,
        wanted: Callable[[Document], bool],
        brief: Callable[[Document], Document] = dict,
    ) -> None:
        self._path, self._brief = Path(path), brief
        self._refuse_unwritable()
        self._file: IO[str] | None = None
        self._mode = "w"
        self.kept: list[Document] = []
        if resume and self._path.exists():
            self._mode = "a"
            try:
                self._keep(wanted)
            except OSError as error:
                raise UsageError(f"cannot go on: {error.strerror}", file=path) from None

    def _keep(self, wanted: Callable[[Document], bool]) -> None:
        good = 0
        with self._path.open("rb") as file:
            for line in file:
                document = _document(line)
                torn = not line.endswith(b"\n") and line.startswith(b"{")
                if torn and (document is None or wanted(document)):
                    break
                if document is None or not wanted(document):
                    raise UsageError(
                        "the file holds something else",
                        file=str(self._path),
                        place=f"line {len(self.kept) + 1}",
                        remedy="leave out --resume to start anew, or name another file",
                    )
                good += len(line)
                self.kept.append(self._brief(document))
        with self._path.open("r+b") as file:
            file.truncate(good)

    def _refuse_unwritable(self) -> None:
        """Say so before hours of work, but touch nothing yet."""
        target = self._path if self._path.exists() else self._path.parent
        if not target.exists():
            raise UsageError("cannot be written: no such folder", file=str(self._path))
        if target.is_dir() and target == self._path:
            raise UsageError("cannot be written: it is a folder", file=str(self._path))
        if not os.access(target, os.W_OK):
            raise UsageError("cannot be written: no permission", file=str(self._path))

    def write(self, line: str) -> None:
        """One more line; it is on its way to the disk when this returns."""
        try:
            file = self._file or self._path.open(self._mode, encoding="utf-8")
            self._file = file
            file.write(line + "\n")
            file.flush()
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror}", file=str(self._path)) from None

    def close(self) -> None:
        if self._file is None:
            return
        try:
            self._file.close()
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror}", file=str(self._path)) from None


def refuse_overwriting(source: str, out: str | None, option: str = "--out") -> None:
    """Complain if the file to write is the one that is read, or would be read as one of a folder."""
    if out is None or source == "-":
        return
    read, written = Path(source), Path(out)
    if not read.exists():
        return
    if not read.is_dir():
        if written.exists() and read.samefile(written):
            raise UsageError(f"{option} would overwrite the file that is read", file=out)
        return
    folder = written if written.is_dir() else written.parent
    harmless = folder != written and written.suffix.lower() not in _READ_IN_FOLDERS
    if folder.exists() and folder.samefile(read) and not harmless:
        raise UsageError(
            f"{option} would write into the folder that is read",
            file=out,
            remedy="name a file in another folder",
        )


def _document(line: bytes) -> Document | None:
    try:
        document = json.loads(line)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None

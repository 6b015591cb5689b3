"""A file of JSON lines that grows as results come, and that a later run can go on with."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import IO

from symcause.errors import UsageError

Document = dict[str, object]


class Lines:
    """Appends documents to a file; with *resume* the complete lines already there are kept.

    What a run leaves behind when it is stopped may end in a torn line: that one is cut off.
    """

    def __init__(self, path: str, resume: bool, wanted: Callable[[Document], bool]) -> None:
        self._path = Path(path)
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
                if document is None:
                    break
                if not wanted(document):
                    raise UsageError(
                        "the file holds something else",
                        file=str(self._path),
                        value=document.get("id"),
                        remedy="leave out --resume to start anew, or name another file",
                    )
                good += len(line)
                self.kept.append(document)
        with self._path.open("r+b") as file:
            file.truncate(good)

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
        if self._file is not None:
            self._file.close()


def refuse_overwriting(source: str, out: str | None) -> None:
    """Complain if the file to write is the one that is read."""
    if out is None or source == "-":
        return
    read, written = Path(source), Path(out)
    if read.exists() and written.exists() and read.samefile(written):
        raise UsageError("--out would overwrite the file that is read", file=out)


def _document(line: bytes) -> Document | None:
    try:
        document = json.loads(line)
    except ValueError:
        return None
    return document if line.endswith(b"\n") and isinstance(document, dict) else None

"""Where the documents of ``symcause score`` go as they come, and how an earlier run is taken up again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Self

import click

from symcause.cli.output import dumps
from symcause.errors import UsageError

Document = dict[str, object]


class Sink:
    """A file, standard output, or neither; nothing is held back.

    The file is opened for the first document, so a run that fails before leaves an older file alone.
    """

    def __init__(self, out: str | None, *, to_stdout: bool, resume: bool) -> None:
        self._path = None if out is None else Path(out)
        self._to_stdout, self._resume = to_stdout, resume
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def _opened(self, path: Path) -> IO[bytes]:
        if self._file is None:
            try:
                kept = self._resume and path.exists()
                self._file = path.open("r+b" if kept else "w+b")
            except OSError as error:
                raise UsageError(f"cannot write: {error.strerror}", file=str(path)) from None
        return self._file

    def earlier(self) -> Iterator[Document]:
        """The documents of an earlier run; a torn last line is cut off, anything else refused."""
        if self._path is None or not self._resume:
            return
        file = self._opened(self._path)
        good = 0
        for line in iter(file.readline, b""):
            document = _document(line)
            if document is None:
                if line.endswith(b"\n") or not line.startswith(b"{"):
                    raise UsageError(
                        "the file holds something else",
                        file=str(self._path),
                        remedy="leave out --resume to start anew, or name another file",
                    )
                break
            good += len(line)
            yield document
        file.seek(good)
        file.truncate()

    def take(self, document: Document) -> None:
        """One more document."""
        line = dumps(document)
        if self._path is not None:
            file = self._opened(self._path)
            file.write(line.encode("utf-8", "replace") + b"\n")
            file.flush()
        elif self._to_stdout:
            click.echo(line)


def _document(line: bytes) -> Document | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    whole = line.endswith(b"\n") and isinstance(value, dict) and "problem" in value
    return value if whole else None

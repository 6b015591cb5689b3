"""Answer errors in runs of the CLI, completed with the name of the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from symcause.errors import SymcauseError


@contextmanager
def naming(files: Mapping[str, str | None]) -> Iterator[None]:
    """Inside, an error whose place is one of the keys gets the file of this name."""
    try:
        yield
    except SymcauseError as error:
        file = files.get(error.complaint.place or "")
        if file is None:
            raise
        raise error.at(file=file) from None

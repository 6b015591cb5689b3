"""Foreign pools: files of other projects that keep their problems otherwise than one for each document."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from symcause.formats.pools.json_documents import Document
from symcause.formats.problems import foreign_of
from symcause.registry import load


def pooled(documents: Iterator[Document]) -> Iterator[Document]:
    """The documents of a file; where another project keeps its problems otherwise, one for each."""
    first = next(documents, None)
    if first is None:
        return
    value = first.value
    kind = foreign_of(value) if isinstance(value, dict) and "format" not in value else None
    whole = chain([first], documents)
    yield from whole if kind is None or kind.pool is None else load(kind.pool)(whole)

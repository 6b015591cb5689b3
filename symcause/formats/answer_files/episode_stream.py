"""Episodes in a stream of documents: a header and the lines up to the next header.

What an episode means is known elsewhere (:mod:`symcause.episodes`); here its lines are only kept together.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.errors import SymcauseError
from symcause.formats.pools.json_documents import Document

FORMAT = "symcause.episode/1"


def is_header(value: object) -> bool:
    """Does this document open an episode?"""
    return isinstance(value, dict) and value.get("format") == FORMAT


def gathered(documents: Iterator[Document]) -> Iterator[Document]:
    """The documents, those of an episode as one: a list that begins with its header.

    >>> lines = [{"id": "x"}, {"format": FORMAT}, {"answer": 1}, {"format": FORMAT}]
    >>> [one.value for one in gathered(Document(line, "f") for line in lines)][1:]
    [[{'format': 'symcause.episode/1'}, {'answer': 1}], [{'format': 'symcause.episode/1'}]]
    """
    opening: Document | None = None
    lines: list[object] = []
    wrong: SymcauseError | None = None
    for document in documents:
        if document.error is None and is_header(document.value):
            if opening is not None:
                yield Document(lines, opening.file, opening.place, wrong)
            opening, lines, wrong = document, [document.value], None
        elif opening is None:
            yield document
        elif document.error is not None:
            wrong = wrong or document.error
        else:
            lines.append(document.value)
    if opening is not None:
        yield Document(lines, opening.file, opening.place, wrong)

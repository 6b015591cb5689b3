"""Fresh lines of a scoring run: the documents behind lines that were made a moment ago.

A line is counted soon after it is made, in most runs by the same process. Then its document is still
here and need not be read back from it. Only the very object is recognised; few are kept, so a run in which
nobody asks for them holds no more than others.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from symcause.audits.document_json import dumps
from symcause.families.boolean.bounds import KEPT_LINES
from symcause.families.boolean.documents.check_document import (
    BooleanScore,
    ScoreFailure,
    line_of,
    score_of,
)
from symcause.formats.answer_files.told_lines import LineOfNobody


class RepeatedRow:
    """An answer that was given before, whoever gives it: the document of nobody, and its line."""

    __slots__ = ("document", "line")

    def __init__(self, document: BooleanScore) -> None:
        line = line_of(document)
        self.document, self.line = document, LineOfNobody(line, dumps(line))


class FreshLines:
    """Lines by identity; nobody may change one between the two calls."""

    def __init__(self) -> None:
        self._documents: dict[int, tuple[Mapping[str, object], BooleanScore]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """To another process none of them travels."""
        return FreshLines, ()

    def line(self, document: BooleanScore, usage: Mapping[str, float]) -> dict[str, object]:
        """The line of a document, with what the answer took where that is known."""
        line = line_of(document)
        if usage:
            line["usage"] = dict(usage)
            return line
        return self._noted(line, document)

    def again(
        self, found: RepeatedRow, model: str, usage: Mapping[str, float]
    ) -> dict[str, object]:
        """The line of a system that gives an answer which was there before."""
        line = found.line.of(model)
        if usage:
            line["usage"] = dict(usage)
            return line
        return self._noted(line, found.document)

    def _noted(self, line: dict[str, object], document: BooleanScore) -> dict[str, object]:
        if len(self._documents) >= KEPT_LINES:
            self._documents.clear()
        self._documents[id(line)] = line, document
        return line

    def document(self, line: Mapping[str, object]) -> BooleanScore | ScoreFailure:
        """The document of a line, read from it if it is not known. Raises UsageError if it holds none."""
        noted, document = self._documents.pop(id(line), (None, None))
        if document is None or noted is not line:
            return score_of(line)
        if document.model:
            return document
        return msgspec.structs.replace(document, model=str(line["model"]))

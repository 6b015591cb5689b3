"""The textgraph document of ``score``: one line, of a scored or a failed answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.document_json import revived
from symcause.audits.documents import ErrorDocument
from symcause.families.textgraph.documents.score_parts import ScoredAnswer


class TextGraphScore(ScoredAnswer, frozen=True, kw_only=True):
    """An answer and who gave it."""

    model: str
    reasoning: int | None = None  # characters of the reasoning beside it
    read: tuple[tuple[str, str], ...] | UnsetType = UNSET  # its edges, where rankings need them


class ScoreFailure(ErrorDocument, frozen=True, kw_only=True):
    """An answer that cannot be scored."""

    model: str | None = None


def line_of(score: TextGraphScore) -> dict[str, object]:
    """The line of a scored answer, as plain values."""
    return cast("dict[str, object]", msgspec.to_builtins(score))


def score_of(line: Mapping[str, object]) -> TextGraphScore | ScoreFailure:
    """The scored answer that a line holds. Raises UsageError if it is none."""
    return revived(line, ScoreFailure) if "error" in line else revived(line, TextGraphScore)

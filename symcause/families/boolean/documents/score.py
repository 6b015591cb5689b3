"""``score``: one scored answer, or what stands in the place of one that cannot be scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import ErrorDocument, Part
from symcause.audits.plain import revived
from symcause.families.boolean.documents.check import JudgedAnswer


class AttemptPart(Part, frozen=True, kw_only=True):
    """What a baseline says of its own answer."""

    solved: bool
    optimal: bool
    note: str | None = None


class BooleanScore(JudgedAnswer, frozen=True, kw_only=True):
    """An answer and who gave it.

    With ``--version-space`` it says where the model stands among the explanations of the problem.
    """

    model: str
    other_explanations: int | UnsetType | None = UNSET
    # where the problem allows disturbed cells: those of the answer (null if invalid) and of gold
    disturbed: int | UnsetType | None = UNSET
    within: bool | UnsetType | None = UNSET
    gold_disturbed: int | UnsetType | None = UNSET
    attempt: AttemptPart | UnsetType = UNSET
    usage: dict[str, float] | UnsetType = UNSET  # time and tokens, where the answer comes with them
    bundle: dict[str, object] | UnsetType = (
        UNSET  # with --bundle: the records of the published analysis
    )


class ScoreFailure(ErrorDocument, frozen=True, kw_only=True):
    """An answer that cannot be scored."""

    model: str | None = None


_SPACE = ("in_class", "unique", "justified", "count")
_UNASKED = dict.fromkeys(_SPACE)


def line_of(score: BooleanScore | ScoreFailure) -> dict[str, object]:
    """The line of a scored answer, as plain values; what needs a version space is there if one was asked.

    Quicker than :meth:`to_dict`; integers stay as they are.
    """
    line = cast("dict[str, object]", msgspec.to_builtins(score))
    if isinstance(score, BooleanScore) and score.other_explanations is UNSET:
        for key in _SPACE:
            del line[key]
    return line


def score_of(line: Mapping[str, object]) -> BooleanScore | ScoreFailure:
    """The scored answer that a line holds. Raises UsageError if it is none."""
    if "error" in line:
        return revived(line, ScoreFailure)
    return revived({**_UNASKED, **line}, BooleanScore)

"""Primary numbers in the scores of suites: what a part may report, and what one answer adds to it.

It is a number of its family's scoring (a key of the lines of ``symcause score``), the share of siblings
that are told apart, or what texts cost. Where prompts offer to abstain, *right* means: claim what is
settled, and abstain from what is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from symcause.errors import ProblemError, did_you_mean
from symcause.registry import family, load
from symcause.scoring.scoring_protocol import Scoring

TOLD_APART = "siblings told apart"
"""The share of pairs of which the settled one is answered, and the open one is not."""

PAIRED = "paired difference to the neutral table"
"""The primary number of a problem in other words minus that of its neutral table."""

RIGHT = "right"
_BY_COUNT = {"justified", "lucky", "refuted", "unsupported", "unique_explanation"}
CLAIM, ABSTAIN, NEITHER = "claim", "abstain", "neither"
"""What an answer to a sibling does."""

Score = float | str
"""What an answer is worth: a number, or for siblings what it does."""


def refuse_primary(primary: str, families: Iterable[str], *, only: str | None = None) -> None:
    """Raise ProblemError for what is no number of a part's families; siblings and texts have *only* one."""
    names = sorted(set.intersection(*map(_numbers, families))) if only is None else [only]
    if primary not in names:
        remedy = did_you_mean(primary, names)
        raise ProblemError("no such number", place="primary", value=primary, remedy=remedy)


def _numbers(name: str) -> set[str]:
    """What the scoring of a family says of every answer: shares, and what is true or false."""
    dotted = family(name).scoring
    if dotted is None:
        return set()
    kind = load(dotted)
    fields = set(kind.document.__struct_fields__)
    if kind.prepare is not Scoring.prepare:  # only a count of explanations tells these
        fields -= _BY_COUNT
    return {one.name for one in kind.metrics if one.bounds is not None and one.name in fields}


def score_of(line: Mapping[str, Any], primary: str, *, abstain: bool) -> Score:
    """What a line of scoring adds to a primary number; what is not known of an answer counts as 0.

    >>> open_ = {"open": True, "claimed": False, "abstained": True, "right": None}
    >>> score_of(open_, "right", abstain=True), score_of(open_, "right", abstain=False)
    (1.0, 0.0)
    >>> score_of(open_, TOLD_APART, abstain=True)
    'abstain'
    """
    if primary == TOLD_APART:
        return CLAIM if line.get("claimed") else ABSTAIN if line.get("abstained") else NEITHER
    if primary == RIGHT and abstain and line.get("open") is True:
        return float(line.get("abstained") is True and not line.get("claimed"))
    value = line.get(primary)
    return float(value) if isinstance(value, int | float) else 0.0

"""The rows of a pool's index: what every problem has, and what its verdict means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symcause.audits.documents import AuditDocument, ErrorDocument, Result
from symcause.audits.story import CLASSES, Tone
from symcause.audits.verdicts import WORDS, Verdict
from symcause.models.number_phrases import log10, whole
from symcause.reports.figures.stored_answers import read_stored
from symcause.reports.views.verdict_looks import look

COLUMNS = (
    "id",
    "verdict",
    "setting",
    "variables",
    "rows",
    "count",
    "log",
    "coverage",
    "separable",
    "seconds",
    "reason",
    "tone",
)

Row = tuple[object, ...]

_BROKEN = frozenset(("ill-posed", "None"))
"""Verdicts of families that are broken; what others mean, they say by whether they settle the question."""


def result_row(result: AuditDocument, facts: Mapping[str, object]) -> Row:
    """The row of a problem, with what its family's view says of it."""
    name, verdict, count = (
        facts[key] if key in facts else getattr(result, own)
        for key, own in (("id", "problem"), ("verdict", "verdict"), ("count", "count"))
    )
    count = count if isinstance(count, int) else None
    size, time = log10(count), result.seconds
    stored = mapping(facts.get("stored"))
    return (
        str(name),
        verdict,
        facts.get("setting"),
        facts.get("variables"),
        facts.get("rows"),
        None if count is None else whole(count),
        None if size is None else round(size, 4),
        facts.get("coverage"),
        None if result.separable is None else "yes" if result.separable else "no",
        None if time is None else round(time, 3),
        _reason(result),
        read_stored(stored).tone
        if stored
        else facts.get("tone") or _tone(str(verdict), result.settled),
    )


def failed_row(result: Result, verdict: object) -> Row:
    """The row of what could not be read, or has no audit."""
    return (
        str(result.problem or "without an id"),
        verdict,
        *(None for _ in COLUMNS[4:]),
        result.error if isinstance(result, ErrorDocument) else None,
        CLASSES[Tone.BAD],
    )


def stored_column(facts: Mapping[str, object]) -> dict[str, object]:
    """The column about what is stored with a problem, if anything is."""
    if not (view := mapping(facts.get("stored"))):
        return {}
    stored = read_stored(view)
    return {f"stored {stored.word}": stored.words}


def mapping(found: object) -> Mapping[str, Any]:
    """A mapping of a view, empty where there is none."""
    return found if isinstance(found, Mapping) else {}


def sequence(found: object) -> Sequence[object]:
    """A list of a view, empty where there is none."""
    return found if isinstance(found, list | tuple) else ()


def _tone(verdict: str, settled: bool | None) -> str:
    """What a verdict means: that of a family's own by whether it settles the question."""
    if verdict in map(str, Verdict):
        return look(WORDS[Verdict(verdict)])
    if verdict in _BROKEN:
        return CLASSES[Tone.BAD]
    return CLASSES[{True: Tone.GOOD, False: Tone.SOME, None: Tone.UNKNOWN}[settled]]


def _reason(result: AuditDocument) -> str | None:
    """Why nothing is known of a problem."""
    if result.settled is not None:
        return None
    return result.early or result.reason

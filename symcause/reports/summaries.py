"""The last lines of a run over a pool, whatever the families in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING

from symcause.audits.words import fixed, percent
from symcause.reports.terminal import heading, table, to_text

if TYPE_CHECKING:
    from rich.console import RenderableType

Brief = Mapping[str, object]


def pool_summary(question: str, documents: Sequence[Brief]) -> str | None:
    """What the results of a question come to; None where there is nothing to add up."""
    if question == "audit":
        return _verdicts(documents)
    number = len(documents)
    if question == "count":
        known = [d for d in documents if d.get("status") == "exact"]
        single = sum(1 for d in known if d.get("count") == 1)
        return f"{number} problems, {len(known)} counted, {single} with exactly one explanation"
    if question == "solve":
        solved = sum(1 for d in documents if d.get("status") == "solved")
        return f"{number} problems, {solved} solved"
    if question == "alternatives":
        several = sum(1 for d in documents if d.get("alternatives"))
        return f"{number} problems, {several} with other explanations"
    if question == "verify":
        accepted = sum(1 for d in documents if d.get("accepted") is True)
        return f"{number} problems, {accepted} accepted"
    return None


def _verdicts(documents: Sequence[Brief]) -> str:
    """Verdicts, median and worst time."""
    verdicts = Counter(str(d.get("verdict", "failed")) for d in documents)
    seconds = [float(s) for d in documents if isinstance(s := d.get("seconds"), float | int)]
    rows = [(verdict, str(n), percent(n / len(documents))) for verdict, n in verdicts.most_common()]
    parts: list[RenderableType] = [
        heading(f"{len(documents)} problems"),
        table(("verdict", "problems", "share"), rows, right=(1, 2)),
    ]
    if seconds:
        middle, worst = fixed(median(seconds), 2), fixed(max(seconds), 2)
        parts.append(f"time per problem: median {middle} s, worst {worst} s")
    return to_text(parts)

"""Bars of verdicts over a pool: how many problems come to each, where no number of models is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from symcause.models.number_phrases import plural
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, tag

_WIDTH, _LEFT, _RIGHT, _ROW, _TOP = 420.0, 118.0, 372.0, 26.0, 8.0
_NAME = 16  # characters of a verdict that have room


def verdict_bars(found: Sequence[tuple[str, str]]) -> Figure | None:
    """One bar a verdict, the most frequent first; *found* has the verdict of each problem and its tone."""
    if not found:
        return None
    counts, tones = Counter(verdict for verdict, _ in found), dict(found)
    most, parts, rows = max(counts.values()), [], list[tuple[object, ...]]()
    for place, (verdict, number) in enumerate(sorted(counts.items(), key=lambda v: (-v[1], v[0]))):
        top, wide = _TOP + place * _ROW, (_RIGHT - _LEFT) * number / most
        name = verdict if len(verdict) <= _NAME else f"{verdict[: _NAME - 1]}…"
        box = {"x": _LEFT, "y": top + 3, "width": wide, "height": _ROW - 8}
        markup = tag("title", f"{verdict}: {plural(number, 'problem')}")
        parts += [
            tag("text", name, x=_LEFT - 8, y=top + 17, class_="label end"),
            tag("rect", markup, **box, class_=tones[verdict]),
            tag("text", str(number), x=_LEFT + wide + 6, y=top + 17, class_="small"),
        ]
        rows.append((verdict, number))
    title = f"What {plural(len(found), 'problem')} come to"
    svg = drawing(_WIDTH, 2 * _TOP + len(counts) * _ROW, title, *parts)
    return Figure("verdicts", title, svg, ("verdict", "problems"), tuple(rows))

"""The query figure of a finite report: a box for each answer that a query may have, and what is stored.

Blue is the answer that all models give, amber those that some give; what is stored stands below its box.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symcause.audits.of_space.query_parts import IMPOSSIBLE, NO, UNDETERMINED, YES, QueryStatus
from symcause.audits.story import CLASSES, Tone
from symcause.bounds.reports_bounds import STORED_BOXES
from symcause.families.finite.problem.problem import EdgeQuery
from symcause.families.finite.problem.prompts import question_sentence
from symcause.reports.figures.figure import LETTER, NARROW, WIDE, Figure, lines
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

    from symcause.audits.of_space.query_parts import QueryPart
    from symcause.families.finite.problem.problem import FiniteProblem, Query

_BOX, _GAP, _LINE, _WIDEST = 28.0, 6.0, 17.0, 150.0
_COLUMNS = ("query", "asked", "status", "possible", "stored")
_CAPTION = (
    "Blue: the one possible answer. Amber: one of several. Empty: an answer that is not possible."
)
_STATED = (UNDETERMINED, IMPOSSIBLE)
"""Stored answers that are no values."""


def query_figure(queries: tuple[QueryPart, ...], problem: FiniteProblem) -> Figure | None:
    """The picture of all queries; None without any, or where they are too many to be looked at."""
    if not 0 < len(queries) <= STORED_BOXES:
        return None
    asked = {query.id: query for query in problem.queries}
    known = [(part, asked[part.id]) for part in queries]
    settled = sum(part.status == QueryStatus.SETTLED for part in queries)
    title = f"What is asked: {settled} of {len(queries)} settled"
    wide, slim = (_drawn(known, problem, title, right) for right in (WIDE, NARROW))
    rows = tuple(
        (
            part.id,
            question_sentence(query),
            part.status,
            " or ".join(map(str, part.values or ())),
            part.gold,
        )
        for part, query in known
    )
    return Figure("queries", title, wide, _COLUMNS, rows, _CAPTION, narrow=slim)


def _drawn(
    known: list[tuple[QueryPart, Query]], problem: FiniteProblem, title: str, right: float
) -> Markup:
    parts: list[Markup] = []
    y = 0.0
    for part, query in known:
        parts.append(tag("text", part.id, x=0.0, y=y + 15, class_="strong"))
        y += 15
        for line in lines(question_sentence(query), right):
            y += _LINE
            parts.append(tag("text", line, x=0.0, y=y, class_="small"))
        answers = _answers(query, problem)
        if part.values:
            boxes, high = _boxes(part, answers, right)
            parts.append(tag("g", *boxes, transform=f"translate(0 {number(y + 8)})"))
            y += 8 + high
        else:
            y += 22
            parts.append(tag("text", f"{part.status}: {part.reason}", x=0.0, y=y, class_="label"))
        if part.gold in _STATED or (part.gold is not None and not part.values):
            y += _LINE
            parts.append(_stored(part, 0.0, y))
        y += 14
    return drawing(right, y, title, *parts)


def _answers(query: Query, problem: FiniteProblem) -> tuple[int | str, ...]:
    return (YES, NO) if isinstance(query, EdgeQuery) else problem.domain(query.of).values


def _boxes(
    part: QueryPart, answers: tuple[int | str, ...], right: float
) -> tuple[list[Markup], float]:
    """One box an answer, in lines where they need that; and where they end."""
    longest = LETTER * max(9, *(len(str(answer)) for answer in answers)) + 16
    wide = min(_WIDEST, max(longest, (right + _GAP) / len(answers) - _GAP))
    in_line = max(1, int((right + _GAP) // (wide + _GAP)))
    high = _BOX + _GAP + (_LINE if part.gold in answers else 0.0)
    shown = list(_marked(part, answers, wide, in_line, high))
    return shown, high * -(-len(answers) // in_line)


def _marked(
    part: QueryPart, answers: tuple[int | str, ...], wide: float, in_line: int, high: float
) -> Iterator[Markup]:
    tone = CLASSES[Tone.GOOD if part.status == QueryStatus.SETTLED else Tone.SOME]
    for place, answer in enumerate(answers):
        x, y = place % in_line * (wide + _GAP), place // in_line * high
        here = answer in (part.values or ())
        box = {"x": x + 0.5, "y": y + 0.5, "width": wide - 1, "height": _BOX - 1, "rx": 3.0}
        yield tag("rect", **box, class_=tone if here else "faint")
        style = "inside middle" if here else "label middle"
        yield tag("text", str(answer), x=x + wide / 2, y=y + 19, class_=style)
        if part.gold == answer:
            yield _stored(part, x, y + _BOX + 14)


def _stored(part: QueryPart, x: float, y: float) -> Markup:
    """What is stored, and whether it follows."""
    if part.gold_right is None:
        sign, tone = "?", Tone.UNKNOWN
    elif part.gold_right:
        sign, tone = "●", Tone.GOOD
    else:
        open_ = part.status == QueryStatus.UNDETERMINED
        sign, tone = ("◐", Tone.SOME) if open_ else ("✗", Tone.BAD)
    boxed = part.values and part.gold not in _STATED
    text = f"{sign} stored" if boxed else f"{sign} stored: {part.gold}"
    return tag("text", text, x=x, y=y, class_=f"strong {CLASSES[tone]}")

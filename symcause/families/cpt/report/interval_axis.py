"""The interval axis of a table report: what a query comes to on one scale with 0, below its network.

The two sides of the scale are two blocks, yes and no; an answer is named in the block that it claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from symcause.families.cpt.documents.question_documents import CptAudit
from symcause.families.cpt.models.answer_rule import NO, OPEN, YES
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.report.audit_story import number_words
from symcause.families.cpt.report.stored_answer import claimed
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import LETTER, NARROW, Figure
from symcause.reports.graph_svg import Arrow, graph_svg
from symcause.reports.svg import drawing, number, tag

if TYPE_CHECKING:
    from markupsafe import Markup

_LEFT, _WIDTH, _TOP, _ROW, _HEAD = 150.0, 850.0, 58.0, 34.0, 38.0
_IN = 12.0  # what is written in a block stands off its frame
_CAPTION = (
    "The dashed line is 0. A filled end is attained by a network, a hollow one only approached."
)
_BAND = " The grey band holds values that the threshold calls none."


@dataclass(frozen=True)
class Claim:
    """An answer that somebody gives: what it is called, and whether it is wrong."""

    answer: str
    name: str
    wrong: bool | None


def network_figure(document: CptAudit, problem: CptProblem, claim: Claim | None = None) -> Figure:
    """What the query comes to, and below it the network; the *claim* is the stored answer elsewhere."""
    text = "The range of the value against 0, and the network of the query"
    if claim is None and document.gold is not None:
        wrong = None if document.gold_right is None else not document.gold_right
        claim = Claim(document.gold, "stored answer", wrong)
    return _figure(problem, _rows(document), text, _CAPTION, _Sides(document.answer, claim))


def rivals_figure(problem: CptProblem, values: Sequence[str]) -> Figure:
    """What the query comes to in each of two networks, and below it the graph that both have."""
    rows = [
        (f"{which} network", value, value, (True, True))
        for which, value in zip(("first", "second"), values, strict=True)
    ]
    text = "The value of the query in two networks, and the graph that both have"
    return _figure(problem, rows, text, "The dashed line is 0.", _Sides(OPEN))


@dataclass(frozen=True)
class _Sides:
    """What is settled, if that is yes or no, and what is claimed."""

    answer: str | None
    claim: Claim | None = None

    def label(self, word: str) -> tuple[str, str]:
        """What stands over the block of a word, and how it looks."""
        look = "unique" if word == self.answer else "ambiguous" if self.answer == OPEN else "label"
        claim = self.claim
        if claim is None or claim.answer != word:
            return word, f"strong {look}" if look != "label" else look
        sign = "◐" if claim.wrong is None else "✗" if claim.wrong else "●"
        return f"{word}  {sign} {claim.name}", f"strong {'broken' if claim.wrong else look}"


def _figure(
    problem: CptProblem, rows: list[_Shown], text: str, caption: str, sides: _Sides
) -> Figure:
    columns = ("what", "low", "high", "low attained", "high attained")
    shown = tuple((label, low, high, *map(str, ends)) for label, low, high, ends in rows)
    told = caption + (_BAND if problem.threshold else "")
    wide, slim = (_drawn(problem, rows, text, sides, narrow) for narrow in (False, True))
    return Figure("network", text, wide, columns, shown, told if rows else "", narrow=slim)


def _drawn(
    problem: CptProblem, rows: list[_Shown], told: str, sides: _Sides, narrow: bool
) -> Markup:
    """The picture; in a *narrow* one what a row is stands below it."""
    drawn = _graph(problem)
    size = _size(drawn)
    left, width = (8.0, NARROW - 16) if narrow else (_LEFT, _WIDTH)
    parts: list[Markup] = []
    top = 0.0
    if rows:
        axis, tall = _axis(rows, problem, (left, left + width), sides)
        parts.append(tag("g", *axis))
        top = tall + 24
    parts.append(_nested(drawn, size, top))
    whole = NARROW if narrow else _LEFT + _WIDTH + 40
    return drawing(max(size[0], whole), top + size[1], told, *parts)


_Shown = tuple[str, str, str, tuple[bool, bool]]


def _rows(document: CptAudit) -> list[_Shown]:
    """What is drawn: the value by the tables, the range by given numbers."""
    rows: list[_Shown] = []
    if document.value is not None:
        rows.append(("by the tables", document.value, document.value, (True, True)))
    if document.low is not None and document.high is not None and document.attained is not None:
        rows.append(("by given numbers", document.low, document.high, document.attained))
    return rows


def _graph(problem: CptProblem) -> Markup:
    query, dag = problem.query, problem.dag
    lines = [Arrow(a, b) for a, b in dag.edges]
    return graph_svg(
        dag.nodes,
        lines,
        roots=[name for i, name in enumerate(dag.nodes) if not dag.parents[i]],
        marked=(query.outcome,),
        story=(query.treatment, query.outcome),
    )


def _size(svg: Markup) -> tuple[float, float]:
    """Width and height of a picture."""
    box = str(svg).partition('viewBox="0 0 ')[2].partition('"')[0].split()
    return float(box[0]), float(box[1])


def _nested(svg: Markup, size: tuple[float, float], top: float) -> Markup:
    """A picture inside of another."""
    return tag("g", svg, transform=f"translate(0 {number(top)})", data_width=size[0])


def _axis(
    rows: list[_Shown], problem: CptProblem, room: tuple[float, float], sides: _Sides
) -> tuple[list[Markup], float]:
    ends = [float(Fraction(end)) for _, low, high, _ in rows for end in (low, high)]
    reach = max(0.05, *(abs(end) for end in ends)) * 1.08
    across = Scale(-reach, reach, *room)
    bottom = _TOP + _ROW * len(rows)
    parts = list(_blocks(problem, across, reach, bottom, sides))
    if problem.threshold:
        band = across(float(problem.threshold)) - across(-float(problem.threshold))
        box = {"x": across(-float(problem.threshold)), "y": _TOP - 8, "width": max(1.0, band)}
        parts.append(tag("rect", **box, height=bottom - _TOP + 8, class_="bar none"))
    for tick in ticks(-reach, reach, 8 if room[0] == _LEFT else 5):
        x = across(tick)
        parts.append(tag("path", d=f"M{number(x)} {_TOP - 8}V{number(bottom)}", class_="grid"))
        parts.append(tag("text", spelled(tick), x=x, y=bottom + 16, class_="small middle"))
    zero = across(0.0)
    parts.append(tag("path", d=f"M{number(zero)} {_TOP - 8}V{number(bottom)}", class_="rule"))
    for i, row in enumerate(rows):
        parts += _interval(row, _TOP + _ROW * i + 12, across)
    return parts, bottom + 26


def _blocks(
    problem: CptProblem, across: Scale, reach: float, bottom: float, sides: _Sides
) -> Iterator[Markup]:
    """Where the answer is yes and where it is no; nothing where one word has the whole scale."""
    claims = {word: claimed(problem.rule, word) for word in (NO, YES)}
    if not all(claims.values()):
        return
    for word, spans in claims.items():
        cut = [(max(low, -reach), min(high, reach)) for low, high in spans]
        ends = [(across(low) + 2, across(high) - 2) for low, high in cut if low < high]
        for x0, x1 in ends:
            box = {"x": x0, "y": _TOP - _HEAD, "width": max(1.0, x1 - x0), "rx": 4.0}
            yield tag("rect", **box, height=bottom - _TOP + _HEAD, class_="faint")
        x0, x1 = max(ends, key=lambda one: one[1] - one[0])
        text, look = sides.label(word)
        yield tag("text", text, x=x0 + _IN - 2, y=_TOP - _HEAD + 17, class_=look)


def _interval(row: _Shown, y: float, across: Scale) -> list[Markup]:
    label, low, high, attained = row
    x0, x1 = (across(float(Fraction(end))) for end in (low, high))
    style = "s-open" if float(Fraction(low)) < 0 < float(Fraction(high)) else "s0"
    words = number_words(low) if low == high else f"{number_words(low)} to {number_words(high)}"
    svg = tag("title", f"{label}: {words}")
    line = tag("path", svg, d=f"M{number(x0)} {number(y)}H{number(x1)}", class_=f"series {style}")
    dots = [
        tag("circle", cx=x, cy=y, r=5.0, class_=f"d{style[1:]}" if reached else f"hollow {style}")
        for x, reached in zip((x0, x1), attained, strict=True)
    ]
    beside = across.start == _LEFT
    place = {"x": _LEFT - 12, "y": y + 4} if beside else {"x": across.start + _IN, "y": y + 18}
    text = tag("text", label, **place, class_="small end" if beside else "small")
    half = LETTER * len(words) / 2
    inner = 0.0 if beside else _IN
    middle = min(max((x0 + x1) / 2, across.start + half + inner), across.end - half - inner)
    value = tag("text", words, x=middle, y=y - 10, class_="value middle")
    return [line, *dots, text, value]

"""The target range figure of a linear page: a point where entailed, else an interval."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.linear.documents.target_part import ReactorPart
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.exact_numbers import read_number
from symcause.reports.figures.axes import Scale, spelled, ticks
from symcause.reports.figures.figure import Figure
from symcause.reports.svg import drawing, number, tag

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _LINE = 358.0, 96.0, 30.0, 328.0, 40.0


def span_figure(target: ReactorPart, problem: LinearProblem) -> Figure | None:
    """The range with gold's value; None where nothing is known about it, or it is a single number."""
    if target.entailed is None or single_value(target) is not None:
        return None
    low, high = _read(target.low), _read(target.high)
    gold = problem.gold.reactor_target if problem.gold is not None else None
    named = [float(v) for v in (low, high, gold) if v is not None] or [0.0]
    pad = (max(named) - min(named)) * 0.15 or 5.0
    left, right = min(named) - pad, max(named) + pad
    scale = Scale(left, right, _LEFT, _RIGHT)
    start = _LEFT - 16 if low is None else scale(float(low))
    end = _RIGHT + 16 if high is None else scale(float(high))
    parts = [tag("path", d=f"M{_LEFT} {_LINE + 22}H{_RIGHT}", class_="axis")]
    for tick in ticks(left, right, 5):
        parts.append(tag("text", spelled(tick), x=scale(tick), y=_LINE + 38, class_="small middle"))
    parts.append(tag("path", d=f"M{number(start)} {_LINE}H{number(end)}", class_="series s0 span"))
    for bound, x in ((low, start), (high, end)):
        if bound is not None:
            parts.append(tag("circle", cx=x, cy=_LINE, r=5.0, class_="d0"))
    if gold is not None:
        x = scale(float(gold))
        diamond = f"M{number(x)} {_LINE - 8}l6 8l-6 8l-6 -8z"
        parts.append(tag("path", tag("title", f"gold: {float(gold):g}"), d=diamond, class_="mark"))
        parts.append(tag("text", "gold", x=x, y=_LINE - 14, class_="small middle"))
    text = f"The reactor’s {problem.target} {_between(low, high)}"
    return Figure(
        "target",
        "Range of the reactor’s target",
        drawing(_WIDTH, _HEIGHT, text, *parts),
        ("low", "high", "gold"),
        ((target.low, target.high, None if gold is None else float(gold)),),
        text + ("; every member predicts the same." if target.entailed else "."),
    )


def single_value(target: ReactorPart) -> str | None:
    """The only value that members predict, if there is but one."""
    return target.low if target.entailed and target.low == target.high else None


def _read(text: str | None) -> Fraction | None:
    return None if text is None else read_number(text)


def _between(low: Fraction | None, high: Fraction | None) -> str:
    """
    >>> _between(None, None), _between(Fraction(3), None), _between(Fraction(3), Fraction(4))
    ('may be any number', 'is at least 3', 'lies between 3 and 4')
    """
    if low is not None and high is not None:
        return (
            f"is {_bound_text(low)}"
            if low == high
            else f"lies between {_bound_text(low)} and {_bound_text(high)}"
        )
    if low is None and high is None:
        return "may be any number"
    return (
        f"is at most {_bound_text(high)}" if high is not None else f"is at least {_bound_text(low)}"
    )


def _bound_text(bound: Fraction | None) -> str:
    return "" if bound is None else f"{float(bound):g}"

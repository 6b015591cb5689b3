"""How cost grows: with variables, with rows, with answers; small pictures for the documentation.

Each point is the median CPU time of some problems. ``python -m benchmarks growth --write`` draws them
(``docs/images/growth-*.svg``), both axes logarithmic.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import log10
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.problems import make_problem
from benchmarks.scoring import _endless, _texts
from symcause.api import audit
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.space.exact.exact_space import ExactSpace

TITLE = "Growth"

Points = list[tuple[float, float]]

_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 360, 220, 56, 36


def run(quick: bool) -> list[str]:
    """One table a picture."""
    return [line for series in measured(quick) for line in _table(*series)]


def pictures(quick: bool) -> dict[str, str]:
    """The pictures by name, from points measured now."""
    return {f"growth-{name}.svg": drawn(what, lines) for name, what, lines in measured(quick)}


def measured(quick: bool) -> list[tuple[str, str, dict[str, Points]]]:
    """(name, what grows, the lines of the picture)."""
    if not _KNOWN:
        seeds = range(3 if quick else 9)
        audit(make_problem(6))  # load the catalogue
        sizes = [
            (n, [make_problem(n, 3, 4, n, 11, seed=s) for s in seeds]) for n in range(6, 15, 2)
        ]
        rows = [
            (11 * worlds, [make_problem(10, 3, 4, worlds, 11, seed=s) for s in list(seeds)[:3]])
            for worlds in (2, 6, 18, 57, 181)
        ]
        _KNOWN.extend(
            (
                ("variables", "variables", {"audit": _audits(sizes), "count": _counts(sizes)}),
                ("rows", "rows, n = 10", {"audit": _audits(rows), "count": _counts(rows)}),
                ("answers", "answers, n = 10", {"score": _answers(4 if quick else 6)}),
            )
        )
    return _KNOWN


_KNOWN: list[tuple[str, str, dict[str, Points]]] = []


def _audits(sizes: Sequence[tuple[int, list[BooleanProblem]]]) -> Points:
    return [(size, median(_seconds(audit, p) for p in problems)) for size, problems in sizes]


def _counts(sizes: Sequence[tuple[int, list[BooleanProblem]]]) -> Points:
    return [
        (size, median(_seconds(lambda q: ExactSpace.of(q).count, p) for p in problems))
        for size, problems in sizes
    ]


def _answers(powers: int) -> Points:
    """All different, one after the other."""
    problem = make_problem(10, 3, 4, 17, 11)
    stream, scorer, points = _endless(_texts(problem, 2000)), Scorer(problem), []
    for power in range(3, powers + 1):
        start = process_time()
        for text in islice(stream, 10**power):
            scorer.check(text).document()
        points.append((float(10**power), process_time() - start))
    return points


def _seconds(work: object, problem: BooleanProblem) -> float:
    start = process_time()
    work(problem)  # type: ignore[operator]
    return process_time() - start


def _table(name: str, what: str, lines: dict[str, Points]) -> list[str]:
    head = [f"| {what} | " + " | ".join(f"{line} s" for line in lines) + " |"]
    head.append("| ---: |" + " ---: |" * len(lines))
    for points in zip(*lines.values(), strict=True):
        head.append(f"| {points[0][0]:,.0f} | " + " | ".join(f"{y:.3g}" for _, y in points) + " |")
    return [*head, ""]


def drawn(what: str, lines: dict[str, Points]) -> str:
    """The picture: points and lines, a tick at every power of ten and at the ends."""
    xs = [log10(x) for points in lines.values() for x, _ in points]
    ys = [log10(y) for points in lines.values() for _, y in points]
    low, high = int(min(ys) // 1), int(-(-max(ys) // 1))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (log10(x) - min(xs)) / (max(xs) - min(xs) or 1)
        up = (log10(y) - low) / (high - low or 1)
        return (
            round(_LEFT + across * (_WIDTH - _LEFT - 60), 1),
            round(_HEIGHT - _BOTTOM - up * (_HEIGHT - _BOTTOM - 16), 1),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="11"><title>CPU seconds against {what}</title>'
    ]
    for power in range(low, high + 1):
        x, y = place(10 ** min(xs), 10.0**power)
        parts.append(f'<path d="M{x} {y}H{_WIDTH - 60}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{10.0**power:g} s</text>')
    for x in sorted({x for points in lines.values() for x, _ in points}):
        across, down = place(x, 10.0**low)
        parts.append(f'<text x="{across}" y="{down + 14}" text-anchor="middle">{x:,.0f}</text>')
    middle = (_LEFT + _WIDTH - 60) / 2
    parts.append(f'<text x="{middle}" y="{_HEIGHT - 6}" text-anchor="middle">{what}</text>')
    for colour, (name, points) in zip(("#1b6ca8", "#b8560b"), lines.items(), strict=False):
        at = [place(x, y) for x, y in points]
        path = "L".join(f"{x} {y}" for x, y in at)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in at]
        parts.append(f'<text x="{at[-1][0] + 8}" y="{at[-1][1] + 4}" fill="{colour}">{name}</text>')
    return "\n".join((*parts, "</svg>", ""))


def write(folder: Path, quick: bool) -> None:
    """Draw the pictures into a folder."""
    for name, text in pictures(quick).items():
        (folder / name).write_text(text, encoding="utf-8")

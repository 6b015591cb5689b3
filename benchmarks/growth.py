"""How cost grows: with variables, rows, answers and designs; slopes, and small pictures for the page.

Each point is the median CPU time of some problems. A slope is that of the straight line through the
logarithms: 2 says that twice as much takes four times as long. ``python -m benchmarks growth --write``
draws the pictures (``docs/images/growth-*.svg``), both axes logarithmic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import TypeVar

from benchmarks._growth_pictures import Points, drawn, slope
from benchmarks.problems import make_problem
from benchmarks.scenario import SMALL
from benchmarks.scoring import _endless, _texts
from symcause.api import audit, next_experiments
from symcause.families.boolean.audits.disambiguation.evidence_levels import Level
from symcause.families.boolean.generator.instance_pipeline import Request, instances
from symcause.families.boolean.generator.presets import preset
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.questions.audit import Audit
from symcause.models.disclosure import Setting

TITLE = "Growth"

P = TypeVar("P")
Series = tuple[str, str, dict[str, Points]]
"""The name of a picture, what grows, and its lines."""

STRATA = {
    6: "hs_n6_easy_calibration",
    7: "hs_n7_anchor_plus",
    8: "hs_n8_bridge",
    9: "vhs_n9_anchor",
    10: "vhs_n10_anchor_m10",
}
"""Presets of the generator by their number of variables."""

_SWEPT = 12
"""Next experiments are ranked up to so many variables: with more a point takes longer than all others."""


def run(quick: bool) -> list[str]:
    """One table a picture, then the places of the pictures."""
    tables = [line for series in measured(quick) for line in _table(*series)]
    return [*tables, *(shown(*series) for series in measured(quick))]


def shown(name: str, what: str, lines: dict[str, Points]) -> str:
    """Where the picture stands on the page."""
    *most, last = lines
    named = f"{', '.join(most)} and {last}" if most else last
    return f"![CPU seconds of {named} against {what}](images/growth-{name}.svg)"


def pictures(quick: bool) -> dict[str, str]:
    """The pictures by name, from points measured now."""
    return {f"growth-{name}.svg": drawn(what, lines) for name, what, lines in measured(quick)}


def measured(quick: bool) -> list[Series]:
    """What is drawn; measured once."""
    if not _KNOWN:
        audit(make_problem(6))  # load the catalogue
        _KNOWN.extend((_variables(quick), _rows(quick), _answers(quick)))
        _KNOWN.extend((_generated(quick), _designs(quick)))
    return _KNOWN


_KNOWN: list[Series] = []


def _variables(quick: bool) -> Series:
    seeds = range(3 if quick else 9)
    sizes = [(n, [make_problem(n, 3, 4, n, 11, seed=s) for s in seeds]) for n in range(6, 15, 2)]
    swept = [(n, problems[:3]) for n, problems in sizes if n <= (8 if quick else _SWEPT)]
    lines = {
        "audit": _points(audit, sizes),
        "count": _points(_count, sizes),
        "next": _points(next_experiments, swept),
    }
    return "variables", "variables", lines


def _rows(quick: bool) -> Series:
    rows = [
        (11 * worlds, [make_problem(10, 3, 4, worlds, 11, seed=s) for s in range(3)])
        for worlds in ((2, 6, 18) if quick else (2, 6, 18, 57, 181))
    ]
    return "rows", "rows, n = 10", {"audit": _points(audit, rows), "count": _points(_count, rows)}


def _answers(quick: bool) -> Series:
    """All different, one after the other."""
    problem = make_problem(10, 3, 4, 17, 11)
    stream, scorer, points = _endless(_texts(problem, 2000)), Scorer(problem), Points()
    for power in range(3, 5 if quick else 7):
        start = process_time()
        for text in islice(stream, 10**power):
            scorer.check(text).document()
        points.append((float(10**power), process_time() - start))
    return "answers", "answers, n = 10", {"score": points}


def _generated(quick: bool) -> Series:
    sizes = [(n, range(2 if quick else 9)) for n in STRATA if not quick or n < 8]
    lines = {
        "generate": [(float(n), median(_seconds(_instance(n), i) for i in ids)) for n, ids in sizes]
    }
    return "generated", "variables, certified", lines


def _instance(n: int) -> Callable[[int], object]:
    request = Request(preset(STRATA[n]), 7, (Setting.HIDDEN_ORDER,), Level.CERTIFIED)
    return lambda index: instances(request, index)


def _designs(quick: bool) -> Series:
    """A small scenario in which two whole numbers are chosen."""
    sides = (4, 10, 32) if quick else (4, 10, 32, 100, 316)
    sizes = [(side**2, [_scenario(side)]) for side in sides]
    _judge(_scenario(2))  # load what it takes
    return "designs", "designs", {"scenario audit": _points(_judge, sizes)}


def _scenario(side: int) -> ScenarioProblem:
    """Shield and crew, each from 0 up to below *side*; what both are good for falls off."""
    range_ = {"type": "integer", "min": 0, "max": side - 1, "default": 0}
    storm, _, survived = SMALL["variables"]
    fall = f"shield/{2 * side} - crew/{3 * side} + shield*crew/{9 * side**2}"
    risk = f"clip(if(storm, 0.8, 0.4) - {fall}, 0, 1)"
    variables = [storm, {"name": "risk", "is": risk}, survived]
    return read_scenario(
        {**SMALL, "design": {"shield": range_, "crew": range_}, "variables": variables}
    )


def _judge(problem: ScenarioProblem) -> object:
    return list(Audit().answers(problem))


def _count(problem: BooleanProblem) -> int:
    return ExactSpace.of(problem).count


def _points(work: Callable[[P], object], sizes: Iterable[tuple[int, Sequence[P]]]) -> Points:
    return [(size, median(_seconds(work, p) for p in problems)) for size, problems in sizes]


def _seconds(work: Callable[[P], object], given: P) -> float:
    start = process_time()
    work(given)
    return process_time() - start


def _table(name: str, what: str, lines: dict[str, Points]) -> list[str]:
    """A row for every size, and the slopes below them."""
    head = [f"| {what} | " + " | ".join(f"{line} s" for line in lines) + " |"]
    head.append("| ---: |" + " ---: |" * len(lines))
    known = [dict(points) for points in lines.values()]
    for size in sorted({x for points in known for x in points}):
        cells = (f"{points[size]:.3g}" if size in points else "–" for points in known)
        head.append(f"| {size:,.0f} | " + " | ".join(cells) + " |")
    slopes = (slope(points) for points in lines.values())
    cells = ("–" if one is None else f"{one:.1f}" for one in slopes)
    return [*head, "| slope | " + " | ".join(cells) + " |", ""]


def write(folder: Path, quick: bool) -> None:
    """Draw the pictures into a folder."""
    for name, text in pictures(quick).items():
        (folder / name).write_text(text, encoding="utf-8")

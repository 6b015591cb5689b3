"""The pictures of scored answers: how they stand to their transcripts, and how many are right.

Where there are transcripts the first picture is about support: a bar a system, justified, unsupported,
refuted, and the rest. Shares of right answers come with what constant answers get on the same cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symcause.families.shapeworld.documents.score import ShapeWorldScore
from symcause.families.shapeworld.problem.verdicts import Support
from symcause.families.shapeworld.scoring.cases import Case, accuracy, by_problem, constant
from symcause.families.shapeworld.scoring.summary import cases_of, logged
from symcause.reports.figures.dots import Dot, Dots, dot_figure
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.stacks import Stack, Stacks, stack_figure
from symcause.scoring.statistics import LEVEL, Bootstrap

KINDS = (
    ("justified", "bar"),
    ("unsupported", "bar own"),
    ("refuted", "bar wrong"),
    ("no answer or no possible log", "bar none"),
)
"""What becomes of an answer, and its colour."""

ByModel = Mapping[str, Sequence[ShapeWorldScore]]


def score_figures(scores: ByModel, bootstrap: Bootstrap) -> list[Figure]:
    """All pictures that the answers have something for."""
    found = [_support(logged(scores)), _accuracy(cases_of(scores), bootstrap)]
    return [figure for figure in found if figure is not None]


def _support(scores: ByModel) -> Figure | None:
    rows = [Stack(model, _counts(found)) for model, found in scores.items()]
    rows.sort(key=lambda row: (*(-row.counts[i] / sum(row.counts) for i in range(3)), row.name))
    return stack_figure(
        Stacks(
            key="support",
            title="Does the transcript prove the answer?",
            kinds=KINDS,
            rows=rows,
            caption="Justified: every world that shows the transcript gives this answer; refuted: none "
            "does; unsupported: some do, some do not.",
            finding=_finding(rows),
            facts=tuple(_facts(scores, rows)),
        )
    )


def _counts(scores: Sequence[ShapeWorldScore]) -> tuple[int, ...]:
    order = (Support.JUSTIFIED, Support.UNSUPPORTED, Support.REFUTED)
    known = [sum(score.support == kind for score in scores) for kind in order]
    return (*known, len(scores) - sum(known))


def _finding(rows: Sequence[Stack]) -> str:
    justified, unsupported, refuted = (sum(row.counts[i] for row in rows) for i in range(3))
    answered = justified + unsupported + refuted
    if not answered:
        return "No answer can be judged"
    be = "is" if justified < 2 else "are"
    told = f"{justified or 'None'} of {answered} answers {be} justified"
    rest = [f"{n} {kind}" for n, kind in ((unsupported, "unsupported"), (refuted, "refuted")) if n]
    return f"{told}; {', '.join(rest)}" if rest else told


def _facts(scores: ByModel, rows: Sequence[Stack]) -> Iterator[tuple[str, str]]:
    yield "systems", str(len(rows))
    found = [score for each in scores.values() for score in each]
    lucky = sum(score.lucky is True for score in found)
    if lucky:
        yield "right by luck", str(lucky)
    surplus = sum(score.surplus or 0 for score in found)
    kinds = [score.kinds for score in found]
    steps = sum(k.informative + k.set_up + k.wasted + k.void for k in kinds)
    if steps:
        yield "steps after the question was settled", f"{surplus} of {steps}"


def _accuracy(cases: Mapping[str, Sequence[Case]], bootstrap: Bootstrap) -> Figure | None:
    rows = []
    for model, found in cases.items():
        value = bootstrap.mean(by_problem(found))
        if value is not None:
            rows.append(Dot(model, value))
    rows.sort(key=lambda row: (-row.value.value, row.name))
    distinct = {case.problem: case for found in cases.values() for case in found}
    lines = [
        (each[0].model, float(accuracy(each) or 0))
        for answer in (True, False)
        if (each := constant(distinct.values(), answer))
    ]
    best = rows[0] if rows else None
    return dot_figure(
        Dots(
            key="right",
            title="Right answers by system",
            measure="share of right answers",
            rows=rows,
            lines=sorted(lines, key=lambda line: line[1]),
            caption="No result counts as wrong. Bars: "
            f"{LEVEL:.0%} bootstrap intervals over cases. Dashed: constant answers.",
            finding="" if best is None else _leader(best, lines),
        )
    )


def _leader(best: Dot, lines: Sequence[tuple[str, float]]) -> str:
    constant_best = max(lines, key=lambda line: line[1])
    value = best.value.shown(".2f").removesuffix(" *")
    return f"{best.name} leads: {value} right; {constant_best[0]} gets {constant_best[1]:.2f}"

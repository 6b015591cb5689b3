"""Score figures of a ShapeWorld report: how many are right, and how many proved.

Where there are transcripts the first picture is about support: a bar per system, justified, unsupported,
refuted, and the rest. Shares of right answers come with what constant answers get on the same cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symcause.families.shapeworld.problem.verdict_kinds import Support
from symcause.families.shapeworld.scoring.answer_summary import STEPS, ShapeWorldSummary
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.reports.figures.scores.stacked_bars import Stack, Stacks, stack_figure
from symcause.scoring.answer_groups import Group
from symcause.scoring.bootstrap import LEVEL, Bootstrap

KINDS = (
    ("justified", "bar"),
    ("unsupported", "bar own"),
    ("refuted", "bar wrong"),
    ("no answer or no possible log", "bar none"),
)
"""What becomes of an answer, and its colour."""

MEANINGS = {
    "justified": "Justified: every world that shows the transcript gives this answer.",
    "unsupported": "Unsupported: some worlds that show the transcript give this answer, some do not.",
    "refuted": "Refuted: no world that shows the transcript gives this answer.",
}

ByModel = Mapping[str, Group]


def score_figures(summary: ShapeWorldSummary, bootstrap: Bootstrap) -> list[Figure]:
    """All pictures that the answers have something for."""
    figures = [_support(summary.models("logged")), _accuracy(summary, bootstrap)]
    return [figure for figure in figures if figure is not None]


def _support(logged: ByModel) -> Figure | None:
    rows = [Stack(model, _counts(group)) for model, group in logged.items()]
    rows.sort(key=lambda row: (*(-row.counts[i] / sum(row.counts) for i in range(3)), row.name))
    return stack_figure(
        Stacks(
            key="support",
            title="Does the transcript prove the answer?",
            kinds=_kinds(logged),
            rows=rows,
            meanings=MEANINGS,
            finding=_finding(rows),
            facts=tuple(_facts(logged, rows)),
        )
    )


def _kinds(logged: ByModel) -> tuple[tuple[str, str], ...]:
    """The kinds, the last one with abstentions where there are any."""
    if not any(group.count("abstained") for group in logged.values()):
        return KINDS
    return (*KINDS[:-1], ("abstained, no answer or no possible log", KINDS[-1][1]))


def _counts(group: Group) -> tuple[int, ...]:
    order = (Support.JUSTIFIED, Support.UNSUPPORTED, Support.REFUTED)
    known = [group.count(str(kind)) for kind in order]
    return (*known, group.count("logged") - sum(known))


def _finding(rows: Sequence[Stack]) -> str:
    justified, unsupported, refuted = (sum(row.counts[i] for row in rows) for i in range(3))
    answered = justified + unsupported + refuted
    if not answered:
        return "No answer can be judged"
    be = "is" if justified < 2 else "are"
    text = f"{justified or 'None'} of {answered} answers {be} justified"
    if answered == 1:
        found = "justified" if justified else "unsupported" if unsupported else "refuted"
        return f"The one answer is {found}"
    rest = [f"{n} {kind}" for n, kind in ((unsupported, "unsupported"), (refuted, "refuted")) if n]
    return f"{text}; {', '.join(rest)}" if rest else text


def _facts(logged: ByModel, rows: Sequence[Stack]) -> Iterator[tuple[str, str]]:
    def added(*names: str) -> int:
        groups = logged.values()
        return round(sum(group.total(name, ["logged"]).sum for group in groups for name in names))

    yield "systems", str(len(rows))
    lucky = added("lucky")
    if lucky:
        yield "right by luck", str(lucky)
    surplus, steps = added("surplus"), added(*STEPS)
    if steps:
        yield "steps after the question was settled", f"{surplus} of {steps}"


def _accuracy(summary: ShapeWorldSummary, bootstrap: Bootstrap) -> Figure | None:
    rows = []
    for model, group in summary.models("case").items():
        value = bootstrap.mean(group.by_unit("right"))
        if value is not None:
            rows.append(Dot(model, value))
    rows.sort(key=lambda row: (-row.value.value, row.name))
    constant = summary.constants().items()
    lines = [(name, each.total("right").mean or 0.0) for name, each in constant if len(each)]
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
    value = best.value.mean_text(".2f").removesuffix(" *")
    return f"{best.name} leads: {value} right; {constant_best[0]} gets {constant_best[1]:.2f}"

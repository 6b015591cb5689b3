"""Score figures of a linear page: target, edges and coefficients by size and model."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.linear.scoring.score_summary import ScoreSummary
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.setting_panels import Marks, Panels, panel_figure
from symcause.scoring.answer_groups import Group
from symcause.scoring.bootstrap import LEVEL, Bootstrap, Total


def score_figures(summary: ScoreSummary, bootstrap: Bootstrap) -> list[Figure]:
    """One panel a number of variables."""
    cells: dict[tuple[str, str], Marks] = {}
    for model, size, group in summary.sizes():
        value = bootstrap.mean(group.by_unit("target_exact"))
        if value is not None:
            edges, effects = group.total("edge_f1"), group.total("coefficient_f1")
            over = (_fewer(group, edges), _fewer(group, effects))
            marks = Marks(value, edges.mean, effects.mean, over)
            cells[f"{size} variables", model] = marks
    sizes = sorted({panel for panel, _ in cells}, key=lambda panel: int(panel.split()[0]))
    order = ranked(summary)
    figure = panel_figure(
        Panels(
            key="target",
            title="Right targets, edges and coefficients by size and model",
            measures=("target value exactly right", "edge F1", "coefficient F1"),
            panels=sizes,
            rows=order,
            cells=cells,
            caption="Over all answers, each with the numbers that it has, valid or not; what an answer "
            "does not say counts 0. Bars: "
            f"{LEVEL:.0%} bootstrap intervals over problems, from six problems on.",
            finding=_finding(summary, order, bootstrap),
            facts=tuple(_facts(summary)),
        )
    )
    return [] if figure is None else [figure]


def _fewer(group: Group, total: Total) -> int | None:
    """Over how many answers a mean is, where that is not all of them."""
    return total.count if total.count < len(group) else None


def ranked(summary: ScoreSummary) -> list[str]:
    """Models, most right targets first."""
    totals = summary.totals()
    return sorted(totals, key=lambda m: (-(totals[m].total("target_exact").mean or 0.0), m))


def _finding(summary: ScoreSummary, order: list[str], bootstrap: Bootstrap) -> str:
    totals = summary.totals()
    value = bootstrap.mean(totals[order[0]].by_unit("target_exact")) if order else None
    if value is None:
        return ""
    shown = value.mean_text(".2f").removesuffix(" *")
    if len(order) == 1:
        return f"{order[0]} gets the target exactly right in {shown} of answers"
    if not value.value:
        return "No answer gets the target exactly right"
    return f"{order[0]} leads: the target exactly right in {shown} of answers"


def _facts(summary: ScoreSummary) -> Iterator[tuple[str, str]]:
    groups = summary.totals().values()
    valid, answers = sum(group.count("valid") for group in groups), sum(map(len, groups))
    yield "valid", f"{valid} of {answers}"
    known = sum(group.total("settled").count for group in groups)
    if known:
        settled = sum(group.count("settled") for group in groups)
        yield "answers whose evidence leaves one graph", f"{settled} of {known}"

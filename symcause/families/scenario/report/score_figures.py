"""Score figures of a scenario report: who won by skill, who by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.families.scenario.scoring.run_summary import (
    ENDINGS,
    JUDGED,
    PLAYED,
    TOLD,
    RunSummary,
    run_by_run,
)
from symcause.models.number_phrases import plural
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.setting_panels import Marks, Panels, panel_figure
from symcause.reports.figures.scores.stacked_bars import Stack, Stacks, stack_figure
from symcause.scoring.answer_groups import Group
from symcause.scoring.bootstrap import Bootstrap

_COLOURS = ("bar", "bar own", "bar lost half", "bar wrong", "bar none")
KINDS = tuple(zip(ENDINGS, _COLOURS, strict=True))
"""What becomes of a run, and its colour."""

MEANINGS = {
    "won, justified": "Justified: the claims held at the end are true.",
    "won by luck": "By luck: the design wins less often than not.",
    "won, not justified": "Not justified: a claim held at the end is false, or none can be tested.",
}

_ALL = (PLAYED, TOLD, JUDGED)


def score_figures(summary: RunSummary, bootstrap: Bootstrap) -> list[Figure]:
    """Wins by model, then survival by scenario and model."""
    figures = [_wins(summary), _survival(summary, bootstrap)]
    return [figure for figure in figures if figure is not None]


def _wins(summary: RunSummary) -> Figure | None:
    drawn = _drawn(summary, "model")
    rows = [Stack(model or "unnamed", _counts(own)) for (model,), own in drawn.items()]
    rows.sort(
        key=lambda row: (
            -sum(row.counts[:3]) / sum(row.counts),
            -row.counts[0],
            row.counts[1],
            row.name,
        )
    )
    return stack_figure(
        Stacks(
            key="wins",
            title="Wins, and could they be known?",
            kinds=KINDS,
            rows=rows,
            caption="Won: survival reaches the threshold of the scenario.",
            meanings=MEANINGS,
            finding=_finding(rows),
            facts=tuple(_facts(summary)),
        )
    )


def _drawn(summary: RunSummary, *fields: str) -> dict[tuple[str, ...], Group]:
    groups = summary.by(*fields, kinds=_ALL)
    return {key: group for key, group in groups.items() if group.count("drawn")}


def _counts(group: Group) -> tuple[int, ...]:
    counts = group.counts("ending")
    return tuple(counts.get(name, 0) for name in ENDINGS)


def _finding(rows: Sequence[Stack]) -> str:
    if not rows:
        return ""
    best = rows[0]
    wins, lucky = sum(best.counts[:3]), best.counts[1]
    if not wins:
        return "No run wins its scenario"
    total = sum(best.counts)
    equal = [row for row in rows[1:] if sum(row.counts[:3]) * total == wins * sum(row.counts)]
    text = f"{best.name} wins {wins} of {plural(total, 'run')}"
    if equal:
        return f"{best.name} and {plural(len(equal), 'other')} win {wins} of {plural(total, 'run')}"
    return text + (f", {lucky} by luck" if lucky else "")


def _facts(summary: RunSummary) -> Iterator[tuple[str, str]]:
    yield "models", str(len(_drawn(summary, "model")))
    yield "scenarios", str(len(_drawn(summary, "scenario")))
    groups = _drawn(summary).values()
    runs = sum(group.count("drawn") for group in groups)
    yield "wins", f"{sum(group.count('drawn', 'win') for group in groups)} of {runs}"
    noise = sum(group.count("drawn", "noise") for group in groups)
    if noise:
        yield "survival within noise of the design's value", f"{noise} of {runs}"


def _survival(summary: RunSummary, bootstrap: Bootstrap) -> Figure | None:
    cells: dict[tuple[str, str], Marks] = {}
    means: dict[str, list[float]] = {}
    pairs = sorted(_drawn(summary, "scenario", "model").items(), key=lambda item: item[0][0])
    for (problem, name), group in pairs:
        value, model = bootstrap.mean(run_by_run(group)), name or "unnamed"
        if value is not None:
            cells[problem or "None", model] = Marks(value)
            means.setdefault(model, []).append(value.value)
    order = sorted(means, key=lambda model: (-sum(means[model]) / len(means[model]), model))
    return panel_figure(
        Panels(
            key="survival",
            title="Survival by scenario and model",
            measures=("mean survival",),
            panels=list(dict.fromkeys(problem for problem, _ in cells)),
            rows=order,
            cells=cells,
            caption="Mean over the runs with a submission; bars are bootstrap intervals over runs, from "
            "six runs on.",
            unit="run",
        )
    )

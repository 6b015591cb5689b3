"""The pictures of scored runs: wins that could be known and wins by luck, and survival by scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.families.scenario.documents.score import RunScore
from symcause.models.words import plural
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.panels import Marks, Panels, panel_figure
from symcause.reports.figures.stacks import Stack, Stacks, stack_figure
from symcause.scoring.statistics import Bootstrap, Total

KINDS = (
    ("won, justified", "bar"),
    ("won by luck", "bar own"),
    ("won, not justified", "bar lost half"),
    ("not won", "bar wrong"),
    ("no result", "bar none"),
)
"""What becomes of a run, and its colour."""


def score_figures(scores: Sequence[RunScore], bootstrap: Bootstrap) -> list[Figure]:
    """Wins by model, then survival by scenario and model."""
    played = [s for s in scores if s.win is not None or s.survival is not None or s.reason]
    found = [_wins(played), _survival(played, bootstrap)]
    return [figure for figure in found if figure is not None]


def _wins(scores: Sequence[RunScore]) -> Figure | None:
    rows = [Stack(model, _counts(own)) for model, own in _by_model(scores).items()]
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
            caption="Won: survival reaches the threshold of the scenario. By luck: the design wins less "
            "often than not. Justified: the claims held at the end are true; not justified: one is false, "
            "or none says what could be tested.",
            finding=_finding(rows),
            facts=tuple(_facts(scores)),
        )
    )


def _by_model(scores: Sequence[RunScore]) -> dict[str, list[RunScore]]:
    found: dict[str, list[RunScore]] = {}
    for score in scores:
        found.setdefault(score.model or "unnamed", []).append(score)
    return found


def _counts(scores: Sequence[RunScore]) -> tuple[int, ...]:
    kinds = [0] * len(KINDS)
    for score in scores:
        if score.win is not True:
            kinds[4 if score.survival is None else 3] += 1
        elif score.lucky is True:
            kinds[1] += 1
        else:
            kinds[0 if score.justified is True else 2] += 1
    return tuple(kinds)


def _finding(rows: Sequence[Stack]) -> str:
    if not rows:
        return ""
    best = rows[0]
    wins, lucky = sum(best.counts[:3]), best.counts[1]
    if not wins:
        return "No run wins its scenario"
    total = sum(best.counts)
    equal = [row for row in rows[1:] if sum(row.counts[:3]) * total == wins * sum(row.counts)]
    told = f"{best.name} wins {wins} of {plural(total, 'run')}"
    if equal:
        return f"{best.name} and {plural(len(equal), 'other')} win {wins} of {plural(total, 'run')}"
    return told + (f", {lucky} by luck" if lucky else "")


def _facts(scores: Sequence[RunScore]) -> Iterator[tuple[str, str]]:
    yield "models", str(len({score.model for score in scores}))
    yield "scenarios", str(len({score.problem for score in scores}))
    wins = sum(score.win is True for score in scores)
    yield "wins", f"{wins} of {len(scores)}"
    noise = sum(score.noise is True for score in scores)
    if noise:
        yield "survival within noise of the design's value", f"{noise} of {len(scores)}"


def _survival(scores: Sequence[RunScore], bootstrap: Bootstrap) -> Figure | None:
    cells: dict[tuple[str, str], Marks] = {}
    means: dict[str, list[float]] = {}
    for problem in sorted({str(score.problem) for score in scores}):
        own = [s for s in scores if str(s.problem) == problem and s.survival is not None]
        for model, runs in _by_model(own).items():
            values = [run.survival for run in runs if run.survival is not None]
            found = bootstrap.mean({i: Total(value, 1) for i, value in enumerate(values)})
            if found is not None:
                cells[problem, model] = Marks(found)
                means.setdefault(model, []).append(found.value)
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

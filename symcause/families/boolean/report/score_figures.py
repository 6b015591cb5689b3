"""Score figures of a Boolean report: who explains the worlds, and where answers are lost.

First who explains the training worlds, setting by setting, with what remains on held-out worlds; then the
ladder of disclosure, system by system, with paired differences between neighbouring settings; then where
answers are lost; and for Alternative-SCM answers how far they come. Systems stand in the same order
everywhere: by their share of exact answers, settings weighing equally.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from symcause.bounds.reports_bounds import BAR_ROWS
from symcause.families.boolean.report.score_findings import facts, finding
from symcause.families.boolean.scoring.check.funnel import Stage
from symcause.families.boolean.scoring.tables.answer_numbers import beyond
from symcause.families.boolean.scoring.tables.answer_summary import Answers, Summary
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.reports.figures.scores.setting_ladder import Ladder, ladder_figure
from symcause.reports.figures.scores.setting_panels import Marks, Panels, panel_figure
from symcause.reports.figures.scores.stacked_bars import Stack, Stacks, stack_figure
from symcause.scoring.bootstrap import LEVEL, Bootstrap, Interval, Total

METRICS = (("train_exact", "TrainExact"), ("heldout_world_exact", "HeldoutWorld"))
"""The metrics that are drawn, with the names of the published tables."""

LOST = (
    ("exact, held-out worlds too", "bar"),
    ("exact, no worlds held out", "bar unheld"),
    ("exact on training worlds only", "bar own"),
    ("valid, not exact", "bar wrong"),
    ("mechanism refused", "bar lost"),
    ("wrong form", "bar lost half"),
    ("no answer or no JSON", "bar none"),
)
"""What becomes of an answer; refused: a mechanism that does not parse, is not legal, or closes a cycle."""

CLAIMED = (
    ("joint success", "bar"),
    ("witness wrong", "bar own"),
    ("no separation", "bar lost"),
    ("no other exact model", "bar wrong"),
    ("not valid", "bar none"),
)
"""Where an Alternative-SCM answer stops."""

_BARS = f"Bars: {LEVEL:.0%} bootstrap intervals over problems, from six problems on."


def score_figures(summary: Summary, bootstrap: Bootstrap) -> list[Figure]:
    """All pictures that the answers have something for."""
    everything = [a for a in summary.finish() if len(a)]
    plain = [a for a in everything if not a.alternative]
    other = [a for a in everything if a.alternative]
    order = ranked(plain, "train_exact")
    figures = [_main(plain, order, bootstrap, explained=summary.explanations)]
    for metric, title in METRICS:
        figures.append(_ladder(plain, order, bootstrap, metric, title))
        if bootstrap.resamples:
            figures.append(_deltas(plain, order, bootstrap, metric, title))
    figures.append(_stacked("lost", "Where answers are lost", LOST, plain, order, _lost))
    order = ranked(other, "joint_success")
    figures += [
        _joint(other, order, bootstrap, headed=not plain),
        _stacked("claims", "Alternative-SCM: where answers stop", CLAIMED, other, order, _claimed),
    ]
    return [figure for figure in figures if figure is not None]


def ranked(groups: Sequence[Answers], metric: str) -> list[str]:
    """Systems, the best mean over settings first."""
    means: dict[str, list[float]] = {}
    for a in groups:
        means.setdefault(a.model, []).append(a.total(metric).sum / len(a))
    return sorted(means, key=lambda model: (-sum(means[model]) / len(means[model]), model))


def _main(
    groups: Sequence[Answers], order: Sequence[str], bootstrap: Bootstrap, *, explained: bool
) -> Figure | None:
    cells: dict[tuple[str, str], Marks] = {}
    for a in groups:
        value = bootstrap.mean(a.by_unit("train_exact"))
        if value is not None:
            held = a.total("heldout_exact")
            only = a.total("unique_explanation")
            over = (_fewer(held, a), _fewer(only, a) if explained else None)
            cells[a.group, a.model] = Marks(
                value, held.mean, only.mean if explained else None, over
            )
    measures = ["exact on training worlds (TrainExact)", "on all held-out worlds (HeldoutExact)"]
    if any(marks.diamond is not None for marks in cells.values()):
        measures.append("the unique explanation")
    few = "; ○ n: over n of them, the others have no held-out worlds"
    few = few if any(marks.over[0] is not None for marks in cells.values()) else ""
    return panel_figure(
        Panels(
            key="exact",
            title="Exact answers by setting and system",
            measures=tuple(measures),
            panels=list(dict.fromkeys(group for group, _ in cells)),
            rows=order,
            cells=cells,
            caption=f"Shares of the problems of a setting, those without an answer included{few}. {_BARS}",
            finding=finding(groups, bootstrap),
            facts=tuple(facts(groups, bootstrap)),
        )
    )


def _fewer(total: Total, a: Answers) -> int | None:
    """Over how many answers a share is, where that is not all of them."""
    return total.count if total.count < len(a) else None


def _ladder(
    groups: Sequence[Answers], order: Sequence[str], bootstrap: Bootstrap, metric: str, title: str
) -> Figure | None:
    values: dict[tuple[str, str], Interval] = {}
    for a in groups:
        interval = bootstrap.mean(a.by_unit(metric))
        if interval is not None:
            values[a.group, a.model] = interval
    return ladder_figure(
        Ladder(
            key=f"ladder-{metric.replace('_', '-')}",
            title=f"{title} along the ladder of disclosure",
            measure=title,
            settings=list(dict.fromkeys(group for group, _ in values)),
            systems=[s for s in order if any(model == s for _, model in values)],
            values=values,
            caption="One panel per system, the others faint behind it; a line joins neighbouring settings "
            f"only if both were answered. {_BARS}",
        )
    )


def _deltas(
    groups: Sequence[Answers], order: Sequence[str], bootstrap: Bootstrap, metric: str, title: str
) -> Figure | None:
    """First setting minus the next one, on the problems that both have."""
    settings = list(dict.fromkeys(a.group for a in groups))
    at = {(a.group, a.model): a for a in groups}
    rows: list[Dot] = []
    for first, second in pairwise(settings):
        for model in order:
            pair = at.get((first, model)), at.get((second, model))
            if pair[0] is not None and pair[1] is not None:
                gap = bootstrap.difference(pair[0].by_unit(metric), pair[1].by_unit(metric))
                if gap is not None:
                    rows.append(Dot(model, gap, group=f"{first} − {second}"))
    ends = [
        abs(v) for r in rows for v in (r.value.value, r.value.low, r.value.high) if v is not None
    ]
    reach = max([0.1, *ends])
    return dot_figure(
        Dots(
            key=f"deltas-{metric.replace('_', '-')}",
            title=f"What the next setting costs: paired differences of {title}",
            measure="on the problems that both settings share",
            rows=rows,
            caption="Right of zero: the setting that discloses more is easier. The table has all pairs of "
            f"settings. {_BARS}",
            ends=(-reach, reach),
        )
    )


def _stacked(
    key: str,
    title: str,
    kinds: Sequence[tuple[str, str]],
    groups: Sequence[Answers],
    order: Sequence[str],
    counts: Callable[[Answers], tuple[int, ...]],
) -> Figure | None:
    """One bar per setting and system; where these are too many, one per system."""
    settings = list(dict.fromkeys(a.group for a in groups))
    found = {(a.group, a.model): counts(a) for a in groups}
    rows = [
        Stack(model, found[group, model], group if len(settings) > 1 else "")
        for group in settings
        for model in order
        if (group, model) in found
    ]
    note = ""
    if len(rows) > BAR_ROWS:
        rows = [Stack(model, _added(found, model)) for model in order]
        note = " All settings together; the table has them one by one."
    caption = "A bar is all answers of a system, each counted where it stops first."
    return stack_figure(Stacks(key, title, kinds, rows, caption + note))


def _added(found: dict[tuple[str, str], tuple[int, ...]], model: str) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(c for (_, m), c in found.items() if m == model), strict=True)))


def _lost(a: Answers) -> tuple[int, ...]:
    json, form, valid = (
        a.count(beyond(stage)) for stage in (Stage.EXTRACTED_JSON, Stage.KEYS, Stage.ACYCLIC)
    )
    exact = round(a.total("train_exact").sum)
    tested = a.total("heldout_exact", ["train_exact"])
    held, failed = round(tested.sum), round(tested.count - tested.sum)
    untested = exact - held - failed
    return held, untested, failed, valid - exact, form - valid, json - form, len(a) - json


def _claimed(a: Answers) -> tuple[int, ...]:
    valid, alternative, joint = (
        round(a.total(metric).sum) for metric in ("valid", "alternative_success", "joint_success")
    )
    separates = round(a.total("pair_separates", ["alternative_success"]).sum)
    return joint, separates - joint, alternative - separates, valid - alternative, len(a) - valid


def _joint(
    groups: Sequence[Answers], order: Sequence[str], bootstrap: Bootstrap, *, headed: bool
) -> Figure | None:
    """Joint success with intervals; it heads the page if nothing else was asked."""
    several = len({a.group for a in groups}) > 1
    rows = list(_joint_rows(groups, order, bootstrap, several))
    best = max(rows, key=lambda row: row.value.value, default=None)
    text = "" if best is None else f"{best.name} finds another model, separates and proves it in "
    return dot_figure(
        Dots(
            key="joint-success",
            title="Alternative-SCM: joint success",
            measure="another exact model, an experiment that separates, a right witness",
            rows=rows,
            caption=f"Shares of all Alternative-SCM problems of a setting. {_BARS}",
            finding=f"{text}{best.value.value:.0%} of problems" if best and headed else "",
        )
    )


def _joint_rows(
    groups: Sequence[Answers], order: Sequence[str], bootstrap: Bootstrap, several: bool
) -> Iterator[Dot]:
    for group in dict.fromkeys(a.group for a in groups):
        own = {a.model: a for a in groups if a.group == group}
        for model in (model for model in order if model in own):
            value = bootstrap.mean(own[model].by_unit("joint_success"))
            if value is not None:
                yield Dot(model, value, group=group if several else "")

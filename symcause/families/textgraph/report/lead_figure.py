"""The lead figure of a textgraph report: F1 of the two best systems as more gold edges are wrong.

Errors are placed where they hurt the leader most, over all samples together; the flag is where the order
turns. Each task has a picture of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.families.textgraph.scoring.gold_errors.robust_table import Rivals
from symcause.models.number_phrases import plural
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.steps.step_curves import Curve, curve_figure


def lead_figures(rivals: Sequence[Rivals]) -> list[Figure]:
    """The two best of every task, where one is ahead."""
    return [figure for figure in map(_figure, _leaders(rivals)) if figure is not None]


def _leaders(rivals: Sequence[Rivals]) -> Iterator[Rivals]:
    seen: set[str] = set()
    for pair in rivals:
        if pair.task not in seen and pair.found.robust_up_to is not None:
            yield pair
        seen.add(pair.task)


def _figure(pair: Rivals) -> Figure | None:
    course, most = pair.found.course, pair.found.robust_up_to
    assert most is not None, "one that is ahead"
    series = {
        pair.first: [float(point.first) for point in course],
        pair.second: [float(point.second) for point in course],
    }
    turned = {} if pair.found.cut else {most + 1: f"the order turns at {plural(most + 1, 'error')}"}
    curve = Curve(
        key=f"lead-{pair.task}",
        title=f"{pair.first} leads {pair.second} up to {plural(most, 'gold error')}",
        series=series,
        caption=(
            f"Mean F1 over the {plural(pair.samples, 'sample')} that both answered, if so many of the "
            f"{pair.edges} gold edges are missing or spurious, placed worst for {pair.first}. "
            + (f"Still ahead at {most} errors." if pair.found.cut else "Flag: the order turns.")
        ),
        measure="F1",
        axis="errors",
    )
    return curve_figure(curve, range(len(course)), turned)

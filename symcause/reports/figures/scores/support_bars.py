"""Support bars: how many answers of each system the evidence proves, leaves open or refutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.stacked_bars import Stack, Stacks, stack_figure
from symcause.scoring.abstention_rule import JUSTIFIED, REFUTED, UNSUPPORTED
from symcause.scoring.answer_groups import Group

KINDS = (JUSTIFIED, UNSUPPORTED, REFUTED)
_COLOURS = (
    *zip(KINDS, ("bar", "bar own", "bar wrong"), strict=True),
    ("no claim", "bar none"),
)


def support_figures(
    title: str,
    systems: Sequence[tuple[str, Group]],
    meanings: Mapping[str, str],
    key: str = "support",
    noun: str = "answer",
) -> list[Figure]:
    """The picture, where somebody has answered; *meanings* says what each kind of support is.

    What is judged is called a *noun*.
    """
    rows = []
    for model, group in systems:
        known = [group.count(kind) for kind in KINDS]
        rows.append(Stack(model, (*known, len(group) - sum(known))))
    figure = stack_figure(
        Stacks(
            key=key,
            title=title,
            kinds=_COLOURS,
            rows=rows,
            meanings=meanings,
            finding=_finding(rows, noun),
        )
    )
    return [] if figure is None else [figure]


def _finding(rows: Sequence[Stack], noun: str) -> str:
    justified, answered = (sum(row.counts[0] for row in rows), sum(sum(row.counts) for row in rows))
    if answered == 1:
        return f"The one {noun} is {'' if justified else 'not '}justified"
    be = "is" if justified < 2 else "are"
    return f"{justified or 'None'} of {answered} {noun}s {be} justified"

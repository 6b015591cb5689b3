"""The view of what tells a scenario from its twin: how many survive in each, and where the cut is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from msgspec import UnsetType

from symcause.families.scenario.documents.question_documents import ScenarioSeparate
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.report.figures.power_figure import power_figure
from symcause.families.scenario.report.figures.twin_figures import separation_figure
from symcause.families.scenario.report.figures.value_axis import NARROW, WIDE
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.work import Work
from symcause.reports.figures.figure import Figure, figure_view
from symcause.reports.story_lookup import story_of
from symcause.reports.views.result_view import story_view

WORK = 60.0
"""What the value of one design may take, in seconds that the kernel counts as steps."""


def separation_view(
    document: ScenarioSeparate, problem: ScenarioProblem
) -> dict[str, object] | None:
    """The story below its picture; None where there is none."""
    drawn = [figure for figure in _figures(document, problem) if figure is not None]
    story = story_of(document)
    if not drawn or story is None:
        return None
    main = replace(drawn[0], narrow=drawn[-1].svg)
    view = story_view(story)
    if not isinstance(document.budget, UnsetType):
        view["headline"] = story.sentence.split(";")[0].rstrip(".")
    return {"id": document.problem, **view, "main": figure_view(main)}


def _figures(document: ScenarioSeparate, problem: ScenarioProblem) -> Iterator[Figure | None]:
    if not isinstance(document.budget, UnsetType):
        yield from (power_figure(document.budget, room) for room in (WIDE, NARROW))
    elif document.experiment is not None:
        tried = document.experiment
        try:
            here = Finite(problem, Work(WORK)).value(_exact(tried.design))
        except (Beyond, Rejected):
            return
        yield from (separation_figure(tried, here, room) for room in (WIDE, NARROW))


def _exact(design: Mapping[str, object]) -> dict[str, Value]:
    """A design with exact numbers."""
    return {
        name: value if isinstance(value, bool | str) else Fraction(str(value))
        for name, value in design.items()
    }

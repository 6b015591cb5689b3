"""The check view of a scenario report: the page of a submitted design on one axis."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.scenario.documents.question_documents import Bounds, ScenarioCheck
from symcause.families.scenario.report.figures.value_axis import (
    NARROW,
    WIDE,
    Mark,
    Ranked,
    Room,
    Row,
    ranked_figure,
)
from symcause.families.scenario.report.plot_bounds import ends, spelled_datum
from symcause.families.scenario.report.scenario_stories import check_story
from symcause.families.scenario.report.value_phrases import brief, number_text
from symcause.reports.figures.figure import Figure, figure_view
from symcause.reports.views.result_view import story_view

View = dict[str, object]
STYLES = {True: 0, False: 4, None: 5}
"""Of the design's mark: blue, red, grey."""


def check_view(document: ScenarioCheck) -> View | None:
    """Everything that the page shows; None where nothing is known to draw.

    Without a design to value the picture has what there is to reach.
    """
    if document.value is None and document.default is None:
        return None
    story = check_story(document)
    view = story_view(story)
    if document.design is not None:
        view["sections"] = [("The design", [_design(document)])]
    return {
        **view,
        "kind": "scenario-check",
        "id": document.problem,
        "headline": headline(document),
        "sentence": _beyond(document),
        "valued": document.value is not None,
        "axis": [figure_view(value_figure(document, room)) for room in (WIDE, NARROW)],
    }


def headline(document: ScenarioCheck) -> str:
    """What the design is worth, and whether that is enough."""
    if document.value is None:
        return "There is no design to value"
    worth = f"Worth {brief(document.value, beside=document.threshold)}"
    if document.in_space is False:
        return f"{worth}, but not in the {document.space} space"
    if document.threshold is None:
        return worth
    goal = f"the threshold of {_spelled(document.threshold)}"
    words = {True: "reaches", False: "falls short of", None: "too close to call against"}
    return f"{worth}: {words[document.right]} {goal}"


def _spelled(text: str) -> str:
    return number_text(text).rstrip("0").rstrip(".") or "0"


def _beyond(document: ScenarioCheck) -> str:
    """How much better a design could be; what is wrong with what is none."""
    best, value = document.optimum, document.value
    if value is None and document.reason:
        return f"{document.reason}."
    if best is None or value is None:
        return ""
    if Fraction(value.low) >= Fraction(best.upper):
        return "No design of the space is worth more."
    gained = Fraction(best.low) - Fraction(value.high)
    upper = brief(Bounds(low=best.upper, high=best.upper), 3)
    if gained <= 0:
        return f"No better design is known; none exceeds {upper}."
    known = brief(Bounds(low=best.low, high=best.high), 3)
    return f"A design worth {known} is known; none exceeds {upper}."


def value_figure(document: ScenarioCheck, room: Room = WIDE) -> Figure | None:
    """The design, the default and the best on one axis with the threshold; the most valuable last."""
    rows = []
    if document.value is not None:
        spot = ends(document.value)
        rows.append((spot, Row("this design", (Mark(spot, "value", STYLES[document.right]),))))
    if document.default is not None:
        default = ends(document.default)
        rows.append((default, Row("default", (Mark(default, "value", 5, hollow=True),))))
    best = document.optimum
    if best is not None:
        known = ends(Bounds(low=best.low, high=best.high))
        rows.append((known, Row("best known design", (Mark(known, "value", 5),))))
        whole = ends(Bounds(low=best.low, high=best.upper))
        if whole[1] - whole[0] > 1e-6:
            rows.append((whole, Row("best possible", (Mark(whole, "between", 5),), spread=True)))
    rows.sort(key=lambda row: sum(row[0]))
    threshold = None if document.threshold is None else float(Fraction(document.threshold))
    said = f"What designs are worth in stage {document.stage}, {document.space} space."
    title = "The design against" if document.value is not None else "What there is to reach:"
    ranked = Ranked("value", f"{title} threshold and optimum", said, threshold)
    return ranked_figure([row for _, row in rows], ranked, room)


def _design(document: ScenarioCheck) -> dict[str, object]:
    """The design beside the best known one, variable by variable."""
    best = {} if document.optimum is None else document.optimum.design
    columns = ("variable", "this design", *(("best known",) if best else ()))
    rows = [
        [name, *(spelled_datum(one[name]) if name in one else "–" for one in (own, best) if one)]
        for own in (document.design or {},)
        for name in own
    ]
    return {"columns": list(columns), "rows": rows, "right": []}

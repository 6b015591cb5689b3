"""The view of a scenario report: its verdict and designs, as data."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from symcause.audits.documents import Document
from symcause.audits.story import CLASSES, Tone
from symcause.families.scenario.audits.audit_sentences import WORDS, ScenarioVerdict
from symcause.families.scenario.documents.question_documents import (
    Bounds,
    ScenarioAudit,
    ScenarioCheck,
    ScenarioSeparate,
)
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.report.check_view import check_view
from symcause.families.scenario.report.figures.contrast_figure import contrast_figure
from symcause.families.scenario.report.figures.power_figure import power_figure
from symcause.families.scenario.report.figures.sweep_figures import sweep_figures
from symcause.families.scenario.report.figures.trap_figures import trap_figures
from symcause.families.scenario.report.figures.twin_figures import twin_figures
from symcause.families.scenario.report.figures.value_axis import (
    NARROW,
    WIDE,
    Mark,
    Ranked,
    Room,
    Row,
    ranked_figure,
)
from symcause.families.scenario.report.page_sentences import (
    MISLEADING,
    facts,
    headline,
    sentence,
    signed,
)
from symcause.families.scenario.report.plot_bounds import Ends, ends
from symcause.families.scenario.report.scenario_stories import audit_story
from symcause.families.scenario.report.separation_view import separation_view
from symcause.reports.figures.figure import Figure, figure_view
from symcause.reports.views.result_view import story_view
from symcause.reports.views.verdict_looks import look

View = dict[str, object]
_TRAP_TONES = {
    "proven": Tone.BAD,
    "spurious": Tone.SOME,
    "masked": Tone.SOME,
    "refuted": Tone.GOOD,
    "unknown": Tone.UNKNOWN,
    "undefined": Tone.UNKNOWN,
}
"""How good the news of a trap is."""


def view(document: Document, problem: ScenarioProblem) -> View | None:
    """Everything that the page of one scenario shows; None for what is told, not drawn."""
    if isinstance(document, ScenarioCheck):
        return check_view(document)
    if isinstance(document, ScenarioSeparate):
        return separation_view(document, problem)
    if not isinstance(document, ScenarioAudit):
        return None
    story = story_view(audit_story(document))
    threshold = None if document.threshold is None else float(Fraction(document.threshold.value))
    drawn = sweep_figures(document.sweeps, threshold)
    return {
        **story,
        "kind": "scenario",
        "id": document.problem,
        "headline": headline(document),
        "sentence": sentence(document)
        if document.verdict
        else document.sentence or story["sentence"],
        "facts": facts(document),
        "axis": [figure_view(axis_figure(document, problem, room)) for room in (WIDE, NARROW)],
        "traps": [_trap(document, name) for name in sorted(document.traps, key=_telling(document))],
        "bands": [figure_view(figure) for figure, moves in drawn if moves],
        "flat": [figure_view(figure) for figure, moves in drawn if not moves],
        "hollow": any(not p.in_space for sweep in document.sweeps for p in sweep.points),
        "shaded": any(sweep.bands for sweep in document.sweeps),
        "threshold": threshold,
        "twin": _twin(document, threshold),
        "power": _power(document),
        "stages": [figure_view(stage_figure(document, room)) for room in (WIDE, NARROW)],
        "index": index_row(document, problem),
    }


def _telling(document: ScenarioAudit) -> Callable[[str], bool]:
    """Variables that the history misleads about come first."""
    return lambda name: document.traps[name].status not in MISLEADING


def _trap(document: ScenarioAudit, name: str) -> View:
    """The pictures of a variable, and one sentence."""
    trap = document.traps[name]
    contrast = contrast_figure(name, trap)
    drawn = [*([] if contrast is None else [contrast]), *trap_figures(name, trap)]
    figures = [figure_view(figure) for figure in drawn]
    return {
        "name": name,
        "status": trap.status,
        "look": CLASSES[_TRAP_TONES[trap.status]],
        "told": _value_text(document, name),
        "figures": figures,
    }


def _twin(document: ScenarioAudit, threshold: float | None) -> View | None:
    """The pictures of a proven twin, wide and narrow, and where it is."""
    part = None if document.identifiable is None else document.identifiable.twin
    if part is None or part.status != "proven":
        return None
    rooms = [twin_figures(part, threshold, room) for room in (WIDE, NARROW)]
    pairs = [[figure_view(figure) for figure in both] for both in zip(*rooms, strict=True)]
    return {"name": part.file or "the twin that was found", "figures": pairs}


def _power(document: ScenarioAudit) -> View | None:
    """The picture of what units tell of rivals, wide and narrow, under its headline."""
    part = None if document.identifiable is None else document.identifiable.budget
    if not part:
        return None
    drawn = [power_figure(part, room) for room in (WIDE, NARROW)]
    return {"headline": part.headline, "figures": [figure_view(figure) for figure in drawn]}


def _value_text(document: ScenarioAudit, name: str) -> str:
    trap = document.traps[name]
    if trap.status == "undefined":
        text = "The history does not vary it, so that it shows nothing of it: there is no trap in the data."
        if trap.pair is None or trap.effect is None:
            return text
        return (
            f"{text} From {trap.pair[0]} to {trap.pair[1]} setting it does {signed(trap.effect)}."
        )
    assert trap.pair is not None and trap.effect is not None
    seen = "what is not known" if trap.association is None else signed(trap.association)
    text = (
        f"From {trap.pair[0]} to {trap.pair[1]} the data show {seen}; setting it does "
        f"{signed(trap.effect)}."
    )
    words = {
        "proven": "The data point the wrong way: the trap is there.",
        "spurious": "The data show a difference where there is no effect at all.",
        "masked": "The data show no difference at all where there is an effect.",
        "refuted": "Both point the same way: there is no trap.",
        "unknown": "The bounds do not decide the sign of one of them.",
    }
    cause = " A player cannot read it: what failed units had is hidden." * (
        trap.data == "population"
    )
    if trap.by_selection is not None and trap.status == "proven":
        made = "makes" if trap.by_selection else "does not make"
        cause += f" Selection {made} it."
    return f"{text} {words.get(trap.status, '')}{cause}"


def axis_figure(
    document: ScenarioAudit, problem: ScenarioProblem, room: Room = WIDE
) -> Figure | None:
    """Default, history, claim, baselines and optimum on one axis with the threshold."""
    rows = _baselines(document)
    if document.default is not None and not rows:
        spot = ends(document.default)
        rows.append((spot, Row("default", (Mark(spot, "value"),))))
    for claim in document.claims:
        if claim.value is not None:
            spot = ends(claim.value)
            rows.append((spot, Row("claimed optimum", (Mark(spot, "value"),))))
    if problem.claims.value is not None:
        spot = (float(problem.claims.value),) * 2
        rows.append((spot, Row("value as claimed", (Mark(spot, "claimed", 5, hollow=True),))))
    if document.optimum is not None:
        best = document.optimum
        spot = ends(Bounds(low=best.low, high=best.high))
        rows.append((spot, Row("best known design", (Mark(spot, "value"),))))
        whole = ends(Bounds(low=best.low, high=best.upper))
        if whole[1] - whole[0] > 1e-6:
            rows.append((whole, Row("best possible", (Mark(whole, "between"),), spread=True)))
    rows.sort(key=lambda row: sum(row[0]))
    part = document.threshold
    threshold = None if part is None else float(Fraction(part.value))
    gap = None if part is None or part.claimed_gap is None else ends(part.claimed_gap)
    place = None if gap is None or threshold is None else (threshold + gap[0], threshold + gap[1])
    text = f"What designs are worth in stage {document.stage}, {document.space} space"
    if threshold is not None:
        text += f"; the threshold is {threshold:g}"
    ranked = Ranked("designs", "Threshold and optimum", text + ".", threshold, place)
    return ranked_figure([row for _, row in rows], ranked, room)


def _baselines(document: ScenarioAudit) -> list[tuple[Ends, Row]]:
    """One row a baseline; those of the same design share one."""
    named: dict[str, list[str]] = {}
    for base in document.baselines:
        label = f"{base.name} (sample)" if base.sampled else base.name
        label += ", outside" if base.in_space is False else ""
        named.setdefault(repr(base.design or base.name), []).append(label)
    rows = []
    for base in document.baselines:
        labels = named.pop(repr(base.design or base.name), None)
        if labels is not None:
            spot = ends(Bounds(low=base.low, high=base.high))
            rule = base.design is None  # a way to pick a design: its value is a mean
            mark = Mark(spot, "value", 5 if rule else 0, hollow=rule)
            rows.append((spot, Row(", ".join(dict.fromkeys(labels)), (mark,))))
    return rows


def stage_figure(document: ScenarioAudit, room: Room = WIDE) -> Figure | None:
    """Named designs in stage 1 and in the stage of the evaluation."""
    if not document.stages.designs or document.stage == "1":
        return None
    last = document.stage

    def marks(values: dict[str, Bounds]) -> tuple[Mark, ...]:
        first = Mark(ends(values["1"]), "stage 1", 5, hollow=True)
        return first, Mark(ends(values[last]), f"stage {last}")

    rows = [Row(design.name, marks(design.values)) for design in document.stages.designs]
    rows.sort(key=lambda row: sum(row.marks[-1].value))
    threshold = None if document.threshold is None else float(Fraction(document.threshold.value))
    text = f"What designs are worth in stage 1, where agents explore, and in stage {last}, which counts."
    heads = tuple((mark.told, mark) for mark in rows[0].marks)
    ranked = Ranked("stages", "Stage 1 and the evaluation", text, threshold, heads=heads)
    return ranked_figure(rows, ranked, room)


def index_row(document: ScenarioAudit, problem: ScenarioProblem) -> View:
    """The row of the scenario in the table of a pool."""
    best = document.optimum
    gap = None if document.threshold is None else document.threshold.gap
    traps = sum(trap.status == "proven" for trap in document.traps.values())
    return {
        "setting": None,
        "variables": len(problem.design),
        "rows": None if problem.history is None else problem.history.records,
        "coverage": None,
        "unit": "designs",
        "tone": "none"
        if document.verdict is None
        else look(WORDS[ScenarioVerdict(document.verdict)]),
        "words": {"variables": "design variables", "rows": "history"},
        "more": {
            "threshold": None
            if document.threshold is None
            else float(Fraction(document.threshold.value)),
            "default": None if document.default is None else round(ends(document.default)[0], 4),
            "best at least": None if best is None else round(float(Fraction(best.low)), 4),
            "gap at least": None if gap is None else round(ends(gap)[0], 4),
            "traps proven": traps,
        },
    }

"""One run of a folder of logs: how it ended, what its interventions left, and how to see all of it."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.story import Grid, Section, Story, Tone
from symcause.families.linear.audits.runs import outcome
from symcause.families.linear.documents.audit import LinearAudit
from symcause.families.linear.documents.runs import RunPart
from symcause.families.linear.report.episode_text import BROUGHT, brought_rows
from symcause.families.linear.report.left import moments_of
from symcause.families.linear.report.problem_view import View
from symcause.models.words import fixed, number_of, plural
from symcause.reports.figures.course import course
from symcause.reports.figures.descent import Descent, descent_figure
from symcause.reports.figures.figure import figure_view
from symcause.reports.views.problem import story_view
from symcause.reports.views.runs import RUNS, TONES

_SUPPORT = {
    "justified": "what it had noted settles the answer",
    "refuted": "what it had noted rules the answer out",
    "unsupported": "what it had noted leaves other answers open",
}


def run_view(run: RunPart, document: LinearAudit) -> View:
    """The view of a run, with its row in the table."""
    story = _story(run)
    moments = moments_of(run.course)
    main = descent_figure(Descent(moments, "graphs")) if run.course else None
    return {
        **story_view(story),
        "id": run.log,
        "headline": _headline(run),
        "main": figure_view(main),
        "index": {**RUNS, **_row(run, document, story), "curve": _curve(run)},
    }


def _curve(run: RunPart) -> str | None:
    drawn = course(moments_of(run.course))
    return None if drawn is None else str(drawn)


def _word(run: RunPart) -> str:
    if run.error is not None:
        return "not read"
    if run.abstained:
        return "abstained"
    return "right by luck" if run.lucky else outcome(run)


def _headline(run: RunPart) -> str:
    word = _word(run)
    if run.error is not None:
        return "This log could not be read"
    after = f"after {plural(run.interventions, 'intervention')}"
    told = (
        f"{word[0].upper()}{word[1:]} {after if run.interventions else 'without an intervention'}"
    )
    why = _SUPPORT.get(run.support or "") if run.answer is not None else None
    return told if why is None else f"{told}: {why}"


def _tone(run: RunPart) -> Tone:
    if run.error is not None or run.right is None:
        return Tone.UNKNOWN
    return Tone.BAD if not run.right else Tone.SOME if run.lucky else Tone.GOOD


def _story(run: RunPart) -> Story:
    sections = []
    if run.error is not None:
        sections.append(Section("What went wrong", (run.error,)))
    if run.course:
        sections.append(
            Section("Interventions", (Grid(BROUGHT, brought_rows(run.course), right=(1, 2)),))
        )
    return Story(
        run.log,
        "",
        _word(run),
        _tone(run),
        facts=tuple(_facts(run)),
        sections=tuple(sections),
        steps=(f"see every step: symcause audit PROBLEM --log {run.log} --html FILE",),
    )


def _facts(run: RunPart) -> Iterator[tuple[str, str]]:
    yield "player", run.model
    if run.answer is not None:
        yield "answer", run.answer
    yield "graphs left", number_of(run.graphs, "unknown")
    if run.decided_at is not None:
        yield "enough evidence", f"from step {run.decided_at} on"
    yield "without effect", f"{run.wasted} of {plural(run.interventions, 'intervention')}"
    if run.edge_f1 is not None:
        yield "edge F1", fixed(run.edge_f1, 2)


def _row(run: RunPart, document: LinearAudit, story: Story) -> View:
    return {
        "id": run.log,
        "setting": run.model,
        "unit": "graphs left",
        "verdict": story.verdict,
        "tone": TONES[story.tone],
        "count": run.graphs,
        "counted": (run.right is True, "runs end right"),
        "more": {
            "problem": document.problem,
            "support": run.support,
            "answer": run.answer,
            "interventions": run.interventions,
            "without effect": run.wasted,
            "settled at step": run.decided_at,
            "edge F1": None if run.edge_f1 is None else round(run.edge_f1, 3),
        },
    }

"""The run view on a linear page: how one run of a folder of logs ended, and what it left."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from symcause.audits.story import Grid, Section, Tone
from symcause.families.linear.audits.log.run_outcomes import outcome
from symcause.families.linear.documents.runs_part import RunPart
from symcause.families.linear.problem.hypothesis_metrics import PUBLISHED_TARGET_TOLERANCE
from symcause.families.linear.report.page.intervention_descent import moments_of
from symcause.families.linear.report.story.episode_story import BROUGHT, brought_rows
from symcause.models.number_phrases import fixed, number_of, plural
from symcause.reports.figures.steps.space_descent import Descent
from symcause.reports.views.run_record import ToldRun

_SUPPORT = {
    "justified": "what it had noted settles the answer",
    "refuted": "what it had noted rules the answer out",
    "unsupported": "what it had noted leaves other answers open",
}


RIGHT = f"less than {PUBLISHED_TARGET_TOLERANCE} off the target"
"""What a right answer is in the released environment; a page of scores counts exact ones beside it."""


def told_run(run: RunPart, problem: str, folder: str = "") -> ToldRun:
    """The run as tables tell it; *folder* is where its log lies, as commands name it."""
    brought = [part.graphs_after for part in run.course]
    start = [run.course[0].graphs_before] if run.course else [run.graphs]
    return ToldRun(
        run.log,
        problem,
        run.model,
        _word(run),
        _tone(run),
        _headline(run),
        right=run.right,
        steps=run.interventions,
        unit="graphs",
        count=run.graphs,
        left=(*start, *brought),
        descent=Descent(moments_of(run.course), "graphs") if run.course else None,
        facts=tuple(_facts(run)),
        sections=tuple(_sections(run)),
        next=(
            f"see every step: symcause audit PROBLEM --log {folder}{quote(run.log)} --html FILE",
        ),
        means=f"right ({RIGHT})",
        columns={
            "support": run.support,
            "answer": run.answer,
            "interventions": run.interventions,
            "without effect": run.wasted,
            "settled at step": run.decided_at,
            "edge F1": None if run.edge_f1 is None else round(run.edge_f1, 3),
        },
    )


def _word(run: RunPart) -> str:
    if run.error is not None:
        return "not read"
    if run.abstained:
        return "abstained"
    return "right by luck" if run.lucky and run.right else outcome(run)


def _headline(run: RunPart) -> str:
    word = _word(run)
    if run.error is not None:
        return "This log could not be read"
    after = f"after {plural(run.interventions, 'intervention')}"
    text = (
        f"{word[0].upper()}{word[1:]} {after if run.interventions else 'without an intervention'}"
    )
    why = _SUPPORT.get(run.support or "") if run.answer is not None else None
    return text if why is None else f"{text}: {why}"


def _tone(run: RunPart) -> Tone:
    if run.error is not None or run.right is None:
        return Tone.UNKNOWN
    return Tone.BAD if not run.right else Tone.SOME if run.lucky else Tone.GOOD


def _sections(run: RunPart) -> Iterator[Section]:
    if run.error is not None:
        yield Section("What went wrong", (run.error,))
    if run.course:
        yield Section("Interventions", (Grid.of(BROUGHT, brought_rows(run.course)),))


def _facts(run: RunPart) -> Iterator[tuple[str, str]]:
    yield "player", run.model
    if run.answer is not None:
        yield "answer", run.answer
        yield "right means", RIGHT
    yield "graphs left", number_of(run.graphs, "unknown")
    if run.decided_at is not None:
        yield "enough evidence", f"from step {run.decided_at} on"
    yield "without effect", f"{run.wasted} of {plural(run.interventions, 'intervention')}"
    if run.edge_f1 is not None:
        yield "edge F1", fixed(run.edge_f1, 2)

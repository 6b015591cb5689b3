"""The view of a result: that of its family, or else its story."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec import UnsetType

from symcause.audits.command_lines.suggested_commands import about, suggested
from symcause.audits.documents import Document, ErrorDocument, Result, VerifyDocument
from symcause.audits.story import Block, Grid, Line, Story, Tone
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.runs import RunOf, RunsDocument
from symcause.registry import family, load
from symcause.reports.story_lookup import story_of
from symcause.reports.views.run_rows import RUNS
from symcause.reports.views.step_view import episode_view
from symcause.reports.views.verification_view import verification_view

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

View = dict[str, object]


def view_of(result: Result, problem: object) -> View:
    """What the page shows of a result and its problem (None if that could not be read)."""
    if isinstance(result, ErrorDocument):
        return _error(result.problem, "failed", result.error)
    if isinstance(result, VerifyDocument):
        return posed_view(verification_view(result), result)
    story = story_of(result)
    assert story is not None
    story = about(story, result)
    if problem is None:
        message = "The problem is not at hand; only its verdict is known."
        return _error(result.problem, story.verdict, message, story.tone)
    if isinstance(result, EpisodeDocument):
        return posed_view(episode_view(result, cast("Problem", problem)), result)
    if isinstance(result, RunsDocument):
        return posed_view(
            {"views": [_run(run, cast("Problem", problem)) for run in result.runs]}, result
        )
    own = family(result.family).view
    view = None if own is None else load(own)(result, problem)
    if view is None:
        view = {"id": result.problem, **story_view(story)}
    return posed_view({"tone": str(story.tone), **view}, result)


def posed_view(view: View, result: Document) -> View:
    """The view with the question that was asked, and commands that can be pasted."""
    asked = result.asked
    if isinstance(asked, UnsetType):
        return view
    parts = view.get("views")
    if isinstance(parts, list):
        return {**view, "views": [posed_view(one, result) for one in parts]}
    assert not {"subject", "asked"} & view.keys(), "a family's view has names of its own"
    steps = view.get("next")
    told = [str(step) for step in steps] if isinstance(steps, list | tuple) else []
    return {
        **view,
        "next": [suggested(step, asked, result.family, str(result.problem)) for step in told],
        "subject": asked.subject,
        "asked": asked.command if asked.options else None,
    }


def _run(run: RunOf, problem: Problem) -> View:
    """A run of a folder, by the name of its file."""
    if run.episode is None:
        failed = _error(run.log, "not read", str(run.error))
        row = {**RUNS, "id": run.log, "verdict": "not read", "tone": "unknown", "count": None}
        return {**failed, "index": {**row, "counted": (False, "runs end right")}}
    view = episode_view(run.episode, problem)
    index = view["index"]
    assert isinstance(index, dict)
    return {**view, "id": run.log, "index": {**index, "id": run.log, "count": run.episode.count}}


def _error(problem: str | None, verdict: str | None, message: str, tone: Tone = Tone.BAD) -> View:
    told = {"verdict": verdict, "tone": str(tone), "error": message}
    return {"kind": "error", "id": str(problem), **told}


def story_view(story: Story) -> View:
    """A story as the page's script reads it."""
    return {
        "kind": "story",
        "headline": story.headline or None,
        "verdict": story.verdict,
        "tone": str(story.tone),
        "sentence": f"{story.sentence} see below." * story.sentence.endswith(":") or story.sentence,
        "facts": [list(fact) for fact in story.facts],
        "notes": list(story.notes),
        "next": list(story.steps),
        "sections": _sections(story),
    }


def _sections(story: Story) -> list[tuple[str, list[object]]]:
    """Titles and blocks; what has no title goes on with the section before it."""
    sections: list[tuple[str, list[object]]] = []
    for section in story.sections:
        blocks = [_block(block) for block in section.blocks]
        if section.title or not sections:
            sections.append((section.title or "Result", blocks))
        else:
            sections[-1][1].extend(blocks)
    return sections


def _block(block: Block) -> object:
    if isinstance(block, Grid):
        rows = [list(row) for row in block.rows]
        return {"columns": list(block.columns), "rows": rows, "right": list(block.right)}
    if isinstance(block, Line):
        return {"text": block.text, "quiet": block.quiet}
    return block

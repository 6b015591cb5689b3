"""The view of a ShapeWorld report: what is drawn of a transcript, moment by moment.

Shapes go by position. A moment is the start or a line of the transcript; its ``known`` has one letter a
pair, row by row: ``y`` the shape of the row causes that of the column in all worlds, ``n`` in none, ``s``
in some, ``h`` no transcript can show it, ``.`` no pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UnsetType

from symcause.audits.documents import Document
from symcause.audits.story import CLASSES, Tone
from symcause.families.shapeworld.audits.transcript_replay import Moment, replay
from symcause.families.shapeworld.audits.verdict_sentences import standing_words
from symcause.families.shapeworld.bounds import PAGE_MOMENTS
from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.documents.question_documents import ShapeWorldCheck
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.hidden_statuses import Statuses
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.transcript_evidence import numbered
from symcause.families.shapeworld.problem.verdict_kinds import (
    SETTLED,
    Kind,
    TranscriptVerdict,
)
from symcause.families.shapeworld.report.answer_figure import answer_figure
from symcause.families.shapeworld.report.audit_story import audit_story, start_words
from symcause.families.shapeworld.report.index_row import index_row
from symcause.families.shapeworld.report.page_sentences import (
    KINDS,
    better_words,
    headline,
    page_sentence,
)
from symcause.families.shapeworld.report.run_view import moments_of
from symcause.families.shapeworld.scoring.answer_score import course_of
from symcause.families.shapeworld.space.any_start.steps_space import StepsSpace
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.transcript_history import JudgedLine, walk
from symcause.models.dags import DAG
from symcause.models.number_phrases import log10, whole
from symcause.reports.figures.figure import figure_view
from symcause.reports.figures.steps.space_descent import Descent, descent_figure
from symcause.reports.story_lookup import story_of
from symcause.reports.views.edge_view import drawn_graph
from symcause.reports.views.metadata_view import metadata_text
from symcause.reports.views.result_view import story_view

View = dict[str, object]

_LETTERS = {"always": "y", "never": "n", "open": "s", "hidden": "h"}
_KIND_TONES = {
    Kind.INFORMATIVE: Tone.GOOD,
    Kind.SET_UP: Tone.UNKNOWN,
    Kind.IMPOSSIBLE: Tone.BAD,
}
"""How good the news of a step is, where it is not in between."""

_FACTS = (
    "settled",
    "relations left",
    "still needed at worst",
    "shortest proof",
    "interventions beyond it",
)
"""Of the story's facts those that stand at the top of the page."""


def view(document: Document, problem: ShapeWorldProblem) -> View | None:
    """Everything that the page of one transcript shows; None for what is told, not drawn."""
    if isinstance(document, ShapeWorldCheck):
        return _checked(document, problem)
    if not isinstance(document, ShapeWorldAudit):
        return None
    story = audit_story(document)
    facts = dict(story.facts)
    replayed = _replayed(document, problem)
    moments = replayed or _recorded(document)
    shown = moments[:PAGE_MOMENTS]
    return {
        "kind": "shapeworld",
        "id": document.problem,
        "verdict": document.verdict,
        "tone": str(story.tone),
        "headline": headline(document, problem),
        "sentence": page_sentence(document, problem),
        "facts": [["interventions", str(numbered(problem))]]
        + [[name, facts[name]] for name in _FACTS if name in facts],
        "notes": list(_notes(document)),
        "next": list(story.steps),
        "shapes": list(problem.shapes),
        "pair": list(problem.asked),
        "main": figure_view(answer_figure(document, problem)),
        "moments": list(_moments(document, problem, shown, bool(replayed))),
        "settled": next((i for i, m in enumerate(shown) if m.line.verdict in SETTLED), -1),
        "more": len(moments) - len(shown),
        "worlds": [list(world) for world in _worlds(document, problem, bool(shown))],
        "metadata": metadata_text(problem.metadata),
        "uncertified": document.certificate_reason or None,
        "index": index_row(document, problem),
    }


def _replayed(document: ShapeWorldAudit, problem: ShapeWorldProblem) -> tuple[Moment, ...]:
    """What was known at every moment, in the reading of the start that the verdict has."""
    if document.verdict == TranscriptVerdict.UNKNOWN:
        return ()
    start = Start.ANY if document.start == Start.ANY else Start.CLOSED
    return replay(problem, document.scope.scope.name, start)


def _checked(document: ShapeWorldCheck, problem: ShapeWorldProblem) -> View | None:
    """What is said of an answer, over what the transcript leaves; None where nothing was done."""
    story = story_of(document)
    if story is None or problem.initial is None:
        return None
    start = Start.ANY if document.start == Start.ANY else Start.CLOSED
    history = walk(problem, document.scope.scope.name, start=start)
    if not history.lines:
        return None
    drawn = descent_figure(Descent(moments_of(course_of(history)), "relations", history.decided_at))
    return {
        "id": document.problem,
        **story_view(story),
        "answers": figure_view(answer_figure(document, problem)),
        "main": figure_view(drawn),
    }


def _notes(document: ShapeWorldAudit) -> Iterator[str]:
    if document.early:
        yield f"Stopped early: {document.early}; what is shown was known by then."
    scope = document.scope
    yield f"Judged among the worlds of the class {scope.name}: {scope.scope.name.meaning}."
    if not isinstance(document.start, UnsetType):
        yield f"Start: {start_words(document)}{_breached(document)}."
    if document.pattern is not None:
        yield f"Pattern of the wrong answer, as the paper names them: {document.pattern}."


def _breached(document: ShapeWorldAudit) -> str:
    """Where the start is not closed."""
    found = document.start_breaches
    if isinstance(found, UnsetType) or not found:
        return ""
    sure = [str(breach) for breach in found if breach.always]
    return f" ({'; '.join(sure)})" if sure else f" ({', or '.join(map(str, found))})"


def _recorded(document: ShapeWorldAudit) -> tuple[Moment, ...]:
    """The steps as the audit has them, for a transcript too long to be replayed."""
    start = JudgedLine(0, None, None, document.initial)
    lines = [
        JudgedLine(
            step.number,
            step.action,
            step.shape,
            step.moving,
            None if step.kind is None else Kind(step.kind),
            step.count,
            None if step.verdict is None else TranscriptVerdict(step.verdict),
            place,
        )
        for place, step in enumerate(document.steps)
    ]
    return tuple(Moment(line) for line in (start, *lines))


def _standing(line: JudgedLine, replayed: bool) -> str:
    """How the question stands; what was not replayed may have a verdict that nobody worked out."""
    if line.verdict is None and not replayed and line.count != 0:
        return "not worked out"
    return standing_words(line.verdict)


def _moments(
    document: ShapeWorldAudit,
    problem: ShapeWorldProblem,
    moments: Sequence[Moment],
    replayed: bool,
) -> Iterator[View]:
    counts = [None, *(step.count for step in document.steps)]
    if not document.steps and len(moments) == 1:
        counts = [document.count]  # nothing was done: the start is all there is
    for at, moment in enumerate(moments):
        line = moment.line
        count = counts[at] if line.count is None and at < len(counts) else line.count
        yield {
            "number": line.number,
            "action": line.action,
            "shape": line.shape,
            "moving": None if line.moving is None else [problem.index[x] for x in line.moving],
            "kind": None
            if line.kind is None
            else [str(line.kind), KINDS[line.kind], CLASSES[_KIND_TONES.get(line.kind, Tone.SOME)]],
            "count": None if count is None else whole(count),
            "log": log10(count),
            "verdict": None if line.verdict is None else str(line.verdict),
            "standing": _standing(line, replayed),
            "needed": moment.needed,
            "better": None if not moment.needed and moment.needed is not None else _better(moment),
            "known": _letters(moment.statuses, problem.size),
        }


def _better(moment: Moment) -> str | None:
    return None if moment.better is None else better_words(moment.better)


def _letters(statuses: Statuses | None, size: int) -> str | None:
    if statuses is None:
        return None
    pairs = ((x, y) for x in range(size) for y in range(size))
    return "".join("." if x == y else _LETTERS[str(statuses[x, y])] for x, y in pairs)


def _worlds(
    document: ShapeWorldAudit, problem: ShapeWorldProblem, small: bool
) -> Iterator[tuple[str, str]]:
    """(title, picture): the true world, and one with each answer while the question is open."""
    if problem.gold is not None:
        yield "The true world", _graph(document.relations, problem, problem.gold)
    if not small or problem.initial is None:
        return
    if document.start == Start.ANY:
        yield from _stepping(document, problem)
        return
    space = ShapeWorldSpace(problem, document.scope.scope)
    if document.verdict == TranscriptVerdict.OPEN:
        for answer in SETTLED[: 2 + space.case.unseen]:
            relation = space.answering(answer)
            if relation is not None:
                yield (
                    _titled(answer),
                    _graph(document.relations, problem, _shown(problem, relation)),
                )
    elif document.settled and problem.gold is None:
        member = space.pick()
        if member is not None:
            title = "A world that shows this"
            yield title, _graph(document.relations, problem, _shown(problem, member))


def _stepping(document: ShapeWorldAudit, problem: ShapeWorldProblem) -> Iterator[tuple[str, str]]:
    """(title, picture): a world with each answer that shows the steps."""
    space = StepsSpace(problem, document.scope.scope)
    if document.verdict in (TranscriptVerdict.OPEN, *SETTLED):
        for answer in (TranscriptVerdict.YES, TranscriptVerdict.NO):
            dag = space.answering(answer)
            if dag is not None:
                yield _titled(answer), _graph(document.relations, problem, dag)


def _titled(answer: TranscriptVerdict) -> str:
    if answer is TranscriptVerdict.UNDECIDABLE:
        return "A world that shows this, with something hidden that drives the effect"
    return f"A world that shows this and answers {answer}"


def _shown(problem: ShapeWorldProblem, member: Relation) -> DAG:
    """The world of a member, as far as shapes are shown."""
    edges = [edge for edge in member.covers if edge[0] in problem.index]
    return DAG.of(edges, nodes=problem.shapes)


def _graph(statuses: Mapping[str, str] | None, problem: ShapeWorldProblem, world: DAG) -> str:
    return drawn_graph(
        None if statuses is None else _own(statuses, world),
        problem.shapes,
        [world],
        None,
        marked=(problem.cause, problem.effect),
    )


def _own(statuses: Mapping[str, str], world: DAG) -> dict[str, str]:
    """What is known about the edges of a world; its picture shows no others."""
    return {f"{x}->{y}": statuses[f"{x}->{y}"] for x, y in world.edges}

"""Page sentences of a ShapeWorld report: headline, verdict, and what was better."""

from __future__ import annotations

from symcause.families.shapeworld.audits.transcript_replay import Better
from symcause.families.shapeworld.audits.verdict_sentences import ONE_RELATION, WORDS
from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.verdict_kinds import Kind, Support, TranscriptVerdict
from symcause.models.number_phrases import plural, whole

KINDS = {
    Kind.INFORMATIVE: "some worlds would have shown something else",
    Kind.SET_UP: "nothing was learnt, but the state changed",
    Kind.WASTED: "nothing was learnt and nothing changed",
    Kind.VOID: "moving what moves, or holding what stands still, never does anything",
    Kind.IMPOSSIBLE: "no world of the class shows this",
    Kind.INVALID: "this was not on offer; nothing was done",
    Kind.UNSEEN: "no state was seen after it",
}
"""What a step was good for."""


def headline(document: ShapeWorldAudit, problem: ShapeWorldProblem) -> str:
    """The finding, first of all about the answer."""
    verdict = TranscriptVerdict(document.verdict or TranscriptVerdict.UNKNOWN)
    said = f"The answer {document.answer} is"
    if document.support == Support.REFUTED:
        return f"{said} refuted: {_fact(problem, verdict)}"
    if document.support == Support.JUSTIFIED:
        return f"{said} justified: {_fact(problem, verdict)}"
    if document.support == Support.UNSUPPORTED:
        return f"{said} right by luck" if document.lucky else f"{said} unsupported"
    if verdict.settled:
        return WORDS[verdict].headline.format(fact=_fact(problem, verdict))
    return WORDS[verdict].headline


def _fact(problem: ShapeWorldProblem, verdict: TranscriptVerdict) -> str:
    return WORDS[verdict].fact.format(cause=problem.cause, effect=problem.effect)


def page_sentence(document: ShapeWorldAudit, problem: ShapeWorldProblem) -> str:
    """The question, and what its verdict rests on."""
    verdict, count = (
        TranscriptVerdict(document.verdict or TranscriptVerdict.UNKNOWN),
        document.count,
    )
    many = "" if count is None else f"{whole(count)} "
    seen = "the steps" if document.start == "any" else "what was seen"
    text = document.sentence[:1].upper() + document.sentence[1:]
    if verdict in ONE_RELATION and count == 1:
        text = ONE_RELATION[verdict].format(seen=seen)
    elif WORDS[verdict].page and (problem.initial is not None or verdict.settled):
        text = WORDS[verdict].page.format(many=many, seen=seen)
    return f"{document.question[:1].upper()}{document.question[1:]} {text}"


def better_words(better: Better) -> str:
    """What would have guaranteed more.

    >>> from symcause.families.shapeworld.audits.transcript_replay import Worth
    >>> better_words(Better("hold", "star", Worth(1), Worth(2)))
    'hold star: after it 1 more intervention is always enough, after this one 2'
    """
    text = f"{better.action} {better.shape}"
    worth, taken = better.worth, better.taken
    if worth is None or taken is None:
        return f"{text}, the next action of a plan that always ends"
    if worth.worst < taken.worst:
        verb = "is" if worth.worst == 1 else "are"
        needed = f"{plural(worth.worst, 'more intervention')} {verb} always enough"
        if not worth.worst:
            needed = "nothing more is needed, whatever it shows"
        return f"{text}: after it {needed}, after this one {taken.worst}"
    assert worth.expected is not None and taken.expected is not None
    means = (f"{float(value):.2f}" for value in (worth.expected, taken.expected))
    return "{}: after it {} more interventions on average, after this one {}".format(text, *means)

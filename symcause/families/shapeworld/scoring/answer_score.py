"""The score of one ShapeWorld answer: right or wrong, and supported by its transcript or not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import UNSET

from symcause.answers import Unknown
from symcause.families.shapeworld.bounds import COUNTED_SHAPES
from symcause.families.shapeworld.documents.scope_part import FAMILY, ClassPart
from symcause.families.shapeworld.documents.score_document import (
    KindsPart,
    LeftPart,
    ShapeWorldScore,
)
from symcause.families.shapeworld.problem.failure_patterns import pattern
from symcause.families.shapeworld.problem.problem import NO, RESULTS, YES, ShapeWorldProblem
from symcause.families.shapeworld.problem.reply_reader import read_answer, why_unread
from symcause.families.shapeworld.problem.start_readings import start_of
from symcause.families.shapeworld.problem.transcript_evidence import numbered
from symcause.families.shapeworld.problem.verdict_kinds import (
    Kind,
    TranscriptVerdict,
    contradicts_key,
    lucky,
    support,
)
from symcause.families.shapeworld.scoring.abstention import answer_standing, heard
from symcause.families.shapeworld.space.any_start.reading_choice import read_start
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.shortest_proof import shortest_proof
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.transcript_history import History

_WORDS = {True: YES, False: NO, None: None}


def score_answer(
    problem: ShapeWorldProblem,
    model: str,
    response: str,
    scope: str | None = None,
    start: str | None = None,
) -> ShapeWorldScore:
    """The score of a response to a problem; the problem's own answer is not looked at.

    What the transcript proves is judged in the class *scope*, else in the problem's own; *start* says how
    its start is read.
    """
    said, truth = read_answer(response), problem.right
    answered = replace(problem, answer=_WORDS[said])
    space = open_space(answered, scope)
    reading = start_of(problem, space.scope.name, start)
    read = read_start(space, reading, counting=problem.size <= COUNTED_SHAPES)
    verdict, history = read.verdict, read.history
    logged = problem.metadata.get("source") != RESULTS
    supported = support(verdict, said, truth) if logged else None
    words = None if supported is None else str(supported)
    shown = verdict if logged else TranscriptVerdict.UNKNOWN
    keys: dict[str, Any] = answer_standing(
        problem, heard(response), shown, space.scope.name, words, read.start
    )
    abstained = keys["abstained"]
    unread = None if abstained or _is_own(problem, response) else why_unread(response)
    contradicts = contradicts_key(verdict, truth) if logged else None
    possible = (
        verdict not in (TranscriptVerdict.INCONSISTENT, TranscriptVerdict.INVALID)
        and read.shortage is None
    )
    kinds = history.kinds() if possible else {}
    found = pattern(answered, verdict) if possible and logged and not contradicts else None
    proof = _proof(space) if possible and not read.of_steps else None
    known = problem.metadata
    return ShapeWorldScore(
        family=FAMILY,
        problem=problem.id,
        model=model,
        scope=ClassPart.of(space.scope),
        structure=_text(known.get("structure")),
        start=_start(problem),
        shapes=len(problem.shapes) if logged else None,
        answer=_WORDS[said],
        truth=_WORDS[truth],
        right=None if truth is None or abstained else said == truth,
        verdict=str(verdict),
        **keys,
        lucky=lucky(supported, said, truth),
        pattern=None if found is None else str(found),
        interventions=_counted(problem),
        kinds=KindsPart(
            informative=kinds.get(Kind.INFORMATIVE, 0),
            set_up=kinds.get(Kind.SET_UP, 0),
            wasted=kinds.get(Kind.WASTED, 0),
            void=kinds.get(Kind.VOID, 0),
        ),
        decided_at=history.decided_at if possible else None,
        surplus=history.surplus if possible else None,
        shortest_proof=proof,
        excess=None if proof is None else _excess(problem, proof),
        logged=logged,
        failure=problem.gold is None and problem.metadata.get("source") == "causallink",
        mark=_text(known.get("mark")),
        mark_differs=known.get("mark_differs") is True,
        remark=_text(known.get("remark")),
        template=_text(known.get("template")),
        contradicts_key=contradicts,
        inferred=truth is not None and known.get("inferred") is True,
        course=course_of(history) if logged and possible and problem.answer is not None else (),
        start_read=str(read.start) if read.of_steps or start is not None else UNSET,
        start_conflicts=True if read.conflicts else UNSET,
        valid=UNSET if unread is None else False,
        reason=UNSET if unread is None else unread,
    )


def course_of(history: History) -> tuple[LeftPart, ...]:
    """What every intervention of a run left."""
    start = LeftPart(action="start", relations=history.start.count)
    return (
        start,
        *(
            LeftPart(action=f"{line.action} {line.shape}", relations=line.count)
            for line in history.lines
            if line.number is not None
        ),
    )


def _is_own(problem: ShapeWorldProblem, response: str) -> bool:
    """Is this the answer that a released log ends with? Its mark says what is wrong with it."""
    own = ("", problem.answer)
    return problem.metadata.get("source") is not None and response in own


def _start(problem: ShapeWorldProblem) -> str | None:
    """The shapes that move at the start, by their places in the list of shapes."""
    listed = problem.metadata.get("setup")
    if isinstance(listed, list | tuple) and all(map(_is_count, listed)):
        places = list(listed)
    elif problem.initial is not None:
        places = [problem.shapes.index(name) for name in problem.initial]
    else:
        return None
    return f"{{{', '.join(map(str, sorted(places)))}}}"


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _counted(problem: ShapeWorldProblem) -> int:
    """The interventions as the release counts them, where a file tells; else those that took effect."""
    interventions = problem.metadata.get("interventions")
    return (
        interventions
        if isinstance(interventions, int) and _is_count(interventions)
        else numbered(problem)
    )


def _is_count(value: object) -> bool:
    """Metadata may hold anything; a count there is a number such as the published tables have."""
    return type(value) is int and 0 <= value < 10**9


def _proof(space: ShapeWorldSpace) -> int | None:
    """The shortest proof of the case, where the world is given and it can be found."""
    case = space.case
    gold = case.gold_relation
    if gold is None or case.initial is None or gold not in space:
        return None
    start = case.mask(case.initial)
    proof = shortest_proof(gold.effects, space.problem.asked, start, space.scope.name)
    return None if isinstance(proof, Unknown) else proof


def _excess(problem: ShapeWorldProblem, proof: int) -> int:
    return numbered(problem) - (max(1, proof) if problem.protocol else proof)

"""Judgement of the answer in a ShapeWorld episode, against the truth and what was seen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from symcause.answers import Unknown
from symcause.episodes.rules import Judged, Optimum
from symcause.families.shapeworld.bounds import PROVED_SHAPES
from symcause.families.shapeworld.episode.episode_position import position
from symcause.families.shapeworld.problem.hidden_shape import case_in
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem
from symcause.families.shapeworld.problem.reply_reader import read_answer
from symcause.families.shapeworld.problem.transcript_evidence import numbered
from symcause.families.shapeworld.problem.verdict_kinds import support
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.scoring.abstention import heard as heard_in
from symcause.families.shapeworld.space.shortest_proof import shortest_proof
from symcause.scoring.abstention_rule import REFUTED, Said

NEITHER = "neither yes nor no"


def judged(truth: ShapeWorldProblem | None, known: ShapeWorldProblem, answer: object) -> Judged:
    """Whatever was answered."""
    said = _said(answer)
    if said is None:
        return Judged(None if truth is None else False, REFUTED, NEITHER)
    right = _same(said, None if truth is None else truth.right)
    supported = support(position(known).verdict, said)
    return Judged(right, None if supported is None else str(supported))


def heard(answer: object) -> Said:
    """Does an answer say yes or no, or abstain?"""
    text = answer if isinstance(answer, str) else json.dumps(answer, default=str)
    return replace(heard_in(text), claims=_said(answer) is not None)


def unreadable(answer: object) -> str | None:
    """Why an answer says nothing; None if it does."""
    return NEITHER if _said(answer) is None else None


def _same(said: bool, right: bool | None) -> bool | None:
    return None if right is None else said == right


def _said(answer: object) -> bool | None:
    """Yes or no: the word, an object that holds it, or the text of a model; None if it is neither."""
    if isinstance(answer, bool):
        return answer
    if isinstance(answer, Mapping):
        answer = answer.get("answer")
        return {YES: True, NO: False}.get(answer) if isinstance(answer, str) else None
    return read_answer(answer) if isinstance(answer, str) else None


def optimum(truth: ShapeWorldProblem | None, start: ShapeWorldProblem) -> Optimum:
    """How few steps settle a case, from its start on; a forced intervention is part of every optimum."""
    least = 1 if start.protocol and not numbered(start) else 0
    worst = position(start).worst_case
    proof = Unknown("the true world is not given") if truth is None else _proof(truth, start)
    return Optimum(
        None if isinstance(worst, Unknown) else max(least, worst),
        None if isinstance(proof, Unknown) else max(least, proof),
    )


def _proof(truth: ShapeWorldProblem, start: ShapeWorldProblem) -> int | Unknown:
    """The shortest proof of a case that nobody has played, by formula or by a short search."""
    scope = start.scope or WorldClass.ALL
    gold, case = case_in(truth, scope).gold_relation, case_in(start, scope)
    if gold is None or case.initial is None or start.initial is None:
        return Unknown("the true world is not given")
    if numbered(start):
        return Unknown("some steps were taken already")
    outside = truth.driven and scope is not WorldClass.HIDDEN
    if outside or not scope.contains(gold.effects):
        return Unknown("the true world is outside of the class")
    formula = scope is WorldClass.ALL and len(start.initial) == start.size
    if not formula and start.size > PROVED_SHAPES:
        return Unknown(f"searched for at most {PROVED_SHAPES} shapes")
    return shortest_proof(gold.effects, case.asked, case.mask(case.initial), scope)

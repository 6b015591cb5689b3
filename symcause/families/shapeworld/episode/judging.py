"""An answer about shapes against the truth and against what was seen, and the optimum of its case."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.answers import Unknown
from symcause.episodes.rules import REFUTED, Judged, Plain
from symcause.families.shapeworld.episode.position import position
from symcause.families.shapeworld.problem.classes import WorldClass
from symcause.families.shapeworld.problem.evidence import numbered
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem
from symcause.families.shapeworld.problem.replies import read_answer
from symcause.families.shapeworld.problem.verdicts import support
from symcause.families.shapeworld.space.proof import SEARCHED_SHAPES, shortest_proof


def judged(
    truth: ShapeWorldProblem | None,
    known: ShapeWorldProblem,
    answer: object,
    *,
    outside: bool,
    details: Plain,
) -> Judged:
    """Whatever was answered; *outside*: the true world is not in the class, so nothing supports it."""
    said = _said(answer)
    if said is None:
        return Judged(None if truth is None else False, REFUTED, "neither yes nor no", details)
    right = _same(said, None if truth is None else truth.right)
    supported = support(position(known).verdict, said)
    if supported is None or outside:
        return Judged(right, None, details=details)
    return Judged(right, str(supported), details=details)


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


def details_of(
    truth: ShapeWorldProblem | None, known: ShapeWorldProblem, begun: int
) -> dict[str, object]:
    """The optimum of the case, and the steps beyond it: in the worst case, and in the true world.

    The worst case is that of the agent, after the *begun* steps that it found; the proof is of all.
    A forced intervention is part of every optimum. Unknown numbers are null.
    """
    if truth is None:
        return {}
    least = 1 if known.protocol else 0
    worst = position(known.cut(begun)).worst_case
    proof = _proof(truth, known)
    acted, before = numbered(known), numbered(known.cut(begun))
    guaranteed = None if isinstance(worst, Unknown) else max(least, worst)
    shortest = None if isinstance(proof, Unknown) else max(least, proof)
    return {
        "worst_case": guaranteed,
        "shortest_proof": shortest,
        "excess_worst_case": None if guaranteed is None else acted - before - guaranteed,
        "excess_proof": None if shortest is None else acted - shortest,
    }


def _proof(truth: ShapeWorldProblem, known: ShapeWorldProblem) -> int | Unknown:
    """The shortest proof of the whole case, where it follows from a formula or a short search."""
    gold = truth.gold_relation
    if gold is None or truth.initial is None:
        return Unknown("the true world is not given")
    scope = known.scope or WorldClass.ALL
    if not scope.contains(gold.effects):
        return Unknown("the true world is outside of the class")
    formula = scope is WorldClass.ALL and len(truth.initial) == truth.size
    if not formula and truth.size > SEARCHED_SHAPES:
        return Unknown(f"searched for at most {SEARCHED_SHAPES} shapes")
    return shortest_proof(gold.effects, truth.asked, truth.mask(truth.initial), scope)

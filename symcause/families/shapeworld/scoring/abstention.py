"""Abstention in ShapeWorld answers: which ones abstain, and whether two worlds prove it."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.errors import SymcauseError
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.hidden_shape import answer_of, case_in, world_in
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.reply_reader import read_answer, read_reply
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.transcript_evidence import edge_mismatch, mismatch
from symcause.families.shapeworld.problem.verdict_kinds import (
    POSSIBLE,
    TranscriptVerdict,
    contradicts_key,
)
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.models.dags import DAG
from symcause.scoring.abstention_rule import Said, is_phrase, openness, pair, with_proof


def heard(text: str) -> Said:
    """A claim is yes or no, as the release reads it."""
    reply = read_reply(text) or {}
    claims = read_answer(text) is not None
    return Said.of(text, claims=claims, abstains_otherwise=is_phrase(reply.get("answer")))


def is_open(verdict: TranscriptVerdict, truth: bool | None = None) -> bool | None:
    """Does a transcript leave its question open? None where no world, or not the true one, shows it.

    A question that nothing will ever decide is settled, and yet no claim about it is justified: open here.
    """
    if verdict not in POSSIBLE or contradicts_key(verdict, truth):
        return None
    return openness(verdict in (TranscriptVerdict.YES, TranscriptVerdict.NO))


def proved(
    problem: ShapeWorldProblem,
    alternatives: object,
    scope: WorldClass,
    start: Start = Start.CLOSED,
) -> bool | None:
    """Do two worlds of the class show the transcript and answer differently? None if none are given."""
    if alternatives is None:
        return None
    listed = pair(alternatives)
    if listed is None:
        return False
    case = case_in(problem, scope)
    first, second = (_shown(case, value, scope, start) for value in listed)
    if first is None or second is None:
        return False
    return answer_of(case, first.effects) is not answer_of(case, second.effects)


def _shown(
    case: ShapeWorldProblem, value: Mapping[str, object], scope: WorldClass, start: Start
) -> Relation | None:
    """The world of an alternative, if it is one of the class that shows what was seen."""
    edges = value.get("edges")
    world = read_world(case, edges, value.get("driven", []))
    if world is None:
        return None
    if start is Start.ANY:
        assert isinstance(edges, list), "a world has been read from it"
        drawn = DAG.of(((edge[0], edge[1]) for edge in edges), nodes=case.shapes)
        wrong = edge_mismatch(case, drawn.children)
    else:
        wrong = mismatch(case, world.effects)
    if wrong is not None:
        return None
    return world if scope.contains(world.effects) else None


def read_world(case: ShapeWorldProblem, edges: object, driven: object = ()) -> Relation | None:
    """The world with these edges, a list of pairs of shapes; None if there is no such world.

    In the class ``hidden`` it may name the shapes that something hidden drives.
    """
    if not isinstance(edges, list) or not all(_is_pair(edge, case) for edge in edges):
        return None
    if not isinstance(driven, list | tuple) or not all(isinstance(name, str) for name in driven):
        return None
    try:
        return world_in(case, [(edge[0], edge[1]) for edge in edges], list(driven))
    except SymcauseError:
        return None


def _is_pair(edge: object, case: ShapeWorldProblem) -> bool:
    return (
        isinstance(edge, list | tuple)
        and len(edge) == 2
        and all(isinstance(name, str) and name in case.shapes[: case.shown] for name in edge)
    )


def answer_standing(
    problem: ShapeWorldProblem,
    said: Said,
    verdict: TranscriptVerdict,
    scope: WorldClass,
    claim: str | None,
    start: Start = Start.CLOSED,
) -> dict[str, bool | str | None]:
    """What is said of an answer: ``abstained``, ``hedged``, ``open``, ``support``, ``proved``."""
    truth, proof = problem.right, None
    if said.abstained:
        proof = proved(problem, said.alternatives, scope, start)
    sound = verdict not in (
        TranscriptVerdict.INVALID,
        TranscriptVerdict.OUTSIDE,
    ) and not contradicts_key(verdict, truth)
    found = with_proof(is_open(verdict, truth), proof and sound)
    return {
        "claimed": said.claims,
        "abstained": said.abstained,
        "hedged": said.hedged,
        "open": found,
        "support": said.support(found, claim),
        "proved": proof,
    }

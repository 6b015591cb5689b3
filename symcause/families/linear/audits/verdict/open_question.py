"""Open question: whether the evidence of a linear problem leaves its target or graph open."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symcause.answers import Unknown
from symcause.errors import SymcauseError
from symcause.families.linear.audits.log.trajectory import Trajectory, supported
from symcause.families.linear.audits.verdict.gold_check import gold_part
from symcause.families.linear.audits.verdict.graph_counts import Space
from symcause.families.linear.problem.hypothesis_metrics import PUBLISHED_TARGET_TOLERANCE
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.abstention import asks_graph, proved
from symcause.families.linear.scoring.answer_claims import ClaimedModel, predicted
from symcause.families.linear.space.hypothesis_fit import fits as graph_fits
from symcause.families.linear.space.space_choice import open_space, range_of_target
from symcause.families.linear.space.target_range import TargetRange
from symcause.models.hypotheses import Hypothesis
from symcause.scoring.abstention_rule import REFUTED, Said, openness, plain_support, with_proof

Told = dict[str, Any]
"""What is said of an answer: ``abstained``, ``hedged``, ``open``, ``support``, ``proved``."""

EXACT = Fraction(0)
"""How far an answer to a problem may be off: not at all."""


@dataclass(frozen=True)
class Left:
    """What the evidence leaves: graphs, the reactor's range, and whether the question is open."""

    graphs: int | None = None
    target: TargetRange | None = None
    open: bool | None = None
    sound: bool = True  # gold, if given, is right about the evidence and in the class


def _sound(problem: LinearProblem) -> bool:
    gold = gold_part(problem)
    return gold is None or not (gold.valid is False or gold.in_class is False)


def _settled(
    problem: LinearProblem, graphs: int | None, target: object, tolerance: Fraction
) -> bool | None:
    """Would some claim be justified? None where nobody knows, or where nothing explains the evidence."""
    if asks_graph(problem):
        return graphs == 1 if graphs else None
    return target.entailed(tolerance) if isinstance(target, TargetRange) else None


def left(problem: LinearProblem, space: Space | None = None) -> Left:
    """What the evidence of a problem leaves; nothing is known without evidence or beyond reach."""
    if not problem.has_evidence:
        return Left()
    try:
        opened = open_space(problem) if space is None else space
        graphs, span, sound = opened.count(), range_of_target(opened), _sound(problem)
    except SymcauseError:
        return Left()
    count = None if isinstance(graphs, Unknown) else graphs
    target = span if isinstance(span, TargetRange) else None
    settled = _settled(problem, count, target, EXACT) if sound else None
    return Left(count, target, openness(settled, told=not problem.class_untold), sound)


def of_run(found: Trajectory) -> Told:
    """The same of the end of a run: what was read by then counts, within the published tolerance."""
    problem, now, said = found.moment, found.standing, found.said
    if problem is None or now is None:
        return _keys(said, None, None, None)
    sound, proof, tolerance = _sound(problem), None, PUBLISHED_TARGET_TOLERANCE
    if said.abstained:
        proof = proved(problem, said.alternatives, asks_graph(problem), tolerance)
    settled = _settled(problem, now.graphs, now.target, tolerance) if sound else None
    is_open = openness(settled, told=not problem.class_untold)
    return _keys(said, with_proof(is_open, proof and sound), found.support, proof)


def answer_standing(
    problem: LinearProblem,
    claim: ClaimedModel,
    said: Said,
    found: Left,
    fits: bool | None = None,
) -> Told:
    """``abstained``, ``hedged``, ``open``, ``support`` and ``proved`` of an answer.

    *fits*: does the evidence admit its hypothesis?
    """
    graph, proof = asks_graph(problem), None
    if said.abstained:
        proof = proved(problem, said.alternatives, graph, EXACT)
    is_open = with_proof(found.open, proof and found.sound)
    support = None
    if said.claims and is_open is not None:
        support = _graph(problem, claim, is_open) if graph else _target(problem, claim, found)
        support = _standing(claim, support, fits)
    return _keys(said, is_open, support, proof)


def _keys(said: Said, is_open: bool | None, support: str | None, proof: bool | None) -> Told:
    return {
        "claimed": said.claims,
        "abstained": said.abstained,
        "hedged": said.hedged,
        "open": is_open,
        "support": said.support(is_open, support),
        "proved": proof,
    }


def _standing(claim: ClaimedModel, support: str | None, fits: bool | None) -> str | None:
    """What supports all that an answer says, not only the number or the graph that is asked for.

    No member agrees with a hypothesis that is none or that does not fit.
    """
    if claim.prediction_alone:
        return support
    if claim.hypothesis is None or fits is False:
        return REFUTED
    return support if fits or support == REFUTED else None


def _graph(problem: LinearProblem, claim: ClaimedModel, is_open: bool) -> str | None:
    """Has some member the graph of a hypothesis?"""
    if claim.hypothesis is None:
        return REFUTED
    fit = graph_fits(problem, Hypothesis(problem.target, claim.hypothesis.edges, None, ()))
    return plain_support(is_open, None if isinstance(fit, Unknown) else fit.fits)


def _target(problem: LinearProblem, claim: ClaimedModel, found: Left) -> str | None:
    value = predicted(problem, claim)
    return None if value is None else supported(value, found.target, EXACT)

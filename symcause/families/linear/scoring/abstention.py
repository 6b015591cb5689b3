"""Abstention in linear answers: which ones abstain, and whether two alternatives prove it.

Where the reactor's target is asked, a claim is a number, stated or given by a complete equation; where the
graph is, a hypothesis, edges or equations. An answer that abstains says nothing else: ``{"cannot_tell":
true}`` is no hypothesis without edges.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction

from symcause.answers import Unknown
from symcause.errors import SymcauseError
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answer_claims import (
    ClaimedModel,
    claim_in,
    find_answer,
    given,
    predicted,
    read_claim,
)
from symcause.families.linear.scoring.stated_prediction import prediction_key
from symcause.families.linear.space.hypothesis_fit import fits
from symcause.families.linear.space.membership_objections import objections_to
from symcause.models.hypotheses import Hypothesis
from symcause.scoring.abstention_rule import Said, is_phrase, pair, quoted

_GRAPHS = ("hypothesis", "edges", "equations")
ABSTAINED = ClaimedModel(reason="the answer says that nobody can tell")


def asks_graph(problem: LinearProblem) -> bool:
    """Is the graph asked for, and not the reactor's target?"""
    return problem.reactor is None


def heard(
    problem: LinearProblem, text: str, graph: bool | None = None
) -> tuple[ClaimedModel, Said]:
    """What an answer says, and whether it claims or abstains; *graph*: is the graph asked for?"""
    graph = asks_graph(problem) if graph is None else graph
    extraction = find_answer(text)
    claim, found = claim_in(problem, extraction), extraction.found or {}
    if graph:
        claims = any(key in found for key in _GRAPHS)
    else:
        claims = predicted(problem, claim) is not None
    claims = claims and not quoted(text, found)
    said = Said.of(text, claims=claims, abstains_otherwise=not graph and declines(problem, found))
    return (ABSTAINED if said.abstained else claim), said


def declines(problem: LinearProblem, answer: Mapping[str, object]) -> bool:
    """Is there null, or a phrase, where the prediction should be?"""
    key = prediction_key(problem, answer)
    return key is not None and (answer[key] is None or is_phrase(answer[key]))


def proved(
    problem: LinearProblem, alternatives: object, graph: bool, tolerance: Fraction
) -> bool | None:
    """Do two alternatives show that the question is open? None if none are given.

    Both must fit, and differ: in their graphs, or in the reactor's target by more than twice the tolerance.
    """
    if alternatives is None:
        return None
    listed = pair(alternatives)
    if listed is None:
        return False
    first, second = (_fitting(problem, value, graph) for value in listed)
    if first is None or second is None:
        return False
    if graph:
        return set(first.edges) != set(second.edges)
    low, high = given(problem, first), given(problem, second)
    return low is not None and high is not None and abs(low - high) > 2 * tolerance


def _fitting(problem: LinearProblem, value: Mapping[str, object], graph: bool) -> Hypothesis | None:
    """The hypothesis of an alternative, if it explains the evidence: all equations are executed."""
    claim = read_claim(problem, json.dumps(value, default=str))
    if claim.hypothesis is None or (graph and not any(key in value for key in _GRAPHS)):
        return None
    try:
        if claim.model is not None:
            return None if objections_to(problem, claim.model) else claim.hypothesis
        fit = fits(problem, claim.hypothesis)
    except SymcauseError:
        return None
    return None if isinstance(fit, Unknown) or not fit.fits else claim.hypothesis

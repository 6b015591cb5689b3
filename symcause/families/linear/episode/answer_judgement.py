"""Judgement of the answer in a linear episode, against the truth and the evidence.

*Right*: the reactor's target, as the answer states it or else as its equation gives it, is within the
tolerance (the graph, where that is asked). *Justified*: every member's prediction is as near to it;
*refuted*: none is. Edges, coefficients and whether the hypothesis fits the readings stand beside it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from msgspec.structs import asdict

from symcause.answers import Unknown
from symcause.episodes.rules import Judged, Refused
from symcause.errors import SymcauseError
from symcause.families.linear.audits.log.trajectory import supported
from symcause.families.linear.audits.verdict.graph_counts import Space
from symcause.families.linear.documents.metrics_part import MetricsPart
from symcause.families.linear.episode.question_status import (
    GRAPH,
    Asked,
    opened_space,
    reactor_span,
)
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.hypothesis_metrics import compare, is_near
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.abstention import declines, heard
from symcause.families.linear.scoring.answer_claims import ClaimedModel, answer_text, predicted
from symcause.families.linear.space.hypothesis_fit import fits
from symcause.families.linear.space.membership_objections import objections_to
from symcause.grammar.equations.equation_parser import parse_equation
from symcause.models.exact_numbers import print_number, read_number
from symcause.models.hypotheses import Hypothesis
from symcause.scoring.abstention_rule import JUSTIFIED, REFUTED, UNSUPPORTED, Said
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic


def judged_answer(
    truth: LinearProblem | None, known: LinearProblem, answer: object, question: Asked
) -> Judged:
    """The judgement of an answer, whatever it is."""
    return _judgement(truth, known, answer, question).judged()


def objections(
    known: LinearProblem, hypothesis: object, question: Asked
) -> Sequence[str] | Unknown:
    """What speaks against a hypothesis or against all equations of a model. Raises Refused without one."""
    claim, _ = heard_answer(known, hypothesis, question)
    if claim.hypothesis is None:
        raise Refused(claim.reason or "no hypothesis")
    if claim.model is not None:
        return tuple(map(str, objections_to(known, claim.model)))
    fit = fits(known, claim.hypothesis)
    return fit if isinstance(fit, Unknown) else tuple(map(str, fit.objections))


def missing(known: LinearProblem, answer: object, question: Asked) -> str | None:
    """Why an answer does not say what is asked; None if it does."""
    return _judgement(None, known, answer, question).missing


def mistakes(known: LinearProblem, answer: object) -> dict[str, str]:
    """Equations that cannot be read, by variable."""
    equations = answer.get("equations") if isinstance(answer, dict) else None
    texts: dict[str, str] = {}
    for name, text in equations.items() if isinstance(equations, dict) else ():
        if name not in known.variables:
            texts[str(name)] = "no such variable"
            continue
        try:
            parse_equation(str(text), known.variables, target=name)
        except SymcauseError as error:
            texts[name] = str(error)
    return texts


def _judgement(
    truth: LinearProblem | None, known: LinearProblem, answer: object, question: Asked
) -> _Judgement:
    claim, _ = heard_answer(known, answer, question)
    model = None if truth is None else truth.gold_model()
    stated = predicted(known, claim)
    return _Judgement(known, question, claim, stated, model, _target(truth, known, model))


def heard_answer(
    problem: LinearProblem, answer: object, question: Asked
) -> tuple[ClaimedModel, Said]:
    """What an answer says, and whether it claims or abstains; a number alone is the reactor's target."""
    graph = question.of(problem) == GRAPH
    if isinstance(answer, int | float | Decimal | str) and not isinstance(answer, bool):
        try:
            stated = read_number(str(answer))
        except SymcauseError:
            pass
        else:
            return ClaimedModel(prediction=stated, reason="no hypothesis"), Said(claims=not graph)
    if answer == {}:
        return ClaimedModel(reason="an empty answer"), Said()
    own = isinstance(answer, dict) and set(answer) <= set(problem.variables)
    if isinstance(answer, dict) and (not own or (not graph and declines(problem, answer))):
        return heard(problem, json.dumps(answer, default=str), graph)
    try:
        text = answer_text(problem, answer)
    except TypeError as error:
        return ClaimedModel(reason=str(error)), Said()
    return heard(problem, text, graph)


def _target(
    truth: LinearProblem | None, known: LinearProblem, model: CrystalModel | None
) -> Fraction | None:
    """The reactor's true target."""
    if truth is None or model is None:
        return None
    stated = None if truth.gold is None or truth.reactor is None else truth.gold.reactor_target
    return stated if stated is not None else reactor_target(known, model)


@dataclass(frozen=True)
class _Judgement:
    known: LinearProblem
    question: Asked
    claim: ClaimedModel
    predicted: Fraction | None
    model: CrystalModel | None  # the truth
    target: Fraction | None

    @property
    def missing(self) -> str | None:
        graph = self.question.of(self.known) == GRAPH
        return self._graph_missing() if graph else self._target_missing()

    def judged(self) -> Judged:
        graph, reason = self.question.of(self.known) == GRAPH, self.missing
        right = None if self.model is None else False
        if reason is not None:
            return Judged(right, REFUTED, reason, self._details())
        if self.model is not None:
            right = self._right_graph() if graph else self._right_target()
        support, why = self._support(graph)
        return Judged(right, support, why, self._details())

    def _graph_missing(self) -> str | None:
        return None if self.claim.hypothesis is not None else self.claim.reason or "no hypothesis"

    def _target_missing(self) -> str | None:
        if self.predicted is not None:
            return None
        said = f"no value for the {self.known.target} of the reactor"
        return said if self.claim.reason is None else f"{said}: {self.claim.reason}"

    def _right_graph(self) -> bool:
        assert self.model is not None and self.claim.hypothesis is not None
        return set(self.claim.hypothesis.edges) == set(self.model.edges)

    def _right_target(self) -> bool | None:
        assert self.predicted is not None
        if self.target is None:
            return None
        return is_near(self.predicted, self.target, self.question.tolerance)

    def _support(self, graph: bool) -> tuple[str | None, str | None]:
        """Do all members agree with the answer, none, or some? With the reason where nobody knows."""
        if graph:
            assert self.claim.hypothesis is not None
            return graph_support(opened_space(self.known), self.claim.hypothesis)
        assert self.predicted is not None
        span = reactor_span(self.known)
        if isinstance(span, Unknown):
            return None, span.reason
        return supported(self.predicted, span, self.question.tolerance), None

    def _details(self) -> dict[str, object]:
        alone = self.claim.prediction_alone
        details: dict[str, object] = {"valid": alone or self.claim.hypothesis is not None}
        if self.claim.reason is not None and not alone:
            details["invalid_reason"] = self.claim.reason
        if self.predicted is not None:
            details["prediction"] = print_number(self.predicted)
        if self.target is not None:
            details["reactor_target"] = print_number(self.target)
            details["target_exact"] = self.predicted == self.target
        hypothesis = self.claim.hypothesis
        if self.model is not None:
            target, family = self.known.target, self.known.family
            metrics = compare(self.claim.stated, self.model, target, family)
            details |= asdict(MetricsPart.of(metrics))
        if self.claim.objections:
            details["objections"] = list(self.claim.objections)
        if hypothesis is None:
            return details
        details["edges"] = sorted([cause, effect] for cause, effect in hypothesis.edges)
        fit = fits(self.known, hypothesis)
        details["fits"] = None if isinstance(fit, Unknown) else fit.fits
        return details


def graph_support(space: Space, hypothesis: Hypothesis) -> tuple[str | None, str | None]:
    """Is the graph of a hypothesis that of every member, of none, of some?"""
    graphs, choices = space.count(), space.choices
    if isinstance(graphs, Unknown) or isinstance(choices, Unknown):
        return None, next(x.reason for x in (graphs, choices) if isinstance(x, Unknown))
    if not graphs:
        return None, None
    masks = space.masks_of(hypothesis.edges)
    possible = all(mask in table for mask, table in zip(masks, choices, strict=True))
    if not possible or not exists_acyclic([{mask: 1} for mask in masks]):
        return REFUTED, None
    member = space.at(masks)
    if isinstance(member, Unknown):
        return None, member.reason
    if member is None:
        return REFUTED, None
    return (JUSTIFIED if graphs == 1 else UNSUPPORTED), None

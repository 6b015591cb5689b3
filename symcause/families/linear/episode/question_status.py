"""The status of the question in a linear episode: graphs left, and whether it is settled.

Members are graphs. The question is the reactor's target, up to the tolerance within which an answer is
right: settled when the members' predictions differ by no more, so that whichever of them is the truth,
each of them answers right (tolerance 0: the target is entailed, a point). Where there is no reactor, or
where the graph itself is asked for, the question is settled when one graph is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from symcause.answers import Unknown
from symcause.audits.space import EdgeStatus
from symcause.budgets import Meter
from symcause.episodes.rules import Standing
from symcause.families.linear.audits.log.situation import Situation
from symcause.families.linear.audits.verdict.graph_counts import Space
from symcause.families.linear.bounds import STANDING_STEPS
from symcause.families.linear.problem.hypothesis_metrics import is_near
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.space_choice import ends_of_target, open_space, range_of_target
from symcause.families.linear.space.target_range import Ends, TargetRange
from symcause.models.exact_numbers import print_number

TARGET, GRAPH = "target", "graph"
QUESTIONS = (TARGET, GRAPH)
"""What an episode may ask for."""


@dataclass(frozen=True)
class Asked:
    """What is asked: the reactor's target within a tolerance, or the graph."""

    asked: str
    tolerance: Fraction

    def of(self, problem: LinearProblem) -> str:
        """What is asked about a problem: where there is no reactor, the graph."""
        return GRAPH if problem.reactor is None else self.asked

    def settled(self, space: Space) -> bool | Unknown:
        """Does the evidence answer it? No, where nothing explains the evidence."""
        if self.of(space.problem) == GRAPH:
            graphs = space.count()
            return graphs if isinstance(graphs, Unknown) else graphs == 1
        ends = ends_of_target(space)
        return ends if isinstance(ends, Unknown) else self.agreed(ends)

    def agreed(self, ends: Ends | None) -> bool:
        """Do all members predict the reactor's target alike?"""
        if ends is None or ends[0] is None or ends[1] is None:
            return False
        return is_near(ends[0], ends[1], self.tolerance)


def question_open(problem: LinearProblem, question: Asked) -> bool | None:
    """Would no claim be justified? That takes a range of twice the tolerance: the middle is a claim too."""
    if question.of(problem) == GRAPH:
        graphs = opened_space(problem).count()
        return None if isinstance(graphs, Unknown) or not graphs else graphs > 1
    span = reactor_span(problem)
    return not span.entailed(question.tolerance) if isinstance(span, TargetRange) else None


def opened_space(problem: LinearProblem) -> Space:
    """The version space, with a budget."""
    return open_space(problem, meter=Meter(STANDING_STEPS))


def situation_of(problem: LinearProblem) -> Situation:
    """Graphs, models and the reactor's range."""
    space = opened_space(problem)
    graphs, models = space.count(), space.models()
    return Situation(
        graphs if isinstance(graphs, int) else None,
        models if isinstance(models, int) else None,
        None,
        range_of_target(space),
    )


def reactor_span(problem: LinearProblem) -> TargetRange | Unknown | None:
    """What members predict for the reactor; asked with the graphs first, and alone if that is too much."""
    _, span, _ = _measured(problem)
    return range_of_target(opened_space(problem)) if isinstance(span, Unknown) else span


@lru_cache(maxsize=256)
def _measured(
    problem: LinearProblem,
) -> tuple[int | Unknown, TargetRange | Unknown | None, tuple[str, ...]]:
    """Graphs, the reactor's range and edges: the judges of a step and of an answer ask for the same."""
    space = opened_space(problem)
    graphs, span = space.count(), range_of_target(space)
    return graphs, span, tuple(_entailed_edges(space))


@lru_cache(maxsize=256)
def standing_of(problem: LinearProblem, question: Asked) -> Standing:
    """Graphs left, and whether the question is settled."""
    graphs, span, edges = _measured(problem)
    reasons = [found.reason for found in (graphs, span) if isinstance(found, Unknown)]
    settled: bool | None = None
    if question.of(problem) == GRAPH:
        settled = None if isinstance(graphs, Unknown) else graphs == 1
    elif not isinstance(span, Unknown):
        settled = question.agreed(None if span is None else (span.low, span.high))
    return Standing(
        None if isinstance(graphs, Unknown) else graphs,
        None if isinstance(graphs, Unknown) else _verdict(graphs),
        settled,
        (*edges, *_entailed_target(problem, span)),
        reasons[0] if reasons else None,
    )


def _verdict(graphs: int) -> str:
    return "unique" if graphs == 1 else "ambiguous" if graphs else "inconsistent"


def _entailed_edges(space: Space) -> list[str]:
    edges = space.edges()
    if isinstance(edges, Unknown):
        return []
    return [f"{a} → {b}" for (a, b), status in edges.items() if status is EdgeStatus.ALWAYS]


def _entailed_target(problem: LinearProblem, span: TargetRange | Unknown | None) -> list[str]:
    if not isinstance(span, TargetRange) or span.low is None or span.high is None:
        return []
    low, high = print_number(span.low), print_number(span.high)
    if low == high:
        return [f"{problem.target} of the reactor is {low}"]
    return [f"{problem.target} of the reactor is between {low} and {high}"]

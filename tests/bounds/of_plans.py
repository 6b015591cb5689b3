"""Bounds of linear plans, episodes and searches under a hidden disturbance."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from symcause.answers import Unknown
from symcause.audits.space import EdgeStatus
from symcause.budgets import Meter
from symcause.families.linear.audits.hidden.disturbance_worst_case import Most
from symcause.families.linear.audits.next.agreement_refutation import Agreement
from symcause.families.linear.audits.next.hill_climb import Climb
from symcause.families.linear.audits.next.intervention_rank import (
    NextIntervention,
    next_intervention,
)
from symcause.families.linear.audits.next.outcome_forms import Flat
from symcause.families.linear.audits.verdict.conflict import misfit_part
from symcause.families.linear.episode import episode_plan
from symcause.families.linear.episode.initial_evidence import _simulated
from symcause.families.linear.episode.rational_plan import TooMany
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.generator.episode_certificate import what_it_settles
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.laboratory import Hidden
from symcause.families.linear.problem.problem import Episode
from symcause.families.linear.report.evidence_board import LinearBoard
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.exact_engine import _next_step
from symcause.families.linear.space.local.optional_terms import OptionalTerms
from symcause.families.linear.space.row_explanation import explain_edge
from tests.bounds.samples import problems
from tests.bounds.stops import refused, stops
from tests.linear.cases import episode, problem_of, random_model


def _disturbed() -> Any:
    rng = random.Random(8)
    hidden = Hidden((Fraction(-5), Fraction(0), Fraction(5)), Fraction(1), ("x1",))
    model = random_model(rng, 4, values=[1, 2])
    return episode(rng, problem_of(model, hidden=hidden), ["x0", "x1", "x2", "x0"])


@stops("linear.DISTURBANCE_STEPS", 0)
def _(size: int) -> object:
    """A problem that says what is hidden is asked for no run of a disturbance."""
    problem = _disturbed()
    part = misfit_part(replace(problem, hidden=None, gold=None) if size else problem)
    told = part.hidden_disturbance
    return told is not None and told.explains is None and "0 steps" in str(told.reason)


@stops("linear.PRODUCT_STEPS", 0)
def _(size: int) -> object:
    """Products of unknowns arise under a hidden disturbance."""
    shown = draw(LinearOptions(hidden=1), 1, 2).shortened(1)
    problem: Any = shown if size else problems()["chain"]
    return refused(lambda: next_intervention(problem), "no answer within 0 steps")


@stops("linear.OUTCOME_DRAWS", 1)
def _(size: int) -> object:
    """The second outcome that is drawn is one that enough graphs may show."""
    flat = Flat(((1, 0), (0, 1)), ((0, 1),), ((),))
    drawn = Most(1, 1, flat, ((),)).drawn(random.Random(_TURNS[size - 1]))
    return drawn is None


_TURNS = (0, 4)


def _moved(most: int) -> Any:
    """It has 112 models with coefficients up to 3."""
    filed = {
        "format": "symcause.linear/1",
        "id": "moved",
        "variables": ["a", "b", "f"],
        "target": "f",
        "controllable": ["a", "b"],
        "family": "linear",
        "semantics": "set",
        "rounding": "0",
        "coefficients": {"domain": "integer", "min": 1, "max": most},
        "records": [],
        "chain": [{"values": {"a": "5", "b": "5", "f": "4"}}],
    }
    return read_linear(filed, None)


@stops("linear.RANKED_MODELS", 112, within=3, beyond=4)
def _(size: int) -> object:
    """More models are not listed: what is expected of an outcome is not known."""
    found = next_intervention(_moved(size))
    assert isinstance(found, NextIntervention)
    return any(candidate.expected is None for candidate in found.candidates)


# episodes
@stops("linear.SIMULATED_INTERVENTIONS", 2)
def _(size: int) -> object:
    drawn = draw(LinearOptions(), 7, 1)
    truth = replace(drawn, episode=Episode(budget=size))
    return refused(lambda: _simulated(truth, 1), "at most 2 interventions")


@stops("linear.EPISODE_MODELS", 112, within=3, beyond=4)
def _(size: int) -> object:
    question: Any = None
    with patch.object(episode_plan, "Listed", lambda *_: SimpleNamespace(plan=lambda: None)):
        return isinstance(episode_plan._integer(_moved(size), question), Unknown)


@stops("linear.INTEGER_SITUATIONS", 3)
def _(size: int) -> object:
    plan: Any = object.__new__(episode_plan.Listed)
    plan._open, plan._settled, plan._known = frozenset(), lambda _: False, {}
    plan._search = lambda *_: False
    try:
        for at in range(size):
            plan._within(frozenset({at}), 1)
    except TooMany:
        return True
    return False


@stops("linear.GENERATED_STEPS", 0)
def _(size: int) -> object:
    """Without evidence nothing is searched."""
    drawn = draw(LinearOptions(hidden=1), 7, 1)
    bare = replace(drawn, records=(), chain=())
    told: Any = what_it_settles(drawn if size else bare)["after_budget"]
    return "0 steps" in str(told["reason"])


@stops("linear.EXPLANATION_STEPS", 0)
def _(size: int) -> object:
    """Without work the rows are some because of which there is an edge, and not the fewest."""
    space = LinearSpace(problems()["crystal"])
    edges: Any = space.edges()
    (cause, effect), *_ = edges.having(EdgeStatus.ALWAYS)
    found = explain_edge(space, cause, effect, always=bool(size))
    assert not isinstance(found, Unknown)
    return found is not None and not found.minimum


@stops("linear.MAX_WAYS", 9, within=2, beyond=3)
def _(size: int) -> object:
    """Three ways of each parent."""
    terms: Any = SimpleNamespace(evidence=SimpleNamespace(candidates=("a", "b", "c")))
    return isinstance(OptionalTerms._ways(terms, (1 << size) - 1), Unknown)


@stops("linear.DRAWN_GRAPHS", 3)
def _(size: int) -> object:
    board: Any = object.__new__(LinearBoard)
    space: Any = SimpleNamespace(
        problem=problems()["chain"],
        count=lambda: size,
        unsettled=lambda: None,
        members=LinearSpace(problems()["chain"]).members,
    )
    return board._now(space) is None


# searches
@stops("linear.LINE_STEPS", 4, within=3, beyond=4)
def _(size: int) -> object:
    """From there on steps are twice as far."""
    return _next_step(-size) != size + 1


@stops("linear.CUT_ROUNDS", 2)
def _(size: int) -> object:
    """Each round cuts one number off a range, until there is one left."""
    one = SimpleNamespace(open=0, name="s")
    agreement: Any = SimpleNamespace(
        _asked=[0],
        _sets=[[one]],
        _used=set(),
        _narrowed=lambda _, ranges: (ranges[0][0], max(0, ranges[0][1] - 1)),
    )
    cut = Agreement._cut(agreement, {0: (0, size)})
    assert cut is not None
    return cut[0] != (0, 0)


@stops("linear.MOST_CHANGES", 2)
def _(size: int) -> object:
    looks: list[object] = []
    climb: Any = SimpleNamespace(
        _best=(1, (Fraction(0),)),
        done=False,
        still=lambda: (Fraction(0),),
        _names=("f",),
        _places=lambda *_: [0],
        _changed=lambda *_: Fraction(1),
        _followed=lambda reads, *_: reads,
        look=looks.append,
    )
    Climb.wander(climb, random.Random(1), Meter())
    return len(looks) < size


class _Mask(int):
    """A parent set that is too large for a look at its gaps."""

    looks = 0

    def bit_count(self) -> int:
        _Mask.looks += 1
        return 99


@stops("linear.MOST_GAPS", 2)
def _(size: int) -> object:
    _Mask.looks = 0
    gaps = [(0, _Mask(1))] * size
    climb: Any = SimpleNamespace(
        _space=SimpleNamespace(problem=SimpleNamespace(rounding=1)),
        _leaving=SimpleNamespace(excluded=lambda _: gaps),
        _locals=[None],
    )
    Climb._mended(climb, (Fraction(0),), 1, Meter())
    return _Mask.looks < size

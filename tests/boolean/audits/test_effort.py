"""How hard a Boolean problem is: against a search that opens the version space after every outcome."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.boolean.audits.next.experiment_contexts import (
    contexts_of,
    model_outcome,
    rows_of,
    world_of,
)
from symcause.families.boolean.episode.rules import BooleanRules
from symcause.families.boolean.models.experiments import Experiment

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
FEW = [("ambiguous", "all"), ("unique", "observational"), ("replay", "observational")]
CASES = [
    *FEW,
    ("unique", "all"),
    ("ordered", "all"),
    ("hidden-order", "all"),
    ("hidden-roots", "all"),
]


def _begun(name: str, initial: str) -> tuple[BooleanRules, Any, Any]:
    problem, rules = symcause.load(EXAMPLES / f"{name}.json"), BooleanRules(initial=initial)
    return rules, problem, rules.opening(problem, 0)


def _after(start: Any, action: Any, member: Any) -> frozenset[str]:
    """Who is left after what a member shows."""
    contexts = contexts_of(start)
    experiment = Experiment.of((v, bool(b)) for v, b in action["do"].items())
    outcome = model_outcome(member, experiment, contexts, start.variables)
    world = world_of("seen", experiment, rows_of(outcome, contexts.rows))
    return frozenset(map(str, symcause.space(start.with_worlds((world,))).members()))


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "initial"), CASES)
def test_the_shortest_proof(name: str, initial: str) -> None:
    rules, problem, start = _begun(name, initial)
    lefts = [_after(start, action, problem.gold_scm) for action in rules.admissible(start)]
    whole = frozenset(map(str, symcause.space(start).members()))
    sufficient = (
        size
        for size in range(len(lefts) + 1)
        for chosen in combinations(lefts, size)
        if len(whole.intersection(*chosen)) == 1
    )
    assert rules.effort(problem, start).shortest_proof == next(sufficient, None)


@pytest.mark.few(2)
@pytest.mark.parametrize(("name", "initial"), FEW)
def test_the_best_plan(name: str, initial: str) -> None:
    rules, problem, start = _begun(name, initial)
    members = list(symcause.space(start).members())
    showing = [
        {_after(start, action, member) for member in members} for action in rules.admissible(start)
    ]

    @cache
    def within(left: frozenset[str], depth: int) -> bool:
        """Can one be left after this many steps, whichever is the truth?"""
        if len(left) == 1:
            return True
        return depth > 0 and any(
            all(within(left & part, depth - 1) for part in parts if left & part)
            for parts in showing
            if all(left & part != left for part in parts)
        )

    whole = frozenset(map(str, members))
    assert rules.effort(problem, start).worst_case == next(d for d in range(7) if within(whole, d))


def test_where_nothing_settles_it_or_nobody_looks_there_is_no_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, problem, start = _begun("hidden-order", "all")
    assert rules.effort(problem, start).worst_case is None
    rules, problem, start = _begun("ambiguous", "all")
    chosen = BooleanRules(initial="all", choose_contexts=True).effort(problem, start)
    monkeypatch.setattr("symcause.families.boolean.episode.effort.EPISODE_MEMBERS", 2)
    for found in (chosen, rules.effort(problem, start), rules.effort(None, start)):
        assert (found.worst_case, found.shortest_proof) == (None, None)

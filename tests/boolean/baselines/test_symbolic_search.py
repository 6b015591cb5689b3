"""The published search leaves out what is certain to fail, and finds the same."""

from __future__ import annotations

import random

import pytest

import symcause
from benchmarks.problems import make_problem
from symcause.families.boolean.baselines import symbolic_search as symbolic
from symcause.families.boolean.baselines.symbolic_search import (
    SearchStage,
    _candidates,
    _hopeless,
    symbolic_search,
)
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.models.disclosure import Setting
from tests.cli.cases import EXAMPLES

STAGES = (
    SearchStage(cap=4, slack=1, candidates=8, states=2_000, seconds=1),
    SearchStage(cap=6, slack=2, candidates=16, states=2_000, seconds=1),
)


@pytest.mark.parametrize("seed", range(24))
def test_what_is_left_out_finds_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    setting = list(Setting)[seed % 4]
    problem = make_problem(rng.randint(4, 5), 2, 2, rng.choice((2, 6)), 8, setting, seed)
    short = symbolic_search(problem, stages=STAGES)
    evidence = Evidence(problem)
    for stage in STAGES:
        for variable in problem.variables:
            if _hopeless(evidence, variable, stage.cap):
                assert not _candidates(problem, variable, stage)
    monkeypatch.setattr(symbolic, "_hopeless", lambda *_: False)
    assert symbolic_search(problem, stages=STAGES) == short


def test_no_mechanism_of_a_root_is_looked_for() -> None:
    """The roots of the example, which the search does not know: it went on until its budget was spent."""
    problem = symcause.load(EXAMPLES / "hidden-roots.json", kind=BooleanProblem)
    evidence = Evidence(problem)
    for cap, roots in ((8, ["X2", "X5"]), (10, ["X2", "X5"])):
        assert [v for v in problem.variables if _hopeless(evidence, v, cap)] == roots

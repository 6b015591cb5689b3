"""States as witnesses of an alternative: possible in a model only if every cell follows."""

from __future__ import annotations

from itertools import product

import pytest

import symcause
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.verifier.claim.ambiguity import _possible

NAMES = ("A", "B", "C", "D")


@pytest.mark.parametrize(
    "clamped",
    [{}, {"C": True}, {"A": False, "C": True}, {"C": False, "D": True}, {"A": True, "B": False}],
    ids=str,
)
def test_a_state_is_possible_if_the_model_runs_into_it(clamped: dict[str, bool]) -> None:
    """Against every assignment of the roots: C = A and B, D = C or not A."""
    scm = symcause.boolean.model({"C": "A & B", "D": "C | !A"})
    experiment = Experiment.of(clamped)
    reached = set()
    for a, b in product((False, True), repeat=2):
        a, b = clamped.get("A", a), clamped.get("B", b)
        c = clamped.get("C", a and b)
        reached.add((a, b, c, clamped.get("D", c or not a)))
    for state in product((False, True), repeat=4):
        found = _possible(scm, experiment, dict(zip(NAMES, state, strict=True)))
        assert found is (state in reached)

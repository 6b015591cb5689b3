"""Hypotheses that a record states, or the first fault that leaves none."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.families.linear.files.hypothesis_record import HypothesisMistake, examine
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.models.hypotheses import Hypothesis


def parse_hypothesis(
    record: object,
    variables: Sequence[str],
    target: str,
    family: EquationFamily = EquationFamily.LINEAR,
) -> Hypothesis:
    found = examine(record, variables, target, family)
    for wrong in found.mistakes:
        if wrong.mistake.fatal or wrong.mistake is HypothesisMistake.BAD_COEFFICIENT_NAME:
            raise wrong
    assert found.hypothesis is not None
    return found.hypothesis

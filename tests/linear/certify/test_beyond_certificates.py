"""Why a class of linear problems has no certificate: each reason alone is enough."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from symcause.families.linear.verifier.claim_class import MAX_VARIABLES, beyond_certificates

READ = {"x": 1, "f": 2}


def _state(**values: int) -> Any:
    return SimpleNamespace(values=values)


def _problem(**more: Any) -> Any:
    known: dict[str, Any] = {"rounding": 0, "hidden": None, "bases": None, "optional_terms": False}
    known |= {"coefficients": SimpleNamespace(min_effect=None), "variables": ("x", "f")}
    known |= {"records": (_state(**READ), _state(**READ)), "chain": (_state(**READ),)}
    return SimpleNamespace(**{**known, **more})


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"rounding": 1}, "rounded readings"),
        ({"hidden": SimpleNamespace()}, "a hidden disturbance"),
        ({"bases": SimpleNamespace()}, "a range of bases"),
        ({"optional_terms": True}, "a range without 0"),
        ({"coefficients": SimpleNamespace(min_effect=1)}, "a minimum effect"),
        ({"variables": ("f",) * (MAX_VARIABLES + 1)}, "for more than"),
        ({"records": (_state(**READ), _state(x=1))}, "not always read"),
        ({"records": (_state(f=1), _state(**READ))}, "not always read"),
        ({"chain": (_state(f=1),)}, "not always read"),
        ({"records": (), "chain": (_state(x=1),)}, "not always read"),
    ],
)
def test_one_reason_is_enough(more: dict[str, Any], words: str) -> None:
    assert words in str(beyond_certificates(_problem(**more)))


@pytest.mark.parametrize(
    "more", [{}, {"records": ()}, {"chain": ()}, {"variables": ("f",) * MAX_VARIABLES}]
)
def test_without_a_reason_there_are_certificates(more: dict[str, Any]) -> None:
    assert beyond_certificates(_problem(**more)) is None

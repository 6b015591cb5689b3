"""What claims in another class leave open, and members with numbers that may be zero."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import symcause
from symcause.families.linear.verifier.claim_class import CertifiedClass
from symcause.families.linear.verifier.claim_scope import _gaps
from symcause.families.linear.verifier.kernel import verify
from symcause.models.knowledge_reader import read_knowledge
from tests.linear.certificate_cases import COUNT, made

RECORDS = [{"x": 1, "f": 2}, {"x": 2, "f": 4}, {"x": 3, "f": 6}]


def _problem(**more: Any) -> Any:
    return symcause.linear.problem(records=RECORDS, target="f", **more)


def _open(problem: Any, most: int | None, name: str) -> list[str]:
    claim: Any = SimpleNamespace(name=name, edges=())
    held = replace(CertifiedClass.of(problem), max_parents=most)
    return [*_gaps(problem, held, claim)]


def test_without_members_in_a_wider_class_there_are_none_in_the_own() -> None:
    bounded = _problem(max_parents=1)
    assert _open(bounded, None, "inconsistent") == []
    (gap,) = _open(bounded, None, "ambiguous")
    assert gap.startswith("a class wider than the problem's own")


def test_a_narrower_class_leaves_just_that_open() -> None:
    for name in ("inconsistent", "ambiguous", "unique"):
        (gap,) = _open(_problem(), 1, name)
        assert "1 parent" in gap and "wider" not in gap


def test_a_base_of_zero_is_no_effect_of_zero() -> None:
    found = verify(_problem(), made(_problem(), COUNT))
    assert found.accepted, found


def test_one_of_the_two_numbers_of_a_quadratic_effect_may_be_zero() -> None:
    records = [{"x": x, "y": 7 * x % 5, "f": x * x} for x in (1, 2, 3, 4, 5, 7)]
    problem = symcause.linear.problem(records=records, target="f", family="quadratic")
    found = verify(problem, made(problem, COUNT))
    assert found.accepted, found


@pytest.mark.parametrize(
    ("told", "held"),
    [
        ({"require": ["x->f"]}, True),
        ({"forbid": ["x->f"]}, False),
        ({"signs": {"x->f": "+"}}, False),  # the claim says nothing of signs
        ({"require": ["x->f"], "signs": {"x->f": "+"}}, False),
    ],
)
def test_the_only_graph_of_a_wider_class_is_one_of_what_is_known(told: Any, held: bool) -> None:
    problem = replace(_problem(), knowledge=read_knowledge(told, ("x", "f")))
    claim: Any = SimpleNamespace(name="unique", parents={"f": ("x",), "x": ()})
    wider = replace(CertifiedClass.of(problem), knowledge=None)
    assert (not [*_gaps(problem, wider, claim)]) is held

"""Clauses about an order: satisfied by the strict orders, and by nothing else."""

from __future__ import annotations

from itertools import permutations, product
from types import SimpleNamespace
from typing import cast

import pytest

from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.separation_clauses import _order
from symcause.kernel.rup import Unknowns
from symcause.models.disclosure import Setting


def _question(setting: Setting) -> CertifiedQuestion:
    return cast(CertifiedQuestion, SimpleNamespace(problem=SimpleNamespace(setting=setting)))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_before_is_a_strict_order(size: int) -> None:
    names = tuple("ABC"[:size])
    unknown = Unknowns()
    setting = next(s for s in Setting if s is not Setting.ORDERED)
    clauses = list(_order(_question(setting), unknown, names))
    pairs = list(permutations(names, 2))
    numbers = {pair: unknown("before", *pair) for pair in pairs}
    for bits in product((False, True), repeat=len(pairs)):
        holds = {numbers[pair]: bit for pair, bit in zip(pairs, bits, strict=True)}
        before = {pair for pair, bit in zip(pairs, bits, strict=True) if bit}
        strict = not any((b, a) in before for a, b in before) and all(
            (a, d) in before for a, b in before for c, d in before if b == c and a != d
        )
        assert all(any(holds[abs(x)] == (x > 0) for x in clause) for clause in clauses) == strict


def test_an_order_that_is_disclosed_needs_no_clause() -> None:
    assert not list(_order(_question(Setting.ORDERED), Unknowns(), ("A", "B", "C")))

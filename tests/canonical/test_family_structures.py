"""Structures of problems beside all renamings: equal forms iff one problem is a renaming of the other."""

from __future__ import annotations

from random import Random

import pytest

from symcause.audits.publication.canonical_problem import canonical_problem
from symcause.formats.problems import read_document
from tests.amounts import amount
from tests.canonical.plain_keys import KINDS, Document


def form(document: Document) -> str:
    return canonical_problem(read_document(document)).form


@pytest.mark.parametrize("kind", KINDS)
def test_forms_are_equal_iff_a_renaming_makes_problems_equal(kind: str) -> None:
    rng, (drawn, key, _) = Random(f"structures {kind}"), KINDS[kind]
    forms: dict[str, str] = {}
    keys: dict[str, str] = {}
    number = amount(150, 2_000)
    for _ in range(number):
        document = drawn(rng)
        told, plain = form(document), key(document)
        assert forms.setdefault(plain, told) == told, document
        assert keys.setdefault(told, plain) == plain, document
    assert 1 < len(forms) < number  # some are the same, some are not

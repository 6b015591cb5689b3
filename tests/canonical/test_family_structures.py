"""Structures of problems beside all renamings: equal forms iff one problem is a renaming of the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from symcause.audits.publication.canonical_problem import canonical_problem
from symcause.families.dag.problem import graph_problem
from symcause.formats.problems import read_document
from symcause.models.dags import DAG
from tests.amounts import amount
from tests.canonical.plain_keys import KINDS, Document, least


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


def test_forms_of_graphs_are_equal_iff_a_renaming_makes_them_equal() -> None:
    """Graphs have no document of their own; some targets of interventions belong to them."""
    rng = Random("structures of graphs")
    forms: dict[str, str] = {}
    keys: dict[str, str] = {}
    number = amount(150, 2_000)
    for _ in range(number):
        names = list("ABCD"[: rng.randint(2, 4)])
        order = rng.sample(names, len(names))
        edges = [(a, b) for i, a in enumerate(order) for b in order[i + 1 :] if rng.random() < 0.5]
        targets = tuple(frozenset(rng.sample(names, 1)) for _ in range(rng.randint(0, 1)))
        problem = replace(graph_problem(DAG.of(edges, nodes=tuple(names))), targets=targets)
        told, plain = canonical_problem(problem).form, least(names, _renamed(edges, targets))
        assert forms.setdefault(plain, told) == told, (edges, targets)
        assert keys.setdefault(told, plain) == plain, (edges, targets)
    assert 1 < len(forms) < number


def _renamed(
    edges: list[tuple[str, str]], targets: tuple[frozenset[str], ...]
) -> Callable[[dict[str, str]], object]:
    def key(new: dict[str, str]) -> object:
        sets = sorted(sorted(new[name] for name in target) for target in targets)
        return [len(new), sorted([new[a], new[b]] for a, b in edges), sets]

    return key

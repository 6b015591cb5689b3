"""What a statement for the proofs says of the class: rules only where the document has some."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from symcause.errors import UsageError
from symcause.families.finite.models.mechanism_class import FiniteClass
from tests.finite.proof_cases import random_any, stated


def test_a_class_of_all_functions_has_no_rules() -> None:
    """Whoever is a root: nothing is asked of mechanisms that there are not."""
    rng, seen = Random(4), Counter[bool]()
    while min(seen[False], seen[True]) < 12:
        problem = random_any(rng)
        try:
            said = stated(problem, "count", "recursion", count=1)
        except UsageError:
            continue
        assert said.rules is None
        seen[bool(problem.disclosure.roots)] += 1
        shared = problem.model_class.shared
        narrow = replace(shared, min_parents=1)
        told = stated(
            replace(problem, model_class=FiniteClass(narrow)), "count", "recursion", count=1
        )
        rules = told.rules
        assert isinstance(rules, list) and len(rules) == len(problem.variables)
        for name, rule in zip(problem.variables, rules, strict=True):
            free = name not in (problem.disclosure.roots or ())
            assert isinstance(rule, dict) and rule["least"] == int(free)
            assert rule["pool"] == [*range(len(rules))] and rule["needed"] == []

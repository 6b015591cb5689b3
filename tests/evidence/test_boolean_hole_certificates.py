"""Certificates where cells are not observed: accepted where they are true, and no forgery is."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

import symcause
from symcause.answers import Sat
from symcause.families.boolean.certify.audit_certificates import build_refuted
from symcause.families.boolean.certify.certificate_builder import Builder
from symcause.families.boolean.verifier.certificate import Claim
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.clausal_proof import formula_of
from symcause.families.boolean.verifier.kernel import verify
from symcause.solvers.sat.refutations import refute
from tests.evidence.certified import cases, certificates, entailed, forgeries, is_true, plain, truth


@pytest.mark.parametrize("number", [40, pytest.param(800, marks=pytest.mark.exhaustive)])
def test_every_verdict_and_entailed_cell_is_certified(number: int) -> None:
    kinds: Counter[tuple[str, str]] = Counter()
    for problem, held in cases(21, number, holes=True):
        for certificate in certificates(problem, held):
            document = plain(certificate)
            told = verify(problem, document)
            assert told.accepted and told.as_stated, (told, problem, held)
            assert is_true(problem, document)
            kinds[certificate.claim.name, certificate.evidence.kind] += 1
    assert min(kinds["unique", "clausal"], kinds["entailed", "clausal"]) > 1, kinds
    assert min(kinds["ambiguous", "alternative"], kinds["inconsistent", "clausal"]) > 1, kinds
    assert kinds["no-separating-experiment", "clausal"] > 1, kinds


@pytest.mark.parametrize("number", [40, pytest.param(800, marks=pytest.mark.exhaustive)])
def test_the_formula_is_satisfiable_exactly_if_the_claim_is_false(number: int) -> None:
    """Whatever is asked: any member, another one than a member, another value of each cell."""
    rng = random.Random(4)
    seen: Counter[tuple[str, bool]] = Counter()
    for problem, held in cases(22, number, holes=True):
        every = truth(problem, held.max_parents, held.knowledge, held.errors)
        asked = [("inconsistent", None, (), not every.members)]
        if every.members:
            model = rng.choice(every.members)
            asked.append(("unique", model, (), len(every.members) == 1))
            same = entailed(problem, every)
            rows = [row for world in problem.training for row in world.rows]
            for r, row in enumerate(rows):
                for v, bit in zip(problem.variables, row, strict=True):
                    if bit == "?":
                        cell = (r, v, rng.randrange(2))
                        asked.append(("entailed", model, (cell,), cell in same))
        for name, model, cells, true in asked:
            question = CertifiedQuestion(problem, held)
            found = refute(formula_of(question, name, model, cells).clauses)
            assert isinstance(found, Sat) != true, (name, problem, held)
            seen[name, true] += 1
    names = ("inconsistent", "unique", "entailed")
    assert all(seen[name, true] > 1 for name in names for true in (False, True)), seen


@pytest.mark.parametrize("number", [8, pytest.param(200, marks=pytest.mark.exhaustive)])
def test_no_forgery_is_accepted_that_is_false(number: int) -> None:
    rng = random.Random(8)
    tried = taken = 0
    for problem, held in cases(23, number, holes=True):
        for certificate in certificates(problem, held):
            document = plain(certificate)
            for other in forgeries(document, problem, rng, 15):
                if other == document:
                    continue
                tried += 1
                if verify(problem, other).accepted:
                    taken += 1
                    assert is_true(problem, other), other
    assert tried > 40 * number and taken > number


def test_evidence_of_other_rows_is_rejected() -> None:
    """Kinds that read every cell say nothing here, and a model without its completion neither."""
    for problem, held in cases(24, 12, holes=True):
        for certificate in certificates(problem, held):
            document = plain(certificate)
            for kind in ("local", "count"):
                name = {"local": "variables", "count": "root_sets"}[kind]
                evidence = {"kind": kind, name: {} if kind == "local" else []}
                told = verify(problem, {**document, "evidence": evidence})
                assert told.accepted is False
            if "reference" in document["evidence"]:
                del document["evidence"]["reference"]["completions"]
                assert "no completion" in verify(problem, document).reason


def test_observed_rows_have_these_proofs_too() -> None:
    """The formula with no unobserved cell says what the local and the count evidence say."""
    seen: Counter[str] = Counter()
    for problem, held in cases(25, 60, holes=False):
        held = replace(held, errors=min(held.errors, 1))
        every = truth(problem, held.max_parents, held.knowledge, held.errors)
        if len(every.members) < 2:
            builder = Builder(problem, held)
            name = "unique" if every.members else "inconsistent"
            model = builder.model(every.members[0]) if every.members else None
            made = build_refuted(builder, Claim(name, model))
            assert verify(problem, plain(made)).accepted
            seen[name] += 1
    assert min(seen["unique"], seen["inconsistent"]) > 2, seen


ORDERS = {
    "a fan": ({"A": "R", "B": "A", "C": "A", "D": "A"}, True),
    "a chain": ({"A": "R", "B": "A", "C": "B", "D": "C"}, True),
    "a ring of three": ({"A": "C", "B": "A", "C": "B", "D": "R"}, False),
    "a ring of four": ({"A": "D", "B": "A", "C": "B", "D": "C"}, False),
}


@pytest.mark.parametrize("name", ORDERS)
def test_orders_of_four_inner_variables(name: str) -> None:
    """Everything varies and has one variable that may be its parent."""
    parents, possible = ORDERS[name]
    rows = [dict.fromkeys("RABCD", 0), dict.fromkeys("RABCD", 1)]
    rows.append({**rows[0], "A": None})
    known = {"candidates": [f"{u}->{v}" for v, u in parents.items()]}
    problem = symcause.boolean.problem(rows, roots=["R"], knowledge=known, max_parents=2)
    question = CertifiedQuestion(problem, problem.default_class())
    found = refute(formula_of(question, "inconsistent", None, ()).clauses)
    assert isinstance(found, Sat) == possible


@pytest.mark.parametrize("parent", ["A", "B"])
def test_signs_hold_in_every_slot(parent: str) -> None:
    """``C`` is ``A xor B`` in all rows, which no known sign of a parent allows."""
    rows = [{"A": a, "B": b, "C": a ^ b} for a in (0, 1) for b in (0, 1)]
    rows.append({"A": 1, "B": 1, "C": None})
    problems = [
        symcause.boolean.problem(rows, roots=["A", "B"], knowledge=known, max_parents=2)
        for known in (None, {"signs": {f"{parent}->C": "+"}})
    ]
    for problem, possible in zip(problems, (True, False), strict=True):
        question = CertifiedQuestion(problem, problem.default_class())
        found = refute(formula_of(question, "inconsistent", None, ()).clauses)
        assert isinstance(found, Sat) == possible

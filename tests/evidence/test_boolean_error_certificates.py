"""Certificates of classes with disturbed cells: accepted where they are true, and no forgery is."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from symcause.answers import Unknown
from symcause.audits.verdicts import Verdict
from symcause.families.boolean.certify.audit_certificates import certified
from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.space.noise_space import ErringSpace
from symcause.families.boolean.space.space_choice import open_space
from symcause.families.boolean.verifier.kernel import verify
from tests.boolean.certificate_cases import random_problem
from tests.evidence.certified import cases, certificates, forgeries, is_true, plain, truth
from tests.evidence.facts import fact


@pytest.mark.parametrize("number", [120, pytest.param(1500, marks=pytest.mark.exhaustive)])
def test_every_verdict_and_spectrum_is_certified(number: int) -> None:
    kinds: Counter[tuple[str, str]] = Counter()
    for problem, held in cases(5, number, holes=False):
        every = truth(problem, held.max_parents, held.knowledge, held.errors)
        for certificate in certificates(problem, held):
            document = plain(certificate)
            told = verify(problem, document)
            assert told.accepted and told.as_stated, (told, problem, held)
            assert document["class"]["errors"] == held.errors
            assert is_true(problem, document)
            kinds[certificate.claim.name, certificate.evidence.kind] += 1
            if certificate.claim.name == "count":
                assert certificate.claim.count == len(every.members)
    assert min(kinds["unique", "count"], kinds["count", "count"]) > 3, kinds
    assert min(kinds["ambiguous", "alternative"], kinds["inconsistent", "count"]) > 3, kinds


@pytest.mark.parametrize("number", [12, pytest.param(150, marks=pytest.mark.exhaustive)])
def test_no_forgery_is_accepted_that_is_false(number: int) -> None:
    rng = random.Random(8)
    tried = taken = 0
    for problem, held in cases(9, number, holes=False):
        for certificate in certificates(problem, held):
            document = plain(certificate)
            for other in forgeries(document, problem, rng, 25):
                if other == document:
                    continue
                tried += 1
                if verify(problem, other).accepted:
                    taken += 1
                    assert is_true(problem, other), other
    assert tried > 40 * number and taken > number


def test_counts_agree_with_the_engine_on_larger_problems() -> None:
    """Five or six variables: the recursion over polynomials of the kernel, and that of the engine."""
    rng = random.Random(12)
    largest = 0
    for _ in range(25):
        problem = random_problem(rng, most=6, noise=0.1)
        held = HypothesisClass(rng.choice([2, 3]), errors=rng.choice([1, 2, 5]))
        made = build_count(problem, held)
        spectrum = ErringSpace(problem, held).spectrum()
        assert not isinstance(spectrum, Unknown)
        assert sum(made.claim.spectrum) == (made.claim.count or 0) == sum(spectrum)
        if made.claim.spectrum:
            assert made.claim.spectrum == spectrum
        assert verify(problem, plain(made)).accepted
        largest = max(largest, sum(spectrum))
    assert largest > 10**5


def test_a_proof_without_errors_says_nothing_of_a_problem_that_allows_some() -> None:
    """f04: one model without disturbed cells, others with two; each claim names its class."""
    problem = fact("f04", errors=2)
    gold = problem.gold_scm
    for errors, as_stated in ((0, False), (1, False)):
        held = replace(problem.default_class(), errors=errors)
        found = certified(open_space(problem, held), problem, gold).verdict(Verdict.UNIQUE, ())
        assert not isinstance(found, Unknown)
        told = verify(problem, plain(found))
        assert told.accepted and told.as_stated is as_stated
        assert told.scope is not None and "the problem states at most 2 disturbed cells" in str(
            told.scope.gaps
        )
        forged = plain(found)
        forged["class"]["errors"] = 2
        assert not verify(problem, forged).accepted
    plain_problem = fact("f04")
    held = replace(plain_problem.default_class(), errors=1)
    found = certified(open_space(plain_problem, held), plain_problem, gold).verdict(
        Verdict.UNIQUE, ()
    )
    assert not isinstance(found, Unknown)
    told = verify(plain_problem, plain(found))
    assert told.accepted and told.as_stated  # one model with up to one cell wrong: one without


def test_more_errors_than_cells_are_all_of_them() -> None:
    problem = fact("f02", errors=10**9)
    found = build_count(problem, problem.default_class())
    assert len(found.claim.spectrum) <= 1 + 3 * 5 and verify(problem, plain(found)).accepted

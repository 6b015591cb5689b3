"""Certificates about finite worlds: every kind is accepted, and no false claim of all that were forged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.finite.certify.certificates import CertificateMaker, certify
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.query_answers import Answering
from symcause.families.finite.space.space_choice import open_space
from symcause.families.finite.verifier.certificate_reader import Certificate
from symcause.families.finite.verifier.kernel import verify
from symcause.families.finite.verifier.member_check import Mechanism, reduced
from symcause.kernel.verification import Verification
from symcause.mechanisms.tables.table_models import TableModel
from tests.amounts import amount
from tests.finite.cases import problems, random_problem
from tests.finite.data import cases, needs_data
from tests.finite.forged_claims import CLAIMS, Forger

Document = dict[str, Any]


def both(problem: FiniteProblem, made: Certificate) -> str:
    """The claim of a certificate that is accepted as it comes back from its file."""
    verdict = verify(problem, json.loads(json.dumps(made.to_dict())))
    assert verdict.accepted is True and verdict.as_stated, (problem.id, verdict.reason)
    return str(verdict.claim)


def made(problem: FiniteProblem) -> Iterator[tuple[str, Certificate]]:
    """Certificates of everything that is known of a problem, each with the answer that it proves."""
    space, maker = open_space(problem), CertificateMaker(problem, problem)
    count = space.count()
    members = list(islice(space.members(), 2))
    assert isinstance(count, int) and not any(isinstance(member, Unknown) for member in members)
    known = [member for member in members if isinstance(member, TableModel)]
    yield str(min(count, 2)), maker.verdict(known)
    yield str(count), maker.count(count)
    answering = Answering(space)
    for query in problem.queries:
        answer = answering.answer(query)
        yield str(answer.answer), maker.answer(query, answer)


@needs_data
@pytest.mark.parametrize("name", ["worked", "random", "pinned"])
def test_whatever_is_known_of_a_case_is_certified(name: str) -> None:
    claims = Counter[str]()
    for case in cases(name):
        problem, audit = read_finite(case["problem"]), case["expected"]["audit"]
        if audit["count"] is None:
            continue
        answers = [str(query["answer"]) for query in audit["queries"] or []]
        told, certificates = zip(*made(problem), strict=True)
        assert list(told) == [str(min(audit["count"], 2)), str(audit["count"]), *answers]
        certified = certify(problem)
        without = audit["model_verdict"] in ("invalid", "gold-outside-class", "unknown")
        assert certified is None if without else certified == certificates[0].to_dict()
        if audit["model_verdict"] in ("unique", "ambiguous", "inconsistent"):
            assert both(problem, certificates[0]) == audit["model_verdict"]
        claims.update(both(problem, certificate) for certificate in certificates[1:])
    assert claims["count"] > 5


@needs_data
def test_certificates_of_generated_problems_are_accepted() -> None:
    for case in cases("generated"):
        problem, model = read_finite(case["problem"]), case["certificate"]["model"]
        verdict = verify(problem, case["certificate"])
        assert verdict.accepted is True and verdict.claim == "unique", verdict.reason
        certified = certify(problem)
        assert certified is not None and certified["claim"] == "unique"
        assert certified.keys() == case["certificate"].keys() and certified["model"] == model
        without = {**case["certificate"], "evidence": {"kind": "listing"}}
        assert verify(problem, without).accepted is True


def test_where_one_model_is_left_local_evidence_says_so() -> None:
    """Exchange and stuck sets are complete: a true claim that has no other evidence always has this."""
    claims = Counter[str]()
    for second in problems(range(1_000, 1_000 + amount(80, 2_000))):
        problem = read_finite(second.document)
        fewer = len(second.members) < 2 and (second.gold() in (None, *second.members))
        if fewer and not problem.holed:
            claims[both(problem, next(made(problem))[1])] += 1
    assert claims["unique"] > 5 and claims["inconsistent"], claims


@needs_data
def test_a_class_that_was_asked_about_is_in_the_certificate() -> None:
    """What follows for the problem itself is said, and no more."""
    case = next(one for one in cases("worked") if one["problem"]["id"] == "w01-plus")
    problem = read_finite(case["problem"])

    def asked(**options: Any) -> Verification:
        audit: Any = symcause.audit(problem, certificate=True, **options)
        assert audit.certificate, audit.certificate_reason
        return verify(problem, json.loads(json.dumps(audit.certificate)))

    for options, claim, stated in (
        ({}, "ambiguous", True),
        ({"max_parents": "none"}, "ambiguous", True),
        ({"setting": "hidden-roots"}, "ambiguous", True),
        ({"claim": "count"}, "count", True),
        ({"claim": "count", "max_parents": "none"}, "count", False),
        ({"max_size": 4}, "unique", False),
        ({"functions": "any"}, "ambiguous", False),
    ):
        verdict = asked(**options)
        assert verdict.accepted is True and verdict.claim == claim, verdict.reason
        assert verdict.as_stated is stated, (options, verdict.scope)


def test_no_forged_certificate_of_a_false_claim_is_accepted() -> None:
    met = Counter[tuple[str, bool, bool | None]]()
    for seed in range(amount(30, 600)):
        forger = Forger(random_problem(seed), Random(f"forger {seed}"))
        for claim in CLAIMS * 12:
            forged = forger.forged(claim)
            verdict = forger.verdict(forged)
            assert not forged.breaks(verdict), (seed, verdict.reason, forged.document)
            met[claim, forged.true, verdict.accepted] += 1
    for claim in CLAIMS:
        assert met[claim, True, True] and met[claim, False, False], (claim, met)
    assert sum(number for (_, true, _), number in met.items() if not true) > 1_000


LOCK = Path(__file__).resolve().parents[2] / "examples" / "finite" / "lock.json"


def test_an_audit_proves_the_answer_to_any_query() -> None:
    """The one that is named; else one on which the verdict rests, which is not the first here."""
    problem: Any = symcause.load(LOCK)
    for query in problem.queries:
        audit: Any = symcause.audit(problem, certificate=True, query=query.id)
        assert audit.certificate["query"] == query.id
        (part,) = [one for one in audit.queries if one.id == query.id]
        assert audit.certificate["answer"] == part.answer
        assert symcause.verify(problem, audit.certificate).as_stated
    settled = {"id": "first", "edge": "lamp->left", "gold": "no"}
    document = json.loads(LOCK.read_text())
    more = {**document, "queries": [settled, *document["queries"]]}
    asked = read_finite(more, str(LOCK))
    whole: Any = symcause.audit(asked, certificate=True)
    assert (whole.verdict, whole.certificate["query"]) == ("ill-posed", "by-hand")
    first: Any = symcause.audit(asked, certificate=True, query="first")
    assert (first.certificate["query"], first.certificate["answer"]) == ("first", "no")


def test_a_query_that_is_not_there_is_refused() -> None:
    problem = symcause.load(LOCK)
    with pytest.raises(UsageError, match="no such query"):
        symcause.audit(problem, query="turnd")
    with pytest.raises(UsageError, match="do not go together"):
        symcause.audit(problem, claim="count", query="turned")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_mechanism_is_told_by_the_parents_that_matter(count: int) -> None:
    """Whichever of them are idle, and wherever they stand."""
    rng, size = Random(f"idle {count}"), {"A": 2, "B": 3, "C": 2, "D": 2}
    question: Any = SimpleNamespace(sizes=lambda parents: tuple(size[p] for p in parents))
    for _ in range(60):
        parents = tuple("ABCD"[:count])
        asked = sorted(rng.sample(range(count), rng.randint(0, count)))
        table: dict[tuple[int, ...], int] = {}
        states = list(product(*(range(size[p]) for p in parents)))
        for state in states:
            table.setdefault(tuple(state[i] for i in asked), rng.randrange(3))
        outputs = tuple(table[tuple(state[i] for i in asked)] for state in states)
        matter = [
            i
            for i in range(count)
            if any(
                a[:i] == b[:i] and a[i + 1 :] == b[i + 1 :] and x != y
                for (a, x), (b, y) in combinations(zip(states, outputs, strict=True), 2)
            )
        ]
        short = {tuple(s[i] for i in matter): y for s, y in zip(states, outputs, strict=True)}
        expected = tuple(short[one] for one in product(*(range(size[parents[i]]) for i in matter)))
        found = reduced(question, Mechanism(parents, outputs))
        assert found == Mechanism(tuple(parents[i] for i in matter), expected)

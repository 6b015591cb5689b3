"""Certificates about finite worlds: every kind is accepted, and no false claim of all that were forged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.finite.certify.certificates import CertificateMaker, certify
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.query_answers import Answering
from symcause.families.finite.space.space_choice import open_space
from symcause.families.finite.verifier.certificate_reader import Certificate
from symcause.families.finite.verifier.kernel import verify
from symcause.kernel.verification import Verification
from symcause.mechanisms.tables.table_models import TableModel
from tests.amounts import amount
from tests.finite.cases import problems, random_problem
from tests.finite.data import cases, needs_data
from tests.finite.second_audit import Audited

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


# --- random attacks


def claimed(problem: FiniteProblem, claim: str, evidence: Document, **stated: Any) -> Document:
    frame = {"format": "symcause.certificate/1", "family": "finite", "claim": claim}
    return {**frame, "digest": fingerprint(problem), **stated, "evidence": evidence}


class Attack:
    """Certificates about a problem whose members are known, most of them false."""

    def __init__(self, second: Audited, rng: Random) -> None:
        self.second, self.rng = second, rng
        self.problem = read_finite(second.document)

    def model(self) -> Document:
        """A member, or one with another mechanism, with other roots, or none of the class."""
        rng, second = self.rng, self.second
        sets = second.root_sets()
        if second.members and rng.random() < 0.75:
            told = second.shown(rng.choice(second.members))
        else:
            roots = rng.choice(sets) if sets and rng.random() < 0.9 else tuple(second.names[:1])
            inner = [name for name in second.names if name not in roots]
            told = {
                "roots": list(roots),
                "mechanisms": {name: self.mechanism(name) for name in inner},
            }
        mechanisms = dict(told["mechanisms"])
        if mechanisms and rng.random() < 0.35:
            name = rng.choice(list(mechanisms))
            mechanisms[name] = self.mechanism(name)
        return {"roots": list(told["roots"]), "mechanisms": mechanisms}

    def mechanism(self, name: str) -> str:
        """A function of the class, most often; else a constant, or a table of anything."""
        rng, second = self.rng, self.second
        sets = second.parent_sets(name)
        if sets and rng.random() < 0.8:
            known = second.functions(name, rng.choice(sets))
            if known:
                return str(rng.choice(known).text)
        values = second.domains[name]
        if rng.random() < 0.5:
            return str(rng.choice(values))
        other = rng.choice([one for one in second.names if one != name])
        outputs = " ".join(str(rng.choice(values)) for _ in second.domains[other])
        return f"(table {other} {outputs})"

    def stuck(self) -> Document:
        rng, names = self.rng, self.second.names
        sets = [
            rng.sample(names, rng.randint(1, len(names)))
            for _ in range(rng.choice([0, 1, 1, 2, 4]))
        ]
        return {"stuck": sets}

    def forged(self) -> tuple[Document, bool]:
        """A certificate, and whether what it claims is true."""
        rng, second, problem = self.rng, self.second, self.problem
        count, listing = len(second.members), {"kind": "listing"}
        match rng.choice(
            ["unique", "unique", "ambiguous", "inconsistent", "count", "answer", "answer"]
        ):
            case "unique":
                model = self.model()
                evidence = {"kind": "local", **self.stuck()} if rng.random() < 0.7 else listing
                return claimed(problem, "unique", evidence, model=model), self.is_only(model)
            case "ambiguous":
                models = [self.model(), self.model()]
                evidence = {"kind": "models", "models": models} if rng.random() < 0.9 else listing
                return claimed(problem, "ambiguous", evidence), count > 1
            case "inconsistent":
                evidence = {"kind": "stuck", **self.stuck()} if rng.random() < 0.8 else listing
                return claimed(problem, "inconsistent", evidence), count == 0
            case "answer" if second.document.get("queries"):
                return self.answer()
            case _:
                number = max(0, count + rng.choice([-1, 0, 0, 1, 7]))
                kind = rng.choice(["recursion", "listing"])
                return claimed(problem, "count", {"kind": kind}, count=number), number == count

    def answer(self) -> tuple[Document, bool]:
        rng, second = self.rng, self.second
        query = rng.choice(second.document["queries"])
        values = ["yes", "no"] if "edge" in query else second.domains[query["of"]]
        said = rng.choice([*values, "undetermined", "undetermined", "impossible"])
        evidence: Document = {"kind": "listing"}
        if said == "undetermined" and rng.random() < 0.8:
            evidence = {
                "kind": "two",
                "cases": [self.case(query, values), self.case(query, values)],
            }
        stated = {"query": query["id"], "answer": said}
        document = claimed(self.problem, "answer", evidence, **stated)
        return document, second.answer(query)["answer"] == said

    def case(self, query: Document, values: list[Any]) -> list[Any]:
        """A model with a state of its own under the query, or of another one, or with any answer."""
        rng, second = self.rng, self.second
        model = self.model()
        if "edge" in query:
            return [model, rng.choice(values), None]
        state = [rng.choice(domain) for domain in second.domains.values()]
        if second.members and rng.random() < 0.8:
            member = rng.choice(second.members)
            model = second.shown(member) if rng.random() < 0.7 else model
            do = query.get("do", {}) if rng.random() < 0.8 else {}
            shown = rng.choice(second.states(member, do))
            state = [shown[name] for name in second.names]
        right = state[second.names.index(query["of"])]
        return [model, right if rng.random() < 0.8 else rng.choice(values), state]

    def is_only(self, model: Document) -> bool:
        """Is this the one member, and gold if there is gold?"""
        second = self.second
        if len(second.members) != 1:
            return False
        (member,), gold = second.members, second.gold()
        compiled = second.compiled(model["mechanisms"], model["roots"])
        return compiled == member and gold in (None, member)


def test_no_forged_certificate_of_a_false_claim_is_accepted() -> None:
    met = Counter[tuple[str, str, bool, bool | None]]()
    for seed in range(amount(40, 600)):
        rng = Random(f"attack {seed}")
        attack = Attack(random_problem(seed), rng)
        for _ in range(60):
            document, true = attack.forged()
            verdict = verify(attack.problem, json.loads(json.dumps(document)))
            assert true or verdict.accepted is not True, (seed, verdict.reason, document)
            met[document["claim"], document["evidence"]["kind"], true, verdict.accepted] += 1
    for claim in ("unique", "ambiguous", "inconsistent", "count", "answer"):
        of_claim = {key[1:]: number for key, number in met.items() if key[0] == claim}
        assert any(true and accepted for _, true, accepted in of_claim), claim
        assert any(not true and accepted is False for _, true, accepted in of_claim), claim
    assert sum(number for (*_, true, _), number in met.items() if not true) > 1_000


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

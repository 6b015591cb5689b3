"""Certificates of classes with background knowledge: accepted where they are true, and no forgery is."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator

import pytest

from symcause.answers import Unknown
from symcause.audits.verdicts import Verdict
from symcause.boolean import BooleanProblem
from symcause.families.boolean.certify.audit_certificates import certified
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.space_choice import open_space
from symcause.families.boolean.verifier.certificate import Certificate, read_certificate
from symcause.families.boolean.verifier.kernel import verify
from tests.boolean.forgeries import mutations
from tests.evidence.facts import fact
from tests.evidence.listing import listed
from tests.evidence.test_boolean_knowledge import cases


def made(problem: BooleanProblem, members: list[BooleanSCM]) -> Iterator[Certificate]:
    """Of the verdict, and of the count."""
    asked = certified(
        open_space(problem, problem.default_class()), problem, members[0] if members else None
    )
    verdict = (Verdict.INCONSISTENT, Verdict.UNIQUE, Verdict.AMBIGUOUS)[min(len(members), 2)]
    rivals = [(m, best_experiment(members[0], m)) for m in members[1:3]]
    for found in (asked.verdict(verdict, rivals), asked.count()):
        assert not isinstance(found, Unknown), found
        yield read_certificate(found.to_dict())


def true(problem: BooleanProblem, document: object) -> bool:
    """Is the claim of an accepted document true, by listing?"""
    found = read_certificate(document)
    if found.hypothesis.tabled:  # nothing else is known of how functions are written
        assert found.claim.name == "inconsistent"
    asked = problem.in_setting(found.setting)
    members = listed(asked, found.hypothesis.knowledge, found.hypothesis.max_parents)
    claim = found.claim
    if claim.name == "unique":
        assert claim.model is not None
        return members == [claim.model.scm]
    if claim.name == "ambiguous":
        pair = found.evidence.reference.scm, found.evidence.alternative.scm  # type: ignore[union-attr]
        return pair[0] in members and pair[1] in members and pair[0] != pair[1]
    return len(members) == (0 if claim.name == "inconsistent" else claim.count)


@pytest.mark.parametrize("number", [200, pytest.param(3000, marks=pytest.mark.exhaustive)])
def test_every_verdict_and_count_is_certified(number: int) -> None:
    kinds = set()
    for problem, known in cases(number, 47):
        members = listed(problem, known, problem.max_parents)
        for certificate in made(problem, members):
            document = json.loads(json.dumps(certificate.to_dict()))
            told = verify(problem, document)
            assert told.accepted, (told.reason, problem, known)
            assert document["class"]["knowledge"] == known.to_dict()
            assert told.as_stated
            kinds.add((certificate.claim.name, certificate.evidence.kind))
    assert kinds >= {("unique", "count"), ("unique", "local"), ("ambiguous", "alternative")}
    assert kinds >= {("inconsistent", "local"), ("count", "count"), ("inconsistent", "count")}


def _knowledge_changed(document: dict[str, object], rng: random.Random) -> Iterator[object]:
    """The same evidence in a class with more, less or other knowledge."""
    scope = document["class"]
    assert isinstance(scope, dict)
    names = ["X1", "X2", "X3"]
    for _ in range(6):
        a, b = rng.sample(names, 2)
        more = copy.deepcopy(scope["knowledge"])
        kind = rng.choice(("forbid", "require", "signs", "unate", "candidates"))
        if kind == "signs":
            more["signs"] = {**more.get("signs", {}), f"{a}->{b}": rng.choice("+-")}
        elif kind == "unate":
            more["unate"] = True
        else:
            more[kind] = [*more.get(kind, []), f"{a}->{b}"]
        yield {**document, "class": {**scope, "knowledge": more}}
    for key in scope["knowledge"]:
        less = {k: v for k, v in scope["knowledge"].items() if k != key}
        yield {**document, "class": {**scope, "knowledge": less}}
    yield {**document, "class": {k: v for k, v in scope.items() if k != "knowledge"}}


@pytest.mark.parametrize("number", [24, pytest.param(900, marks=pytest.mark.exhaustive)])
def test_no_forgery_is_accepted_that_is_false(number: int) -> None:
    rng = random.Random(3)
    forged = taken = 0
    for problem, known in cases(number, 59):
        members = listed(problem, known, problem.max_parents)
        for certificate in made(problem, members):
            document = json.loads(json.dumps(certificate.to_dict()))
            changed = [whole for _, whole in mutations(document)]
            tried = [*rng.sample(changed, min(len(changed), 8)), *_knowledge_changed(document, rng)]
            for other in tried:
                if other == document:
                    continue
                forged += 1
                if verify(problem, other).accepted:
                    taken += 1
                    assert true(problem, other), other
    assert forged > 16 * number and taken > number // 6


def test_other_knowledge_is_not_as_stated() -> None:
    problem = fact("f20")
    asked = problem.default_class()
    (member,) = listed(problem, problem.knowledge, 1)
    found = certified(open_space(problem, asked), problem, member).verdict(Verdict.UNIQUE, ())
    assert not isinstance(found, Unknown)
    told = verify(problem, found)
    assert told.accepted and told.as_stated
    plain = fact("f20", knowledge=None)
    other = certified(open_space(plain, asked), plain, member).verdict(Verdict.UNIQUE, ())
    assert not isinstance(other, Unknown)
    told = verify(plain, other)
    assert told.accepted and not told.as_stated

"""Linear certificates with background knowledge: accepted where they are true, and no forgery is."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown
from symcause.audits.verdicts import Verdict
from symcause.errors import SymcauseError
from symcause.families.linear.certify.certificates import Findings, LinearClaimKind, certified
from symcause.families.linear.problem.magnitudes import Domain
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.certificate_reader import read_certificate
from symcause.families.linear.verifier.kernel import verify
from symcause.models.background_knowledge import Knowledge
from tests.boolean.forgeries import mutations
from tests.evidence.listing import drawn_knowledge
from tests.evidence.test_linear_knowledge import _acyclic, drawn, equations, feasible

Graph = tuple[tuple[str, tuple[str, ...]], ...]
NOTHING = Knowledge()


def cases(seed: int, number: int) -> Iterator[LinearProblem]:
    """Small problems, integer and rational by turns, all with knowledge."""
    rng = random.Random(seed)
    while number:
        document = drawn(rng)
        if number % 2:
            document["coefficients"] = {"domain": "rational"}
        knowledge = drawn_knowledge(["a", "b", "freq"], rng)
        knowledge.pop("unate", None)
        try:
            made = symcause.problem({**document, "knowledge": knowledge})
        except SymcauseError:
            continue
        assert isinstance(made, LinearProblem)
        if made.knowledge is not None:
            number -= 1
            yield made


def listed(problem: LinearProblem) -> tuple[set[Graph], int]:
    """All graphs, and the number of models where coefficients are integers, by listing."""
    known = problem.knowledge or NOTHING
    integer = problem.coefficients.domain is Domain.INTEGER
    each = [
        list((equations if integer else feasible)(problem, v, known)) for v in problem.variables
    ]
    most = problem.max_parents
    each = [[s for s in found if most is None or len(s) <= most] for found in each]
    chosen = [dict(zip(problem.variables, found, strict=True)) for found in product(*each)]
    models = [found for found in chosen if _acyclic(found)]
    return {tuple(sorted(found.items())) for found in models}, len(models)


def certificates(problem: LinearProblem) -> Iterator[dict[str, Any]]:
    graphs, models = listed(problem)
    verdict = (Verdict.INCONSISTENT, Verdict.UNIQUE, Verdict.AMBIGUOUS)[min(len(graphs), 2)]
    only = next(iter(graphs)) if len(graphs) == 1 else ()
    parents = {name: dict(only)[name] for name in problem.variables} if only else None
    found = Findings(verdict, len(graphs), models, parents)
    kinds = [LinearClaimKind.VERDICT, LinearClaimKind.COUNT][: 1 if len(graphs) > 1 else 2]
    for kind in kinds:
        made = certified(problem, problem, kind, found)
        assert not isinstance(made, Unknown), made.reason
        yield json.loads(json.dumps(made.to_dict()))


def is_true(problem: LinearProblem, document: object) -> bool:
    found = read_certificate(document)
    graphs, models = listed(found.scope.asked(problem))
    claim = found.claim
    if claim.name == "unique":
        assert claim.parents is not None
        told = tuple(sorted((v, tuple(sorted(p))) for v, p in claim.parents.items()))
        return {tuple((v, tuple(sorted(p))) for v, p in graph) for graph in graphs} == {told}
    integer = found.scope.coefficients.domain is Domain.INTEGER
    right = len(graphs) == (0 if claim.name == "inconsistent" else claim.graphs)
    return right and (claim.models is None or not integer or models == claim.models)


@pytest.mark.parametrize("number", [150, pytest.param(1500, marks=pytest.mark.exhaustive)])
def test_every_verdict_and_count_is_certified(number: int) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for problem in cases(31, number):
        assert problem.knowledge is not None
        for document in certificates(problem):
            told = verify(problem, document)
            assert told.accepted and told.as_stated, (told, problem)
            assert document["class"]["knowledge"] == problem.knowledge.to_dict()
            assert is_true(problem, document)
            seen[document["claim"]["name"], document["class"]["domain"]] += 1
            parts = document["evidence"]["variables"]
            seen["signs", "refute"] += any("signed" in part for part in parts)
    names = ("unique", "count", "inconsistent")
    assert all(seen[name, domain] > 1 for name in names for domain in ("integer", "rational")), seen
    assert seen["signs", "refute"] > 2


def forgeries(document: dict[str, Any], rng: random.Random, most: int) -> Iterator[object]:
    changed = [whole for _, whole in mutations(document)]
    yield from rng.sample(changed, min(len(changed), most))
    scope = document["class"]
    for _ in range(5):
        a, b = rng.sample(["a", "b", "freq"], 2)
        more = copy.deepcopy(scope["knowledge"])
        kind = rng.choice(("forbid", "require", "signs", "candidates"))
        if kind == "signs":
            more["signs"] = {**more.get("signs", {}), f"{a}->{b}": rng.choice("+-")}
        else:
            more[kind] = [*more.get(kind, []), f"{a}->{b}"]
        yield {**document, "class": {**scope, "knowledge": more}}
    for key in scope["knowledge"]:
        less = {k: v for k, v in scope["knowledge"].items() if k != key}
        yield {**document, "class": {**scope, "knowledge": less}}
    yield {**document, "class": {k: v for k, v in scope.items() if k != "knowledge"}}
    yield {**document, "claim": {"name": "inconsistent"}}
    for i, part in enumerate(document["evidence"]["variables"]):
        for entry in part.get("signed", []):
            whole = copy.deepcopy(document)
            wider = whole["evidence"]["variables"][i]["signed"][0]
            wider[0] = rng.randrange(8)
            yield whole
            whole = copy.deepcopy(document)
            rows = [[row, f"-{factor}"] for row, factor in entry[1]]
            whole["evidence"]["variables"][i]["signed"][0][1] = rows
            yield whole


@pytest.mark.parametrize("number", [18, pytest.param(300, marks=pytest.mark.exhaustive)])
def test_no_forgery_is_accepted_that_is_false(number: int) -> None:
    rng = random.Random(3)
    tried = taken = 0
    for problem in cases(32, number):
        for document in certificates(problem):
            for other in forgeries(document, rng, 15):
                if other == document:
                    continue
                tried += 1
                if verify(problem, other).accepted:
                    taken += 1
                    assert is_true(problem, other), other
    assert tried > 15 * number and taken > number / 3


def test_other_knowledge_is_not_as_stated() -> None:
    seen: Counter[bool] = Counter()
    for problem in cases(33, 60):
        plain = replace(problem, knowledge=None)
        for document in certificates(problem):
            graphs, models = listed(problem)
            name = document["claim"]["name"]
            parents = document["claim"].get("parents")
            found = Findings(Verdict(name if name != "count" else "ambiguous"), len(graphs), models)
            made = certified(
                plain, problem, LinearClaimKind.VERDICT, replace(found, parents=parents)
            )
            assert not isinstance(made, Unknown)
            told = verify(plain, made)
            assert told.accepted and not told.as_stated
            seen[True] += 1
    assert seen[True] > 30

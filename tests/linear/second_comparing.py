"""Answers of the project against the second reading, field by field, on random cases."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import msgspec

import symcause
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.problems import read_document
from tests.linear.second import Graph
from tests.linear.second_evidence import Values
from tests.linear.second_making import Drawing, plain
from tests.linear.second_models import Judge, Model, read_model
from tests.linear.second_regions import ZERO

SETTINGS = (50, 10, 91)
"""Values that single experiments are tried with."""


@dataclass(frozen=True)
class Case:
    """A document, the project's reading of it, ours, and the model that made it."""

    document: dict[str, Any]
    problem: LinearProblem
    judge: Judge
    maker: Model

    @property
    def foreseeable(self) -> bool:
        """Does a model say what a single experiment would read?"""
        judge = self.judge
        if judge.unit or "hidden" in self.document:
            return False
        return not (judge.semantics == "do" and judge.unread())

    @property
    def listed(self) -> bool:
        """Is our list of graphs complete? Not where a disturbance couples rational equations."""
        return self.judge.integer or not self.judge.coupled

    @property
    def beyond(self) -> bool:
        """Squares that a disturbance couples: neither reading lists them."""
        return self.judge.quadratic and self.judge.coupled


def case_of(document: dict[str, Any], maker: Model) -> Case:
    problem = read_document(document)
    assert isinstance(problem, LinearProblem)
    return Case(document, problem, Judge(document), maker)


def drawn(seed: int, **fixed: Any) -> Case:
    rng = Random(seed)
    kinds = {
        "size": rng.choice((2, 3, 3, 3, 4)),
        "semantics": rng.choice(("set", "shift", "do", "hold")),
        "family": rng.choice(("linear", "linear", "quadratic")),
        "unit": Fraction(rng.choice(("0", "0", "1/100", "1", "1/2"))),
        "domain": rng.choice(("rational", "integer")),
        "hidden": rng.random() < 0.25,
        "acts": 4,
        **fixed,
    }
    if kinds["hidden"]:
        kinds |= {"size": min(kinds["size"], 3), "acts": 2}
    if kinds["family"] == "quadratic":
        kinds["size"] = min(kinds["size"], 3)
    document, terms, bases = Drawing(rng, **kinds).draw()
    square = kinds["family"] == "quadratic"
    maker = Model(
        {v: tuple(sorted(t)) for v, t in terms.items()},
        {v: [x for p in sorted(t) for x in t[p][not square :]] for v, t in terms.items()},
        bases,
    )
    return case_of(plain(document), maker)


def numbers(stated: Mapping[str, str]) -> Values:
    return {name: Fraction(value) for name, value in stated.items()}


def compare_space(case: Case) -> bool:
    """Count, edges, models and the reactor; was the count known?"""
    found, judge = msgspec.to_builtins(symcause.count(case.problem)), case.judge
    if case.beyond or found["status"] != "exact":
        return False
    if not case.listed:
        assert found["count"] <= len(judge.graphs)
        return True
    assert found["count"] == len(judge.graphs)
    if not judge.graphs:
        return True
    assert found["edges"] == judge.edge_status()
    if judge.integer and found["models"] is not None:
        assert found["models"] == judge.count_models()
    target = found["target"]
    if judge.reactor is not None and target["entailed"] is not None:
        _compare_target(judge, target)
    return True


def _compare_target(judge: Judge, target: Mapping[str, Any]) -> None:
    span = judge.target_span()
    assert span is not None
    ends = (("low", span.low, span.low_attained), ("high", span.high, span.high_attained))
    for key, mine, attained in ends:
        if mine is None or target[key] is None:
            assert mine is target[key], key
            continue
        theirs = Fraction(target[key])
        assert abs(theirs - mine) <= judge.unit / 2, key
        assert not judge.unit or theirs % judge.unit == 0, key
        assert judge.unit or target["attained"][key] == attained, key
    point = target["low"] is not None and target["low"] == target["high"]
    assert target["entailed"] == point


def compare_verdict(case: Case) -> None:
    """Verdict, profile, the two members that are told apart, members at the ends of the range."""
    found: Any = symcause.audit(case.problem)
    judge = case.judge
    if case.beyond or not case.listed or found.status != "exact":
        return
    count = len(judge.graphs)
    verdict = "inconsistent" if not count else "unique" if count == 1 else "ambiguous"
    if "gold" in case.document and not judge.explains(case.maker, legal=False):
        verdict = "invalid"
    elif "gold" in case.document and not judge.explains(case.maker):
        verdict = "gold-outside-class"
    assert found.verdict == verdict
    assert found.settled == (verdict == "unique")
    for part in found.profile:
        assert part.count == sum(_widest(g) <= part.max_parents for g in judge.graphs)
    for member in found.alternatives:
        model = read_model(member.equations, judge.quadratic)
        assert judge.explains(model)
        if case.foreseeable:
            assert judge.reads(model, numbers(member.experiment.assignments)) == numbers(
                member.reads
            )
    if not isinstance(found.target.witnesses, msgspec.UnsetType):
        for end in (found.target.witnesses.low, found.target.witnesses.high):
            assert judge.explains(read_model(end, judge.quadratic))


def _widest(graph: Graph) -> int:
    heads = [effect for _, effect in graph]
    return max(map(heads.count, heads), default=0)


def compare_members(case: Case) -> None:
    """All graphs by ``solve``, and the alternatives to gold, nearest first, with their experiments."""
    judge = case.judge
    if case.beyond:
        return
    solved: Any = symcause.solve(case.problem, everything=True)
    if solved.status == "solved":
        models = [read_model(m.equations, judge.quadratic) for m in solved.members]
        assert all(judge.explains(m) for m in models)
        sizes = [len(m.graph) for m in models]
        assert sizes == sorted(sizes) and len({m.graph for m in models}) == len(models)
        if solved.complete and case.listed:
            assert {m.graph for m in models} == judge.graphs
    if "gold" not in case.document or not case.listed:
        return
    gold = case.maker
    others: Any = symcause.alternatives(case.problem, limit=4)
    if others.status != "exact":
        return
    distances = sorted(len(g ^ gold.graph) for g in judge.graphs if g != gold.graph)
    assert [part.distance for part in others.alternatives] == distances[:4]
    for part in others.alternatives:
        other = read_model(part.model, judge.quadratic)
        assert judge.explains(other) and len(other.graph ^ gold.graph) == part.distance
        if case.foreseeable and judge.explains(gold, legal=False):
            _compare_parting(case, other, part)


def _compare_parting(case: Case, other: Model, part: Any) -> None:
    """The experiment shows what it says, and no other shows more."""
    judge, gold = case.judge, case.maker

    def differing(settings: Values) -> int:
        first, second = judge.reads(gold, settings), judge.reads(other, settings)
        return sum(first[v] != second[v] for v in judge.names)

    shown = 0
    if part.experiment is not None:
        settings = numbers(part.experiment.assignments)
        shown = differing(settings)
        reads = [judge.reads(gold, settings), judge.reads(other, settings)]
        assert shown and reads == [numbers(reading) for reading in part.readings]
    for v in case.document["controllable"]:
        assert all(differing({v: Fraction(x)}) <= shown for x in SETTINGS)


def worst_case(judge: Judge, models: Iterable[Model], plan: Iterable[Values]) -> list[set[Graph]]:
    """The graphs left by every outcome of a plan (exact data)."""
    plan = list(plan)
    groups: dict[str, set[Graph]] = defaultdict(set)
    for model in models:
        now, seen = judge, []
        for settings in plan:
            reads = now.reads(model, settings)
            seen.append(plain(dict(sorted(reads.items()))))
            now = Judge(plain(now.extended(settings, reads)))
        groups[json.dumps(seen)].add(model.graph)
    return list(groups.values())


def compare_next(case: Case) -> bool:
    """Integer classes: worst case, expectation and best case of every experiment, over all models."""
    judge = case.judge
    if not judge.integer or not case.foreseeable or len(judge.graphs) < 2:
        return False
    if len(judge.models) > 300 or not case.document["controllable"]:
        return False
    found: Any = symcause.next_experiments(case.problem)
    models = judge.as_models()
    assert found.count == len(judge.graphs)
    if found.status == "unknown":
        return False
    fewer = False
    for part in found.experiments:
        settings = numbers(part.experiment["intervene"])
        groups: dict[str, list[Model]] = defaultdict(list)
        for model in models:
            groups[json.dumps(plain(judge.reads(model, settings)), sort_keys=True)].append(model)
        left = [(len(group), len({m.graph for m in group})) for group in groups.values()]
        worst, least = max(n for _, n in left), min(n for _, n in left)
        fewer |= least < len(judge.graphs)
        assert part.at_least <= worst <= part.worst
        assert part.best_case in (None, least) and (part.exact or part.best_case is None)
        assert not part.exact or part.worst == worst
        assert part.settles is None or part.settles == (worst == 1)
        if part.expected is not None:
            mean = sum((Fraction(size * n, len(models)) for size, n in left), ZERO)
            assert abs(part.expected - float(mean)) < 1e-9 and part.best_case == least
    assert found.shrinks is None or found.shrinks == fewer
    return True


def compare_plan(case: Case) -> bool:
    """The plan leaves what it says, whoever is the truth, and no smaller set of targets does."""
    judge, document = case.judge, case.document
    if not case.foreseeable or len(judge.graphs) < 2 or not document["controllable"]:
        return False
    gold = "gold" in document
    if not gold and (not judge.integer or len(judge.models) > 100):
        return False
    if gold and not judge.explains(case.maker):
        return False
    found: Any = symcause.disambiguate(case.problem)
    if found.count_after is None:
        return False
    truths = [case.maker] if gold else judge.as_models()

    def worst(plan: list[Values]) -> int:
        if not gold:
            return max(map(len, worst_case(judge, truths, plan)))
        now = judge
        for settings in plan:
            now = Judge(plain(now.extended(settings, now.reads(case.maker, settings))))
        return len(now.graphs)

    plan = [numbers(step.intervene) for step in found.plan]
    assert found.count_before == len(judge.graphs) and found.count_after == worst(plan)
    for i, step in enumerate(found.plan, 1):
        assert step.left is None or step.left == worst(plan[:i])
    for size in range(len(plan) if found.minimal else 0):
        for targets in combinations(document["controllable"], size):
            tried = [{v: Fraction(50 if judge.now()[v] != 50 else 10)} for v in targets]
            assert worst(tried) > found.count_after
    return True


def compare_certificates(case: Case) -> int:
    """Certificates are accepted; changed ones are rejected, or what they claim is true all the same."""
    rng, made = Random(json.dumps(case.document)), 0
    for claim in ("verdict", "count", "target"):
        found = symcause.audit(case.problem, certificate=True, claim=claim).certificate
        if found is None:
            continue
        made += 1
        certificate = json.loads(json.dumps(found))
        assert symcause.verify(case.problem, certificate).accepted
        assert _true(case.judge, certificate["claim"])
        for _ in range(6):
            forged = deepcopy(certificate)
            _change(forged["claim"] if rng.random() < 0.5 else forged["evidence"], rng)
            if symcause.verify(case.problem, forged).accepted:
                assert _true(case.judge, forged["claim"])
    return made


def _change(document: Any, rng: Random) -> None:
    """One leaf, or the end of one list."""
    places: list[tuple[Any, Any]] = []
    waiting = [document]
    while waiting:
        part = waiting.pop()
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            places.append((part, key))
            if isinstance(value, dict | list):
                waiting.append(value)
    if not places:
        return
    part, key = rng.choice(places)
    value = part[key]
    if isinstance(value, int):
        part[key] = value + rng.choice((-1, 1, 2))
    elif isinstance(value, str):
        part[key] = rng.choice((f"{value}1", "unique", "ambiguous", "a"))
    elif isinstance(value, list):
        part[key] = value[:-1]


def _true(judge: Judge, claim: Mapping[str, Any]) -> bool:
    count = len(judge.graphs)
    if claim["name"] == "count":
        models = claim.get("models")
        return claim["graphs"] == count and (models is None or models == judge.count_models())
    if claim["name"] == "target":
        span = judge.target_span()
        return span is not None and span.low == span.high == Fraction(claim["value"])
    if claim["name"] == "target-open":
        span = judge.target_span()
        return span is not None and (None in (span.low, span.high) or span.low != span.high)
    if claim["name"] == "unique":
        stated = {(p, v) for v, parents in claim["parents"].items() for p in parents}
        return judge.graphs == {frozenset(stated)}
    return bool(count > 1 if claim["name"] == "ambiguous" else not count)

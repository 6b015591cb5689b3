"""Hypotheses and episodes judged by the project and by the second reading."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import isclose, log2
from random import Random
from typing import Any

import symcause
from symcause.formats.problems import read_document
from tests.linear.second import Graph, acyclic
from tests.linear.second_comparing import Case, numbers
from tests.linear.second_evidence import Span
from tests.linear.second_making import plain
from tests.linear.second_models import Judge, Model, read_model
from tests.linear.second_regions import Vector


def f1(found: set[Any] | Graph, true: set[Any] | Graph) -> float:
    return 2 * len(found & true) / (len(found) + len(true)) if found or true else 1.0


def roots(graph: Graph) -> set[str]:
    """Without parents, among the ancestors of f."""
    seen: set[str] = set()
    waiting = [cause for cause, effect in graph if effect == "f"]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += [cause for cause, effect in graph if effect == name]
    return {name for name in seen if not any(effect == name for _, effect in graph)}


def distance(first: Graph, second: Graph, names: list[str]) -> int:
    """Edges added, missing or reversed."""
    found = 0
    for pair in combinations(names, 2):
        mine, theirs = ({e for e in g if set(e) == set(pair)} for g in (first, second))
        reversal = len(mine) == len(theirs) == 1 and mine != theirs
        found += 1 if reversal else len(mine ^ theirs)
    return found


class Hypothesis:
    """A random one: edges, and an equation of f with some coefficients stated."""

    def __init__(self, case: Case, rng: Random) -> None:
        judge, gold = case.judge, case.maker
        self.graph = self._edges(case, rng)
        self.choice = {
            v: tuple(sorted(cause for cause, effect in self.graph if effect == v))
            for v in judge.names
        }
        self.given: dict[int, Fraction] = {}
        self.named: dict[str, Fraction | None] = {}
        self.terms = ["base"]
        powers = ("_1", "_2") if judge.quadratic else ("",)
        true = true_coefficients(judge, gold)
        for parent in self.choice["f"]:
            for power in powers:
                name = f"c_{parent}{power}"
                self.terms.append(f"{name}*{parent}{'^2' if power == '_1' else ''}")
                value = None
                if rng.random() < 0.6:
                    value = Fraction(rng.choice((-2, -1, 1, 2, 3)))
                    value = true.get(name, value) if rng.random() < 0.7 else value
                    self.given[len(self.named)] = value
                self.named[name] = value
        stated = gold.bases["f"] if rng.random() < 0.8 else Fraction(3)
        self.base = stated if rng.random() < 0.5 else None

    @staticmethod
    def _edges(case: Case, rng: Random) -> Graph:
        members = sorted(map(sorted, case.judge.graphs))
        kind = rng.random()
        if kind < 0.35 and members:
            return frozenset(rng.choice(members))
        if kind < 0.6:
            return case.maker.graph
        pairs = [(a, b) for a in case.judge.names for b in case.judge.names if a != b]
        return frozenset(pair for pair in pairs if rng.random() < 0.3)

    @property
    def answer(self) -> dict[str, Any]:
        stated = {**self.named, "base": self.base}
        return {
            "edges": [{"from": cause, "to": effect} for cause, effect in sorted(self.graph)],
            "freq_equation": f"f = {' + '.join(self.terms)}",
            "coefficients": {k: None if v is None else float(v) for k, v in stated.items()},
        }

    def fits(self, judge: Judge) -> bool:
        """Has the class, with these edges and coefficients, a member? (Coupled rationals: perhaps.)"""
        if not acyclic(self.choice):
            return False
        if any(self.choice[v] not in set(judge.parent_sets(v)) for v in judge.names):
            return False
        parents = self.choice["f"]
        for story, table in judge.tables:
            if any(self.choice[v] not in table[v] for v in judge.names):
                continue
            if not judge.integer:
                if judge.regions("f", parents, story, self.given, self.base):
                    return True
                continue
            rows = judge.rows("f", story)
            assert rows is not None
            kept = [
                vector
                for vector in table["f"][parents]
                if all(vector[i] == value for i, value in self.given.items())
                and self._within(judge.base_spans(rows[0], parents, vector), judge)
            ]
            narrowed = {**table, "f": {parents: kept}}
            if any(True for _ in judge.models_of(story, narrowed, self.choice)):
                return True
        return False

    def _within(self, spans: dict[str, Span] | None, judge: Judge) -> bool:
        assert spans is not None
        span = spans.get("born", Span(judge.lowest, judge.highest))
        if self.base is None:
            return True
        low = span.low is None or span.low <= self.base
        return low and (span.high is None or self.base <= span.high)

    def prediction(self, judge: Judge) -> Fraction | None:
        if self.base is None or len(self.given) < len(self.named) or judge.reactor is None:
            return None
        features: Vector = judge.features(self.choice["f"], judge.reactor)
        return self.base + sum(x * self.given[i] for i, x in enumerate(features))


def true_coefficients(judge: Judge, gold: Model) -> dict[str, Fraction]:
    powers = ("_1", "_2") if judge.quadratic else ("",)
    names = [f"c_{p}{power}" for p in gold.choice["f"] for power in powers]
    return dict(zip(names, gold.vectors["f"], strict=True))


def compare_check(case: Case, rng: Random) -> None:
    """Metrics, fit, uniqueness and justification of a random hypothesis."""
    if case.beyond:
        return
    judge, hypothesis = case.judge, Hypothesis(case, rng)
    found: Any = symcause.check(case.problem, hypothesis.answer)
    assert found.valid
    if "gold" in case.document:
        _compare_metrics(case, hypothesis, found)
    if found.fits is None:
        return
    fits = hypothesis.fits(judge)
    if not case.listed:
        assert fits or not found.fits
        return
    assert found.fits == found.right == fits
    assert fits <= found.in_class
    assert found.count == len(judge.graphs)
    unique = fits and len(judge.graphs) == 1
    assert found.unique == (unique if found.in_class else None)
    if judge.reactor is None or judge.unit or found.justified is None:
        return
    span, predicted = judge.target_span(), hypothesis.prediction(judge)
    entailed = span.low if span is not None and span.low == span.high else None
    assert found.target_predicted == (None if predicted is None else _printed(found, predicted))
    assert found.justified == (fits and predicted is not None and predicted == entailed)


def _printed(found: Any, value: Fraction) -> str | None:
    """The text that was printed, if it means this value."""
    stated: str = found.target_predicted
    return stated if Fraction(stated) == value else None


def _compare_metrics(case: Case, hypothesis: Hypothesis, found: Any) -> None:
    graph, gold = hypothesis.graph, case.maker.graph
    into = [{e for e in g if e[1] == "f"} for g in (graph, gold)]
    true = true_coefficients(case.judge, case.maker)
    right = sum(
        value is not None and true.get(name) == value for name, value in hypothesis.named.items()
    )
    named = len(hypothesis.named) + len(true)
    assert isclose(found.edge_f1, f1(graph, gold))
    assert isclose(found.target_edge_f1, f1(*into))
    assert isclose(found.root_f1, f1(roots(graph), roots(gold)))
    assert isclose(found.coefficient_f1, 2 * right / named if named else 1.0)
    assert found.shd == distance(graph, gold, case.judge.names)


def settled(judge: Judge, tolerance: int) -> bool:
    if judge.reactor is None:
        return len(judge.graphs) == 1
    span = judge.target_span()
    if span is None or span.low is None or span.high is None:
        return False
    return span.high - span.low <= tolerance


def compare_play(case: Case, agent: str, tolerance: int, seed: int) -> bool:
    """Readings, members, gains, regrets, the step that decides, and the judgement of the answer."""
    document = case.document
    first = document["chain"][:1]
    if "gold" not in document or not first or "intervene" in first[0] or not case.foreseeable:
        return False
    start = Judge({**document, "chain": first})
    if not start.explains(case.maker):
        return False
    problem = read_document({**document, "chain": first})
    played: Any = symcause.play(problem, agent=agent, seed=seed, tolerance=str(tolerance))
    assert played.members == len(start.graphs)
    now, decided = start, 0 if settled(start, tolerance) else None
    for step in played.steps:
        now = _compare_step(now, case.maker, step, tolerance)
        decided = step.step if decided is None and step.settled else decided
    assert played.decided_at == decided
    assert decided is None or played.surplus == len(played.steps) - decided
    if played.answered:
        _compare_answer(now, case.maker, played, tolerance)
    return True


def _compare_step(before: Judge, gold: Model, step: Any, tolerance: int) -> Judge:
    asked = step.action["intervene"]
    settings = {v: None if x is None else Fraction(x) for v, x in asked.items()}
    reads = before.reads(gold, settings)
    assert numbers(step.observation["state"]) == reads
    after = Judge(plain(before.extended(settings, reads)))
    left = len(after.graphs)
    assert step.members == left and step.settled == settled(after, tolerance)
    assert step.verdict == ("unique" if left == 1 else "ambiguous")
    assert isclose(step.gain, log2(len(before.graphs) / left), abs_tol=1e-9)
    if step.regret is not None:
        assert isclose(step.regret, log2(left / step.best.worst), abs_tol=1e-9)
    return after


def _compare_answer(judge: Judge, gold: Model, played: Any, tolerance: int) -> None:
    if judge.reactor is None:
        graph = read_model(played.answer["equations"], judge.quadratic).graph
        support = "justified" if judge.graphs == {graph} else "unsupported"
        assert played.support == (support if graph in judge.graphs else "refuted")
        assert played.right == (graph == gold.graph)
        return
    predicted = Fraction(played.answer["prediction"])
    features = judge.features(gold.choice["f"], judge.reactor)
    true = gold.bases["f"] + sum(x * w for x, w in zip(features, gold.vectors["f"], strict=True))
    span = judge.target_span()
    assert span is not None
    low = None if span.low is None else span.low - predicted
    high = None if span.high is None else span.high - predicted
    support = "unsupported"
    if low is not None and high is not None and -tolerance <= low and high <= tolerance:
        support = "justified"
    elif (low is not None and low > tolerance) or (high is not None and high < -tolerance):
        support = "refuted"
    assert played.right == (abs(predicted - true) <= tolerance) and played.support == support
    assert played.lucky == (played.right and support == "unsupported")

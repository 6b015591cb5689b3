"""Certificates of problems with disturbed and unobserved cells, and whether a claim is true, by listing."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from symcause.answers import Unknown
from symcause.audits.verdicts import Verdict
from symcause.boolean import BooleanProblem
from symcause.errors import ProblemError
from symcause.families.boolean.certify.audit_certificates import certified
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import violations
from symcause.families.boolean.space.space_choice import open_space
from symcause.families.boolean.verifier.certificate import Certificate, read_certificate
from symcause.models.background_knowledge import Knowledge
from symcause.models.disclosure import Setting
from symcause.models.knowledge_reader import read_knowledge
from tests.boolean.forgeries import mutations
from tests.boolean.space.test_disturbed import every_model, noisy_problem
from tests.evidence.listing import drawn_knowledge
from tests.evidence.test_holes import Completed, completions, cost, holed_problem

MOST_MODELS = 600
"""Most models of the class without a look at the rows: listing takes them one by one."""


@dataclass(frozen=True)
class Truth:
    """Every model of a class by its least disturbed cells, and the completions that fit."""

    costs: tuple[tuple[BooleanSCM, int], ...]
    fitting: tuple[Completed, ...]

    def spectrum(self, errors: int) -> list[int]:
        return [sum(c == e for _, c in self.costs) for e in range(errors + 1)]

    @property
    def members(self) -> list[BooleanSCM]:
        return [model for model, _ in self.costs]


@lru_cache(maxsize=64)
def truth(problem: BooleanProblem, most: int | None, known: Knowledge | None, errors: int) -> Truth:
    """All members, by going through every model and every completion."""
    filled = completions(problem)
    costs, fitting = [], []
    for model in every_model(problem, most):
        if known is not None and violations(known, model):
            continue
        if problem.holed and not _scored(problem, model):
            continue
        prices = [cost(model, problem, c) for c in filled]
        if min(prices) <= errors:
            costs.append((model, min(prices)))
            fitting += [c for c, price in zip(filled, prices, strict=True) if price <= errors]
    return Truth(tuple(costs), tuple(fitting))


def _scored(problem: BooleanProblem, model: BooleanSCM) -> bool:
    return any(
        bit != "?" and v in model.functions and v not in world.targets
        for world in problem.training
        for row in world.rows
        for v, bit in zip(problem.variables, row, strict=True)
    )


def is_true(problem: BooleanProblem, document: object) -> bool:
    """Is the claim of a document true?"""
    found = read_certificate(document)
    held, claim = found.hypothesis, found.claim
    if held.tabled:  # what holds of more members holds of those that can be written
        assert claim.name in ("inconsistent", "no-separating-experiment")
    asked = problem.in_setting(found.setting)
    cells = sum(len(row) for world in problem.training for row in world.rows)
    every = truth(asked, held.max_parents, held.knowledge, min(held.errors, cells))
    members = every.members
    if claim.name == "unique":
        assert claim.model is not None
        return members == [claim.model.scm]
    if claim.name == "ambiguous":
        pair = found.evidence.reference.scm, found.evidence.alternative.scm  # type: ignore[union-attr]
        return pair[0] in members and pair[1] in members and pair[0] != pair[1]
    if claim.name == "entailed":
        rows = [(w, r) for w, x in enumerate(asked.training) for r in range(len(x.rows))]
        same = ((*rows[row], v) for row, v, _ in claim.cells)
        bits = [bit for *_, bit in claim.cells]
        return bool(members) and all(
            c[cell] == bit for cell, bit in zip(same, bits, strict=True) for c in every.fitting
        )
    if claim.name == "no-separating-experiment":
        return not any(best_experiment(members[0], m) for m in members[1:])
    right = every.spectrum(min(held.errors, cells))
    spectrum = list(claim.spectrum) or right
    longer = max(len(spectrum), len(right))
    padded = [x + [0] * (longer - len(x)) for x in (spectrum, right)]
    total = 0 if claim.name == "inconsistent" else claim.count
    return padded[0] == padded[1] and len(members) == total


Case = tuple[BooleanProblem, HypothesisClass]


def cases(seed: int, count: int, *, holes: bool) -> Iterator[Case]:
    """Random problems that err, partly observed or not, every second with background knowledge."""
    rng = random.Random(seed)
    while count:
        try:
            problem, hypotheses = (holed_problem if holes else noisy_problem)(rng)
            if not holes:
                hypotheses = replace(hypotheses, errors=rng.choice((1, 1, 2, 3)))
            if len(problem.variables) > 2 and rng.random() < 0.5:
                told = drawn_knowledge(list(problem.variables), rng)
                known = read_knowledge(told, problem.variables) or None
                problem = replace(problem, knowledge=known)  # which checks it
                hypotheses = replace(hypotheses, knowledge=known)
            problem = replace(problem, errors=hypotheses.errors, max_parents=hypotheses.max_parents)
        except ProblemError:
            continue
        if len(every_model(problem, hypotheses.max_parents)) > MOST_MODELS:
            continue
        if holes and not problem.holed:
            continue
        count -= 1
        yield problem, hypotheses


def certificates(problem: BooleanProblem, held: HypothesisClass) -> Iterator[Certificate]:
    """Of the verdict, and of all else that has one."""
    every = truth(problem, held.max_parents, held.knowledge, held.errors)
    members = every.members
    asked = certified(open_space(problem, held), problem, members[0] if members else None)
    verdict = (Verdict.INCONSISTENT, Verdict.UNIQUE, Verdict.AMBIGUOUS)[min(len(members), 2)]
    rivals = [(m, best_experiment(members[0], m)) for m in members[1:3]]
    made = [asked.verdict(verdict, rivals)]
    if not problem.holed:
        made.append(asked.count())
    elif same := entailed(problem, every):
        made.append(asked.entailed(same))
    apart = any(best_experiment(members[0], m) for m in members[1:])
    if members and not apart:
        made.append(asked.inseparable(False, unique=False))
    for found in made:
        assert not isinstance(found, Unknown), found
        yield read_certificate(found.to_dict())


def entailed(problem: BooleanProblem, every: Truth) -> tuple[tuple[int, str, int], ...]:
    """The unobserved cells with one value in all members and completions."""
    rows = [(w, r) for w, x in enumerate(problem.training) for r in range(len(x.rows))]
    values = {cell: {c[cell] for c in every.fitting} for cell in completions(problem)[0]}
    return tuple(
        (rows.index((w, r)), v, min(found))
        for (w, r, v), found in values.items()
        if len(found) == 1
    )


def plain(certificate: Certificate) -> dict[str, Any]:
    """The document as it comes back from a file."""
    found: dict[str, Any] = json.loads(json.dumps(certificate.to_dict()))
    return found


def forgeries(
    document: dict[str, Any], problem: BooleanProblem, rng: random.Random, most: int
) -> Iterator[object]:
    """Documents that differ in a value, in their class or in the problem's other claims."""
    changed = [whole for _, whole in mutations(document)]
    yield from rng.sample(changed, min(len(changed), most))
    scope = document["class"]
    for errors in range(4):
        yield {**document, "class": {**scope, "errors": errors}}
    yield {**document, "class": {k: v for k, v in scope.items() if k != "knowledge"}}
    for bound in (None, 0, 1, 2):
        yield {**document, "class": {**scope, "max_parents": bound}}
    yield {**document, "claim": {"name": "inconsistent"}}
    for model in _models(document):
        yield {**document, "claim": {"name": "unique", "model": model}}
        row = rng.randrange(sum(len(world.rows) for world in problem.training))
        cells = [[row, rng.choice(problem.variables), rng.randrange(2)]]
        cells += document["claim"].get("cells", [])
        yield {**document, "claim": {"name": "entailed", "model": model, "cells": cells}}
        yield {**document, "claim": {"name": "no-separating-experiment", "model": model}}
    for setting in Setting:
        yield {**document, "setting": str(setting)}
    yield from _of_rows(document, problem, rng)


def _models(document: dict[str, Any]) -> list[dict[str, Any]]:
    evidence, claim = document["evidence"], document["claim"]
    held = [evidence.get("reference"), evidence.get("alternative"), claim.get("model")]
    return [model for model in held if model is not None]


def _of_rows(
    document: dict[str, Any], problem: BooleanProblem, rng: random.Random
) -> Iterator[object]:
    """Other disturbed cells, other completions, another function with the same cells."""
    rows = sum(len(world.rows) for world in problem.training)
    for number in range(len(_models(document))):
        for kind in ("cells", "completions", "table"):
            whole = copy.deepcopy(document)
            model = _models(whole)[number]
            if kind == "cells":
                cell = [rng.randrange(rows), rng.choice(problem.variables)]
                cells = model.get("cells", [])
                model["cells"] = rng.choice(([*cells, cell], [cell, *cells], cells[1:], [cell]))
            elif kind == "completions" and model.get("completions"):
                at = rng.randrange(len(model["completions"]))
                bits = list(model["completions"][at])
                bit = rng.randrange(len(bits))
                bits[bit] = "1" if bits[bit] == "0" else "0"
                model["completions"][at] = "".join(bits)
            elif model["functions"]:
                function = model["functions"][rng.choice(sorted(model["functions"]))]
                size = len(function["table"])
                function["table"] = format(rng.getrandbits(size), f"0{size}b")
            yield whole

"""Certificates of every kind for small problems, every change of them, and whether a claim is true."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator

from symcause.families.boolean.certify.certificate_builder import (
    build_alternative,
    build_clausal,
    clauses,
)
from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.certify.local_builder import build_local
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.verifier.certificate import Certificate, read_certificate
from symcause.models.disclosure import Setting
from symcause.solvers.sat.refutations import Refutation, refute
from tests.boolean.certificate_cases import members, separable, unique_by_count

Place = tuple[str | int, ...]
Changed = tuple[Place, object]

KINDS = ("unique", "inconsistent", "count", "unique by count", "alternative", "clausal")
"""The kinds of certificates that :func:`certificate_of` makes."""


def mutations(value: object, place: Place = ()) -> Iterator[Changed]:
    """(where, the changed value) for every part of a document."""
    yield from ((place, other) for other in _others(value))
    parts = value.items() if isinstance(value, dict) else ()
    parts = enumerate(value) if isinstance(value, list) else parts
    for key, part in parts:
        for where, changed in mutations(part, (*place, key)):
            whole = copy.copy(value)
            whole[key] = changed  # type: ignore[index, call-overload]
            yield where, whole


def _others(value: object) -> Iterator[object]:
    yield from (None, -1, "x", [], {}, True, 1.5)
    if isinstance(value, int):
        yield from (value + 1, value - 1, 1 - value, value + 10**9, str(value))
    elif isinstance(value, str):
        yield from (value + "0", value[:-1], value.swapcase(), "-" + value, value[::-1])
        yield from (value.replace("0", "1", 1), value.replace("1", "0", 1))
        yield from (str(setting) for setting in Setting)
    elif isinstance(value, list):
        yield value[::-1]
        for i in range(len(value)):
            yield value[:i] + value[i + 1 :]
            yield [*value, value[i]]
    elif isinstance(value, dict):
        yield {**value, "extra": 1}
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
            yield {(k + "_" if k == key else k): v for k, v in value.items()}
    elif value is None:
        yield from (0, 1, 2, 3)


def is_true(problem: BooleanProblem, document: object) -> bool:
    """The claim of a document, decided by going through all SCMs; by the recursion where they are many."""
    certificate = read_certificate(document)
    assert not certificate.hypothesis.tabled or certificate.claim.name != "count"
    weaker = problem.in_setting(certificate.setting)
    found = members(weaker, certificate.hypothesis.max_parents)
    if certificate.claim.name == "ambiguous":
        return found is None or len(found) > 1
    if certificate.claim.name == "no-separating-experiment":
        return found is None or not found or not separable(found)
    count = len(found) if found is not None else ExactSpace.of(weaker, certificate.hypothesis).count
    if certificate.claim.name == "unique":
        assert certificate.claim.model is not None
        return count == 1 and (found is None or found == [certificate.claim.model.scm])
    return count == (certificate.claim.count or 0)


def certificate_of(
    kind: str,
    problem: BooleanProblem,
    hypothesis: HypothesisClass,
    found: list[BooleanSCM],
    seed: int,
) -> Certificate | None:
    """A certificate of this kind, if the problem has one."""
    if kind == "unique" and len(found) == 1 and len(problem.variables) > 2:
        return build_local(problem, hypothesis)
    if kind == "inconsistent" and not found:
        return build_local(problem, hypothesis)
    if kind == "count" and len(found) > 1:
        return build_count(problem, hypothesis)
    if kind == "unique by count" and len(found) == 1:
        return unique_by_count(problem, hypothesis, found[0])
    if kind == "alternative" and len(found) > 1:
        pair = random.Random(seed).sample(found, 2)
        return build_alternative(problem, hypothesis, *pair, best_experiment(*pair))
    if kind == "clausal" and found and problem.setting is not Setting.HIDDEN_ROOTS:
        answer = refute(clauses(problem, hypothesis, found[0]))
        if isinstance(answer, Refutation) and len(problem.variables) > 2:
            return build_clausal(problem, hypothesis, found[0], answer.lines)
    return None

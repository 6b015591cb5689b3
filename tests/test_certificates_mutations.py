"""Tampered certificates: every value of a document is changed in every way, and the kernel notices.

A change may leave the evidence valid (another row that shows the same pattern, a redundant line of a
proof). What must never happen is that a document is accepted whose claim is false.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator

import pytest

from symcause.families.boolean.certify.build import build_alternative, build_clausal, clauses
from symcause.families.boolean.certify.build_count import build_count
from symcause.families.boolean.certify.build_local import build_local
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier import counting
from symcause.families.boolean.verifier.document import Certificate, read_certificate
from symcause.families.boolean.verifier.kernel import verify
from symcause.solvers.proofs import Refutation, refute
from tests.certificate_cases import cases, exhausted_problem, members, plain, separable

Place = tuple[str | int, ...]
Changed = tuple[Place, object]


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
    """The claim of a document, decided by going through all SCMs."""
    certificate = read_certificate(document)
    assert not certificate.hypothesis.tabled or certificate.claim.name != "count"
    weaker = problem.in_setting(certificate.setting)
    found = members(weaker, certificate.hypothesis.max_parents)
    if certificate.claim.name == "ambiguous":
        return found is None or len(found) > 1
    if certificate.claim.name == "no-separating-experiment":
        return found is None or not found or not separable(found)
    assert found is not None
    if certificate.claim.name == "unique":
        assert certificate.claim.model is not None
        return found == [certificate.claim.model.scm]
    return len(found) == (certificate.claim.count or 0)


def _tamper(problem: BooleanProblem, certificate: Certificate) -> tuple[int, int]:
    """(how many changes, how many of them are still accepted); all of those must be true."""
    original = plain(certificate)
    assert verify(problem, original).accepted
    total = accepted = 0
    for place, changed in mutations(original):
        if changed == original and json.dumps(changed) == json.dumps(original):
            continue
        total += 1
        answer = verify(problem, changed)
        if answer.accepted:
            accepted += 1
            assert place[:2] not in [("problem", "sha256"), ("format",), ("identity",)], place
            assert is_true(problem, changed), (place, changed)
        else:
            assert answer.reason and "\n" not in answer.reason
    return total, accepted


def _examples(kind: str, count: int) -> Iterator[tuple[BooleanProblem, Certificate]]:
    """Small certificates of one kind; (problems are drawn until there are enough)."""
    for seed in range(1_000):
        for problem, hypothesis, found in cases(seed, 10, most=4):
            made = _example(kind, problem, hypothesis, found, seed)
            if made is not None and len(json.dumps(made.to_dict())) < 4_000:
                yield problem, made
                count -= 1
                if not count:
                    return


def _example(
    kind: str, problem: BooleanProblem, hypothesis: HypothesisClass, found: list, seed: int
) -> Certificate | None:
    if kind == "unique" and len(found) == 1 and len(problem.variables) > 2:
        return build_local(problem, hypothesis)
    if kind == "inconsistent" and not found:
        return build_local(problem, hypothesis)
    if kind == "count" and len(found) > 1:
        return build_count(problem, hypothesis)
    if kind == "unique by count" and len(found) == 1:
        return build_count(problem, hypothesis, member=found[0])
    if kind == "alternative" and len(found) > 1:
        pair = random.Random(seed).sample(found, 2)
        return build_alternative(problem, hypothesis, *pair, best_experiment(*pair))
    if kind == "clausal" and found and problem.setting is not Setting.HIDDEN_ROOTS:
        answer = refute(clauses(problem, hypothesis, found[0]))
        if isinstance(answer, Refutation) and len(problem.variables) > 2:
            return build_clausal(problem, hypothesis, found[0], answer.lines)
    return None


@pytest.mark.parametrize(
    "kind", ["unique", "inconsistent", "count", "unique by count", "alternative", "clausal"]
)
def test_no_change_makes_a_false_claim_pass(kind: str) -> None:
    total = accepted = 0
    for problem, certificate in _examples(kind, 4):
        changes, passed = _tamper(problem, certificate)
        total, accepted = total + changes, accepted + passed
    assert total > 300
    assert accepted < total / 5


def test_a_changed_row_is_noticed() -> None:
    """A row in place of another passes only if it shows the same pattern and value."""
    noticed = 0
    for problem, certificate in _examples("unique", 5):
        document = plain(certificate)
        rows = [row for world in problem.training for row in world.rows]
        for name, part in document["evidence"]["variables"].items():
            for cover in part["covered"]:
                places = [problem.variables.index(v) for v in (*cover["parents"], name)]
                for i, old in enumerate(cover["rows"]):
                    for new in range(len(rows)):
                        cover["rows"][i] = new
                        if [rows[new][p] for p in places] != [rows[old][p] for p in places]:
                            assert not verify(problem, document).accepted
                            noticed += 1
                    cover["rows"][i] = old
    assert noticed > 100


def test_every_number_of_a_count_table_is_checked() -> None:
    for problem, certificate in _examples("count", 8):
        document = plain(certificate)
        document["claim"]["count"] += 1
        assert "the tables give" in verify(problem, document).reason
        document["claim"]["count"] -= 1
        for part in document["evidence"]["root_sets"]:
            for component in part.get("components", ()):
                for table in (*component["weights"], component["entries"]):
                    for i, (mask, value) in enumerate(list(table)):
                        table[i] = [mask, value + 1]
                        assert not verify(problem, document).accepted
                        table.insert(i + 1, [mask, value])
                        assert "stands twice" in verify(problem, document).reason
                        del table[i : i + 2]
                        assert not verify(problem, document).accepted
                        table.insert(i, [mask, value])
                full = (1 << len(component["variables"])) - 1
                held = {mask for mask, _ in component["entries"]}
                for mask in set(range(full + 1)) - held:
                    component["entries"].append([mask, 1])
                    assert not verify(problem, document).accepted
                    component["entries"].pop()
        assert verify(problem, document).accepted


def test_the_terms_of_the_recursion_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, certificate = next(_examples("count", 1))
    monkeypatch.setattr(counting, "MAX_TERMS", 0)
    answer = verify(problem, plain(certificate))
    assert answer.accepted is None
    assert "beyond the kernel's size" in answer.reason


def test_a_wider_class_needs_its_own_certificate() -> None:
    """Raising the bound on parents is noticed wherever it changes the truth."""
    changed = 0
    for kind in ("unique", "unique by count", "inconsistent", "count"):
        for problem, certificate in _examples(kind, 10):
            document = plain(certificate)
            for bound in (None, 0, 1, 2, 3):
                document["class"]["max_parents"] = bound
                found = members(problem, bound)
                if found is not None and not is_true(problem, document):
                    assert not verify(problem, document).accepted
                    changed += 1
    assert changed > 20


def test_every_literal_of_a_proof_matters_or_the_proof_stays_valid() -> None:
    rng = random.Random(2)
    refused = kept = 0
    for _ in range(6):
        problem, truth = exhausted_problem(rng)
        hypothesis = HypothesisClass(3)
        answer = refute(clauses(problem, hypothesis, truth))
        assert isinstance(answer, Refutation)
        document = plain(build_clausal(problem, hypothesis, truth, answer.lines))
        proof = document["evidence"]["proof"]
        for i, line in enumerate(list(proof)):
            words = line.split()
            for j, word in enumerate(words[:-1]):
                if word != "d":
                    flipped = [*words[:j], str(-int(word)), *words[j + 1 :]]
                    proof[i] = " ".join(flipped)
                    if verify(problem, document).accepted:
                        kept += 1
                    else:
                        refused += 1
            proof[i] = line
        for size in ("unknowns", "clauses"):
            document["evidence"]["formula"][size] += 1
            assert "another formula" in verify(problem, document).reason
            document["evidence"]["formula"][size] -= 1
    assert refused > kept > 0


def test_the_reference_of_a_proof_cannot_be_exchanged() -> None:
    """A proof about one reference says nothing in the words of another one."""
    rng = random.Random(9)
    tried = 0
    while tried < 10:
        problem, truth = exhausted_problem(rng)
        found = members(problem, 3)
        if found is None or len(found) < 2:
            continue
        answer = refute(clauses(problem, HypothesisClass(3), truth))
        assert isinstance(answer, Refutation)
        document = plain(build_clausal(problem, HypothesisClass(3), truth, answer.lines))
        other = next(model for model in found if model != truth)
        made = build_clausal(problem, HypothesisClass(3), other, answer.lines)
        document["claim"] = plain(made)["claim"]
        assert "another formula" in verify(problem, document).reason
        tried += 1

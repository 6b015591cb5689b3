"""Tampered certificates: every value of a document is changed in every way, and the kernel notices.

A change may leave the evidence valid (another row that shows the same pattern, a redundant line of a
proof). What must never happen is that a document is accepted whose claim is false.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from symcause.families.boolean.certify.certificate_builder import build_clausal, clauses
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate
from symcause.families.boolean.verifier.kernel import verify
from symcause.kernel.work import Work
from symcause.solvers.sat.refutations import Refutation, refute
from tests.amounts import amount
from tests.boolean.certificate_cases import cases, exhausted_problem, members, plain
from tests.boolean.forgeries import KINDS, certificate_of, is_true, mutations


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
            made = certificate_of(kind, problem, hypothesis, found, seed)
            if made is not None and len(json.dumps(made.to_dict())) < 4_000:
                yield problem, made
                count -= 1
                if not count:
                    return


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", KINDS)
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


def test_the_work_is_bounded() -> None:
    problem, certificate = next(_examples("count", 1))
    answer = verify(problem, plain(certificate), Work(seconds=1e-5))
    assert answer.accepted is None
    assert "steps that the kernel has" in answer.reason


def test_a_wider_class_needs_its_own_certificate() -> None:
    """Raising the bound on parents is noticed wherever it changes the truth."""
    changed = 0
    for kind in ("unique", "unique by count", "inconsistent", "count"):
        for problem, certificate in _examples(kind, amount(5, 10)):
            document = plain(certificate)
            for bound in (None, 0, 1, 2, 3):
                document["class"]["max_parents"] = bound
                found = members(problem, bound)
                if found is not None and not is_true(problem, document):
                    assert not verify(problem, document).accepted
                    changed += 1
    assert changed > 8


def test_every_literal_of_a_proof_matters_or_the_proof_stays_valid() -> None:
    rng = random.Random(2)
    refused = kept = 0
    for _ in range(amount(3, 6)):
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

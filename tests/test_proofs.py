"""The proofs assume nothing, and the extracted checker agrees with the kernel and with brute force."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from benchmarks.problems import make_problem
from symcause.families.boolean.certify.build import build_alternative
from symcause.families.boolean.certify.build_local import build_local
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.verifier.kernel import verify
from symcause.families.boolean.verifier.members import CertifiedModel
from tests.certificate_cases import cases, plain
from tests.forgeries import certificate_of, is_true, mutations
from tests.proof_cases import PROOFS, ask, compiled, compiles, covered, stated
from tests.test_certificates_local import COPY, ONE, TWINS

SOURCES = sorted(PROOFS.glob("*.v"))
THEOREMS = (
    "outcome_exists",
    "decomposition",
    "check_unique_sound",
    "check_inconsistent_sound",
    "check_ambiguous_sound",
    "exchange",
    "unique_complete",
    "inconsistent_complete",
)
"""What is proved, by name."""


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_nothing_is_assumed_in_the_sources(source: Path) -> None:
    text = source.read_text(encoding="utf-8")
    bare = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
    cheats = r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Abort|give_up|Unset|Bypass)\b"
    assert not re.search(cheats, bare)
    assert all(len(line) <= 120 for line in text.splitlines())


def test_the_statements_come_before_the_checker() -> None:
    """What a sceptic has to read imports nothing of what is checked."""
    for name, imported in (("Scm", set[str]()), ("Setting", {"Scm"})):
        text = (PROOFS / f"{name}.v").read_text(encoding="utf-8")
        assert set(re.findall(r"SC\.(\w+)", text)) == imported
        assert len(text.splitlines()) <= 160


@pytest.mark.proof
def test_the_theorems_are_closed() -> None:
    printed = re.findall(r"Print Assumptions (\w+)\.", (PROOFS / "Final.v").read_text("utf-8"))
    assert set(THEOREMS) <= set(printed)
    lines = (compiled() / "assumptions.txt").read_text(encoding="utf-8").splitlines()
    assert lines == ["Closed under the global context"] * len(printed)


def _agree_on_the_truth(seed: int, count: int) -> Counter[str]:
    """True claims have evidence that is accepted; a false `unique` is rejected."""
    seen: Counter[str] = Counter()
    questions: list[str] = []
    expected: list[bool] = []
    for problem, hypothesis, found in cases(seed, count):
        made = build_local(problem, hypothesis)
        assert (made is None) == (len(found) > 1)
        if made is not None:
            right = stated(problem, plain(made))
            assert right is not None
            questions.append(right.question)
            expected.append(True)
            seen[made.claim.name] += 1
        if len(found) > 1:
            pair = build_alternative(problem, hypothesis, found[0], found[-1])
            right = stated(problem, plain(pair))
            assert right is not None
            questions.append(right.question)
            expected.append(True)
            seen["ambiguous"] += 1
            document = plain(build_alternative(problem, hypothesis, found[0], found[0]))
            same = stated(problem, {**document, "claim": {"name": "ambiguous"}})
            assert same is not None
            questions.append(same.question)
            expected.append(False)
            evidence = _everything(problem, hypothesis)
            document["claim"] = {"name": "unique", "model": CertifiedModel(found[0]).to_dict()}
            document["evidence"] = evidence
            lie = stated(problem, document)
            assert lie is not None
            questions.append(lie.question)
            expected.append(False)
            seen["false unique"] += 1
    assert [accepted for accepted, _ in ask(questions)] == expected
    return seen


def _everything(problem: object, hypothesis: HypothesisClass) -> dict[str, object]:
    """All pairs of rows and all covers there could be, for every variable: no evidence is stronger."""
    from itertools import combinations

    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.verifier.question import CertifiedQuestion

    assert isinstance(problem, BooleanProblem)
    question = CertifiedQuestion(problem, hypothesis)
    variables = {}
    for name in problem.variables:
        told = question.rows_of(name)
        sets = combinations(question.admissible(name), question.bound(name))
        rows = [*told, *[0] * 64]
        covered = [{"parents": [*s], "rows": rows[: 1 << len(s)]} for s in sets]
        pairs = [
            [i, j]
            for i, j in combinations(told, 2)
            if question.value(i, name) != question.value(j, name)
        ]
        variables[name] = {"conflicts": pairs, "covered": covered}
    return {"kind": "local", "variables": variables}


@pytest.mark.proof
def test_true_claims_are_accepted_and_false_ones_rejected() -> None:
    seen = _agree_on_the_truth(50, 150)
    assert min(seen[k] for k in ("unique", "inconsistent", "ambiguous", "false unique")) >= 10


@pytest.mark.proof
@pytest.mark.exhaustive
def test_three_thousand_problems() -> None:
    total = sum((_agree_on_the_truth(1_000 + seed, 300) for seed in range(10)), Counter[str]())
    assert min(total[k] for k in ("unique", "inconsistent", "ambiguous", "false unique")) >= 200


def _forged(first: int, documents: int) -> tuple[int, int, int]:
    """(documents, accepted by the kernel, accepted by the proved checker) of changed certificates.

    What the kernel accepts the proved checker accepts, and what that accepts is true.
    """
    seed, tried, kernel, proved = first, 0, 0, 0
    while tried < documents:
        seed += 1
        for problem, hypothesis, found in cases(seed, 10, most=4):
            for kind in ("unique", "inconsistent", "alternative"):
                made = certificate_of(kind, problem, hypothesis, found, seed)
                if made is None or len(json.dumps(made.to_dict())) > 3_000:
                    continue
                original = plain(made)
                if kind == "alternative":
                    for key in ("experiment", "witness"):
                        original["evidence"].pop(key, None)
                changed = [document for _, document in mutations(original)]
                statements = [stated(problem, document) for document in changed]
                asked = [s.question for s in statements if s is not None]
                answers = iter(ask(asked))
                for document, said in zip(changed, statements, strict=True):
                    accepted = bool(verify(problem, document).accepted)
                    right = said is not None and next(answers)[0]
                    kernel, proved = kernel + accepted, proved + right
                    assert right or not accepted or not covered(problem, document), document
                    assert not right or is_true(problem, document), document
                tried += len(changed)
            if tried >= documents:
                break
    return tried, kernel, proved


@pytest.mark.proof
def test_forgeries_are_rejected_by_both() -> None:
    tried, kernel, proved = _forged(70, 4_000)
    assert 0 < kernel < tried / 4 and 0 < proved < tried / 4


@pytest.mark.proof
@pytest.mark.exhaustive
def test_fifty_thousand_forgeries() -> None:
    tried, kernel, proved = _forged(500, 50_000)
    assert tried >= 50_000 and 0 < kernel < tried / 4 and 0 < proved < tried / 4


@pytest.mark.proof
@pytest.mark.parametrize("problem", [COPY, TWINS], ids=["unique", "inconsistent"])
def test_a_theorem_file_compiles_and_a_false_one_does_not(problem: object, tmp_path: Path) -> None:
    said = stated(problem, plain(build_local(problem, ONE)))  # type: ignore[arg-type]
    assert said is not None
    done = compiles(said.theorem, tmp_path)
    assert done.returncode == 0 and done.stdout == "Closed under the global context\n"
    rows = [m.start() + 10 for m in re.finditer(r"cells := \[", said.theorem)]
    flipped = {"O": "I", "I": "O"}
    at = rows[1]
    assert said.theorem[at] in flipped
    lie = said.theorem[:at] + flipped[said.theorem[at]] + said.theorem[at + 1 :]
    assert "Unable to unify" in compiles(lie, tmp_path).stderr
    pairs = re.sub(r"\(0, [12]\)", "(0, 0)", said.theorem)
    assert pairs != said.theorem and "Unable to unify" in compiles(pairs, tmp_path).stderr
    if "mechs" in said.theorem:
        table = said.theorem.replace("[0], [O; I]", "[0], [I; O]")
        assert table != said.theorem and "Unable to unify" in compiles(table, tmp_path).stderr


@pytest.mark.proof
def test_theorems_of_two_members_compile(tmp_path: Path) -> None:
    rng = random.Random(5)
    for problem, hypothesis, found in cases(80, 40, most=4):
        if len(found) > 1:
            pair = build_alternative(problem, hypothesis, *rng.sample(found, 2))
            said = stated(problem, plain(pair))
            assert said is not None and compiles(said.theorem, tmp_path).returncode == 0
            return


@pytest.mark.proof
@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_generated_certificates_become_theorems(size: int, tmp_path: Path) -> None:
    """In the four settings: accepted by both, within the times that are promised, and compiled."""
    slowest, proved = 0.0, Counter[str]()
    for setting, bound in product(Setting, (3, 4)):
        problem = make_problem(size, 3, bound, 5 * size, 12, setting, seed=size)
        made = build_local(problem, HypothesisClass(bound))
        if made is None:
            continue
        document = plain(made)
        assert verify(problem, document).accepted
        said = stated(problem, document)
        assert said is not None
        ((accepted, seconds),) = ask([said.question])
        done = compiles(said.theorem, tmp_path)
        assert accepted and done.returncode == 0, done.stderr
        slowest = max(slowest, seconds)
        proved[setting] += 1
    assert len(proved) == len(Setting) and slowest < 0.5

"""The proofs assume nothing, and the extracted checker agrees with the kernel and with brute force."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

from benchmarks.problems import make_problem
from symcause.families.boolean.certify.certificate_builder import build_alternative
from symcause.families.boolean.certify.local_builder import build_local
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.member_answers import written
from symcause.families.boolean.verifier.certificate import Claim
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.kernel import verify
from symcause.families.boolean.verifier.model_check import CertifiedModel
from symcause.kernel.exports.theorem_file import Statement
from symcause.models.disclosure import Setting
from tests.amounts import amount
from tests.boolean.certificate_cases import cases, plain
from tests.boolean.certify.test_certificates_classes import XOR, small
from tests.boolean.certify.test_certificates_local import COPY, ONE, TWINS
from tests.boolean.forgeries import certificate_of, is_true, mutations
from tests.boolean.proof_cases import covered, stated
from tests.proof_checker import PROOFS, REFUSED, ask, compiled, compiles

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
    "check_experiment_sound",
    "check_spells_sound",
    "unique_written",
    "inconsistent_written",
    "ambiguous_written",
    "experiment_written",
    "writable_needed",
    "members_written",
    "recursion",
    "count_acyclic_ok",
    "counts_unique",
    "counts_zero",
    "counts_one",
    "ways_of_ok",
    "members_counted",
    "count_iff",
    "check_sole_sound",
    "check_none_sound",
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
    statements = {"Scm": set[str](), "Setting": {"Scm"}, "Rules": {"Scm", "Setting"}}
    for name, imported in statements.items():
        text = (PROOFS / f"{name}.v").read_text(encoding="utf-8")
        assert set(re.findall(r"SC\.(\w+)", text)) == imported
        assert len(text.splitlines()) <= 175


@pytest.mark.proof
def test_the_theorems_are_closed() -> None:
    text = (PROOFS / "Final.v").read_text("utf-8")
    assert text.endswith("Print Assumptions all_theorems.\n")
    listed = re.search(r"Definition all_theorems :=\s*\((.*?)\)\.", text, flags=re.DOTALL)
    assert listed and set(THEOREMS) <= set(re.findall(r"@(\w+)", listed[1]))
    assert (compiled() / "assumptions.txt").read_text(
        "utf-8"
    ) == "Closed under the global context\n"


def _agree_on_the_truth(seed: int, count: int) -> Counter[str]:
    """True claims have evidence that is accepted; a false `unique` is rejected."""
    seen: Counter[str] = Counter()
    questions: list[Statement] = []
    expected: list[bool] = []
    for problem, hypothesis, found in cases(seed, count):
        made = build_local(problem, hypothesis)
        assert (made is None) == (len(found) > 1)
        if made is not None:
            right = stated(problem, plain(made))
            assert right is not None
            questions.append(right)
            expected.append(True)
            seen[made.claim.name] += 1
        if len(found) > 1:
            pair = build_alternative(problem, hypothesis, found[0], found[-1])
            right = stated(problem, plain(pair))
            assert right is not None
            questions.append(right)
            expected.append(True)
            seen["ambiguous"] += 1
            document = plain(build_alternative(problem, hypothesis, found[0], found[0]))
            same = stated(problem, {**document, "claim": {"name": "ambiguous"}})
            assert same is not None
            questions.append(same)
            expected.append(False)
            evidence = _everything(problem, hypothesis)
            document["claim"] = {"name": "unique", "model": CertifiedModel(found[0]).to_dict()}
            document["evidence"] = evidence
            lie = stated(problem, document)
            assert lie is not None
            questions.append(lie)
            expected.append(False)
            seen["false unique"] += 1
    assert [accepted for accepted, _ in ask(questions)] == expected
    return seen


def _everything(problem: BooleanProblem, hypothesis: HypothesisClass) -> dict[str, object]:
    """All pairs of rows and all covers there could be, for every variable: no evidence is stronger."""
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
    seen = _agree_on_the_truth(50, amount(60, 150))
    assert min(seen[k] for k in ("unique", "inconsistent", "ambiguous", "false unique")) >= 4


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
                changed = [document for _, document in mutations(plain(made))]
                statements = [stated(problem, document) for document in changed]
                asked = [s for s in statements if s is not None]
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
    tried, kernel, proved = _forged(70, amount(1_200, 4_000))
    assert 0 < kernel < tried / 4 and 0 < proved < tried / 4


@pytest.mark.proof
@pytest.mark.exhaustive
def test_fifty_thousand_forgeries() -> None:
    tried, kernel, proved = _forged(500, 50_000)
    assert tried >= 50_000 and 0 < kernel < tried / 4 and 0 < proved < tried / 4


@pytest.mark.few(1)
@pytest.mark.proof
@pytest.mark.parametrize("problem", [COPY, TWINS], ids=["unique", "inconsistent"])
def test_a_theorem_file_compiles_and_a_false_one_does_not(
    problem: BooleanProblem, tmp_path: Path
) -> None:
    said = stated(problem, plain(build_local(problem, ONE)))
    assert said is not None
    done = compiles(said.theorem, tmp_path)
    assert done.returncode == 0 and done.stdout == "Closed under the global context\n"
    flipped = {"0": "1", "1": "0"}
    at = [m.start() + 1 for m in re.finditer(r'"[01]+"', said.theorem)][1]
    assert said.theorem[at] in flipped
    lie = said.theorem[:at] + flipped[said.theorem[at]] + said.theorem[at + 1 :]
    assert REFUSED in compiles(lie, tmp_path).stderr
    pairs = re.sub(r"\(0, [12]\)", "(0, 0)", said.theorem)
    assert pairs != said.theorem and REFUSED in compiles(pairs, tmp_path).stderr
    if "mechs" in said.theorem:
        table = said.theorem.replace("[0], [0; 1]", "[0], [1; 0]")
        assert table != said.theorem and REFUSED in compiles(table, tmp_path).stderr


@pytest.mark.proof
@pytest.mark.exhaustive
def test_ten_variables_and_four_parents(tmp_path: Path) -> None:
    """A file of some 20 KB; Coq refuses it with one row of the evidence changed, or one of the problem."""
    problem = make_problem(10, 3, 4, 80, 12, Setting.HIDDEN_ORDER, seed=6)
    said = stated(problem, plain(build_local(problem, HypothesisClass(4))))
    assert said is not None
    theorem = said.theorem
    assert len(theorem) < 25_000
    rows = [row for world in problem.training for row in world.rows]
    assert re.findall(r'"([01]+)"', theorem) == rows, "what stands there is the file's"
    ((accepted, _),) = ask([said])
    assert accepted
    done = compiles(theorem, tmp_path)
    assert done.returncode == 0, done.stderr
    shown = re.search(r"covered := \[\(\[[0-9; ]+\], \[(\d+); (\d+)", theorem)
    assert shown is not None
    first, second = shown.span(1), shown.group(2)
    lie = theorem[: first[0]] + second + theorem[first[1] :]
    assert lie != theorem and REFUSED in compiles(lie, tmp_path).stderr
    scored = set(problem.variables) - set(problem.gold_scm.roots) if problem.gold_scm else set()
    at = problem.variables.index(min(scored))
    where = next(re.finditer(r'"[01]+"', theorem)).start() + 1 + at  # observational
    bit = "1" if theorem[where] == "0" else "0"
    lie = theorem[:where] + bit + theorem[where + 1 :]
    assert REFUSED in compiles(lie, tmp_path).stderr


@pytest.mark.proof
@pytest.mark.exhaustive
def test_forty_variables_and_three_parents() -> None:
    problem = make_problem(40, 25, 3, 400, 12, Setting.HIDDEN_ORDER, seed=1)
    said = stated(problem, plain(build_local(problem, HypothesisClass(3))))
    assert said is not None and said.claim == "unique"
    ((accepted, _),) = ask([said])
    assert accepted


@pytest.mark.proof
def test_experiments_are_judged_as_by_the_kernel(tmp_path: Path) -> None:
    """Every single-variable experiment on pairs of members: both accept it, or neither does."""
    rng = random.Random(5)
    seen: Counter[tuple[bool, bool]] = Counter()
    last: dict[bool, Statement] = {}
    for problem, hypothesis, found in cases(80, 120, most=4):
        if len(found) < 2:
            continue
        first, second = rng.sample(found, 2)
        shown = best_experiment(first, second)
        if shown is None:
            continue
        document = plain(build_alternative(problem, hypothesis, first, second, shown))
        states = first.roots != second.roots
        for name, bit in product(problem.variables, (0, 1)):
            document["evidence"]["experiment"] = {"assignments": {name: bit}}
            if states:
                document["evidence"]["witness"]["state"][name] = bit
            elif name in first.roots:
                document["evidence"]["witness"]["rootAssignment"][name] = bit
            said = stated(problem, document)
            assert said is not None and said.claim == "experiment"
            accepted = bool(verify(problem, document).accepted)
            ((proved, _),) = ask([said])
            assert proved or not accepted
            if proved and not accepted:  # separated, but not as the document says
                assert "evidence.witness" in verify(problem, document).reason
            seen[states, accepted] += 1
            if accepted:
                last[states] = said
    assert all(seen[key] > 1 for key in product((True, False), repeat=2)), seen
    for said in last.values():
        done = compiles(said.theorem, tmp_path)
        assert done.returncode == 0, done.stderr
        assert "separated p (denote (high p) M) (denote (high p) D) E" in said.theorem


@pytest.mark.proof
def test_bounded_writing_and_gold_are_stated(tmp_path: Path) -> None:
    """At most AST size 3: the theorem speaks of models that can be written; gold has its own."""
    problem = small(gold=Answer({"X3": XOR}))
    made = build_local(problem, HypothesisClass(max_ast=3), expressions={"X3": XOR})
    assert made is not None
    said = stated(problem, plain(made))
    assert said is not None and said.written is not None and said.gold is not None
    assert ask([said])[0][0]
    done = compiles(said.theorem, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "written p L (denote (high p) M)" in said.theorem and "Theorem gold_is_M" in said.theorem
    for old, new in (
        ("max_ast := (Some 3)", "max_ast := (Some 2)"),
        ("Op Xor [(Var 0)", "Op And [(Var 0)"),
        ("Op Xor [(Var 0)", "Op Xor [(Var 2)"),
        ("[Not; And; Or; Xor; Iff]", "[Not; And; Or; Iff]"),
    ):
        lie = said.theorem.replace(old, new)
        assert lie != said.theorem and REFUSED in compiles(lie, tmp_path).stderr


@pytest.mark.proof
def test_expressions_are_judged_as_by_the_kernel() -> None:
    """Random expressions for the one member of random problems, in bounded classes."""
    rng = random.Random(6)
    seen: Counter[bool] = Counter()
    for problem, hypothesis, found in cases(81, amount(60, 150), most=4):
        if len(found) != 1 or not found[0].functions:
            continue
        bounds = HypothesisClass(
            hypothesis.max_parents, rng.choice([3, 6, None]), rng.choice([3, 4])
        )
        texts = written(problem, found[0]).mechanisms
        base = build_local(problem, HypothesisClass(hypothesis.max_parents))
        assert base is not None
        model = CertifiedModel(found[0], texts)
        document = plain(replace(base, hypothesis=bounds, claim=Claim("unique", model=model)))
        for _ in range(6):
            said = stated(problem, document)
            accepted = bool(verify(problem, document).accepted)
            proved = said is not None and ask([said])[0][0]
            assert proved == accepted, document
            seen[accepted] += 1
            expressions = document["claim"]["model"]["expressions"]
            expressions[rng.choice(sorted(expressions))] = rng.choice(
                [rng.choice(problem.variables), *(e for e in expressions.values())]
            )
    assert seen[True] > 10 and seen[False] > 20


@pytest.mark.proof
@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_generated_certificates_become_theorems(size: int, tmp_path: Path) -> None:
    """In the four settings: accepted by both, and compiled."""
    proved = Counter[str]()
    for setting, bound in product(Setting, (3, 4)):
        problem = make_problem(size, 3, bound, 5 * size, 12, setting, seed=size)
        made = build_local(problem, HypothesisClass(bound))
        if made is None:
            continue
        document = plain(made)
        assert verify(problem, document).accepted
        said = stated(problem, document)
        assert said is not None
        ((accepted, _),) = ask([said])
        done = compiles(said.theorem, tmp_path)
        assert accepted and done.returncode == 0, done.stderr
        proved[setting] += 1
    assert len(proved) == len(Setting)

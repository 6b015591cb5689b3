"""Certificates of exact linear evidence: what they claim is what brute force finds."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from symcause.answers import Unknown
from symcause.cli.main import main
from symcause.families.linear.certify.certificates import Findings, certified
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.files.document_writer import fingerprint, write_linear
from symcause.families.linear.models.laboratory import Hidden, Semantics
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.magnitudes import BaseRange, Coefficients, Domain
from symcause.families.linear.problem.problem import Gold, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.verifier.kernel import verify
from symcause.families.linear.verifier.verifier_rows import local_system
from symcause.kernel.acyclic_count import count_choices, some_choice
from symcause.kernel.work import Work
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic
from symcause.solvers.acyclic.choice_weight import count_acyclic
from tests.amounts import amount
from tests.linear.cases import brute_graphs, brute_models, local_equations, published
from tests.linear.certificate_cases import COUNT, TARGET, VERDICT, case, findings, made

F = Fraction


@pytest.mark.few(5)
@pytest.mark.parametrize("semantics", list(Semantics))
@pytest.mark.parametrize("targets", [0, 1, 2, 3])
def test_counts_are_those_of_brute_force(semantics: Semantics, targets: int) -> None:
    for seed in range(4):
        problem = case(seed, targets=targets, semantics=semantics, sink=seed % 2 == 0)
        document = made(problem, COUNT)
        assert document["claim"]["graphs"] == len(brute_graphs(problem))
        found = verify(problem, document)
        assert found.accepted and found.claim == "count", found.reason


def test_integer_counts_are_those_of_running_every_model() -> None:
    for seed in range(6):
        problem = case(seed, size=3, targets=seed % 3, integer=True)
        document = made(problem, COUNT)
        models = list(brute_models(problem))
        claim = document["claim"]
        assert claim["models"] == len(models)
        assert claim["graphs"] == len({model.edges for model in models})
        assert verify(problem, document).accepted


def test_entailed_targets_are_those_of_all_models() -> None:
    entailed = 0
    for seed in range(12):
        problem = case(seed, size=3, targets=seed % 3, integer=True)
        predicted = {reactor_target(problem, model) for model in brute_models(problem)}
        found = findings(problem)
        assert (found.value is not None) == (len(predicted) == 1)
        if found.value is not None:
            document = made(problem, TARGET)
            assert {F(document["claim"]["value"])} == predicted
            assert verify(problem, document).accepted
            entailed += 1
    assert entailed


@pytest.mark.parametrize("quadratic", [False, True])
@pytest.mark.parametrize("sink", [False, True])
def test_every_claim_of_every_family(quadratic: bool, sink: bool) -> None:
    seen = set()
    for seed in range(amount(3, 6)):
        problem = case(seed, size=4, sink=sink, quadratic=quadratic, targets=None)
        for kind in (VERDICT, COUNT, TARGET):
            made_of = certified(problem, problem, kind, findings(problem))
            if not isinstance(made_of, Unknown):
                found = verify(problem, json.loads(json.dumps(made_of.to_dict())))
                assert found.accepted, found.reason
                seen.add(found.claim)
    assert seen >= {"unique", "count", "target"} if sink and not quadratic else seen >= {"count"}


def test_a_bound_on_parents_is_part_of_the_class() -> None:
    problem = case(1, targets=1)
    for most in (0, 1, 2):
        asked = replace(problem, max_parents=most)
        kind = certified(problem, asked, COUNT, findings(asked))
        assert not isinstance(kind, Unknown)
        document = kind.to_dict()
        assert document["class"]["max_parents"] == most  # type: ignore[index]
        assert verify(problem, document).accepted
        wider = replace(problem, max_parents=None)
        assert LinearSpace(asked).count() != LinearSpace(wider).count() or most > 1


def test_another_class_than_the_problems_own() -> None:
    """The digest is the file's, whatever class is asked."""
    problem = case(2, targets=2)
    asked = replace(
        problem,
        target_may_cause=True,
        coefficients=Coefficients(Domain.INTEGER, -3, 3),
        semantics=Semantics.SET,
    )
    found = certified(problem, asked, COUNT, findings(asked))
    assert not isinstance(found, Unknown)
    about = found.document["problem"]
    assert about == {"id": problem.id, "sha256": fingerprint(problem)}
    assert fingerprint(problem) != fingerprint(asked)
    assert verify(problem, found).accepted


def test_nothing_that_explains_is_certified_too() -> None:
    problem = case(0, targets=2)
    wrong = {**problem.chain[-1].values}
    wrong["f"] += 1
    broken = replace(
        problem,
        gold=None,
        chain=(*problem.chain, replace(problem.chain[-1], values=wrong, intervention=None)),
    )
    document = made(broken)
    assert document["claim"] == {"name": "inconsistent"}
    assert verify(broken, document).accepted


def test_rows_are_those_written_down_directly() -> None:
    for semantics in Semantics:
        problem = case(3, targets=3, semantics=semantics)
        for name in problem.variables:
            local = local_system(problem, name)
            pairs = zip(local.system.right, local.system.rows, strict=True)
            wanted = {
                (y, tuple(features[p] for p in local.names))
                for features, y in local_equations(problem, name)
                if y or any(features.values())
            }
            assert {(y, row) for y, row in pairs if y or any(row)} == {
                (y, row) for y, row in wanted if y or any(row)
            }


def test_the_kernels_recursion_agrees_with_the_solvers() -> None:
    rng = random.Random(4)
    for _ in range(60):
        size = rng.randint(1, 5)
        tables = [
            {
                mask: rng.randint(1, 3)
                for mask in range(1 << size)
                if not mask >> v & 1 and rng.random() < 0.4
            }
            for v in range(size)
        ]
        assert count_choices(tables, Work()) == (count_acyclic(tables) if all(tables) else 0)
        assert some_choice(tables) == (all(tables) and exists_acyclic(tables))


def test_what_has_no_certificate_says_so() -> None:
    problem = case(0, targets=1)
    coarse = Coefficients(min_effect=F("0.5"))
    cases = {
        "rounded": replace(problem, rounding=F("0.01"), coefficients=coarse),
        "hidden": replace(problem, hidden=Hidden((F(0), F(5)), F(1), ("x0",))),
        "bases": replace(problem, bases=BaseRange(F(0), None)),
        "minimum effect": replace(problem, coefficients=coarse),
    }
    for word, odd in cases.items():
        found = certified(odd, odd, COUNT, Findings(findings(problem).verdict, 1))
        assert isinstance(found, Unknown) and word in found.reason
    assert isinstance(
        certified(problem, problem, TARGET, Findings(findings(problem).verdict)), Unknown
    )


def test_many_variables_have_none() -> None:
    names = (*(f"x{i}" for i in range(16)), "f")
    values = dict.fromkeys(names, F(1))
    problem = case(0, targets=1)
    big = LinearProblem(
        "big", names, "f", names[:-1], records=(replace(problem.records[0], values=values),)
    )
    found = certified(big, big, COUNT, Findings(findings(problem).verdict, 1))
    assert isinstance(found, Unknown) and "16 variables" in found.reason


def test_integers_beyond_the_bound_have_none() -> None:
    problem = replace(
        case(0, size=4, targets=0), coefficients=Coefficients(Domain.INTEGER, -200_000, 200_000)
    )
    found = certified(problem, problem, COUNT, Findings(findings(case(0)).verdict, 1, 1))
    assert isinstance(found, Unknown) and "choices of coefficients" in found.reason
    assert "--timeout" not in found.reason  # of verify, which has nothing to verify


def test_the_digest_is_of_the_content_not_of_the_file() -> None:
    problem = case(5)
    document = write_linear(replace(problem, id="other", metadata={"note": 1}))
    again = read_linear(json.loads(json.dumps(document)), None)
    assert fingerprint(again) == fingerprint(problem)
    assert verify(again, made(problem)).accepted
    gold = problem.gold_model()
    assert gold is not None
    moved = replace(problem, gold=Gold({**gold.equations}, F(7)))
    assert fingerprint(moved) != fingerprint(problem)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code, capsys.readouterr().out


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, proof = tmp_path / "problem.json", tmp_path / "proof.json"
    problem = case(6)
    file.write_text(json.dumps(write_linear(problem)))
    for claim, name in (("verdict", "unique"), ("count", "count"), ("target", "target")):
        assert run(capsys, "audit", file, "--certificate", proof, "--claim", claim)[0] == 0
        said = json.loads(run(capsys, "verify", file, proof, "--json")[1])
        assert (said["accepted"], said["claim"], said["family"]) == (True, name, "linear")
    document = json.loads(proof.read_text())
    document["claim"]["value"] = "1"
    proof.write_text(json.dumps(document))
    assert run(capsys, "verify", file, proof)[0] == 1


@pytest.mark.parametrize("name", ["4nodes_golden.jsonl"])
def test_published_chains(name: str) -> None:
    for problem in published(name)[:10]:
        if not problem.interventions or problem.rounding:
            continue
        assert verify(problem, made(problem, COUNT)).accepted

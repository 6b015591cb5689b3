"""Certificates up to behaviour: accepted where they are true by listing every model, and no forgery is."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.answers import Sat, Unknown
from symcause.audits.verdicts import Verdict
from symcause.cli.main import cli
from symcause.families.boolean.certify.audit_certificates import certified
from symcause.families.boolean.models.scm import BEHAVIOUR, IDENTITY, BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.space_choice import open_space
from symcause.families.boolean.verifier.certificate import Certificate, read_certificate
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.clausal_proof import formula_of
from symcause.families.boolean.verifier.kernel import verify
from symcause.solvers.sat.refutations import refute
from tests.boolean.space.test_disturbed import every_model
from tests.evidence.certified import forgeries, plain
from tests.evidence.latent_cases import behaves, latent_problem, members
from tests.evidence.test_latent import CHAIN, ROOT

Listed = tuple[BooleanProblem, HypothesisClass, list[BooleanSCM]]


def cases(seed: int, count: int) -> Iterator[Listed]:
    """Random problems, most with latent variables, and their members."""
    rng = random.Random(seed)
    while count:
        drawn = latent_problem(rng)
        if drawn is None or len(every_model(drawn[0], drawn[1].max_parents)) > 600:
            continue
        count -= 1
        yield *drawn, members(*drawn)


def alike(problem: BooleanProblem, found: list[BooleanSCM]) -> int:
    """How many behaviours there are."""
    return len({behaves(model, problem.latent) for model in found})


def certificates(case: Listed) -> Iterator[Certificate]:
    """Of the verdict, and that nothing separates two members."""
    problem, held, found = case
    first = found[0] if found else None
    asked = certified(open_space(problem, held, BEHAVIOUR), problem, first)
    verdict = (Verdict.INCONSISTENT, Verdict.UNIQUE, Verdict.AMBIGUOUS)[
        min(alike(problem, found), 2)
    ]
    rivals = [m for m in found if behaves(m, problem.latent) != behaves(found[0], problem.latent)]
    made = [asked.verdict(verdict, [(m, None) for m in rivals[:1]])]
    if verdict is Verdict.UNIQUE:
        made.append(asked.inseparable(False, unique=False))
    assert isinstance(asked.count(), Unknown)
    for one in made:
        assert not isinstance(one, Unknown), one
        yield read_certificate(one.to_dict())


def is_true(case: Listed, document: object) -> bool:
    """The claim of a document, by listing; it may be about another class, setting or identity."""
    problem, _, _ = case
    certificate = read_certificate(document)
    claim, held = certificate.claim, certificate.hypothesis
    asked = problem.in_setting(certificate.setting)
    found = members(asked, held)
    if claim.name == "inconsistent":
        return not found
    if claim.name == "entailed":
        return True  # the tests of unobserved cells decide it
    if claim.name == "ambiguous":
        evidence: Any = certificate.evidence
        pair = [evidence.reference.scm, evidence.alternative.scm]
        apart = alike(problem, pair) if certificate.identity == BEHAVIOUR else len(set(pair))
        return all(model in found for model in pair) and apart == 2
    same = alike(problem, found) < 2
    if claim.name == "no-separating-experiment":
        return same or not problem.latent  # without latent variables observing is no experiment
    assert claim.model is not None
    if certificate.identity == IDENTITY:
        return found == [claim.model.scm]
    return claim.model.scm in found and same


@pytest.mark.parametrize("number", [50, pytest.param(1_000, marks=pytest.mark.exhaustive)])
def test_every_verdict_up_to_behaviour_is_certified(number: int) -> None:
    kinds: Counter[str] = Counter()
    for case in cases(31, number):
        for certificate in certificates(case):
            document = plain(certificate)
            assert document["identity"] == BEHAVIOUR
            told = verify(case[0], document)
            assert told.accepted, (told, case)
            kinds[certificate.claim.name] += 1
            asks_models = not case[0].latent and certificate.claim.name == "unique"
            assert told.as_stated != asks_models, (told, case)
            assert is_true(case, document)
    assert len(kinds) == 4 and min(kinds.values()) > 1, kinds


@pytest.mark.parametrize("number", [50, pytest.param(1_000, marks=pytest.mark.exhaustive)])
def test_the_formula_is_satisfiable_exactly_if_members_behave_otherwise(number: int) -> None:
    """Any member may be the reference."""
    rng = random.Random(5)
    seen: Counter[bool] = Counter()
    for problem, held, found in cases(32, number):
        if found:
            question = CertifiedQuestion(problem, held, identity=BEHAVIOUR)
            solved = refute(formula_of(question, "unique", rng.choice(found), ()).clauses)
            same = alike(problem, found) == 1
            assert isinstance(solved, Sat) != same, (problem, held)
            seen[same] += 1
    assert min(seen[False], seen[True]) > 2, seen


def test_the_formula_alone_tells_any_two_models_apart() -> None:
    """Every pair of models over two variables and a latent one, with a row that shows nothing of them."""
    filed = {**CHAIN, "setting": "hidden-order", "max_parents": 2}
    filed.pop("order")
    problem = symcause.problem(filed)
    found = members(problem, HypothesisClass(max_parents=2))
    assert len(found) > 10
    for first, second in product(found, repeat=2):
        told = symcause.separate(problem, first, second).separated
        assert told == (behaves(first, ("H",)) != behaves(second, ("H",)))


@pytest.mark.parametrize("number", [4, pytest.param(300, marks=pytest.mark.exhaustive)])
def test_no_forgery_is_accepted_that_is_false(number: int) -> None:
    rng = random.Random(9)
    tried = taken = 0
    for case in cases(33, number):
        problem = case[0]
        for certificate in certificates(case):
            document = plain(certificate)
            others = list(forgeries(document, problem, rng, 15))
            others += [{**document, "identity": IDENTITY}, {**document, "identity": "looks"}]
            others += _witnesses(document, problem, rng)
            for other in others:
                if other == document:
                    continue
                tried += 1
                if verify(problem, other).accepted:
                    taken += 1
                    assert is_true(case, other), (other, problem)
    assert tried > 25 * number and taken


def _witnesses(
    document: dict[str, Any], problem: BooleanProblem, rng: random.Random
) -> Iterator[dict[str, Any]]:
    """Other experiments and states for two models."""
    evidence = document["evidence"]
    if evidence["kind"] != "alternative":
        return
    yield {**document, "evidence": {**evidence, "alternative": evidence["reference"]}}
    yield {**document, "evidence": {**evidence, "reference": evidence["alternative"]}}
    for _ in range(12):
        state = {v: rng.randrange(2) for v in problem.variables if v not in problem.latent}
        witness = {"state": state, "possible_in": rng.choice(("reference", "alternative"))}
        assignments = rng.choice(({}, {rng.choice(problem.variables): rng.randrange(2)}))
        yield {
            **document,
            "evidence": {
                **evidence,
                "experiment": {"assignments": assignments},
                "witness": witness,
            },
        }


@pytest.mark.parametrize("filed", [ROOT, CHAIN], ids=["ambiguous", "unique"])
@pytest.mark.parametrize("identity", [BEHAVIOUR, IDENTITY])
def test_audit_writes_it_and_verify_accepts_it(
    filed: dict[str, Any], identity: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem, proof = tmp_path / "problem.json", tmp_path / "proof.json"
    problem.write_text(json.dumps(filed))
    order = ["audit", str(problem), "--identity", identity, "--certificate", str(proof)]
    with pytest.raises(SystemExit):
        cli.main([*order, "--json"])
    assert json.loads(proof.read_text())["identity"] == identity
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        cli.main(["verify", str(problem), str(proof), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert ended.value.code == 0 and told["accepted"], told
    assert told["as_stated"] == (identity == BEHAVIOUR)


def test_what_cannot_be_set_is_no_experiment() -> None:
    problem = symcause.problem(ROOT)
    held = HypothesisClass()
    found = members(problem, held)
    (certificate,) = certificates((problem, held, found))
    document = plain(certificate)
    document["evidence"]["experiment"] = {"assignments": {"H": 1}}
    told = verify(problem, document)
    assert told.accepted is False and "latent" in told.reason
    del document["evidence"]["experiment"], document["evidence"]["witness"]
    told = verify(problem, document)
    assert told.accepted is False and "behave otherwise" in told.reason
    assert verify(problem, {**document, "identity": IDENTITY}).accepted

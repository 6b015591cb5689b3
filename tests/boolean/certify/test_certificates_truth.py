"""Every kind of certificate on random problems whose truth is known by going through all SCMs."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from symcause.answers import Sat
from symcause.api import load
from symcause.errors import LimitError
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
from symcause.families.boolean.verifier.claim.local_evidence import LocalEvidence
from symcause.families.boolean.verifier.kernel import verify
from symcause.models.disclosure import Disclosure, Setting
from symcause.solvers.sat.refutations import Refutation, refute
from tests.amounts import amount
from tests.boolean.certificate_cases import (
    cases,
    counted,
    exhausted_problem,
    functions_on,
    members,
    plain,
    random_problem,
    separable,
    unique_by_count,
    writable,
)


def test_the_brute_force_is_the_definition() -> None:
    """Replaying whole SCMs gives the members that the mechanism-wise listing gives."""
    rng = random.Random(5)
    for _ in range(40):
        problem = random_problem(rng, most=3)
        listed = members(problem, None)
        assert listed is not None
        replayed = []
        for roots in problem.disclosure.root_sets():
            endogenous = problem.disclosure.endogenous(roots)
            if all(set(endogenous) <= set(w.targets) for w in problem.training):
                continue
            every = [functions_on(problem.disclosure.admissible(v), None) for v in endogenous]
            for chosen in product(*every):
                functions = dict(zip(endogenous, chosen, strict=True))
                if writable(problem, functions):
                    model = BooleanSCM(roots, functions)
                    if _replays(problem, model):
                        replayed.append(model)
        assert set(replayed) == set(listed)


def _replays(problem: BooleanProblem, model: BooleanSCM) -> bool:
    for world in problem.training:
        seen = world.by_name(problem.variables)
        if model.run(seen, world.targets, world.mask) != seen:
            return False
    return True


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(8))
def test_true_claims_are_accepted(seed: int) -> None:
    for problem, hypothesis, found in cases(seed, amount(25, 50)):
        table = counted(problem, hypothesis)
        assert table.claim.count == len(found)
        assert verify(problem, plain(table)).accepted
        _check_settled(problem, hypothesis, found)
        if len(found) > 1:
            pair = found[0], found[-1]
            for first, second in (pair, pair[::-1]):
                shown = best_experiment(first, second)
                made = build_alternative(problem, hypothesis, first, second, shown)
                answer = verify(problem, plain(made))
                assert answer.accepted and answer.claim == "ambiguous"
                assert ("separates" in answer.reason) == (shown is not None)


def _check_settled(
    problem: BooleanProblem, hypothesis: HypothesisClass, found: list[BooleanSCM]
) -> None:
    local = build_local(problem, hypothesis)
    assert (local is not None) == (len(found) < 2)  # the evidence exists whenever the claim is true
    if local is not None:
        assert local.claim.name == ("unique" if found else "inconsistent")
        assert found == ([local.claim.model.scm] if local.claim.model else [])
        answer = verify(problem, plain(local))
        assert answer.accepted and answer.claim == local.claim.name
    if not found:
        empty = build_count(problem, hypothesis)
        assert empty.claim.name == "inconsistent" and verify(problem, plain(empty)).accepted
    if len(found) == 1:
        one = unique_by_count(problem, hypothesis, found[0])
        assert verify(problem, plain(one)).accepted
    elif found:
        lie = unique_by_count(problem, hypothesis, found[0])
        assert "not one" in verify(problem, plain(lie)).reason


def test_the_cases_reach_every_kind_of_answer() -> None:
    """All settings, spaces of all sizes, descendants left out, variables stuck together."""
    seen: Counter[object] = Counter()
    for seed in range(4):
        for problem, hypothesis, found in cases(seed, 50):
            seen[problem.setting, min(len(found), 2)] += 1
            made = build_local(problem, hypothesis)
            if made is not None and isinstance(made.evidence, LocalEvidence):
                parts = made.evidence.variables.values()
                seen["without descendants"] += any(part.without for part in parts)
                seen["stuck together"] += any(len(s.variables) > 1 for s in made.evidence.stuck)
    assert all(seen[setting, size] >= 5 for setting in Setting for size in range(3))
    assert seen["without descendants"] >= 2 and seen["stuck together"] >= 2


@pytest.mark.parametrize("seed", range(3))
def test_separability_is_decided_by_the_clauses(seed: int) -> None:
    """The kernel's formula is satisfiable exactly if brute force finds a separating experiment."""
    for problem, hypothesis, found in cases(100 + seed, 60):
        if not found or problem.setting is Setting.HIDDEN_ROOTS:
            continue
        reference = found[seed % len(found)]
        answer = refute(clauses(problem, hypothesis, reference))
        assert isinstance(answer, Sat) == separable(found)
        if isinstance(answer, Refutation):
            made = build_clausal(problem, hypothesis, reference, answer.lines)
            verdict = verify(problem, plain(made))
            assert verdict.accepted and verdict.claim == "no-separating-experiment"


@pytest.mark.parametrize("prover", ["cadical153", "cadical195", "glucose4"])
def test_ambiguous_but_not_separable(prover: str) -> None:
    """Patterns that one experiment cannot reach: several members, nothing tells them apart."""
    rng = random.Random(3)
    ambiguous = 0
    for _ in range(amount(20, 40)):
        problem, truth = exhausted_problem(rng)
        hypothesis = HypothesisClass(rng.choice([2, 3]))
        if any(len(f.parents) > 2 for f in truth.functions.values()):
            hypothesis = HypothesisClass(3)
        answer = refute(clauses(problem, hypothesis, truth), prover=prover)
        assert isinstance(answer, Refutation)
        made = build_clausal(problem, hypothesis, truth, answer.lines)
        assert verify(problem, plain(made)).accepted
        found = members(problem, hypothesis.max_parents)
        ambiguous += found is None or len(found) > 1
        assert found is None or not separable(found)
    assert ambiguous >= 3


def test_less_disclosure_is_part_of_the_question() -> None:
    """A certificate about a weaker setting is made from, and checked against, the problem as filed."""
    checked = 0
    for problem, hypothesis, _ in cases(7, 40, most=4):
        for setting in Setting:
            if setting.rank <= problem.setting.rank:
                continue
            found = members(problem.in_setting(setting), hypothesis.max_parents)
            if found is None:
                continue
            made = counted(problem, hypothesis, setting)
            assert made.claim.count == len(found)
            assert verify(problem, plain(made)).accepted
            assert not verify(problem.in_setting(setting), plain(made)).accepted  # another hash
            forged = {**plain(made), "setting": "ordered"}
            if problem.setting is not Setting.ORDERED:
                assert "less disclosure" in verify(problem, forged).reason
            checked += 1
    assert checked > 30


def test_counts_agree_with_the_engine_on_larger_problems() -> None:
    """Unbounded classes and five or six variables, where no list would end."""
    from symcause.families.boolean.space.exact.exact_space import ExactSpace

    rng = random.Random(11)
    largest = 0
    for _ in range(60):
        problem = random_problem(rng, most=6)
        hypothesis = HypothesisClass(rng.choice([None, 2, 3]))
        space = ExactSpace.of(problem, hypothesis)
        made = counted(problem, hypothesis)
        assert made.claim.count == space.count
        assert verify(problem, plain(made)).accepted
        largest = max(largest, space.count)
    assert largest > 10**12


def test_the_published_item() -> None:
    """Ordered, at most 4 parents: 3,936 SCMs explain its nine training worlds."""
    folder = os.environ.get("SYMCAUSE_DATA")
    if not folder:
        pytest.skip("SYMCAUSE_DATA does not point to the published data")
    problem = load(Path(folder) / "replayscm" / "sample.runtime.yaml")
    assert isinstance(problem, BooleanProblem)
    made = build_count(problem, HypothesisClass(4))
    assert made.claim.count == 3_936
    assert verify(problem, plain(made)).accepted


def test_beyond_the_kernel_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    names = tuple(f"X{i}" for i in range(1, 31))
    rng = random.Random(0)
    small = random_problem(rng)
    world = small.training[0]
    rows = tuple("".join(rng.choice("01") for _ in names) for _ in range(4))
    wide = BooleanProblem(
        "wide",
        Disclosure(Setting.HIDDEN_ORDER, names, names[:2]),
        (type(world)("w", world.split, type(world.mode)("none"), (), rows),),
    )
    with pytest.raises(LimitError, match="too many"):
        build_count(wide, HypothesisClass())
    empty = build_local(wide, HypothesisClass())  # conflicts need no counting
    assert empty is not None and empty.claim.name == "inconsistent"
    assert verify(wide, plain(empty)).accepted
    monkeypatch.setattr("symcause.families.boolean.verifier.claim.uniqueness.MAX_MAXIMAL_SETS", 0)
    with pytest.raises(LimitError, match="maximal parent sets"):
        build_local(wide, HypothesisClass())

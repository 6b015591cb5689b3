"""Forgeries: evidence made for one problem and dressed up for another never proves a false claim."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from symcause.answers import Sat
from symcause.families.boolean.certify.certificate_builder import (
    build_alternative,
    build_clausal,
    clauses,
)
from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.certify.local_builder import build_local
from symcause.families.boolean.models.experiments import Experiment, Witness, best_experiment
from symcause.families.boolean.models.functions import reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.fingerprint import fingerprint
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate, Claim
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.families.boolean.verifier.claim.ambiguity import AlternativeEvidence
from symcause.families.boolean.verifier.clausal_proof import evidence_of
from symcause.families.boolean.verifier.count_table import CountEvidence, RootSet
from symcause.families.boolean.verifier.kernel import verify
from symcause.families.boolean.verifier.model_check import CertifiedModel
from symcause.families.boolean.verifier.separation_clauses import encode
from symcause.kernel.acyclic_count import Within, sent
from symcause.kernel.recursion_tables import Component
from symcause.kernel.work import Work
from symcause.models.disclosure import Setting
from symcause.models.variable_names import natural
from symcause.solvers.sat.refutations import Refutation, refute
from tests.amounts import amount
from tests.boolean.certificate_cases import (
    cases,
    counted,
    members,
    plain,
    separable,
    unique_by_count,
)


def dressed(certificate: Certificate, problem: BooleanProblem) -> Certificate:
    """The certificate with the hash of another problem."""
    return replace(certificate, sha256=fingerprint(problem))


def with_more_rows(
    problem: BooleanProblem, model: BooleanSCM, rng: random.Random
) -> BooleanProblem:
    """The problem with further worlds that the model replays: everything at random but one variable."""
    worlds = []
    for name in model.endogenous:
        targets = tuple(v for v in problem.variables if v != name)
        rows = []
        for _ in range(20):
            given = {v: rng.getrandbits(1) for v in problem.variables}
            state = model.run(given, targets, 1)
            rows.append("".join(str(state[v]) for v in problem.variables))
        world = World(f"more {name}", Split.TRAIN, Mode.ASSIGNED, targets, tuple(rows))
        worlds.append(world)
    return problem.with_worlds(tuple(worlds))


def test_uniqueness_with_more_rows_is_not_uniqueness_with_fewer() -> None:
    """A true certificate about more evidence, presented for less, where brute force says otherwise."""
    rng = random.Random(1)
    forged = 0
    for problem, hypothesis, found in cases(21, 150, most=4):
        if len(found) < 2:
            continue
        model = rng.choice(found)
        richer = with_more_rows(problem, model, rng)
        made = [build_local(richer, hypothesis), _unique_by_count(richer, hypothesis, model)]
        for certificate in filter(None, made):
            assert verify(richer, plain(certificate)).accepted
            lie = plain(dressed(certificate, problem))
            assert not verify(problem, lie).accepted
            assert not verify(problem, _wrapped(lie, problem, rng)).accepted
            forged += 1
    assert forged > 30


def _unique_by_count(
    problem: BooleanProblem, hypothesis: HypothesisClass, model: BooleanSCM
) -> Certificate | None:
    found = members(problem, hypothesis.max_parents)
    if found is None or len(found) != 1:
        return None
    return unique_by_count(problem, hypothesis, model)


def _wrapped(
    document: dict[str, object], problem: BooleanProblem, rng: random.Random
) -> dict[str, object]:
    """The same lie with every row number brought into the range of the problem, at random."""
    rows = sum(len(world.rows) for world in problem.training)
    evidence = document["evidence"]
    for part in evidence.get("variables", {}).values():
        for cover in part["covered"]:
            cover["rows"] = [row if row < rows else rng.randrange(rows) for row in cover["rows"]]
        part["conflicts"] = [pair for pair in part["conflicts"] if max(pair) < rows]
    return document


def test_random_local_evidence_never_proves_a_falsehood() -> None:
    """Any rows, any pairs, any covers: accepted only if the claim is true."""
    rng = random.Random(4)
    for problem, hypothesis, found in cases(22, 150, most=4):
        if len(found) < 2:
            continue
        question = CertifiedQuestion(problem, hypothesis)
        model = rng.choice(found)
        rows = len(question.rows)
        variables = {}
        for v in model.endogenous:
            pairs = [[rng.randrange(rows), rng.randrange(rows)] for _ in range(rng.randint(0, 3))]
            pairs = [p for p in pairs if question.value(p[0], v) != question.value(p[1], v)]
            names = rng.sample(question.admissible(v), question.bound(v))
            cover = {
                "parents": list(natural(names)),
                "rows": [rng.randrange(rows) for _ in range(1 << len(names))],
            }
            variables[v] = {"conflicts": pairs, "covered": [cover] * rng.randint(0, 1)}
        document = plain(build_count(problem, hypothesis))
        document["claim"] = {"name": "unique", "model": CertifiedModel(model).to_dict()}
        document["evidence"] = {"kind": "local", "variables": variables}
        assert not verify(problem, document).accepted
        document["claim"] = {"name": "inconsistent"}
        assert not verify(problem, document).accepted


def strongest(question: CertifiedQuestion, variable: str, cheat: bool) -> dict[str, object]:
    """All that the rows give: a conflict for each set that has one, else its patterns as far as seen.

    A cheat reads the rows in which the variable is a target, too.
    """
    told = range(len(question.rows)) if cheat else question.rows_of(variable)
    conflicts, covered = [], []
    for parents in combinations(question.admissible(variable), question.bound(variable)):
        rows: dict[int, int] = {}
        pair = None
        for row in told:
            pattern = sum(question.value(row, p) << j for j, p in enumerate(parents))
            other = rows.setdefault(pattern, row)
            if question.value(other, variable) != question.value(row, variable):
                pair = [other, row]
        if pair is not None:
            conflicts.append(pair)
        else:
            chosen = [rows.get(pattern, 0) for pattern in range(1 << len(parents))]
            covered.append({"parents": list(parents), "rows": chosen})
    return {"conflicts": conflicts, "covered": covered}


@pytest.mark.parametrize("cheat", [False, True])
def test_the_strongest_local_evidence_proves_only_what_is_true(cheat: bool) -> None:
    """Everything the rows give, about all or some of the variables, with every member as the model."""
    rng = random.Random(14)
    refused = accepted = 0
    for problem, hypothesis, found in cases(28, amount(60, 150), most=4):
        question = CertifiedQuestion(problem, hypothesis)
        document = plain(counted(problem, hypothesis))
        evidence = {v: strongest(question, v, cheat) for v in problem.variables}
        chosen = {v: part for v, part in evidence.items() if rng.random() < 0.7}
        settled = {v: part for v, part in evidence.items() if not part["covered"]}
        for variables in (evidence, chosen, settled, {}):
            document["evidence"] = {"kind": "local", "variables": variables}
            document["claim"] = {"name": "inconsistent"}
            assert not found or not verify(problem, document).accepted
        for model in found[:4]:
            document["claim"] = {"name": "unique", "model": CertifiedModel(model).to_dict()}
            explained = {v: evidence[v] for v in model.endogenous}
            for variables in (explained, explained | settled):
                document["evidence"] = {"kind": "local", "variables": variables}
                answer = verify(problem, document)
                refused, accepted = refused + (not answer.accepted), accepted + answer.accepted
                assert len(found) == 1 or not answer.accepted
    assert refused > 100 and accepted > (0 if cheat else 20)


def _other_tables(evidence: CountEvidence) -> Iterator[CountEvidence]:
    """Tables that are consistent in themselves but not those of the problem."""
    parts = evidence.root_sets
    for i, part in enumerate(parts):
        yield CountEvidence(parts[:i] + parts[i + 1 :])
        yield CountEvidence((*parts, part))
        endogenous = [v for c in part.components for v in c.variables]
        changed = [RootSet(part.roots, empty=v) for v in endogenous]
        for j, component in enumerate(part.components):
            before, after = part.components[:j], part.components[j + 1 :]
            changed.append(RootSet(part.roots, before + after))
            split = [Component((v,), ({0: 1},), {0: 1, 1: 1}) for v in component.variables]
            changed.append(RootSet(part.roots, (*before, *split, *after)))
            for k in range(len(component.variables)):
                for mask, weight in component.weights[k].items():
                    for other in (weight + 1, weight - 1):
                        weights = list(map(dict, component.weights))
                        weights[k][mask] = other
                        table = Component(component.variables, tuple(weights), entries_of(weights))
                        changed.append(RootSet(part.roots, (*before, table, *after)))
        yield from (CountEvidence((*parts[:i], c, *parts[i + 1 :])) for c in changed)


def entries_of(weights: list[dict[int, int]]) -> dict[int, int]:
    """The entries that belong to these weights."""
    within, entries = Within(weights), {0: 1}
    for placed in range(1 << len(weights)):
        for reached, factor in sent(within, placed, Work()) if entries.get(placed) else ():
            entries[reached] = entries.get(reached, 0) + entries[placed] * factor
    return entries


def test_tables_of_another_problem_give_no_count() -> None:
    """Left out root sets and components, other weights with their own right table: all refused."""
    refused = 0
    for problem, hypothesis, found in cases(29, 60, most=4):
        made = counted(problem, hypothesis)
        assert isinstance(made.evidence, CountEvidence)
        for evidence in _other_tables(made.evidence):
            if evidence == made.evidence:
                continue
            lie = replace(made, evidence=evidence, claim=Claim("count", count=evidence.total))
            assert not verify(problem, plain(lie)).accepted
            refused += evidence.total != len(found)
    assert refused > 200


def test_an_alternative_must_explain_and_differ() -> None:
    """Models that do not replay, break the class or are the same twice make nothing ambiguous."""
    rng = random.Random(6)
    refused = 0
    for problem, hypothesis, found in cases(23, 150, most=4):
        if not found:
            continue
        model = rng.choice(found)
        same = build_alternative(problem, hypothesis, model, model)
        assert "the same" in verify(problem, plain(same)).reason
        name = rng.choice(model.endogenous)
        parents = natural(problem.disclosure.admissible(name))
        other = model.replaced(name, reduce(parents, rng.getrandbits(1 << len(parents))))
        lie = build_alternative(problem, hypothesis, model, other)
        answer = verify(problem, plain(lie))
        assert answer.accepted == (other in found and other != model)
        refused += not answer.accepted
    assert refused > 50


def test_a_witness_is_simulated() -> None:
    """An experiment or witness that does not separate is refused, with the simulated values."""
    refused = 0
    for problem, hypothesis, found in cases(24, 100, most=4):
        for other in found[1:4]:
            shown = best_experiment(found[0], other)
            if shown is None:
                continue
            made = build_alternative(problem, hypothesis, found[0], other, shown)
            evidence = made.evidence
            assert isinstance(evidence, AlternativeEvidence)
            for name in problem.variables:
                for bit in (False, True):
                    experiment = Experiment(((name, bit),))
                    changed = replace(made, evidence=replace(evidence, experiment=experiment))
                    answer = verify(problem, plain(changed))
                    refused += not answer.accepted
                    assert answer.accepted or "evidence.witness" in answer.reason
                    if isinstance(evidence.witness, Witness):
                        holds = _holds(found[0], other, experiment, evidence.witness)
                        assert answer.accepted == holds
    assert refused > 100


def _holds(first: BooleanSCM, second: BooleanSCM, experiment: Experiment, witness: Witness) -> bool:
    """The witness fits the experiment, and every difference is in the runs of all root assignments."""
    ((name, bit),) = experiment.assignments
    if dict(witness.roots).get(name, bit) != bit:
        return False
    states = []
    for model in (first, second):
        given = {v: int(b) for v, b in witness.roots} | {name: int(bit)}
        states.append({v: given[v] for v in (*model.roots, name)})
        for v in model.order:
            if v != name:
                states[-1][v] = int(model.functions[v](states[-1]))
    return all(
        d.variable != name
        and states[0][d.variable] == d.reference
        and states[1][d.variable] == d.alternative
        for d in witness.differences
    )


def test_no_proof_hides_a_separating_experiment() -> None:
    """The proof of a refutable formula does not refute that of a separable problem."""
    rng = random.Random(8)
    proofs: list[tuple[str, ...]] = [("0",), ()]
    refused = 0
    for problem, hypothesis, found in cases(25, 120, most=4):
        if not found or problem.setting is Setting.HIDDEN_ROOTS:
            continue
        answer = refute(clauses(problem, hypothesis, found[0]))
        if isinstance(answer, Refutation):
            proofs.append(answer.lines)
            continue
        assert isinstance(answer, Sat) and separable(found)
        for lines in (proofs[0], rng.choice(proofs), _noise(rng)):
            lie = build_clausal(problem, hypothesis, found[0], lines)
            assert not verify(problem, plain(lie)).accepted
            refused += 1
    assert refused > 30


def _noise(rng: random.Random) -> tuple[str, ...]:
    lines = []
    for _ in range(20):
        unknowns = rng.sample(range(1, 12), rng.randint(0, 3))
        words = [str(u if rng.random() < 0.5 else -u) for u in unknowns]
        lines.append(" ".join([*words, "0"]))
    return tuple(lines)


def test_the_formula_is_derived_and_not_believed() -> None:
    """A proof of another formula, with that formula's own size and hash, is refused."""
    tried = 0
    for problem, hypothesis, found in cases(26, 80, most=4):
        if not found or problem.setting is Setting.HIDDEN_ROOTS or not separable(found):
            continue
        formula = encode(CertifiedQuestion(problem, hypothesis), found[0])
        stronger = replace(formula, clauses=(*formula.clauses, ()))
        honest = build_clausal(problem, hypothesis, found[0], ["0"])
        lie = replace(honest, evidence=evidence_of(stronger, ("0",)))
        assert "another formula" in verify(problem, plain(lie)).reason
        tried += 1
    assert tried > 5


def test_a_claim_does_not_borrow_the_evidence_of_another() -> None:
    for problem, hypothesis, found in cases(27, 60, most=4):
        made = counted(problem, hypothesis)
        for name in ("ambiguous", "no-separating-experiment"):
            claim = Claim(name, model=CertifiedModel(found[0]) if found and "-" in name else None)
            lie = {**plain(made), "claim": claim.to_dict()}
            assert not verify(problem, lie).accepted
        if len(found) != 1 and found:
            lie = {
                **plain(made),
                "claim": Claim("unique", model=CertifiedModel(found[0])).to_dict(),
            }
            assert "not one" in verify(problem, lie).reason
        if found:
            lie = {**plain(made), "claim": {"name": "inconsistent"}}
            assert not verify(problem, lie).accepted

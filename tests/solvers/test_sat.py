"""Formulas, the SAT engine and its proofs, against plain search over all assignments."""

from __future__ import annotations

import doctest
import random
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb
from pathlib import Path

import pytest

from symcause.answers import Sat, Unknown, Unsat
from symcause.budgets import OUT_OF_TIME, Meter
from symcause.errors import UsageError
from symcause.solvers.sat.cnf import Cnf
from symcause.solvers.sat.maxsat import most
from symcause.solvers.sat.refutations import PROVERS, Refutation, prove_unsatisfiable, refute
from symcause.solvers.sat.sat_engine import INCREMENTAL_ENGINE, PysatEngine, list_models

ENGINES = ("cadical195", INCREMENTAL_ENGINE)


def all_models(clauses: Sequence[Sequence[int]], variables: int) -> Iterator[tuple[int, ...]]:
    for bits in product((False, True), repeat=variables):
        if all(any(bits[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses):
            yield tuple(i + 1 if bit else -i - 1 for i, bit in enumerate(bits))


def random_clauses(rng: random.Random, variables: int, count: int) -> list[tuple[int, ...]]:
    return [
        tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 1), k))
        for _ in range(count)
        for k in [rng.randint(1, min(3, variables))]
    ]


def pigeons(holes: int) -> list[tuple[int, ...]]:
    """One pigeon more than holes: small to state and hard to refute."""
    cnf = Cnf()
    for p in range(holes + 1):
        cnf.add(*(cnf.variable((p, h)) for h in range(holes)))
    for h in range(holes):
        for p in range(holes + 1):
            for q in range(p):
                cnf.add(-cnf.variable((p, h)), -cnf.variable((q, h)))
    return cnf.clauses


def accepts(clauses: Sequence[Sequence[int]], steps: Sequence[Sequence[int]]) -> bool:
    """A plain checker: each step follows by unit propagation, and the last one is empty."""
    known = [set(clause) for clause in clauses]
    for step in steps:
        if not conflicts(known, {-literal for literal in step}):
            return False
        known.append(set(step))
    return bool(steps) and not steps[-1]


def conflicts(clauses: Sequence[set[int]], true: set[int]) -> bool:
    while True:
        before = len(true)
        for clause in clauses:
            if not clause & true:
                open_literals = [x for x in clause if -x not in true]
                if not open_literals:
                    return True
                if len(open_literals) == 1:
                    true.add(open_literals[0])
        if len(true) == before:
            return False


@pytest.mark.parametrize("size", range(7))
@pytest.mark.parametrize("bound", range(-1, 8))
def test_cardinality_constraints_have_one_model_per_named_model(size: int, bound: int) -> None:
    for method, wanted in (
        ("at_most", sum(comb(size, k) for k in range(bound + 1))),
        ("at_least", sum(comb(size, k) for k in range(max(bound, 0), size + 1))),
        ("exactly", comb(size, bound) if bound >= 0 else 0),
    ):
        cnf = Cnf()
        literals = [cnf.variable(i) * (-1) ** i for i in range(size)]
        getattr(cnf, method)(literals, bound)
        with PysatEngine(cnf.clauses, INCREMENTAL_ENGINE) as engine:
            everything = range(1, cnf.variables + 1)
            assert len(list(list_models(engine, everything, cnf.fresh()))) == wanted


def test_names_map_to_one_variable_each() -> None:
    cnf = Cnf()
    assert cnf.variable(("a", 1)) == cnf.variable(("a", 1)) != cnf.variable("a")
    assert dict(cnf.names) == {("a", 1): 1, "a": 2}
    assert cnf.fresh() == 3
    assert cnf.dimacs() == "p cnf 3 0"


@pytest.mark.parametrize("name", ENGINES)
def test_engine_agrees_with_all_assignments(name: str) -> None:
    rng = random.Random(7)
    for _ in range(150):
        variables = rng.randint(1, 6)
        clauses = random_clauses(rng, variables, rng.randint(0, 14))
        guard = variables + 1
        with PysatEngine(clauses, name) as engine:
            for _ in range(2):  # twice: listing must leave the engine as it was
                listed = list(list_models(engine, range(1, variables + 1), guard))
                assert sorted(listed) == sorted(all_models(clauses, variables))
                guard += 1
            assumed = [
                rng.choice((1, -1)) * v for v in range(1, variables + 1) if rng.random() < 0.5
            ]
            fixed = [*clauses, *((literal,) for literal in assumed)]
            models = set(all_models(fixed, variables))
            answer = engine.solve(assumed)
            if isinstance(answer, Sat):
                assert (
                    tuple(v if engine.value(v) else -v for v in range(1, variables + 1)) in models
                )
            else:
                core = engine.core()
                assert set(core) <= set(assumed)
                assert not models
                assert not list(all_models([*clauses, *((x,) for x in core)], variables))


def test_listing_sees_projections_and_can_be_closed_early() -> None:
    with PysatEngine([(1, 2), (3, 4)]) as engine:
        assert sorted(list_models(engine, [1], guard=5)) == [(-1,), (1,)]
        assert list(list_models(engine, [], guard=6)) == [()]
        listing = list_models(engine, [1, 2], guard=7)
        next(listing)
        listing.close()
        assert isinstance(engine.solve(), Sat)
        assert len(list(list_models(engine, [1, 2, 3, 4], guard=8))) == 9


@pytest.mark.parametrize("name", ENGINES)
def test_budgets_end_in_unknown_with_a_reason(name: str) -> None:
    with PysatEngine(pigeons(10), name) as engine:
        budget = Meter(20_000)
        assert engine.solve(budget=budget) == Unknown("no answer within 20,000 steps of work")
        assert 20_000 <= budget.spent < 200_000, "it ends soon after"
        assert engine.solve(budget=Meter(seconds=0.0)) == OUT_OF_TIME
    with PysatEngine(pigeons(4), name) as engine:
        assert engine.solve(budget=Meter(4_000_000, seconds=600)) == Unsat()


@pytest.mark.parametrize("name", ENGINES)
def test_a_budget_buys_the_same_every_time(name: str) -> None:
    spent = set()
    for _ in range(2):
        budget = Meter(50_000)
        with PysatEngine(pigeons(9), name) as engine:
            engine.solve(budget=budget)
        spent.add(budget.spent)
    assert len(spent) == 1


def test_maximum_satisfiability_ends_with_its_budget() -> None:
    hard = [*pigeons(6)[6:]]
    soft = list(range(1, 31))
    assert isinstance(most(hard, soft, 30), frozenset)
    short = Meter(300)
    assert most(hard, soft, 30, short) == Unknown("no answer within 300 steps of work")
    assert most(hard, soft, 30, Meter(seconds=0.0)) == OUT_OF_TIME
    enough = Meter(100_000_000)
    metered, free = most(hard, soft, 30, enough), most(hard, soft, 30)
    assert isinstance(metered, frozenset) and isinstance(free, frozenset)
    assert (
        len(metered & set(soft)) == len(free & set(soft)) == 5
    )  # which of the best is the solver's choice
    assert all(any((abs(k) in metered) == (k > 0) for k in clause) for clause in hard)
    assert short.spent < enough.spent


def test_the_empty_clause_is_not_overlooked() -> None:
    with PysatEngine([(1, 2), ()]) as engine:
        assert engine.solve([1]) == Unsat()
        assert engine.core() == ()


@pytest.mark.parametrize("prover", PROVERS)
def test_proofs_are_accepted_and_models_satisfy(prover: str, tmp_path: Path) -> None:
    rng = random.Random(11)
    refuted = 0
    for _ in range(80):
        variables = rng.randint(1, 6)
        clauses = random_clauses(rng, variables, rng.randint(1, 24))
        assumed = [rng.choice((1, -1)) * v for v in range(1, variables + 1) if rng.random() < 0.3]
        fixed = [*clauses, *((literal,) for literal in assumed)]
        found = refute(clauses, assumed, prover)
        if isinstance(found, Refutation):
            refuted += 1
            assert list(found.clauses) == fixed
            assert accepts(found.clauses, found.steps)
        else:
            assert isinstance(found.model, tuple)
            assert all(set(clause) & set(found.model) for clause in fixed)
    assert refuted > 20
    hard = refute(pigeons(4), prover=prover)
    assert isinstance(hard, Refutation)
    assert accepts(hard.clauses, hard.steps)
    assert not accepts(hard.clauses[1:], hard.steps)
    formula, proof = hard.export(tmp_path / "pigeons")
    assert formula.read_text().startswith("p cnf 20 ")
    assert proof.read_text().endswith("\n0\n")


def test_a_formula_refuted_by_propagation_alone_has_a_proof() -> None:
    for prover in PROVERS:
        for clauses in ([(1,), (-1,)], [(1,), (-1, 2), (-2,)], [()]):
            found = refute(clauses, prover=prover)
            assert isinstance(found, Refutation)
            assert accepts(found.clauses, found.steps)


def test_solvers_with_wrong_proofs_are_refused() -> None:
    with pytest.raises(UsageError, match="no proofs"):
        refute([(1,)], prover="maplesat")


def test_examples_in_the_documentation() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "solvers.md"
    assert not doctest.testfile(str(page), module_relative=False).failed


def test_proofs_for_spaces_keep_limits() -> None:
    assert isinstance(prove_unsatisfiable(pigeons(4)), Refutation)
    assert isinstance(prove_unsatisfiable(pigeons(4), Meter(10**7)), Refutation)
    assert isinstance(prove_unsatisfiable([(1, 2)], Meter(10**7)), Sat)
    stopped = prove_unsatisfiable(pigeons(13), Meter(200_000))
    assert stopped == Unknown("no answer within 200,000 steps of work")

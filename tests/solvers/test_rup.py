"""The proof checker against its definition, brute force, and proofs of three solvers."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.rup import Checker, parse_line, refutes
from symcause.kernel.work import Work
from symcause.solvers.sat.refutations import PROVERS, Refutation, refute

Clauses = list[tuple[int, ...]]


def random_clauses(rng: random.Random, unknowns: int, count: int) -> Clauses:
    found = []
    for _ in range(count):
        names = rng.sample(range(1, unknowns + 1), rng.randint(1, min(3, unknowns)))
        found.append(tuple(rng.choice((1, -1)) * name for name in names))
    return found


def models(unknowns: int, clauses: Clauses) -> list[dict[int, bool]]:
    """Every satisfying assignment."""
    found = []
    for bits in product((False, True), repeat=unknowns):
        value = {i + 1: bit for i, bit in enumerate(bits)}
        if all(any(value[abs(x)] == (x > 0) for x in clause) for clause in clauses):
            found.append(value)
    return found


def plainly_implied(clauses: Clauses, goal: tuple[int, ...]) -> bool:
    """Reverse unit propagation as its definition says, clause by clause until nothing changes."""
    true = {-x for x in goal}
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if any(x in true for x in clause):
                continue
            open_literals = [x for x in clause if -x not in true]
            if not open_literals:
                return True
            if len(open_literals) == 1:
                true.add(open_literals[0])
                changed = True
    return False


def test_the_checker_follows_the_definition() -> None:
    rng = random.Random(1)
    yes = no = 0
    for _ in range(400):
        unknowns = rng.randint(2, 7)
        clauses = random_clauses(rng, unknowns, rng.randint(1, 14))
        checker = Checker(unknowns, Work())
        for clause in clauses:
            checker.add(clause)
        assert checker.refuted == plainly_implied(clauses, ())
        for goal in random_clauses(rng, unknowns, 10):
            expected = plainly_implied(clauses, goal)
            assert checker.implies(goal) == expected
            yes, no = yes + expected, no + (not expected)
            if rng.random() < 0.3:
                checker.add(goal)
                clauses.append(goal)
    assert yes > 500 and no > 500


def test_only_consequences_are_accepted_whatever_is_deleted() -> None:
    """Random lines with deletions: what is accepted follows, and nothing satisfiable is refuted."""
    rng = random.Random(2)
    derived = 0
    for _ in range(300):
        unknowns = rng.randint(2, 6)
        clauses = random_clauses(rng, unknowns, rng.randint(3, 16))
        solutions = models(unknowns, clauses)
        checker = Checker(unknowns, Work())
        for clause in clauses:
            checker.add(clause)
        held = list(clauses)
        for line in random_clauses(rng, unknowns, 12):
            if rng.random() < 0.4 and held:
                assert checker.delete(held.pop(rng.randrange(len(held))))
            elif checker.implies(line):
                assert all(any(m[abs(x)] == (x > 0) for x in line) for m in solutions)
                checker.add(line)
                held.append(line)
                derived += 1
        assert not (checker.refuted and solutions)
    assert derived > 300


@pytest.mark.parametrize("prover", PROVERS)
def test_proofs_of_solvers_are_accepted(prover: str) -> None:
    rng = random.Random(3)
    refuted = 0
    for _ in range(60):
        clauses = random_clauses(rng, 12, 48)
        answer = refute(clauses, prover=prover)
        if isinstance(answer, Refutation):
            refutes(12, clauses, answer.lines)
            refuted += 1
        else:
            with pytest.raises(Rejected):
                refutes(12, clauses, ["0"])
    assert refuted > 20


@pytest.mark.parametrize("prover", PROVERS)
def test_the_pigeonhole_principle(prover: str) -> None:
    holes = 5

    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    clauses = [tuple(sits(p, h) for h in range(holes)) for p in range(holes + 1)]
    clauses += [
        (-sits(p, h), -sits(q, h))
        for h in range(holes)
        for p, q in combinations(range(holes + 1), 2)
    ]
    answer = refute(clauses, prover=prover)
    assert isinstance(answer, Refutation)
    unknowns = holes * (holes + 1)
    assert refutes(unknowns, clauses, answer.lines) > 10
    derived = [line for line in answer.lines if not line.startswith("d")]
    refutes(unknowns, clauses, derived)
    with pytest.raises(Rejected, match=r"proof\[\d+\]: does not follow"):
        refutes(unknowns, clauses, derived[-2:])


SQUARE: Clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]


def test_a_proof_must_end_in_a_contradiction() -> None:
    with pytest.raises(Rejected, match="ends without a contradiction"):
        refutes(2, [(1, 2)], [])
    with pytest.raises(Rejected, match="does not follow"):
        refutes(2, [(1, 2)], ["0"])
    assert refutes(2, SQUARE, ["2 0"]) == 1
    assert refutes(1, [(1,), (-1,)], []) == 0
    assert refutes(1, [()], ["1 0", "d 1 0"]) == 0


def test_a_deleted_clause_is_gone_but_not_what_it_implied() -> None:
    with pytest.raises(Rejected, match="not there"):
        refutes(2, SQUARE, ["d 1 0", "2 0"])
    with pytest.raises(Rejected, match="does not follow"):
        refutes(2, SQUARE, ["d -2 1 0", "d 2 1 0", "2 0"])
    checker = Checker(2, Work())
    checker.add((1,))
    assert checker.delete((1,)) and not checker.delete((1,))
    assert checker.implies((1,))


LINES = (
    ("", "1 2", "1 0 2 0", "x 0", "1  2 0", " 1 0", "1 0\n", "0 0", "d", "d1 0", "01 0"),
    ("--1 0", "3 0", "1 1 0", "1 -1 0", "9999999999 0", "1.0 0", "\N{ARABIC-INDIC DIGIT ONE} 0"),
)


@pytest.mark.parametrize("line", [line for group in LINES for line in group])
def test_lines_are_read_strictly(line: str) -> None:
    with pytest.raises(Rejected):
        parse_line(line, 2, "evidence.proof[0]")
    with pytest.raises(Rejected):  # also where the formula is refuted by then
        refutes(2, SQUARE, ["2 0", "0", line])


def test_the_work_is_bounded() -> None:
    with pytest.raises(Beyond, match="the clause visits of the proof take more than"):
        refutes(9, [(-i, i + 1) for i in range(1, 9)], ["-1 9 0", "0"], Work(seconds=6e-5))

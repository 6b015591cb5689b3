"""Evidence about the parents of one variable: what the verifier takes, and what it must not take."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest

from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.verifier.parents import ParentChecker, ParentEvidence, read_local
from symcause.families.linear.verifier.proof_tables import ProvenTables
from symcause.families.linear.verifier.verifier_rows import LocalSystem
from symcause.kernel.linear_sums import System
from symcause.kernel.nodes import Beyond, Node, Rejected
from symcause.kernel.work import Work
from symcause.models.equations import Effect, Equation

BOTH = 0b101  # A and B are the variables 0 and 2


def _numbers(*values: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


def _local(
    point: tuple[int, ...], quadratic: bool = False, signs: tuple[int, ...] = ()
) -> LocalSystem:
    """Rows that this point alone satisfies."""
    rows = tuple(_numbers(*(int(i == j) for j in range(len(point)))) for i in range(len(point)))
    system = System(rows, _numbers(*point))
    return LocalSystem("Y", (0, 2), ("A", "B"), quadratic, system, None, signs=signs)


def _witnessed(local: LocalSystem, *point: int, parents: int = BOTH) -> dict[int, int]:
    evidence = ParentEvidence("Y", feasible=((parents, _numbers(*point)),))
    return ParentChecker(local, "here", Work()).witnesses(evidence)


@pytest.mark.parametrize("point", list(product((-1, 0, 2), repeat=2)), ids=str)
def test_every_effect_of_a_witness_is_one(point: tuple[int, int]) -> None:
    if all(point):
        assert _witnessed(_local(point), *point) == {BOTH: 1}
    else:
        with pytest.raises(Rejected, match="an effect is zero"):
            _witnessed(_local(point), *point)


@pytest.mark.parametrize("point", [(1, 2, 0, 0), (1, 2, 0, 3), (1, 0, 2, 3), (0, 1, 2, 3)])
def test_squares_are_effects_and_what_stands_beside_them_is_none(
    point: tuple[int, int, int, int],
) -> None:
    local = _local(point, quadratic=True)
    if all(point[:2]):
        assert _witnessed(local, *point) == {BOTH: 1}
    else:
        with pytest.raises(Rejected, match="an effect is zero"):
            _witnessed(local, *point)


@pytest.mark.parametrize("signs", list(product((1, 0, -1), repeat=2)), ids=str)
@pytest.mark.parametrize("point", list(product((-1, 2), repeat=2)), ids=str)
def test_effects_have_the_signs_that_are_known(
    point: tuple[int, int], signs: tuple[int, int]
) -> None:
    local = _local(point, signs=signs)
    if all(w * s >= 0 for w, s in zip(point, signs, strict=True)):
        assert _witnessed(local, *point) == {BOTH: 1}
    else:
        with pytest.raises(Rejected, match="another sign"):
            _witnessed(local, *point)


def test_a_witness_satisfies_the_rows_of_its_own_columns() -> None:
    assert _witnessed(_local((0, 3)), 3, parents=0b100) == {0b100: 1}
    with pytest.raises(Rejected, match="do not satisfy"):
        _witnessed(_local((0, 3)), 3, parents=0b001)
    with pytest.raises(Rejected, match="not 1 coefficients"):
        _witnessed(_local((0, 3)), 3, 3, parents=0b001)


def test_a_set_stands_once() -> None:
    twice = ParentEvidence("Y", feasible=((BOTH, _numbers(1, 2)),) * 2)
    with pytest.raises(Rejected, match="stands twice"):
        ParentChecker(_local((1, 2)), "here", Work()).witnesses(twice)


@pytest.mark.parametrize(
    ("zero", "message"),
    [
        ((BOTH, 0, ((0, 1),)), None),
        ((BOTH, 2, ((1, 1),)), "not forced to zero"),  # its row says 3
        ((BOTH, 0, ((1, 1),)), "does not single out"),
        ((BOTH, 2, ((0, 1),)), "does not single out"),
        ((BOTH, 0, ((0, 1), (1, 1))), "does not single out"),
        ((0b100, 0, ((0, 1),)), "not in the set"),
        ((BOTH, 1, ((0, 1),)), "not in the set"),
    ],
)
def test_a_forced_zero_is_that_of_its_parent(
    zero: tuple[int, int, tuple[tuple[int, int], ...]], message: str | None
) -> None:
    parents, parent, rows = zero
    combination = tuple((row, Fraction(times)) for row, times in rows)
    evidence = ParentEvidence("Y", zero=((parents, parent, combination),))
    checker = ParentChecker(_local((0, 3)), "here", Work())
    if message is None:
        checker.refutations(evidence)
    else:
        with pytest.raises(Rejected, match=message):
            checker.refutations(evidence)


def test_sets_are_announced_where_they_stand() -> None:
    written = {"variable": "Y", "feasible": [[0, []]] * 9}
    with pytest.raises(Beyond, match="9 sets take more") as found:
        read_local(Node(written, "here"), _local((1, 1)), Work(seconds=1e-5))
    assert found.value.complaint.place == "here.feasible"


def test_an_equation_fits_with_its_squares_and_with_its_base() -> None:
    """Y = 4 + 2·A² + 3·A − B² + 5·B."""
    equation = Equation.of(
        4, {"A": Effect(Fraction(3), Fraction(2)), "B": Effect(Fraction(5), Fraction(-1))}
    )
    for point in product((2, 3), (-1, 3), (3, 2), (5, -1)):
        local = _local(point, quadratic=True)
        first = (
            Fraction(4 + 2 * 25 + 3 * 5 - 49 + 5 * 7),
            local.features({"A": Fraction(5), "B": Fraction(7)}),
        )
        shown = LocalSystem("Y", (0, 2), ("A", "B"), True, local.system, first)
        right = point == (2, -1, 3, 5)
        assert local.fits(equation, shared=False, work=Work()) is right
        assert shown.fits(equation, shared=True, work=Work()) is right
        other = LocalSystem("Y", (0, 2), ("A", "B"), True, local.system, (first[0] + 1, first[1]))
        assert not other.fits(equation, shared=True, work=Work())
        assert other.fits(equation, shared=False, work=Work()) is right


def test_an_equation_without_squares_fits() -> None:
    equation = Equation.of(1, {"B": Effect(Fraction(3))})
    assert _local((0, 3)).fits(equation, shared=True, work=Work())
    assert not _local((3, 0)).fits(equation, shared=True, work=Work())


@pytest.mark.parametrize("seed", range(30))
def test_live_sets_of_the_target_are_those_of_acyclic_choices(seed: int) -> None:
    rng = random.Random(f"live {seed}")
    size = rng.randint(2, 4)
    tables = tuple(
        {rng.getrandbits(size) & ~(1 << v): 1 for _ in range(rng.randint(1, 3))}
        for v in range(size)
    )
    at = rng.randrange(size)
    names = tuple("ABCD"[:size])
    problem = cast(LinearProblem, SimpleNamespace(variables=names, target=names[at]))
    found = ProvenTables(problem, (), tables, None).live(Work())
    expected = {choice[at] for choice in product(*tables) if _acyclic(choice)}
    assert sorted(found) == sorted(expected)
    with pytest.raises(Beyond, match="the parent sets of the target take more"):
        ProvenTables(problem, (), tables, None).live(Work(seconds=1e-6))


def _acyclic(choice: tuple[int, ...]) -> bool:
    placed = 0
    for _ in choice:
        for v, parents in enumerate(choice):
            if not parents & ~placed:
                placed |= 1 << v
    return placed == (1 << len(choice)) - 1

"""Rows with unobserved cells: members, other members and entailed cells against listing everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown
from symcause.audits.space import EdgeStatuses
from symcause.errors import ProblemError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.hole_space import HoledSpace
from symcause.families.boolean.space.holes import hole_search as holed_search
from symcause.families.boolean.space.holes.hole_search import HoledSearch
from symcause.families.boolean.space.space_choice import open_space
from symcause.models.background_knowledge import Knowledge
from symcause.testing import Case, VersionSpaceConformance
from tests.boolean.space.test_disturbed import every_model, key, noisy_problem
from tests.evidence.facts import ALL, XOR, ordered

Completed = dict[tuple[int, int, str], int]


def holed_problem(rng: random.Random) -> tuple[BooleanProblem, HypothesisClass]:
    """A small random problem of which some cells are not shown."""
    problem, hypotheses = noisy_problem(rng)
    share, left = rng.choice((0.1, 0.3)), 5
    worlds = []
    for world in problem.worlds:
        held = {problem.variables.index(t) for t in world.targets}
        rows = []
        for row in world.rows:
            cells = list(row)
            for i in range(len(cells)):
                if i not in held and left and rng.random() < share:
                    cells[i], left = "?", left - 1
            rows.append("".join(cells))
        worlds.append(replace(world, rows=tuple(rows)))
    errors = rng.choice((0, 0, 1, 2))
    return replace(problem, worlds=tuple(worlds)), replace(hypotheses, errors=errors)


def completions(problem: BooleanProblem) -> list[Completed]:
    holes = [
        (w, r, v)
        for w, world in enumerate(problem.training)
        for r, row in enumerate(world.rows)
        for v, bit in zip(problem.variables, row, strict=True)
        if bit == "?"
    ]
    return [dict(zip(holes, bits, strict=True)) for bits in product((0, 1), repeat=len(holes))]


def cost(model: BooleanSCM, problem: BooleanProblem, completed: Completed) -> int:
    wrong = 0
    for w, world in enumerate(problem.training):
        for r, row in enumerate(world.rows):
            wrong += _row(
                model,
                problem,
                world,
                row,
                {v: b for (i, j, v), b in completed.items() if (i, j) == (w, r)},
            )
    return wrong


def _row(
    model: BooleanSCM, problem: BooleanProblem, world: World, row: str, filled: dict[str, int]
) -> int:
    state = {
        v: bool(filled[v]) if bit == "?" else bit == "1"
        for v, bit in zip(problem.variables, row, strict=True)
    }
    return sum(f(state) != state[v] for v, f in model.functions.items() if v not in world.targets)


def _leaves_a_scored_cell(problem: BooleanProblem, model: BooleanSCM) -> bool:
    return any(
        bit != "?" and v in model.functions and v not in world.targets
        for world in problem.training
        for row in world.rows
        for v, bit in zip(problem.variables, row, strict=True)
    )


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_members_and_entailed_cells_are_those_of_the_listing(seed: int) -> None:
    rng = random.Random(seed)
    try:
        problem, hypotheses = holed_problem(rng)
    except ProblemError:  # no scored cell is left
        return
    filled = completions(problem)
    fits: dict[object, list[Completed]] = {}
    models = {}
    for model in every_model(problem, hypotheses.max_parents):
        good = [c for c in filled if cost(model, problem, c) <= hypotheses.errors]
        if good and _leaves_a_scored_cell(problem, model):
            fits[key(model)], models[key(model)] = good, model
    if len(fits) > 400:
        return
    search = HoledSearch(problem, hypotheses)
    found = [member for member in search.members() if isinstance(member, BooleanSCM)]
    assert len(found) == len({key(member) for member in found})
    assert {key(member) for member in found} == set(fits)
    every = [c for good in fits.values() for c in good]
    same = (
        {cell: every[0][cell] for cell in filled[0] if len({c[cell] for c in every}) == 1}
        if every
        else {}
    )
    assert search.entailed() == same
    for name in list(fits)[:3]:
        other = search.other(models[name])
        assert (other is None) == (len(fits) == 1)
        assert other is None or (isinstance(other, BooleanSCM) and key(other) in set(fits) - {name})


F11 = ordered("f11", [*ALL, "0?1"], None, gold=XOR)
CHAIN = {"roots": ["A"], "max_parents": 1}

# problem, verdict, count by disturbed cells, best, margin, entailed cells, edges that may be there
FACTS: dict[str, tuple[dict[str, Any], str, list[int], tuple[int, int], int, list[Any], str]] = {
    "an entailed cell": (
        *(F11, "unique", [1], (0, 1), 1, [("w0", 4, "B", 1)], "A->C always B->C always"),
    ),
    "mechanisms are coupled": (
        ordered("f12", ["0?0", "1?1"], None, **CHAIN),
        *("ambiguous", [6], (0, 6), 0, [], "A->B open A->C open B->C open"),
    ),
    "an unobserved cell is disturbed": (
        ordered("f13", ["0?0", "1?1", "0?1"], None, errors=1, **CHAIN),
        *("ambiguous", [0, 12], (1, 12), 0, [], "A->B open A->C open B->C open"),
    ),
}


@pytest.mark.parametrize("name", FACTS)
def test_worked_problems(name: str) -> None:
    filed, verdict, spectrum, best, margin, entailed, edges = FACTS[name]
    if filed["knowledge"] is None:
        filed = {key: value for key, value in filed.items() if key != "knowledge"}
    problem = symcause.problem(filed)
    found = symcause.audit(problem).to_dict()
    assert (found["verdict"], found["count"]) == (verdict, sum(spectrum))
    assert [level["count"] for level in found["spectrum"]] == spectrum
    assert (found["best"]["errors"], found["best"]["count"]) == best
    assert found["margin"]["value"] == margin
    assert [tuple(cell.values()) for cell in found["unobserved"]["entailed"]] == entailed
    told = {edge: said for edge, said in found["edges"].items() if said != "never"}
    words = edges.split()
    assert told == dict(zip(words[::2], words[1::2], strict=True))
    counted = symcause.count(problem).to_dict()
    assert counted["spectrum"] == found["spectrum"]


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_knowledge_is_that_of_the_listing(seed: int) -> None:
    rng = random.Random(seed)
    try:
        problem, hypotheses = holed_problem(rng)
    except ProblemError:
        return
    names = list(problem.variables)
    edges = [(a, b) for a in names for b in names if a != b]
    known = Knowledge(
        require=tuple(rng.sample(edges, rng.choice((0, 0, 1)))),
        forbid=tuple(rng.sample(edges, rng.choice((0, 1)))),
        signs=tuple((edge, rng.choice("+-")) for edge in rng.sample(edges, rng.choice((0, 1, 2)))),
        unate=rng.random() < 0.3,
    )
    filled = completions(problem)
    expected = {
        key(model)
        for model in every_model(problem, hypotheses.max_parents)
        if _leaves_a_scored_cell(problem, model)
        and _respects(model, known)
        and min(cost(model, problem, c) for c in filled) <= hypotheses.errors
    }
    if len(expected) > 300:
        return
    search = HoledSearch(problem, replace(hypotheses, knowledge=known))
    found = [member for member in search.members() if isinstance(member, BooleanSCM)]
    assert {key(member) for member in found} == expected and len(found) == len(expected)


def _respects(model: BooleanSCM, known: Knowledge) -> bool:
    """By the definitions, one pattern at a time."""
    edges = {(p, v) for v, f in model.functions.items() for p in f.parents}
    if not edges.issuperset(known.require) or not edges.isdisjoint(known.forbid):
        return False
    for variable, function in model.functions.items():
        for j, parent in enumerate(function.parents):
            steps = {
                (function.table >> (p | 1 << j) & 1) - (function.table >> p & 1)
                for p in range(1 << len(function.parents))
                if not p >> j & 1
            }
            sign = dict(known.signs).get((parent, variable))
            if (sign == "+" and -1 in steps) or (sign == "-" and 1 in steps):
                return False
            if known.unate and {-1, 1} <= steps:
                return False
    return True


class TestHoledSpace(VersionSpaceConformance):
    """What every version space must do."""

    most_listed = 60

    def cases(self) -> Iterator[Case]:
        for rows, errors in ((["0?0", "1?1"], 0), ([*ALL, "0?1"], 0), (["0?0", "1?1", "0?1"], 1)):
            filed = ordered("h", rows, None, errors=errors, **CHAIN)
            del filed["knowledge"]
            yield Case(symcause.problem(filed))

    def space(self, problem: BooleanProblem) -> HoledSpace:
        found = open_space(problem)
        assert isinstance(found, HoledSpace)
        return found

    def leaves_more(self, space: Any) -> bool:
        """A member that shows something else may have been disturbed."""
        return True


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(10))
def test_many_more(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        test_members_and_entailed_cells_are_those_of_the_listing(seed)
        test_knowledge_is_that_of_the_listing(seed)


def test_all_edges_are_paid_from_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call is cheap, and together they may still be too many."""
    rng = random.Random(4)
    problem, hypotheses = next(
        (problem, hypotheses)
        for problem, hypotheses in (holed_problem(rng) for _ in range(100))
        if problem.holed and isinstance(HoledSearch(problem, hypotheses).member(), BooleanSCM)
    )
    assert isinstance(HoledSearch(problem, hypotheses).edges(), EdgeStatuses)
    monkeypatch.setattr(holed_search, "HOLED_ANSWER_STEPS", 60)
    search = HoledSearch(problem, hypotheses)
    assert isinstance(search.member(), BooleanSCM)
    assert search.edges() == Unknown("no answer within 60 steps of work")

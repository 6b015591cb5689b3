"""Linear version spaces do what every version space does: exact, integer, rounded, quadratic, hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import ProblemError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import (
    EquationFamily,
    Hidden,
    Manipulation,
    Semantics,
)
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import ChainState, Coefficients, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.parent_tables import feasibility
from symcause.families.linear.space.space_choice import open_space
from symcause.models.equations import Effect, Equation
from symcause.testing import Case, VersionSpaceConformance
from tests.linear.cases import RATIONAL, episode, integers, problem_of, random_model

F = Fraction
SMALL = Coefficients(min_effect=F("0.5"))


class LinearConformance(VersionSpaceConformance):
    """What the kinds of linear spaces share; *options* say how problems are made."""

    most_listed = 60
    looked_at = 6

    def space(self, problem: LinearProblem) -> Any:
        return open_space(problem)

    def key(self, model: CrystalModel) -> object:
        return model.edges

    def execute(
        self, problem: LinearProblem, model: CrystalModel, experiment: Mapping[str, object]
    ) -> Mapping[str, object] | None:
        ((name, value),) = experiment.items()
        assert isinstance(value, Fraction)
        lab, crystal = problem.laboratory(model), current_crystal(problem, model)
        assert crystal is not None
        return lab.measure(lab.intervene(crystal, Manipulation(name, value)))

    def tried(self, space: Any) -> Iterable[Any]:
        for number, name in enumerate(space.problem.controllable[:3]):
            yield {name: F(37 + number)}

    def outsiders(self, problem: LinearProblem) -> Iterable[CrystalModel]:
        rng = random.Random(problem.id)
        for _ in range(4):
            yield random_model(rng, len(problem.variables))
        yield CrystalModel.of({"other": Equation()})


def grown(seed: int, targets: int = 2, **options: Any) -> Case:
    """An episode after one intervention less, and in full."""
    rng = random.Random(f"conformance {seed}")
    size = options.pop("size", 4)
    sink = options.get("sink", True)
    values = options.pop("values", (-2, -1, 1, 2))
    quadratic = options.get("family") is EquationFamily.QUADRATIC
    model = random_model(rng, size, sink=sink, values=values, quadratic=quadratic)
    problem = problem_of(model, **options)
    problem = replace(episode(rng, problem, problem.controllable[:targets]), id=f"case{seed}")
    return Case(problem.shortened(targets - 1), problem)


def nothing(case: Case) -> Case:
    """A problem that no model explains."""
    problem = case.problem
    record = problem.records[0]
    odd = replace(record, id="odd", values={**record.values, "f": record.values["f"] + 1})
    return Case(replace(problem, records=(*problem.records, odd), gold=None))


class TestExact(LinearConformance):
    def cases(self) -> Iterator[Case]:
        for seed, semantics in enumerate(Semantics):
            yield grown(seed, semantics=semantics, coefficients=RATIONAL)
        yield grown(3, sink=False)
        yield grown(4, family=EquationFamily.QUADRATIC, size=3)
        yield grown(5, coefficients=SMALL)
        yield nothing(grown(6))
        case = grown(7)
        yield Case(replace(case.problem, max_parents=1), replace(case.more, max_parents=1))

    def beyond_reach(self) -> LinearProblem:
        names = tuple(f"x{i}" for i in range(18))
        state = ChainState(dict.fromkeys(names, F(1)))
        return LinearProblem("many", names, "x0", names[1:], chain=(state,))


class TestIntegers(LinearConformance):
    def cases(self) -> Iterator[Case]:
        for seed, semantics in enumerate(Semantics):
            yield grown(10 + seed, semantics=semantics, coefficients=integers(-2, 2))
        yield grown(13, sink=False, coefficients=integers(-2, 2), size=3)


class TestRounded(LinearConformance):
    most_listed = 30

    def cases(self) -> Iterator[Case]:
        yield grown(20, size=3, coefficients=SMALL, rounding="0.01")
        yield grown(21, size=3, coefficients=integers(-2, 2), rounding="0.1")


class TestHidden(LinearConformance):
    most_listed = 30
    looked_at = 3

    def cases(self) -> Iterator[Case]:
        hidden = Hidden((F(-5), F(0), F(5)), F(1), ("x1",))
        more = {"hidden": hidden, "size": 3, "values": (1, 2)}
        yield Case(grown(30, coefficients=integers(1, 2), **more).more)
        yield Case(grown(31, coefficients=RATIONAL, **more).more)

    def beyond_reach(self) -> LinearProblem:
        problem = next(self.cases()).problem
        assert isinstance(problem, LinearProblem)
        return replace(problem, family=EquationFamily.QUADRATIC, gold=None)

    def test_an_experiment_has_no_single_outcome(self) -> None:
        space = self.space(next(self.cases()).problem)
        found = space.separate(space.pick(), space.pick())
        assert isinstance(found, Unknown)
        assert "disturbance" in found.reason


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(12))
def test_others_come_nearest_first(seed: int) -> None:
    """All other graphs, by the number of different edges; equations that may stay do."""
    case = grown(100 + seed, targets=1, coefficients=integers(-1, 1), size=4)
    space = open_space(case.problem)
    members = list(space.members())
    for model in members[:3]:
        assert isinstance(model, CrystalModel)
        others = list(space.others(model))
        far = [len(set(other.edges) ^ set(model.edges)) for other in others]
        assert far == sorted(far)
        assert len(others) == len(members) - 1
        for other in others:
            for name, equation in other.equations.items():
                if equation.parents == model.equations[name].parents:
                    assert equation == model.equations[name]


@pytest.mark.parametrize("seed", range(3))
def test_others_keep_equations_that_are_not_the_first_ones(seed: int) -> None:
    """The free coefficients of a model stay what they are, wherever its parents do."""
    space = open_space(grown(110 + seed, targets=1, size=4).problem)
    model, kept = space.draw(random.Random(seed)), 0
    for other in islice(space.others(model), 12):
        for name, equation in other.equations.items():
            if equation.parents == model.equations[name].parents:
                assert equation == model.equations[name]
                kept += equation != space.at(space.masks_of(other.edges)).equations[name]
    assert kept


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(6))
def test_members_by_size(seed: int) -> None:
    case = grown(200 + seed, targets=1)
    space = open_space(case.problem)
    sizes = [len(member.edges) for member in space.simplest()]
    assert sizes == sorted(len(member.edges) for member in space.members())


@pytest.mark.parametrize("kind", [TestExact, TestHidden])
def test_what_is_represented_is_a_graph_of_a_member(kind: type[LinearConformance]) -> None:
    """Whatever its equations are: with an edge more, or one less, it may be a graph of none."""
    told = Counter[bool]()
    for case in islice(kind().cases(), 4):
        space = open_space(case.problem)
        graphs = {member.edges for member in islice(space.members(), 40)}
        if len(graphs) == 40:
            continue
        names = case.problem.variables
        pairs = [(a, b) for a in names for b in names if names.index(a) < names.index(b)]
        near = {frozenset({*graph} ^ {pair}) for graph in graphs for pair in pairs}
        for graph in sorted(map(sorted, {*near, *map(frozenset, graphs)})):
            effects = {v: {a: Effect(F(7)) for a, b in graph if b == v} for v in names}
            try:
                model = CrystalModel.of({v: Equation.of(1, own) for v, own in effects.items()})
            except ProblemError:  # a cycle
                continue
            known = any({*model.edges} == {*edges} for edges in graphs)
            assert space.represents(model) == known
            told[known] += 1
        assert not space.represents(CrystalModel.of({"other": Equation()}))
    assert min(told[True], told[False]) > 1, told


@pytest.mark.parametrize("coefficients", [RATIONAL, integers(-2, 2)])
def test_graphs_follow_from_counted_models(coefficients: Coefficients) -> None:
    """Where parent sets were counted, which of them there are takes no further work."""
    meter = Meter()
    space = LinearSpace(grown(44, coefficients=coefficients).problem, meter=meter)
    weights, spent = space.weights, meter.spent
    assert not isinstance(weights, Unknown) and spent
    assert space.choices == tuple(dict.fromkeys(table, 1) for table in weights)
    assert meter.spent == spent
    again = LinearSpace(space.problem)
    assert space.choices == again._tables(feasibility)


def test_draws_are_uniform_over_graphs() -> None:
    case = grown(300, targets=1, size=3)
    space, rng = open_space(case.problem), random.Random(1)
    graphs = [member.edges for member in space.members()]
    drawn = [space.draw(rng).edges for _ in range(60 * len(graphs))]
    assert len(graphs) > 1
    assert all(30 <= drawn.count(graph) <= 100 for graph in graphs)


def test_a_model_of_another_class_is_told_so() -> None:
    problem = grown(400).more
    space = open_space(problem, max_parents=0)
    model = CrystalModel.of(
        {v: Equation.of(0, {"x0": Effect(F(1))} if v == "f" else {}) for v in problem.variables}
    )
    assert any("more than 0 parents of f" in str(found) for found in space.objections(model))

"""Errors in cells of any number of values: counts by cells, least costs and margins against brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod

import numpy as np
import pytest

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.space.noise.disturbed_space import DisturbedSpace
from symcause.mechanisms.noise.disturbance_space import DisturbanceSpace
from symcause.mechanisms.noise.mechanism_costs import LocalCosts
from symcause.mechanisms.noise.model_margin import best_model, margin_of, within
from symcause.mechanisms.noise.noise_structure import Erring
from symcause.mechanisms.noise.pattern_tallies import Readings
from symcause.mechanisms.noise.table_outputs import outputs, packed
from symcause.solvers.acyclic.cut_polynomials import CutRing
from tests.amounts import amount
from tests.boolean.space.test_disturbed import noisy_problem
from tests.mechanisms import second_noise as second
from tests.mechanisms.second_noise import Mapped, MappedModel, SeenWorld, Toy

Roots = tuple[str, ...]
Listed = Mapping[str, list[Mapped]]


class MappedCosts(LocalCosts[Mapped]):
    """What a family of tables has to add: the mechanism that a table is."""

    def reduced(self, names: tuple[str, ...], table: int) -> Mapped:
        where = self.readings.variables.index
        sizes = tuple(self.readings.sizes[where(name)] for name in names)
        cube, kept = outputs(table, prod(sizes), self.values).reshape(sizes[::-1]), list(names)
        for place in reversed(range(len(sizes))):
            axis = cube.ndim - 1 - place
            if (cube == cube.take([0], axis)).all():
                cube = cube.take(0, axis)
                del kept[place]
        return Mapped(tuple(kept), packed(cube.ravel(), self.values))


@dataclass(frozen=True)
class ToySpace(DisturbanceSpace[Mapped, MappedModel]):
    """The models of a toy; *listed* are its mechanisms where the class has not all."""

    toy: Toy
    listed: Listed | None = None
    each: bool = True
    meter: Meter | None = field(default=None, compare=False)

    @property
    def variables(self) -> tuple[str, ...]:
        return self.toy.names

    @cached_property
    def readings(self) -> Readings[Mapped]:
        rows = [row for world in self.toy.worlds for row in world.rows]
        cells = np.array(rows, dtype=np.int64)
        sizes = tuple(self.toy.sizes.values())
        return Readings(self.toy.names, self.toy.worlds, cells, sizes, self.each)

    @property
    def given_roots(self) -> Roots | None:
        return None if self.toy.hidden else self.toy.roots

    def admitted_roots(self) -> Iterator[Roots]:
        return self.toy.root_sets()

    def costs_of(self, variable: str) -> MappedCosts:
        at = self.toy.names.index(variable)
        others = tuple(i for i in range(len(self.toy.names)) if i != at)
        tables = None if self.listed is None else self._tables
        return MappedCosts(self.readings, at, others, self.toy.most, tables)

    def _tables(self, variable: int, parents: int) -> tuple[int, ...]:
        assert self.listed is not None
        names = tuple(v for i, v in enumerate(self.toy.names) if parents >> i & 1)
        own = self.listed[self.toy.names[variable]]
        return tuple(sorted(f.table for f in own if f.parents == names))

    def build(self, roots: Roots, functions: dict[str, Mapped]) -> MappedModel:
        return MappedModel(roots, functions)

    def whole(self) -> ToySpace:
        return replace(self, each=False)


def case(seed: int) -> tuple[random.Random, Toy, Listed, ToySpace]:
    """A problem; in every third one the class lists its tables."""
    rng = random.Random(seed)
    toy = second.random_toy(rng)
    every = {v: second.functions(toy, v) for v in toy.names}
    if seed % 3:
        return rng, toy, every, ToySpace(toy)
    some = {v: [f for f in fs if rng.random() < 0.6] for v, fs in every.items()}
    return rng, toy, some, ToySpace(toy, some)


CASES = pytest.mark.parametrize("seed", range(150))


@pytest.mark.few(24)
@CASES
def test_counts_and_members_by_disturbed_cells_are_those_of_the_listing(seed: int) -> None:
    rng, toy, listed, space = case(seed)
    costs = {m.key: second.cost(toy, m) for m in second.models(toy, listed)}
    spectrum, most = Counter(costs.values()), rng.randint(0, 5)
    assert space.spectrum(most) == tuple(spectrum[d] for d in range(most + 1))
    assert sum(space.spectrum(space.scored)) == len(costs)
    assert space.least == min(costs.values(), default=None)
    few = max(d for d in range(-1, most + 1) if sum(spectrum[e] for e in range(d + 1)) <= 200)
    members = list(space.members(few))
    assert [costs[m.key] for m in members] == sorted(d for d in costs.values() if d <= few)
    assert len({m.key for m in members}) == len(members)
    assert all(space.disturbed(m) == costs[m.key] for m in members[:20])


@pytest.mark.few(24)
@CASES
def test_parent_sets_edges_and_mechanisms_are_those_of_the_members(seed: int) -> None:
    rng, toy, listed, space = case(seed)
    models = second.models(toy, listed)
    costs = [second.cost(toy, m) for m in models]
    errors = rng.randint(0, 4) + min(costs, default=0)
    members = [m for m, d in zip(models, costs, strict=True) if d <= errors]
    found = Erring(space, errors)
    assert found.is_empty == (not members)
    shown = {v: {m.functions[v] for m in members if v in m.functions} for v in toy.names}
    for v, own in shown.items():
        assert found.mechanism_count(v) == len(own)
        assert sorted(_parts(found.mechanisms(v))) == sorted(_parts(own))
        if v in space.local:
            live = {sum(1 << toy.names.index(p) for p in f.parents) for f in own}
            assert set(found.left(v)) == live
    edges = {
        (p, c): _held([c in m.functions and p in m.functions[c].parents for m in members])
        for c in toy.names
        for p in toy.names
        if p != c
    }
    assert found.edges() == (edges if members else {})
    rooted = {v: any(v in m.roots for m in members) for v in toy.names}
    assert found.open_variables() == tuple(v for v in toy.names if len(shown[v]) + rooted[v] > 1)


def _parts(functions: object) -> list[tuple[tuple[str, ...], int]]:
    return [(f.parents, f.table) for f in functions]  # type: ignore[attr-defined]


def _held(said: list[bool]) -> str:
    return "always" if all(said) else "open" if any(said) else "never"


@pytest.mark.few(24)
@CASES
def test_margins_are_those_of_the_listing(seed: int) -> None:
    rng, toy, listed, space = case(seed)
    models = second.models(toy, listed)
    best = best_model(space)
    if not models:
        assert best is None
        return
    costs = {m.key: second.cost(toy, m) for m in models}
    assert best is not None and costs[best.key] == min(costs.values())
    for model in (best, *rng.sample(models, min(3, len(models)))):
        found, own = margin_of(space, model), costs[model.key]
        others = [m for m in models if m.key != model.key]
        assert found.value == min((costs[m.key] - own for m in others), default=None)
        if found.second is None:
            assert not others
        else:
            assert found.value == costs[found.second.key] - own and found.second.key != model.key
        near = list(within(space, model, own + 1))
        assert bool(near) == any(costs[m.key] <= own + 1 for m in others)
        assert all(costs[m.key] <= own + 1 for m in near)
        for v, value in found.variables.items():
            alone = [m for m in others if m.roots == model.roots and m.changed(model) == (v,)]
            assert value == min((costs[m.key] - own for m in alone), default=None)
        assert found.without is not None
        for world in toy.worlds:
            rest = tuple(w for w in toy.worlds if w is not world)
            assert found.without[world.id] == _margin(toy, model, others, rest)


def _margin(
    toy: Toy, model: MappedModel, others: list[MappedModel], worlds: tuple[SeenWorld, ...]
) -> int | None:
    """Against models that have a cell to predict in these worlds."""
    left = [m for m in others if any(v not in w.targets for w in worlds for v in m.functions)]
    own = second.cost(toy, model, worlds)
    return min((second.cost(toy, m, worlds) - own for m in left), default=None)


@pytest.mark.few(30)
@CASES
def test_costs_of_single_mechanisms_are_those_of_their_cells(seed: int) -> None:
    """Also with up to five values and two parents: one variable at a time reaches further."""
    rng = random.Random(seed)
    toy = second.random_toy(rng, largest=5, tables=800)
    if toy.hidden:
        toy = replace(toy, hidden=False)
    space = ToySpace(toy)
    for v, local in space.local.items():
        every = second.functions(toy, v)
        by_cost = Counter((f.parents, second.disturbed(toy, v, f, toy.worlds)) for f in every)
        degree = len(space.readings.cells)
        weights = local.weights(CutRing(degree, local.written.bit_length() + 1))
        counted = {
            (local.names(group), d): number
            for group, weight in weights.items()
            for d, number in enumerate(weight.coefficients)
            if number
        }
        assert counted == by_cost
        most = rng.randint(0, degree)
        assert local.number(most) == sum(n for (_, d), n in by_cost.items() if d <= most)
        for group in weights:
            listed = [f for d in range(degree + 1) for f in local.functions(group, d)]
            own = [f for f in every if f.parents == local.names(group)]
            assert sorted(_parts(listed)) == sorted(_parts(own))
        function = rng.choice(every)
        at = toy.names.index(v)
        assert local.lists(function)
        wrong = [second.disturbed(toy, v, function, w) for w in _parts_of(toy)]
        assert space.readings.disturbed(function, at).tolist() == wrong
        cheapest = min(local.least.items(), key=lambda item: int(item[1][0]))
        other = local.cheapest(cheapest[0], local.cheapest(cheapest[0]))
        assert len(every) == 1 or other != local.cheapest(cheapest[0])


def _parts_of(toy: Toy) -> list[tuple[SeenWorld, ...]]:
    """All worlds, then all but each."""
    worlds = toy.worlds
    return [worlds, *(tuple(w for w in worlds if w is not left) for left in worlds)]


def test_two_values_as_tables_are_the_boolean_space() -> None:
    for seed in range(amount(20, 200)):
        problem, hypotheses = noisy_problem(random.Random(seed))
        boolean = DisturbedSpace(problem, hypotheses, problem.training, each=True)
        bits, names = boolean.readings, problem.variables
        general: Readings[Function] = Readings(
            names, problem.training, bits.cells, bits.sizes, True
        )
        for v, local in boolean.local.items():
            at = names.index(v)
            listed = [f for group in local.tallies for f in local.functions(group, 0)]
            for function in (*listed[:5], Function((), 1)):
                said = bits.disturbed(function, at).tolist()
                assert general.disturbed(function, at).tolist() == said
                wide = local.names((1 << len(names)) - 1 ^ 1 << at)
                assert LocalCosts.extended(local, function, wide) == function.extended(wide)


def test_beyond_reach_is_told_before_anything_is_looked_at() -> None:
    sizes = {f"X{i}": 9 for i in range(9)}
    world = SeenWorld("w", (), ((0,) * 9,))
    space = ToySpace(Toy(sizes, ("X0",), False, 8, (world,)))
    with pytest.raises(LimitError, match="2,304 parent sets, 1,800,000,000 patterns"):
        space.spectrum(1)

"""Evidence that errs: counts by disturbed cells, least costs and margins against listing every model."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

import symcause
from symcause.families.boolean.audits.alternatives.noise_pairs import ErringPairs
from symcause.families.boolean.audits.evidence.cell_report import cell_parts
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.noise.disturbed_space import DisturbedSpace
from symcause.families.boolean.space.noise.least_disturbance import simplest_erring
from symcause.mechanisms.noise.model_margin import best_model, margin_of
from symcause.mechanisms.noise.noise_structure import Erring
from symcause.models.disclosure import Setting
from tests.boolean.brute import all_functions, is_acyclic, random_problem


def disturbed(model: BooleanSCM, variables: tuple[str, ...], worlds: tuple[World, ...]) -> int:
    """The cells that the model gets wrong, one at a time."""
    wrong = 0
    for world in worlds:
        for row in world.rows:
            state = {v: bit == "1" for v, bit in zip(variables, row, strict=True)}
            wrong += sum(
                f(state) != state[v] for v, f in model.functions.items() if v not in world.targets
            )
    return wrong


def every_model(problem: BooleanProblem, most: int | None) -> list[BooleanSCM]:
    """All models of the class, whatever the evidence."""
    found = []
    for roots in problem.disclosure.root_sets():
        endogenous = problem.disclosure.endogenous(roots)
        scored = any(v not in w.targets for w in problem.training for v in endogenous)
        admissible = {v: problem.disclosure.admissible(v) for v in endogenous}
        if problem.setting is Setting.HIDDEN_ROOTS and not scored:
            continue
        if not problem.constants and any(not set(roots) & set(a) for a in admissible.values()):
            continue
        options = [
            [f for f in all_functions(admissible[v]) if most is None or len(f.parents) <= most]
            for v in endogenous
        ]
        for chosen in product(*options):
            functions = dict(zip(endogenous, chosen, strict=True))
            if is_acyclic(functions):
                found.append(BooleanSCM(roots, functions))
    return found


def noisy_problem(rng: random.Random) -> tuple[BooleanProblem, HypothesisClass]:
    """A small random problem, some cells of which are flipped."""
    problem, _ = random_problem(rng, rng.randint(2, 3), rng.choice(list(Setting)))
    share = rng.choice((0, 0.1, 0.3))
    worlds = []
    for world in problem.worlds:
        held = {problem.variables.index(t) for t in world.targets}
        rows = tuple(
            "".join(
                str(1 - int(bit)) if i not in held and rng.random() < share else bit
                for i, bit in enumerate(row)
            )
            for row in world.rows
        )
        worlds.append(replace(world, rows=rows * rng.choice((1, 1, 2))))
    problem = replace(problem, worlds=tuple(worlds), gold=None)
    return problem, HypothesisClass(max_parents=rng.choice((None, 1, 2)))


def key(model: BooleanSCM) -> tuple[object, ...]:
    return tuple(sorted(model.roots)), tuple(sorted(model.functions.items(), key=lambda i: i[0]))


@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(60))
def test_counts_least_costs_and_margins_are_those_of_the_listing(seed: int) -> None:
    rng = random.Random(seed)
    problem, hypotheses = noisy_problem(rng)
    models = every_model(problem, hypotheses.max_parents)
    costs = {key(m): disturbed(m, problem.variables, problem.training) for m in models}
    space = DisturbedSpace(problem, hypotheses, problem.training, each=True)
    spectrum = Counter(costs.values())
    most = rng.randint(0, 4)
    assert space.spectrum(most) == tuple(spectrum[d] for d in range(most + 1))
    assert space.least == (min(costs.values()) if costs else None)
    listed = [(costs[key(m)], m) for m in space.members(min(most, 2))]
    assert [d for d, _ in listed] == sorted(d for d, _ in listed)
    assert {key(m) for _, m in listed} == {k for k, d in costs.items() if d <= min(most, 2)}
    assert len(listed) == len({key(m) for _, m in listed})
    if not models:
        assert best_model(space) is None
        return
    best = best_model(space)
    assert best is not None and costs[key(best)] == space.least
    exact = [m for m in models if not costs[key(m)]]
    for model in (*rng.sample(models, min(3, len(models))), *exact[:1]):
        _margin_is_that_of_the_listing(space, model, models)


def _margin_is_that_of_the_listing(
    space: DisturbedSpace, model: BooleanSCM, models: list[BooleanSCM]
) -> None:
    problem = space.problem
    variables, worlds = problem.variables, problem.training
    found = margin_of(space, model)
    others = [m for m in models if key(m) != key(model)]

    def margin(among: list[BooleanSCM], over: tuple[World, ...]) -> int | None:
        own = disturbed(model, variables, over)
        return min((disturbed(m, variables, over) - own for m in among), default=None)

    assert found.value == margin(others, worlds)
    assert (
        space.disturbed(model)
        == disturbed(model, variables, worlds)
        == len(cell_parts(problem, model))
    )
    own = disturbed(model, variables, worlds)
    if own == 0 and found.value == 0:  # tied: it is known what worlds left out make of it
        tied = margin_of(space, model, tied=True)
        assert (tied.value, tied.variables, tied.without) == (0, found.variables, found.without)
        assert tied.second is not None and space.disturbed(tied.second) == 0
        assert key(tied.second) == key(found.second or tied.second)
    if found.value is None:
        assert found.second is None
    else:
        assert found.second is not None and key(found.second) in {key(m) for m in others}
        assert space.disturbed(found.second) - space.disturbed(model) == found.value
    assert found.variables is not None and found.without is not None
    for variable, value in found.variables.items():
        alone = [
            m
            for m in others
            if set(m.roots) == set(model.roots)
            and all(m.functions[v] == f for v, f in model.functions.items() if v != variable)
        ]
        assert value == margin(alone, worlds)
    for world in worlds:
        rest = tuple(w for w in worlds if w is not world)
        left = [m for m in others if any(v not in w.targets for w in rest for v in m.functions)]
        assert found.without[world.id] == margin(left, rest)


def test_without_a_world_the_margin_is_that_of_the_other_worlds() -> None:
    """Over B as the only root the second world alone has a cell to disturb: without it B is no root set."""
    gold = {"roots": ["C"], "mechanisms": {"A": "(or (not C) C)", "B": "(not C)"}}
    told = {"split": "train", "mode": "constant", "targets": ["A", "C"]}
    first = {"id": "w0", **told, "rows": ["101", "101", "111"]}
    second = {"id": "w1", "split": "train", "mode": "none", "targets": [], "rows": ["110"]}
    stated = {"setting": "hidden-roots", "root_count": 1, "max_parents": 2, "errors": 20}
    document = {"format": "symcause.boolean/2", "id": "hidden", "variables": list("ABC"), **stated}
    problem = symcause.problem({**document, "worlds": [first, second], "gold": gold})
    assert isinstance(problem, BooleanProblem)
    whole = symcause.audit(problem).margin
    alone = symcause.audit(replace(problem, worlds=problem.worlds[:1])).margin
    assert whole is not None and alone is not None and whole.without is not None
    assert whole.without["w1"] == alone.value == 0


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_mechanisms_and_edges_are_those_of_the_listing(seed: int) -> None:
    rng = random.Random(seed)
    problem, hypotheses = noisy_problem(rng)
    errors = rng.randint(0, 4)
    space = DisturbedSpace(problem, hypotheses, problem.training)
    erring = Erring(space, errors)
    members = [
        m
        for m in every_model(problem, hypotheses.max_parents)
        if disturbed(m, problem.variables, problem.training) <= errors
    ]
    assert erring.is_empty == (not members)
    statuses = erring.edges()
    several = []
    for child in problem.variables:
        having = {m.functions.get(child) for m in members}
        functions = {f for f in having if f is not None}
        assert set(erring.mechanisms(child)) == functions
        assert erring.mechanism_count(child) == len(functions)
        several += [child] * (len(having) > 1)
        for parent in problem.variables:
            held = {f is not None and parent in f.parents for f in having}
            if parent != child and members:
                word = "open" if len(held) > 1 else "always" if True in held else "never"
                assert statuses[parent, child] == word
    assert erring.open_variables() == tuple(several)


@pytest.mark.parametrize("bound", [None, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_the_simplest_of_the_least_disturbed_is_that_of_the_listing(
    seed: int, bound: int | None
) -> None:
    """Fewest cells, then the least size; *bound* is one on how mechanisms can be written."""
    rng = random.Random(f"simplest {seed}")
    problem, _ = noisy_problem(rng)
    sizes = catalogue(problem.operators, problem.constants).minimal_size
    hypotheses = HypothesisClass(max_ast=bound)
    models = []
    for model in every_model(problem, None):
        written = [sizes(f) for f in model.functions.values()]
        if bound is None or max(written) <= bound:
            wrong = disturbed(model, problem.variables, problem.training)
            models.append((wrong, sum(written)))
    space = DisturbedSpace(problem, hypotheses, problem.training)
    found = simplest_erring(space, 9)
    assert found is not None and found.optimal
    own = sum(sizes(f) for f in found.model.functions.values())
    assert (space.disturbed(found.model), own) == min(models)
    assert found.total_ast == own
    assert simplest_erring(space, min(models)[0] - 1) is None


def test_pairs_that_only_change_together_are_those_of_the_listing() -> None:
    """Within the errors, where one change alone would be a cycle."""
    rng, told = random.Random("pairs"), Counter[bool]()
    for _ in range(90):
        problem, hypotheses = noisy_problem(rng)
        if len(problem.variables) < 3:
            continue
        errors = rng.randint(1, 4)
        members = [
            m
            for m in every_model(problem, hypotheses.max_parents)
            if disturbed(m, problem.variables, problem.training) <= errors
        ]
        if not members:
            continue
        gold = rng.choice(members)
        expected: dict[frozenset[str], set[object]] = {}
        for model in members:
            if set(model.roots) != set(gold.roots):
                continue
            changed = {v for v, f in gold.functions.items() if model.functions[v] != f}
            alone = [{**gold.functions, v: model.functions[v]} for v in changed]
            if len(changed) == 2 and not all(map(is_acyclic, alone)):
                expected.setdefault(frozenset(changed), set()).add(key(model))
        space = DisturbedSpace(problem, hypotheses, problem.training)
        found = {frozenset(p.variables): p for p in ErringPairs(space, gold, errors).pairs()}
        assert {pair: one.count for pair, one in found.items()} == {
            pair: len(some) for pair, some in expected.items()
        }
        assert all(key(one.example) in expected[pair] for pair, one in found.items())
        told[bool(expected)] += 1
    assert told[True] > 3, told


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(20))
def test_many_more(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        test_counts_least_costs_and_margins_are_those_of_the_listing(seed)
        test_mechanisms_and_edges_are_those_of_the_listing(seed)

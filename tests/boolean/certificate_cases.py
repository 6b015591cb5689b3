"""Random small Boolean problems and the truth about them, by going through all SCMs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, pairwise, product

from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.models.functions import Function, full_mask, reduce
from symcause.families.boolean.models.scm import BooleanSCM, find_cycle
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.certificate import Certificate, Claim
from symcause.families.boolean.verifier.count_table import CountEvidence
from symcause.families.boolean.verifier.model_check import CertifiedModel
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.expressions import Expression
from symcause.models.variable_names import natural

MOST_MEMBERS = 4_000


def plain(certificate: Certificate) -> dict[str, object]:
    """The document as it comes back from a file."""
    document: dict[str, object] = json.loads(json.dumps(certificate.to_dict()))
    return document


def counted(
    problem: BooleanProblem, hypothesis: HypothesisClass, setting: Setting | None = None
) -> Certificate:
    """The claim `count`, also of no members."""
    made = build_count(problem, hypothesis, setting=setting)
    assert isinstance(made.evidence, CountEvidence)
    return replace(made, claim=Claim("count", count=made.evidence.total))


def unique_by_count(
    problem: BooleanProblem,
    hypothesis: HypothesisClass,
    member: BooleanSCM,
    expressions: Mapping[str, Expression] | None = None,
) -> Certificate:
    """`unique` from the table of the recursion, as documents before the exchange theorem had it."""
    made = build_count(problem, HypothesisClass(hypothesis.max_parents))
    claim = Claim("unique", model=CertifiedModel(member, expressions))
    return replace(made, hypothesis=hypothesis, claim=claim)


def random_problem(rng: random.Random, *, most: int = 5, noise: float = 0.02) -> BooleanProblem:
    """A problem whose rows come from a random SCM, now and then with a wrong bit."""
    n = rng.randint(2, most)
    names = tuple(rng.sample([f"X{i}" for i in range(1, 12)], n))
    setting = rng.choice(list(Setting))
    count = rng.randint(0 if rng.random() < 0.1 else 1, n - 1)
    constants = rng.random() < 0.3
    order = rng.sample(names, n)
    # Roots normally come first; sometimes they do not.
    roots = tuple(order[:count]) if rng.random() < 0.9 else tuple(rng.sample(order, count))
    disclosure = {
        Setting.ORDERED: Disclosure(setting, names, roots, order=tuple(order)),
        Setting.BLOCK_ORDER: Disclosure(setting, names, roots, blocks=_blocks(rng, order)),
        Setting.HIDDEN_ORDER: Disclosure(setting, names, roots),
        Setting.HIDDEN_ROOTS: Disclosure(setting, names, root_count=count),
    }[setting]
    truth = _random_scm(rng, order, roots)
    while True:
        worlds = tuple(_random_world(rng, i, names, truth, noise) for i in range(rng.randint(2, 8)))
        endogenous = set(names) - set(roots)
        if any(endogenous - set(world.targets) for world in worlds):
            return BooleanProblem("random", disclosure, worlds, constants=constants)


def _blocks(rng: random.Random, order: list[str]) -> tuple[tuple[str, ...], ...]:
    cuts = sorted(rng.sample(range(1, len(order)), rng.randint(0, len(order) - 1)))
    edges = [0, *cuts, len(order)]
    return tuple(tuple(order[a:b]) for a, b in pairwise(edges))


def _random_scm(rng: random.Random, order: list[str], roots: tuple[str, ...]) -> BooleanSCM:
    functions = {}
    most = rng.choice([1, 1, 2, 3])  # copies and negations leave the order open
    for i, name in enumerate(order):
        if name not in roots:
            parents = natural(rng.sample(order[:i], min(i, rng.randint(1, most))))
            functions[name] = reduce(parents, rng.getrandbits(1 << len(parents)))
    return BooleanSCM(roots, functions)


def _random_world(
    rng: random.Random, number: int, names: tuple[str, ...], truth: BooleanSCM, noise: float
) -> World:
    targets = tuple(v for v in names if rng.random() < 0.25)
    mode = rng.choice([Mode.CONSTANT, Mode.ASSIGNED]) if targets else Mode.NONE
    fixed = {v: rng.getrandbits(1) for v in targets}
    rows = []
    for _ in range(rng.randint(1, 10)):
        given = {v: rng.getrandbits(1) for v in names}
        if mode is Mode.CONSTANT:
            given |= fixed
        state = truth.run(given, targets, 1)
        if rng.random() < noise:
            wrong = rng.choice(names)
            if wrong not in targets:
                state[wrong] ^= 1
        rows.append("".join(str(state[v]) for v in names))
    return World(f"w{number}", Split.TRAIN, mode, targets, tuple(rows))


def functions_on(names: tuple[str, ...], bound: int | None) -> set[Function]:
    """Every Boolean function with at most this many functional parents among the names."""
    size = len(names) if bound is None else min(bound, len(names))
    return {
        reduce(parents, table)
        for parents in combinations(natural(names), size)
        for table in range(full_mask(size) + 1)
    }


def members(problem: BooleanProblem, bound: int | None) -> list[BooleanSCM] | None:
    """All SCMs of the class that replay the training worlds; None if there are too many."""
    found: list[BooleanSCM] = []
    for roots in problem.disclosure.root_sets():
        endogenous = problem.disclosure.endogenous(roots)
        if not any(set(endogenous) - set(world.targets) for world in problem.training):
            continue
        options = [_fitting(problem, v, bound) for v in endogenous]
        size = 1
        for option in options:
            size *= len(option)
        if size > MOST_MEMBERS:
            return None
        for chosen in product(*options):
            functions = dict(zip(endogenous, chosen, strict=True))
            if writable(problem, functions):
                found.append(BooleanSCM(roots, functions))
    return found


def _fitting(problem: BooleanProblem, name: str, bound: int | None) -> list[Function]:
    rows = [
        {v: bit == "1" for v, bit in zip(problem.variables, row, strict=True)}
        for world in problem.training
        if name not in world.targets
        for row in world.rows
    ]
    every = functions_on(problem.disclosure.admissible(name), bound)
    fits = [f for f in every if all(f(row) == row[name] for row in rows)]
    return sorted(fits, key=lambda f: (f.parents, f.table))


def writable(problem: BooleanProblem, functions: dict[str, Function]) -> bool:
    """True if the functions can be written so that the graph of mentioned variables is acyclic."""
    options: list[list[tuple[str, ...]]] = []
    for name, function in functions.items():
        if function.parents or problem.constants:
            options.append([function.parents])
        else:
            options.append([(v,) for v in problem.disclosure.admissible(name)])
    return any(
        not find_cycle(dict(zip(functions, mentions, strict=True)))
        for mentions in product(*options)
    )


def separable(found: list[BooleanSCM]) -> bool:
    """True if one experiment tells two of the models apart."""
    return any(best_experiment(found[0], other) is not None for other in found[1:])


def cases(
    seed: int, count: int, *, most: int = 5, noise: float = 0.02
) -> Iterator[tuple[BooleanProblem, HypothesisClass, list[BooleanSCM]]]:
    """Random problems with a class and all its members."""
    rng = random.Random(seed)
    while count:
        problem = random_problem(rng, most=most, noise=noise)
        widest = 2 if len(problem.variables) == 5 else 3
        bound = rng.choice([None, 0, 1, 1, 2, 2, 3])
        if len(problem.variables) == 5 and (bound is None or bound > widest):
            bound = widest
        found = members(problem, bound)
        if found is not None:
            count -= 1
            yield problem, HypothesisClass(bound, source="option"), found


def exhausted_problem(rng: random.Random, most: int = 4) -> tuple[BooleanProblem, BooleanSCM]:
    """Rows of every single-variable experiment on every root assignment: nothing separates."""
    n = rng.randint(3, most)
    names = tuple(f"X{i}" for i in range(1, n + 1))
    truth = _random_scm(rng, list(names), names[: rng.randint(1, 2)])
    worlds = [_run_all(truth, names, "none", None)]
    for v in truth.endogenous:
        worlds += [_run_all(truth, names, f"{v}={bit}", (v, bit)) for bit in (0, 1)]
    setting = rng.choice([Setting.ORDERED, Setting.HIDDEN_ORDER])
    order = names if setting is Setting.ORDERED else None
    disclosure = Disclosure(setting, names, truth.roots, order=order)
    return BooleanProblem("exhausted", disclosure, tuple(worlds)), truth


def _run_all(
    truth: BooleanSCM, names: tuple[str, ...], label: str, clamp: tuple[str, int] | None
) -> World:
    rows = []
    for bits in product((0, 1), repeat=len(truth.roots)):
        given = dict(zip(truth.roots, bits, strict=True)) | (dict([clamp]) if clamp else {})
        state = truth.run(given, [clamp[0]] if clamp else [], 1)
        rows.append("".join(str(state[v]) for v in names))
    targets = (clamp[0],) if clamp else ()
    mode = Mode.CONSTANT if clamp else Mode.NONE
    return World(label, Split.TRAIN, mode, targets, tuple(rows))

"""Every engine against plain listing, on small random problems.

The listings are those of the tests: they share no code with the engines. Certificates of random problems
must be accepted, and a changed one only if what it claims is still true.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from random import Random

from attack.bounded import writing
from attack.faults import Tally
from symcause.equivalence import ENGINES as SIZES
from symcause.equivalence import class_size
from symcause.errors import LimitError, SymcauseError
from symcause.families.boolean.opinions.opinion_engines import ENGINES, count_members
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.verifier.kernel import verify
from symcause.families.linear.models.laboratory import Semantics
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.models.disclosure import Setting
from symcause.processes.isolation import call
from tests.boolean.brute import members, random_problem
from tests.boolean.certificate_cases import cases, plain
from tests.boolean.forgeries import KINDS, certificate_of, is_true, mutations
from tests.dag.cases import classes, dag, named
from tests.linear.cases import (
    brute_graphs,
    brute_models,
    episode,
    integers,
    problem_of,
    random_model,
)

PART = "engines against listing"

_LISTED = 250
_COUNTED = 600
_CHANGES = 400
_ENGINES = [engine for engine in ENGINES if engine != "counter" or find_spec("pyganak") is not None]

Comparison = Callable[[Random], tuple[int, str | None]]


def boolean(rng: Random) -> tuple[int, str | None]:
    """Recursion, SAT, SMT and model counting against listing."""
    setting = rng.choice(list(Setting))
    problem, _ = random_problem(
        rng, rng.randint(2, 4), setting, rng.randint(2, 6), rng.randint(2, 8)
    )
    problem = replace(problem, constants=rng.random() < 0.3)
    hypotheses = HypothesisClass(max_parents=rng.choice((0, 1, 2, 2)))
    wanted = members(problem, hypotheses.max_parents)
    space = ExactSpace.of(problem, hypotheses)
    if space.count != len(wanted):
        return 1, f"recursion: {space.count}, listing: {len(wanted)}: {problem!r}, {hypotheses!r}"
    compared = 1
    for engine in _ENGINES:
        if len(wanted) > (_COUNTED if engine == "counter" else _LISTED):
            continue
        found = count_members(problem, hypotheses, engine, limit=_LISTED + 1)
        compared += 1
        if found != len(wanted):
            return (
                compared,
                f"{engine}: {found}, listing: {len(wanted)}: {problem!r}, {hypotheses!r}",
            )
    return compared, None


def linear(rng: Random) -> tuple[int, str | None]:
    """Exact elimination and SMT against every DAG."""
    sink, semantics = rng.random() < 0.7, rng.choice(list(Semantics))
    empty = problem_of(
        random_model(rng, rng.randint(3, 4), sink=sink), semantics=semantics, sink=sink
    )
    targets = [rng.choice(empty.controllable) for _ in range(rng.randint(0, len(empty.variables)))]
    problem = episode(rng, empty, targets, records=rng.randint(1, 3))
    wanted = brute_graphs(problem)
    engines = ("exact", "smt") if rng.random() < 0.3 else ("exact",)
    for engine in engines:
        found = set(LinearSpace(problem, engine=engine).masks())
        if found != wanted:
            return len(
                engines
            ), f"{engine}: {len(found)} graphs, listing: {len(wanted)}: {problem!r}"
    return len(engines), None


def integer(rng: Random) -> tuple[int, str | None]:
    """Integer lattices against running every model."""
    low, high, size = rng.choice(((-1, 1, 3), (1, 2, 3), (1, 3, 3), (1, 1, 4)))
    values = [w for w in range(low, high + 1) if w]
    semantics = rng.choice(list(Semantics))
    model = random_model(rng, size, values=values)
    empty = problem_of(model, semantics=semantics, coefficients=integers(low, high))
    targets = [rng.choice(empty.controllable) for _ in range(rng.randint(0, size))]
    problem = episode(rng, empty, targets)
    wanted, found = sum(1 for _ in brute_models(problem)), LinearSpace(problem).models()
    return 1, None if found == wanted else f"lattice: {found}, listing: {wanted}: {problem!r}"


def sizes(rng: Random) -> tuple[int, str | None]:
    """The size of an equivalence class, by every engine, against listing."""
    size = rng.randint(2, 5)
    chance = rng.choice((0.3, 0.6, 0.9))
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size) if rng.random() < chance]
    drawn = [
        frozenset(v for v in range(size) if rng.random() < 0.3) for _ in range(rng.randint(0, 2))
    ]
    targets = [target for target in drawn if target]
    group = rng.choice(classes(size, tuple(pairs), targets))
    graph = dag(size, rng.choice(group))
    for engine in SIZES:
        try:
            found = class_size(graph, named(targets), engine=engine)
        except LimitError:
            continue
        if found != len(group):
            return len(SIZES), f"{engine}: {found}, listing: {len(group)}: {graph!r}, {targets!r}"
    return len(SIZES), None


def certificates(rng: Random) -> tuple[int, str | None]:
    """Certificates of random problems: accepted as they are, changed ones only where they are true."""
    seed = rng.randrange(10**9)
    for problem, hypotheses, found in cases(seed, 10, most=4):
        made = certificate_of(rng.choice(KINDS), problem, hypotheses, found, seed)
        if made is None or len(json.dumps(made.to_dict())) > 4_000:
            continue
        original = plain(made)
        if not verify(problem, original).accepted:
            return 1, f"a true certificate is rejected: {problem!r}, {json.dumps(original)}"
        changes = list(mutations(original))
        chosen = rng.sample(changes, min(len(changes), _CHANGES))
        for place, changed in chosen:
            accepted = verify(problem, changed).accepted
            if accepted and not is_true(problem, changed):
                return len(
                    chosen
                ), f"a false claim is accepted, changed at {place}: {json.dumps(changed)}"
        return 1 + len(chosen), None
    return 0, None


COMPARISONS: dict[str, Comparison] = {
    "Boolean: recursion, SAT, SMT, counter": boolean,
    "linear: exact elimination, SMT": linear,
    "linear: integer lattices": integer,
    "DAG classes: all engines": sizes,
    "certificates, true and changed": certificates,
    "certificates and checks in classes bounded by writing": writing,
}
"""What is compared, by name."""


SECONDS = 300
"""After that a batch of comparisons hangs."""

BATCH = 12
"""Comparisons of one kind in one process: starting it takes as long as the cheap ones."""

Told = tuple[int, list[tuple[int, str]]]
"""How much was compared, and what was found at which number."""


def compared_batch(name: str, seed: int, start: int, length: int = BATCH) -> Told:
    """Comparisons of one kind; each has a number, which draws it."""
    compared, found = 0, []
    for number in range(start, start + length):
        times, told = COMPARISONS[name](Random(f"{seed} {number} {name}"))
        compared += times
        if told is not None:
            found.append((number, told))
    return compared, found


def compared_apart(name: str, seed: int, start: int) -> Told:
    """A batch in a process of its own: an engine that crashes has found a fault, too."""
    try:
        ended = call(compared_batch, name, seed, start, seconds=SECONDS)
    except SymcauseError as error:
        return 1, [(start, f"or one of the next {BATCH - 1}: {error}")]
    if isinstance(ended, tuple):
        return ended
    return 1, [(start, f"or one of the next {BATCH - 1}: {getattr(ended, 'reason', ended)}")]


class Comparer:
    """One batch after the other; the number of a fault reproduces it."""

    def __init__(self, seed: int) -> None:
        self._seed, self._turn = seed, seed % len(COMPARISONS)  # short runs begin elsewhere

    def trial(self, tally: Tally) -> None:
        """The next batch."""
        kind, start = self._turn % len(COMPARISONS), self._turn // len(COMPARISONS) * BATCH
        name = list(COMPARISONS)[kind]
        compared, found = compared_apart(name, self._seed, start)
        tally.note(PART, name, compared)
        for number, told in found:
            tally.fault(PART, name, f"seed {self._seed}, number {number}: {told}")
        self._turn += 1

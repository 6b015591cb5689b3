"""Gold worlds of the generator: rows that gold gives, and those that leave no other model.

Worlds are added one by one: each refutes the nearest model that is left beside gold, with as few targets as
will do, up to three. In the end those go that others have made needless.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, product
from random import Random

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.finite.bounds import ADDED_WORLDS, GENERATED_CONTEXTS, REFUTING_TARGETS
from symcause.families.finite.problem.problem import FiniteProblem, FiniteWorld, Split
from symcause.families.finite.space.space_choice import open_space
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.variable_names import natural

Positions = Mapping[str, int]


def observed(problem: FiniteProblem, gold: TableModel, rows: int, rng: Random) -> FiniteWorld:
    """The world without an intervention: some root assignments, each once, as far as there are so many."""
    every = list(islice(root_contexts(problem, gold), GENERATED_CONTEXTS))
    chosen = rng.sample(every, min(rows, len(every)))
    return _world(problem, {}, gold_rows(problem, gold, {}, chosen), "train_00", Split.TRAIN)


def settled(problem: FiniteProblem, gold: TableModel) -> FiniteProblem | Unknown:
    """The problem with worlds that leave gold alone; Unknown where none are found."""
    added = Meter(ADDED_WORLDS)
    while (other := other_member(problem, gold)) is not None:
        if isinstance(other, Unknown):
            return other
        if added.over:
            return Unknown(f"more than {ADDED_WORLDS} added worlds")
        added.spend()
        world = _refuting(problem, gold, other, f"train_aug_{added.spent:02d}")
        if world is None:
            return Unknown(f"no experiment with {REFUTING_TARGETS} targets refutes a model")
        problem = replace(problem, worlds=(*problem.worlds, world))
    return _numbered(_pruned(problem, gold))


def held_out(
    problem: FiniteProblem, gold: TableModel, rows: int, rng: Random
) -> Iterator[FiniteWorld]:
    """Two worlds with interventions that no training world has, as far as there are such."""
    seen = {frozenset(world.do.items()) for world in problem.training}
    every = [done for k in (1, 2) for done in interventions(problem, k) if _scores(done, gold)]
    fresh = [done for done in every if frozenset(set_values(problem, done).items()) not in seen]
    contexts = list(islice(root_contexts(problem, gold), GENERATED_CONTEXTS))
    for at, done in enumerate(rng.sample(fresh, min(2, len(fresh)))):
        chosen = rng.sample(contexts, min(rows, len(contexts)))
        shown = dict.fromkeys(gold_rows(problem, gold, done, chosen))
        yield _world(problem, done, shown, f"heldout_{at:02d}", Split.HELDOUT)


def other_member(problem: FiniteProblem, gold: TableModel) -> TableModel | Unknown | None:
    """A member beside gold, the nearest."""
    return next(open_space(problem).others(gold), None)


def _refuting(
    problem: FiniteProblem, gold: TableModel, other: TableModel, name: str
) -> FiniteWorld | None:
    contexts = list(islice(root_contexts(problem, gold), GENERATED_CONTEXTS))
    for targets in range(REFUTING_TARGETS + 1):
        for done in interventions(problem, targets):
            rows = gold_rows(problem, gold, done, contexts)
            if not replays(problem, other, done, rows):
                return _world(problem, done, dict.fromkeys(rows), name, Split.TRAIN)
    return None


def _pruned(problem: FiniteProblem, gold: TableModel) -> FiniteProblem:
    """Without the added worlds that the rest makes needless; the observed one stays."""
    for world in problem.worlds[1:]:
        rest = tuple(one for one in problem.worlds if one is not world)
        if other_member(lighter := replace(problem, worlds=rest), gold) is None:
            problem = lighter
    return problem


def _numbered(problem: FiniteProblem) -> FiniteProblem:
    first, *added = problem.worlds
    named = (replace(world, id=f"train_aug_{at:02d}") for at, world in enumerate(added, 1))
    return replace(problem, worlds=(first, *named))


def root_contexts(problem: FiniteProblem, gold: TableModel) -> Iterator[Positions]:
    """All root assignments, the first root fastest."""
    roots = [name for name in problem.variables if name in gold.roots]
    sizes = [len(problem.domain(name).values) for name in roots]
    for positions in product(*map(range, reversed(sizes))):
        yield dict(zip(roots, reversed(positions), strict=True))


def interventions(problem: FiniteProblem, targets: int) -> Iterator[Positions]:
    """All that set so many variables."""
    names = natural(problem.variables)
    for chosen in combinations(names, targets):
        sizes = (range(len(problem.domain(name).values)) for name in chosen)
        yield from (dict(zip(chosen, values, strict=True)) for values in product(*sizes))


def _scores(done: Positions, gold: TableModel) -> bool:
    """Is some variable left to be computed?"""
    return any(name not in done for name in gold.functions)


def set_values(problem: FiniteProblem, done: Positions) -> dict[str, int | str]:
    """Positions as values."""
    return {name: problem.domain(name).values[at] for name, at in done.items()}


def set_positions(problem: FiniteProblem, world: FiniteWorld) -> Positions:
    """What a world sets by constants, as positions of values."""
    places = {name: problem.domain(name).position(value) for name, value in world.do.items()}
    return {name: at for name, at in places.items() if at is not None}


Row = tuple[int, ...]


def gold_rows(
    problem: FiniteProblem, gold: TableModel, done: Positions, contexts: Sequence[Positions]
) -> list[Row]:
    """What gold shows, root assignment by root assignment."""
    states = [gold.run(context, done) for context in contexts]
    return [tuple(state[variable] for variable in problem.variables) for state in states]


def _world(
    problem: FiniteProblem, done: Positions, rows: Iterable[Row], name: str, split: Split
) -> FiniteWorld:
    return FiniteWorld(name, tuple(rows), set_values(problem, done), split=split)


def replays(
    problem: FiniteProblem, model: TableModel, done: Positions, rows: Iterable[Row]
) -> bool:
    """Does a model compute every cell that is not set?"""
    places = {name: at for at, name in enumerate(problem.variables)}
    free = [(places[name], f) for name, f in model.functions.items() if name not in done]
    for row in rows:
        state = dict(zip(problem.variables, row, strict=True))
        if any(function(state) != row[at] for at, function in free):
            return False
    return True

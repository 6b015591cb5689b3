"""Held-out worlds for a Boolean problem that lacks them, drawn from its gold.

Fresh interventions come first: targets that no other world sets together; where those run out, known
targets with other values or in another mode; at last the same intervention with rows that no world of it
shows. A world sets as many targets as training worlds do (one or two where they set none), has as many
rows as the longest of them, and leaves something to predict. The roots that are no targets are drawn
uniformly, and no cell is disturbed. Gold may disturb as many training cells as the problem allows;
unobserved ones take the values that leave it the fewest. Seed, ids and the number of fresh ones are kept in
the metadata; the evidence, and so every verdict, count and certificate, stays what it was.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from symcause.errors import LimitError, UsageError
from symcause.families.boolean.bounds import HELD_OUT_DRAWS
from symcause.families.boolean.generator.instance_pipeline import certified
from symcause.families.boolean.generator.random_streams import stream
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.noise.cell_disturbance import errors_needed

_ROWS = 4  # where there is no training world to take the number from


def with_heldout(problem: BooleanProblem, number: int, seed: int) -> BooleanProblem:
    """The problem with this many further held-out worlds; a certificate that it carries is made anew."""
    drawing = _Drawing.of(problem, stream(seed, problem.id, "heldout"))
    worlds, fresh = list(problem.worlds), 0
    names = (name for i in count() if (name := f"heldout_{i:02d}") not in {w.id for w in worlds})
    for _ in range(number):
        world, is_fresh = drawing.next(worlds, next(names))
        worlds.append(world)
        fresh += is_fresh
    added = [world.id for world in worlds[len(problem.worlds) :]]
    record = {"seed": seed, "worlds": added, "fresh_targets": fresh}
    metadata = {**problem.metadata, "heldout": record}
    made = replace(problem, worlds=tuple(worlds), metadata=metadata)
    return certified(made) if "certificate" in metadata else made


@dataclass(frozen=True)
class _Drawing:
    scm: BooleanSCM
    variables: tuple[str, ...]
    sizes: tuple[int, ...]
    rows: int
    rng: random.Random
    latent: frozenset[str] = frozenset()

    @classmethod
    def of(cls, problem: BooleanProblem, rng: random.Random) -> _Drawing:
        if problem.gold is None:
            raise UsageError(
                "held-out worlds are drawn from gold, and there is none",
                value=problem.id,
                remedy="tables get it by symcause convert ROWS --gold FILE; what symcause audit --out "
                "FILE wrote has it where the verdict is unique",
            )
        wrong = illegality(problem, problem.gold)
        if wrong is not None:
            raise UsageError(f"held-out worlds are drawn from gold, which is illegal: {wrong}")
        scm = problem.compiled(problem.gold)
        needed = errors_needed(problem, scm, problem.errors)
        if needed is not None:
            raise UsageError(
                "held-out worlds are drawn from gold, which does not explain the training worlds",
                value=problem.id,
                remedy=f"it disturbs {needed} of their cells: state errors {needed}, or mend gold",
            )
        seen = {len(world.targets) for world in problem.training if world.targets}
        sizes = tuple(sorted(seen)) or (1, 2)
        rows = max((len(world.rows) for world in problem.training), default=_ROWS)
        return cls(scm, problem.variables, sizes, rows, rng, frozenset(problem.latent))

    def next(self, worlds: Sequence[World], id: str) -> tuple[World, bool]:
        """One more world, and whether its targets are fresh."""
        targets = {frozenset(world.targets) for world in worlds}
        signatures = {world.signature(self.variables) for world in worlds}
        shown = {(w.signature(self.variables), row) for w in worlds for row in w.rows}
        tests: tuple[Callable[[World], bool], ...] = (
            lambda world: frozenset(world.targets) not in targets,
            lambda world: world.signature(self.variables) not in signatures,
            lambda w: any((w.signature(self.variables), row) not in shown for row in w.rows),
        )
        for place, test in enumerate(tests):
            for _ in range(HELD_OUT_DRAWS):
                world = self._drawn(id)
                if world is not None and test(world):
                    return world, place == 0
        raise LimitError(
            "no further held-out world shows anything new", remedy="ask for fewer of them"
        )

    def _drawn(self, id: str) -> World | None:
        """A random world; None if it leaves nothing to predict."""
        free = [name for name in self.variables if name not in self.latent]
        size = min(self.rng.choice(self.sizes), len(free))
        targets = tuple(sorted(self.rng.sample(free, size), key=free.index))
        if set(self.scm.endogenous) - self.latent <= set(targets):
            return None
        mode, mask = self.rng.choice((Mode.CONSTANT, Mode.ASSIGNED)), (1 << self.rows) - 1
        given = {root: self.rng.getrandbits(self.rows) for root in self.scm.roots}
        for target in targets:
            bits = self.rng.getrandbits(self.rows)
            given[target] = mask * (bits & 1) if mode is Mode.CONSTANT else bits
        columns = self.scm.run(given, targets, mask)
        rows = tuple(
            "".join(
                "?" if name in self.latent else str(columns[name] >> i & 1)
                for name in self.variables
            )
            for i in range(self.rows)
        )
        return World(id, Split.HELDOUT, mode, targets, rows)

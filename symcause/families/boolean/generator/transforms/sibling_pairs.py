"""Sibling pairs: two similar Boolean problems, of which only one settles its question.

The settled one, U, is unique. Worlds are taken out of it in random order until two models fit, and put back
where they keep two: B, a largest part that does not suffice. In the open one, A, every missing world is
there too, with the same intervention and as many rows, but of rows on which the members of B agree
(:mod:`~generator.transforms.safe_rows`). So count(A) = count(B): nothing tells the two apart but their
rows.

Of an ambiguous problem the settled sibling has the fewest worlds more that leave one model; the open one
has worlds of their shapes that change nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from symcause.answers import Unknown
from symcause.audits.instance_generator import coined
from symcause.errors import LimitError
from symcause.families.boolean.audits.disambiguation.world_search import disambiguate
from symcause.families.boolean.audits.pool.world_pool import DEFAULT_POOL, PoolOptions
from symcause.families.boolean.audits.verdict.verdict_summary import settle
from symcause.families.boolean.bounds import SIBLING_ORDERS, SIBLING_PAIRS, SIBLING_POOLS
from symcause.families.boolean.certify.audit_certificates import certified
from symcause.families.boolean.generator.transforms.safe_rows import refilled
from symcause.families.boolean.models.worlds import Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.space_choice import open_space


@dataclass(frozen=True)
class Pair:
    """The settled problem, the open one, and the worlds that leave as many models as the open one."""

    settled: BooleanProblem
    open: BooleanProblem
    base: BooleanProblem
    count: int

    @property
    def gap(self) -> int:
        """By how much the two differ in the number of different rows: a shortcut, if it is much."""
        sides = (self.settled.training, self.open.training)
        seen = [len({(w.targets, row) for w in worlds for row in w.rows}) for worlds in sides]
        return abs(seen[0] - seen[1])

    def written(self, latent: str, rng: random.Random) -> list[BooleanProblem]:
        """Both with their certificates, ids and order by a coin."""
        sides = []
        for is_settled, problem in ((True, self.settled), (False, self.open)):
            facts = settle(problem).to_dict()
            if not is_settled:
                facts["count_certificates"] = self._counts()
            sides.append((is_settled, replace(problem, metadata={**problem.metadata, **facts})))
        return coined(latent, sides, rng, kind="evidence")

    def _counts(self) -> dict[str, object]:
        """Certificates that the refilled worlds change nothing: of the open problem, and of its base."""
        counts: dict[str, object] = {"base": [world.id for world in self.base.training]}
        for name, problem in (("open", self.open), ("before", self.base)):
            made = certified(open_space(problem), problem, problem.gold_scm).count()
            counts[name] = {"none": made.reason} if isinstance(made, Unknown) else made.to_dict()
        return counts


def siblings(problem: BooleanProblem, rng: random.Random, pool: PoolOptions = DEFAULT_POOL) -> Pair:
    """The pair of a problem with gold. Raises LimitError where none is found."""
    problem = _plainly(problem)
    count = ExactSpace.of(problem).count
    if count == 1:
        return _weakened(problem, rng)
    kept = tuple(world.id for world in problem.training)
    for draw in range(SIBLING_POOLS):
        disambiguation = disambiguate(problem, options=replace(pool, seed=pool.seed + draw))
        if disambiguation.count_after != 1:
            continue
        pair = _refill(_plainly(disambiguation.strengthened), problem, kept, count, rng)
        if pair is not None:
            return pair
    raise LimitError(
        f"no worlds of {SIBLING_POOLS} pools settle {problem.id} "
        "and have shapes in which others change nothing"
    )


def _plainly(problem: BooleanProblem) -> BooleanProblem:
    """Training worlds called train_00, train_01, …: no name tells where one comes from."""
    names = iter(f"train_{i:02d}" for i in range(len(problem.training)))
    worlds = [replace(w, id=next(names)) if w.split is Split.TRAIN else w for w in problem.worlds]
    return replace(problem, worlds=tuple(worlds))


def _weakened(problem: BooleanProblem, rng: random.Random) -> Pair:
    pairs: list[Pair] = []
    for _ in range(SIBLING_ORDERS):
        if len(pairs) == SIBLING_PAIRS or (pairs and not pairs[-1].gap):
            break
        kept = _insufficient(problem, rng)
        base = _only(problem, kept)
        try:
            count = ExactSpace.of(base).count
        except LimitError:
            continue
        pair = _refill(problem, base, kept, count, rng)
        if pair is not None:
            pairs.append(pair)
    if not pairs:
        raise LimitError(f"no open sibling of {problem.id} in {SIBLING_ORDERS} tries")
    return min(pairs, key=lambda pair: pair.gap)


def _only(problem: BooleanProblem, kept: Sequence[str]) -> BooleanProblem:
    return replace(
        problem,
        worlds=tuple(w for w in problem.worlds if w.split is Split.HELDOUT or w.id in kept),
    )


def _insufficient(problem: BooleanProblem, rng: random.Random) -> tuple[str, ...]:
    """A largest set of training worlds that leaves two models, by a random order."""
    order = [world.id for world in problem.training]
    rng.shuffle(order)
    kept, out = set(order), list[str]()
    for name in order:
        kept.remove(name)
        out.append(name)
        if _several(_only(problem, tuple(kept))):
            break
    for name in out[:-1]:  # the last one settles the question, whatever else is back
        if _several(_only(problem, (*kept, name))):
            kept.add(name)
    return tuple(world.id for world in problem.training if world.id in kept)


def _several(problem: BooleanProblem) -> bool:
    try:
        return ExactSpace.of(problem).count > 1
    except LimitError:  # beyond counting there are many
        return True


def _refill(
    settled: BooleanProblem,
    base: BooleanProblem,
    kept: Sequence[str],
    count: int,
    rng: random.Random,
) -> Pair | None:
    """The pair whose open side has safe rows in the places of what is missing in the base."""
    gold = settled.gold_scm
    assert gold is not None, "a problem with gold"
    if count < 2:
        return None
    space = ExactSpace.of(base)
    worlds: list[World] = []
    for world in settled.worlds:
        if world.split is Split.TRAIN and world.id not in kept:
            made = refilled(space, gold, world, rng)
            if made is None:
                return None
            world = made
        worlds.append(world)
    open_ = replace(settled, worlds=tuple(worlds))
    if ExactSpace.of(open_).count != count:
        raise AssertionError(f"safe rows changed the space of {settled.id}")
    return Pair(settled, open_, base, count)

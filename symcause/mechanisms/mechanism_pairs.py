"""Coordinated pairs of mechanisms: alternatives in which two can only change together.

Members with exactly two changed mechanisms of which at least one change alone would be cyclic.
Consistency is per mechanism, so acyclicity is the only thing that can couple two changes; in the
ordered setting there are none.

With the in-edges of V and W removed from gold, let D(·) be the descendants (self included). New parent
sets A of V and B of W close a cycle iff A meets D(V), or B meets D(W), or A meets D(W) and B meets D(V).
So only three bits of each parent set matter, and the exact number is a sum over 8 × 8 classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Generic

from symcause.errors import LimitError
from symcause.mechanisms.bounds import PAIR_LOOKS
from symcause.mechanisms.branch_space import BranchSpace
from symcause.mechanisms.descendants import descendants
from symcause.mechanisms.local_space import F, LocalSpace, M, Mechanism, MechanismModel, S
from symcause.mechanisms.root_branch import Branch


@dataclass(frozen=True)
class CoordinatedPair(Generic[M]):
    """Two variables and how many coordinated changes they admit, with one example."""

    variables: tuple[str, str]
    count: int
    example: M


def coordinated_pairs(space: BranchSpace[S, F, M], gold: M) -> tuple[CoordinatedPair[M], ...]:
    """All pairs with at least one coordinated change. Gold must be a member."""
    branch = space.branch_of(gold)
    if branch is None:
        return ()
    names = [space.variable for space in branch.endogenous]
    near = [pair for pair in combinations(names, 2) if coupled(branch.variables, gold, *pair)]
    if sum(len(branch.local(v).weights) for pair in near for v in pair) > PAIR_LOOKS:
        raise LimitError("too many parent sets to compare in pairs")
    pairs = []
    for v, w in near:
        pair = _pair(branch, gold, v, w)
        if pair is not None:
            pairs.append(pair)
    return tuple(pairs)


def coupled(variables: Sequence[str], gold: MechanismModel[Mechanism], v: str, w: str) -> bool:
    """True if one lies below the other: else either change is as cyclic alone as with the other."""
    return any(
        below(variables, gold, first, {first}) & ~below(variables, gold, first, {v, w})
        for first in (v, w)
    )


_Class = tuple[bool, bool, bool]  # meets D(own), meets D(other), cyclic alone


def _pair(branch: Branch[S, F, M], gold: M, v: str, w: str) -> CoordinatedPair[M] | None:
    names = branch.variables
    cut_v, cut_w = (below(names, gold, x, {v, w}) for x in (v, w))
    classes_v = _classes(branch.local(v), gold, cut_v, cut_w, below(names, gold, v, {v}))
    classes_w = _classes(branch.local(w), gold, cut_w, cut_v, below(names, gold, w, {w}))
    total, example = 0, None
    for (a, (number_a, group_a)), (b, (number_b, group_b)) in product(
        classes_v.items(), classes_w.items()
    ):
        cyclic_together = a[0] or b[0] or (a[1] and b[1])
        coordinated = a[2] or b[2]
        if coordinated and not cyclic_together:
            total += number_a * number_b
            if example is None:
                functions = dict(gold.functions)
                functions[v] = next(_changed(branch.local(v), group_a, gold))
                functions[w] = next(_changed(branch.local(w), group_b, gold))
                example = branch.build(gold.roots, functions)
    return None if example is None else CoordinatedPair((v, w), total, example)


def _classes(
    space: LocalSpace[F], gold: MechanismModel[F], own: int, other: int, alone: int
) -> dict[_Class, tuple[int, int]]:
    """For each class of parent sets: how many changed functions there are, and one parent set."""
    found: dict[_Class, tuple[int, int]] = {}
    now = gold.functions[space.variable]
    home = space.group(now) if now in space else None
    for group, weight in space.weights.items():
        number = weight - (group == home)
        if number:
            key = (bool(group & own), bool(group & other), bool(group & alone))
            before, first = found.get(key, (0, group))
            found[key] = (before + number, min(first, group))
    return dict(sorted(found.items(), key=lambda item: item[1][1]))


def _changed(space: LocalSpace[F], group: int, gold: MechanismModel[F]) -> Iterator[F]:
    return (f for f in space.functions(group) if f != gold.functions[space.variable])


def below(
    variables: Sequence[str], gold: MechanismModel[Mechanism], start: str, cut: set[str]
) -> int:
    """Descendants of *start* (itself included) when the in-edges of *cut* are removed, as a mask."""
    names = descendants(gold, start, cut)
    return sum(1 << i for i, v in enumerate(variables) if v in names)

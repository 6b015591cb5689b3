"""The recursion size: how many steps counting acyclic choices would take, found beforehand.

The recursion of :mod:`symcause.solvers.acyclic.choice_weight` reaches the sets S of nodes that can be
placed one after the other, and from each it sums over the subsets of the m(S) nodes that could come next.
Which sets are reached takes no weights: a node that can come next stays so when more is placed, so it is
enough to look, for each node that is added, at the parent sets that hold it. The walk goes deep first,
where m(S) is large, and stops as soon as its sum is past the bound: from any S alone there are 3^m(S) terms
ahead. So giving up costs little, however large the recursion is.

>>> steps([1, 2], [[0, 2], [0, 1]], most=100)  # sets {}, {0}, {1}, {0, 1}: 4 + 2 + 2 + 1 terms, 8 a set
41
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symcause.bounds.solvers_bounds import COMPARED_PARENTS, SUMMED_PARENTS
from symcause.models.bit_sets import bits

SCANNED = 16
"""Parent sets that are looked at in the time of one term."""

_OVERHEAD = 4  # terms in the time that each node takes at each reached set


def steps(
    nodes: Sequence[int],
    masks: Sequence[Collection[int]],
    most: int,
    starts: Sequence[int] = (0,),
    least: Sequence[Collection[int]] | None = None,
) -> int:
    """The work of the recursion over one component in terms; more than *most* if it is more.

    *nodes* are single bits, and *masks* the parent sets of each, made of these bits; the *least* of them
    may be known (:func:`least_sets`). *starts* are the sets that are placed to begin with.
    """
    each = _OVERHEAD * len(nodes) + sum(map(len, masks)) // SCANNED
    scans = _OVERHEAD * len(nodes), _all_scans(masks)
    unlocked, ready = unlocked_by(nodes, [least_sets(m) for m in masks] if least is None else least)
    stack, seen = [(start, _started(start, ready, unlocked)) for start in starts], set(starts)
    terms = visited = 0
    while stack:
        placed, ready = stack.pop()
        free = ready & ~placed
        number = free.bit_count()
        visited += 1
        terms += 1 << number
        work = terms + min(visited * each, visited * scans[0] + scans[1])
        if work > most or 3**number > most:
            return max(work, most + 1)
        for node in bits(free):
            following = placed | 1 << node
            if following not in seen:
                seen.add(following)
                stack.append((following, _ready(ready, ~following, unlocked[node])))
    return terms + min(visited * each, visited * scans[0] + scans[1])


def least_terms(nodes: Sequence[int], least: Sequence[Collection[int]], start: int = 0) -> int:
    """At least so many terms the recursion has, however many it is: 3^m(S) for the best S on a way to all.

    Each step places the node after which most others can come next.

    >>> least_terms([1, 2, 4], [[0], [1], [1]])  # after the first node two are free: 9 terms
    9
    """
    unlocked, ready = unlocked_by(nodes, least)
    placed, ready, most = start, _started(start, ready, unlocked), 0
    while free := ready & ~placed:
        most = max(most, free.bit_count())
        ways = ((placed | 1 << node, node) for node in bits(free))
        grown = [(_ready(ready, ~after, unlocked[node]), after) for after, node in ways]
        ready, placed = max(grown, key=lambda way: ((way[0] & ~way[1]).bit_count(), -way[1]))
    return int(3**most)


Unlocked = dict[int, list[tuple[int, list[int]]]]
"""For each node the parent sets that hold it, by owner (a single bit)."""


def _started(start: int, ready: int, unlocked: Unlocked) -> int:
    """The nodes that can come next after all of *start*."""
    for node in bits(start):
        ready = _ready(ready, ~start, unlocked[node])
    return ready


def _ready(ready: int, outside: int, unlocked: list[tuple[int, list[int]]]) -> int:
    """The nodes that can come next, after a node was added that is in these parent sets."""
    for other, masks in unlocked:
        if not ready & other:
            for mask in masks:
                if not mask & outside:
                    ready |= other
                    break
    return ready


def unlocked_by(nodes: Sequence[int], least: Sequence[Collection[int]]) -> tuple[Unlocked, int]:
    """For each node the parent sets that hold it, by owner; and the nodes that need no parent."""
    unlocked: Unlocked = {node.bit_length() - 1: [] for node in nodes}
    ready = 0
    for owner, options in zip(nodes, least, strict=True):
        if 0 in options:
            ready |= owner
            continue
        holding: dict[int, list[int]] = {}
        for mask in options:
            for node in bits(mask):
                holding.setdefault(node, []).append(mask)
        for node, held in holding.items():
            unlocked[node].append((owner, held))
    return unlocked, ready


def least_sets(options: Collection[int]) -> list[int]:
    """The parent sets without those that hold another one, as far as that is told quickly."""
    known = options if isinstance(options, set | frozenset | dict) else set(options)
    sets = []
    for mask in known:
        if mask.bit_count() > COMPARED_PARENTS:
            sets.append(mask)
            continue
        rest = mask
        while rest:  # most often the other one lacks one node only
            bit = rest & -rest
            if mask ^ bit in known and mask != bit:
                break
            rest ^= bit
        else:
            if not _holds_another(mask, known):
                sets.append(mask)
    return sets


def _holds_another(mask: int, known: Collection[int]) -> bool:
    """True if a proper subset that is not empty is known."""
    part = (mask - 1) & mask
    while part:
        if part in known:
            return True
        part = (part - 1) & mask
    return False


def _all_scans(masks: Sequence[Collection[int]]) -> int:
    """At most so much is spent on sums over parent sets, because beyond it all are made at once."""
    total = 0
    for options in masks:
        support = 0
        for mask in options:
            support |= mask
        size = support.bit_count()
        total += 2 * (size << size) // SCANNED if size <= SUMMED_PARENTS else 1 << 62
    return total

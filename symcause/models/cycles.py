"""Cycles of a directed graph: none, or one that a message can name.

Nodes without a parent among the remaining ones are taken away until none is left. If some stay, each has a
parent that stays, so that walking backwards must come round. The walk starts at the least node that stays
and takes the least parent, so the same graph always has the same cycle named.

>>> find_cycle([0b100, 0b001, 0b010])  # 0 -> 1 -> 2 -> 0, as the parents of each
(0, 1, 2)
>>> named_cycle({"A": ["C"], "B": ["A"], "C": ["B", "D"]}, "ABC")
('A', 'B', 'C')
>>> named_cycle({"A": [], "B": ["A"]}, "AB")
()
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from symcause.models.bit_sets import bits, lowest, mask_of


def find_cycle(parents: Sequence[int]) -> tuple[int, ...]:
    """A cycle, each node a parent of the next, beginning where the walk came round; () if there is none.

    Bit *i* of ``parents[j]`` says that *i* is a parent of *j*.
    """
    stuck = ((1 << len(parents)) - 1) ^ mask_of(placing(parents)[0])
    if not stuck:
        return ()
    walk: dict[int, int] = {}
    node = lowest(stuck)
    while node not in walk:
        walk[node] = len(walk)
        node = lowest(parents[node] & stuck)
    backwards = list(walk)[walk[node] :]
    return (node, *reversed(backwards[1:]))


def placing(parents: Sequence[int]) -> tuple[list[int], list[int]]:
    """An order with parents first, as far as it goes; and for every node in it the parent placed last.

    Nodes without parents come first, by number; -1 stands for their last parent.
    """
    children: list[list[int]] = [[] for _ in parents]
    missing = [0] * len(parents)
    for node, mask in enumerate(parents):
        listed = bits(mask)
        missing[node] = len(listed)
        for parent in listed:
            children[parent].append(node)
    order = [node for node, count in enumerate(missing) if not count]
    last = [-1] * len(parents)
    for node in order:  # grows while it is walked
        for child in children[node]:
            missing[child] -= 1
            if not missing[child]:
                order.append(child)
                last[child] = node
    return order, last


def named_cycle(parents: Mapping[str, Iterable[str]], order: Iterable[str]) -> tuple[str, ...]:
    """The same by names: *order* lists the nodes; parents that are not among them count as given."""
    names = tuple(order)
    index = {name: i for i, name in enumerate(names)}
    masks = [mask_of(index[p] for p in parents[name] if p in index) for name in names]
    return tuple(names[i] for i in find_cycle(masks))

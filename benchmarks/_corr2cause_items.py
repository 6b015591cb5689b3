"""Items of Corr2Cause's generator, in the order and the words in which the release writes them.

Classes are shuffled and sentences exchanged by draws from one seed, keys count variables from 1, and names
go from A on or, where the release puts other names, from Z back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from symcause.families.statements.release.released_generator import Class

SEED = 1
"""That of the release: the same for every number of variables."""

_KEYS = (
    *("parent", "non-parent_ancestor", "child"),
    *("non-child_descendant", "has_collider", "has_confounder"),
)
_DIRECT = "{0} directly causes {1}."
_THROUGH = "{0} causes something else which causes {1}."
_REMOTE = "{0} is a cause for {1}, but not a direct one."
_SHARED = (
    "There exists at least one collider (i.e., common effect) of {0} and {1}.",
    "There exists at least one confounder (i.e., common cause) of {0} and {1}.",
)


def released_items(
    size: int, found: Sequence[Class], names: str = "A"
) -> Iterator[dict[str, object]]:
    """The items of classes, named from A on or from Z back."""
    step = 1 if names == "A" else -1
    letters = [chr(ord(names) + step * at) for at in range(size)]
    drawn, ordered = random.Random(SEED), list(enumerate(found))
    drawn.shuffle(ordered)
    for number, one in ordered:
        premise = _premise(letters, one)
        for x, y in combinations(range(size), 2):
            for bit, key in enumerate(_KEYS):
                asked = _sentence(bit, letters[x], letters[y], drawn)
                count = one.counts[x, y, bit]
                yield {
                    "id": f"num_nodes={size}__mec_id={number}__node_i={x + 1}__node_j={y + 1}"
                    f"__causal_relation={key}__prob={count / one.members:.2f}",
                    "input": f"Premise: {premise}\nHypothesis: {asked}",
                    "label": int(count == one.members),
                }


def _sentence(bit: int, x: str, y: str, drawn: random.Random) -> str:
    """A hypothesis; but for direct causes, one of two sentences by a draw."""
    if bit in (0, 2):
        return _DIRECT.format(*((x, y) if bit == 0 else (y, x)))
    turned = drawn.random() < 0.5
    if bit in (1, 3):
        return (_REMOTE if turned == (bit == 1) else _THROUGH).format(
            *((x, y) if bit == 1 else (y, x))
        )
    return _SHARED[bit - 4].format(*((y, x) if turned else (x, y)))


def _premise(letters: Sequence[str], one: Class) -> str:
    """What is correlated, then what is independent, sets in the order of their variables."""
    size = len(letters)
    both = list(combinations(range(size), 2))
    stated = sorted(
        (*pair, [v for v in range(size) if z >> v & 1])
        for pair, sets in zip(both, one.first.independent, strict=True)
        for z in range(1 << size)
        if sets >> z & 1
    )
    free = {(x, y) for x, y, given in stated if not given}
    joined = [f"{letters[x]} correlates with {letters[y]}." for x, y in both if (x, y) not in free]
    apart = [
        f"{letters[x]} and {letters[y]} are independent given {_listed([letters[v] for v in given])}."
        if given
        else f"{letters[x]} is independent of {letters[y]}."
        for x, y, given in stated
    ]
    between = " However, " if joined and apart else ""
    return (
        f"Suppose there is a closed system of {size} variables, {_listed(letters)}. All the statistical "
        f"relations among these {size} variables are as follows: "
        f"{' '.join(joined)}{between}{' '.join(apart)}"
    )


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

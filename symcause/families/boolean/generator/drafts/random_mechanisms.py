"""Random mechanisms for Boolean drafts: trees in which every declared parent matters.

A random tree of the wanted size is drawn top down, every declared parent gets at least one leaf, and
the tree is kept only if every declared parent matters to the truth table (which then attains both
outputs). What is written in the end is the shortest expression of the same function where the
catalogue knows it, so the size of a gold mechanism says something about the function.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from symcause.families.boolean.bounds import MECHANISM_TRIES
from symcause.families.boolean.catalogue import Catalogue
from symcause.families.boolean.models.functions import compile_expression
from symcause.models.expressions import Expression, Operation, Variable

_OPERATORS = ("and", "or", "xor", "iff")
_NOT_SHARE = 0.2  # of the inner nodes that could be a negation
_WIDE_SHARE = 0.25  # of the other inner nodes: those that take three arguments
_LEAF = Variable("_")


def sample_mechanism(
    parents: Sequence[str],
    sizes: tuple[int, int],
    most_depth: int,
    book: Catalogue,
    rng: random.Random,
) -> Expression | None:
    """A mechanism that uses every parent; None if none turned up.

    *sizes* bounds the drawn tree; the expression that is written may be shorter.
    """
    least = len(parents) + (len(parents) > 1)  # one leaf a parent and an operator above them
    low, high = (max(size, least) for size in sizes)
    for _ in range(MECHANISM_TRIES):
        tree = _tree(rng.randint(low, high), rng, negates=True)
        if _leaves(tree) < len(parents):
            continue
        expression = _named(tree, parents, rng)
        function = compile_expression(expression)
        if len(function.parents) < len(parents):
            continue
        known = book.minimal_size(function) is not None
        written = (book.shortest(function) if known else None) or expression
        if written.depth <= most_depth:
            return written
    return None


def _tree(size: int, rng: random.Random, negates: bool) -> Expression:
    """A tree of exactly this size with nameless leaves, without double negations."""
    if size == 1:
        return _LEAF
    if size == 2 or (negates and size != 3 and rng.random() < _NOT_SHARE):
        return Operation("not", (_tree(size - 1, rng, negates=False),))
    width = 3 if size > 3 and rng.random() < _WIDE_SHARE else 2
    cuts = sorted(rng.sample(range(1, size - 1), width - 1))
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, size - 1], strict=True)]
    return Operation(rng.choice(_OPERATORS), tuple(_tree(p, rng, negates=True) for p in parts))


def _leaves(tree: Expression) -> int:
    return sum(map(_leaves, tree.arguments)) if isinstance(tree, Operation) else 1


def _named(tree: Expression, parents: Sequence[str], rng: random.Random) -> Expression:
    """The tree with parents at its leaves, each at least once."""
    spare = _leaves(tree) - len(parents)
    names = [*parents, *(rng.choice(parents) for _ in range(spare))]
    rng.shuffle(names)
    return _filled(tree, names)


def _filled(tree: Expression, names: list[str]) -> Expression:
    if isinstance(tree, Operation):
        return Operation(tree.operator, tuple(_filled(a, names) for a in tree.arguments))
    return Variable(names.pop())

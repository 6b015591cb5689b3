"""Mechanisms as the published scorer reads and computes them, written anew from its rules."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

Tree = Any
"""A name, a constant, or a list of an operator and its arguments."""

ARITY = {"not": (1, 1), "and": (2, 99), "or": (2, 99), "xor": (2, 99), "iff": (2, 99), "if": (3, 3)}


class Fault(Exception):
    """What is wrong with an expression."""


class Expression:
    """An expression, read from left to right; legality is part of reading."""

    def __init__(self, text: str, operators: tuple[str, ...], allowed: set[str]) -> None:
        self.words = re.findall(r"\(|\)|[^\s()]+", text)
        self.at, self.operators, self.allowed = 0, operators, allowed

    def tree(self) -> Tree:
        found = self._part()
        if self.at < len(self.words):
            raise Fault("Trailing tokens after complete mechanism expression")
        return found

    def _next(self) -> str:
        if self.at == len(self.words):
            raise Fault("Unexpected end of expression")
        self.at += 1
        return self.words[self.at - 1]

    def _part(self) -> Tree:
        word = self._next()
        if word == ")":
            raise Fault("Unexpected ')' in mechanism expression")
        if word != "(":
            return self._atom(word)
        head, parts = self._next(), []
        if head == ")":
            raise Fault("Empty list is not a valid mechanism expression")
        while True:
            if self.at == len(self.words):
                raise Fault("Missing closing ')' in mechanism expression")
            if self.words[self.at] == ")":
                break
            parts.append(self._part())
        self.at += 1
        if not parts:
            return self._atom(head)
        if head not in ARITY:
            raise Fault(f"Unknown operator '{head}'")
        if head not in self.operators:
            raise Fault(f"Operator '{head}' is not allowed")
        least, most = ARITY[head]
        if len(parts) < least:
            raise Fault(f"Operator '{head}' expects at least {least} args, got {len(parts)}")
        if len(parts) > most:
            raise Fault(f"Operator '{head}' expects at most {most} args, got {len(parts)}")
        return [head, *parts]

    def _atom(self, word: str) -> str:
        if word in ("0", "1"):
            raise Fault("Constants 0/1 are not allowed")
        if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", word) is None:
            raise Fault(f"Invalid symbol '{word}'")
        if word not in self.allowed:
            raise Fault(f"Variable '{word}' is not allowed")
        return word


def mentioned(tree: Tree) -> set[str]:
    return {tree} if isinstance(tree, str) else set().union(*map(mentioned, tree[1:]))


def value(tree: Tree, known: dict[str, int]) -> int:
    if isinstance(tree, str):
        return known[tree]
    bits = [value(part, known) for part in tree[1:]]
    return {
        "not": 1 - bits[0],
        "and": min(bits),
        "or": max(bits),
        "xor": sum(bits) % 2,
        "iff": int(len(set(bits)) == 1),
    }[tree[0]]


def simulated(trees: dict[str, Tree], known: dict[str, int]) -> dict[str, int]:
    found, order = dict(known), ordered(trees)
    assert order is not None
    for name in order:
        if name not in found:
            found[name] = value(trees[name], found)
    return found


def ordered(trees: dict[str, Tree]) -> list[str] | None:
    """An order in which all can be computed; None on a cycle."""
    done: list[str] = []
    while len(done) < len(trees):
        ready = [
            n for n, t in trees.items() if n not in done and mentioned(t) & set(trees) <= set(done)
        ]
        if not ready:
            return None
        done += ready
    return done


def same(one: Tree, two: Tree) -> bool:
    names = sorted(mentioned(one) | mentioned(two))
    states = (dict(zip(names, bits)) for bits in product((0, 1), repeat=len(names)))  # noqa: B905
    return all(value(one, state) == value(two, state) for state in states)

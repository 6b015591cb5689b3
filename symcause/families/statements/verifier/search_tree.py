"""The search tree of a certificate, walked without searching: every branch ends where it must.

Complete statements decide the skeleton and some arrows, which the kernel derives by itself; at every other
edge the tree goes both ways. Incomplete statements decide which pairs cannot be adjacent; at every other
pair it goes three ways. A branch ends with a cycle, an unshielded collider that the statements exclude, a
DAG in which a statement is false, or a member: each is checked here.
"""

from __future__ import annotations

from collections.abc import Callable

from symcause.families.statements.verifier.graph_check import Parents
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work

Edge = tuple[str, str]
Leaf = Callable[[Parents], None]
"""Checks a graph at the end of a branch; raises Rejected."""


class SearchTree:
    """A walk through a tree, branch by branch."""

    def __init__(self, tree: str, choices: list[Edge], ways: int, work: Work) -> None:
        self._tree, self._choices, self._ways, self._work = tree, choices, ways, work
        self._at = 0
        self.members: list[Parents] = []
        self.refuted: Leaf = _no_leaf
        self.excluded: Callable[[dict[str, set[str]], str, str], bool] | None = None

    def walk(self, parents: dict[str, set[str]]) -> list[Parents]:
        """The members at the ends of the branches, in order. Raises Rejected."""
        self._work.spend(300 * len(self._tree), "the tree of the search")
        self._begin(parents)
        if self._at != len(self._tree):
            raise Rejected("the tree goes on after its last branch", place="evidence.tree")
        return self.members

    def _begin(self, parents: dict[str, set[str]]) -> None:
        """What is decided at the root may end the tree there."""
        ends = {"c": self._circle, "v": self._stray}.get(self._tree[:1])
        if ends is not None and ends(parents):
            self._at += 1
        else:
            self._branch(0, parents)

    @staticmethod
    def _circle(parents: dict[str, set[str]]) -> bool:
        return any(_reaches(parents, v, v) for v in parents)

    def _stray(self, parents: dict[str, set[str]]) -> bool:
        excluded = self.excluded
        pairs = ((a, b) for b, causes in parents.items() for a in causes)
        return excluded is not None and any(excluded(parents, a, b) for a, b in pairs)

    def _branch(self, depth: int, parents: dict[str, set[str]]) -> None:
        mark = self._next()
        if mark == "+":
            if depth == len(self._choices):
                raise self._wrong("nothing is left to choose")
            first, second = self._choices[depth]
            if self._ways == 3:
                self._branch(depth + 1, parents)
            for cause, effect in ((first, second), (second, first)):
                self._arrow(depth + 1, parents, cause, effect)
            return
        graph = {name: frozenset(causes) for name, causes in parents.items()}
        if depth != len(self._choices):
            raise self._wrong("a branch ends before everything is chosen")
        if mark == "m":
            self.members.append(graph)
        elif mark == "x":
            self.refuted(graph)
        else:
            raise self._wrong("not the end of a branch")

    def _arrow(self, depth: int, parents: dict[str, set[str]], cause: str, effect: str) -> None:
        """One more arrow, which may end the branch."""
        mark = self._tree[self._at : self._at + 1]
        if mark == "c":
            if not _reaches(parents, cause, effect):
                raise self._wrong(f"{cause} -> {effect} closes no cycle")
            self._at += 1
            return
        parents[effect].add(cause)
        if mark == "v":
            if self.excluded is None or not self.excluded(parents, cause, effect):
                raise self._wrong(f"{cause} -> {effect} makes no collider that is excluded")
            self._at += 1
        else:
            self._branch(depth, parents)
        parents[effect].discard(cause)

    def _next(self) -> str:
        if self._at >= len(self._tree):
            raise Rejected("the tree ends too early", place="evidence.tree")
        self._at += 1
        return self._tree[self._at - 1]

    def _wrong(self, message: str) -> Rejected:
        return Rejected(message, place=f"evidence.tree[{self._at - 1}]")


def _no_leaf(parents: Parents) -> None:
    raise Rejected("no graph is refuted one by one here", place="evidence.tree")


def _reaches(parents: dict[str, set[str]], end: str, start: str) -> bool:
    """Does a directed path of one or more arrows lead from *start* to *end*?"""
    seen: set[str] = set()
    todo = [end]
    while todo:
        for cause in parents[todo.pop()]:
            if cause == start:
                return True
            if cause not in seen:
                seen.add(cause)
                todo.append(cause)
    return False

"""Order of variables in the published evaluator: which fault or cell of an answer it meets first.

The disclosed order where there is one. Otherwise the order that the file keeps for gold (a release's
``topologicalOrder``, our ``gold.order``; missing: that of the variables) decides among those that are
ready: it is never shown to anybody who answers, and no metric depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from symcause.families.boolean.bounds import ORDERED_VARIABLES
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.variable_names import natural

RELEASE = "replayscm"
"""The metadata key under which a problem keeps the record of the release that it was read from."""


def released(problem: BooleanProblem, *path: str) -> object:
    """What the record of the release says at a place; None where there is none."""
    found: object = problem.metadata.get(RELEASE)
    for key in path if found is not None else ():
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def parameter(problem: BooleanProblem, key: str) -> object:
    """A parameter of the released task."""
    return released(problem, "problem", "task", "parameters", key)


def kept_order(problem: BooleanProblem) -> tuple[str, ...]:
    """All variables, in the order that the file keeps."""
    if problem.disclosure.order is not None:
        return problem.disclosure.order
    listed = parameter(problem, "topologicalOrder")
    if listed is None:
        listed = released(problem, "problem", "signature", "topologicalOrder")
    if listed is None and problem.gold is not None:
        listed = problem.gold.order
    return permutation(listed, problem.variables) or problem.variables


def permutation(listed: object, names: Sequence[str]) -> tuple[str, ...] | None:
    """A list of exactly these names, or None."""
    if not isinstance(listed, list | tuple) or not all(isinstance(name, str) for name in listed):
        return None
    return tuple(listed) if len(listed) == len(names) and set(listed) == set(names) else None


def fault_order(problem: BooleanProblem, roots: Sequence[str]) -> tuple[str, ...]:
    """The variables with a mechanism, in the order in which the released scorer reads them."""
    endogenous = problem.disclosure.endogenous(tuple(roots))
    if problem.disclosure.roots is not None:
        listed = permutation(parameter(problem, "endogenousVariables"), endogenous)
        if listed is not None:
            return listed
    return tuple(name for name in kept_order(problem) if name in endogenous)


@dataclass(frozen=True)
class Turns:
    """For answers with the same roots: whose mechanism comes when, and what it may mention."""

    read: tuple[str, ...]  # as the released scorer reads them
    ranked: tuple[str, ...]  # of several that could be computed it takes the first here
    admissible: Mapping[str, frozenset[str]]
    roots: tuple[str, ...]  # these and the next in natural order
    named: tuple[str, ...]

    @staticmethod
    def of(problem: BooleanProblem, roots: Sequence[str]) -> Turns:
        read, disclosure = fault_order(problem, roots), problem.disclosure
        ranked = [name for name in kept_order(problem) if name in read]
        if disclosure.blocks is not None:
            block = {name: at for at, names in enumerate(disclosure.blocks) for name in names}
            ranked.sort(key=block.__getitem__)
        admissible = {name: frozenset(disclosure.admissible(name)) for name in read}
        return Turns(read, tuple(ranked), admissible, natural(roots), natural(read))

    def computed(self, mentioned: Mapping[str, frozenset[str]]) -> tuple[str, ...] | None:
        """The order in which the released scorer computes them; None if they form a cycle."""
        inputs = tuple([mentioned[name] for name in self.ranked])
        return (_remembered if len(inputs) <= ORDERED_VARIABLES else _computed)(self.ranked, inputs)


def _computed(
    ranked: tuple[str, ...], mentioned: tuple[frozenset[str], ...]
) -> tuple[str, ...] | None:
    """Always the first of those that wait for nobody."""
    waiting, order = dict(zip(ranked, mentioned, strict=True)), []
    names = waiting.keys()
    while waiting:
        ready = next((v for v, inputs in waiting.items() if names.isdisjoint(inputs)), None)
        if ready is None:
            return None
        del waiting[ready]
        order.append(ready)
    return tuple(order)


_remembered = lru_cache(maxsize=512)(_computed)

"""The functions of a class in the finite verifier: how many have exactly some parents and fit, and which.

``any`` is counted, not listed: h(T) functions on T agree, whatever matters in them, and g(S) = Σ
(−1)^|S∖T| h(T) of them have exactly the parents S. Functions of the other named classes but ``monotone``
depend on how many parents are active (have not their first value); each is the tuple of its values by
that number. Monotone ones are listed between the least and the greatest that agree; those of a grammar
are in its closure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from math import prod
from typing import TypeAlias

from symcause.families.finite.models.mechanism_class import Grammar
from symcause.families.finite.verifier.certificate_question import (
    CertifiedQuestion,
    Demand,
    Parents,
    Pattern,
)
from symcause.families.finite.verifier.expression_closure import Column, columns

Outputs: TypeAlias = tuple[int, ...]
"""Positions of values, one for each pattern of the parents, the first parent slowest."""

_WHAT = "the functions of a variable"


@dataclass(frozen=True)
class ClassFunctions:
    """What every variable of a question may choose."""

    question: CertifiedQuestion
    _columns: dict[object, set[Column]] = field(default_factory=dict)
    _grammars: dict[object, list[Outputs]] = field(default_factory=dict)
    _agreeing: dict[tuple[str, Parents], int] = field(default_factory=dict)

    def number(self, variable: str, parents: Parents, most: int | None = None) -> int:
        """How many functions with exactly these parents agree with the rows; *most*: count no further."""
        demand = self.question.demand(variable, parents)
        if demand is None:
            return 0
        if "any" in self.question.problem.model_class.of(variable).functions:
            return self._exactly(variable, parents)
        return sum(1 for _ in islice(self._listed(variable, parents, demand), most))

    def agreeing(self, variable: str, parents: Parents) -> Iterator[Outputs]:
        """The functions with exactly these parents that agree with the rows."""
        demand = self.question.demand(variable, parents)
        return iter(()) if demand is None else self._listed(variable, parents, demand)

    def _listed(self, variable: str, parents: Parents, demand: Demand) -> Iterator[Outputs]:
        own = self.question.problem.model_class.of(variable)
        sizes = self.question.sizes(parents)
        if own.grammar is not None:
            for outputs in self._of_grammar(variable, own.grammar, parents):
                self.question.work.spend(10 + 3 * len(demand), _WHAT)
                if all(outputs[place(p, sizes)] == value for p, value in demand.items()):
                    yield outputs
            return
        patterns = list(self._patterns(sizes))
        if "any" in own.functions:
            every = tuple(range(len(self.question.problem.domain(variable).values)))
            yield from self._filled([self._choices(demand, p, every) for p in patterns], sizes)
            return
        if rising := "monotone" in own.functions:
            yield from self._monotone(patterns, demand, sizes)
        for counted in by_active(own.functions, len(parents)):
            self.question.work.spend(5 * len(demand), _WHAT)
            agrees = all(counted[active(p)] == value for p, value in demand.items())
            if agrees and not (rising and list(counted) == sorted(counted)):
                yield tuple(counted[active(pattern)] for pattern in patterns)

    def _patterns(self, sizes: tuple[int, ...]) -> Iterator[Pattern]:
        self.question.work.spend(prod(sizes) * (2 + len(sizes)), "the patterns of parents")
        return product(*map(range, sizes))

    def _exactly(self, variable: str, parents: Parents) -> int:
        self.question.work.spend(10 << len(parents), "the sets of parents")
        return sum(
            (-1) ** (len(parents) - size) * self._agree(variable, part)
            for size in range(len(parents) + 1)
            for part in combinations(parents, size)
        )

    def _agree(self, variable: str, parents: Parents) -> int:
        """h: the functions of these variables that agree with the rows, whatever matters in them."""
        if (variable, parents) not in self._agreeing:
            demand, (values,) = (
                self.question.demand(variable, parents),
                self.question.sizes([variable]),
            )
            free = prod(self.question.sizes(parents)) - len(demand or ())
            length = 0 if demand is None else free * values.bit_length()
            self.question.work.spend(20 + length, "the numbers of functions")
            self.question.work.hold(100 + length // 8, "the numbers of functions")
            self._agreeing[variable, parents] = 0 if demand is None else values**free
        return self._agreeing[variable, parents]

    @staticmethod
    def _choices(demand: Demand, pattern: Pattern, every: Outputs) -> Outputs:
        return (demand[pattern],) if pattern in demand else every

    def _filled(self, choices: list[Outputs], sizes: tuple[int, ...]) -> Iterator[Outputs]:
        for outputs in product(*choices):
            self.question.work.spend(20 + len(outputs) * (1 + len(sizes)), _WHAT)
            if all_matter(outputs, sizes):
                yield outputs

    def _monotone(
        self, patterns: list[Pattern], demand: Demand, sizes: tuple[int, ...]
    ) -> Iterator[Outputs]:
        """Functions that never fall, pattern by pattern between what is forced low and high."""
        at = {pattern: i for i, pattern in enumerate(patterns)}
        below = [[at[q] for q in _neighbours(p, -1) if q in at] for p in patterns]
        above = [[at[q] for q in _neighbours(p, +1) if q in at] for p in patterns]
        low, high = [0] * len(patterns), [1] * len(patterns)
        for i, pattern in enumerate(patterns):
            low[i] = max(demand.get(pattern, 0), *(low[j] for j in below[i]), 0)
        for i in reversed(range(len(patterns))):
            high[i] = min(demand.get(patterns[i], 1), *(high[j] for j in above[i]), 1)
        waiting: list[Outputs] = [()] * all(a <= b for a, b in zip(low, high, strict=True))
        while waiting:
            outputs = waiting.pop()
            i = len(outputs)
            self.question.work.spend(20 + i, _WHAT)
            if i < len(patterns):
                least = max(low[i], *(outputs[j] for j in below[i]), 0)
                waiting += [(*outputs, value) for value in range(least, high[i] + 1)]
            elif all_matter(outputs, sizes):
                yield outputs

    def _of_grammar(self, variable: str, grammar: Grammar, parents: Parents) -> list[Outputs]:
        """The functions of expressions over exactly these parents, whatever the rows say."""
        variables = [self.question.problem.domain(name) for name in (variable, *parents)]
        own, *domains = (one.values for one in variables)
        constants = own if grammar.constants == "own" else grammar.constants
        key = id(grammar), constants, tuple(domains)
        if key not in self._columns:
            self._columns[key] = columns(grammar, constants, tuple(domains), self.question.work)
        if (key, own) not in self._grammars:
            sizes = self.question.sizes(parents)
            cost = 20 + prod(sizes) * (2 + len(sizes))
            self.question.work.spend(len(self._columns[key]) * cost, _WHAT)
            places = (tuple(map(variables[0].position, column)) for column in self._columns[key])
            whole = (tuple(p for p in outputs if p is not None) for outputs in places)
            self._grammars[key, own] = [
                outputs
                for outputs in whole
                if len(outputs) == prod(sizes) and all_matter(outputs, sizes)
            ]
        return self._grammars[key, own]


def active(pattern: Pattern) -> int:
    """How many parents have not their first value."""
    return sum(1 for value in pattern if value)


def by_active(names: tuple[str, ...], parents: int) -> list[Outputs]:
    """The functions of these classes that depend on the number of active parents, each once."""
    numbers = range(parents + 1)
    at_least = [tuple(int(n >= k) for n in numbers) for k in range(parents + 2)]
    odd = tuple(n % 2 for n in numbers)
    classes = {
        "disjunctive": [at_least[1]],
        "conjunctive": [at_least[parents]],
        "threshold": at_least[1:-1] if parents else at_least,
        "parity": [odd, tuple(1 - n for n in odd)],
    }
    return sorted({function for name in names for function in classes.get(name, ())})


def place(pattern: Pattern, sizes: tuple[int, ...]) -> int:
    """Where a pattern stands among all of them."""
    number = 0
    for value, size in zip(pattern, sizes, strict=True):
        number = number * size + value
    return number


def all_matter(outputs: Outputs, sizes: tuple[int, ...]) -> bool:
    """Does every parent change some output?"""
    return all(matters(outputs, sizes, parent) for parent in range(len(sizes)))


def matters(outputs: Outputs, sizes: tuple[int, ...], parent: int) -> bool:
    """Does this parent change some output?"""
    stride = prod(sizes[parent + 1 :])
    block = stride * sizes[parent]
    return any(
        outputs[start : start + block - stride] != outputs[start + stride : start + block]
        for start in range(0, len(outputs), block)
    )


def _neighbours(pattern: Pattern, step: int) -> Iterator[Pattern]:
    """The patterns in which one parent has the value next to its own."""
    for i, value in enumerate(pattern):
        yield (*pattern[:i], value + step, *pattern[i + 1 :])

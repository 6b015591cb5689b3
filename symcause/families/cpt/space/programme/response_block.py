"""The response block: variables whose answers to their parents are unknown, and may go together.

A variable of the block is, for each unit, some function of its parents: its response. A *type* is one
response for each variable of the block; the unknowns of a linear programme are the shares of the types.
Variables that nothing names and that have only such parents (*hidden*) matter by what they do to the types
of the variables that they reach: a single one takes them into its own noise, several must all be in the
block. Of the other variables, exact tables are constants, and entries that are not known are factors, which
have to cancel.

Every network has such shares, whatever the values of its hidden variables are, so that bounds of a
programme hold for all of them. That they are reached is another matter: networks show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice, product

from symcause.families.cpt.bounds import GUESSED_TABLES, TYPE_STEPS
from symcause.families.cpt.models.back_doors import ancestors
from symcause.families.cpt.problem.problem import CptProblem, middle
from symcause.families.cpt.problem.step_budgets import TYPE
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

Response = tuple[int, ...]
Table = tuple[Fraction, ...]


@dataclass(frozen=True)
class ResponseBlock:
    """A block of variables, the parents that each variable sees, and the tables that are known."""

    dag: DAG
    names: tuple[str, ...]
    seen: Mapping[str, tuple[str, ...]]
    known: Mapping[str, Table]
    hidden: Mapping[str, frozenset[str]]  # parents first, each with the variables that it reaches

    @cached_property
    def types(self) -> tuple[tuple[Response, ...], ...]:
        """Every combination of responses; a response has a bit for each combination of parents."""
        return tuple(
            product(*(product((0, 1), repeat=2 ** len(self.seen[name])) for name in self.names))
        )

    @property
    def size(self) -> int:
        """How many types there are."""
        return 1 << sum(1 << len(self.seen[name]) for name in self.names)

    def above(self, names: Iterable[str], forced: Iterable[str] = ()) -> tuple[str, ...]:
        """What names depend on, parents first; a forced variable depends on nothing."""
        found, waiting = set[str](), list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += () if name in forced else self.seen[name]
        return tuple(n for i in self.dag.order if (n := self.dag.nodes[i]) in found)


def blocks(
    problem: CptProblem, boxes: NumberBoxes, guess: Mapping[str, Table]
) -> Iterator[ResponseBlock]:
    """The blocks that a programme may have, those that relax less first; *guess*: tables taken as known."""
    dag, named = problem.dag, _named(problem)
    if named & set(problem.unobserved):
        return
    needed = ancestors(dag, named)
    hidden = set[int]()
    for i in dag.order:
        if needed >> i & 1 and dag.nodes[i] not in named and not set(bits(dag.parents[i])) - hidden:
            hidden.add(i)
    if any(dag.index[u] not in hidden for u in problem.unobserved if needed >> dag.index[u] & 1):
        return
    inner = [i for i in dag.order if needed >> i & 1 and i not in hidden]
    seen = {
        dag.nodes[i]: tuple(dag.nodes[p] for p in bits(dag.parents[i]) if p not in hidden)
        for i in inner
    }
    reached = {dag.nodes[i]: _reached(dag, i, hidden, needed) for i in dag.order if i in hidden}
    joined = [names for names in reached.values() if len(names) > 1]
    known = {name: table for name in seen if (table := _exact(boxes, name, seen[name])) is not None}
    known |= {name: table for name, table in guess.items() if name in seen}
    for names in _choices(tuple(seen), joined, known):
        rest = {name: table for name, table in known.items() if name not in names}
        block = ResponseBlock(dag, names, seen, rest, reached)
        if TYPE * block.size <= TYPE_STEPS:
            yield block


def _reached(dag: DAG, start: int, hidden: set[int], needed: int) -> frozenset[str]:
    """The variables that a hidden one reaches through hidden ones alone."""
    nodes, waiting = set[str](), [start]
    while waiting:
        for child in bits(dag.children[waiting.pop()] & needed):
            if child in hidden:
                waiting.append(child)
            else:
                nodes.add(dag.nodes[child])
    return frozenset(nodes)


def guesses(problem: CptProblem, boxes: NumberBoxes) -> Iterator[dict[str, Table]]:
    """Tables that may stand for those of variables which make a programme not linear, or not sharp.

    A variable that nothing names hands on the value of one of its parents; a table that is given in a
    rounded form is the middle of its boxes. Networks with such tables are members like others.
    """
    named = _named(problem)
    choices: list[list[tuple[str, Table]]] = []
    seen = next((block.seen for block in blocks(problem, boxes, {})), {})
    for name, parents in seen.items():
        table = boxes.table(name, parents)
        if table is not None and any(low < high for low, high in table):
            choices.append([(name, tuple(map(middle, table)))])
        elif parents and name not in named:
            rows = list(product((0, 1), repeat=len(parents)))
            choices.append(
                [(name, tuple(Fraction(row[k]) for row in rows)) for k in range(len(parents))]
            )
    if choices:
        yield from map(dict, islice(product(*choices), GUESSED_TABLES))


def _named(problem: CptProblem) -> set[str]:
    query = problem.query
    found = {query.treatment, query.outcome, *(() if query.collider is None else (query.collider,))}
    return found.union(*(family.key.names for family in problem.given))


def _exact(boxes: NumberBoxes, name: str, parents: tuple[str, ...]) -> Table | None:
    """The table of a variable, if every entry is given and has no width."""
    table = boxes.table(name, parents)
    if table is None or any(low < high for low, high in table):
        return None
    return tuple(low for low, _ in table)


def _choices(
    names: tuple[str, ...], joined: list[frozenset[str]], known: Mapping[str, Table]
) -> Iterator[tuple[str, ...]]:
    """What goes together by hidden roots, with more and more of the variables without a known table."""
    base = {name for children in joined for name in children}
    free = [name for name in names if name not in base and name not in known]
    for more in range(len(free) + 1):
        for chosen in combinations(free, more):
            yield tuple(name for name in names if name in base or name in chosen)

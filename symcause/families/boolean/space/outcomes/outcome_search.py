"""The search for all outcomes of an experiment in a Boolean space, row by row.

The members that show an outcome are those of the space with that world as evidence, whose roots have the
values of the context. A row that no member shows is followed no further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Outcomes, Plain, counted
from symcause.budgets import StrictMeter
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.bounds import COUNTED_OUTCOMES, FREE_VARIABLES
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.evidence_extension import Revised
from symcause.families.boolean.space.outcomes.experiment_outcomes import WHAT_IF, assigned_world
from symcause.formats.python_rows import spread


def by_counting(space: ExactSpace, experiment: Plain) -> Outcomes | Unknown:
    """The outcomes with exact numbers, or why there are too many to look for."""
    done = experiment["assignments"]
    assert isinstance(done, Mapping)
    try:
        search = _Search(space, experiment, dict(done))
        outcomes = counted(experiment, list(search.outcomes()))
    except LimitError as error:
        return Unknown(str(error))
    if outcomes.total != space.count:
        raise AssertionError(f"{outcomes.total} members show something, not {space.count}")
    return outcomes


@dataclass
class _Search:
    """Rows that members show, one after the other."""

    space: ExactSpace
    experiment: Plain
    done: Mapping[str, Any]

    def __post_init__(self) -> None:
        self.looked = StrictMeter(
            COUNTED_OUTCOMES, f"more than {COUNTED_OUTCOMES:,} outcomes to look for"
        )
        columns, self.number = spread(self.experiment["context"], self.done)
        self.rows = self.number or 1
        problem = self.space.problem
        certain = set(problem.disclosure.roots or ()) | set(self.done)
        self.free = [v for v in problem.variables if v not in certain]
        if len(self.free) > FREE_VARIABLES:
            raise LimitError(
                f"{len(self.free)} variables of a row may be 0 or 1: too many outcomes"
            )
        self.branches = {b.roots for b in self.space.branches if not b.is_empty}
        needed = certain | {name for roots in self.branches for name in roots}
        for name in needed:
            if name not in columns:
                raise UsageError("no value of a root", value=name)
        self.context = [{v: int(columns[v][row]) for v in columns} for row in range(self.rows)]
        self.certain = certain

    def outcomes(self) -> Iterator[tuple[Plain, int]]:
        names = self.space.problem.variables
        for rows, members in self._grown((), self.space.count):
            columns = zip(*rows, strict=True)
            values = {
                v: [int(bit) for bit in column] for v, column in zip(names, columns, strict=True)
            }
            one = self.number is None
            yield {v: bits[0] if one else bits for v, bits in values.items()}, members

    def _grown(self, rows: tuple[str, ...], members: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """The outcomes that begin with these rows."""
        if len(rows) == self.rows or not members:
            yield from [(rows, members)] if members else []
            return
        left = members
        for row in self._possible(len(rows)):
            if not left:
                return
            more = self._members((*rows, row))
            left -= more
            yield from self._grown((*rows, row), more)

    def _possible(self, at: int) -> Iterator[str]:
        known = {v: self.context[at][v] for v in self.certain}
        for bits in product((0, 1), repeat=len(self.free)):
            state = known | dict(zip(self.free, bits, strict=True))
            yield "".join(str(state[v]) for v in self.space.problem.variables)

    def _members(self, rows: Sequence[str]) -> int:
        """How many members show these rows."""
        self.looked.spend()
        problem = self.space.problem
        world = assigned_world(WHAT_IF, tuple(self.done), tuple(rows))
        grown = problem.with_worlds((world,))
        evidence = Revised(self.space.evidence, grown)
        after = ExactSpace.of(grown, self.space.hypotheses, evidence)
        place = {v: i for i, v in enumerate(problem.variables)}
        return sum(
            branch.count
            for branch in after.branches
            if branch.roots in self.branches
            and all(
                int(row[place[v]]) == self.context[r][v]
                for r, row in enumerate(rows)
                for v in branch.roots
            )
        )

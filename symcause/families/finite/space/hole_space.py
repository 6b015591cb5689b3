"""The hole space: all models of the declared class that explain training rows with unobserved cells.

A model explains a row iff some values of the roots that were not observed in it make every observed cell
right. So mechanisms are no longer judged alone: those that agree with the rows that show their variable and
all parents are put together, and every acyclic choice of them is run on all rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, dropwhile
from math import prod
from typing import Self

from symcause.answers import Unknown
from symcause.audits.space import EdgeStatus, EdgeStatuses, Objection
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.finite.bounds import HOLE_CHOICES
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.space.class_choices import UNCAPPED, Caps, choices_of, roots_of
from symcause.families.finite.space.hole_rows import HoleRows
from symcause.families.finite.space.member_separations import SeparationQuestions
from symcause.families.finite.space.ordered_members import (
    Group,
    OrderedBranch,
    members_in_order,
    options_of,
)
from symcause.mechanisms.branch_space import Roots
from symcause.mechanisms.local_space import least_sets
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Outcome
from symcause.mechanisms.order.nearest_members import Alternative
from symcause.mechanisms.tables.table_branches import TableChoice
from symcause.mechanisms.tables.table_distance import table_distance
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_rows import TableRows
from symcause.mechanisms.tables.table_space import ParentBounds, TableSpace
from symcause.models.bit_sets import mask_of
from symcause.solvers.acyclic.choice_weight import count_acyclic


@dataclass(frozen=True, repr=False, eq=False)
class HoleSpace(SeparationQuestions):
    """All models of the class, its mechanisms within *caps*, that explain every training row."""

    identity = "functions+roots"

    problem: FiniteProblem
    caps: Caps = UNCAPPED
    meter: Meter = field(default_factory=Meter, kw_only=True)

    def capped(self, caps: Caps) -> HoleSpace:
        """The same in a smaller class."""
        return HoleSpace(self.problem, caps, meter=self.meter)

    def count_capped(self, caps: Caps) -> int | Unknown:
        """How many members there are in a smaller class."""
        return self.capped(caps).count()

    def reopened(self, problem: FiniteProblem) -> Self:
        """The space of a problem with other evidence."""
        return type(self)(problem, self.caps, meter=self.meter)

    @cached_property
    def choices(self) -> dict[str, TableChoice]:
        """What every variable may choose, whatever is seen."""
        return choices_of(self.problem, self.caps)

    @cached_property
    def _rows(self) -> HoleRows:
        return HoleRows(self.problem)

    @cached_property
    def root_sets(self) -> tuple[Roots, ...]:
        """What may be the roots: some scored cell is left, and no required edge goes into one."""
        roots = roots_of(self.problem)
        if not isinstance(roots, int):
            return (roots,)
        return tuple(
            [
                some
                for some in combinations(self.over, roots)
                if not self._rows.scored.issubset(some)
                and not any(self.choices[name].required for name in some)
            ]
        )

    @cached_property
    def _local(self) -> dict[str, dict[int, TableSpace]]:
        """The mechanisms of every variable by parent set, as far as whole rows speak of them."""
        return {name: self._by_parents(name, choice) for name, choice in self.choices.items()}

    def _by_parents(self, name: str, choice: TableChoice) -> dict[int, TableSpace]:
        at, spaces = self.over.index(name), dict[int, TableSpace]()
        places = tuple(map(self.over.index, choice.candidates))
        for number in range(choice.least, choice.most + 1):
            for parents in combinations(places, number):
                self.meter.spend(1 + len(self._rows.rows))
                if not set(map(self.over.index, choice.required)) <= set(parents):
                    continue
                shown = self._rows.whole_rows(at, parents)
                rows = TableRows(name, self.over, self.problem.sizes, shown, parents)
                if rows.fixed(parents) is not None:
                    bounds = ParentBounds(number, number)
                    space = TableSpace.of(rows, bounds, choice.listing)
                    if mask_of(parents) in space.weights:
                        spaces[mask_of(parents)] = space
        return spaces

    def _weights(self, roots: Roots) -> list[dict[int, int]]:
        """How many mechanisms every variable has by parent set; a root has nothing to choose."""
        return [
            {0: 1}
            if name in roots
            else {group: one.weights[group] for group, one in self._local[name].items()}
            for name in self.over
        ]

    def _branch(self, roots: Roots) -> OrderedBranch:
        spaces = [None if name in roots else self._local[name] for name in self.over]
        choices = [least_sets(options) for options in self._weights(roots)]
        options = [
            None
            if own is None
            else (name, options_of([_group(one, group) for group, one in own.items()], self.order))
            for name, own in zip(self.over, spaces, strict=True)
        ]
        return OrderedBranch(roots, choices, options, self.meter)

    @cached_property
    def _found(self) -> tuple[TableModel, ...] | Unknown:
        """All members, in order."""
        try:
            number = sum([count_acyclic(self._weights(roots)) for roots in self.root_sets])
            if number > HOLE_CHOICES:
                return Unknown(
                    f"{number:,} models agree with whole rows: more than {HOLE_CHOICES:,} are not"
                    " tried on rows with unobserved cells"
                )
            members = list[TableModel]()
            for roots in self.root_sets:
                explained = self._rows.explained(roots)
                members += filter(explained.by, members_in_order([self._branch(roots)]))
                if self.meter.over:
                    return self.meter.shortage
            return tuple(members)
        except LimitError as error:
            return Unknown(str(error))

    def unexplained(self) -> tuple[str, ...]:
        """Nobody knows, where cells were not observed."""
        return ()

    def count(self) -> int | Unknown:
        """How many members there are."""
        return self._found if isinstance(self._found, Unknown) else len(self._found)

    def is_empty(self) -> bool | Unknown:
        """Is there no member?"""
        return self._found if isinstance(self._found, Unknown) else not self._found

    def bounds(self) -> tuple[int, int] | None:
        """Nothing is proven of a number that is unknown."""
        return None

    def members(self, after: TableModel | None = None) -> Iterator[TableModel | Unknown]:
        """Every member once, by root set, then variable by variable the smaller mechanism first."""
        if isinstance(self._found, Unknown):
            return iter((self._found,))
        members = iter(self._found)
        if after is not None:
            members = dropwhile(lambda member: member != after, members)
            next(members, None)
        return members

    def simplest(self) -> Iterator[TableModel | Unknown]:
        """Every member once, by total size, those of one size in their order."""
        if isinstance(self._found, Unknown):
            return iter((self._found,))
        return iter(sorted(self._found, key=self.order.size))

    def others(self, than: TableModel) -> Iterator[TableModel | Unknown]:
        """The other members: fewest changed variables, fewest changed entries, then in order."""
        return (one if isinstance(one, Unknown) else one.model for one in self.alternatives(than))

    def alternatives(self, than: TableModel) -> Iterator[Alternative[TableModel] | Unknown]:
        """The same with what has changed, and in how many entries of all tables."""
        if isinstance(self._found, Unknown):
            return iter((self._found,))
        place = self.over.index
        others = [
            Alternative(one, one.changed(than), _entries(one, than))
            for one in self._found
            if one != than
        ]
        return iter(
            sorted(
                others,
                key=lambda a: (len(a.changed), a.distance, sorted(map(place, a.changed))),
            )
        )

    def function_counts(self) -> dict[str, int] | Unknown:
        """How many functions every variable has over all members."""
        if isinstance(self._found, Unknown):
            return self._found
        return {
            name: len({one.functions[name] for one in self._found if name in one.functions})
            for name in self.over
        }

    def edges(self) -> EdgeStatuses | Unknown:
        """Every ordered pair (parent, child): in all, some or no members."""
        if isinstance(self._found, Unknown):
            return self._found
        counted = Counter([edge for one in self._found for edge in one.edges])
        whole = {0: EdgeStatus.NEVER, len(self._found): EdgeStatus.ALWAYS}
        pairs = [(p, c) for c in self.over for p in self.over if p != c]
        every = {edge: whole.get(counted[edge], EdgeStatus.OPEN) for edge in pairs}
        return EdgeStatuses(every if self._found else dict.fromkeys(pairs, EdgeStatus.NEVER))

    def objections(self, model: TableModel) -> tuple[Objection, ...]:
        """Why a model is no member."""
        if isinstance(self._found, Unknown):
            return (Objection(self._found.reason),)
        return (
            ()
            if model in self._found
            else (Objection("it does not explain the rows, whatever was not observed"),)
        )

    def outcome_counts(self, showing: Showing[TableFunction]) -> Counter[Outcome]:
        """How many members show what under experiments side by side."""
        if isinstance(self._found, Unknown):
            raise LimitError(self._found.reason)
        return Counter(map(showing.columns, self._found))


def _group(space: TableSpace, group: int) -> Group:
    return space, group


def _entries(one: TableModel, other: TableModel) -> Fraction:
    """In how many entries of their tables two models differ."""
    total = Fraction(0)
    for name in one.changed(other):
        first, second = one.functions.get(name), other.functions.get(name)
        if first is not None and second is not None:
            sizes = dict(zip(first.parents, first.sizes, strict=True))
            sizes |= dict(zip(second.parents, second.sizes, strict=True))
            total += table_distance(first, second) * prod(sizes.values())
        else:
            total += len((first or second or one.functions[name]).outputs)
    return total

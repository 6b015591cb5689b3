"""The finite version space of whole rows: all models of the declared class that replay the training worlds.

Rows constrain each mechanism alone, so the layer of tables counts, draws and tells edges; the order of
members, how they are told apart and what is written are the family's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import dropwhile, groupby, islice
from typing import TYPE_CHECKING, Any, Self

from symcause.answers import Unknown
from symcause.audits.of_space.member_collection import up_to_a_bound
from symcause.budgets import Meter, StrictMeter
from symcause.errors import LimitError
from symcause.families.finite.bounds import COMPARED_MEMBERS, ORDER_STEPS, ORDERED_MEMBERS
from symcause.families.finite.space.class_choices import (
    UNCAPPED,
    Caps,
    choices_of,
    evidence_of,
    roots_of,
)
from symcause.families.finite.space.member_existence import some_member
from symcause.families.finite.space.member_separations import SeparationQuestions
from symcause.families.finite.space.ordered_members import (
    Options,
    OrderedBranch,
    ShapeKey,
    members_by_size,
    members_in_order,
    options_of,
)
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Outcome
from symcause.mechanisms.next.member_outcomes import shown_by_all
from symcause.mechanisms.next.posed_experiments import Posed
from symcause.mechanisms.order.nearest_members import Alternative, nearest
from symcause.mechanisms.root_branch import Branch
from symcause.mechanisms.tables.table_branches import TableBranches
from symcause.mechanisms.tables.table_cells import TableCells, TableExperiment
from symcause.mechanisms.tables.table_distance import TableDistances
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_space import TableSpace
from symcause.mechanisms.tables.table_version_space import TableVersionSpace

if TYPE_CHECKING:
    from symcause.audits.experiments.experiment_merits import ExperimentRanking
    from symcause.audits.experiments.outcome_shares import Plain
    from symcause.families.finite.problem.problem import FiniteProblem


@dataclass(frozen=True, repr=False, eq=False)
class FiniteSpace(SeparationQuestions, TableVersionSpace):
    """All models of the class, its mechanisms within *caps*, that replay every training row."""

    problem: FiniteProblem
    caps: Caps = UNCAPPED
    meter: Meter = field(default_factory=Meter, kw_only=True)

    def opened(self) -> TableBranches:
        """The training rows, the roots, and what each variable may choose."""
        problem = self.problem
        choices = choices_of(problem, self.caps)
        return TableBranches(evidence_of(problem), roots_of(problem), choices, meter=self.meter)

    def capped(self, caps: Caps) -> FiniteSpace:
        """The same in a smaller class."""
        return FiniteSpace(self.problem, caps, meter=self.meter)

    def count_capped(self, caps: Caps) -> int | Unknown:
        """How many members there are in a smaller class; fewer parents alone need no new tables."""
        most, smaller = caps.parents, self.capped(caps)
        if self.caps != UNCAPPED or most is None or caps.size is not None:
            return smaller.count()
        for space in (self, *(one for bound, one in self._smaller.items() if bound >= most)):
            if not isinstance(space.tally, Unknown):
                try:
                    return space.tables.within(most).count_by_cases()
                except LimitError:
                    pass  # the smaller class may have fewer parent sets
        self._smaller[most] = smaller
        return smaller.count()

    @cached_property
    def _smaller(self) -> dict[int, FiniteSpace]:
        """Spaces that were opened with fewer parents, by how many."""
        return {}

    def reopened(self, problem: FiniteProblem) -> Self:
        """The space of a problem with other evidence."""
        return type(self)(problem, self.caps, meter=self.meter)

    @property
    def distances(self) -> TableDistances:
        """How many entries of their tables differ."""
        return TableDistances(entries=True)

    def is_empty(self) -> bool | Unknown:
        """Is there no member? That needs no count."""
        return self._is_empty

    @cached_property
    def _is_empty(self) -> bool | Unknown:
        try:
            if not isinstance(self.exact, Unknown):
                return self.exact.is_empty
            return not some_member(self.problem, self.tables)
        except LimitError as error:
            return Unknown(str(error))

    def count(self) -> int | Unknown:
        """How many members there are; that there is none may be known where nothing can be counted."""
        counted = super().count()
        return 0 if isinstance(counted, Unknown) and self.is_empty() is True else counted

    # members in their order

    def members(self, after: TableModel | None = None) -> Iterator[TableModel | Unknown]:
        """Every member once, by root set, then variable by variable the smaller mechanism first."""
        if isinstance(self.exact, Unknown):
            return self._unlisted(self.exact)
        members = members_in_order(self._ordered(self.exact))
        if after is not None:
            members = dropwhile(lambda member: member != after, members)
            next(members, None)
        return up_to_a_bound(members, self.meter)

    def simplest(self) -> Iterator[TableModel | Unknown]:
        """Every member once, by total size, those of one size in their order."""
        if isinstance(self.exact, Unknown):
            return self._unlisted(self.exact)
        steps = StrictMeter(
            ORDER_STEPS,
            f"more than {ORDER_STEPS:,} partial members on the way to the simplest",
            within=self.meter,
        )
        branches = list(self._ordered(self.exact, steps))
        members = members_by_size(branches, sum(map(self._largest, self.over)))
        return up_to_a_bound(members, self.meter)

    def _unlisted(self, why: Unknown) -> Iterator[TableModel | Unknown]:
        return iter(() if self.is_empty() is True else (why,))

    def _ordered(self, space: TableBranches, meter: Meter | None = None) -> Iterator[OrderedBranch]:
        for branch in space.branches:
            if not branch.is_empty:
                options = [
                    None if local is None else (local.variable, self._options(branch, local))
                    for local in branch.spaces
                ]
                yield OrderedBranch(branch.roots, branch.least, options, meter or self.meter)

    def _options(
        self, branch: Branch[TableSpace, TableFunction, TableModel], local: TableSpace
    ) -> Options:
        live = branch.live(local.variable)
        return options_of([(local, group) for group in live], self.order)

    def _largest(self, variable: str) -> int:
        """No mechanism of the variable is larger."""
        choice, own = self.tables.choices.get(variable), self.problem.model_class.of(variable)
        if choice is None:
            return 0
        return 1 + choice.most if own.grammar is None else own.grammar.max_size

    def others(self, than: TableModel) -> Iterator[TableModel | Unknown]:
        """The other members: fewest changed variables, fewest changed entries, then in order."""
        return (one if isinstance(one, Unknown) else one.model for one in self.alternatives(than))

    def alternatives(self, than: TableModel) -> Iterator[Alternative[TableModel] | Unknown]:
        """The same with what has changed, and in how many entries of all tables."""
        if isinstance(self.exact, Unknown):
            return iter((self.exact,))
        return up_to_a_bound(self._alternatives(self.exact, than), self.meter)

    def _alternatives(
        self, space: TableBranches, than: TableModel
    ) -> Iterator[Alternative[TableModel]]:
        alone = len(space.branches) == 1  # then those with the same changes come together

        def places(one: Alternative[TableModel]) -> list[int]:
            return sorted(map(self.over.index, one.changed))

        def nearness(one: Alternative[TableModel]) -> tuple[int, Fraction, list[int]]:
            return len(one.changed), one.distance, places(one) if alone else []

        for _, alike in groupby(nearest(space, than, self.distances), key=nearness):
            together = list(islice(alike, ORDERED_MEMBERS + 1))
            if len(together) > ORDERED_MEMBERS:
                raise LimitError(
                    f"more than {ORDERED_MEMBERS:,} members are equally near: not put in order"
                )
            if len(together[0].changed) == 1:
                yield from self._one_changed(together)
            else:
                together.sort(key=lambda one: (places(one), self.order.key(one.model)))
                yield from together

    def _one_changed(
        self, together: list[Alternative[TableModel]]
    ) -> Iterator[Alternative[TableModel]]:
        """In their order, where one function is another one: outputs tell only those of one shape apart."""

        def shape(one: Alternative[TableModel]) -> tuple[int, ShapeKey]:
            (name,) = one.changed
            return self.over.index(name), self.order.shape_key(name, one.model.functions[name])

        for _, alike in groupby(sorted(together, key=shape), key=shape):
            yield from sorted(alike, key=lambda one: self.order.key(one.model))

    def function_counts(self) -> dict[str, int] | Unknown:
        """How many functions every variable has over all members."""
        if isinstance(self.exact, Unknown):
            return self.exact
        try:
            return {name: self.exact.mechanism_count(name) for name in self.over}
        except LimitError as error:
            return Unknown(str(error))

    def unexplained(self) -> tuple[str, ...]:
        """Variables of which no function of the class fits the rows, whatever its parents."""
        if isinstance(self.exact, Unknown):
            return ()
        choices, exact = self.tables.choices, self.exact
        rooted = self.problem.disclosure.roots or ()
        free = [name for name in self.over if name in choices and name not in rooted]
        return tuple(name for name in free if not exact.local(name).weights)

    # experiments

    def outcome_counts(self, showing: Showing[TableFunction]) -> Counter[Outcome]:
        """How many members show what under experiments side by side."""
        if isinstance(self.exact, Unknown):
            raise LimitError(self.exact.reason)
        return shown_by_all(showing, self.exact.branches)

    def ranking(self) -> ExperimentRanking | Unknown | None:
        """The experiments that can shrink the space, best first; between bounds beyond a list."""
        count = self.count()
        if isinstance(count, int) and count > COMPARED_MEMBERS:
            return TableVersionSpace.ranking(self)
        return super().ranking()

    def posed(
        self, experiments: Sequence[Plain]
    ) -> Posed[TableSpace, TableFunction, TableModel] | None:
        """The experiments as they are counted."""
        if isinstance(self.exact, Unknown):
            return None
        settings = map(self.assignments, experiments)
        asked: list[tuple[Plain, Any]] = [
            (plain, TableExperiment(tuple(done.items())))
            for plain, done in zip(experiments, settings, strict=True)
        ]
        return Posed(TableCells(self.exact, self._contexts), asked, self.written)

"""The Boolean space under noise: all SCMs that leave at most this many training cells wrong.

Behind it stand :class:`~.noise.disturbed_space.DisturbedSpace` and
:class:`~symcause.mechanisms.noise.noise_structure.Erring`. Members come by the number of cells that they
disturb; inside one number they are listed and sorted, up to a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import dropwhile, islice
from random import Random
from typing import ClassVar, TypeVar

from symcause.answers import Unknown, Unsat
from symcause.audits.members import Members, refuse_strangers
from symcause.audits.of_space.member_collection import up_to_a_bound
from symcause.audits.space import EdgeStatus, EdgeStatuses, Objection, Separation
from symcause.errors import LimitError
from symcause.families.boolean.bounds import SORTED_MEMBERS
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exclusion import Why, why_not
from symcause.families.boolean.space.noise.disturbed_space import DisturbedSpace
from symcause.families.boolean.space.order.function_distance import distance
from symcause.families.boolean.space.reach import Reach
from symcause.mechanisms.noise.model_margin import best_model
from symcause.mechanisms.noise.noise_structure import Erring

T = TypeVar("T")


@dataclass(frozen=True, repr=False, eq=False)
class ErringSpace(BooleanSpace):
    """All SCMs of the class with at most as many disturbed training cells as the class allows."""

    reach: ClassVar[Reach] = Reach.LEVELS

    @property
    def errors(self) -> int:
        """As many cells as may be disturbed, or as there are."""
        return min(self.hypotheses.errors, self.disturbed.scored)

    @cached_property
    def disturbed(self) -> DisturbedSpace:
        """The models of the class by their disturbed cells."""
        return DisturbedSpace(
            self.problem, self.hypotheses, self.problem.training, meter=self.meter
        )

    @cached_property
    def erring(self) -> Erring[Function, BooleanSCM]:
        return Erring(self.disturbed, self.errors)

    @cached_property
    def exact(self) -> ExactSpace | Unknown:
        return Unknown("cells may be disturbed: mechanisms are no longer exact or out")

    @property
    def structure(self) -> Erring[Function, BooleanSCM]:
        return self.erring

    def spectrum(self) -> tuple[int, ...] | Unknown:
        """How many members disturb 0, 1, … cells."""
        return _known(lambda: self._spectrum)

    @cached_property
    def _spectrum(self) -> tuple[int, ...]:
        return self.disturbed.spectrum(self.errors)

    def count(self) -> int | Unknown:
        return _known(lambda: sum(self._spectrum))

    def members(self, after: BooleanSCM | None = None) -> Iterator[BooleanSCM | Unknown]:
        """Every member once: by disturbed cells, root set, parent sets, truth tables."""
        models: Iterator[BooleanSCM] = self.disturbed.members(self.errors)
        if after is not None:
            models = islice(dropwhile(lambda member: member != after, models), 1, None)
        return up_to_a_bound(models, self.meter)

    def pick(self) -> BooleanSCM | Unknown | None:
        """A member with the fewest disturbed cells, None if there is none."""
        return _known(self._best)

    def _best(self) -> BooleanSCM | None:
        least = self.disturbed.least
        return None if least is None or least > self.errors else best_model(self.disturbed)

    def simplest(self) -> Iterator[BooleanSCM | Unknown]:
        """Every member once: by disturbed cells, then by total AST size, as far as they can be sorted."""
        book = catalogue(self.problem.operators, self.problem.constants)

        def size(model: BooleanSCM) -> tuple[int, int]:
            sizes = [book.minimal_size(f) for f in model.functions.values()]
            if None in sizes:
                raise LimitError("the size of a mechanism is beyond the catalogue")
            return sum(n for n in sizes if n), sum(len(f.parents) for f in model.functions.values())

        return self._by_level(size)

    def others(self, than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        """Other members: by disturbed cells, changed mechanisms, changed outputs."""
        refuse_strangers(BooleanSCM, self.problem.variables, "variables", than)

        def nearness(model: BooleanSCM) -> tuple[int, Fraction]:
            changed = model.changed(than)
            both = [v for v in changed if v in model.functions and v in than.functions]
            apart = (distance(model.functions[v], than.functions[v]) for v in both)
            return len(changed), sum(apart, start=Fraction(0))

        return (model for model in self._by_level(nearness) if model != than)

    def _by_level(
        self, key: Callable[[BooleanSCM], tuple[object, ...]]
    ) -> Iterator[BooleanSCM | Unknown]:
        """The members, those with the same number of disturbed cells sorted by a key."""
        levels = _known(lambda: self._spectrum)
        if isinstance(levels, Unknown):
            yield levels
            return
        for errors, number in enumerate(levels):
            if number > SORTED_MEMBERS:
                yield Unknown(f"{number:,} models with {errors} disturbed cells: too many to sort")
                return
            try:
                yield from sorted(self.disturbed.members_at(errors), key=key)
            except LimitError as error:
                yield Unknown(str(error))
                return

    def objections(self, model: BooleanSCM) -> tuple[Objection, ...]:
        """Why the model is no member: too many disturbed cells, then rules of the class."""
        reasons = why_not(self.problem, self.hypotheses, model)
        rules = [Objection(r.detail, r.variable) for r in reasons if r.why is not Why.ROW]
        rows = [r for r in reasons if r.why is Why.ROW]
        if rows and (number := self.disturbed.disturbed(model)) > self.errors:
            text = f"{number} disturbed cells, the class allows {self.errors}"
            rules.insert(0, Objection(text, rows[0].place))
        return tuple(rules)

    def edges(self) -> EdgeStatuses | Unknown:
        names = self.problem.variables
        nowhere = {(p, c): EdgeStatus.NEVER for c in names for p in names if p != c}
        edges = _known(self.erring.edges)
        if isinstance(edges, Unknown):
            return edges
        return EdgeStatuses(nowhere | {edge: EdgeStatus(said) for edge, said in edges.items()})

    def mechanisms(self, variable: str) -> Iterator[Function | Unknown]:
        return up_to_a_bound(self.erring.mechanisms(variable), self.meter)

    def open_variables(self) -> tuple[str, ...] | Unknown:
        return _known(self.erring.open_variables)

    def separate(
        self, first: BooleanSCM, second: BooleanSCM | None = None
    ) -> Separation | Unsat | Unknown:
        """One variable's intervention under which two models, run without noise, differ."""
        if second is not None:
            return super().separate(first, second)
        unknown: Unknown | None = None
        for member in self.members():
            if isinstance(member, Unknown):
                return member
            separation = super().separate(first, member)
            if isinstance(separation, Separation):
                return separation
            unknown = separation if isinstance(separation, Unknown) else unknown
        return Unsat() if unknown is None else unknown

    def draw(self, rng: Random) -> BooleanSCM | Unknown:
        """One member, uniformly, from the list of all. Raises ValueError if there is none."""
        return Members.draw(self, rng)


def _known(found: Callable[[], T]) -> T | Unknown:
    """What is found, or why it is beyond reach."""
    try:
        return found()
    except LimitError as error:
        return Unknown(str(error))

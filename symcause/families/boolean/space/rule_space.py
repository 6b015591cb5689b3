"""The Boolean space under a rule on models: those members that it admits.

Nothing but a list says which members such a rule takes, so the space without that part of it is listed, up
to a bound. What would need the rest of a longer list is ``Unknown``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from random import Random

from symcause.answers import Unknown, Unsat
from symcause.audits.space import EdgeStatus, EdgeStatuses, Separation
from symcause.families.boolean.bounds import SIFTED_MEMBERS
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.class_rules import Rule
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.exact.exact_space import ExactSpace


@dataclass(frozen=True, repr=False, eq=False)
class SiftedSpace(BooleanSpace):
    """The members of a space that a rule on whole models takes."""

    @property
    def rule(self) -> Rule:
        assert self.hypotheses.admits is not None, "a rule on whole models"
        return self.hypotheses.admits

    @cached_property
    def wider(self) -> BooleanSpace:
        """The space by the rest of the rule: what it says of mechanisms."""
        local = replace(self.rule, models=None)
        return BooleanSpace(self.problem, replace(self.hypotheses, admits=local), meter=self.meter)

    @cached_property
    def exact(self) -> ExactSpace | Unknown:
        return Unknown(f"{self.rule.label} is about whole models: they are listed")

    @cached_property
    def _all(self) -> tuple[BooleanSCM, ...] | Unknown:
        """The whole list. It is not begun where the wider space is known to be too large."""
        count = self.wider.count()
        if isinstance(count, int) and count > SIFTED_MEMBERS:
            return self._beyond
        models: list[BooleanSCM] = []
        for member in self.members():
            if isinstance(member, Unknown):
                return member
            models.append(member)
        return tuple(models)

    @property
    def _beyond(self) -> Unknown:
        return Unknown(f"more than {SIFTED_MEMBERS:,} members to ask {self.rule.label} about")

    def _sifted(self, found: Iterator[BooleanSCM | Unknown]) -> Iterator[BooleanSCM | Unknown]:
        for member in islice(found, SIFTED_MEMBERS):
            if isinstance(member, Unknown):
                yield member
                return
            if self.rule.takes_model(member):
                yield member
        if next(found, None) is not None:
            yield self._beyond

    def count(self) -> int | Unknown:
        return self._all if isinstance(self._all, Unknown) else len(self._all)

    def bounds(self) -> tuple[int, int] | None:
        return None

    def members(self, after: BooleanSCM | None = None) -> Iterator[BooleanSCM | Unknown]:
        return self._sifted(self.wider.members(after))

    def pick(self) -> BooleanSCM | Unknown | None:
        return next(self.members(), None)

    def simplest(self) -> Iterator[BooleanSCM | Unknown]:
        return self._sifted(self.wider.simplest())

    def others(self, than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        return self._sifted(self.wider.others(than))

    def edges(self) -> EdgeStatuses | Unknown:
        if isinstance(self._all, Unknown):
            return self._all
        sets = [
            {(p, child) for child, f in member.functions.items() for p in f.parents}
            for member in self._all
        ]
        some, every = set().union(*sets), set.intersection(*sets) if sets else set()
        return EdgeStatuses(
            {
                (p, c): EdgeStatus.ALWAYS
                if (p, c) in every
                else EdgeStatus.OPEN
                if (p, c) in some
                else EdgeStatus.NEVER
                for c in self.problem.variables
                for p in self.problem.variables
                if p != c
            }
        )

    def open_variables(self) -> tuple[str, ...] | Unknown:
        if isinstance(self._all, Unknown):
            return self._all
        kinds = {v: {m.functions.get(v) for m in self._all} for v in self.problem.variables}
        return tuple(v for v, functions in kinds.items() if len(functions) > 1)

    def mechanisms(self, variable: str) -> Iterator[Function | Unknown]:
        if isinstance(self._all, Unknown):
            return iter((self._all,))
        has = (m.functions[variable] for m in self._all if variable in m.functions)
        return iter(dict.fromkeys(has))

    def separate(
        self, first: BooleanSCM, second: BooleanSCM | None = None
    ) -> Separation | Unsat | Unknown:
        if second is not None:
            return super().separate(first, second)
        if isinstance(self._all, Unknown):
            return self._all
        unknown: Unknown | None = None
        for member in self._all:
            separation = super().separate(first, member)
            if isinstance(separation, Separation):
                return separation
            unknown = separation if isinstance(separation, Unknown) else unknown
        return Unsat() if unknown is None else unknown

    def draw(self, rng: Random) -> BooleanSCM | Unknown:
        if isinstance(self._all, Unknown):
            return self._all
        if not self._all:
            raise ValueError("the space is empty")
        return rng.choice(self._all)

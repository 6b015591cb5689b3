"""The Boolean space up to behaviour: models that behave alike are one member.

Every model of the class that fits is a member; count, listing and what is another one are up to behaviour
(:mod:`symcause.families.boolean.models.observable_behaviour`), one model standing for all that behave as it
does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from symcause.answers import Unknown
from symcause.audits.members import refuse_strangers
from symcause.audits.of_space.member_collection import MemberCollection
from symcause.budgets import Meter
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.bounds import COUNTED_MEMBERS
from symcause.families.boolean.models.experiments import PairSeparation
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.observable_behaviour import behaviour, first_experiment
from symcause.families.boolean.models.scm import BEHAVIOUR, BooleanSCM
from symcause.families.boolean.space.hole_space import HoledSpace
from symcause.families.boolean.space.holes.behaviour_search import BehaviourSearch
from symcause.families.boolean.space.holes.list_search import ListedSearch, telling


@dataclass(frozen=True, repr=False, eq=False)
class BehaviourSpace(HoledSpace):
    """The behaviours of all SCMs of the class that some completion of the rows agrees with."""

    @property
    def identity(self) -> str:
        return BEHAVIOUR

    def met(self, other: MemberCollection[BooleanSCM]) -> None:
        """None: members are looked up, in one class, as each stands for those that behave alike."""
        if isinstance(other, BehaviourSpace) and other.hypotheses != self.hypotheses:
            raise UsageError("models that behave alike are compared in one class only")

    @property
    def models(self) -> HoledSpace:
        """The same members, told apart by their mechanisms."""
        return HoledSpace(self.problem, self.hypotheses, meter=self.meter)

    @property
    def uncertified(self) -> Unknown:
        return Unknown("behaviours are listed: no proof of their number")

    def witnessed(
        self, first: BooleanSCM, second: BooleanSCM, known: PairSeparation | None
    ) -> PairSeparation | None:
        """An experiment that shows it among the variables that are not latent."""
        return first_experiment(first, second, self.problem.latent)

    def _searching(self) -> BehaviourSearch | ListedSearch | Unknown:
        try:
            return telling(self.problem, self.hypotheses, self.meter)
        except LimitError as error:
            return Unknown(str(error))

    def listing(self) -> Iterator[BooleanSCM | Unknown]:
        search = self._searching()
        return iter((search,)) if isinstance(search, Unknown) else search.behaviours()

    @cached_property
    def _listing(self) -> tuple[int, Unknown | None]:
        """How many behaviours were found, and what ended the listing if that was no end."""
        listed = Meter(COUNTED_MEMBERS + 1)
        for member in self.members():
            if isinstance(member, Unknown):
                return listed.spent, member
            listed.spend()
            if listed.over:
                return listed.spent, Unknown(f"more than {COUNTED_MEMBERS:,} behaviours")
        return listed.spent, None

    @cached_property
    def _count(self) -> int | Unknown:
        number, stopped = self._listing
        return number if stopped is None else stopped

    @property
    def at_least(self) -> int | None:
        number, stopped = self._listing
        return number if stopped is not None else None

    def simplest(self) -> Iterator[BooleanSCM | Unknown]:
        """The simplest member of every behaviour, as far as members can be listed."""
        shown: set[bytes] = set()
        for model in self.models.simplest():
            if isinstance(model, Unknown):
                yield model
                return
            if (told := behaviour(model, self.problem.latent)) not in shown:
                shown.add(told)
                yield model

    def others(self, than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        """A member of every other behaviour than that of a model: fewest disturbed cells first."""
        refuse_strangers(BooleanSCM, self.problem.variables, "variables", than)
        known = [than]
        for errors in self.levels:
            hypotheses = replace(self.hypotheses, errors=errors)
            space = BehaviourSpace(self.problem, hypotheses, meter=self.meter)
            search = space._searching()
            for model in (search,) if isinstance(search, Unknown) else search.behaviours(*known):
                yield model
                if isinstance(model, Unknown):
                    return
                known.append(model)

    def other(self, than: BooleanSCM) -> BooleanSCM | Unknown | None:
        """Some member that behaves otherwise."""
        search = self._searching()
        return search if isinstance(search, Unknown) else search.otherwise(than)

    def represents(self, model: BooleanSCM) -> bool:
        """Is there a member that behaves as the model does? Raises LimitError where nobody can tell."""
        if model in self:
            return True
        shown = behaviour(model, self.problem.latent)
        for member in self.members():
            if isinstance(member, Unknown):
                raise LimitError(member.reason)
            if behaviour(member, self.problem.latent) == shown:
                return True
        return False

    def spectrum(self) -> tuple[int, ...] | Unknown:
        """Models, not behaviours, by the cells that they disturb."""
        return self.models.spectrum()

    def mechanisms(self, variable: str) -> Iterator[Function | Unknown]:
        return self.models.mechanisms(variable)

    def open_variables(self) -> tuple[str, ...] | Unknown:
        return self.models.open_variables()

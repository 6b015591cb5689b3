"""The mechanism space, under the protocol that all families share: each variable chooses a mechanism.

A family says which branches there are (:mod:`.branch_space`) and how far apart mechanisms are; counts and
bounds, listing, drawing, edges and the nearest other members follow.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Generic, cast

from symcause.answers import Unknown
from symcause.audits.members import Members
from symcause.audits.of_space.member_collection import up_to_a_bound
from symcause.audits.space import EdgeStatus, EdgeStatuses
from symcause.bounds.audits_bounds import COUNTED_EXPERIMENTS
from symcause.errors import LimitError
from symcause.mechanisms.branch_space import BranchSpace
from symcause.mechanisms.local_space import F, M, S
from symcause.mechanisms.member_tally import Tally

if TYPE_CHECKING:
    from symcause.audits.experiments.experiment_merits import ExperimentRanking
    from symcause.audits.experiments.outcome_shares import Outcomes, Plain
    from symcause.mechanisms.next.posed_experiments import Posed
    from symcause.mechanisms.order.nearest_members import Distances


class MechanismSpace(Members[M], Generic[S, F, M]):
    """All models of a class; whether a mechanism fits is a matter of its variable alone."""

    @property
    @abstractmethod
    def exact(self) -> BranchSpace[S, F, M] | Unknown:
        """The space branch by branch, or why there are too many parent sets for that."""

    @property
    @abstractmethod
    def distances(self) -> Distances[S, F]:
        """How far mechanisms are from each other."""

    @cached_property
    def tally(self) -> Tally | Unknown:
        """What there is to count."""
        return self.exact if isinstance(self.exact, Unknown) else self.exact.tally

    @cached_property
    def _count(self) -> int | Unknown:
        if isinstance(self.tally, Unknown):
            return self.tally
        try:
            return self.tally.count_by_cases()
        except LimitError as error:
            if self.meter.over:
                return self.meter.shortage
            bounds = self.tally.bounds
            known = bounds.low if bounds.low == bounds.high else self.few(bounds.low)
            return Unknown(str(error)) if known is None else known

    def few(self, at_least: int) -> int | None:
        """0 or 1, where that is all and the family has another way to tell; none here."""
        return None

    def count(self) -> int | Unknown:
        """How many members there are, exactly."""
        return self._count

    def bounds(self) -> tuple[int, int] | None:
        """Proven bounds on the number of members, where it is unknown and something is proven."""
        if isinstance(self.tally, Unknown) or isinstance(self._count, int):
            return None
        return self.tally.bounds.low, self.tally.bounds.high

    def members(self, after: M | None = None) -> Iterator[M | Unknown]:
        """Every member once: by root set, parent sets, tables; *after* resumes a listing."""
        if isinstance(self.exact, Unknown):
            return iter((self.exact,))
        return up_to_a_bound(self.exact.members(after), self.meter)

    def edges(self) -> EdgeStatuses | Unknown:
        """Every ordered pair (parent, child): in all, some or no members."""
        if isinstance(self.exact, Unknown):
            return self.exact
        names = self.exact.variables
        nowhere = {(p, c): EdgeStatus.NEVER for c in names for p in names if p != c}
        try:
            statuses = {e: EdgeStatus(said) for e, said in self.exact.edges().items()}
            return EdgeStatuses(nowhere | statuses)
        except LimitError as error:
            return Unknown(str(error))

    def mechanisms(self, variable: str) -> Iterator[F | Unknown]:
        """The mechanisms that a variable has in some member, each once."""
        if isinstance(self.exact, Unknown):
            return iter((self.exact,))
        return up_to_a_bound(self.exact.mechanisms(variable), self.meter)

    def open_variables(self) -> tuple[str, ...] | Unknown:
        """The variables that are a root in some members only, or have several mechanisms."""
        if isinstance(self.exact, Unknown):
            return self.exact
        try:
            return self.exact.open_variables()
        except LimitError as error:
            return Unknown(str(error))

    def others(self, than: M) -> Iterator[M | Unknown]:
        """Members that differ from a model: fewest changed mechanisms, then the smallest distance."""
        if isinstance(self.exact, Unknown):
            return iter((self.exact,))
        from symcause.mechanisms.order.nearest_members import nearest  # loaded when it is needed

        others = nearest(self.exact, than, self.distances)
        return up_to_a_bound((other.model for other in others), self.meter)

    # experiments

    def posed(self, experiments: Sequence[Plain]) -> Posed[S, F, M] | None:
        """Experiments as the engine counts them, all on the same contexts; None: members are listed.

        A family whose experiments set variables says how (:mod:`.next.posed_experiments`).
        """
        return None

    def what_if(self, experiment: object) -> Outcomes | Unknown:
        """What the members would show under an experiment, and how many of them each.

        Where members are too many to list they are drawn, and what they show is counted; some may be left
        over as a *rest* that shows something else.
        """
        count = self.count()
        if isinstance(count, Unknown):
            return count
        posed = None if isinstance(self.exact, Unknown) else self.posed([cast("Plain", experiment)])
        return super().what_if(experiment) if posed is None else posed.outcomes()

    def ranking(self) -> ExperimentRanking | Unknown | None:
        """The experiments by what they leave in the worst case, then on average; or bounds on it."""
        if isinstance(self.exact, Unknown):
            return None
        experiments = list(islice(self.experiments(), COUNTED_EXPERIMENTS + 1))
        posed = self.posed(experiments[:COUNTED_EXPERIMENTS]) if experiments else None
        return None if posed is None else posed.ranking(len(experiments) > COUNTED_EXPERIMENTS)

    def draw(self, rng: Random) -> M | Unknown:
        """One member, uniformly. Raises ValueError if there is none."""
        if isinstance(self.exact, Unknown):
            return self.exact
        try:
            return self.exact.draw(rng)
        except LimitError as error:
            return Unknown(str(error))

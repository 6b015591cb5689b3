"""Members of a version space: methods for audits that follow from listing them.

A family lists members, says why a model is none, and what a model shows under an experiment; the rest is
here, by listing. What a family knows better it overrides.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from symcause.answers import Unknown, Unsat
from symcause.audits.of_space.member_collection import MemberCollection
from symcause.audits.of_space.member_separations import Pair, separations_from
from symcause.audits.space import Edges, EdgeStatus, EdgeStatuses, Objection, Separation
from symcause.bounds.audits_bounds import LISTED_MEMBERS
from symcause.budgets import Meter
from symcause.errors import KindError, UsageError
from symcause.registry import family_of, load

if TYPE_CHECKING:
    from symcause.audits.experiments.experiment_merits import ExperimentRanking
    from symcause.audits.experiments.outcome_shares import Outcomes, Plain
    from symcause.formats.problems import Problem

N = TypeVar("N")

_EXPERIMENT = 20  # steps of work to see what two members show under an experiment


def refuse_strangers(kind: type, names: Iterable[str], attribute: str, *models: object) -> None:
    """Raise for what is no model, or one with other variables than the problem."""
    for model in models:
        if not isinstance(model, kind):
            raise KindError(f"not a {kind.__name__}", value=type(model).__name__)
        if set(getattr(model, attribute)) != set(names):
            raise UsageError("not a model of this problem: it has other variables")


Known = Callable[[Mapping[str, object]], object]
"""What an experiment is known by: two that are known by the same are one."""


class Members(MemberCollection[N]):
    """A version space, as far as it follows from members, objections and outcomes.

    A collection: ``for model in space``, ``len(space)``, ``model in space``, ``if space``, ``space[:10]``.
    What takes a listing here is bounded (``LISTED_MEMBERS``); a family that knows better overrides it.
    """

    if TYPE_CHECKING:

        @property
        def problem(self) -> Problem:
            """The problem, in the class that was asked for."""

        @property
        def identity(self) -> str:
            """What makes two members the same."""

    def __repr__(self) -> str:
        problem = getattr(self, "problem", None)
        return f"<{type(self).__name__} of {getattr(problem, 'id', 'a problem')}>"

    @cached_property
    def meter(self) -> Meter:
        """What the questions to this space have spent, and may spend."""
        return Meter()

    @property
    def over(self) -> tuple[str, ...]:
        """The variables of the problem."""
        return tuple(getattr(getattr(self, "problem", None), "variables", ()))

    @abstractmethod
    def objections(self, model: N) -> tuple[Objection, ...]:
        """What of the evidence speaks against a model."""

    def experiments(self) -> Iterable[Plain]:
        """What one may do to learn more, in a fixed order; nothing where evidence cannot grow."""
        return ()

    @abstractmethod
    def outcome(self, model: N, experiment: Plain) -> Plain:
        """What a model shows under an experiment."""

    def simplest(self) -> Iterator[N | Unknown]:
        """As they are listed: where members have no size, one is as simple as another."""
        return self.members()

    def represents(self, model: N) -> bool:
        """Is there a member that is the same by the identity?"""
        return model in self

    def others(self, than: N) -> Iterator[N | Unknown]:
        """The other members, as they are listed."""
        return (member for member in self.members() if member != than)

    def edges(self) -> Edges | Unknown:
        """None: a family whose models are graphs says which."""
        return EdgeStatuses({})

    def open_variables(self) -> tuple[str, ...] | Unknown:
        """The variables with an edge into them that some members have and others have not."""
        edges = self.edges()
        if isinstance(edges, Unknown):
            return edges
        return tuple(dict.fromkeys(effect for _, effect in edges.having(EdgeStatus.OPEN)))

    def separate(self, first: N, second: N | None = None) -> Separation | Unsat | Unknown:
        """The best experiment under which two models show different things.

        Without a second model one that tells the first from some member.
        """
        return next(self.separations(first, second), Unsat())

    def separations(
        self, first: N | None = None, second: N | None = None
    ) -> Iterator[Separation | Unknown]:
        """All experiments that tell two models apart, best first; see :mod:`.of_space.member_separations`.

        Without a second model those that tell the first from some member; without a first one those that
        tell any two members apart.
        """
        return self._executed(self._separations(first, second, self.pair_separations))

    def pair_separations(self, first: N, second: N) -> Iterator[Separation | Unknown]:
        """All experiments between two models, in the order in which experiments are listed.

        A family that ranks its experiments overrides this.
        """
        for experiment in self.experiments():
            self.meter.spend(_EXPERIMENT)
            shown = self.outcome(first, experiment), self.outcome(second, experiment)
            if shown[0] != shown[1]:
                yield Separation(experiment, first, second, shown)

    def replayed(self, found: Separation) -> bool:
        """Do the two models show what a separation says, and different things, when they are run?"""
        models = cast("tuple[N, N]", (found.first, found.second))
        shown = tuple(self.outcome(model, found.experiment) for model in models)
        return shown == found.readings and shown[0] != shown[1]

    def _separations(
        self,
        first: N | None,
        second: N | None,
        pair: Pair[N],
        **forms: Callable[[Mapping[str, object]], object],
    ) -> Iterator[Separation | Unknown]:
        if first is None:
            picked = self.pick()
            if picked is None or isinstance(picked, Unknown):
                return iter(() if picked is None else (picked,))
            first = picked
        if second is not None:
            return pair(first, second)
        return separations_from(first, self.others(first), pair, LISTED_MEMBERS, **forms)

    def _executed(self, listed: Iterator[Separation | Unknown]) -> Iterator[Separation | Unknown]:
        for separation in listed:
            if isinstance(separation, Separation) and not self.replayed(separation):
                raise AssertionError(f"the models do not show this: {separation}")
            yield separation

    def draw(self, rng: Random) -> N | Unknown:
        """One member, uniformly. Raises ValueError if there is none."""
        listed = self.listed()
        if isinstance(listed, Unknown):
            return listed
        if not listed:
            raise ValueError("there is no member to draw")
        return rng.choice(listed)

    def random(self, number: int = 1, *, seed: int = 0) -> tuple[N, ...] | Unknown:
        """Members at random, each drawn from all; the same seed gives the same.

        Raises ValueError if there is none.
        """
        rng, members = Random(seed), list[N]()
        for _ in range(number):
            drawn = self.draw(rng)
            if isinstance(drawn, Unknown):
                return drawn
            members.append(drawn)
        return tuple(members)

    # experiments and evidence

    def what_if(self, experiment: object) -> Outcomes | Unknown:
        """What the members would show under an experiment, and how many of them each."""
        listed = self.listed()
        if isinstance(listed, Unknown):
            return listed
        from symcause.audits.experiments.outcome_shares import counted  # loaded when it is needed

        asked = cast("Plain", experiment)
        return counted(asked, ((self.outcome(member, asked), 1) for member in listed))

    def ranking(self) -> ExperimentRanking | Unknown | None:
        """The experiments by what they leave, where the space has its own way to tell; none here."""
        return None

    def learnt(self, experiment: Plain, outcome: Plain) -> Problem:
        """The problem after an experiment and what it showed."""
        raise UsageError("nothing is learnt by experiments here")

    def with_evidence(self, evidence: object) -> Problem:
        """The problem with further evidence of the family's own kind."""
        raise UsageError("give an experiment and its outcome")

    def reopened(self, problem: Any) -> Self:
        """The space of another problem, in the class of this one."""
        opener = family_of(problem).space
        assert opener is not None, "a family with a space says how it is opened"
        return cast("Self", load(opener)(problem))

    def given(self, evidence: object, outcome: object = None) -> Self:
        """The space with more evidence: an experiment and its outcome, or evidence of the family's kind."""
        if outcome is None:
            return self.reopened(self.with_evidence(evidence))
        return self.reopened(self.learnt(cast("Plain", evidence), cast("Plain", outcome)))

    def __contains__(self, model: object) -> bool:
        return not self.objections(cast("N", model))

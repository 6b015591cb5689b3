"""The graph space: base class of linear version spaces, whose members differ by graph.

Both hold, for every variable, the parent sets it may have; a graph is an acyclic choice of one per variable
(:mod:`symcause.solvers.acyclic.acyclic_choices`). How a graph gets its member, and whether it has one, is
up to the kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from symcause.answers import Unknown, Unsat
from symcause.audits.experiments.outcome_shares import Outcomes, Plain
from symcause.audits.members import Members, refuse_strangers
from symcause.audits.space import Edge, Edges, Objection, Separation
from symcause.families.linear.bounds import MAX_PAIRS
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.records import ChainState, Record
from symcause.families.linear.space.distance_order import by_distance
from symcause.families.linear.space.membership_objections import objections_to
from symcause.families.linear.space.model_separation import (
    Parting,
    partings,
    tell_apart,
)
from symcause.families.linear.space.what_if_outcomes import after, readings_after, stated
from symcause.solvers.acyclic.acyclic_choices import enumerate_acyclic
from symcause.solvers.acyclic.choice_weight import Choices

Graph = tuple[Edge, ...]
"""(cause, effect) pairs in the order of the problem's variables."""

Masks = tuple[int, ...]
"""One parent set a variable, as bits of the problem's variables."""


_VARIABLE = 50  # steps of work to compare two models under interventions on one variable


class GraphSpace(Members[CrystalModel], ABC):
    """A version space whose members are crystal models, up to their graphs."""

    identity = "graph"
    problem: LinearProblem

    @property
    @abstractmethod
    def choices(self) -> tuple[dict[int, int], ...] | Unknown:
        """The parent sets that every variable may have, each with weight one."""

    @abstractmethod
    def at(self, masks: Masks, like: CrystalModel | None = None) -> CrystalModel | Unknown | None:
        """A member with this graph, as much *like* a given model as the graph lets it be."""

    @abstractmethod
    def count(self) -> int | Unknown:
        """How many graphs have a member."""

    def bounds(self) -> tuple[int, int] | None:
        """Proven bounds on the number of graphs, where it is unknown and something is proven."""
        return None

    @abstractmethod
    def models(self) -> int | Unknown | None:
        """How many models there are; None where the class has no such number (rationals)."""

    @abstractmethod
    def edges(self) -> Edges | Unknown:
        """Every ordered pair: an edge in all, some or no members."""

    @abstractmethod
    def draw(self, rng: Random) -> CrystalModel | Unknown:
        """A graph at random, uniformly, with a member of it. Raises ValueError if there is none."""

    @cached_property
    def index(self) -> dict[str, int]:
        """The position of every variable."""
        return {name: i for i, name in enumerate(self.problem.variables)}

    def masks_of(self, graph: Graph) -> Masks:
        """Edges as parent sets."""
        masks = [0] * len(self.problem.variables)
        for cause, effect in graph:
            masks[self.index[effect]] |= 1 << self.index[cause]
        return tuple(masks)

    def members(self, after: CrystalModel | None = None) -> Iterator[CrystalModel | Unknown]:
        """One member a graph, in a fixed order; *after* resumes a listing."""
        return self._listed(enumerate_acyclic, after)

    def _listed(
        self,
        order: Callable[[Choices, Masks | None], Iterator[Masks]],
        seen: CrystalModel | None = None,
        like: CrystalModel | None = None,
    ) -> Iterator[CrystalModel | Unknown]:
        """One member a graph, in an *order* from the graph of a model that was *seen* on."""
        if isinstance(self.choices, Unknown):
            yield self.choices
            return
        own = None if seen is None else self.masks_of(seen.edges)
        for masks in order(self.choices, own):
            model = None if masks == own else self.at(masks, like)
            if model is not None:
                yield model
            if isinstance(model, Unknown):
                return

    def pick(self) -> CrystalModel | Unknown | None:
        """The member with the first graph, None if there is none."""
        return next(self.members(), None)

    def objections(self, model: CrystalModel) -> tuple[Objection, ...]:
        """Why the model is no member: rules of the class, readings that it does not produce."""
        return objections_to(self.problem, model)

    def __contains__(self, model: object) -> bool:
        return isinstance(model, CrystalModel) and not self.objections(model)

    def others(self, than: CrystalModel) -> Iterator[CrystalModel | Unknown]:
        """Members with other graphs, fewest different edges first; equations that may stay do."""
        refuse_strangers(CrystalModel, self.problem.variables, "variables", than)
        yield from self._listed(by_distance, than, like=than)

    def simplest(self) -> Iterator[CrystalModel | Unknown]:
        """One member a graph, fewest edges first."""
        return self._listed(by_distance)

    def represents(self, model: CrystalModel) -> bool:
        """Is there a member with the graph of this model?"""
        if not set(model.variables) <= set(self.problem.variables):
            return False
        masks = self.masks_of(model.edges)
        if isinstance(self.choices, Unknown):
            return False
        inside = all(m in table for m, table in zip(masks, self.choices, strict=True))
        return inside and isinstance(self.at(masks), CrystalModel)

    def separate(
        self, first: CrystalModel, second: CrystalModel | None = None
    ) -> Separation | Unsat | Unknown:
        """An intervention after which two models read differently.

        Without a second model the members with other graphs are tried, nearest first. ``Unsat``: no
        intervention tells the two apart, or there is no other graph.
        """
        self.meter.note(_VARIABLE * len(self.problem.variables))
        if second is not None:
            return super().separate(first, second)
        refuse_strangers(CrystalModel, self.problem.variables, "variables", first)
        tried = 0
        for other in islice(self.others(first), MAX_PAIRS):
            if isinstance(other, Unknown):
                return other
            parting = tell_apart(self.problem, first, other)
            if isinstance(parting, Parting):
                return _shared(parting)
            tried += 1
        return Unknown(f"no intervention tells {tried} members apart") if tried else Unsat()

    def pair_separations(
        self, first: CrystalModel, second: CrystalModel
    ) -> Iterator[Separation | Unknown]:
        """For every property that tells two models apart an intervention on it: most readings first."""
        refuse_strangers(CrystalModel, self.problem.variables, "variables", first, second)
        for parting in partings(self.problem, first, second):
            yield parting if isinstance(parting, Unknown) else _shared(parting)

    # experiments and evidence

    @abstractmethod
    def unsettled(self) -> Unknown | None:
        """Why models of one graph may show different things, if they may."""

    def outcome(self, model: CrystalModel, experiment: Any) -> Plain:
        """What is read after one intervention, ``{"density": 50}``, on the crystal as it is now."""
        return readings_after(self.problem, model, stated(self.problem, experiment))

    def what_if(self, experiment: Any) -> Outcomes | Unknown:
        """What would be read after an intervention, and in how many graphs.

        Only where the evidence leaves one model a graph: otherwise a graph has no single outcome.
        """
        asked = stated(self.problem, experiment)
        return self.unsettled() or super().what_if({asked.variable: asked.value})

    def learnt(self, experiment: Any, outcome: Plain) -> LinearProblem:
        """The problem with one more reading of the manipulator's crystal."""
        return after(self.problem, stated(self.problem, experiment), outcome)

    def with_evidence(self, evidence: Any) -> LinearProblem:
        """The problem with a further ChainState, a Record, or the values of another crystal."""
        if isinstance(evidence, ChainState):
            return self.problem.extended(evidence)
        given = evidence.values if isinstance(evidence, Record) else evidence
        return self.problem.with_record(given)

    def row(self, model: CrystalModel) -> dict[str, object]:
        """The equation of every variable."""
        return dict(model.equations.texts())


def _shared(found: Parting) -> Separation:
    """A parting as every family states it."""
    step, measures = found.intervention, {"differing": len(found.differing)}
    experiment = {step.variable: step.value}
    return Separation(experiment, found.first, found.second, found.readings, measures)

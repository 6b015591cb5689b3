"""The position of a ShapeWorld episode: relations left, and what each action would leave.

What an action can show cuts the list of members into parts; the largest part is what it leaves in its
worst case. Where no action can teach anything in the present state though
several members are left, one more movement or rest is needed first: the shortest way to a state in which
something teaches.

>>> from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
>>> two = ShapeWorldProblem("demo", ("a", "b"), "a", "b", initial=("a", "b"))
>>> here = position(two)
>>> here.count, here.verdict.value, here.best
(3, 'open', ((<Action.HOLD: 'hold'>, 0), 1))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from symcause.answers import Unknown
from symcause.audits.space import Edge, EdgeStatus
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.bounds import PAIRED_SHAPES, PROVED_SHAPES
from symcause.families.shapeworld.episode.episode_members import Members, count_of, members_of
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.hidden_shape import case_in
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.transcript_evidence import last_state
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.world_separation import Move, moves
from symcause.families.shapeworld.space.worst_case import WorstCase


@dataclass(frozen=True)
class Position:
    """What follows from a case that has a start; everything is computed when it is asked for.

    Only answers are kept, neither lists nor solvers: many positions may be remembered.
    """

    problem: ShapeWorldProblem

    @property
    def space(self) -> ShapeWorldSpace:
        """The version space, anew."""
        return ShapeWorldSpace(self.problem, self.problem.scoped())

    @cached_property
    def state(self) -> int:
        state = last_state(case_in(self.problem, self.problem.scoped().name))
        assert state is not None, "a case with a start"
        return state

    @cached_property
    def verdict(self) -> TranscriptVerdict:
        """What the evidence says about the question."""
        pairs = self.pairs
        if pairs is None:
            return TranscriptVerdict.INCONSISTENT
        status = pairs[self.problem.cause, self.problem.effect]
        if status is EdgeStatus.OPEN:
            return TranscriptVerdict.OPEN
        if status is EdgeStatus.HIDDEN:
            return TranscriptVerdict.UNDECIDABLE
        return TranscriptVerdict.YES if status is EdgeStatus.ALWAYS else TranscriptVerdict.NO

    @cached_property
    def pairs(self) -> Mapping[Edge, EdgeStatus] | None:
        """What members agree on: about all pairs of a small world, about the question in a large one.

        None if there is no member.
        """
        asked, space = (self.problem.cause, self.problem.effect), self.space
        status = space.status(*asked)
        if status is None:
            return None
        return {asked: status} if self.problem.size > PAIRED_SHAPES else space.edges()

    @property
    def entailed(self) -> tuple[str, ...]:
        """The pairs on which all members agree, in words, the question first."""
        asked = (self.problem.cause, self.problem.effect)
        pairs = sorted((self.pairs or {}).items(), key=lambda one: one[0] != asked)
        words = {EdgeStatus.ALWAYS: "makes", EdgeStatus.NEVER: "does not make"}
        return tuple(f"{x} {words[status]} {y} move" for (x, y), status in pairs if status in words)

    @cached_property
    def count(self) -> int | Unknown:
        """How many relations are left."""
        return count_of(self.space)

    @cached_property
    def best(self) -> tuple[Move | None, int] | Unknown:
        """The action that leaves the fewest members in its worst case, and how many; ties as listed.

        None if nothing can be learnt any more.
        """
        members = members_of(self.space)
        if isinstance(members, Unknown):
            return members
        if len(members) <= 1:
            return None, len(members)
        left = [(max(n for _, n in members.outcomes(self.state, m)), m) for m in self.moves]
        worst, move = min(left, key=lambda one: one[0])
        if worst < len(members):
            return move, worst
        return self._way(members), worst

    @property
    def moves(self) -> list[Move]:
        """The actions that are not void now, as listed."""
        return moves(self.problem.size, self.state)

    def _way(self, members: Members) -> Move:
        """The first step of a shortest way to a state in which some action teaches something."""
        first: dict[int, Move | None] = {self.state: None}
        for here in (waiting := [self.state]):  # grows while it is read
            for move in moves(self.problem.size, here):
                shown = members.outcomes(here, move)
                way = first[here] or move
                if len(shown) > 1:
                    return way
                if shown[0][0] not in first:
                    first[shown[0][0]] = way
                    waiting.append(shown[0][0])
        raise AssertionError("two relations can always be told apart")

    @cached_property
    def optimal(self) -> Move | Unknown | None:
        """The next action of a plan with the fewest steps in the worst case; None: it is settled.

        Small worlds are searched, and of equally long plans the one with the fewest steps on average is
        taken. Larger ones: in the classes all and hidden the plan of the closed form is as short as any
        from the start on, and is followed as long as nobody has left it; else few members can be searched.
        """
        if self.verdict is not TranscriptVerdict.OPEN:
            return None
        optimum = Optimum(self.space)
        if self.problem.size <= PROVED_SHAPES:
            return optimum.best()
        planned = optimum.space.scope.name in (WorldClass.ALL, WorldClass.HIDDEN)
        if planned and self._on_plan():
            return self.planned
        ranking = optimum.ranking()
        return ranking if isinstance(ranking, Unknown) else self._shortest(ranking.worst)

    def _shortest(self, search: WorstCase) -> Move:
        """The first action after which the worst case is one less."""
        whole = search.slices.whole
        depth = search.value(whole, self.state) - 1
        for move, outcomes in search.choices(whole, self.state):
            if all(search.within(part, shown, depth) for shown, part in outcomes):
                return move
        raise AssertionError("some action begins a shortest plan")

    @cached_property
    def planned(self) -> Move | None:
        """What the plan of the closed form does next."""
        return Optimum(self.space).planned()

    def _on_plan(self) -> bool:
        """Has every step so far been that of the plan?"""
        steps = self.problem.transcript
        for place, step in enumerate(steps):
            if not step.is_numbered:
                continue
            planned = position(self.problem.cut(place)).planned
            if planned is None:
                return False
            action, shape = planned
            if (step.action, step.shape) != (str(action), self.problem.shapes[shape]):
                return False
        return True

    @cached_property
    def worst_case(self) -> int | Unknown:
        """The fewest actions that settle the question whatever member is true."""
        if self.verdict is TranscriptVerdict.INCONSISTENT:
            return Unknown("no world of the class shows what was seen")
        return Optimum(self.space).worst_case()

    @cached_property
    def simplest(self) -> bool | None:
        """What the member with the fewest pairs answers; None if there is no member.

        In larger worlds the first member as listed, in which an earlier pair is missing wherever it can be.
        """
        space = self.space
        relations = space.simplest() if self.problem.size <= PAIRED_SHAPES else space.members()
        member = next(relations, None)
        if not isinstance(member, Relation):
            return None
        return member.holds(self.problem.cause, self.problem.effect)


def position(problem: ShapeWorldProblem) -> Position:
    """Where a case stands; the last few are remembered, because every step asks several things."""
    return _position(
        problem.shapes,
        (problem.cause, problem.effect),
        problem.initial,
        problem.transcript,
        problem.scope,
    )


@lru_cache(maxsize=256)
def _position(
    shapes: tuple[str, ...],
    asked: tuple[str, str],
    initial: tuple[str, ...] | None,
    transcript: tuple[Step, ...],
    scope: WorldClass | None,
) -> Position:
    return Position(
        ShapeWorldProblem(
            id="position",
            shapes=shapes,
            cause=asked[0],
            effect=asked[1],
            initial=initial,
            transcript=transcript,
            scope=scope,
        )
    )

"""The ShapeWorld version space: every relation of a class that shows what was seen.

Members are relations (:class:`~symcause.families.shapeworld.models.causal_relations.Relation`). SAT answers
whatever asks for one member; explicit lists answer whatever asks for all of them, where they are short
enough; the model counter counts where they are not.

>>> from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
>>> from symcause.families.shapeworld.problem.problem import Step
>>> seen = (Step("hold", "circle", ("square", "star")),)
>>> case = ShapeWorldProblem("demo", ("circle", "square", "star"), "circle", "star",
...                          ("circle", "square", "star"), seen)
>>> space = ShapeWorldSpace(case, Scope())
>>> space.count(), space.graphs(), str(space.status("circle", "star"))
(5, 5, 'open')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, TypeVar

from symcause.answers import Unknown, Unsat
from symcause.audits.of_space.member_collection import up_to_a_bound
from symcause.audits.space import EdgeStatus, EdgeStatuses, Objection
from symcause.budgets import Meter
from symcause.families.shapeworld.bounds import LISTING_STEPS, SOLVED_MEMBERS, WHOLE_SHAPES
from symcause.families.shapeworld.models.causal_relations import Effects, Relation, between
from symcause.families.shapeworld.problem.hidden_shape import answer_of, case_in
from symcause.families.shapeworld.problem.hidden_statuses import shown_statuses, unless_driven
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.transcript_evidence import last_state, mismatch, seen
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import Scope
from symcause.families.shapeworld.space.nearest_members import nearest, nearest_listed
from symcause.families.shapeworld.space.relation_lists import Coding, relation_codes
from symcause.families.shapeworld.space.relation_solver import RelationSolver
from symcause.families.shapeworld.space.remaining_members import Left, started
from symcause.families.shapeworld.space.what_if_outcomes import Tried
from symcause.families.shapeworld.space.world_separation import Parting, part
from symcause.families.shapeworld.verifier.transcript_clauses import (
    Clause,
    base_clauses,
    decoded,
    giving,
    start_clauses,
    step_clauses,
    unknowns,
)
from symcause.solvers.sat.projected_models import projected_models

if TYPE_CHECKING:
    from symcause.families.shapeworld.space.relation_lists import Codes

C = TypeVar("C")

_LIST, _CODES = 50, 64  # steps of work for a list, and how many of its relations take one


class ShapeWorldSpace(Tried):
    """Every relation of a class that shows what was seen."""

    identity = "relation"

    def __init__(
        self,
        problem: ShapeWorldProblem,
        scope: Scope,
        left: Left | Unknown | None = None,
        *,
        meter: Meter | None = None,
    ) -> None:
        """*meter*: what all questions to the space draw on."""
        self.problem = problem
        self.meter = meter or Meter()
        self.scope = scope
        self.case = case_in(problem, scope.name)  # with a hidden shape where the class has some
        self._given = left  # all members, where somebody has listed them already
        self._state = None if self.case.initial is None else self.case.mask(self.case.initial)

    @cached_property
    def evidence(self) -> tuple[Clause, ...]:
        """What start and transcript say, as clauses over the pairs."""
        size = self.case.size
        clauses = [] if self._state is None else start_clauses(size, self._state)
        for line in seen(self.case):
            clauses += step_clauses(size, line)
        return tuple(clauses)

    @cached_property
    def solver(self) -> RelationSolver:
        """The first engine, with all evidence."""
        used = unknowns(self.case.size, self.scope.name)
        return RelationSolver(self.case.size, self._clauses(), used)

    @cached_property
    def left(self) -> Left | Unknown:
        """The second engine: all members, listed."""
        if self._given is not None:
            return self._given
        size, state = self.case.size, self._state
        if size <= WHOLE_SHAPES + self.case.unseen:
            found = started(size, self.scope.name, (1 << size) - 1 if state is None else state)
            return found if isinstance(found, Unknown) else found.after(self.evidence)
        codes = relation_codes(size, self.scope.name, self.evidence)
        return codes if isinstance(codes, Unknown) else Left(self.coding, codes)

    @property
    def codes(self) -> Codes | Unknown:
        """All members as codes."""
        return self.left if isinstance(self.left, Unknown) else self.left.codes

    @cached_property
    def coding(self) -> Coding:
        """How the list writes relations."""
        return Coding(self.case.size)

    def count(self) -> int | Unknown:
        """How many relations there are: from a list, else by the model counter."""
        if not isinstance(self.codes, Unknown):
            self.meter.spend(_LIST + len(self.codes) // _CODES)
            return self.meter.shortage if self.meter.over else len(self.codes)
        return self.counted() if self.few is None else len(self.few)

    def graphs(self) -> int | Unknown:
        """How many DAGs they stand for."""
        if self.case.unseen:
            return Unknown("DAGs are not counted where shapes are hidden")
        counts = self.listed_counts()
        return self.counted_graphs() if counts is None or counts[1] is None else counts[1]

    def listed_counts(self) -> tuple[int, int | None] | None:
        """Relations and, unless shapes are hidden, DAGs, where the members can be listed."""
        hidden = self.case.unseen
        if not isinstance(self.left, Unknown):
            return len(self.left), None if hidden else self.left.graphs()
        if self.few is None:
            return None
        graphs = None if hidden else sum(1 << between(effects) for effects in self.few)
        return len(self.few), graphs

    def counted(self) -> int | Unknown:
        """The number of relations by the model counter."""
        from symcause.families.shapeworld.space.model_counter import count_relations

        self.meter.spend(len(self._clauses()))
        return count_relations(self.case.size, self._clauses())

    def counted_graphs(self) -> int | Unknown:
        """The number of DAGs by the model counter."""
        from symcause.families.shapeworld.space.model_counter import count_graphs

        used = unknowns(self.case.size, self.scope.name)
        return count_graphs(self.case.size, self._clauses(), used)

    @cached_property
    def few(self) -> list[Effects] | None:
        """All members, one solver call each; None if they are too many."""
        size, found = self.case.size, list[Effects]()
        clauses, budget = self._clauses(), Meter(LISTING_STEPS, within=self.meter)
        for model in projected_models(clauses, range(1, size * (size - 1) + 1), budget):
            found.append(decoded(size, [one > 0 for one in model]))
            if len(found) > SOLVED_MEMBERS:
                return None
        return None if budget.over else found

    def _clauses(self) -> list[Clause]:
        return [*base_clauses(self.case.size, self.scope.name, None), *self.evidence]

    def members(self, after: Relation | None = None) -> Iterator[Relation | Unknown]:
        """Every member once, in the order of their pairs."""
        members = self.solver.members(None if after is None else after.effects)
        return up_to_a_bound((self._relation(effects) for effects in members), self.meter)

    def pick(self) -> Relation | None:
        """Some member, None if there is none."""
        effects = self.solver.some()
        return None if effects is None else self._relation(effects)

    def status(self, cause: str, effect: str) -> EdgeStatus | None:
        """In which members one shape causes another; None if there is no member."""
        at = self.problem.index
        status = self.solver.status(at[cause], at[effect])
        if status is not EdgeStatus.NEVER or not self.case.unseen:
            return status
        return unless_driven(status, self.solver.status(self.case.shown, at[effect]))

    def answering(self, answer: TranscriptVerdict | bool) -> Relation | None:
        """A member that answers the question so (True: yes), None if there is none."""
        effects = self.solver.some(*giving(self.case, TranscriptVerdict.of(answer)))
        return None if effects is None else self._relation(effects)

    def answer(self, member: Relation) -> TranscriptVerdict:
        """What a member answers."""
        return answer_of(self.case, member.effects)

    def edges(self) -> EdgeStatuses:
        """Every ordered pair of shapes: a cause and its effect in all, some or no members."""
        statuses = self.solver.statuses()
        names = self.problem.shapes
        if statuses is None:
            return EdgeStatuses({(x, y): EdgeStatus.NEVER for x in names for y in names if x != y})
        shown, _ = shown_statuses(self.case, statuses)
        return EdgeStatuses({(names[x], names[y]): status for (x, y), status in shown.items()})

    def objections(self, model: Relation) -> tuple[Objection, ...]:
        """Why a relation is no member; () if it is one."""
        if model.shapes != self.case.shapes:
            return (Objection("not about the listed shapes"),)
        objections: list[Objection] = []
        if not self.scope.name.contains(model.effects):
            objections.append(Objection(f"not in the class {self.scope.name}"))
        wrong = mismatch(self.case, model.effects)
        if wrong is not None:
            objections.append(Objection(wrong.reason, f"step {wrong.step}"))
        return tuple(objections)

    def __contains__(self, model: object) -> bool:
        return isinstance(model, Relation) and not self.objections(model)

    def represents(self, model: Relation) -> bool:
        """Is there a member with this relation?"""
        return model in self

    def others(
        self, than: Relation, answer: TranscriptVerdict | bool | None = None
    ) -> Iterator[Relation]:
        """Members that differ from a relation, by the number of changed pairs, then in order.

        *answer* asks for those that answer the question so.
        """
        self._refuse_strangers(than)
        return (member for member in self._near(than, answer) if member != than)

    def simplest(self) -> Iterator[Relation]:
        """Every member, by the number of pairs, then in order."""
        return self._near(self._relation((0,) * self.case.size), None)

    def _near(self, than: Relation, answer: TranscriptVerdict | bool | None) -> Iterator[Relation]:
        wanted = (
            []
            if answer is None
            else [(one,) for one in giving(self.case, TranscriptVerdict.of(answer))]
        )
        if not isinstance(self.left, Unknown):
            found = nearest_listed(self.coding, self.left.after(wanted).codes, than.effects)
        else:
            clauses = [*self._clauses(), *wanted]
            found = nearest(self.case.size, clauses, than.effects)
        return (self._relation(effects) for effects in found)

    def parting(self, first: Relation, second: Relation) -> Parting | Unsat:
        """How two relations part after the transcript."""
        state = last_state(self.case)
        return part(first.effects, second.effects, state or 0, self.case.shown)

    def draw(self, rng: Random) -> Relation | Unknown:
        """One member, all equally likely."""
        codes = self.codes
        if isinstance(codes, Unknown):
            if self.few is None:
                return codes
            return self._relation(rng.choice(_some(self.few)))
        return self._relation(self.coding.decode(int(codes[rng.choice(_some(range(len(codes))))])))

    def reopened(self, problem: ShapeWorldProblem) -> ShapeWorldSpace:
        return ShapeWorldSpace(problem, self.scope)

    def _relation(self, effects: Effects) -> Relation:
        return Relation(self.case.shapes, effects)


def _some(choices: Sequence[C]) -> Sequence[C]:
    """The choices, if there are any."""
    if not len(choices):
        raise ValueError("nothing to draw from: the space is empty")
    return choices

"""What-if outcomes in a ShapeWorld space: what members would show after actions, how many each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Outcomes, Plain, counted
from symcause.audits.members import Members, refuse_strangers
from symcause.audits.space import Separation
from symcause.errors import UsageError, did_you_mean
from symcause.families.shapeworld.models.causal_relations import Effects, Relation
from symcause.families.shapeworld.models.dynamics import Action, after, is_void
from symcause.families.shapeworld.problem.hidden_shape import answer_of, driven_in
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.transcript_evidence import last_state, mismatch
from symcause.families.shapeworld.space.relation_lists import Coding
from symcause.families.shapeworld.space.relation_slices import Slices
from symcause.families.shapeworld.space.world_separation import partings

if TYPE_CHECKING:
    from symcause.families.shapeworld.space.relation_lists import Codes

Act = tuple[Action, int]


def stated(problem: ShapeWorldProblem, given: Any) -> tuple[Act, ...]:
    """Actions one after the other: ("hold", "circle"), a mapping of the two, or what ``separate`` gives."""
    given = getattr(given, "experiment", given)
    if isinstance(given, Mapping) and "actions" in given:
        return tuple(act for one in given["actions"] for act in stated(problem, one))
    told = (given.get("action"), given.get("shape")) if isinstance(given, Mapping) else given
    if not isinstance(told, Sequence) or isinstance(told, str) or len(told) != 2:
        raise UsageError("not an action", value=given, remedy='give ("hold", "circle")')
    action, shape = told
    for word, known in ((action, list(map(str, Action))), (shape, problem.shapes)):
        if word not in known:
            what = "shape" if word is shape else "action"
            remedy = did_you_mean(str(word), known)
            raise UsageError(f"no such {what}", value=word, remedy=remedy)
    return ((Action(action), problem.index[shape]),)


def written(problem: ShapeWorldProblem, actions: Sequence[Act]) -> dict[str, object]:
    """The actions as plain values; a single one as it stands in transcripts."""
    told = [{"action": str(action), "shape": problem.shapes[x]} for action, x in actions]
    return dict(told[0]) if len(told) == 1 else {"actions": told}


def state_values(problem: ShapeWorldProblem, state: int) -> dict[str, object]:
    """A state as plain values."""
    return {"moving": list(problem.names(state))}


def start(problem: ShapeWorldProblem) -> int:
    """What moves now; of the shown shapes nothing where nobody has looked."""
    hidden = (1 << problem.size) - (1 << problem.shown)
    return last_state(problem) or hidden


def ended(problem: ShapeWorldProblem, effects: Effects, actions: Sequence[Act]) -> int:
    """What moves after the actions."""
    state = start(problem)
    for action, shape in actions:
        state = after(effects, state, action, shape)
    return state


def parted(slices: Slices, state: int, actions: Sequence[Act]) -> list[tuple[int, int]]:
    """What moves after the actions, with the number of members in which it does."""
    parts = [(state, slices.whole)]
    for action, shape in actions:
        grown: list[tuple[int, int]] = []
        for here, subset in parts:
            if not subset or is_void(here, action, shape):
                grown.append((here, subset))
            else:
                grown += slices.outcomes(subset, here, action, shape)
        parts = grown
    return [(here, subset.bit_count()) for here, subset in parts if subset]


_PAIR = 20  # steps of work to compare two relations at one shape


class Tried(Members[Relation], ABC):
    """The part of a space that is about experiments and further evidence."""

    problem: ShapeWorldProblem
    case: ShapeWorldProblem  # as the members see it

    @property
    def over(self) -> tuple[str, ...]:
        return self.problem.shapes

    @property
    @abstractmethod
    def coding(self) -> Coding:
        """How the list writes relations."""

    @property
    @abstractmethod
    def codes(self) -> Codes | Unknown:
        """All members as codes."""

    @property
    @abstractmethod
    def few(self) -> list[Effects] | None:
        """All members, where the solver lists them; None if they are too many."""

    def outcome(self, model: Relation, experiment: Any) -> Plain:
        """What moves after actions, ``("hold", "circle")``, in the state as it is now."""
        actions = stated(self.problem, experiment)
        return state_values(self.problem, ended(self.case, model.effects, actions))

    def _refuse_strangers(self, *models: Relation) -> None:
        refuse_strangers(Relation, self.case.shapes, "shapes", *models)
        if any(model.shapes != self.case.shapes for model in models):
            raise UsageError("the shapes are in a different order from the problem's")

    def pair_separations(self, first: Relation, second: Relation) -> Iterator[Separation | Unknown]:
        """Actions that tell two relations apart, fewest first; none where they are seen apart already."""
        self._refuse_strangers(first, second)
        self.meter.spend(_PAIR * self.case.size)
        if first != second and (seen := self.seen_apart(first, second)) is not None:
            yield seen
            return
        names, state = self.problem.shapes, last_state(self.case) or 0
        for parting in partings(first.effects, second.effects, state, self.case.shown):
            if isinstance(parting, Unknown):
                yield parting
                return
            actions = [{"action": str(action), "shape": names[x]} for action, x in parting.actions]
            one, other = ({"moving": list(self.problem.names(s))} for s in parting.states)
            told = {"actions": len(actions)}
            yield Separation(
                {"actions": actions}, first, second, (one, other), told, minimal=parting.minimal
            )

    def seen_apart(self, first: Relation, second: Relation) -> Separation | None:
        """What was seen, where it rules one of two relations out; None if both show it."""
        wrong = [mismatch(self.case, model.effects) for model in (first, second)]
        for which, told in zip(("first", "second"), wrong, strict=True):
            if told is not None:
                where = f"step {told.step}" if told.step else "the start"
                reason = f"{where} rules the {which} world out: {told.reason}"
                readings = {"shows": wrong[0] is None}, {"shows": wrong[1] is None}
                return Separation(
                    {"actions": []}, first, second, readings, minimal=True, already=reason
                )
        return None

    def replayed(self, found: Separation) -> bool:
        if found.already is not None:
            return True
        return super().replayed(found)

    def what_if(self, experiment: Any) -> Outcomes | Unknown:
        """What would move after actions, and in how many relations."""
        actions, codes = stated(self.problem, experiment), self.codes
        if not isinstance(codes, Unknown):
            slices = Slices(self.coding, codes, unseen=self.case.unseen)
            pairs = parted(slices, start(self.case), actions)
        elif self.few is None:
            return codes
        else:
            pairs = [(ended(self.case, effects, actions), 1) for effects in self.few]
        told = ((state_values(self.problem, state), number) for state, number in pairs)
        return counted(written(self.problem, actions), told)

    def learnt(self, experiment: Any, outcome: Plain) -> ShapeWorldProblem:
        """The problem after one more step."""
        actions, moving = stated(self.problem, experiment), outcome.get("moving")
        if len(actions) != 1 or not isinstance(moving, list | tuple):
            raise UsageError("give one action, and what moved then", value=dict(outcome))
        if self.problem.initial is None:
            raise UsageError("nobody has seen what moves at the start")
        ((action, shape),) = actions
        return self.problem.with_step(str(action), self.problem.shapes[shape], moving)

    def with_evidence(self, evidence: Any) -> ShapeWorldProblem:
        """The problem after a further Step, or (action, shape, what moved)."""
        if isinstance(evidence, Step):
            return self.problem.with_step(evidence.action, evidence.shape, evidence.moving)
        return self.problem.with_step(*evidence)

    def row(self, model: Relation) -> dict[str, object]:
        """Every ordered pair: does the first make the second move? And the answer to the question."""
        names = self.problem.shapes
        found = driven_in(self.case, model.effects)
        held = {f"{x} -> {y}": model.holds(x, y) for x in names for y in names if x != y}
        driven = {f"driven {name}": name in found for name in names} if self.case.unseen else {}
        return {**held, **driven, "answer": str(answer_of(self.case, model.effects))}

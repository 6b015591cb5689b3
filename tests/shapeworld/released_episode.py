"""Episodes as the released program plays them: the protocol, and a world that answers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.models.dynamics import Action, after
from symcause.families.shapeworld.problem.episode_phases import Phase
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.release.release_protocol import (
    Talk,
)


@dataclass(frozen=True)
class Episode:
    """An episode so far; a reply gives the next one."""

    world: Relation
    cause: str
    effect: str
    initial: tuple[str, ...]
    state: int
    talk: Talk
    transcript: tuple[Step, ...] = ()

    @classmethod
    def begun(cls, world: Relation, cause: str, effect: str, initial: tuple[str, ...]) -> Episode:
        """An episode before its first reply, in a closed start of a world."""
        state = sum(1 << world.shapes.index(name) for name in initial)
        return cls(world, cause, effect, initial, state, Talk(world.shapes))

    @property
    def phase(self) -> Phase:
        """What the agent is asked for next."""
        return self.talk.phase

    @property
    def n_step(self) -> int:
        """The choices to continue."""
        return self.talk.n_step

    @property
    def error(self) -> str:
        """What the program complained about; empty if nothing."""
        return self.talk.error

    @property
    def result(self) -> bool | None:
        """Was the answer right? None without one."""
        counted = self.talk.counted
        return None if counted is None else counted == self.world.holds(self.cause, self.effect)

    @property
    def interventions(self) -> int:
        """What the published tables call steps."""
        return self.n_step + 1

    @property
    def moving(self) -> tuple[str, ...]:
        """The shapes that move now."""
        return tuple(name for i, name in enumerate(self.world.shapes) if self.state >> i & 1)

    def replied(self, text: str) -> Episode:
        """The episode after one more reply."""
        talk = self.talk.replied(text)
        step, state = talk.done, self.state
        if step is None:
            return replace(self, talk=talk)
        if talk.applied and step.action is not None and not step.invalid:
            place = self.world.shapes.index(str(step.shape))
            state = after(self.world.effects, state, Action(step.action), place)
        now = replace(self, talk=talk, state=state)
        shown = replace(step, moving=now.moving) if talk.applied else step
        return replace(now, transcript=(*self.transcript, shown))

    def problem(self, id: str) -> ShapeWorldProblem:
        """The episode as a problem with its transcript and its world."""
        return ShapeWorldProblem(
            id=id,
            shapes=self.world.shapes,
            cause=self.cause,
            effect=self.effect,
            initial=self.initial,
            transcript=self.transcript,
            answer=self.talk.said,
            gold=self.world.dag,
            protocol=True,
        )

"""The ShapeWorld problem: named shapes, the pair that is asked about, and what was seen.

The question is always "does A moving make B move?"; its truth is A < B. What was seen is a start and a
transcript; a case that nobody played has an empty one. Logs are not always tidy, so a step may be less
than an action with the state after it:

* ``moving`` is None: nothing was seen after the action, which is taken as not applied;
* ``action`` is None: the state was shown again;
* ``invalid``: a word or shape that the agent was not offered; the state stays.

The start is None in a log that holds the question and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from symcause.errors import LimitError, ProblemError, did_you_mean
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass
from symcause.models.dags import DAG
from symcause.models.notebook_hook import Shown

MAX_SHAPES = 100  # shapes
"""Most shapes of a world."""

MAX_STEPS = 10_000  # steps of a transcript
"""Most steps of a transcript."""

MAX_NAME = 200  # characters
"""Longest name of a shape."""

YES, NO = "yes", "no"

RESULTS = "causallink-results"
"""What the metadata of a question from a results table name as its source."""


@dataclass(frozen=True)
class Step:
    """One line of a transcript: an action and the shapes that moved after it."""

    action: str | None = None
    shape: str | None = None
    moving: tuple[str, ...] | None = None
    invalid: bool = False

    @property
    def is_numbered(self) -> bool:
        """A valid action that was followed by a state."""
        return self.action is not None and self.moving is not None and not self.invalid


@dataclass(frozen=True, repr=False)
class ShapeWorldProblem(Shown):
    """A case, with what was seen of it so far."""

    brief = ("id", "cause", "effect", "shapes", "transcript steps")

    id: str
    shapes: tuple[str, ...]
    cause: str
    effect: str
    initial: tuple[str, ...] | None = None
    transcript: tuple[Step, ...] = ()
    answer: str | None = None
    scope: WorldClass | None = None
    limit: int | None = None
    gold: DAG | None = None
    truth: bool | None = (
        None  # where a log tells it without the world; gold decides where there is one
    )
    protocol: bool = False  # made under the released protocol, which forces one intervention
    metadata: Mapping[str, object] = field(default_factory=dict)
    driven: tuple[str, ...] = ()  # shapes of gold that something hidden keeps moving
    unseen: int = 0  # shapes at the end of the listing that stand for hidden ones

    def __hash__(self) -> int:
        return hash(self.id)  # parts of it are mappings

    def __post_init__(self) -> None:
        _check_shapes(self.shapes)
        for place, name in (("question.cause", self.cause), ("question.effect", self.effect)):
            self._known(name, place)
        if self.cause == self.effect:
            raise ProblemError(
                "the question names one shape twice", place="question", value=self.cause
            )
        if self.initial is not None:
            self._check_state(self.initial, "initial")
        elif self.transcript:
            raise ProblemError("a transcript needs a start", place="initial")
        if len(self.transcript) > MAX_STEPS:
            raise LimitError(f"a transcript has at most {MAX_STEPS} steps", place="transcript")
        for i, step in enumerate(self.transcript):
            self._check_step(step, f"transcript[{i}]")
        if self.scope is not None:
            Scope(self.scope, "problem").suits(len(self.shapes))
        if self.limit is not None and self.limit < 1:
            raise ProblemError("a limit is at least 1", place="limit", value=self.limit)
        if self.gold is not None and self.gold.nodes != self.shapes:
            raise ProblemError("gold is not about the listed shapes", place="gold")
        if self.driven:
            self._check_driven()

    def _check_driven(self) -> None:
        """Driven shapes move at the start, and so do all their effects."""
        gold = self.gold_relation
        if gold is None:
            raise ProblemError("driven shapes are part of gold", place="gold.driven")
        self._check_state(self.driven, "gold.driven")
        for i, name in enumerate(self.driven):
            place = f"gold.driven[{i}]"
            if self.initial is not None and name not in self.initial:
                raise ProblemError(
                    "a driven shape moves at the start",
                    place=place,
                    value=name,
                    remedy="add it to 'initial', or take it from 'driven'",
                )
            for effect in self.shapes:
                if gold.holds(name, effect) and effect not in self.driven:
                    raise ProblemError(
                        f"its effect {effect} is not driven",
                        place=place,
                        value=name,
                        remedy=f"add {effect} to 'driven'",
                    )

    def _known(self, name: str, place: str) -> None:
        if name not in self.index:
            raise ProblemError(
                "no such shape", place=place, value=name, remedy=did_you_mean(name, self.shapes)
            )

    def _check_state(self, moving: tuple[str, ...], place: str) -> None:
        for i, name in enumerate(moving):
            self._known(name, f"{place}[{i}]")
        if len(set(moving)) != len(moving):
            raise ProblemError("a shape stands twice", place=place, value=", ".join(moving))

    def _check_step(self, step: Step, place: str) -> None:
        if step.moving is not None:
            self._check_state(step.moving, f"{place}.moving")
        if step.action is None:
            if step.shape is not None or step.moving is None:
                raise ProblemError(
                    "a step has an action with its shape, or shows the state again", place=place
                )
            return
        if step.invalid:
            return
        if step.action not in tuple(Action):
            raise ProblemError(
                "no such action",
                place=f"{place}.action",
                value=step.action,
                remedy=did_you_mean(step.action, [str(action) for action in Action]),
            )
        if step.shape is None:
            raise ProblemError("the action names no shape", place=f"{place}.shape")
        self._known(step.shape, f"{place}.shape")

    @cached_property
    def index(self) -> dict[str, int]:
        """The position of every shape in the listing."""
        return {name: i for i, name in enumerate(self.shapes)}

    @property
    def size(self) -> int:
        """The number of shapes."""
        return len(self.shapes)

    @property
    def shown(self) -> int:
        """The number of shapes that can be seen and acted on; they are listed first."""
        return len(self.shapes) - self.unseen

    @property
    def asked(self) -> tuple[int, int]:
        """The positions of the cause and the effect of the question."""
        return self.index[self.cause], self.index[self.effect]

    @property
    def most_steps(self) -> int:
        """How many interventions an agent may make."""
        return 2 * self.size if self.limit is None else self.limit

    @cached_property
    def gold_relation(self) -> Relation | None:
        """What can be seen of the true world."""
        return None if self.gold is None else Relation.of_dag(self.gold)

    @property
    def right(self) -> bool | None:
        """The true answer, if it is known."""
        gold = self.gold_relation
        return self.truth if gold is None else gold.holds(self.cause, self.effect)

    @property
    def given(self) -> bool | None:
        """The answer that closes the transcript; only ``yes`` and ``no`` to the letter are answers."""
        return {YES: True, NO: False}.get(self.answer or "")

    def scoped(self, option: WorldClass | None = None) -> Scope:
        """The class to judge in: the one asked for, else the problem's own, else ``all``."""
        if option is not None:
            scope = Scope(option, "option")
        elif self.scope is not None:
            scope = Scope(self.scope, "problem")
        else:
            scope = Scope()
        scope.suits(self.size)
        return scope

    def mask(self, moving: tuple[str, ...]) -> int:
        """A set of shapes as bits."""
        return sum(1 << self.index[name] for name in moving)

    def names(self, mask: int) -> tuple[str, ...]:
        """The shapes of a bit set that are shown, in listed order."""
        return tuple(self.shapes[i] for i in range(self.shown) if mask >> i & 1)

    def cut(self, steps: int) -> ShapeWorldProblem:
        """The same problem after its first *steps* lines, unanswered."""
        return self._changed(self.transcript[:steps])

    def with_step(
        self, action: str | None, shape: str | None, moving: Iterable[str] | None
    ) -> ShapeWorldProblem:
        """The same problem after one more action and what moved then, unanswered."""
        seen = None if moving is None else tuple(moving)
        return self._changed((*self.transcript, Step(action, shape, seen)))

    def _changed(self, transcript: tuple[Step, ...]) -> ShapeWorldProblem:
        """Another problem: what the metadata claim of this one need not be true of it."""
        from symcause.formats.pools.metadata_claims import without_claims

        metadata = without_claims(self.metadata)
        return replace(self, transcript=transcript, answer=None, metadata=metadata)


def _check_shapes(shapes: tuple[str, ...]) -> None:
    if len(shapes) < 2:
        raise ProblemError("a world has at least two shapes", place="shapes", value=len(shapes))
    if len(shapes) > MAX_SHAPES:
        raise LimitError(
            f"a world has at most {MAX_SHAPES} shapes", place="shapes", value=len(shapes)
        )
    seen: set[str] = set()
    for i, name in enumerate(shapes):
        if not name or not name.isprintable() or len(name) > MAX_NAME:
            raise ProblemError(
                "not a name for a shape",
                place=f"shapes[{i}]",
                value=name,
                remedy=f"give printable text of at most {MAX_NAME} characters",
            )
        if name in seen:
            raise ProblemError("two shapes have the same name", place=f"shapes[{i}]", value=name)
        seen.add(name)

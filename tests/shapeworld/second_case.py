"""One ShapeWorld document judged by plain lists of worlds, and random documents to judge.

The judgements follow the definitions of the family line by line over ``tests.shapeworld.second``; nothing
of the project is used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from tests.shapeworld.second import (
    Act,
    Pair,
    Search,
    State,
    World,
    acts,
    after,
    closed,
    in_class,
    parts,
    void,
    world_of,
    worlds,
)

Document = dict[str, Any]
NAMES = ("circle", "square", "triangle", "star", "hexagon")
CLASSES = ("all", "rooted", "listed", "core")


def verdict_of(left: frozenset[World], asked: Pair) -> str:
    answers = {asked in world.causes for world in left}
    if len(answers) != 1:
        return "open" if answers else "inconsistent"
    return "yes" if answers == {True} else "no"


@dataclass(frozen=True)
class Moment:
    """A line of a transcript and what is known after it; nothing is judged after an impossible one."""

    number: int | None
    kind: str | None
    left: frozenset[World]
    state: State


class Second:
    """One document of ``symcause.shapeworld/1``, judged by lists."""

    def __init__(self, document: Document, scope: str | None = None) -> None:
        self.document = document
        self.names: list[str] = document["shapes"]
        self.size = len(self.names)
        self.scope: str = str(scope or document.get("class") or "all")
        self.asked = (
            self.names.index(document["question"]["cause"]),
            self.names.index(document["question"]["effect"]),
        )
        self.start = self.state_of(document["initial"])
        self.gold: World | None = None
        if "gold" in document:
            self.gold = self.world(document["gold"]["edges"])
        self.first = frozenset(
            world
            for world in worlds(self.size)
            if in_class(world, self.scope) and closed(world, self.start)
        )
        self.moments = list(self._walk(self.first))
        self.left = self.moments[-1].left if self.moments else self.first
        self.state = self.moments[-1].state if self.moments else self.start
        self.worst = Search(self.size, self.asked, None)
        self.by_relations = Search(self.size, self.asked, "relations")
        self.by_graphs = Search(self.size, self.asked, "graphs")

    def world(self, edges: Sequence[Sequence[str]]) -> World:
        return world_of(self.size, [(self.names.index(x), self.names.index(y)) for x, y in edges])

    def state_of(self, moving: Sequence[str]) -> State:
        return frozenset(self.names.index(name) for name in moving)

    def named(self, state: State) -> list[str]:
        return [name for i, name in enumerate(self.names) if i in state]

    @property
    def truth(self) -> bool | None:
        if self.gold is not None:
            return self.asked in self.gold.causes
        return {"yes": True, "no": False, None: None}[self.document.get("truth")]

    def _walk(self, left: frozenset[World]) -> Iterator[Moment]:
        """Every line; a state that is merely shown again is no line unless it is impossible."""
        state, number = self.start, 0
        for step in self.document.get("transcript", ()):
            invalid = step.get("invalid", False)
            seen = step.get("moving")
            if seen is None:
                kind = "invalid" if invalid else "unseen"
                yield Moment(None, kind if left else None, left, state)
                continue
            shown = self.state_of(seen)
            if invalid or step.get("action") is None:
                kept = left if shown == state else frozenset[World]()
                dead = not left
                left, state = kept, shown
                if dead or not left or invalid:
                    word = None if dead else "invalid" if left else "impossible"
                    yield Moment(None, word, left, state)
                continue
            number += 1
            act = (step["action"], self.names.index(step["shape"]))
            kept = frozenset(world for world in left if after(world, state, act) == shown)
            yield Moment(number, self._kind(left, kept, state, act, shown), kept, shown)
            left, state = kept, shown

    @staticmethod
    def _kind(
        left: frozenset[World], kept: frozenset[World], state: State, act: Act, shown: State
    ) -> str | None:
        if not left:
            return None
        if not kept:
            return "impossible"
        if void(state, act):
            return "void"
        if kept != left:
            return "informative"
        return "set-up" if shown != state else "wasted"

    @property
    def interventions(self) -> int:
        return sum(moment.number is not None for moment in self.moments)

    def impossible_at(self) -> int | None:
        """The last numbered step when the worlds ran out: 0 is the start."""
        if not self.first:
            return 0
        number = 0
        for moment in self.moments:
            number = moment.number or number
            if not moment.left:
                return number
        return None

    def contradicted_at(self) -> int | None:
        """The step that the true world does not show; the start is 0."""
        if self.gold is None:
            return None
        if not closed(self.gold, self.start):
            return 0
        state, number = self.start, 0
        for step in self.document.get("transcript", ()):
            if step.get("moving") is None:
                continue
            if not step.get("invalid", False) and step.get("action") is not None:
                number += 1
                act = (step["action"], self.names.index(step["shape"]))
                state = after(self.gold, state, act)
            if state != self.state_of(step["moving"]):
                return number
        return None

    def verdict(self) -> str:
        if self.contradicted_at() is not None:
            return "invalid"
        if self.gold is not None and not in_class(self.gold, self.scope):
            return "gold-outside-class"
        return verdict_of(self.left, self.asked)

    def decided_at(self) -> int | None:
        if not self.left:
            return None
        if verdict_of(self.first, self.asked) != "open":
            return 0
        settled = (m.number for m in self.moments if verdict_of(m.left, self.asked) != "open")
        return next((number for number in settled if number is not None), None)

    def support(self, answer: str | None) -> str | None:
        verdict = self.verdict()
        if answer not in ("yes", "no") or verdict not in ("yes", "no", "open"):
            return None
        if verdict == "open":
            return "unsupported"
        return "justified" if verdict == answer else "refuted"

    def lucky(self, answer: str | None) -> bool | None:
        support = self.support(answer)
        if support is None or self.truth is None:
            return None
        return support == "unsupported" and (answer == "yes") == self.truth

    def pattern(self, answer: str | None) -> str | None:
        if answer not in ("yes", "no") or self.truth is None or (answer == "yes") == self.truth:
            return None
        cause, effect = self.asked
        if answer == "yes":
            same = (cause in self.state) == (effect in self.state)
            return "correlation" if same else "other"
        if self.verdict() == "yes":
            return "illusive-confounder"
        if not self.state:
            return "root-cause"
        states = [self.start, *(moment.state for moment in self.moments)]
        if any(cause not in state and effect in state for state in states):
            return "reverse-collider"
        return "other"

    def relations(self) -> dict[str, str]:
        """What the worlds that are left agree on."""
        found = {}
        for x, y in product(range(self.size), repeat=2):
            if x != y:
                said = {(x, y) in world.causes for world in self.left}
                word = "open" if len(said) > 1 else "always" if said == {True} else "never"
                found[f"{self.names[x]}->{self.names[y]}"] = word
        return found

    def bound(self) -> int:
        """What the plan of the closed form needs from here on."""
        if verdict_of(self.left, self.asked) != "open":
            return 0
        cause, effect = self.asked
        if effect not in self.state:
            return 1
        others = sum(self._drives(x) for x in self.state - {cause, effect})
        return others + (1 if cause in self.state else 2)

    def _drives(self, x: int) -> bool:
        """Is this shape in some world left a source that causes the effect?"""
        return any(
            (x, self.asked[1]) in world.causes
            and not any((z, x) in world.causes for z in self.state)
            for world in self.left
        )

    def ranked(self) -> list[tuple[Fraction, Fraction, int, int, Act, bool]]:
        """Every action worth naming: worst, expected, most worlds left, place, action, does it teach?"""
        found = []
        for act in acts(self.size, self.state):
            shown = parts(self.left, self.state, act)
            if len(shown) == 1 and self.state in shown:
                continue
            most = max(map(len, shown.values()))
            means = self.by_relations.after(shown)
            found.append((self.worst.after(shown), means, most, act[1], act, len(shown) > 1))
        return sorted(found)

    def enables(self, act: Act) -> bool:
        """Does an action that shows all worlds the same lead to, or nearer to, one that does not?"""
        shown = parts(self.left, self.state, act)
        if len(shown) > 1 or self.state in shown or len(self.left) == 1:
            return False
        (then,) = shown
        ahead = self._before_learning(then)
        return ahead == 0 or ahead < self._before_learning(self.state)

    def _before_learning(self, state: State) -> int:
        """Actions before the first that can tell worlds apart."""
        layer, steps = {state}, 0
        while True:
            shown = [parts(self.left, here, act) for here in layer for act in acts(self.size, here)]
            if any(len(found) > 1 for found in shown):
                return steps
            layer, steps = layer | {there for found in shown for there in found}, steps + 1


def random_document(rng: Random, size: int, tidy: bool) -> Document:
    """A case with a transcript; one that is not *tidy* may hold odd lines or what no world shows."""
    names = list(NAMES[:size])
    rng.shuffle(names)
    gold = rng.choice(worlds(size))
    starts = [state for state in _states(size) if closed(gold, state)]
    start = rng.choice(starts) if tidy or rng.random() < 0.9 else rng.choice(_states(size))
    cause, effect = rng.sample(names, 2)
    document: Document = {
        "format": "symcause.shapeworld/1",
        "id": "random",
        "shapes": names,
        "question": {"cause": cause, "effect": effect},
        "initial": _named(names, start),
        "transcript": list(_lines(rng, names, gold, start, tidy)),
    }
    if rng.random() < 0.5:
        document["gold"] = {"edges": [[names[x], names[y]] for x, y in sorted(gold.edges)]}
    elif rng.random() < 0.5:
        document["truth"] = rng.choice(("yes", "no"))
    if rng.random() < 0.7:
        document["answer"] = rng.choice(("yes", "no", "No", "perhaps"))
    if rng.random() < 0.4:
        document["class"] = rng.choice(CLASSES if size < 4 else CLASSES[:3])
    if rng.random() < 0.3:
        document["limit"] = rng.randint(1, 2 * size)
    if rng.random() < 0.3:
        document["protocol"] = True
    return document


def _states(size: int) -> list[State]:
    return [
        frozenset(x for x in range(size) if bits[x]) for bits in product((False, True), repeat=size)
    ]


def _named(names: Sequence[str], state: State) -> list[str]:
    return [names[x] for x in sorted(state)]


def _lines(
    rng: Random, names: Sequence[str], gold: World, state: State, tidy: bool
) -> Iterator[Document]:
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4, 5))):
        shape = rng.randrange(len(names))
        sensible = acts(len(names), state)[shape]
        act = sensible if rng.random() < 0.8 else (rng.choice(("move", "hold")), shape)
        odd = 1.0 if tidy else rng.random()
        if odd < 0.04:
            yield {"action": "push", "shape": names[shape], "invalid": True}
        elif odd < 0.08:
            yield {
                "action": "hold",
                "shape": "cube",
                "moving": _named(names, state),
                "invalid": True,
            }
        elif odd < 0.12:
            yield {"moving": _named(names, state)}
        elif odd < 0.14:
            state = rng.choice(_states(len(names)))
            yield {"moving": _named(names, state)}
        elif odd < 0.18:
            yield {"action": act[0], "shape": names[shape]}
        else:
            state = after(gold, state, act) if odd > 0.24 else rng.choice(_states(len(names)))
            yield {"action": act[0], "shape": names[shape], "moving": _named(names, state)}

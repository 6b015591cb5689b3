"""Family words of ShapeWorld texts: class, question and states as a script, and the way back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from symcause.errors import ProblemError, UsageError
from symcause.families.shapeworld.problem.fingerprint import FORMAT
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.reply_reader import read_answer
from symcause.renderings.codec.nodes import Node
from symcause.renderings.family_words import (
    Deed,
    Fact,
    Line,
    Order,
    Script,
    ToldDocument,
    Verb,
    Wording,
)
from symcause.renderings.knowledge_facts import names_node
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.renderings.texts.frame import NAME, choice
from symcause.renderings.told_document import by_nature

_VERBS = {"move": "start", "hold": "stop"}
_ACTIONS = {verb: action for action, verb in _VERBS.items()}


class ShapeWorldWording(Wording[ShapeWorldProblem]):
    """Actions on single shapes, and the state after each."""

    family: ClassVar[str] = "shapeworld"
    tasks: ClassVar[tuple[str, ...]] = ("shapeworld",)
    glossary: ClassVar[str] = "states"
    cells: ClassVar[Mapping[str, str]] = {"1": "on", "0": "off"}
    verbs: ClassVar[tuple[Verb, ...]] = (Verb("start", "now", "1"), Verb("stop", "tried", "0"))
    lines: ClassVar[Mapping[str, tuple[str, ...]]] = {"state": ("i", "interventions", "cells")}

    prompt: ClassVar[Mapping[str, Any]] = {"template": "recorded"}

    def facts(self) -> Mapping[str, tuple[Node, ...]]:
        return {
            "class": (choice("shapeworld.facts.class"),),
            "listed": (names_node(),),
            "question": (NAME, NAME),
        }

    def told(self, problem: ShapeWorldProblem) -> ToldDocument:
        if problem.initial is None:
            raise UsageError(
                "there are no words for it in a rendering yet",
                place="initial",
                value=problem.id,
                remedy="give the shapes that move at the start",
            )
        scope = "all" if problem.scope is None else str(problem.scope)
        steps = [step for step in problem.transcript if step.is_numbered]
        document: ToldDocument = {
            "family": "shapeworld",
            "variables": by_nature(problem.shapes),
            "question": [problem.cause, problem.effect],
            "class": scope,
            "initial": by_nature(problem.initial),
            "transcript": [[s.action, s.shape, by_nature(s.moving or ())] for s in steps],
        }
        return {**document, "listed": list(problem.shapes)} if scope == "listed" else document

    def document(self, told: ToldDocument) -> dict[str, Any]:
        cause, effect = told["question"]
        steps = ({"action": a, "shape": s, "moving": moving} for a, s, moving in told["transcript"])
        return {
            "format": FORMAT,
            "shapes": told.get("listed", told["variables"]),
            "question": {"cause": cause, "effect": effect},
            "initial": told["initial"],
            "transcript": list(steps),
            "class": told["class"],
        }

    def renamed(self, document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
        found = dict(document)
        for key in ("shapes", "initial"):
            found[key] = [names[name] for name in found[key]]
        found["question"] = {key: names[name] for key, name in found["question"].items()}
        if "transcript" in found:
            found["transcript"] = [_renamed_step(step, names) for step in found["transcript"]]
        if "gold" in found:
            found["gold"] = {"edges": [[names[a], names[b]] for a, b in found["gold"]["edges"]]}
        return found

    def script(self, told: ToldDocument, order: Order) -> Script:
        lines = [Line("state", (), _state(told["initial"], order))]
        for action, shape, moving in told["transcript"]:
            lines.append(Line("state", (Deed(_VERBS[action], shape),), _state(moving, order)))
        return Script("shapeworld", order, tuple(_facts(told)), tuple(lines))

    def read(self, script: Script) -> ToldDocument:
        document: ToldDocument = {"family": "shapeworld", "variables": by_nature(script.order)}
        for key, values in script.facts:
            if key == "listed":
                document |= {"class": "listed", "listed": list(values[0])}
            elif key == "class":
                document["class"] = values[0][0]
            elif key == "question":
                document["question"] = list(values)
            else:
                raise ProblemError("nothing more is known about shapes", value=key)
        if len(document) < 4 or not script.lines or script.lines[0].deeds:
            raise ProblemError("the class, the question or the start is missing")
        first, *steps = script.lines
        document |= {"initial": _moving(first.seen, script.order), "transcript": []}
        for line in steps:
            if len(line.deeds or ()) != 1:
                raise ProblemError("one thing is done at a time")
            ((verb, noun, _),) = line.deeds or ()
            moving = _moving(line.seen, script.order)
            document["transcript"].append([_ACTIONS[verb], noun, moving])
        return document

    def form(self, told: ToldDocument, order: Order) -> tuple[str, Mapping[str, str]]:
        return "shapeworld", {}

    def answer(self, document: object, names: Mapping[str, str]) -> Any:
        return document  # yes or no: no shape is named

    def sense_answer(self, problem: ShapeWorldProblem, sense: SenseGraph) -> dict[str, Any] | None:
        return {"answer": "yes" if problem.cause in sense.above(problem.effect) else "no"}

    def answered_edges(
        self, problem: ShapeWorldProblem, response: str
    ) -> set[tuple[str, str]] | None:
        """An answer says something about the pair of the question alone."""
        said = read_answer(response)
        return None if said is None else {(problem.cause, problem.effect)} if said else set()

    def true_edges(self, problem: ShapeWorldProblem) -> set[tuple[str, str]] | None:
        right = problem.right
        return None if right is None else {(problem.cause, problem.effect)} if right else set()

    def sense_edges(self, problem: ShapeWorldProblem, sense: SenseGraph) -> set[tuple[str, str]]:
        asked = (problem.cause, problem.effect)
        return {asked} if problem.cause in sense.above(problem.effect) else set()

    def gold_edges(self, problem: ShapeWorldProblem) -> tuple[tuple[str, str], ...] | None:
        gold = problem.gold_relation
        if gold is None:
            return None
        shapes = problem.shapes
        return tuple(sorted((a, b) for a in shapes for b in shapes if a != b and gold.holds(a, b)))


def _renamed_step(step: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    document = dict(step)
    if document.get("shape") is not None:
        document["shape"] = names.get(document["shape"], document["shape"])
    if document.get("moving") is not None:
        document["moving"] = [names[name] for name in document["moving"]]
    return document


def _facts(told: ToldDocument) -> Iterator[Fact]:
    if told["class"] == "listed":
        yield Fact("listed", (told["listed"],))
    else:
        yield Fact("class", ((told["class"], None),))
    yield Fact("question", tuple(told["question"]))


def _state(moving: list[str], order: Order) -> str:
    return "".join("01"[name in moving] for name in order)


def _moving(seen: Any, order: Order) -> list[str]:
    return by_nature(name for name, bit in zip(order, seen, strict=True) if bit == "1")

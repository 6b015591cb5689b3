"""Finite scripts: what a text tells of a problem, values by name, and the way back.

A word that is a value becomes a word of the theme; a number stays, as operators compute with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from symcause.errors import ProblemError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.problem.prompts import LANGUAGE
from symcause.families.finite.rendering import answer_names, told_evidence
from symcause.families.finite.rendering.told_class import (
    class_facts,
    read_class,
    read_value,
    read_values,
)
from symcause.families.finite.rendering.told_queries import question, read_question
from symcause.renderings.codec.nodes import Line as Rest
from symcause.renderings.codec.nodes import Node, Number
from symcause.renderings.disclosure_facts import (
    disclosure_nodes,
    disclosure_script,
    model_form,
    read_disclosure,
)
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
from symcause.renderings.knowledge_facts import knowledge_script, read_knowledge
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.renderings.texts.frame import NAME, frame
from symcause.renderings.told_document import by_nature

_MEANS = tuple(line[2:] for line in LANGUAGE.split("\n") if line.startswith("- "))
_LINES = ("class", "depend", "function", "constants", "operator", "means", "question")
_NUMBERS = ("max_parents", "min_parents", "max_size", "max_depth")


class FiniteWording(Wording[FiniteProblem]):
    """Worlds of rows of values, each under one intervention; queries where predictions are asked for."""

    family: ClassVar[str] = "finite"
    tasks: ClassVar[tuple[str, ...]] = ("finite", "predict")
    glossary: ClassVar[str] = "quantity without unit"
    cells: ClassVar[Mapping[str, str]] = {"=": "level", "?": "unread"}
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb("turned", "throughout", None),
        Verb("set_by_row", "row by row"),
    )
    lines: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "head": ("i", "n", "interventions"),
        "row": ("j", "cells"),
    }
    worded: ClassVar[bool] = True
    like: ClassVar[str | None] = "boolean"

    def facts(self) -> Mapping[str, tuple[Node, ...]]:
        slots: dict[str, tuple[Node, ...]] = {
            **dict.fromkeys(frame()["facts"]["finite"], ()),
            **disclosure_nodes(),
            **dict.fromkeys(_NUMBERS, (Number(),)),
            **dict.fromkeys(_LINES, (Rest(),)),
        }
        return {**slots, "values": (NAME, Rest())}

    def told(self, problem: FiniteProblem) -> ToldDocument:
        return told_evidence.told(problem)

    def words(self, told: ToldDocument) -> tuple[str, ...]:
        return told_evidence.words(told)

    def document(self, told: ToldDocument) -> dict[str, Any]:
        return told_evidence.document(told)

    def renamed(self, document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
        return told_evidence.renamed(document, names)

    def script(self, told: ToldDocument, order: Order) -> Script:
        column = {name: at for at, name in enumerate(told["variables"])}
        places = [column[name] for name in order]
        lines: list[Line] = []
        for world in told["worlds"]:
            lines.append(Line("head", tuple(_deeds(world, order, column))))
            rows = world["rows"]
            lines += [Line("row", seen=tuple(_cell(row[at]) for at in places)) for row in rows]
        task = "predict" if "queries" in told else "finite"
        return Script(task, order, tuple(_facts(told, order)), tuple(lines))

    def read(self, script: Script) -> ToldDocument:
        order, facts = script.order, script.facts
        document: ToldDocument = {
            "family": "finite",
            "variables": by_nature(order),
            "values": {f.values[0]: read_values(f.values[1]) for f in facts if f.key == "values"},
            **read_disclosure(facts),
            "class": read_class(facts, order),
            "worlds": _worlds(script),
            **read_knowledge(facts),
        }
        missing = set(order) - set(document["values"])
        if missing:
            raise ProblemError("a name without values", value=min(missing))
        if script.task == "predict":
            asked = [fact.values[0] for fact in facts if fact.key == "question"]
            document["queries"] = [read_question(said, order) for said in asked]
        # As the problem has it: an expression is spelt in one way.
        return self.told(read_finite({"id": "read", **self.document(document)}))

    def form(self, told: ToldDocument, order: Order) -> tuple[str, Mapping[str, str]]:
        forms = frame()["forms"]
        if "queries" not in told:
            return "finite", {"FORM": model_form(told, order, forms)}
        entries = (f'"{_escaped(one["id"])}": "<answer>"' for one in told["queries"])
        return "predict", {
            "FORM": forms["predict"].replace('"<id>": "<answer>"', ", ".join(entries))
        }

    def answer(self, document: object, names: Mapping[str, str]) -> Any:
        return answer_names.renamed(document, names)

    def sense_answer(self, problem: FiniteProblem, sense: SenseGraph) -> dict[str, Any] | None:
        return None  # what values mean, common sense does not say

    def answered_edges(self, problem: FiniteProblem, response: str) -> set[tuple[str, str]] | None:
        from symcause.families.finite.scoring.answer_check import judged_model, read_text

        read = read_text(problem, response)
        model = None if read.found is None else judged_model(problem, read.found).model
        return None if model is None else set(model.edges)

    def may_abstain(self, told: ToldDocument) -> bool:
        return "queries" not in told

    def gold_edges(self, problem: FiniteProblem) -> tuple[tuple[str, str], ...] | None:
        from symcause.families.finite.scoring.answer_check import gold_model

        gold = gold_model(problem)
        return None if gold is None or gold.model is None else tuple(sorted(gold.model.edges))


def _escaped(id: str) -> str:
    return json.dumps(id, ensure_ascii=False)[1:-1]


def _cell(value: int | str | None) -> str:
    return "?" if value is None else str(value)


def _deeds(world: Mapping[str, Any], order: Order, column: Mapping[str, int]) -> Iterator[Deed]:
    for name in order:
        if name not in world["targets"]:
            continue
        if world["mode"] == "assigned":
            yield Deed("set_by_row", name)
        else:
            yield Deed("turned", name, str(world["rows"][0][column[name]]))


def _facts(told: ToldDocument, order: Order) -> Iterator[Fact]:
    for name in order:
        yield Fact("values", (name, ", ".join(map(str, told["values"][name]))))
    yield from disclosure_script(told, order)
    yield from class_facts(told["class"], order)
    if any(None in row for world in told["worlds"] for row in world["rows"]):
        yield Fact("unseen")
    yield from knowledge_script(told, order)
    if "queries" in told:
        yield from (Fact("question", (question(query),)) for query in told["queries"])
    if "queries" not in told or any("grammar" in group for group in told["class"]):
        yield Fact("language")
        yield from (Fact("means", (line,)) for line in _MEANS)


def _worlds(script: Script) -> list[dict[str, Any]]:
    order = script.order
    places = [order.index(name) for name in by_nature(order)]
    worlds: list[dict[str, Any]] = []
    fixed: dict[str, str | None] = {}
    for line in script.lines:
        if line.kind == "head":
            deeds = line.deeds or ()
            verbs = {deed.verb for deed in deeds}
            if len(verbs) > 1:
                raise ProblemError("one world is set throughout and row by row")
            mode = {"turned": "constant", "set_by_row": "assigned"}[min(verbs)] if verbs else "none"
            fixed = {d.noun: d.value for d in deeds if d.verb == "turned"}
            targets = by_nature({deed.noun for deed in deeds})
            worlds.append({"mode": mode, "targets": targets, "rows": []})
        elif not worlds:
            raise ProblemError("a row before any world")
        else:
            seen = dict(zip(order, line.seen or (), strict=True))
            if any(seen[name] != value for name, value in fixed.items()):
                raise ProblemError("what is set has another value in a row", value=line.seen)
            row = [seen[order[at]] for at in places]
            worlds[-1]["rows"].append([None if cell == "?" else read_value(cell) for cell in row])
    if not all(world["rows"] for world in worlds):
        raise ProblemError("a world has no row")
    return worlds

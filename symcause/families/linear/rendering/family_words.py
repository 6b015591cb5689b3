"""Family words of linear renderings: facts, records and the chain as a script, answer forms, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from symcause.errors import ProblemError
from symcause.families.linear.models.lab_rules import EquationFamily
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.rendering import answer_names, told_readings
from symcause.renderings.codec.nodes import Node, Number
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
from symcause.renderings.knowledge_facts import knowledge_script, names_node, read_knowledge
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.renderings.texts.frame import NAME, choice, frame
from symcause.renderings.texts.whole_numbers import whole
from symcause.renderings.told_document import by_nature, nature


class LinearWording(Wording[LinearProblem]):
    """Records of crystals, a chain of interventions, and a crystal that is asked about."""

    family: ClassVar[str] = "linear"
    tasks: ClassVar[tuple[str, ...]] = ("linear",)
    glossary: ClassVar[str] = "quantity"
    cells: ClassVar[Mapping[str, str]] = {"=": "reading", "?": "unread"}
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb("put", "now", None),
        Verb("release", "now", "free"),
    )
    lines: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "record": ("i", "cells"),
        "chain": ("i", "interventions", "cells"),
    }
    asks: ClassVar[bool] = True

    def facts(self) -> Mapping[str, tuple[Node, ...]]:
        number = Number()
        return {
            "target": (NAME,),
            "target_last": (),
            "target_may_cause": (),
            "controllable": (names_node(),),
            "equations": (choice("linear.facts.equations"),),
            "rational": (),
            "min_effect": (number,),
            "integer": (number, number),
            "semantics": (choice("linear.facts.semantics"),),
            "rounding": (number,),
            "max_parents": (number,),
            "bases": (number, number),
        }

    def told(self, problem: LinearProblem) -> ToldDocument:
        return told_readings.told(problem)

    def document(self, told: ToldDocument) -> dict[str, Any]:
        return told_readings.document(told)

    def renamed(self, document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
        return told_readings.renamed(document, names)

    def script(self, told: ToldDocument, order: Order) -> Script:
        lines = [Line("record", seen=_cells(values, order)) for values in told["records"]]
        for state in told["chain"]:
            done = state.get("intervene", {})
            deeds = tuple(
                Deed("release" if done[name] is None else "put", name, done[name])
                for name in order
                if name in done
            )
            lines.append(Line("chain", deeds, _cells(state["values"], order)))
        asked = _cells(told["reactor"], order) if "reactor" in told else None
        facts = (*_facts(told, order), *knowledge_script(told, order))
        return Script("linear", order, facts, tuple(lines), asked)

    def read(self, script: Script) -> ToldDocument:
        document: ToldDocument = {"family": "linear", "variables": by_nature(script.order)}
        document |= {"controllable": [], "rounding": "0", "target_may_cause": False}
        document |= {"coefficients": {}, "records": [], "chain": []}
        for key, values in script.facts:
            _read_fact(document, key, values)
        missing = [k for k in ("target", "equations", "semantics") if k not in document]
        if missing or "domain" not in document["coefficients"]:
            raise ProblemError("a fact is missing", value=(*missing, "coefficients")[0])
        for line in script.lines:
            seen = _values(script.order, line.seen)
            if line.kind == "record":
                document["records"].append(seen)
                continue
            done = {deed.noun: deed.value for deed in line.deeds or ()}
            document["chain"].append({**({"intervene": done} if done else {}), "values": seen})
        if script.asked is not None:
            document["reactor"] = _values(script.order, script.asked, document["target"])
        return {**document, **read_knowledge(script.facts)}

    def form(self, told: ToldDocument, order: Order) -> tuple[str, Mapping[str, str]]:
        form = frame()["forms"][told["equations"]].replace("TARGET", told["target"])
        if "reactor" not in told:
            return "linear", {"FORM": form}
        asked = f'{form[:-1]}, "prediction": 0{form[-1]}'
        return "linear with a reactor", {"FORM": asked, "TARGET": told["target"]}

    def answer(self, document: object, names: Mapping[str, str]) -> Any:
        return answer_names.renamed(document, names)

    def sense_answer(self, problem: LinearProblem, sense: SenseGraph) -> dict[str, Any] | None:
        edges = [(a, b) for a, b, _ in sense.among(problem.variables)]
        if not problem.target_may_cause:
            edges = [(a, b) for a, b in edges if a != problem.target]
        kept: list[tuple[str, str]] = []
        for effect in problem.variables:
            causes = by_nature(a for a, b in edges if b == effect)[: problem.max_parents]
            kept += [(cause, effect) for cause in causes]
        kept.sort(key=lambda edge: (nature(edge[0]), nature(edge[1])))
        causes = [a for a, b in kept if b == problem.target]
        square = problem.family is EquationFamily.QUADRATIC
        names = [f"c_{c}{end}" for c in causes for end in (("_1", "_2") if square else ("",))]
        shapes = ("c_{0}_1*{0}^2 + c_{0}_2*{0}" if square else "c_{0}*{0}",)
        terms = [shapes[0].format(cause) for cause in causes]
        hypothesis = {
            "edges": [{"from": a, "to": b} for a, b in kept],
            "freq_equation": f"{problem.target} = {' + '.join(('base', *terms))}",
            "coefficients": dict.fromkeys(("base", *names)),
        }
        asked = {} if problem.reactor is None else {"prediction": None}
        return {"hypothesis": hypothesis, **asked}

    def answered_edges(self, problem: LinearProblem, response: str) -> set[tuple[str, str]] | None:
        from symcause.families.linear.scoring.abstention import heard

        hypothesis = heard(problem, response)[0].hypothesis
        return None if hypothesis is None else set(hypothesis.edges)

    def gold_edges(self, problem: LinearProblem) -> tuple[tuple[str, str], ...] | None:
        if problem.gold is None:
            return None
        equations = problem.gold.equations.items()
        return tuple(sorted((cause, effect) for effect, eq in equations for cause in eq.parents))


def _cells(values: Mapping[str, str], order: Order) -> tuple[str, ...]:
    return tuple(values.get(name, "?") for name in order)


def _values(order: Order, seen: Any, hidden: str | None = None) -> dict[str, str]:
    values = dict(zip(order, seen, strict=True))
    for name, value in values.items():
        if (value == "?") != (name == hidden):
            raise ProblemError("only the target of what is asked is not read", value=name)
    return {name: value for name, value in values.items() if value != "?"}


def _facts(told: ToldDocument, order: Order) -> Iterator[Fact]:
    coefficients = told["coefficients"]
    yield Fact("target", (told["target"],))
    yield Fact("target_may_cause" if told["target_may_cause"] else "target_last")
    if told["controllable"]:
        yield Fact("controllable", ([name for name in order if name in told["controllable"]],))
    yield Fact("equations", ((told["equations"], None),))
    if coefficients["domain"] == "integer":
        yield Fact("integer", (coefficients["min"], coefficients["max"]))
    else:
        yield Fact("rational")
    if "min_effect" in coefficients:
        yield Fact("min_effect", (coefficients["min_effect"],))
    yield Fact("semantics", ((told["semantics"], None),))
    if told["rounding"] != "0":
        yield Fact("rounding", (told["rounding"],))
    if "max_parents" in told:
        yield Fact("max_parents", (str(told["max_parents"]),))
    if "bases" in told:
        yield Fact("bases", (told["bases"]["min"], told["bases"]["max"]))


def _read_fact(found: ToldDocument, key: str, values: tuple[Any, ...]) -> None:
    if key in ("target", "rounding"):
        found[key] = values[0]
    elif key == "target_may_cause":
        found[key] = True
    elif key == "controllable":
        found[key] = by_nature(values[0])
    elif key in ("equations", "semantics"):
        found[key] = values[0][0]
    elif key == "rational":
        found["coefficients"]["domain"] = "rational"
    elif key == "min_effect":
        found["coefficients"][key] = values[0]
    elif key == "integer":
        found["coefficients"] |= {"domain": "integer", "min": values[0], "max": values[1]}
    elif key == "max_parents":
        found[key] = whole(values[0])
    elif key == "bases":
        found[key] = {"min": values[0], "max": values[1]}

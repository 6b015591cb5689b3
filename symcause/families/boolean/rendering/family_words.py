"""Family words of Boolean renderings: facts, worlds and rows as a script, answer forms, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from symcause.errors import ProblemError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.rendering import answer_names, told_evidence
from symcause.families.boolean.rendering.sense_answer import sense_answer
from symcause.families.boolean.rendering.told_evidence import atoms, permutation
from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.models.variable_names import WORDS
from symcause.renderings.codec.nodes import Line as Rest
from symcause.renderings.codec.nodes import Listed, Node, Number
from symcause.renderings.disclosure_facts import (
    disclosure_nodes,
    disclosure_script,
    mentioned,
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
from symcause.renderings.knowledge_facts import knowledge_script, names_node, read_knowledge
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.renderings.texts.frame import NAME, frame, separator
from symcause.renderings.texts.whole_numbers import whole
from symcause.renderings.told_document import by_nature

_SET = {"1": "set_on", "0": "set_off"}


class BooleanWording(Wording[BooleanProblem]):
    """Worlds of rows, each under one intervention."""

    family: ClassVar[str] = "boolean"
    tasks: ClassVar[tuple[str, ...]] = ("boolean", "alternative", "identify")
    glossary: ClassVar[str] = "states"
    cells: ClassVar[Mapping[str, str]] = {"1": "on", "0": "off", "?": "unknown"}
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb("set_on", "throughout", "1"),
        Verb("set_off", "throughout", "0"),
        Verb("set_by_row", "row by row"),
    )
    lines: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "head": ("i", "n", "interventions"),
        "row": ("j", "cells"),
    }

    def facts(self) -> Mapping[str, tuple[Node, ...]]:
        without = dict.fromkeys(frame()["facts"]["boolean"], ())
        slots: dict[str, tuple[Node, ...]] = {
            **disclosure_nodes(),
            **dict.fromkeys(("max_parents", "errors"), (Number(),)),
            "latent": (names_node(),),
            "operators": (Listed(NAME, separator("names")),),
            "reference": (NAME, Rest()),
        }
        return {**without, **slots}

    def told(self, problem: BooleanProblem) -> ToldDocument:
        return told_evidence.told(problem)

    def document(self, told: ToldDocument) -> dict[str, Any]:
        return told_evidence.document(told)

    def renamed(self, document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
        return told_evidence.renamed(document, names)

    def script(self, told: ToldDocument, order: Order) -> Script:
        column = {name: i for i, name in enumerate(told["variables"])}
        mentioned = permutation([column[name] for name in order])
        lines: list[Line] = []
        for world in told["worlds"]:
            lines.append(Line("head", _deeds(world, order, column)))
            lines += [Line("row", seen=mentioned(row)) for row in world["rows"]]
        facts = (*_facts(told, order), *knowledge_script(told, order))
        return Script(_task(told), order, facts, tuple(lines))

    def read(self, script: Script) -> ToldDocument:
        document: ToldDocument = {"family": "boolean", "variables": by_nature(script.order)}
        document |= {"operators": [], "constants": False, **read_disclosure(script.facts)}
        for key, values in script.facts:
            _read_fact(document, key, values, set(script.order))
        if script.task == "identify":
            document["task"] = "identify"
        return {**document, "worlds": _worlds(script), **read_knowledge(script.facts)}

    def form(self, told: ToldDocument, order: Order) -> tuple[str, Mapping[str, str]]:
        forms = frame()["forms"]
        model = model_form(told, order, forms)
        task = _task(told)
        key = "identify" if task == "identify" else "boolean"
        return key, {"FORM": forms[task].replace("MODEL", model)}

    def answer(self, document: object, names: Mapping[str, str]) -> Any:
        return answer_names.renamed(document, names)

    def sense_answer(self, problem: BooleanProblem, sense: SenseGraph) -> dict[str, Any] | None:
        if problem.is_alternative_task or problem.identify:
            return None
        return sense_answer(problem, sense)

    def answered_edges(self, problem: BooleanProblem, response: str) -> set[tuple[str, str]] | None:
        from symcause.families.boolean.scoring.check.checker import scorer_of

        scm = scorer_of(problem).check(response).judged.scm
        return None if scm is None else set(scm.edges)

    def may_abstain(self, told: ToldDocument) -> bool:
        return _task(told) == "boolean"

    def gold_edges(self, problem: BooleanProblem) -> tuple[tuple[str, str], ...] | None:
        gold = problem.gold_scm
        return None if gold is None else tuple(sorted(gold.edges))


def _task(told: ToldDocument) -> str:
    return "identify" if "task" in told else "alternative" if "reference" in told else "boolean"


def _deeds(world: dict[str, Any], order: Order, column: dict[str, int]) -> tuple[Deed, ...]:
    targets = [name for name in order if name in world["targets"]]
    if world["mode"] == "assigned":
        return tuple(Deed("set_by_row", name) for name in targets)
    first = world["rows"][0]
    return tuple(Deed(_SET[first[column[name]]], name) for name in targets)


def _facts(told: ToldDocument, order: Order) -> Iterator[Fact]:
    yield from disclosure_script(told, order)
    operators = told["operators"]
    yield Fact("operators", (operators,)) if operators else Fact("no_operators")
    said = (word for word, own in OPERATOR.items() if own.explained and word in operators)
    yield from (Fact(f"operators_mean.{word}") for word in said)
    if told["constants"]:
        yield Fact("constants")
    yield from (Fact(key, (str(told[key]),)) for key in ("max_parents", "errors") if key in told)
    if any("?" in row for world in told["worlds"] for row in world["rows"]):
        yield Fact("unseen")
    if "latent" in told:
        yield Fact("latent", (mentioned(told["latent"], order),))
    reference = told.get("reference", {})
    yield from (Fact("reference", (name, reference[name])) for name in order if name in reference)


def _read_fact(found: ToldDocument, key: str, values: tuple[Any, ...], known: set[str]) -> None:
    if key == "latent":
        found[key] = by_nature(values[0])
    elif key == "operators":
        found[key] = [word for word in WORDS if word in values[0]]
    elif key == "constants":
        found[key] = True
    elif key in ("max_parents", "errors"):
        found[key] = whole(values[0])
    elif key == "reference":
        name, formula = values
        strangers = sorted(atoms(formula) - known)
        if strangers:
            raise ProblemError(
                "a formula uses a name that is not among the names", value=strangers[0]
            )
        found.setdefault("reference", {})[name] = formula


def _worlds(script: Script) -> list[dict[str, Any]]:
    column = {name: i for i, name in enumerate(script.order)}
    natural = permutation([column[name] for name in by_nature(script.order)])
    worlds: list[dict[str, Any]] = []
    fixed: list[tuple[int, str]] = []
    for line in script.lines:
        if line.kind == "head":
            verbs = {deed.verb for deed in line.deeds or ()}
            mode = "assigned" if "set_by_row" in verbs else "constant" if verbs else "none"
            if mode == "assigned" and len(verbs) > 1:
                raise ProblemError("one world is set throughout and row by row")
            fixed = [(column[d.noun], "01"[d.verb == "set_on"]) for d in line.deeds or ()]
            fixed = fixed if mode == "constant" else []
            targets = by_nature(deed.noun for deed in line.deeds or ())
            worlds.append({"mode": mode, "targets": targets, "rows": []})
        elif not worlds:
            raise ProblemError("a row before any world")
        else:
            assert isinstance(line.seen, str)
            if any(line.seen[place] != bit for place, bit in fixed):
                raise ProblemError("what is set has another value in a row", value=line.seen)
            worlds[-1]["rows"].append(natural(line.seen))
    if not all(world["rows"] for world in worlds):
        raise ProblemError("a world has no row")
    return worlds

"""The check view: the page about a checked linear hypothesis, reading by reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import UnsetType
from msgspec.structs import replace

from symcause.audits.abstention_story import abstention_story
from symcause.audits.story import Section
from symcause.families.linear.bounds import STORY_OBJECTIONS
from symcause.families.linear.documents.check_document import LinearCheck, ReadingPart
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.report.page.equation_table import differences, equation_table
from symcause.families.linear.report.page.problem_view import View, gold_model, reading_rows
from symcause.families.linear.report.page.residual_figure import residual_figure
from symcause.families.linear.report.page.wrong_terms import wrong_terms
from symcause.families.linear.report.story.check_story import abstention_facts, check_story
from symcause.families.linear.report.story.evidence_places import spoken
from symcause.models.number_phrases import fixed, number_of, plural, whole, yes_no
from symcause.reports.figures.figure import figure_view
from symcause.reports.views.abstention_view import abstained_view
from symcause.reports.views.edge_view import compared_graph
from symcause.reports.views.metadata_view import metadata_text
from symcause.reports.views.result_view import story_view


@dataclass(frozen=True)
class _Claimed:
    """The graph of a hypothesis."""

    edges: tuple[tuple[str, str], ...]


def check_view(document: LinearCheck, problem: LinearProblem) -> View | None:
    """Everything that the page shows; None where there is nothing to draw."""
    names, gold = problem.variables, gold_model(problem)
    if document.abstained and isinstance(document.edges_left, dict):
        told = abstention_story(document, tuple(abstention_facts(document)))
        return abstained_view(told, names, document.edges_left, gold, marked=(problem.target,))
    if document.abstained or (document.edges is None and gold is None):
        return None
    known = set(names)
    claimed = _Claimed(tuple(e for e in document.edges or () if known.issuperset(e)))
    differing = (
        []
        if gold is None or document.edges is None
        else [v for v in names if _parents(claimed, v) != _parents(gold, v)]
    )
    places = dict(
        zip(_places(problem), (str(row[0]) for row in reading_rows(problem)), strict=False)
    )
    drawn, parts = shown_readings(document, problem)
    pairs = [(places.get(part.place, part.place), part) for part in parts]
    story = replace(
        check_story(document),
        facts=tuple(_facts(document)),
        notes=tuple(document.violations or ()),
        sections=(*_stated(document, problem), *_sections(document, problem)),
    )
    return {
        **story_view(story),
        "kind": "linear-check",
        "stated": document.edges is not None,
        "id": document.problem,
        "verdict": None,
        "headline": headline(document, problem),
        "sentence": _sentence(document, problem),
        "vars": list(names),
        "graph": compared_graph(names, claimed, gold, marked=differing),
        "terms": figure_view(wrong_terms(document, gold)),
        "other": None if gold is None else "gold",
        "differing": [names.index(v) for v in differing],
        "differs": "other parents",
        "residuals": figure_view(residual_figure(pairs, drawn, problem.rounding)),
        "readings": reading_rows(problem),
        "wrong": _wrong(document, problem),
        "metadata": metadata_text(problem.metadata),
    }


_MISSED = re.compile(r"((?:chain|records)\[\d+\]): (.+) reads (\S+), the model gives (\S+)")


def shown_readings(d: LinearCheck, problem: LinearProblem) -> tuple[str, tuple[ReadingPart, ...]]:
    """The variable whose readings are drawn: the target, unless it is another one that is missed.

    Of the target every reading is known, of another variable those that are missed.
    """
    if not d.readings or not all(part.right for part in d.readings):
        return problem.target, d.readings
    missed: dict[str, list[ReadingPart]] = {}
    for match in filter(None, map(_MISSED.fullmatch, d.objections)):
        place, name, read, given = match.groups()
        part = ReadingPart(place=place, read=read, given=given, right=False)
        missed.setdefault(name, []).append(part)
    if not missed:
        return problem.target, d.readings
    name = max(missed, key=lambda variable: len(missed[variable]))
    return name, tuple(missed[name])


def headline(d: LinearCheck, problem: LinearProblem) -> str:
    """Whether it fits, how many readings it misses, and whether anything else fits."""
    if d.valid is False:
        return "There is no hypothesis to check"
    if d.fits is None:
        return "Whether it fits is not known"
    if not d.fits:
        name, parts = shown_readings(d, problem)
        missed = sum(not part.right for part in parts)
        if missed and name != problem.target:
            return f"Misses {plural(missed, 'reading')} of {name}"
        if missed:
            return f"Misses {missed} of {plural(len(parts), 'reading')} of {name}"
        return "No equations with these edges fit the evidence"
    if d.unique:
        return "Fits, and no other graph does"
    if d.count is None:
        return "Fits; how many other graphs do is not known"
    others = "another graph does" if d.count == 2 else f"{whole(d.count - 1)} other graphs do"
    return f"Fits, and so {others}" if d.count > 1 else "Fits"


def _sentence(d: LinearCheck, problem: LinearProblem) -> str:
    """What the picture does not say: why nothing is known, or what the reactor shows."""
    if d.fits is None:
        return f"{d.reason}." if d.reason else ""
    wrong = "" if d.fits else _terms(d, problem)
    if problem.reactor is None:
        return wrong
    stated = "nothing" if d.target_predicted is None else d.target_predicted
    shown = "no single value" if d.target_entailed is None else d.target_entailed
    text = f"The hypothesis predicts {stated} for the reactor; the evidence entails {shown}."
    return f"{wrong} {text}".strip()


def _terms(d: LinearCheck, problem: LinearProblem) -> str:
    """The terms that are not gold's, of the first equation that has some."""
    gold = gold_model(problem)
    if gold is None or isinstance(d.equations, UnsetType):
        return ""
    for name, text in d.equations.items():
        found = list(differences(text, name, gold.equations))
        if found:
            return f"Wrong in the equation of {name}: {'; '.join(found)}."
    return ""


def _facts(d: LinearCheck) -> Iterator[tuple[str, str]]:
    if d.valid is not False:
        yield "graphs that explain the evidence", number_of(d.count, "unknown")
        yield "justified", yes_no(d.justified)
        yield "in the class", yes_no(d.in_class)
    if d.edge_f1 is not None:
        yield "edge F1", fixed(d.edge_f1, 3)
        yield "SHD to gold", str(d.shd)
    yield "class", str(d.scope)
    more = (
        ("target-edge F1", d.target_edge_f1),
        ("root F1", d.root_f1),
        ("coefficient F1", d.coefficient_f1),
    )
    yield from ((name, fixed(value, 3)) for name, value in more if value is not None)


def _stated(d: LinearCheck, problem: LinearProblem) -> Iterator[Section]:
    """The equations themselves."""
    table = equation_table(d, gold_model(problem))
    if table is not None:
        yield Section("Its equations", (table,))


def _sections(d: LinearCheck, problem: LinearProblem) -> Iterator[Section]:
    """What speaks against it beside the readings that the picture shows."""
    name, parts = shown_readings(d, problem)
    drawn = tuple(f"{part.place}: {name} reads" for part in parts)
    told = [spoken(text) for text in d.objections if not text.startswith(drawn)]
    if d.readings or d.misfit is None:
        rest = len(told) - STORY_OBJECTIONS
        blocks = [*told[:STORY_OBJECTIONS], *([f"and {rest} more"] if rest > 0 else [])]
        if blocks:
            yield Section("What else speaks against it", tuple(blocks))


def _places(problem: LinearProblem) -> list[str]:
    chain = (f"chain[{i}]" for i in range(len(problem.chain)))
    return [*(f"records[{i}]" for i in range(len(problem.records))), *chain]


def _wrong(d: LinearCheck, problem: LinearProblem) -> list[list[object]]:
    """Position of a row, position of the variable, and what is wrong: missed readings, rows in conflict."""
    rows = {place: i for i, place in enumerate(_places(problem))}
    name, parts = shown_readings(d, problem)
    target = problem.variables.index(name)
    texts: dict[tuple[int, int], str] = {
        (rows[part.place], target): f"read {part.read}, given {part.given}"
        for part in parts
        if not part.right and part.place in rows
    }
    for row in () if d.misfit is None else d.misfit.rows:
        place, _, name = row.rpartition(".")
        if place in rows and name in problem.variables:
            at = (rows[place], problem.variables.index(name))
            texts.setdefault(at, "one of the rows that no such equation meets together")
    return [[row, v, text] for (row, v), text in sorted(texts.items())]


def _parents(model: object, name: str) -> set[str]:
    edges: tuple[tuple[str, str], ...] = getattr(model, "edges", ())
    return {cause for cause, effect in edges if effect == name}

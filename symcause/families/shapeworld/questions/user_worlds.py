"""User worlds in ShapeWorld questions: gold, JSON with edges or an edge list, read as a relation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.errors import LimitError, ProblemError, UsageError
from symcause.families.shapeworld.documents.question_documents import WorldPart

if TYPE_CHECKING:
    from symcause.families.shapeworld.models.causal_relations import Relation
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


def world_of(problem: ShapeWorldProblem, text: str, place: str) -> Relation:
    """The relation of a world in a text, over the problem's shapes."""
    from symcause.families.shapeworld.models.causal_relations import Relation

    if text.strip() == "gold":
        if problem.gold_relation is None:
            raise UsageError("the problem has no gold", value=problem.id)
        return problem.gold_relation
    try:
        edges = _edges(text)
        unknown = sorted({name for edge in edges for name in edge} - set(problem.shapes))
        if unknown:
            raise UsageError("no such shape", place=place, value=unknown[0])
        return Relation.of(problem.shapes, edges)
    except (LimitError, ProblemError) as error:  # no budget was spent: the text is none
        raise UsageError(f"no world: {error}", place=place) from None


def _edges(text: str) -> list[tuple[str, str]]:
    from symcause.formats.graphs import parse_graph
    from symcause.formats.json_text import read_json

    if not text.lstrip().startswith("{"):
        return list(parse_graph(text).edges)
    found = read_json(text)
    assert isinstance(found, dict)
    listed = found.get("edges")
    pairs = listed if isinstance(listed, list) else []
    if listed is None or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(x, str) for x in pair)
        for pair in pairs
    ):
        raise ProblemError(
            "a world is a list of pairs", place="edges", remedy='write {"edges": [["A", "B"]]}'
        )
    return [(pair[0], pair[1]) for pair in pairs]


def world_part(problem: ShapeWorldProblem, relation: Relation) -> WorldPart:
    """A relation as a document shows it."""
    answer = "yes" if relation.holds(problem.cause, problem.effect) else "no"
    return WorldPart(edges=relation.covers, answer=answer)

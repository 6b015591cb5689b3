"""User worlds in ShapeWorld questions: gold, JSON with edges or an edge list, read as a relation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from symcause.errors import LimitError, ProblemError, UsageError
from symcause.families.shapeworld.documents.question_documents import Pairs, WorldPart

if TYPE_CHECKING:
    from symcause.families.shapeworld.models.causal_relations import Relation
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace


def world_of(case: ShapeWorldProblem, text: str, place: str) -> Relation:
    """The relation of a world in a text, over the shapes of a case as its class sees it."""
    from symcause.families.shapeworld.problem.hidden_shape import world_in

    if text.strip() == "gold":
        if case.gold_relation is None:
            raise UsageError("the problem has no gold", value=case.id)
        return case.gold_relation
    try:
        edges, driven = _world(text)
        known = case.shapes[: case.shown]
        unknown = sorted({name for edge in edges for name in edge} - set(known))
        if unknown:
            raise UsageError("no such shape", place=place, value=unknown[0])
        return world_in(case, edges, driven)
    except (LimitError, ProblemError) as error:  # no budget was spent: the text is none
        raise UsageError(f"no world: {error}", place=place) from None


def _world(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """The edges of a world, and what something hidden drives."""
    from symcause.formats.graphs import parse_graph
    from symcause.formats.json_text import read_json

    if not text.lstrip().startswith("{"):
        return list(parse_graph(text).edges), []
    document = read_json(text)
    assert isinstance(document, dict)
    listed, driven = document.get("edges"), document.get("driven", [])
    pairs = listed if isinstance(listed, list) else []
    if listed is None or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(x, str) for x in pair)
        for pair in pairs
    ):
        raise ProblemError(
            "a world is a list of pairs", place="edges", remedy='write {"edges": [["A", "B"]]}'
        )
    if not isinstance(driven, list) or not all(isinstance(name, str) for name in driven):
        raise ProblemError("not a list of shapes", place="driven")
    return [(pair[0], pair[1]) for pair in pairs], driven


def shown_covers(space: ShapeWorldSpace, relation: Relation) -> Pairs:
    """The covers of a member between shapes that are shown."""
    return tuple(pair for pair in relation.covers if pair[0] in space.problem.index)


def world_part(space: ShapeWorldSpace, relation: Relation) -> WorldPart:
    """A relation as a document shows it."""
    from symcause.families.shapeworld.problem.hidden_shape import driven_in

    driven = driven_in(space.case, relation.effects) if space.case.unseen else UNSET
    answer = str(space.answer(relation))
    return WorldPart(edges=shown_covers(space, relation), answer=answer, driven=driven)

"""The canonical structure of a ShapeWorld problem: what was seen and asked, without the shapes' names."""

from __future__ import annotations

from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.fingerprint import describe
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.isomorphism.document_structure import DocumentKeys
from symcause.isomorphism.symbol_structure import Part, Symbol, bag, row

_NAMES = ("shapes", "cause", "effect", "initial", "shape", "moving")
_UNTOLD = ("gold", "truth", "answer", "protocol")


def structure(problem: ShapeWorldProblem, *, gold: bool = False) -> Part | None:
    """What is told, or what is true."""
    return _gold(problem) if gold else _problem(problem)


def _problem(problem: ShapeWorldProblem) -> Part:
    """Start, transcript, question and class; the order of the shapes where the class is about it."""
    listed = problem.scope in (WorldClass.LISTED, WorldClass.HIDDEN)
    unordered = ("initial", "moving") if listed else ("shapes", "initial", "moving")
    parts = {key: value for key, value in describe(problem).items() if key not in _UNTOLD}
    return DocumentKeys(_NAMES, unordered=unordered).part(parts)


def _gold(problem: ShapeWorldProblem) -> Part | None:
    """The true relation with the pair that is asked about; None without it."""
    if problem.gold is None:
        return None
    relation = Relation.of_dag(problem.gold)
    return bag(
        "world",
        [
            bag("shapes", map(Symbol, relation.shapes)),
            bag("relation", [row("", map(Symbol, pair)) for pair in relation.pairs]),
            bag("driven", map(Symbol, problem.driven)),
            row("asked", map(Symbol, (problem.cause, problem.effect))),
        ],
    )

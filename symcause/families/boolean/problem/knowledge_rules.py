"""Background knowledge as rules for Boolean mechanisms, and which of them a model breaks."""

from __future__ import annotations

from functools import lru_cache

from symcause.errors import LimitError
from symcause.families.boolean.models.functions import AsWritten
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.class_rules import Rule, directions
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.models.background_knowledge import Knowledge


def searchable(hypotheses: HypothesisClass) -> bool:
    """Can SAT search the class? It knows which edges there may be; neither rules, nor needs, nor signs."""
    known = hypotheses.knowledge
    return hypotheses.admits is None and not (known and (known.require or known.signed))


def rootable(hypotheses: HypothesisClass, roots: tuple[str, ...]) -> bool:
    """May exactly these variables be roots? A variable with a required cause is none."""
    known = hypotheses.knowledge
    return not known or not any(effect in roots for _, effect in known.require)


def violations(known: Knowledge, model: BooleanSCM) -> tuple[str, ...]:
    """What a model breaks, each text beginning with the edge. Raises LimitError where that is unknown."""
    edges = [(parent, v) for v, f in model.functions.items() for parent in f.parents]
    signs = list(known.broken(edges))
    for variable, function in model.functions.items() if known.signed else ():
        if isinstance(function, AsWritten):
            raise LimitError(f"the mechanism of {variable} is too large to find out its signs")
        signs += wrong_signs(known, variable, function.parents, function.table)
    return tuple(signs)


@lru_cache(maxsize=4096)
def rule_of(hypotheses: HypothesisClass, variable: str, *, signs: bool = True) -> Rule | None:
    """What a mechanism of a variable must satisfy: one's own rule and what is known; None if nothing.

    Without *signs* those are taken care of elsewhere.
    """
    known, own = hypotheses.knowledge, hypotheses.admits
    if not known:
        return own
    needed = set(known.required(variable))
    signed = known.unate or any(edge[1] == variable for edge, _ in known.signs)

    def tables(child: str, parents: tuple[str, ...], table: int) -> bool:
        return not wrong_signs(known, child, parents, table)

    made = Rule(
        "knowledge",
        None if (known.tiers, known.candidates, known.forbid) == (None, None, ()) else known.admits,
        (lambda _, parents: needed.issubset(parents)) if needed else None,
        tables if signed and signs else None,
    )
    if (made.edges, made.parents, made.tables) == (None, None, None):
        return own
    return made if own is None else own & made


def wrong_signs(
    known: Knowledge, variable: str, parents: tuple[str, ...], table: int
) -> tuple[str, ...]:
    """Parents whose effect has not the sign that is known, each text beginning with the edge."""
    signs = []
    for parent, changes in zip(parents, directions(parents, table), strict=True):
        sign = known.sign(parent, variable)
        if (sign == "+" and -1 in changes) or (sign == "-" and 1 in changes):
            signs.append(f"{parent}->{variable}: not of sign {sign}")
        elif known.unate and len(changes) > 1:
            signs.append(f"{parent}->{variable}: raises and lowers")
    return tuple(signs)

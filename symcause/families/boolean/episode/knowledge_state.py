"""State of knowledge in a Boolean episode: how many models are left, and what all agree on."""

from __future__ import annotations

from functools import lru_cache

from symcause.answers import Unknown
from symcause.episodes.rules import Standing
from symcause.errors import LimitError
from symcause.families.boolean.catalogue.expression_writer import write
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.space_choice import open_space
from symcause.models.expressions import spell

_VERDICTS = ("inconsistent", "unique")


@lru_cache(maxsize=256)
def standing(known: BooleanProblem) -> Standing:
    """Members, verdict, and what is entailed; one member settles the question."""
    space = open_space(known)
    count = space.count()
    if isinstance(count, Unknown):
        proven = space.bounds() if type(space) is BooleanSpace else None  # others count otherwise
        return Standing(None, "unknown", None, (), count.reason, proven)
    verdict = _VERDICTS[count] if count < len(_VERDICTS) else "ambiguous"
    assert isinstance(space.exact, ExactSpace)
    try:
        entailed = _entailed(space.exact) if count else ()
    except LimitError as error:
        return Standing(count, verdict, count == 1, (), str(error))
    return Standing(count, verdict, count == 1, entailed)


def _entailed(space: ExactSpace) -> tuple[str, ...]:
    """Mechanisms and roots that all members share, then edges into the other variables."""
    live = [branch for branch in space.branches if not branch.is_empty]
    said: list[str] = []
    open_: set[str] = set()
    for v in space.problem.variables:
        rooted = [v in branch.roots for branch in live]
        if all(rooted):
            if space.problem.disclosure.roots is None:
                said.append(f"{v} is a root")
        elif not any(rooted) and space.mechanism_count(v) == 1:
            (function,) = space.mechanisms(v)
            via = next((r for r in live[0].roots), None)
            said.append(f"{v} = {spell(write(function, space.catalogue, via=via))}")
        else:
            open_.add(v)
    edges = [e for e, status in space.edges().items() if status == "always" and e[1] in open_]
    return (*said, *(f"{parent} → {child}" for parent, child in edges))

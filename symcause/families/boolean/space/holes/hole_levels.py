"""Levels of members of a problem with holes: fewest wrong cells first, then the shortest.

Nothing sizes what a search may find: members are listed, as many as a bound allows, and then sorted. Beyond
the bound the shortest of those that were found is some member with the fewest disturbed cells, no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import SIZED_MEMBERS
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.holes.list_search import searching
from symcause.families.boolean.space.member_answers import written


@dataclass(frozen=True)
class Level:
    """Members with this many disturbed cells, by size; *whole* if these are all."""

    disturbed: int
    members: tuple[BooleanSCM, ...]
    whole: bool


def levels(
    problem: BooleanProblem, hypotheses: HypothesisClass, meter: Meter
) -> Iterator[Level | Unknown]:
    """The members by disturbed cells; the last level may not be whole."""
    seen: set[BooleanSCM] = set()
    cells = sum(len(row) for world in problem.training for row in world.rows)
    for errors in range(min(hypotheses.errors, cells) + 1):
        try:
            search = searching(problem, replace(hypotheses, errors=errors), meter)
        except LimitError as error:
            yield Unknown(str(error))
            return
        listed = list(islice((m for m in search.members() if m not in seen), SIZED_MEMBERS + 1))
        models = [member for member in listed if isinstance(member, BooleanSCM)]
        stopped = next((member for member in listed if isinstance(member, Unknown)), None)
        if stopped is not None and not models:
            yield stopped
            return
        whole = stopped is None and len(models) <= SIZED_MEMBERS
        if models:
            ranked = sorted(models, key=lambda m: written(problem, m).total_ast)
            yield Level(errors, tuple(ranked), whole)
        if not whole:
            return
        seen.update(models)

"""``next``: the actions worth doing next, fewest interventions in the worst case first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.space import EdgeStatus
from symcause.audits.story import Story
from symcause.families.shapeworld.documents.answers import (
    ShapeWorldNext,
    ShapeWorldNextExperiment,
)
from symcause.families.shapeworld.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.shapeworld.audits.optimum import Optimum
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.space import ShapeWorldSpace


@dataclass(frozen=True)
class Next(InClass[ShapeWorldNext]):
    """Every action that changes or teaches something, best first."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[ShapeWorldNext]] = ShapeWorldNext

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldNext]:
        from symcause.families.shapeworld.audits.optimum import Optimum

        document, space = self.frame(problem), self.space(problem)
        if problem.initial is None:
            yield replace(document, settled=False, reason="no state was ever seen")
            return
        if space.pick() is None:
            reason = "no world of the class shows what was seen"
            yield replace(document, shrinks=False, status="exact", reason=reason)
            return
        optimum = Optimum(space)
        document = replace(document, settled=optimum.bound() == 0)
        ranking = optimum.ranking()
        if isinstance(ranking, Unknown):
            found, status = _planned(optimum), "bounded"
            document = replace(document, reason=ranking.reason)
        else:
            found, status = _ranked(optimum), "exact"
        shrinks = any(one.teaches for one in found)
        why = document.reason if shrinks else _nothing(space)
        yield replace(document, experiments=found, status=status, shrinks=shrinks, reason=why)

    def story(self, document: ShapeWorldNext) -> Story:
        from symcause.families.shapeworld.report.stories import next_story

        return next_story(document)


def _nothing(space: ShapeWorldSpace) -> str:
    """Why no action teaches anything: nothing is open, or only in other states than the present one.

    Of two shapes of which one moves, the static one may be the other's cause: that shows after a hold.
    """
    if EdgeStatus.OPEN in space.edges().values():
        return "no action teaches anything in this state: one that changes it comes first"
    return "one relation is left: nothing more can be learnt"


def _ranked(optimum: Optimum) -> tuple[ShapeWorldNextExperiment, ...]:
    """The actions in order, by search."""
    ranking = optimum.ranking()
    assert not isinstance(ranking, Unknown)
    names = optimum.space.problem.shapes
    return tuple(
        ShapeWorldNextExperiment(
            experiment={"action": str(one.move[0]), "shape": names[one.move[1]]},
            worst=one.worst,
            expected=str(one.expected),
            settles=one.worst == 0,
            left=one.left,
            teaches=one.teaches,
        )
        for one in ranking.actions(ranking.slices.whole, optimum.state)
    )


def _planned(optimum: Optimum) -> tuple[ShapeWorldNextExperiment, ...]:
    """The action of the plan, then every other one that teaches something."""
    names = optimum.space.problem.shapes
    planned = optimum.planned()
    bound = optimum.bound()
    found = []
    for move, teaches in optimum.teaching():
        if move != planned and not teaches:
            continue
        most = bound - 1 if move == planned else None
        found.append(
            ShapeWorldNextExperiment(
                experiment={"action": str(move[0]), "shape": names[move[1]]},
                worst=most,
                settles=True if most == 0 else None,
                teaches=teaches,
            )
        )
    return tuple(sorted(found, key=lambda one: one.worst is None))

"""The ShapeWorld ``next`` question: the actions worth doing next, best first.

Those that teach something stand before those that only lead to a state in which another one does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.space import EdgeStatus
from symcause.audits.story import Story
from symcause.families.shapeworld.documents.question_documents import (
    ShapeWorldNext,
    ShapeWorldNextExperiment,
)
from symcause.families.shapeworld.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.shapeworld.audits.informative_actions import Openings
    from symcause.families.shapeworld.audits.intervention_optimum import Optimum
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


@dataclass(frozen=True)
class Next(InClass[ShapeWorldNext]):
    """Every action that teaches or changes something, each kind best first."""

    name: ClassVar[str] = "next"
    document: ClassVar[type[ShapeWorldNext]] = ShapeWorldNext

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldNext]:
        from symcause.families.shapeworld.audits.informative_actions import Openings
        from symcause.families.shapeworld.audits.intervention_optimum import Optimum

        document, space = self.frame(problem), self.space(problem)
        if problem.initial is None:
            yield replace(document, settled=False, reason="no state was ever seen")
            return
        if space.pick() is None:
            reason = "no world of the class shows what was seen"
            yield replace(document, shrinks=False, status="exact", reason=reason)
            return
        open_ = EdgeStatus.OPEN in space.edges().values()
        if space.status(problem.cause, problem.effect) is EdgeStatus.HIDDEN:
            document = replace(document, settled=True, shrinks=open_, status="exact")
            yield replace(document, reason=UNDECIDABLE)
            return
        optimum = Optimum(space)
        document = replace(document, settled=optimum.bound() == 0)
        ranking = optimum.ranking()
        openings = Openings(optimum)
        if isinstance(ranking, Unknown):
            experiments, status = _planned(optimum, openings, open_), "bounded"
            document = replace(document, reason=ranking.reason)
        else:
            experiments, status = _ranked(optimum, openings, open_), "exact"
        experiments.sort(key=lambda one: (not one.shrinks, not one.enables))
        why = document.reason if any(one.shrinks for one in experiments) else _nothing(open_)
        yield replace(
            document, experiments=tuple(experiments), status=status, shrinks=open_, reason=why
        )

    def story(self, document: ShapeWorldNext) -> Story:
        from symcause.families.shapeworld.report.policy_stories import next_story

        return next_story(document)


UNDECIDABLE = "something hidden drives the effect: no action will ever decide the question"
"""Why nothing more is advised."""


def _nothing(open_: bool) -> str:
    """Why no action teaches anything: nothing is open, or only in other states than the present one.

    Of two shapes of which one moves, the static one may be the other's cause: that shows after a hold.
    """
    if open_:
        return "no action teaches anything in this state: one that changes it comes first"
    return "one relation is left: nothing more can be learnt"


def _ranked(optimum: Optimum, openings: Openings, open_: bool) -> list[ShapeWorldNextExperiment]:
    """The actions in order, by search; *open_*: there is something to learn."""
    ranking = optimum.ranking()
    assert not isinstance(ranking, Unknown)
    names, state = optimum.space.problem.shapes, optimum.state
    looks = {look.move: look for look in openings.looks(state)}
    return [
        ShapeWorldNextExperiment(
            experiment={"action": str(one.move[0]), "shape": names[one.move[1]]},
            worst=one.worst,
            expected=str(one.expected),
            settles=one.worst == 0,
            left=one.left,
            shrinks=one.teaches,
            enables=open_ and openings.enables(state, looks[one.move]),
        )
        for one in ranking.actions(ranking.slices.whole, state, optimum.alike)
    ]


def _planned(optimum: Optimum, openings: Openings, open_: bool) -> list[ShapeWorldNextExperiment]:
    """The action of the plan and every other one that teaches; where none does, those that enable."""
    names, state = optimum.space.problem.shapes, optimum.state
    planned, looks = optimum.planned(), openings.looks(state)
    teaching = any(look.teaches for look in looks)
    experiments = []
    for look in looks:
        own = look.move == planned
        enables = not look.teaches and own  # the plan goes on to settle the question
        if not look.teaches and not own and not teaching and open_:
            enables = openings.enables(state, look)
        if not (look.teaches or own or enables):
            continue
        most = optimum.bound() - 1 if own else None
        experiments.append(
            ShapeWorldNextExperiment(
                experiment={"action": str(look.move[0]), "shape": names[look.move[1]]},
                worst=most,
                settles=True if most == 0 else None,
                shrinks=look.teaches,
                enables=enables,
            )
        )
    return sorted(experiments, key=lambda one: one.worst is None)

"""The hidden shape of a ShapeWorld problem: one more shape, which stands for all that are never shown.

Hidden shapes are not acted on, and no shown shape causes them. All that can be seen of those that move is
one set, the *driven* shapes: they and their effects move for ever, no hold works on them, and no relation
into them ever shows. So one hidden shape that always moves and causes exactly the driven ones shows all
that any number of hidden shapes can show. It is listed last, so that the places of the others stay as they
are; driven shapes have no further relation, which makes every member of the class arise once.

>>> case = ShapeWorldProblem("demo", ("circle", "star"), "circle", "star", initial=("star",))
>>> wider = with_hidden(case)
>>> wider.shapes, wider.initial, wider.names(wider.mask(wider.initial))
(('circle', 'star', 'hidden shape'), ('star', 'hidden shape'), ('star',))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from symcause.errors import ProblemError
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.models.dynamics import Action, after
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

_NAME = "hidden shape"

Names = tuple[str, ...]


def case_in(problem: ShapeWorldProblem, scope: WorldClass) -> ShapeWorldProblem:
    """The case as the version space of a class sees it."""
    return with_hidden(problem) if scope is WorldClass.HIDDEN else problem


def true_case(problem: ShapeWorldProblem) -> ShapeWorldProblem:
    """The case in which gold shows what the true world shows."""
    return with_hidden(problem) if problem.driven else problem


def with_hidden(problem: ShapeWorldProblem) -> ShapeWorldProblem:
    """The case with the hidden shape, which moves at all times."""
    name = _NAME
    while name in problem.index:
        name += "'"
    steps = tuple(
        step if step.moving is None else replace(step, moving=(*step.moving, name))
        for step in problem.transcript
    )
    gold = problem.gold
    if gold is not None:
        gold = _seen(gold.edges, problem.driven, (*problem.shapes, name))
    return replace(
        problem,
        shapes=(*problem.shapes, name),
        initial=None if problem.initial is None else (*problem.initial, name),
        transcript=steps,
        scope=WorldClass.HIDDEN,
        limit=problem.most_steps,
        gold=gold,
        driven=(),
        unseen=1,
    )


def _seen(edges: Iterable[tuple[str, str]], driven: Sequence[str], shapes: Names) -> DAG:
    """What can be seen of a world: relations into driven shapes cannot."""
    shown = [edge for edge in edges if edge[1] not in driven]
    return DAG.of([*shown, *((shapes[-1], name) for name in driven)], nodes=shapes)


def world_in(
    case: ShapeWorldProblem, edges: Iterable[tuple[str, str]], driven: Sequence[str] = ()
) -> Relation:
    """The relation of a world that somebody states, as a member of the case's class has it.

    Raises ProblemError where the world is none: a cycle, or a driven shape with an effect that is not.
    """
    stated = list(edges)
    if not case.unseen:
        if driven:
            raise ProblemError("only worlds of the class hidden have driven shapes")
        return Relation.of(case.shapes, stated)
    check_driven(Relation.of(case.shapes, stated), driven)
    return Relation.of_dag(_seen(stated, driven, case.shapes))


def check_driven(world: Relation, driven: Sequence[str]) -> None:
    """Refuse driven shapes that are none of the world, or that have an effect which is not driven."""
    for name in driven:
        if name not in world.shapes:
            raise ProblemError("no such shape", value=name)
        for effect in world.shapes:
            if world.holds(name, effect) and effect not in driven:
                raise ProblemError(
                    f"{name} is driven and causes {effect}, which is not", value=effect
                )


def answer_of(case: ShapeWorldProblem, effects: Sequence[int]) -> TranscriptVerdict:
    """What one member answers; undecidable where the effect is driven."""
    cause, effect = case.asked
    if case.unseen and effects[case.shown] >> effect & 1:
        return TranscriptVerdict.UNDECIDABLE
    return TranscriptVerdict.YES if effects[cause] >> effect & 1 else TranscriptVerdict.NO


def driven_in(case: ShapeWorldProblem, effects: Sequence[int]) -> Names:
    """The driven shapes of a member."""
    return tuple(case.shapes[y] for y in bits(effects[case.shown])) if case.unseen else ()


def after_true(problem: ShapeWorldProblem, state: int, action: Action, shape: int) -> int:
    """What moves after an action in the true world, of the shapes that are shown."""
    case = true_case(problem)
    gold = case.gold_relation
    assert gold is not None, "a case with its world"
    shown = (1 << problem.size) - 1
    return after(gold.effects, state | (1 << case.size) - 1 & ~shown, action, shape) & shown

"""ShapeWorld prompts: what an agent is told of a problem, in four templates or as a record.

``basic`` gives the rules. ``basic_limit_step`` also asks for as few interventions as possible.
``cot_basic_limit_step`` also asks to think step by step. ``cot_instructed_limit_step`` also tells the
strategy: make both shapes static, move the cause, look at the effect. All of that is the system
message; for models that have none it opens the first message to the user. By a few words of theirs
templates are told in logs; ours have the same ones.

``recorded`` asks for no action: it shows what was done and seen, and asks the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from symcause.audits.prompt import Told
from symcause.errors import UsageError
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.episode_phases import ANSWER, CONTINUE, Phase
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.scoring.abstention_rule import SENTENCE

_RULES = (
    "You experiment with a small world of shapes. At any time each shape is either moving or static. "
    "Some shapes set others moving; you cannot see which. The world is deterministic, and nothing "
    "outside the listed shapes has any influence.",
    "You can act on one shape at a time. Moving a static shape sets it going, together with every "
    "shape that it sets moving, directly or through others. Holding a moving shape tries to stop it: "
    "it stops only if nothing else that moves keeps it going. When it stops, the shapes that it set "
    "moving stop too, unless something else that moves keeps them going.",
    "After each action you are shown which shapes move. Find out whether one shape moving causes "
    "another to move. Reply with one JSON object in the form that is asked for.",
)
_NOTHING_ELSE = "and nothing outside the listed shapes has any influence"
_SOMETHING_ELSE = (
    "but shapes that you are never shown may keep some of the listed ones moving; nothing that you do "
    "has an influence on them"
)
_RECORDED = (
    "You are shown what was done and which shapes moved after it. Say whether one shape moving causes "
    "another to move. Reply with one JSON object in the form that is asked for."
)
_FEWEST = "Reach your answer in the least number of steps that you can."
_STEPWISE = "Think step by step before each reply, and give the JSON object at the end."
_STRATEGY = (
    "A way that works: Identify the cause shape and the effect shape of the question, bring both to rest, "
    "then move the cause and see whether the effect starts to move."
)


class Template(StrEnum):
    """How much an agent is told."""

    BASIC = "basic"
    BASIC_LIMIT_STEP = "basic_limit_step"
    COT_BASIC_LIMIT_STEP = "cot_basic_limit_step"
    COT_INSTRUCTED_LIMIT_STEP = "cot_instructed_limit_step"
    RECORDED = "recorded"


RELEASED = tuple(template for template in Template if template is not Template.RECORDED)
"""The published ones."""

_ADDED = {
    Template.BASIC: (),
    Template.BASIC_LIMIT_STEP: (_FEWEST,),
    Template.COT_BASIC_LIMIT_STEP: (_FEWEST, _STEPWISE),
    Template.COT_INSTRUCTED_LIMIT_STEP: (_FEWEST, _STEPWISE, _STRATEGY),
}


def system_message(template: Template, scope: WorldClass | None = None) -> str:
    """The rules, and what the template adds to them; where shapes are hidden they say so."""
    recorded = template is Template.RECORDED
    told = (*_RULES[:-1], _RECORDED) if recorded else (*_RULES, *_ADDED[template])
    text = "\n\n".join(told)
    return text.replace(_NOTHING_ELSE, _SOMETHING_ELSE) if scope is WorldClass.HIDDEN else text


def told(
    problem: ShapeWorldProblem,
    template: str | None = None,
    *,
    tell_class: bool = False,
    allow_abstain: bool = False,
) -> Told:
    """What a system gets to read of a problem whose start was seen.

    A stored transcript is shown unless another template is named: it is what the answer is judged by.
    The class is told where it is asked for, and where a system may abstain.
    """
    if problem.initial is None:
        raise UsageError("no state was ever seen: there is nothing to ask", value=problem.id)
    chosen = Template(template or (Template.RECORDED if problem.transcript else Template.BASIC))
    found = opening(problem, chosen)
    more = [_promise(problem)] if tell_class or allow_abstain else []
    more += [SENTENCE] if allow_abstain else []
    found = replace(found, message="\n".join((found.message, *more)))
    return replace(found, about={"template": str(chosen)})


def _promise(problem: ShapeWorldProblem) -> str:
    """The class, as a system reads it."""
    scope = problem.scope or WorldClass.ALL
    promise = "No two shapes cause each other"
    if scope.is_rooted:
        return f"{promise}, and {WorldClass.ROOTED.meaning}."
    return f"{promise}, and {scope.meaning}." if scope is not WorldClass.ALL else f"{promise}."


def opening(problem: ShapeWorldProblem, template: Template) -> Told:
    """What an agent gets before its first action; only ``recorded`` looks at the transcript."""
    moving = problem.initial or ()
    rules = system_message(template, problem.scope)
    if template is Template.RECORDED:
        asked = message(Phase.ANSWER, problem, moving)
        return Told(rules, "\n".join((*_record(problem), asked)))
    return Told(rules, message(Phase.INITIAL, problem, moving))


def _record(problem: ShapeWorldProblem) -> list[str]:
    """The start, and every action with what moved after it."""
    steps = [step for step in problem.transcript if step.is_numbered]
    lines = [f"At the start: {state_sentence(problem.shapes, problem.initial or ())}."]
    for number, step in enumerate(steps, 1):
        seen = state_sentence(problem.shapes, step.moving or ())
        lines.append(f"{number}. {step.action} {step.shape}: {seen}.")
    return lines


def state_sentence(shapes: Sequence[str], moving: Sequence[str]) -> str:
    """A state as every observation prints it."""
    return ", ".join(f"{name} is {'moving' if name in moving else 'static'}" for name in shapes)


def message(phase: Phase, problem: ShapeWorldProblem, moving: Sequence[str]) -> str:
    """The message of a phase in a state."""
    question = f"Question: does {problem.cause} moving cause {problem.effect} to move?"
    state = f"State: {state_sentence(problem.shapes, moving)}."
    action = "\n".join(
        (
            f"Shapes: {', '.join(problem.shapes)}",
            f"Actions: {', '.join(Action)}",
            'Choose your next intervention. Reply as {"shape": NAME, "action": WORD}.',
        )
    )
    parts = {
        Phase.INITIAL: (state, question, action),
        Phase.CHOICE: (
            state,
            question,
            f'What next? Reply as {{"next": "{CONTINUE}"}} or {{"next": "{ANSWER}"}}.',
        ),
        Phase.INTERACTION: (action,),
        Phase.ANSWER: (question, 'Reply as {"answer": "yes"} or {"answer": "no"}.'),
        Phase.OVER: (),
    }
    return "\n".join(parts[phase])

"""Linear prompts: the task as a system gets it, made from disclosed evidence only.

Everything here is disclosed by the problem: its evidence, the reactor's readings and the class of models.
Neither gold nor the variables that a hidden disturbance acts on are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.prompt import Told
from symcause.families.linear.models.laboratory import EquationFamily, Semantics
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.scoring.class_sentences import (
    base_range,
    beside_magnitudes,
    whole_class,
)
from symcause.models.equations import State
from symcause.models.exact_numbers import print_number
from symcause.scoring.abstention_rule import SENTENCE

INSTRUCTION = (
    "You find out how the properties of crystals cause each other. Think as long as you like; your answer "
    "is one JSON object in the form that the task states, at the end of your reply."
)

MEANINGS = {
    Semantics.SET: (
        "Setting a property to a value v changes its base so that it reads v now. Its own causes go on "
        "acting: if one of them changes later, the property changes too."
    ),
    Semantics.SHIFT: (
        "Setting a property to a value v makes v its base. It then reads v plus what its causes add."
    ),
    Semantics.DO: (
        "Setting a property to a value v makes it read v, whatever its causes do, until the next "
        "intervention on any property; then its own base and its causes act again."
    ),
    Semantics.HOLD: (
        "Setting a property to a value v makes it read v, whatever its causes do, until it is released or "
        "set to another value; once it is released its own base and its causes act again."
    ),
}
"""What an intervention does, as a system reads it."""


def render_prompt(
    problem: LinearProblem, *, tell_class: bool = False, allow_abstain: bool = False
) -> Told:
    """The prompt of a problem that has evidence."""
    problem.require_evidence()
    world = whole_class(problem) if tell_class else _class(problem)
    parts = [[*_world(problem), *world], _evidence(problem), _question(problem), _form(problem)]
    if allow_abstain:
        parts.append(_doubt(problem, told=tell_class))
    about = {"setting": str(problem.family), "semantics": str(problem.semantics)}
    return Told(INSTRUCTION, "\n\n".join("\n".join(part) for part in parts), about)


def _doubt(problem: LinearProblem, *, told: bool) -> Iterator[str]:
    """How to abstain, and what of the class is not told elsewhere."""
    yield "# If you cannot tell"
    if not told:
        yield from base_range(problem)
    yield SENTENCE


def _world(problem: LinearProblem) -> Iterator[str]:
    """What crystals are, and what is known about their equations."""
    target, others = problem.target, [v for v in problem.variables if v != problem.target]
    yield "# Crystals"
    yield f"A crystal has the properties {', '.join(others)} and the quantity {target}."
    shape = "a base plus a multiple of each of its direct causes"
    if problem.family is EquationFamily.QUADRATIC:
        shape = "a base plus, for each direct cause p, a multiple of p^2 and a multiple of p"
    yield f"The value of each of them is {shape}. No chain of causes leads back to its start."
    yield (
        "All crystals have the same causes and the same multiples. The base of a property that can be set "
        "differs from crystal to crystal; every other base is the same for all crystals."
    )
    known = ", ".join(problem.controllable) or "no property"
    yield f"Properties that can be set: {known}. {target} is never set."


def _class(problem: LinearProblem) -> Iterator[str]:
    """What most prompts tell of the class; :func:`whole_class` tells all of it."""
    bounds, square = problem.coefficients, problem.family is EquationFamily.QUADRATIC
    what = "the multiple of p^2" if square else "the multiple"
    if bounds.domain is Domain.INTEGER:
        yield f"Multiples are whole numbers from {bounds.minimum} to {bounds.maximum}."
    yield f"A direct cause really acts: {what} is not zero."
    if bounds.min_effect is not None and not problem.class_untold:
        yield f"Its size is at least {print_number(bounds.min_effect)}."
    yield from beside_magnitudes(problem)


def _evidence(problem: LinearProblem) -> Iterator[str]:
    """Records, and the chain of interventions."""
    yield "# What was read"
    for record in problem.records:
        yield f"Crystal {record.id}: {_reading(problem, record.values)}"
    if problem.chain:
        yield "One further crystal was read, changed and read again:"
    for i, state in enumerate(problem.chain):
        done = (
            f"after {state.action_text}" if state.acted else "as found" if i == 0 else "read again"
        )
        yield f"{i}. {done}: {_reading(problem, state.values)}"
    if problem.acts:
        yield MEANINGS[problem.semantics]
    if problem.disturbed:
        yield (
            "After an intervention some values may carry a disturbance that is not shown. It is drawn anew "
            "by each intervention, is added to the values it acts on, and spreads to what they cause."
        )


def _reading(problem: LinearProblem, values: State) -> str:
    return ", ".join(f"{v} = {print_number(values[v])}" for v in problem.variables if v in values)


def _question(problem: LinearProblem) -> Iterator[str]:
    yield "# What is asked"
    yield f"Which edges (cause, effect) are there, and what is the equation of {problem.target}?"
    if problem.reactor is not None:
        shown = _reading(problem, problem.reactor)
        yield f"Another crystal reads {shown}. What is its {problem.target}?"


def _form(problem: LinearProblem) -> Iterator[str]:
    """The answer's form, with the names of this problem."""
    target = problem.target
    name = next((v for v in problem.variables if v != target), target)
    yield "# How to answer"
    names, terms = [f"c_{name}"], f"c_{name}*{name}"
    if problem.family is EquationFamily.QUADRATIC:
        names = [f"c_{name}_1", f"c_{name}_2"]
        terms = f"c_{name}_1*{name}^2 + c_{name}_2*{name}"
    numbers = ", ".join(f'"{key}": 0' for key in ("base", *names))
    yield "{"
    yield '  "hypothesis": {'
    yield f'    "edges": [{{"from": "{name}", "to": "{target}"}}],'
    yield f'    "freq_equation": "{target} = base + {terms}",'
    yield f'    "coefficients": {{{numbers}}}'
    yield "  }" + ("," if problem.reactor is not None else "")
    if problem.reactor is not None:
        yield '  "prediction": 0'
    yield "}"
    yield (
        f"List every edge. The equation has a term for each direct cause of {target} and for nothing else; "
        "a number that you do not know is null."
    )

"""Prompts in Boolean scoring: everything that a system gets to read.

A prompt has six parts: the task, what is disclosed, how models run and are scored, the mechanism
language, the training worlds, and the form of the answer with an example about other variables. It is
made from what the setting discloses and the training worlds alone: held-out worlds, gold and metadata are
never looked at, the class only where it is asked for (of it, where an answer may abstain, the bound on
parents), and names always come in natural order, which tells nothing about the causal one.

>>> import symcause
>>> render_prompt(symcause.load("examples/replay.json")).text.splitlines()[2]
'# Task'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from symcause.audits.prompt import Told
from symcause.errors import UsageError
from symcause.families.boolean.models.worlds import Mode, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.abstention import applies
from symcause.families.boolean.scoring.prompt.answer_form import answer_form
from symcause.families.boolean.scoring.prompt.evidence_gaps import rows_lack
from symcause.families.boolean.space.noise.cell_disturbance import may_err
from symcause.grammar import to_sexpr
from symcause.models.disclosure import Setting
from symcause.models.number_phrases import plural
from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.models.prose.knowledge_sentences import said_of
from symcause.models.variable_names import natural
from symcause.release_lookup import released_part
from symcause.scoring.abstention_rule import SENTENCE

INSTRUCTION = (
    "You solve a formal task about a causal model of binary variables. Everything you need is in the "
    "message. Reply with exactly one JSON object on a single line, in the form that the message asks "
    "for: no explanation, no code fence, no other text."
)


OWN, RELEASED = "own", "released"
"""Whose words a prompt is in: ours, or the published ones."""


def render_prompt(
    problem: BooleanProblem,
    template: str | None = None,
    *,
    tell_class: bool = False,
    allow_abstain: bool = False,
) -> Told:
    """The full prompt for a problem."""
    about = {"setting": str(problem.setting)}
    if allow_abstain and not applies(problem):
        raise UsageError("--allow-abstain does not apply to this task", value=problem.id)
    possible = [_possible(problem)] if tell_class else []
    doubt = [_doubt(problem, told=tell_class)] if allow_abstain else []
    lack = rows_lack(problem)
    if template == RELEASED:
        known = ["\n".join(_known(problem))] if problem.knowledge is not None else []
        more = [*known, *(["\n".join(lack)] if lack else []), *possible, *doubt]
        return Told(
            "", "\n\n".join((released_part("boolean", "released_prompt")(problem), *more)), about
        )
    parts = [
        _task(problem),
        _disclosed(problem),
        _replay(problem),
        *(["\n".join(lack)] if lack else []),
        _language(problem),
        *possible,
        _worlds(problem),
        answer_form(problem),
        *doubt,
    ]
    return Told(INSTRUCTION, "\n\n".join(parts) + "\n", about)


def _possible(problem: BooleanProblem) -> str:
    """The class of models that verdicts about the problem are about."""
    bound = _bound(problem)
    depends = (
        ("A mechanism may depend on any number of variables.",)
        if bound is None
        else (
            bound,
            "A variable that it names but that never changes what it computes does not count.",
        )
    )
    return "\n".join(
        (
            "# Possible mechanisms",
            *depends,
            "Nothing else is assumed: every function that the mechanism language can express is possible, "
            "constant ones too, unless something else in this message rules it out.",
        )
    )


def _bound(problem: BooleanProblem) -> str | None:
    """How many variables a mechanism may depend on, if there is a bound."""
    bound = problem.max_parents
    return (
        None if bound is None else f"Each mechanism depends on at most {plural(bound, 'variable')}."
    )


def _doubt(problem: BooleanProblem, *, told: bool) -> str:
    """How to abstain; and the bound of the class, unless it was *told*: without it more models may fit."""
    bound = None if told else _bound(problem)
    return "\n".join(filter(None, ("# If you cannot tell", bound, SENTENCE)))


def _task(problem: BooleanProblem) -> str:
    lines = [
        "# Task",
        "Several worlds were recorded from one acyclic structural causal model. Every variable is "
        f"binary{_observed(problem)}. Roots get their values from outside; each other variable is a fixed "
        "Boolean function of other variables, the same in every world. Worlds differ in which "
        "variables an intervention sets.",
    ]
    if problem.is_alternative_task:
        lines.append(
            "A reference model that reproduces all training worlds is given below. Find another "
            "model that reproduces them as well but computes a different Boolean function for at "
            "least one variable (a rewritten formula of the same function does not count). Then "
            "give one experiment, setting a single variable to 0 or 1, under which the two models "
            "differ, and a witness: values for all roots and the variables that then differ."
        )
    elif problem.identify:
        lines.append(
            "Say whether the training worlds leave one such model or several: UNIQUE if every model "
            "that reproduces them computes the same Boolean functions, AMBIGUOUS if two models that "
            "both reproduce them differ, and then show two (a rewritten formula is no other model)."
        )
    elif problem.setting is Setting.HIDDEN_ROOTS:
        lines.append(
            "Find which variables are roots and a mechanism for every other variable, such that "
            "the model reproduces the training worlds and also worlds with other interventions."
        )
    else:
        lines.append(
            "Find a mechanism for every variable that is no root, such that the model reproduces "
            "the training worlds and also worlds with other interventions."
        )
    return "\n".join(lines)


def _observed(problem: BooleanProblem) -> str:
    return "" if problem.holed else " and observed"


def _must_equal(problem: BooleanProblem) -> str:
    """What a fit is; the exceptions stand in a section of their own."""
    if may_err(problem):
        return "A computed value must equal the value in the row, as far as the next section says."
    return "A computed value must equal the value in the row."


def _disclosed(problem: BooleanProblem) -> str:
    disclosure = problem.disclosure
    seen = "Variables" if problem.latent else "Observed variables"
    lines = ["# Variables", f"{seen}: {_names(problem.variables)}"]
    if problem.latent:
        lines.append(f"Never observed: {_names(problem.latent)}")
    if disclosure.roots is None:
        lines.append(f"Number of roots: {disclosure.size_of_root_set} (which ones is not told)")
    else:
        lines.append(f"Roots: {_names(disclosure.roots)}")
        rest = disclosure.endogenous(disclosure.roots)
        lines.append(f"Variables with a mechanism: {_names(rest)}")
    lines.append(_order(problem))
    if problem.knowledge is not None:
        lines += ["", *_known(problem)]
    if problem.reference is not None:
        lines.append("\n# Reference model")
        if disclosure.roots is None:
            lines.append(f"Roots: {_names(_reference_roots(problem))}")
        mechanisms = problem.reference.mechanisms
        lines += [f"{name} = {to_sexpr(mechanism)}" for name, mechanism in mechanisms.items()]
    return "\n".join(lines)


def _known(problem: BooleanProblem) -> list[str]:
    assert problem.knowledge is not None
    return ["# Known beforehand", *said_of(problem.knowledge, "mechanism")]


def _order(problem: BooleanProblem) -> str:
    disclosure = problem.disclosure
    if disclosure.order is not None:
        return (
            f"Causal order: {', '.join(disclosure.order)}\n"
            "A mechanism may use only variables that come earlier in this order."
        )
    if disclosure.blocks is not None:
        blocks = ["{" + _names(block) + "}" for block in disclosure.blocks]
        return (
            f"Blocks in causal order: {' < '.join(blocks)}\n"
            "A mechanism may use variables of its own block or of earlier blocks, never its own "
            "variable. The order inside a block is not told, and the whole must be acyclic."
        )
    return (
        "The causal order is not told. A mechanism may use any variable except its own, and the "
        "whole must be acyclic."
    )


def _reference_roots(problem: BooleanProblem) -> list[str]:
    assert problem.reference is not None
    return [v for v in problem.variables if v not in problem.reference.mechanisms]


def _replay(problem: BooleanProblem) -> str:
    lines = [
        "# How a model is run and scored",
        "Row by row: variables that the intervention sets keep the value in the row; the other "
        "roots are copied from the row; every other variable is computed by its mechanism, inputs "
        f"first. {_must_equal(problem)} Formulas are judged by what they "
        "compute, not by how they are written.",
    ]
    if not problem.is_alternative_task and not problem.identify:
        lines.append("The same model is also run on worlds that are not shown.")
    return "\n".join(lines)


def _language(problem: BooleanProblem) -> str:
    lines = [
        "# Mechanism language",
        "A mechanism is a variable name or an operator with its arguments in brackets. Two or more "
        "arguments each, except `not`, which takes one:",
        *(f"- {OPERATOR[word].sentence}" for word in problem.operators),
    ]
    allowed = "The constants 0 and 1 may be used." if problem.constants else "No constants."
    lines.append(f"{allowed} No other operators, no line breaks inside a mechanism.")
    return "\n".join(lines)


def _worlds(problem: BooleanProblem) -> str:
    """Numbered as they come: names of their own may tell why a world is there."""
    lines = [f"# Training worlds ({len(problem.training)})"]
    for at, world in enumerate(problem.training):
        lines += _world(f"train_{at:02d}", world, problem.variables)
    return "\n".join(lines)


def _world(name: str, world: World, variables: tuple[str, ...]) -> Iterator[str]:
    order = natural(variables)
    rows = [dict(zip(variables, row, strict=True)) for row in world.rows]
    yield f"World {name}"
    if world.mode is Mode.NONE:
        yield "Intervention: none"
    elif world.mode is Mode.CONSTANT:
        yield f"Intervention: constant, {_values(natural(world.targets), rows[0])}"
    else:
        yield f"Intervention: assigned row by row, {_names(world.targets)}"
    for number, row in enumerate(rows):
        label = world.units[number] if world.units else f"r{number}"
        yield f"- {label}: {_values(order, row)}"


def _values(names: Iterable[str], row: Mapping[str, str]) -> str:
    return " ".join(f"{name}={row[name]}" for name in names)


def _names(names: Iterable[str]) -> str:
    return ", ".join(natural(names))

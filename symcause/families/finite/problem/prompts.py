"""Prompts of a finite problem: everything that a system gets to read.

Made from what the setting discloses, the training worlds and the queries alone: held-out worlds, gold, ids
of problems and worlds, and metadata are never looked at, and names come in natural order. The class is told
where it is asked for, or where an answer may abstain: whether evidence settles something depends on it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from symcause.audits.prompt import Told
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.problem.class_sentences import class_sentences
from symcause.families.finite.problem.problem import (
    EdgeQuery,
    FiniteProblem,
    FiniteWorld,
    Query,
    ValueQuery,
)
from symcause.models.prose.knowledge_sentences import said_of
from symcause.models.variable_names import natural
from symcause.scoring.abstention_rule import SENTENCE

INSTRUCTION = (
    "You solve a formal task about a causal model of variables with finitely many values. Everything you "
    "need is in the message. Reply with exactly one JSON object on a single line, in the form that the "
    "message asks for: no explanation, no code fence, no other text."
)

LANGUAGE = """\
# Mechanism language
A mechanism is a variable, a value, or an operator with its arguments in brackets:
- (add x y …), (mul x y …), (min x y …), (max x y …), (sub x y), (neg x), (abs x): integers
- (mod x y), (div x y): remainder and quotient rounded down; y must be above 0
- (eq x y …), (ne x y), (lt x y), (le x y), (gt x y), (ge x y): 1 or 0
- (not x), (and x y …), (or x y …), (xor x y …), (at_least k x y …): of 0 and 1; xor: an odd number of 1
- (count v x y …): how many of the arguments behind v equal v
- (if c x y): x if c is 1, y if c is 0
- (case x v1 e1 v2 e2 … e): the e behind the first v that equals x, else the last
- (when V v x y): x if the variable V has the value v, else y
- (table V W … v1 v2 …): one output for each combination of the values of V, W, …, in the order of the \
values as listed above, the first variable changing slowest
It must give a value of its variable for every combination of values of the variables in it."""


def told(problem: FiniteProblem, *, tell_class: bool = False, allow_abstain: bool = False) -> Told:
    """The prompt of a system."""
    predicts = problem.task == "predict"
    parts = [
        "\n".join(("# Task", *_task(problem, predicts))),
        "\n".join(("# Variables", *_disclosed(problem))),
    ]
    if problem.knowledge is not None:
        parts.append("\n".join(("# Known beforehand", *said_of(problem.knowledge, "mechanism"))))
    if tell_class or allow_abstain:
        parts.append("\n".join(("# Possible mechanisms", *_class(problem))))
    if not predicts:
        parts += ["\n".join(("# How a model is run", *_replay(problem))), LANGUAGE]
    parts.append("\n".join(_worlds(problem)))
    parts.append("\n".join(_queries(problem) if predicts else _answer(problem)))
    if allow_abstain and not predicts:
        parts.append(f"# If you cannot tell\n{SENTENCE}")
    return Told(INSTRUCTION, "\n\n".join(parts) + "\n", {"setting": str(problem.setting)})


def _task(problem: FiniteProblem, predicts: bool) -> Iterator[str]:
    yield (
        "Several worlds were recorded from one acyclic structural causal model. Every variable has one of "
        "finitely many values. Roots get their values from outside; each other variable is a fixed "
        "function of other variables, the same in every world. Worlds differ in which variables an "
        "intervention sets."
    )
    if predicts:
        yield (
            "Answer the questions at the end. More than one model may explain the worlds, and a question "
            "may leave roots open: what all models that explain the worlds agree on is an answer."
        )
        return
    roots = "which variables are roots and " if problem.disclosure.roots is None else ""
    those = "every other variable" if roots else "every variable that is no root"
    yield (
        f"Find {roots}a mechanism for {those}, such that the model reproduces the training worlds and also "
        "worlds with other interventions."
    )


def _disclosed(problem: FiniteProblem) -> Iterator[str]:
    disclosure = problem.disclosure
    for name in natural(problem.variables):
        yield f"{name}: {', '.join(map(str, problem.domain(name).values))}"
    if disclosure.roots is None:
        yield f"Number of roots: {disclosure.size_of_root_set} (which ones is not told)"
    else:
        yield f"Roots: {_names(disclosure.roots) or 'none'}"
        yield f"Variables with a mechanism: {_names(disclosure.endogenous(disclosure.roots))}"
    if disclosure.order is not None:
        yield f"Causal order: {', '.join(disclosure.order)}"
        yield "A mechanism may use only variables that come earlier in this order."
    elif disclosure.blocks is not None:
        blocks = ("{" + _names(block) + "}" for block in disclosure.blocks)
        yield f"Blocks in causal order: {' < '.join(blocks)}"
        yield (
            "A mechanism may use variables of its own block or of earlier blocks, never its own variable. "
            "The order inside a block is not told, and the whole must be acyclic."
        )
    else:
        yield (
            "The causal order is not told. A mechanism may use any variable except its own, and the whole "
            "must be acyclic."
        )


def _class(problem: FiniteProblem) -> Iterator[str]:
    roots = problem.disclosure.roots or ()
    endogenous = problem.disclosure.endogenous(roots)
    return class_sentences(problem.model_class, tuple(natural(endogenous)))


def _replay(problem: FiniteProblem) -> Iterator[str]:
    yield (
        "Row by row: variables that the intervention sets keep the value in the row; the other roots are "
        "copied from the row; every other variable is computed by its mechanism, inputs first. A computed "
        "value must equal the value in the row. Mechanisms are judged by what they compute, not by how "
        "they are written. The same model is also run on worlds that are not shown."
    )


def _worlds(problem: FiniteProblem) -> Iterator[str]:
    """Numbered as they come: names of their own may tell why a world is there."""
    yield f"# Training worlds ({len(problem.training)})"
    if problem.holed:
        yield (
            "A `?` is a value that was not observed. A model fits if some values in the places of all `?` "
            "make it fit."
        )
    order = natural(problem.variables)
    for at, world in enumerate(problem.training):
        yield f"World train_{at:02d}"
        yield f"Intervention: {_intervention(world)}"
        for number, row in enumerate(world.rows):
            cells = dict(zip(problem.variables, row, strict=True))
            shown = (f"{name}={_cell(problem, name, cells[name])}" for name in order)
            yield f"- r{number}: {' '.join(shown)}"


def _intervention(world: FiniteWorld) -> str:
    constants = " ".join(_settings(world.do))
    rows = f"assigned row by row, {_names(world.assigned)}" if world.assigned else ""
    return "; ".join(filter(None, (f"constant, {constants}" if constants else "", rows))) or "none"


def _cell(problem: FiniteProblem, name: str, position: int | None) -> str:
    return "?" if position is None else str(problem.domain(name).values[position])


def _settings(values: Mapping[str, Value]) -> Iterator[str]:
    return (f"{name}={values[name]}" for name in natural(values))


def _queries(problem: FiniteProblem) -> Iterator[str]:
    yield f"# Questions ({len(problem.queries)})"
    yield from (f"- {query.id}: {question_sentence(query)}" for query in problem.queries)
    yield "\n# Answer"
    yield (
        'Each answer is a value of the variable that is asked for ("yes" or "no" where a dependence is '
        'asked for); "undetermined" if models that explain the worlds, or roots that are left open, give '
        'different answers; "impossible" if no such model can show what is given.'
    )
    yield "One JSON object on one line, in this form:"
    yield _json({"predictions": {query.id: "<answer>" for query in problem.queries}})


def question_sentence(query: Query) -> str:
    """A query as a question."""
    match query:
        case EdgeQuery(edge=(cause, effect)):
            return f"does the mechanism of {effect} depend on {cause}?"
        case ValueQuery():
            done = ", ".join(_settings(query.do))
            seen = ", ".join(_settings(query.given))
            parts = (
                f"an intervention sets {done}" if done else "",
                f"{seen} is observed" if seen else "",
            )
            where = " and ".join(filter(None, parts)) or "nothing is set or observed"
            return f"which value has {query.of} if {where}?"


def _answer(problem: FiniteProblem) -> Iterator[str]:
    """The form of the answer, and an example about other variables."""
    a, b, c = _others(problem.variables)
    form: dict[str, object] = {"mechanisms": {"<each other variable>": "<mechanism>"}}
    example: dict[str, object] = {"mechanisms": {c: f"(if (eq {a} 1) {b} 0)"}}
    if problem.disclosure.roots is None:
        form = {"roots": [f"<{problem.disclosure.size_of_root_set} names>"], **form}
        example = {"roots": [a, b], **example}
    else:
        names = natural(problem.disclosure.endogenous(problem.disclosure.roots))
        form = {"mechanisms": dict.fromkeys(names, "<mechanism>")}
    yield from ("# Answer", "One JSON object on one line, in this form:", _json(form))
    yield "The following shows the form only; it belongs to another problem:"
    yield _json(example)


def _others(variables: tuple[str, ...]) -> tuple[str, str, str]:
    stem = "Z"
    while any(name.startswith(stem) for name in variables):
        stem += "Z"
    return f"{stem}1", f"{stem}2", f"{stem}3"


def _names(names: Iterable[str]) -> str:
    return ", ".join(natural(names))


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

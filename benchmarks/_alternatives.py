"""One Alternative-SCM answer: what scoring it takes, against the definition row by row.

The plain way decodes the answer, replays the training worlds, compares local functions on all inputs and,
where the alternative is one, runs both models on every context under the claimed experiment and under all
others of one variable, for the share of the best. It has no structure metrics and checks nothing.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from benchmarks.interpreting import interpret
from benchmarks.replay import milliseconds, plain_replay
from benchmarks.scoring import _endless, _parse, _texts
from symcause.families.boolean.models.experiments import best_experiment
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.space.exact.exact_space import ExactSpace

MOST = 300  # right ones


def times(problem: BooleanProblem, kind: str, quick: bool) -> tuple[float, float, float]:
    """Milliseconds of the plain way, of an answer for the first time, of one that came before."""
    task = replace(problem, reference=problem.gold)
    texts = _wrong(problem) if kind == "wrong" else _right(task)
    scorer = Scorer(task)
    for text in texts[:20]:
        found = scorer.check(text).claims
        assert found is not None
        assert (found.alternative_success, found.optimality) == _plain(task, text)
    stream, few = _endless(texts), _endless(texts[:9])
    slow = milliseconds(lambda: _plain(task, next(stream)), quick)
    again = milliseconds(lambda: scorer.check(next(few)).document(), quick)
    fresh = [Scorer(task)]  # right ones are too few to be new for long

    def first() -> object:
        text = next(stream)
        if text is texts[0]:
            fresh[0] = Scorer(task)
        return fresh[0].check(text).document()

    return slow, milliseconds(first, quick), again


def _wrong(problem: BooleanProblem) -> list[str]:
    """Answers that do not replay the worlds, as most do; what they claim is not looked at."""
    claims = {"experiment": {"type": "hard_do", "assignments": {problem.variables[0]: 0}}}
    return [json.dumps({"alternative": json.loads(t), **claims}) for t in _texts(problem, 2000)]


def _right(task: BooleanProblem) -> list[str]:
    """Other explanations, each with its best experiment and a witness."""
    reference, texts = task.reference_scm, []
    assert reference is not None
    for model in islice(ExactSpace.of(task).members(), MOST):
        best = best_experiment(reference, model) if model.changed(reference) else None
        if best is None or best.witness is None:
            continue
        document = {
            "alternative": {"mechanisms": dict(model.mechanisms)},
            "experiment": best.experiment.to_dict(),
            "witness": best.witness.to_dict(),
        }
        texts.append(json.dumps(document))
    return texts


def _plain(task: BooleanProblem, text: str) -> tuple[bool, Fraction | None]:
    """(is it an alternative, the share of the best experiment)."""
    document = json.loads(text)
    mechanisms = {v: _parse(t) for v, t in document["alternative"]["mechanisms"].items()}
    answer, reference = Answer(mechanisms), task.reference
    assert reference is not None
    exact, _ = plain_replay(task, answer)
    changed = [v for v in mechanisms if _differ(reference, answer, v)]
    if exact < len(task.worlds) or not changed:
        return False, None
    ((name, value),) = document["experiment"]["assignments"].items()
    best = max(_rate(task, answer, v, bit) for v in task.variables for bit in (False, True))
    return True, Fraction(_rate(task, answer, name, bool(value)), best)


def _differ(reference: Answer, answer: Answer, variable: str) -> bool:
    a, b = reference.mechanisms[variable], answer.mechanisms[variable]
    names = sorted({*a.variables, *b.variables})
    states = (
        dict(zip(names, bits, strict=True)) for bits in product((False, True), repeat=len(names))
    )
    return any(interpret(a, state) != interpret(b, state) for state in states)


def _rate(task: BooleanProblem, answer: Answer, target: str, value: bool) -> int:
    """The contexts in which the two models show different values."""
    roots = task.disclosure.roots or ()
    assert task.reference is not None
    number = 0
    for bits in product((False, True), repeat=len(roots)):
        context = {**dict(zip(roots, bits, strict=True)), target: value}
        number += _run(task.reference, context, target) != _run(answer, context, target)
    return number


def _run(answer: Answer, context: dict[str, bool], target: str) -> dict[str, bool]:
    state = dict(context)
    for name in answer.mentioned_order():
        if name != target:
            state[name] = interpret(answer.mechanisms[name], state)
    return state

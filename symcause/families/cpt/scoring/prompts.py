"""Prompts in cpt scoring: the published sentences, or the same ones without a story."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symcause.audits.prompt import Told
from symcause.families.cpt.models.back_doors import mediators
from symcause.families.cpt.models.probability_keys import Literal, read_key
from symcause.families.cpt.problem.number_reader import spelled
from symcause.families.cpt.problem.problem import CptProblem
from symcause.models.exact_numbers import print_number
from symcause.release_lookup import released_part
from symcause.scoring.abstention_rule import SENTENCE

SYSTEM = "Answer the question with yes or no."
_WORLD = (
    "Imagine a self-contained, hypothetical world with only the following conditions, and without any "
    "unmentioned factors or causal relationships:"
)


def told(
    problem: CptProblem,
    allow_abstain: bool = False,
    models: str | None = None,
    printed: bool = False,
) -> Told:
    """The instruction and the message."""
    problem = released_part("cpt", "opened")(problem, models, printed)
    system = f"{SYSTEM} {SENTENCE}" if allow_abstain else SYSTEM
    release = problem.release
    if release is not None and release.question:
        parts = (release.background or _background(problem), release.told, release.question)
    else:
        numbers = problem.text if problem.text is not None else " ".join(_numbers(problem))
        parts = (_background(problem), numbers, question(problem))
    return Told(system, " ".join(filter(None, parts)))


def _called(problem: CptProblem, name: str) -> str:
    return problem.names.get(f"{name}name", name)


def _valued(problem: CptProblem, literal: Literal) -> str:
    name, value = literal
    return problem.names.get(f"{name}{value}", f"{name} = {value}")


def _joined_words(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _background(problem: CptProblem) -> str:
    sentences = []
    for cause in problem.dag.nodes:
        effects = [b for a, b in problem.dag.edges if a == cause]
        if effects:
            called = _joined_words([_called(problem, name) for name in effects])
            sentences.append(f"{_called(problem, cause)} has a direct effect on {called}.")
    sentences += [f"{_called(problem, name)} is unobserved." for name in problem.unobserved]
    return f"{_WORLD} {' '.join(sentences)}"


def _numbers(problem: CptProblem) -> Iterator[str]:
    """The given numbers, each in a sentence; those of the tables where nothing is given."""
    if problem.given:
        for term, number in problem.terms():
            yield _sentence(problem, term.event, term.given, number)
    elif problem.tables is not None:
        network = problem.tables
        for i, name in enumerate(problem.dag.nodes):
            parents = [problem.dag.nodes[j] for j in network.parents[i]]
            for term, row in zip(
                read_key(spelled(name, parents)).terms, network.rows[i], strict=True
            ):
                yield _sentence(problem, term.event, term.given, row[1])


def _sentence(
    problem: CptProblem, event: tuple[Literal, ...], given: tuple[Literal, ...], number: Fraction
) -> str:
    share = print_number(number * 100)
    percent = f"{share}%" if "/" not in share else print_number(number)
    what = " and ".join(_valued(problem, literal) for literal in event)
    if given:
        where = " and ".join(_valued(problem, literal) for literal in given)
        return f"For {where}, the probability of {what} is {percent}."
    overall = "overall " if len(event) == 1 else ""
    return f"The {overall}probability of {what} is {percent}."


def question(problem: CptProblem) -> str:
    """The question in the words of the release."""
    query, positive = problem.query, problem.positive
    x, y = query.treatment, query.outcome
    x1, x0 = _valued(problem, (x, 1)), _valued(problem, (x, 0))
    y1, y0 = _valued(problem, (y, 1)), _valued(problem, (y, 0))
    called_x, called_y = _called(problem, x), _called(problem, y)
    if query.type in ("nde", "nie"):
        between = _joined_words([_called(problem, name) for name in mediators(problem.dag, x, y)])
        way = "positively" if positive else "negatively"
        if query.type == "nie":
            return f"Does {called_x} {way} affect {called_y} through {between}?"
        return (
            f"If we disregard the mediation effect through {between}, would {called_x} {way} affect "
            f"{called_y}?"
        )
    if query.type == "backadj":
        first, second = (_method(problem, names) for names in query.sets)
        return (
            f"Method 1: {first}. Method 2: {second}. To understand how {called_x} affects {called_y}, "
            "is it more correct to use the Method 1 than Method 2?"
        )
    if query.type == "det-counterfactual":
        now, before = (x1, x0) if query.action else (x0, x1)
        outcome = y1 if query.value else y0
        seen = [_valued(problem, literal) for literal in query.evidence]
        observed = f"We observed {_joined_words(seen)}. " if seen and problem.text is None else ""
        return f"{observed}Would we see {outcome} if {now} instead of {before}?"
    collider = "" if query.collider is None else _valued(problem, (query.collider, 1))
    return {
        "marginal": f"Is {y1} {_word(positive, 'more', 'less')} likely than {y0} overall?",
        "correlation": f"Is the chance of {y1} {_word(positive, 'larger', 'smaller')} when observing {x1}?",
        "exp_away": f"If we look at {collider}, does the chance of {y1} "
        f"{_word(positive, 'increase', 'decrease')} when {x1}?",
        "ate": f"Will {x1} {_word(positive, 'increase', 'decrease')} the chance of {y1}?",
        "ett": f"For {x1}, would it be {_word(positive, 'more', 'less')} likely to see {y1} "
        f"if it had been {x0}?",
        "collider_bias": f"If we look at {collider}, does it mean that {x1} "
        f"{_word(positive, 'affects', 'does not affect')} {y1}?",
    }[query.type]


def _word(positive: bool, one: str, other: str) -> str:
    return one if positive else other


def _method(problem: CptProblem, names: tuple[str, ...]) -> str:
    x, y = (_called(problem, name) for name in (problem.query.treatment, problem.query.outcome))
    if not names:
        return f"We look directly at how {x} correlates with {y} in general"
    listed = _joined_words([_called(problem, name) for name in names])
    return f"We look at how {x} correlates with {y} case by case according to {listed}"

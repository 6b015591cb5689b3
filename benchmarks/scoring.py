"""Scoring raw text end to end: extract, parse, check, replay, compare, against a plain interpreter.

The plain interpreter decodes the JSON, parses with a recursive parser of a few lines (or with the
grammar's general parser), walks the trees row by row and counts exact worlds and right cells; it checks
nothing and has no structure metrics. Every answer is different, so nothing is remembered between them;
the last line scores answers that share their mechanisms, as the answers of many systems do.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

from benchmarks.problems import make_problem
from benchmarks.replay import milliseconds, plain_replay
from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.grammar import to_sexpr
from symcause.grammar.mechanisms.language_rules import Rules
from symcause.grammar.mechanisms.lark_reader import read
from symcause.models.expressions import Expression, Operation, Variable

TITLE = "Scoring raw text end to end (bound: at least 5 times as fast as a plain interpreter)"


def run(quick: bool) -> list[str]:
    """One line a size of problem."""
    lines = [
        "| answers | plain ms | with the general parser ms | symcause ms | ratio |",
        "| --- |" + " ---: |" * 4,
    ]
    for n in (6, 8, 10):
        problem = make_problem(n, worlds=17, rows=11, seed=n)
        scorer = Scorer(problem)
        texts = _texts(problem, 2000)
        _agree(problem, scorer, texts[:50])
        stream = _endless(texts)
        slow = milliseconds(lambda p=problem, s=stream: _plain(p, next(s), _parse), quick)
        general = milliseconds(lambda p=problem, s=stream: _plain(p, next(s), _general), quick)
        fast = milliseconds(lambda c=scorer, s=stream: c.check(next(s)).document(), quick)
        name = f"{n} variables, all different"
        lines.append(f"| {name} | {slow:.2f} | {general:.2f} | {fast:.3f} | {slow / fast:.1f} |")
    few = _endless(texts[:9])
    fast = milliseconds(lambda: scorer.check(next(few)).document(), quick)
    lines.append(
        f"| 10 variables, nine systems | {slow:.2f} | {general:.2f} | {fast:.3f} | {slow / fast:.1f} |"
    )
    return lines


def _texts(problem: BooleanProblem, count: int) -> list[str]:
    """Answers with a note around the JSON, each with some mechanisms changed at random."""
    assert problem.gold is not None
    rng = random.Random(1)
    order = problem.gold.mentioned_order()
    roots = problem.disclosure.roots or ()
    texts = []
    for _ in range(count):
        mechanisms = {}
        for position, name in enumerate(order):
            before = (*roots, *order[:position])
            a, b, c = (rng.choice(before) for _ in range(3))
            operators = [rng.choice(("and", "or", "xor", "iff")) for _ in range(2)]
            gold = to_sexpr(problem.gold.mechanisms[name])
            mechanisms[name] = f"({operators[0]} {gold} (not {a}) ({operators[1]} {b} {c}))"
        texts.append(json.dumps({"mechanisms": mechanisms}))
    return texts


def _endless(texts: list[str]) -> Iterator[str]:
    while True:
        yield from texts


def _plain(
    problem: BooleanProblem, text: str, parse: Callable[[str], Expression]
) -> tuple[int, int]:
    mechanisms = json.loads(text)["mechanisms"]
    return plain_replay(problem, Answer({v: parse(t) for v, t in mechanisms.items()}))


def _parse(text: str) -> Expression:
    """The textbook: tokens, then recursive descent."""
    tokens = iter(text.replace("(", " ( ").replace(")", " ) ").split())

    def expression(token: str) -> Expression:
        if token != "(":
            return Variable(token)
        operator = next(tokens)
        arguments = []
        while (token := next(tokens)) != ")":
            arguments.append(expression(token))
        return Operation(operator, tuple(arguments))

    return expression(next(tokens))


def _general(text: str) -> Expression:
    return read("sexpr", text, Rules())


def _agree(problem: BooleanProblem, scorer: Scorer, texts: list[str]) -> None:
    for text in texts:
        replay = scorer.check(text).replay
        assert replay is not None
        assert all(world.split is Split.TRAIN for world in problem.worlds)
        figures = replay.train.exact_worlds, replay.train.right_cells
        assert figures == _plain(problem, text, _parse) == _plain(problem, text, _general)

"""Queries that the generator draws, each with the label that follows from the worlds.

Roots are given as gold may have them, some of them not in every third query: what is then left open is
left open by the question. Siblings get one query, that evidence settles in one of the two.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from symcause.answers import Unknown
from symcause.audits.of_space.query_parts import QueryStatus
from symcause.families.finite.bounds import QUERY_DRAWS
from symcause.families.finite.generator.gold_worlds import set_values
from symcause.families.finite.problem.problem import FiniteProblem, ValueQuery
from symcause.families.finite.scoring.query_answers import Answering, QueryAnswer, answer_of
from symcause.families.finite.space.space_choice import open_space
from symcause.mechanisms.tables.table_models import TableModel

Answered = tuple[FiniteProblem, QueryAnswer]
"""A problem that asks one query, and what follows about it."""


def asked(
    problem: FiniteProblem, gold: TableModel, number: int, rng: Random
) -> FiniteProblem | Unknown:
    """The problem with so many different queries; fewer where there are no more to draw."""
    answering, queries = Answering(open_space(problem)), dict[str, ValueQuery]()
    for drawn in islice(_drawn(problem, gold, rng), QUERY_DRAWS * number):
        if len(queries) == number:
            break
        answer = answering.answer(drawn)
        if answer.status is QueryStatus.UNKNOWN:
            return Unknown(answer.reason or "it is not known what follows about a query")
        numbered = replace(drawn, id=f"q{len(queries)}", gold=answer.answer)
        same = json.dumps([drawn.of, drawn.do, drawn.given], sort_keys=True)
        queries.setdefault(same, numbered)
    if not queries:
        return Unknown("no query about a variable that is computed")
    return replace(problem, queries=tuple(queries.values()), task="predict")


def asked_of_both(
    settled: FiniteProblem, opened: FiniteProblem, gold: TableModel, rng: Random
) -> tuple[Answered, Answered] | Unknown:
    """Both siblings with the same query, which the worlds of the second leave open."""
    for drawn in islice(_drawn(settled, gold, rng, whole=True), QUERY_DRAWS):
        answers = [answer_of(open_space(problem), drawn) for problem in (settled, opened)]
        first, second = answers
        if (first.status, second.status) == (QueryStatus.SETTLED, QueryStatus.UNDETERMINED):
            return _labelled(settled, drawn, first), _labelled(opened, drawn, second)
    return Unknown(f"none of {QUERY_DRAWS} queries tells the siblings apart")


def _labelled(problem: FiniteProblem, query: ValueQuery, answer: QueryAnswer) -> Answered:
    labelled = replace(query, gold=answer.answer)
    return replace(problem, queries=(labelled,), task="predict"), answer


def _drawn(
    problem: FiniteProblem, gold: TableModel, rng: Random, *, whole: bool = False
) -> Iterator[ValueQuery]:
    """Queries without end, if there is any; *whole*: every root is given, or set."""
    names, sizes = problem.variables, dict(zip(problem.variables, problem.sizes, strict=True))
    while gold.functions:
        of = rng.choice(list(gold.functions))
        others = [name for name in names if name != of]
        targets = rng.sample(others, min(rng.randrange(3), len(others)))
        given = [name for name in names if name in gold.roots and name not in targets]
        if given and not whole and rng.randrange(3) == 0:
            given.remove(rng.choice(given))
        done, seen = (
            {name: rng.randrange(sizes[name]) for name in one} for one in (targets, given)
        )
        yield ValueQuery("q0", of, set_values(problem, done), set_values(problem, seen))

"""Statement draws of the generator: a class of DAGs, a hypothesis, and names without any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import accepted
from symcause.audits.instance_generator import coined
from symcause.errors import LimitError
from symcause.families.statements.bounds import CLASS_TRIES
from symcause.families.statements.certify.verdict_certificate import certified
from symcause.families.statements.models.relations import READINGS, relation_test
from symcause.families.statements.models.separations import Graph, pairs, separations
from symcause.families.statements.problem.problem import (
    CLASSES,
    ENTAILED,
    IMPOSSIBLE,
    OPEN,
    Hypothesis,
    Statement,
    StatementsProblem,
)
from symcause.families.statements.space.faithful_dags import faithful
from symcause.families.statements.space.hypothesis_verdict import Judgement, judged
from symcause.models.bit_sets import bits

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_KINDS = tuple(
    (r, reading) for r, read in READINGS.items() for reading in read if reading != "released"
)


_FEWEST_MATCHED = 4
"""Among fewer variables no class has every verdict in one relation."""


def drawn(
    size: int, wanted: str, rng: Random, id: str, *, matched: bool = True
) -> StatementsProblem:
    """A problem of this verdict: class, reading, pair and names at random.

    *matched*: class, relation and reading are such that every verdict is that of some pair, so they do not
    tell which one is asked for. Among few variables there is no such class.
    """
    for _ in range(CLASS_TRIES):
        premise = _premise(size, rng, id)
        if not matched or size < _FEWEST_MATCHED:
            for hypothesis in _hypotheses(premise.variables, rng):
                judgement = judged(replace(premise, hypothesis=hypothesis))
                if str(judgement.verdict) == wanted:
                    return _proven(judgement)
            continue
        for relation, reading in rng.sample(_KINDS, len(_KINDS)):
            sides = _first_of_each(premise, relation, reading, rng)
            if len(sides) == len(CLASSES):
                hypothesis = Hypothesis(relation, sides[wanted], reading)
                return _proven(judged(replace(premise, hypothesis=hypothesis)))
    raise LimitError(
        f"no such hypothesis in {CLASS_TRIES} classes", remedy="ask for more variables"
    )


def _first_of_each(
    premise: StatementsProblem, relation: str, reading: str, rng: Random
) -> dict[str, tuple[str, str]]:
    """A pair of variables for every verdict that a relation has in a class, in random order."""
    names, index = premise.variables, premise.index
    listed = [(x, y) for x in names for y in names if x != y]
    members, test = faithful(premise.premise).members, relation_test(relation)
    at, sides = READINGS[relation].index(reading), dict[str, tuple[str, str]]()
    for x, y in rng.sample(listed, len(listed)):
        answers = (test(member, index[x], index[y])[at] for member in members)
        first = next(answers)
        alike = ENTAILED if first else IMPOSSIBLE
        sides.setdefault(OPEN if any(one != first for one in answers) else alike, (x, y))
        if len(sides) == len(CLASSES):
            break
    return sides


def siblings(size: int, wanted: str, rng: Random, latent: str) -> list[StatementsProblem]:
    """One premise with two hypotheses of one relation and reading: one settled as *wanted*, one open."""
    for _ in range(CLASS_TRIES):
        premise = _premise(size, rng, latent)
        seen: dict[tuple[str, str], dict[bool, Judgement]] = {}
        for hypothesis in _hypotheses(premise.variables, rng):
            judgement = judged(replace(premise, hypothesis=hypothesis))
            if str(judgement.verdict) not in (wanted, OPEN):
                continue
            kind = seen.setdefault((hypothesis.relation, hypothesis.reading), {})
            settled = bool(judgement.verdict.settled)
            kind.setdefault(settled, judgement)
            if len(kind) == 2 and _alike(kind[True], kind[False]):
                sides = [(side, _proven(kind[side])) for side in (True, False)]
                return coined(latent, sides, rng, kind="question")
    raise LimitError(f"no siblings in {CLASS_TRIES} classes", remedy="ask for more variables")


def _alike(one: Judgement, other: Judgement) -> bool:
    """Is as much stated about the two variables of the one as of the other?"""
    first, second = (
        sum(
            {s.first, s.second} == set(judgement.problem.hypothesis.of)
            for s in judgement.problem.independent
        )
        for judgement in (one, other)
    )
    return first == second


def _premise(size: int, rng: Random, id: str) -> StatementsProblem:
    """The statements of a random DAG; a name says nothing about the place of its variable."""
    order, share = rng.sample(range(size), size), rng.random()
    edges = [(order[a], order[b]) for b in range(size) for a in range(b) if rng.random() < share]
    names = tuple(rng.sample(LETTERS, size))
    stated = [
        Statement(names[x], names[y], tuple(names[i] for i in bits(z)))
        for (x, y), sets in zip(pairs(size), separations(Graph.of(size, edges)), strict=True)
        for z in bits(sets)
    ]
    asked = Hypothesis("parent", (names[0], names[1]))
    return StatementsProblem(id, names, tuple(stated), asked)


def _hypotheses(names: tuple[str, ...], rng: Random) -> Iterator[Hypothesis]:
    """All hypotheses, in random order; the reading of the released confounder is none of ours."""
    every = [
        Hypothesis(relation, (x, y), reading)
        for relation, reading in _KINDS
        for x in names
        for y in names
        if x != y
    ]
    return iter(rng.sample(every, len(every)))


def _proven(found: Judgement) -> StatementsProblem:
    """The problem with its label and the certificate of it."""
    assert str(found.verdict) in CLASSES, "a DAG was drawn first"
    made = certified(found)
    assert made is not None
    proof = accepted(found.problem, made)
    if isinstance(proof, Unknown):
        raise LimitError(proof.reason)
    return replace(found.problem, gold=str(found.verdict), metadata=proof.entries())

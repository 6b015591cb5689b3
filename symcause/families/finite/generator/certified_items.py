"""Certified items of the generator: gold of a class, worlds that leave it alone, and proofs of that.

Gold is shown without an intervention, and worlds are added until no other model is left; what is asked is
the model, or queries. An item may be a pair of siblings, of which one leaves the question open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted
from symcause.audits.instance_generator import coined
from symcause.errors import LimitError
from symcause.families.finite.bounds import GOLD_TRIES
from symcause.families.finite.certify.certificates import answer_certificate, verdict_certificate
from symcause.families.finite.documents.model_part import mechanism_terms, roots_of
from symcause.families.finite.generator.drawn_queries import Answered, asked, asked_of_both
from symcause.families.finite.generator.gold_draws import drawn_gold
from symcause.families.finite.generator.gold_worlds import held_out, observed, settled
from symcause.families.finite.generator.row_siblings import siblings
from symcause.families.finite.models.written_models import Answer
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.mechanisms.tables.table_models import TableModel

T = TypeVar("T")


@dataclass(frozen=True)
class Shape:
    """What an item has: rows without an intervention, queries (none: the model is asked for), a sibling."""

    rows: int
    queries: int = 0
    siblings: bool = False


class _Unsettled(Exception):
    """Why nothing comes of a gold."""


def certified(template: FiniteProblem, shape: Shape, rng: Random) -> list[FiniteProblem]:
    """The problems of an item: one, or two siblings. Raises LimitError."""
    reason: object = ""
    for _ in range(GOLD_TRIES):
        gold = drawn_gold(template, rng)
        try:
            return _Item(template, gold, shape, rng).problems()
        except _Unsettled as error:
            reason = error
    raise LimitError(
        f"no model of {GOLD_TRIES} that were drawn could be settled: {reason}",
        remedy="ask for more --rows, or a smaller class",
    )


def _known(value: T | Unknown) -> T:
    if isinstance(value, Unknown):
        raise _Unsettled(value.reason)
    return value


@dataclass(frozen=True)
class _Item:
    """What is made of one gold."""

    template: FiniteProblem
    gold: TableModel
    shape: Shape
    rng: Random

    def problems(self) -> list[FiniteProblem]:
        """Raises _Unsettled."""
        first = observed(self.template, self.gold, self.shape.rows, self.rng)
        problem = _known(settled(replace(self.template, worlds=(first,)), self.gold))
        if self.shape.siblings:
            return self._pair(problem)
        problem = self._finished(problem)
        proof = _known(verdict_certificate(problem, (self.gold,)))
        verdict = "unique"
        if self.shape.queries:
            problem = _known(asked(problem, self.gold, self.shape.queries, self.rng))
            proof = _known(verdict_certificate(problem, (self.gold,)))
            verdict = "answered"
        return [_stamped(problem, verdict, proof, count=1)]

    def _pair(self, problem: FiniteProblem) -> list[FiniteProblem]:
        unique, opened, other = _known(siblings(problem, self.gold, self.rng))
        unique = self._finished(unique)
        heldout = tuple(unique.heldout)
        opened = replace(opened, worlds=(*opened.worlds, *heldout), gold=unique.gold)
        if self.shape.queries:
            sides = _known(asked_of_both(unique, opened, self.gold, self.rng))
            made = list(map(_answered, sides))
        else:
            alone = _known(verdict_certificate(unique, (self.gold,)))
            two = _known(verdict_certificate(opened, (self.gold, other)))
            made = [_stamped(unique, "unique", alone), _stamped(opened, "ambiguous", two)]
        return coined(
            self.template.id, [(True, made[0]), (False, made[1])], self.rng, kind="evidence"
        )

    def _finished(self, problem: FiniteProblem) -> FiniteProblem:
        """With gold, and with worlds that are held out."""
        hidden = problem.disclosure.roots is None
        roots = roots_of(problem, self.gold) if hidden else None
        answer = Answer(mechanism_terms(problem, self.gold), roots)
        more = held_out(problem, self.gold, self.shape.rows, self.rng)
        return replace(problem, worlds=(*problem.worlds, *more), gold=answer)


def _answered(side: Answered) -> FiniteProblem:
    problem, answer = side
    proof = _known(answer_certificate(problem, problem.queries[0], answer))
    return _stamped(problem, "answered", proof)


def _stamped(
    problem: FiniteProblem, verdict: str, proof: Accepted, **more: object
) -> FiniteProblem:
    """With what is known of it."""
    return replace(
        problem, metadata={**problem.metadata, "verdict": verdict, **more, **proof.entries()}
    )

"""Candidates in the draws of suites: what may be taken, or why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symcause.audits.instance_generator import made_items
from symcause.errors import LimitError, SymcauseError
from symcause.suites.draws.certificate_word import word_on
from symcause.suites.draws.suite_problem import SuiteProblem, stripped
from symcause.suites.recipe.part_tables import generator_of
from symcause.suites.recipe.recipe import Stratum

Unit = tuple["Candidate", ...]
"""What is taken as a whole: a problem, two siblings, or twins."""


@dataclass(frozen=True)
class Candidate:
    """A problem that could be taken, or why not."""

    document: Mapping[str, object]
    certificate: Mapping[str, object] | None
    canonical: str
    gold: str | None
    facts: Mapping[str, str]
    flaw: str | None = None

    def problem(self, part: str) -> SuiteProblem:
        """It as a problem of a part."""
        made = SuiteProblem(part, self.document, self.certificate)
        return made if self.flaw else made.compared_by(self.canonical, self.gold)


@dataclass(frozen=True)
class Draw:
    """One item that is to be drawn."""

    at: int  # which stratum of the part
    stratum: Stratum
    seed: int
    index: int


def units_of(draw: Draw) -> list[Unit]:
    """The units of an item; none where its generator finds no such item."""
    maker = generator_of(draw.stratum, draw.seed)
    try:
        documents = [one for item in made_items(maker, draw.index) for one in maker.problems(item)]
    except LimitError:
        return []
    problems = [stripped(document, None, "") for document in documents]
    size = draw.stratum.size
    groups = [problems[at : at + size] for at in range(0, len(problems), size)]
    return [tuple(_candidates(group)) for group in groups]


def _candidates(group: Sequence[SuiteProblem]) -> Iterator[Candidate]:
    for one in group:
        others = [other for other in group if other is not one]
        flaw = _flaw(one, others)
        canonical, gold = "", None
        try:
            canonical, gold = one.canonical, one.canonical_gold
        except LimitError:
            flaw = flaw or "no canonical form"
        yield Candidate(one.document, one.certificate, canonical, gold, one.facts, flaw)


def _flaw(one: SuiteProblem, others: Sequence[SuiteProblem]) -> str | None:
    """Why a problem cannot be certified, if that is so."""
    if one.certificate is None:
        return "no certificate"
    try:
        accepted = proof_accepted(one, others)
    except SymcauseError:
        accepted = False
    return None if accepted else "certificate not accepted"


def proof_accepted(one: SuiteProblem, others: Sequence[SuiteProblem]) -> bool:
    """Does the verifier accept the certificate for the problem as stated, or as one of two?"""
    kin = {other.digest: other.proved for other in (one, *others)}
    return word_on(one, kin).as_stated

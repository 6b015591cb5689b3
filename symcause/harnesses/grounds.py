"""Training grounds: seeded problems with their difficulty, and a scorer that needs no solver.

Every item is one of two siblings, which look alike: of one the evidence settles the question, of the other
it leaves it open. Its certificate says which, and is verified once; from then on an answer is graded by
what it says alone (:mod:`symcause.scoring.answer_grades` has the rule), so a scorer is pure and can be sent
to other processes. Nothing depends on the machine, on time or on other items.

>>> made = item("shapeworld", seed=1, index=0)
>>> score(made.document, made.answer)["reward"]
1.0
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from math import log10

from symcause.audits.instance_generator import Generator
from symcause.episodes.episode import rules_of
from symcause.errors import ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.formats.problems import Problem, read_document
from symcause.harnesses.static_tasks import admitting, tasks, text_of
from symcause.registry import Family, Task, family_of, load
from symcause.scoring.answer_grades import Graded, Grader

BOTH, SETTLED, OPEN = "both", "settled", "open"
SIDES = (BOTH, SETTLED, OPEN)
"""Which siblings are asked: both in turn, or one of every pair."""


@dataclass(frozen=True)
class Difficulty:
    """How hard a problem is, where that is proven; None where it is not known.

    *log10_models*: models before any intervention; *least_experiments*: what the best plan takes in its
    worst case, if there is one that settles every case; *shortest_proof*: the fewest if one knows the
    truth. All three are exact, none is an estimate or a bound.
    """

    log10_models: float | None = None
    least_experiments: int | None = None
    shortest_proof: int | None = None


@dataclass(frozen=True)
class Ground:
    """One problem: its prompt, an answer that is justified, and the document for the scorer."""

    id: str
    prompt: str
    answer: str
    document: dict[str, object]
    is_open: bool

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard it is; found out when somebody asks, which may take a second or more."""
        return difficulty(read_document(self.document))


def grounds() -> dict[str, tuple[Family, Task]]:
    """The tasks that have grounds, by name: their questions may be open, and certificates tell."""
    return {
        name: (family, task)
        for name, (family, task) in tasks().items()
        if task.may_be_open and task.ground and family.grader is not None
    }


def item(
    task: str,
    seed: int,
    index: int,
    *,
    side: str = BOTH,
    options: Mapping[str, object] | None = None,
) -> Ground:
    """Item *index* of a seed; *options* are those of ``symcause generate`` for its family."""
    known = grounds()
    if task not in known:
        raise UsageError("no such ground", value=task, remedy=did_you_mean(task, known))
    if side not in SIDES:
        raise UsageError("no such side", value=side, remedy=did_you_mean(side, SIDES))
    if index < 0:
        raise UsageError("items are numbered from 0", value=index)
    sides = _pair(task, seed, index // 2 if side == BOTH else index, plain_options(options or {}))
    chosen = sides[index % 2] if side == BOTH else _side(sides, side == OPEN)
    problem, judge = read_document(chosen), grader(chosen)
    prompt = text_of(problem, admitting(known[task][1]))
    return Ground(problem.id, prompt, judge.oracle, chosen, judge.is_open)


def _side(sides: tuple[dict[str, object], ...], is_open: bool) -> dict[str, object]:
    (found,) = (side for side in sides if grader(side).is_open == is_open)
    return found


Options = tuple[tuple[str, object], ...]
"""Options of a generator, so that they can be remembered by."""


def plain_options(options: Mapping[str, object]) -> Options:
    """Options by name, in one order; lists as tuples."""
    pairs = ((k, tuple(v) if isinstance(v, list) else v) for k, v in options.items())
    return tuple(sorted(pairs, key=lambda pair: pair[0]))


def made_by(family: Family, generator: str, options: Mapping[str, object], seed: int) -> Generator:
    """The generator of a family, ready to make items. Raises UsageError for an option it does not have."""
    kind = load(family.generators[generator])
    known = [field.name for field in fields(kind)]
    for name in options:
        if name not in known:
            raise UsageError("no such option", value=name, remedy=did_you_mean(name, known))
    made: Generator = kind(**{**options, "seed": seed})
    made.prepare()
    return made


@lru_cache(maxsize=256)
def _pair(task: str, seed: int, index: int, options: Options) -> tuple[dict[str, object], ...]:
    """The siblings of pair *index*."""
    family, kind = grounds()[task]
    assert kind.generator is not None
    chosen = {**dict(kind.training), **dict(options), "siblings": True}
    pairs = made_by(family, kind.generator, chosen, seed).items(index)
    if len(pairs) != 2:
        raise UsageError("one pair is wanted of every item", remedy="name one setting")
    return tuple(pairs)


def difficulty(problem: Problem) -> Difficulty:
    """How hard it is to settle the question of a problem from what an episode shows at its start."""
    try:
        rules = rules_of(problem)
        start = rules.opening(problem, 0)
        members, least = rules.standing(start).members, rules.effort(problem, start)
    except SymcauseError:
        return Difficulty()
    count = None if not members else round(log10(members), 6)
    return Difficulty(count, least.worst_case, least.shortest_proof)


@dataclass(frozen=True)
class Scorer:
    """Scores answers to one problem: numbers by name, ``reward`` first."""

    document: Mapping[str, object]

    def __call__(self, text: str | None) -> dict[str, float]:
        return score(self.document, text)


def score(document: Mapping[str, object], text: str | None) -> dict[str, float]:
    """What an answer earns; the certificate of a problem is verified once, then no proof is looked at."""
    return graded(document, text).to_dict()


def graded(document: Mapping[str, object], text: str | None) -> Graded:
    """The same, before it becomes numbers."""
    return grader(document).grade(text if isinstance(text, str) else "")


def grader(document: Mapping[str, object]) -> Grader:
    """The grader of a problem by the certificate that it carries. Raises ProblemError without one."""
    return _verified(json.dumps(document))


@lru_cache(maxsize=1_024)
def _verified(text: str) -> Grader:
    problem = read_document(json.loads(text))
    certificate, family = accepted(problem), family_of(problem)
    stated = certificate["claim"]  # a mapping; or its name, beside what it is about
    claim = stated if isinstance(stated, Mapping) else {**certificate, "name": stated}
    made = load(family.grader)(problem, claim) if family.grader else None
    if made is None:
        raise ProblemError(
            "the certificate does not say whether the question is open", value=problem.id
        )
    return made


def accepted(problem: Problem) -> Mapping[str, object]:
    """The certificate that a problem carries, verified as stated, without a solver. Raises ProblemError."""
    family, metadata = family_of(problem), getattr(problem, "metadata", {})
    certificate = metadata.get("certificate")
    if family.verifier is None or not isinstance(certificate, dict):
        raise ProblemError("no certificate says whether the question is open", value=problem.id)
    verification = load(family.verifier)(problem, certificate)
    if not verification.as_stated:
        raise ProblemError(
            "the certificate is not accepted", value=problem.id, remedy=verification.reason
        )
    return certificate

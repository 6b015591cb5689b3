"""Clauses of the Boolean verifier about behaviour: states that only one of two models allows.

A model *allows* a state of the variables that are not latent, under ``do(V=b)`` or observing, iff some
values of the latent ones make every mechanism hold that is not set. *Behaviour* is what is allowed under
observing and every such experiment. The clauses say "the member behaves otherwise than the reference":
``more``, it allows a state that the reference does not, or ``less``, the other way round, each with a
``state``, a ``target`` (none is observing) and latent values of its own. A model that does not allow a
state breaks some mechanism whatever the latent values are: ``broken`` names one for each choice of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Protocol

from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BEHAVIOUR, BooleanSCM
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.rup import Clause, Unknowns

if TYPE_CHECKING:
    from symcause.families.boolean.models.experiments import Experiment, StateWitness
    from symcause.families.boolean.problem.problem import BooleanProblem

MOST_LATENT = 8  # variables
"""Most latent variables, all of whose values are gone through."""

_PLACE = "evidence.witness"


class Members(Protocol):
    """The unknowns of a member, and the clauses that read its mechanisms."""

    question: CertifiedQuestion
    unknown: Unknowns
    true: int
    inner: list[str]

    def root(self, v: str) -> int: ...
    def read(
        self, v: str, where: str, values: dict[str, int], output: int, lifted: Sequence[int]
    ) -> Iterator[Clause]: ...


def behaves_otherwise(made: Members, reference: BooleanSCM, *, observing: bool) -> Iterator[Clause]:
    """The member allows a state that the reference does not, or does not allow one that it does."""
    _few(made.question)
    more, less = made.unknown("more"), made.unknown("less")
    yield more, less
    test = _Test(made, "more", observing)
    yield from test.one_target()
    for v in made.inner:
        lifted = (-more, made.root(v), test.target(v))
        yield from made.read(v, "more", test.values, test.values[v], lifted)
    for number, values in enumerate(test.chosen()):
        yield -more, *(test.broken(number, v) for v in reference.functions)
        for v, function in reference.functions.items():
            broken = test.broken(number, v)
            yield -broken, -test.target(v)
            yield from _gives(function, values, -values[v], -broken)
    test = _Test(made, "less", observing)
    yield from test.one_target()
    for v, function in reference.functions.items():
        yield from _gives(function, test.values, test.values[v], -less, test.target(v))
    for number, values in enumerate(test.chosen()):
        yield -less, *(test.broken(number, v) for v in made.inner)
        for v in made.inner:
            broken = test.broken(number, v)
            yield -broken, -test.target(v)
            yield -broken, -made.root(v)
            yield from made.read(v, f"less {number}", values, -values[v], (-broken,))


class _Test:
    """A state and an experiment."""

    def __init__(self, made: Members, name: str, observing: bool) -> None:
        self.made, self.name, self.observing = made, name, observing
        self.latent = made.question.problem.latent
        self.values = {v: made.unknown("state", name, v) for v in made.question.problem.variables}

    def target(self, v: str) -> int:
        return -self.made.true if v in self.latent else self.made.unknown("target", self.name, v)

    def one_target(self) -> Iterator[Clause]:
        targets = [self.target(v) for v in self.values if v not in self.latent]
        for one, other in combinations(targets, 2):
            yield -one, -other
        if not self.observing:
            yield tuple(targets)

    def chosen(self) -> Iterator[dict[str, int]]:
        """The state with each choice of the latent values."""
        true = self.made.true
        for bits in product((-true, true), repeat=len(self.latent)):
            yield self.values | dict(zip(self.latent, bits, strict=True))

    def broken(self, number: int, v: str) -> int:
        return self.made.unknown("broken", self.name, str(number), v)


def _gives(
    function: Function, values: dict[str, int], output: int, *lifted: int
) -> Iterator[Clause]:
    """The function gives the output on these values, unless a literal lifts it."""
    inputs = [values[parent] for parent in function.parents]
    for pattern in range(1 << len(inputs)):
        other = (-given if pattern >> k & 1 else given for k, given in enumerate(inputs))
        yield *lifted, *other, output if function.table >> pattern & 1 else -output


def check_shown(
    question: CertifiedQuestion,
    models: dict[str, BooleanSCM],
    experiment: Experiment,
    witness: StateWitness,
) -> None:
    """The state of what is not latent is allowed by exactly the model that is named."""
    _few(question)
    latent, state = question.problem.latent, dict(witness.state)
    for name in experiment.targets:
        if name in latent:
            raise Rejected("a latent variable is not set", place="evidence.experiment", value=name)
    if state.keys() != question.position.keys() - set(latent):
        raise Rejected("not a state of the variables that are not latent", place=_PLACE)
    question.work.spend(100 * len(question.position) << len(latent), "values of latent variables")
    able = [side for side, scm in models.items() if _allows(scm, experiment, state, latent)]
    if able != [witness.possible_in]:
        text = " and ".join(able) or "neither"
        raise Rejected(f"the state is possible in {text}", place=_PLACE)


def _allows(
    scm: BooleanSCM, experiment: Experiment, state: dict[str, bool], latent: tuple[str, ...]
) -> bool:
    if any(state[name] != bit for name, bit in experiment.assignments):
        return False
    free = [(v, function) for v, function in scm.functions.items() if v not in experiment.targets]
    for bits in product((False, True), repeat=len(latent)):
        values = state | dict(zip(latent, bits, strict=True))
        if all(function(values) == values[v] for v, function in free):
            return True
    return False


def identity_gap(problem: BooleanProblem, claimed: str, identity: str) -> Iterator[str]:
    """Why a claim up to one identity is not the problem's own."""
    behaves = identity == BEHAVIOUR
    if problem.latent and not behaves and claimed in ("ambiguous", "count"):
        yield "models are told apart; the problem, with latent variables, asks for behaviours"
    if not problem.latent and behaves and claimed == "unique":
        yield "behaviours are told apart; the problem, without latent variables, asks for models"


def _few(question: CertifiedQuestion) -> None:
    if len(question.problem.latent) > MOST_LATENT:
        raise Beyond(f"more than {MOST_LATENT} latent variables")

"""Crystal siblings of the linear generator: problems that look alike, one of them settled.

*Graph*: no reactor. Both have the same records, the same first crystal and as many interventions, and never
set exactly one property: without the one the graph is settled, without the other it is open. *Target*: the
same evidence, another reactor. The reading a + b - c, of three that were read, has one target in every
linear model; with one property moved out of what was read it is open.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from symcause.answers import Unknown
from symcause.audits.instance_generator import coined
from symcause.audits.verdicts import Verdict
from symcause.errors import LimitError, UsageError
from symcause.families.linear.audits.verdict.audit_certificate import members_apart, only_parents
from symcause.families.linear.audits.verdict.open_question import left
from symcause.families.linear.bounds import SIBLING_TRIES
from symcause.families.linear.certify.certificates import Findings, LinearClaimKind, certified
from symcause.families.linear.generator.episode_simulation import simulate
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.space_choice import open_space
from symcause.families.linear.verifier.claim_class import beyond_certificates
from symcause.models.equations import State

GRAPH, TARGET = "graph", "target"

Sides = tuple[LinearProblem, LinearProblem]
"""The settled problem, and the open one."""


def siblings(options: LinearOptions, seed: int, index: int, question: str) -> list[LinearProblem]:
    """A pair with certificates, ids and order by a coin."""
    rng = random.Random(f"symcause siblings {seed} {index} {question} {options}")
    latent = f"linear-{question}-{options.variables}-{seed}-{index}"
    for attempt in range(SIBLING_TRIES):
        drawn = draw(options, seed, index, attempt)
        _certifiable(drawn)
        pair = _graphs(drawn, rng) if question == GRAPH else _targets(drawn, rng)
        if pair is not None:
            sides = [(True, _proven(pair[0])), (False, _proven(pair[1]))]
            kind = "evidence" if question == GRAPH else "question"
            return coined(latent, sides, rng, kind=kind)
    raise LimitError(f"no siblings in {SIBLING_TRIES} drawings", remedy="ask for more variables")


def _certifiable(problem: LinearProblem) -> None:
    reason = beyond_certificates(problem)
    if reason is None and problem.family is not EquationFamily.LINEAR:
        reason = "siblings have linear effects"
    if reason is not None:
        raise UsageError(f"no siblings can be certified: {reason}")


def _plain(problem: LinearProblem) -> LinearProblem:
    """Without what only one of the two would say."""
    return replace(problem, metadata={"simulated": problem.metadata["simulated"]})


def _graphs(drawn: LinearProblem, rng: random.Random) -> Sides | None:
    names = list(drawn.controllable)
    rng.shuffle(names)
    problems: dict[bool, LinearProblem] = {}
    for unset in names:
        others = [name for name in names if name != unset]
        made = _without(drawn, others)
        is_open = left(made).open
        if is_open is not None:
            problems.setdefault(is_open, made)
    return (problems[False], problems[True]) if len(problems) == 2 else None


def _without(drawn: LinearProblem, targets: list[str]) -> LinearProblem:
    """The same crystals, with these properties set in turn; there is no reactor."""
    seed = drawn.metadata["simulated"]["seed"]  # type: ignore[index]
    made = simulate(drawn, seed, records=len(drawn.records), targets=targets)
    assert made.gold is not None
    gold = replace(made.gold, reactor_target=None)
    return _plain(replace(made, id=drawn.id, reactor=None, gold=gold, episode=None))


def _targets(drawn: LinearProblem, rng: random.Random) -> Sides | None:
    steps = rng.randint(0, max(0, len(drawn.controllable) - 2))
    base = _plain(replace(drawn.shortened(steps), episode=None))
    known = _known_reactors(base, rng)
    for reactor in known:
        settled = _asking(base, reactor)
        if left(settled).open is not False:
            continue
        names = list(base.controllable)
        rng.shuffle(names)
        for name in names:
            moved = {**reactor, name: reactor[name] + rng.choice((-1, 1)) * rng.randint(1, 15)}
            opened = _asking(base, moved)
            if left(opened).open:
                return settled, opened
    return None


def _known_reactors(problem: LinearProblem, rng: random.Random) -> Iterator[State]:
    """a + b - c of three readings, that is none of them."""
    readings = [record.values for record in problem.records]
    readings += [state.values for state in problem.chain]
    names = [name for name in problem.variables if name != problem.target]
    seen = [{name: values[name] for name in names} for values in readings]
    for _ in range(6 if len(seen) >= 3 else 0):
        a, b, c = rng.sample(seen, 3)
        made: dict[str, Fraction] = {name: a[name] + b[name] - c[name] for name in names}
        if made not in seen:
            yield made


def _asking(problem: LinearProblem, reactor: State) -> LinearProblem:
    model = problem.gold_model()
    assert model is not None and problem.gold is not None
    target = model.equations[problem.target](reactor)
    gold = replace(problem.gold, reactor_target=target)
    return replace(problem, reactor=dict(reactor), gold=gold)


def _proven(problem: LinearProblem) -> LinearProblem:
    """With the certificate that the question is settled, or open."""
    space, found = open_space(problem), left(problem)
    assert found.graphs is not None
    verdict = Verdict.UNIQUE if found.graphs == 1 else Verdict.AMBIGUOUS
    parents = only_parents(space) if found.graphs == 1 else None
    models = space.models()
    facts = Findings(verdict, found.graphs, models if isinstance(models, int) else None, parents)
    kind = LinearClaimKind.VERDICT
    if problem.reactor is not None:
        kind, value = (
            LinearClaimKind.TARGET,
            None if found.open or not found.target else found.target.low,
        )
        facts = replace(facts, value=value, apart=members_apart(space))
    made = certified(problem, problem, kind, facts)
    if isinstance(made, Unknown):
        raise LimitError(made.reason)
    settles = {"graphs": found.graphs, "open": found.open}
    known = {**problem.metadata, "settles": settles, **made.entries()}
    return replace(problem, metadata=known)

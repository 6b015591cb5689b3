"""Plans in whole numbers against whole spaces and executed models: outcomes, and what they settle."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from symcause.answers import Unknown
from symcause.families.linear.audits.next.intervention_outcomes import (
    after,
    current_reading,
    fresh_value,
    outcome,
)
from symcause.families.linear.audits.plan.adaptive_plan import general_members
from symcause.families.linear.episode.general_outcomes import (
    Moves,
    general_position,
    moves_between,
)
from symcause.families.linear.episode.question_status import Asked
from symcause.families.linear.episode.rules import LinearRules
from symcause.families.linear.episode.target_outlook import Path, TargetOutlook
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.models.exact_numbers import read_number
from tests.amounts import amount


def drawn(seed: int) -> tuple[LinearProblem, Asked]:
    """What is known at the start of an episode, and what it asks for; some classes have a least effect."""
    options = LinearOptions(variables=3 + seed % 2, records=seed % 4)
    problem = LinearRules().opening(draw(options, 3, seed), 1)
    if seed % 5 == 2:
        least = replace(problem.coefficients, min_effect=read_number("1/2"))
        problem = replace(problem, coefficients=least)
    return problem, Asked("target", read_number(("0", "5", "200")[seed % 3]))


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(40))
def test_members_read_what_executed_models_read(seed: int) -> None:
    problem, _ = drawn(seed)
    light, models = general_position(LinearSpace(problem)), general_members(LinearSpace(problem))
    assert not isinstance(light, Unknown)
    assert not isinstance(models, Unknown)
    pairs = list(zip(light, models, strict=True))
    assert pairs
    for one, model in pairs:
        assert not isinstance(model, Unknown)
        for name in problem.controllable:
            step = Manipulation(name, fresh_value(problem, name))
            reads = outcome(problem, model, step)
            assert one.outcome(problem, step) == reads
            now = [current_reading(problem)[v] for v in problem.variables]
            at = problem.variables.index(name)
            assert one.moves(at, step.value - now[at]) == moves_between(now, reads)


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(40))
def test_outlooks_are_those_of_whole_spaces(seed: int) -> None:
    """Along random plans, for members of the start and of what was read since."""
    rng = random.Random(f"outlooks {seed}")
    problem, question = drawn(seed)
    outlook = TargetOutlook.of(LinearSpace(problem), question)
    assert outlook is not None
    moves: list[Moves] = []
    for _ in range(amount(3, 12)):
        seen = problem
        path: Path = ()
        for name in rng.sample(problem.controllable, rng.randint(1, len(problem.controllable))):
            members = general_position(LinearSpace(seen), rng.randrange(9))
            assert not isinstance(members, Unknown)
            step = Manipulation(name, fresh_value(seen, name))
            reads = rng.choice(list(members)[:20]).outcome(seen, step)
            now = current_reading(seen)
            path = (*path, (name, len(moves)))
            moves.append(moves_between([now[v] for v in seen.variables], reads))
            seen = after(seen, step, reads)
            expected = question.settled(LinearSpace(seen))
            assert outlook.settled(path, moves) is expected


def test_other_spaces_are_asked_as_a_whole() -> None:
    """The graph, a target that causes something, integers: no outlook."""
    problem, question = drawn(1)
    assert TargetOutlook.of(LinearSpace(problem), replace(question, asked="graph")) is None
    for options in (LinearOptions(target_may_cause=True), LinearOptions(integer_class=True)):
        other = LinearRules().opening(draw(options, 3, 1), 1)
        assert TargetOutlook.of(LinearSpace(other), question) is None

"""Bounds of scenarios: what is summed exactly, drawn, listed and asked about."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from symcause.budgets import Meter
from symcause.families.scenario.audits import baseline_designs
from symcause.families.scenario.audits.baseline_designs import sampled_designs
from symcause.families.scenario.audits.trial_advice import candidates
from symcause.families.scenario.audits.value_sweeps import _values
from symcause.families.scenario.budget.policies.single_design import fraction_value
from symcause.families.scenario.budget.rival_set import _units
from symcause.families.scenario.budget.rival_views import _designs
from symcause.families.scenario.certify.budget_certificate import _beliefs
from symcause.families.scenario.certify.design_splits import Splitting
from symcause.families.scenario.episode.deployments import most_units
from symcause.families.scenario.episode.unit_turns import Turns
from symcause.families.scenario.models.term_evaluation import Inexact
from symcause.families.scenario.optimum.design_ascent import Climber
from symcause.families.scenario.optimum.design_boxes import Box, root_boxes
from symcause.families.scenario.optimum.design_list import some_design
from symcause.families.scenario.optimum.linear_rules import linear_rule
from symcause.families.scenario.optimum.upper_bound import _cuttable
from symcause.families.scenario.problem.problem import Server, Space
from symcause.families.scenario.questions.check import Check
from symcause.families.scenario.questions.solve import Solve
from symcause.families.scenario.value.claim_judge import Predicates
from symcause.families.scenario.value.draw_cuts import _bounded, _Lost
from symcause.families.scenario.value.enclosure.draw_pieces import _pieces
from symcause.families.scenario.value.event_clauses import clauses_of
from symcause.families.scenario.value.unit_sampler import _fought, normal
from symcause.families.scenario.value.valuer import Valuer
from symcause.grammar.scenario.scenario_terms import Apply, Name
from symcause.grammar.scenario.term_parser import parse_term
from symcause.kernel.nodes import Beyond
from tests.bounds.stops import refused, stops
from tests.scenario.audits.test_rules import define, draw, loop, scenario, value


def _raises(work: Any, *kinds: type[BaseException]) -> bool:
    try:
        work()
    except kinds:
        return True
    return False


# values
@stops("scenario.EVENT_CLAUSES", 4)
def _(size: int) -> object:
    """(a and b) or (…): a clause for each of one side with each of the other."""
    both = Apply("and", (Name("a"), Name("b")))
    every = Apply("and", tuple(Name(f"x{at}") for at in range(2 if size == 4 else 3)))
    event = Apply("or", (both, every))
    return _raises(lambda: clauses_of(event), Exception)


@stops("scenario.FOLLOWED_FORMS", 2)
def _(size: int) -> object:
    forms: list[Any] = list(range(size))
    return _raises(lambda: _bounded(forms), _Lost)


@stops("scenario.EXACT_ROUNDS", 3)
def _(size: int) -> object:
    """Beyond it the sum is enclosed, and not exact."""
    problem = scenario(loop(times=str(size)), define("survived", "fight.hull < 3"))
    found = value(problem)
    assert found.width < Fraction(1, 100)
    return found.width > 0


@stops("scenario.ENCLOSED_ROUNDS", 70)
def _(size: int) -> object:
    problem = scenario(loop(times=str(size)), define("survived", "fight.hull < 3"))
    return value(problem).width == 1


@stops("scenario.LATTICE_CAP", 16, within=16, beyond=100)
def _(size: int) -> object:
    """A quarter of the rounds may hit; a cap beyond the last one that is tried counts as none."""
    rounds = loop(times=str(size), draws={}, amount="1")
    found = value(scenario(rounds, define("survived", f"fight.hull <= {size // 4}")))
    return found.width > Fraction(1, 10**6)


@stops("scenario.NORMAL_TRIES", 1)
def _(size: int) -> object:
    """With the second seed the first draw does not lie between the ends."""
    given = [Fraction(number) for number in ("0", "1", "-1", "1")]
    return _raises(lambda: normal(given, Random(_SEEDS[size - 1])), Inexact)


_SEEDS = (1, 2)


@stops("scenario.CLAIMED_VALUES", 4)
def _(size: int) -> object:
    design = {"s": {"type": "integer", "min": 0, "max": size - 1, "default": 0}}
    values, every = Predicates(Valuer(scenario(design=design)))._values("s")
    assert len(values) == (size if every else 3)
    return not every


# designs
def _wide(size: int) -> Any:
    design = {"s": {"type": "integer", "min": 0, "max": size - 1, "default": 0}}
    return scenario(draw("survived", bernoulli="1/2"), design=design)


@stops("scenario.ADVISED_DESIGNS", 3)
def _(size: int) -> object:
    """Few designs are all tried, each once; of more some are drawn."""
    tried = candidates(_wide(size))
    return len(tried) != size


@stops("scenario.SAMPLED_DESIGNS", 2)
def _(size: int) -> object:
    return len(sampled_designs(_wide(9), Space.DECLARED)) < size


@stops("scenario.SAMPLE_BATCHES", 2)
def _(size: int) -> object:
    """Only the last batch holds a design that the constraints allow."""
    batches: list[list[int]] = [[]] * (size - 1) + [[0]] + [[]] * 9
    with patch.object(baseline_designs, "_kept", side_effect=batches):
        return not sampled_designs(_wide(9), Space.DECLARED)


@stops("scenario.SWEEP_REACH", 3)
def _(size: int) -> object:
    design = {"s": {"type": "integer", "min": 0, "max": 9, "default": 1}}
    problem = replace(scenario(draw("survived", bernoulli="1/2"), design=design), server=Server())
    found: Any = _values(Valuer(problem), Space.ACCEPTED, problem.default, "s")
    return max(found) < 1 + size


@stops("scenario.LISTED_DESIGNS", 3)
def _(size: int) -> object:
    rivals: Any = SimpleNamespace(first=_wide(size))
    return _designs(rivals) is None


@stops("scenario.MOST_UNITS", 5)
def _(size: int) -> object:
    return refused(lambda: _units(None, size), "so many units")


@stops("scenario.DEPLOYED_UNITS", 5)
def _(size: int) -> object:
    """Whatever a scenario says."""
    known: Any = SimpleNamespace(budget=None, trials=None)
    return most_units(known) < size


@stops("scenario.FRACTION_VECTORS", 4)
def _(size: int) -> object:
    """Units of two outcomes have one count vector more than there are of them."""
    half = (Fraction(1, 2), Fraction(1, 4))
    other = (Fraction(1, 2), Fraction(3, 4))
    names = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
    prior = (Fraction(1, 2), Fraction(1, 2))
    return fraction_value((half, other), size - 1, prior, names) is None


_HALVES = ((Fraction(1, 2), Fraction(1, 4)), (Fraction(1, 2), Fraction(3, 4)))
"""Two outcomes, with their chances under two rivals."""


@stops("scenario.VALUE_BITS", 9, within=3, beyond=4)
def _(size: int) -> object:
    """Three bits a unit."""
    names = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
    return fraction_value(_HALVES, size, (Fraction(1, 2), Fraction(1, 2)), names) is None


# certificates
@stops("scenario.INNER_BELIEFS", 31)
def _(size: int) -> object:
    return len(_beliefs([_HALVES], 1)) < size


@stops("scenario.KERNEL_WORK", 80, within=40, beyond=41)
def _(size: int) -> object:
    """One unit, two outcomes."""
    return len(_beliefs([_HALVES], 1)) < size


@stops("scenario.LEAST_INNER_BELIEFS", 27)
def _(size: int) -> object:
    """There are so many whatever the work."""
    return len(_beliefs([_HALVES], 5_000_000)) < size


@stops("scenario.CERTIFIED_LEAVES", 3)
def _(size: int) -> object:
    options = [f"o{at}" for at in range(size)]
    design = {"s": {"type": "choice", "options": options, "default": "o0"}}
    each = ", ".join(f"{name}: 0.{at + 1}" for at, name in enumerate(options))
    problem = scenario(draw("survived", bernoulli=f"case(s, {each})"), design=design)
    tree = Splitting(problem, Fraction(2), {}, Meter())
    return _raises(tree.tree, Beyond)


# units
@stops("scenario.LISTED_STATES", 8, within=4, beyond=5)
def _(size: int) -> object:
    """A state for each number, and one more once the outcome is known."""
    problem = scenario(draw("x", integer=["1", str(size)]), define("survived", "x > 1"))
    turns: Any = object.__new__(Turns)
    turns.truth, turns.shown = problem, ("x",)
    entry: Any = SimpleNamespace(design=problem.default, force={})
    return turns._law(entry) is None


@stops("scenario.SAMPLED_ROUNDS", 3)
def _(size: int) -> object:
    problem = scenario(loop(times=str(size)), define("survived", "fight.hull < 3"))
    fight: Any = problem.variables[0]
    return _raises(lambda: _fought(fight, {}, Random(1)), Inexact)


@stops("scenario.DRAW_PIECES", 4, within=2, beyond=3)
def _(size: int) -> object:
    """The ends of the range, and where a form crosses zero."""
    forms = tuple((Fraction(1), -Fraction(at + 1, 10), False) for at in range(size))
    return _raises(lambda: _pieces("uniform", (Fraction(0), Fraction(1)), forms), Inexact)


# the search for the best design
@stops("scenario.CUT_REACH", 8, within=7, beyond=8)
def _(size: int) -> object:
    return not _cuttable(Box({}, {"s": (size, None)}))


@stops("scenario.LINEAR_FACTOR", 8, within=7, beyond=8)
def _(size: int) -> object:
    return linear_rule(parse_term(f"{size} * s <= 3")) is None


@stops("scenario.TRIED_EXCHANGES", 2, within=2, beyond=3)
def _(size: int) -> object:
    """Of every two of so many numbers one up and one down."""
    names = [f"x{at}" for at in range(size)]
    climber: Any = SimpleNamespace(
        domains=dict.fromkeys(names),
        _moved=lambda _, moves: moves,
        measure=lambda moves: SimpleNamespace(middle=Fraction(3 if moves[0][1] > 0 else -1)),
    )
    best: Any = ((), SimpleNamespace(middle=Fraction(0)))
    moves = list(Climber._moves(climber, best, 1))
    return sum(len({step for _, step in move}) == 2 for move in moves) < size * (size - 1)


@stops("scenario.LOOKED_BOXES", 5, within=5, beyond=7)
def _(size: int) -> object:
    """Boxes are halved until one begins with a design: five, and six for seven."""
    design = {name: {"type": "integer", "min": 0, "max": 15, "default": 0} for name in "st"}
    problem = scenario(
        draw("survived", bernoulli="1/2"), design=design, constraints=[f"s*t == {size}"]
    )
    roots = [*root_boxes(problem, Space.DECLARED)]
    return refused(lambda: some_design(problem, Space.DECLARED, roots), "no design is known")


def _searched(question: Any, size: int) -> bool:
    """Without work the bound of the optimum is less tight; one design needs none."""
    design = {f"s{at}": {"type": "integer", "min": 0, "max": 60, "default": 0} for at in range(3)}
    chance = "clip(1/10 + s2*(60 - s2)/3000 + (s0 + s1)/1000, 0, 1)"
    many = scenario(draw("survived", bernoulli=chance), design=design)
    problem = many if size else _wide(1)
    *_, whole = question(100_000).answers(problem)
    *_, short = question(None).answers(problem)
    low, tight, loose = (
        Fraction(text) for text in (whole.optimum.low, whole.optimum.upper, short.optimum.upper)
    )
    assert low <= tight <= loose
    return tight < loose


@stops("scenario.SOLVE_STEPS", 0)
def _(size: int) -> object:
    return _searched(lambda effort: Solve(effort=effort), size)


@stops("scenario.CHECK_STEPS", 0)
def _(size: int) -> object:
    names = [f"s{at}" for at in range(3)] if size else ["s"]
    answer = json.dumps({"design": dict.fromkeys(names, 0)})
    return _searched(lambda effort: Check(effort=effort, answer=answer), size)

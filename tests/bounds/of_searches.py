"""Bounds of searches of every family, and of what is solved, ranked and compared on the way."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec
import numpy as np

from symcause.answers import Sat, Unknown, Unsat
from symcause.audits.question import ask
from symcause.families.boolean.audits.next.experiment_ranks import rankings
from symcause.families.boolean.catalogue import table_arrays
from symcause.families.boolean.episode.rules import _ranked
from symcause.families.boolean.generator.drafts import evidence_noise
from symcause.families.boolean.scoring.tables import cohort_tables
from symcause.families.boolean.space.holes.hole_search import HoledSearch
from symcause.families.boolean.space.mechanisms import class_evidence
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.cpt.problem.step_budgets import TRIAL
from symcause.families.cpt.space.instrument_range import _treatments
from symcause.families.cpt.space.programme import response_block
from symcause.families.linear.audits.log import intervention_gains
from symcause.families.linear.space.hidden import graph_uniqueness
from symcause.families.scenario.budget.policies import belief_ascent, design_values, dichotomy
from symcause.families.scenario.budget.policies.belief_grid import grid_of
from symcause.families.scenario.certify.bound_certificate import Certifier
from symcause.families.scenario.optimum.design_boxes import Box, Feasible
from symcause.families.scenario.value.enclosure.interval_arithmetic import _reduced
from symcause.families.scenario.value.enclosure.set_columns import Numbers
from symcause.families.scenario.value.enclosure.uniform_pieces import uniform_pieces
from symcause.families.statements.space import statement_space
from symcause.families.textgraph.alignment import best_alignment
from symcause.mechanisms.next import experiment_ranks, posed_experiments
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.difficulty.firth_regression import firth_fits
from symcause.solvers.acyclic import case_split
from symcause.solvers.acyclic.choice_weight import planned
from symcause.solvers.acyclic.level_counts import count_in_levels
from symcause.solvers.sat.linear_arithmetic import Assignment
from tests.bounds.of_engines import any_parents
from tests.bounds.of_graphs import ends_of
from tests.bounds.samples import problems
from tests.bounds.stops import alike, refused, stops
from tests.scenario.audits.test_rules import draw, scenario
from tests.statements.cases import problem as premises
from tests.statements.second import triples


# Boolean
@stops("boolean.HOLED_EXACT_STEPS", 3)
def _(size: int) -> object:
    """A member that disturbs no cell is found in so many steps."""
    found: list[str] = []

    def solve(_: object, most: int) -> object:
        return Sat(()) if most >= size else Unknown("no answer")

    search: Any = SimpleNamespace(
        formula=SimpleNamespace(lifted={"cell": 1}),
        _engine=SimpleNamespace(solve=solve),
        _within=lambda most: most,
        _found=lambda _: None,
        _solve=lambda: found.append("with disturbed cells"),
    )
    HoledSearch.member(search)
    return bool(found)


@stops("boolean.NOISE_TRIES", 2)
def _(size: int) -> object:
    """No cell can be spared; of sixteen at a time halves are tried."""
    tried: list[int] = []
    world: Any = SimpleNamespace(rows=["0"] * 16 * size, targets=())
    draft: Any = SimpleNamespace(latent=SimpleNamespace(variables=("X1",), scm=None))

    def alone(*_: object) -> bool:
        tried.append(0)
        return True

    disturbance: Any = SimpleNamespace(hide=1, _alone=alone)
    with patch.multiple(
        evidence_noise, without=lambda worlds, *_: worlds, _weakest=lambda *_: None
    ):
        found = evidence_noise.Disturbance._hidden(
            disturbance, draft, (world,), (), random.Random(1)
        )
    return found is None and len(tried) < size


# cpt
@stops("cpt.GRID_STEPS", 2 * TRIAL, within=2, beyond=3)
def _(size: int) -> object:
    return len([*zip(_treatments((Fraction(1, 2),) * 2), range(size))]) < size  # noqa: B905


@stops("cpt.GUESSED_TABLES", 2)
def _(size: int) -> object:
    """A variable that nothing names hands on the value of one of its parents."""
    parents = tuple(f"P{at}" for at in range(size))
    block = SimpleNamespace(seen={"X": parents})
    boxes: Any = SimpleNamespace(table=lambda *_: None)
    given: Any = None
    with patch.multiple(response_block, _named=lambda _: (), blocks=lambda *_: iter([block])):
        return len([*response_block.guesses(given, boxes)]) < size


# linear
def _gains(size: int, what: str) -> tuple[object, object]:
    """The best intervention in hindsight, and the advice, of which one takes so many steps."""
    moment: Any = SimpleNamespace(chain=())
    known: Any = SimpleNamespace(of=lambda _: SimpleNamespace(graphs=2, same_as=lambda _: False))
    problem: Any = SimpleNamespace(
        acts=[SimpleNamespace(action_text="a := 1")], shortened=lambda _: moment
    )

    def paid(name: str) -> Any:
        def found(_: object, meter: Any) -> object:
            if name == what:
                meter.spend(size)
            better = SimpleNamespace(intervention="a := 2", graphs=1)
            return None if (meter.left is not None and meter.left < 0) or meter.over else better

        return found

    advised: list[object] = []

    def told(part: Any, advice: object) -> Any:
        advised.append(advice)
        return part

    with patch.multiple(
        intervention_gains,
        best_intervention=paid("hindsight"),
        advice=paid("advice"),
        _advised=told,
    ):
        (part,) = intervention_gains.interventions(problem, known, True)
    return part.best, advised[0]


@stops("linear.HINDSIGHT_STEPS", 3, within=2, beyond=3)
def _(size: int) -> object:
    best, advice = _gains(size, "hindsight")
    assert advice is not None
    return best is None or best is msgspec.UNSET


@stops("linear.ADVICE_STEPS", 3, within=2, beyond=3)
def _(size: int) -> object:
    best, advice = _gains(size, "advice")
    assert best is not None
    return advice is None


# scenarios
@stops("scenario.RECURSED_UNITS", 2)
def _(size: int) -> object:
    return _recursion(size, 1) is None


@stops("scenario.RECURSED_DESIGNS", 2)
def _(size: int) -> object:
    return _recursion(1, size) is None


def _recursion(units: int, designs: int) -> object:
    both: Any = SimpleNamespace(
        low=0,
        high=0,
        records=SimpleNamespace(informs=False),
        units=units,
        _designs=[0] * designs,
        payoffs={belief_ascent.NAME: SimpleNamespace(low=None)},
    )
    both.high = both.low
    recursion: Any = dichotomy.Dichotomy.__dict__["_recursion"]
    with patch.object(dichotomy, "Recursion", lambda *_: "all policies"):
        return (getattr(recursion, "func", None) or recursion.fget)(both)


@stops("scenario.COUNT_VECTORS", 4, within=3, beyond=4)
def _(size: int) -> object:
    """Units of two outcomes have one count vector more than there are of them."""
    vectors = SimpleNamespace(size=1)
    both: Any = SimpleNamespace(
        low=0,
        high=0,
        records=SimpleNamespace(exact=True, vectors=vectors),
        units=size,
        _designs=[(0, 0)],
    )
    summed: Any = dichotomy.Dichotomy.__dict__["_summed"]
    return not (getattr(summed, "func", None) or summed.fget)(both)


@stops("scenario.PAIRED_HISTORIES", 60)
def _(size: int) -> object:
    """Between three rivals designs are made so much coarser."""
    values: Any = SimpleNamespace(
        _units={},
        designs=["own"],
        prior=(1, 1, 1),
        records=SimpleNamespace(vectors=SimpleNamespace(size=1)),
    )
    with patch.multiple(
        design_values, coarsened=lambda _, __, most: most, units=lambda own, _: own
    ):
        found: Any = design_values.DesignValues._counted(values, 0, 1)
    return found < size


@stops("scenario.PRIOR_TRIES", 2)
def _(size: int) -> object:
    """Three values to begin with, and one for each try."""
    looked: list[float] = []

    def function(at: float) -> float:
        looked.append(at)
        return at * at

    belief_ascent._least(function, 1.0)
    return len(looked) < 3 + size


@stops("scenario.SPLITTING_STEPS", 7)
def _(size: int) -> object:
    document: Any = SimpleNamespace(optimum=None)
    problem: Any = SimpleNamespace(default={})
    return Certifier(problem, document).splitting < size


@alike("scenario.RANGE_SLICES", 4)
def _() -> object:
    """Ranges are cut by their slices, or number by number."""
    design = {name: {"type": "integer", "min": 0, "max": 15, "default": 0} for name in "st"}
    problem = scenario(
        draw("survived", bernoulli="1/2"),
        design=design,
        constraints=["2*s + t <= 20", "s + t >= 14"],
    )
    box = Feasible(problem.constraints).tightened(Box({}, {"s": (0, 15), "t": (0, 15)}))
    assert box is not None
    return box.ranges


# solvers
@stops("solvers.LEVEL_CELLS", 8, within=2, beyond=3)
def _(size: int) -> object:
    """Any parents: every set of nodes is reached."""
    return refused(
        lambda: count_in_levels(list(range(size)), any_parents(size)), "too many sets for arrays"
    )


@stops("solvers.ROOT_STEPS", 10, within=3, beyond=4)
def _(size: int) -> object:
    return refused(lambda: planned(any_parents(size), 0, 1), "too many root sets")


@stops("boolean.MAX_LISTED_IN_ALL", 3)
def _(size: int) -> object:
    """Fitting parent sets, for all variables together."""
    evidence: Any = Evidence(problems()["plain"])
    fitting = SimpleNamespace(sets=dict.fromkeys(range(size), 1), written=lambda *_: {})
    evidence.looked_up = lambda *_: (fitting, None, None)
    kind: Any = SimpleNamespace(max_parents=1, max_ast=None)
    with patch.object(class_evidence, "excludes_nothing", lambda *_: False):
        return refused(
            lambda: evidence._local_space("X2", kind, 0) and 1, "fitting parent sets to look up"
        )


@stops("linear.MOST_REFUTED", 2)
def _(size: int) -> object:
    """The relaxation lets so many graphs through, which are none, before there is no other."""
    counted: list[object] = []

    def count() -> int:
        counted.append(0)
        return 1

    answers = chain([Sat(Assignment((), ()))] * (size - 1), repeat(Unsat()))
    solver = SimpleNamespace(check=lambda: next(answers), add=lambda _: None)
    model = SimpleNamespace(edges=())
    space: Any = SimpleNamespace(
        obstacle=None,
        formula=SimpleNamespace(solver=lambda _: solver),
        meter=None,
        problem=SimpleNamespace(max_parents=None),
        read=lambda _: SimpleNamespace(model=model),
        masks_of=lambda _: (0,),
        rejects=lambda _: True,
        decide=lambda _: None,
        count=count,
    )
    with patch.multiple(graph_uniqueness, _ordered=lambda _: (), _another=lambda *_: None):
        assert graph_uniqueness.is_only(space, (0,)) is True
    return bool(counted)


# statements, texts and scores
@stops("statements.GRAPH_OBJECTIONS", 2)
def _(size: int) -> object:
    """A pair of variables that each of so many sets makes independent, and a graph in which none does."""
    premise = SimpleNamespace(independent=[(1 << size) - 1], dependent=[0], complete=False)
    problem = SimpleNamespace(premise=premise, variables=("A", "B"), statement=lambda _, z: f"{z}")
    space: Any = SimpleNamespace(problem=problem, known=())
    graph: Any = None
    with patch.object(statement_space, "separations", lambda _: [0]):
        return len(statement_space.StatementSpace._objections(space, graph)) < size


@stops("boolean.FEWEST_SYSTEMS", 3, within=3, beyond=2)
def _(size: int) -> object:
    """Of fewer systems there is no interval."""
    pairs: Any = {f"s{at}": at for at in range(size)}
    bootstrap = Bootstrap(20)
    with patch.object(cohort_tables, "_delta", lambda at: (float(at),) * 4):
        given: Any = {name: (at,) for name, at in pairs.items()}
        *_, (_, (_, cells)) = cohort_tables._compared(given, bootstrap, cohort_tables.SYSTEMS)
    return "[" not in str(next(iter(cells.values())).shown)


@stops("scoring.HALVED_STEPS", 2, within=0, beyond=142)
def _(size: int) -> object:
    """Six cases of a seed; of one of the two a step has to be halved more often."""
    rng = np.random.default_rng(size)
    columns = rng.normal(size=(6, 1)) * rng.choice([1, 10, 100])
    success = (rng.random(6) < 0.5).astype(float)
    _, known = firth_fits(columns, success, np.ones((1, 6)))
    return not known[0]


@alike("boolean.SORTED_TABLES", 3, compared=False)
def _() -> object:
    """Tables are sorted by counting, or by comparing."""
    with patch.object(table_arrays, "UNSORTED_TABLES", 0):
        tables, first = table_arrays.unique(np.array([[3], [1], [3], [0]], dtype=np.uint64))
    return tables.tolist(), first.tolist()


@alike("scenario.DIVISOR_ENTRIES", 1, compared=False)
def _() -> object:
    """What divides the first entry divides the others, or less does."""
    found = []
    for entries in ([4, 8, 12], [4, 6, 9], [6, 4, 2]):
        low = np.array(entries, dtype=np.int64)
        made = _reduced(Numbers(low, low, 12))
        found.append((made.low.tolist(), made.den))
    return found


@alike("textgraph.FAQ_ROUNDS", 1, compared=False)
def _() -> object:
    """The start is another one, and the best alignment the same."""
    with patch.multiple(best_alignment, FEW_PAIRS=1, SMALL_GRAPH=1):
        return ends_of(5)


@alike("solvers.LOOKED_AT_ROOTS", 1, compared=False)
def _() -> object:
    """How many terms there are at least is looked at before they are counted."""
    return case_split.weigh_by_cases(any_parents(3), 1, 0, roots=1)


# rankings
def _open(ranking: Any) -> bool:
    """Is something of the outcomes left unknown?"""
    return any(one.expected is None for one in ranking.ranked)


@stops("mechanisms.OUTCOME_LOOKS", 0)
def _(size: int) -> object:
    """Of one member nothing is asked; of several members outcomes are drawn and counted."""
    with patch.object(experiment_ranks, "LISTED_OUTCOMES", 0):
        *_, last = rankings(problems()["ambiguous" if size else "unique"])
    return _open(last)


@stops("boolean.ACTION_LOOKS", 0)
def _(size: int) -> object:
    with patch.object(experiment_ranks, "LISTED_OUTCOMES", 0):
        return _open(_ranked(problems()["ambiguous" if size else "unique"], 1))


@stops("mechanisms.RANKED_LOOKS", 3)
def _(size: int) -> object:
    """What an experiment shows is known after so many looks."""

    def found(_: object, asked: Any, effort: int) -> Any:
        known = 1.0 if effort >= size else None
        one = SimpleNamespace(experiment=asked[0], high=1, low=1, least=2, expected=known)
        return iter([SimpleNamespace(count=2, ranked=[one])])

    posed: Any = SimpleNamespace(experiments=[({}, "e")], cells=None)
    with patch.object(posed_experiments, "ranked", found):
        told: Any = posed_experiments.Posed.ranking(posed)
    return told.missing == "not all outcomes are known"


@stops("statements.INCOMPLETE_STEPS", 0)
def _(size: int) -> object:
    """Of six variables of which hardly anything is said."""
    told = [triples(6)[0]] if size else []
    asked = premises(6 if size else 3, (), dependent=told, complete=False)
    found: Any = ask("audit", asked)
    return found.verdict == "unknown"


@stops("scenario.MIX_ADDITIONS", 1, within=3, beyond=9)
def _(size: int) -> object:
    """Two beliefs so close together cover what lies between them only with more."""
    near = 10.0**-size
    points = np.array([0.5 - near, 0.5])
    given = np.array([0.5 - near / 2])
    return refused(
        lambda: grid_of(points, 1 - points).mix(given, 1 - given), "too close to certainty"
    )


@stops("scenario.ORDERED_ENDS", 4)
def _(size: int) -> object:
    """The whole numbers from 0 to one less than so many, where a floor changes."""
    tops = np.array([[0, size - 1, 1, 0]], dtype=np.int64)
    return uniform_pieces(tops, (1, 1, 1, 1), (True,)) is None

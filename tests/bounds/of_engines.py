"""Bounds of solvers, plans, processes, tables of values and of what is drawn from them."""

from __future__ import annotations

import pickle
import sys
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from symcause.mechanisms import value_lanes
from symcause.mechanisms.next import drawn_outcomes as drawing
from symcause.mechanisms.next import outcome_draws
from symcause.mechanisms.next.outcome_search import _Search as OutcomeSearch
from symcause.mechanisms.tables import table_refutation
from symcause.mechanisms.tables.table_list import TableList
from symcause.mechanisms.tables.table_sizes import SizedTables
from symcause.mechanisms.worlds.survivors import _Search as Survivors
from symcause.plans import fewest_experiments
from symcause.plans.fewest_experiments import FewestExperiments
from symcause.processes.cluster_crew import Remote
from symcause.processes.cluster_scheduler import _started
from symcause.renderings.texts import length_match
from symcause.reports.space_drawing.drawing_builder import _Builder
from symcause.reports.space_drawing.evidence_board import Piece
from symcause.reports.space_drawing.switch_choice import switches
from symcause.scoring.difficulty.firth_regression import firth_fits
from symcause.solvers.acyclic import case_split
from symcause.solvers.acyclic.option_arrays import OptionArrays
from symcause.solvers.sets.cover_bounds import Covers, _rounded
from symcause.solvers.sets.greedy_cover import Demand
from symcause.solvers.sets.hitting_sets import Fewest
from tests.bounds.stops import alike, refused, stops


# solvers
@alike("solvers.ARRAY_OPTIONS", 0)
def _() -> object:
    node = OptionArrays({0b011: 2, 0b110: 3, 0b100: 4, 0: 1})
    return [node.within(0b110), node.held(1), node.cut(later=0b001, kept=0b100)]


@alike("solvers.ARRAY_CASES", 0)
def _() -> object:
    return case_split._held([{0b110: 1, 0b010: 1}, {0b101: 1}, {0: 1, 0b011: 1}])


def any_parents(size: int) -> list[dict[int, int]]:
    """Any parents for each of so many nodes."""
    full = (1 << size) - 1
    return [{m: 1 for m in range(1 << size) if not m & (1 << v | ~full)} for v in range(size)]


@stops("solvers.CASE_STEPS", 0)
def _(size: int) -> object:
    """What the recursion counts takes no cases."""
    most = 0 if size else 10_000
    with patch.object(case_split, "LEVEL_TERMS", -1):
        return refused(lambda: case_split.weigh_by_cases(any_parents(4), 1, most), "too many")


@stops("solvers.DEMAND_ROWS", 2)
def _(size: int) -> object:
    """Each weight gives a row, besides the demand itself."""
    worth = {column: column + 2 for column in range(size)}
    return len([*_rounded(worth, 9)]) < 1 + size


@stops("solvers.COVER_PROGRAMMES", 0)
def _(size: int) -> object:
    """Each two neighbours on a circle of five ask for one of them: it takes three."""
    pairs = [(at, (at + 1) % 5) for at in range(5)] if size else []
    covers = Covers([Demand(dict.fromkeys(pair, 1), 1) for pair in pairs])
    least = covers.proven(Fewest(0b11111, 0))
    assert least <= 3
    return bool(size) and least < 3


# plans
def _plan(**given: Any) -> Any:
    return SimpleNamespace(gold=None, **given)


@stops("plans.CANDIDATE_EXPERIMENTS", 2)
def _(size: int) -> object:
    plan = _plan(space=SimpleNamespace(experiments=lambda: range(size)))
    found: Any = FewestExperiments.__dict__["candidates"]
    return len(found.func(plan)) < size


@stops("plans.OTHER_MEMBERS", 2)
def _(size: int) -> object:
    """Only the last of the other members is refuted by an experiment."""
    plan = _plan(_mask=lambda member: int(member == size - 1))
    after: Any = SimpleNamespace(others=lambda _: range(size))
    return refused(lambda: FewestExperiments._refuted(plan, after, 0), "none of 2 other members")


@stops("plans.LEARNT_DEMANDS", 2)
def _(size: int) -> object:
    plan = _plan(_mask=lambda member: 1 << member)
    after: Any = SimpleNamespace(others=lambda _: range(size))
    return len(FewestExperiments._refuted(plan, after, 0)) < size


@stops("plans.PROPOSED_CHOICES", 2)
def _(size: int) -> object:
    """Besides the first one."""
    plan = _plan(_learnt=lambda _: [], candidates=())
    with patch.object(fewest_experiments, "fewest", lambda *_: range(size)):
        return len([*FewestExperiments.choices(plan)]) < 1 + size


# processes
@stops("processes.LOCAL_WORKERS", 2)
def _(size: int) -> object:
    cluster = SimpleNamespace(close=lambda timeout: None)
    fake: Any = SimpleNamespace(LocalCluster=lambda **_: cluster)
    with pytest.MonkeyPatch.context() as own:  # patch.dict would forget what is loaded meanwhile
        own.setitem(sys.modules, "distributed", fake)
        work: Any = _started(f"local:{size}")
        return refused(lambda: work.__enter__() or 1, "takes a number of workers")


_PICKLED = len(pickle.dumps(""))


@stops("processes.INLINE_BYTES", _PICKLED + 5, within=5, beyond=6)
def _(size: int) -> object:
    """A larger job travels once, as a task of its own."""
    sent: list[object] = []
    client = SimpleNamespace(submit=lambda *_, **__: sent.append(0))
    cluster: Any = SimpleNamespace(client=client)
    job: Any = "x" * size
    Remote(cluster, job)
    return bool(sent)


@stops("processes.ITEMS_AHEAD", 3)
def _(size: int) -> object:
    """Of one worker so many items are under way."""
    crew: Any = SimpleNamespace(_cluster=SimpleNamespace(threads={"worker": 1}))
    places: Any = Remote.__dict__["places"]
    return places.fget(crew) < size


@stops("processes.WAITING_ITEMS", 3)
def _(size: int) -> object:
    crew: Any = SimpleNamespace(places=1)
    window: Any = Remote.__dict__["window"]
    return window.fget(crew) < size


# tables of values
@alike("mechanisms.KEPT_SPREADS", 1)
def _() -> object:
    return [value_lanes._spread(places, 2) for places in (1, 3, 5, 1)]


@stops("mechanisms.LISTED_OUTPUTS", 2, within=1, beyond=2)
def _(size: int) -> object:
    """Two outputs each."""
    return refused(lambda: TableList.of((2,), 2, [(0, 1), (1, 0)][:size]), "too many to keep")


@stops("mechanisms.REFUTED_TABLES", 2)
def _(size: int) -> object:
    space: Any = SimpleNamespace(complete=False)
    given: Any = None
    with patch.object(table_refutation, "_listed", lambda *_: [(at, 1) for at in range(size)]):
        found = table_refutation.TableRefutation().cheapest(space, 0, given, given)
    return len(found) < size


@stops("mechanisms.SURVIVING_TABLES", 2)
def _(size: int) -> object:
    space: Any = SimpleNamespace(rows=SimpleNamespace(place=None), functions=lambda _: range(size))
    pool: Any = SimpleNamespace(patterns=lambda *_: SimpleNamespace(patterns=()))
    return len(table_refutation._listed(space, 0, pool)) < size


@stops("mechanisms.SIZED_TABLES", 3)
def _(size: int) -> object:
    space = SimpleNamespace(weights={1: size}, variable="X", functions=lambda _: ())
    sized: Any = SimpleNamespace(_lengths=None, groups=[1], space=space)
    return refused(lambda: list(SizedTables.of_size(sized, 2)), "too many to order")


@stops("mechanisms.ROW_VALUES", 3)
def _(size: int) -> object:
    contexts = SimpleNamespace(rows=1, lanes=None, columns={})
    branch = SimpleNamespace(roots=())
    cells: Any = SimpleNamespace(
        variables=("a",),
        contexts=contexts,
        first=lambda _: None,
        branches=[branch],
        mechanisms=lambda _: SimpleNamespace(values=size),
    )
    experiment: Any = SimpleNamespace(assignments=())
    return refused(lambda: OutcomeSearch(cells, experiment), "too many outcomes")


@stops("mechanisms.SURVIVOR_ROUTES", 2)
def _(size: int) -> object:
    """Parent sets that are tried to make way."""
    tried: list[int] = []

    def least_refuted(_: object, group: int, *__: object) -> tuple[object, int]:
        tried.append(group)
        return None, 0

    names = ("A", *(f"X{at}" for at in range(size)))
    space = SimpleNamespace(weights={1 << at: 1 for at in range(1, size + 1)})
    search: Any = SimpleNamespace(
        branch=SimpleNamespace(variables=names, local=lambda _: space),
        refuting=SimpleNamespace(least_refuted=least_refuted),
        pool=None,
        gold=None,
    )
    Survivors._way(search, ["A"], "B", {*names[1:]})
    return len(tried) < size


# what is drawn
@stops("mechanisms.OUTCOME_DRAWS", 3, within=2, beyond=3)
def _(size: int) -> object:
    tally: Any = SimpleNamespace(
        ranked=lambda: SimpleNamespace(exact=False, expected=None), draws=size
    )
    complete: Any = outcome_draws.Tally.__dict__["complete"]
    return complete.fget(tally)


@stops("mechanisms.DRAWN_FUNCTIONS", 3)
def _(size: int) -> object:
    """What a draw costs grows with the functions that may be listed."""

    def cost(total: int) -> int:
        branch = SimpleNamespace(endogenous=[SimpleNamespace(total=total)])
        stream = SimpleNamespace(outcomes=None)
        cells: Any = SimpleNamespace(streams={((), 0): stream}, branches=[branch])
        return outcome_draws.Draws(cells, (), 0)._cost

    return cost(size) == cost(size - 1)


def _drawn(outcomes: Any, members: int) -> Any:
    """What is known of the outcomes, each of which one member shows."""
    cells: Any = SimpleNamespace(
        space=SimpleNamespace(count=members), looks=0, count=lambda *_: (1,)
    )
    draws = SimpleNamespace(outcomes=lambda _, number: [outcomes(at) for at in range(number)])
    experiment: Any = None
    with patch.multiple(drawing, LISTED_MEMBERS=0, DRAWN_OUTCOMES=99, Draws=lambda *_: draws):
        return drawing.drawn_outcomes(cells, experiment).members


@stops("mechanisms.FRUITLESS_DRAWS", 3)
def _(size: int) -> object:
    """After the first outcome comes so often the same, and then another one."""
    return "b" not in _drawn(lambda at: "b" if at > size else "a", 10**6)


@stops("mechanisms.RARE_REST", 2, within=5, beyond=6)
def _(size: int) -> object:
    """Of ten members half are left to the search."""
    return len(_drawn(lambda at: at, 10)) < size


@stops("mechanisms.WHAT_IF_LOOKS", 3 * outcome_draws.DRAWN, within=3, beyond=4)
def _(size: int) -> object:
    return len(_drawn(lambda at: at, 10**6)) < size


# texts and pages
@stops("renderings.MATCHED_FILLERS", 3)
def _(size: int) -> object:
    return len(length_match._sums(0, 0)) < 1 + size


@stops("reports.SWITCH_STATES", 4, within=3, beyond=4)
def _(size: int) -> object:
    """One piece is always on; the others have two to their number states."""
    pieces = [Piece(f"p{at}") for at in range(size)]
    return len(switches(pieces, lambda _: 1, joint=True)) < size - 1


def _sampled(draws: Any, total: int) -> int:
    space = SimpleNamespace(draw=lambda _: next(draws))
    builder: Any = SimpleNamespace(
        every=(),
        space=lambda _: space,
        _drawn_member=lambda member: member,
        _drawn=lambda _, __, members, ___: len(members),
    )
    found: Any = _Builder._sampled(builder, (), total)
    return int(found)


@stops("reports.SAMPLED_MARKS", 2)
def _(size: int) -> object:
    return _sampled(iter(range(99)), size) < size


@stops("reports.SAMPLE_DRAWS", 2)
def _(size: int) -> object:
    """The second member comes with the last draw."""
    return _sampled(iter([*[0] * (size - 1), 1, 2]), 2) < min(size, 2)


# regressions
def _known(success: list[float]) -> bool:
    columns = np.array([[-1.0], [1.0], [-1.0], [1.0]])
    _, known = firth_fits(columns, np.array(success), np.ones((1, 4)))
    return bool(known[0])


@stops("scoring.NEWTON_STEPS", 1)
def _(size: int) -> object:
    """As many successes on either side need no step."""
    return not _known([1.0, 1.0, 0.0, 0.0] if size == 1 else [1.0, 1.0, 1.0, 0.0])

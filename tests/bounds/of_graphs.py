"""Bounds of text graphs, statements, classes of DAGs and shapes."""

from __future__ import annotations

from collections import OrderedDict
from itertools import pairwise
from math import exp
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

import symcause
from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.equivalence.restricted_classes import _cliques
from symcause.families.dag.evidence_board import board
from symcause.families.dag.space.knowledge_space import KnownSpace
from symcause.families.shapeworld.audits import findings_cache
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.generator import disguised_proofs
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space import model_counter
from symcause.families.shapeworld.space.relation_lists import Coding, _extended
from symcause.families.shapeworld.space.relation_solver import RelationSolver
from symcause.families.shapeworld.space.shortest_proof import _solved, _states
from symcause.families.statements.space.faithful_dags import is_small
from symcause.families.textgraph.alignment import best_alignment, rewired_answers
from symcause.families.textgraph.alignment.best_alignment import alignments
from symcause.families.textgraph.files.answer.answer_reader import _boxes
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.scoring.gold_errors.lead_margins import LeadCounts
from symcause.families.textgraph.scoring.gold_errors.pool_leads import pool_lead
from symcause.families.textgraph.scoring.statistics.correlation import incomplete_beta
from symcause.families.textgraph.scoring.statistics.group_tests import upper_gamma
from symcause.families.textgraph.scoring.tables.model_summary import TextGraphSummary
from tests.bounds.stops import alike, refused, stops


# texts
@stops("textgraph.SEARCHED_LENGTH", 20)
def _(size: int) -> object:
    """The last box is looked at first; then no character is left for another."""
    text = r"\boxed{a} \boxed{" + "b" * (size - 3) + "}"
    return len([*_boxes(text)]) < 2


@stops("textgraph.FRACTION_STEPS", 4, within=1, beyond=30)
def _(size: int) -> object:
    """I(1, b, x) is 1 - (1 - x)^b: with few terms only where x is small."""
    x = size / 200
    return abs(incomplete_beta(1, 9, x) - (1 - (1 - x) ** 9)) > 1e-9


@stops("textgraph.SERIES_STEPS", 12, within=1, beyond=19)
def _(size: int) -> object:
    """Q(1, x) is e^-x."""
    x = size / 10
    return abs(upper_gamma(1, x) - exp(-x)) > 1e-12


@stops("textgraph.CORRELATED_GRAPHS", 2)
def _(size: int) -> object:
    summary: Any = object.__new__(TextGraphSummary)
    summary.samples = {}
    graph = Digraph.of([("a", "b")], ["a", "b"])
    problem: Any = SimpleNamespace(graph=graph, metadata={}, text=None, node_explicitness={})
    for at in range(size):
        summary.add_problem(f"p{at}", problem)
    return [one.graph is None for one in summary.samples.values()][-1]


def _task(size: int) -> AlignmentTask:
    names = [f"v{at}" for at in range(size)]
    others = [f"w{at}" for at in range(size)]
    fork = [(others[0], other) for other in others[1:]]
    return AlignmentTask.of([*pairwise(names)], [*pairwise(others), *fork])


def ends_of(size: int) -> list[tuple[int, int]]:
    *_, last = alignments(_task(size), budget=Meter(10**7), seed=0)
    return [(last.low, last.high)]


@alike("textgraph.SMALL_GRAPH", 0)
def _() -> object:
    """Which engine comes first."""
    with patch.object(best_alignment, "FEW_PAIRS", 1):
        return ends_of(5)


@alike("textgraph.HARD_MATCHES", 0)
def _() -> object:
    """The relaxation alone proves the optimum, too, or a solver does."""
    with patch.multiple(best_alignment, FEW_PAIRS=1, SMALL_GRAPH=1):
        return ends_of(3)


@alike("textgraph.TINY_PAIRS", 0)
def _() -> object:
    *_, last = alignments(_task(3), budget=Meter(10**7), seed=0)
    with patch.object(rewired_answers, "TINY_NODES", 1):
        found = rewired_answers.rewired(last, budget=Meter(10**7), seed=0)
    assert found is not None
    return found.low


@alike("textgraph.FIRST_ERRORS", 1)
def _() -> object:
    """It is looked at each number of errors, however many at a time."""
    names = [f"v{at}" for at in range(9)]
    gold = Digraph.of([*pairwise(names)], names)
    half = Digraph.of([*pairwise(names)][:4], names)
    found = pool_lead([LeadCounts.of(gold, gold, half)], 6)
    return found.lead, found.robust_up_to, found.cut


# graphs
@stops("equivalence.COMPONENT_PARTS", 8, within=3, beyond=4)
def _(size: int) -> object:
    """A complete graph of so many nodes has two to that power cliques."""
    every = (1 << size) - 1
    neighbours = [every & ~(1 << at) for at in range(size)]
    return refused(lambda: len([*_cliques(neighbours, every)]), "too many kinds of outcome")


def _complete(size: int) -> Any:
    names = [f"X{at}" for at in range(size)]
    edges = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    return symcause.dag.problem(symcause.DAG.of(edges))


@stops("dag.ASKED_NODES", 3)
def _(size: int) -> object:
    """Of a graph with as many open nodes there is no board."""
    found = board(symcause.space(_complete(size)))
    return str(getattr(found, "reason", "")).endswith("more than 3 are not drawn")


@stops("dag.NEAREST_MEMBERS", 2)
def _(size: int) -> object:
    """Of more members than that not all are put in order; the rest is not told."""
    members = [symcause.DAG.of([("A", f"X{at}")]) for at in range(size)]
    space: Any = SimpleNamespace(
        _member=lambda one: one, respecting=SimpleNamespace(members=lambda: iter(members))
    )
    return len([*KnownSpace.others(space, members[0])]) < size - 1


@stops("statements.LISTED_PAIRS", 2)
def _(size: int) -> object:
    return not is_small(SimpleNamespace(independent=[0] * size + [1]))  # type: ignore[arg-type]


# shapes
@stops("shapeworld.OPEN_PAIRS", 4)
def _(size: int) -> object:
    with patch.object(model_counter, "call", lambda *_: 1):
        return refused(
            lambda: model_counter.count_relations(3, [(at,) for at in range(size + 1, 7)]),
            "at most 4 pairs are open",
        )


@stops("shapeworld.OPEN_EDGES", 4)
def _(size: int) -> object:
    """Edges of three shapes are the unknowns from 7 on."""
    with patch.object(model_counter, "call", lambda *_: 1):
        return refused(
            lambda: model_counter.count_graphs(3, [(-at,) for at in range(size + 7, 13)], 6),
            "at most 4 edges are open",
        )


@stops("shapeworld.PROVED_STATES", 4, within=2, beyond=3)
def _(size: int) -> object:
    """Shapes without effects can be led to every state."""
    return _states((0,) * size, 0) is None


@stops("shapeworld.SEARCHED_MEMBERS", 3)
def _(size: int) -> object:
    """Of more shapes than are always searched."""
    problem = SimpleNamespace(size=99)
    optimum: Any = SimpleNamespace(
        space=SimpleNamespace(codes=[0] * size, problem=problem), member_slices=list
    )
    return refused(lambda: Optimum.slices(optimum), "or 3 members")


@stops("shapeworld.DISGUISE_TRIES", 2)
def _(size: int) -> object:
    """Only the last sequence is a proof."""
    case: Any = SimpleNamespace(size=3, asked=(0, 1))
    gold: Any = None
    settles = [False] * (size - 1) + [True] * 9
    with (
        patch.object(disguised_proofs, "_settles", side_effect=settles),
        patch.object(disguised_proofs, "_last", lambda *_: 0),
    ):
        return not [*disguised_proofs._acting_on_both(case, gold, 0, 2, Random(1))]


@stops("shapeworld.LISTED_RELATIONS", 3, within=1, beyond=2)
def _(size: int) -> object:
    """Of two shapes there are three relations, of three shapes more."""
    coding, codes = Coding(3), np.zeros(1, np.uint64)
    for new in range(1, size + 1):
        found = _extended(coding, codes, new, [])
        if isinstance(found, Unknown):
            return "more than 3 relations" in found.reason
        codes = found
    return False


@stops("shapeworld.KEPT_TRANSCRIPTS", 2)
def _(size: int) -> object:
    found: Any = SimpleNamespace(named=lambda _: None, history=None)
    kept: Any = OrderedDict()
    with patch.multiple(
        findings_cache,
        _nameless=lambda problem, _: (problem, (), problem),
        _found=lambda *_: iter([found]),
        replace=lambda one, **_: one,
        _KEPT=kept,
    ):
        for at in range(size):
            problem: Any = at
            assert [*findings_cache.findings(problem, WorldClass.ALL, Meter())]
    return len(kept) < size


@stops("shapeworld.MAX_CALLS", 1, within=0, beyond=1)
def _(size: int) -> object:
    """Without effects one step is a proof; where one shape moves another it takes two."""
    effects = (0b10 if size else 0, 0, 0)
    return refused(
        lambda: _solved(effects, (0, 1), size, WorldClass.ALL, 4), "within 1 solver calls"
    )


@stops("shapeworld.KEPT_MEMBERS", 2)
def _(size: int) -> object:
    """A member for each pair of shapes."""
    solver = RelationSolver.started(4, WorldClass.ALL, 0)
    for effect in range(1, size + 1):
        assert solver.has(*(solver.literal(0, e) * (1 if e == effect else -1) for e in (1, 2, 3)))
    return len(solver._found) < size

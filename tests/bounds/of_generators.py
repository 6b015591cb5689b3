"""Bounds of generators and baselines: how often they try, and what other solvers are asked."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

import symcause
from symcause.answers import Unknown
from symcause.families.boolean.baselines import structure_learner
from symcause.families.boolean.baselines.graph_search import Search
from symcause.families.boolean.baselines.synthesis import model_assembly
from symcause.families.boolean.baselines.synthesis.edge_program import asp_edges
from symcause.families.boolean.baselines.synthesis.formula_program import asp_ast
from symcause.families.boolean.baselines.synthesis.pair_refinement import cegis
from symcause.families.boolean.baselines.synthesis.peel_baselines import sygus
from symcause.families.boolean.baselines.synthesis.sum_of_products import least_sum
from symcause.families.boolean.catalogue import expression_writer
from symcause.families.boolean.generator.drafts import (
    draft_search,
    random_mechanisms,
    training_worlds,
)
from symcause.families.boolean.generator.transforms import safe_rows
from symcause.families.boolean.generator.transforms.held_out_worlds import _Drawing
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.worlds import Mode
from symcause.families.boolean.opinions.mechanism_definition import (
    candidate_parents,
    class_functions,
)
from symcause.families.boolean.opinions.opinion_engines import count_members
from symcause.models.expressions import Variable
from tests.bounds.samples import problems
from tests.bounds.stops import alike, refused, stops


# drafts
@stops("boolean.DRAFT_DRAWS", 2)
def _(size: int) -> object:
    """Only the last plan that is drawn intervenes."""
    plans = [SimpleNamespace(mode=Mode.NONE)] * (size - 1) + [
        SimpleNamespace(mode=Mode.CONSTANT)
    ] * 9
    world = SimpleNamespace(signature=lambda _: "s")
    latent: Any = SimpleNamespace(variables=())
    preset: Any = SimpleNamespace(novelty=(0, 1), heldout=1)
    given: Any = None
    with patch.multiple(
        draft_search,
        sample_plan=lambda *_: plans.pop(0),
        simulate=lambda *_: world,
        novelty=lambda *_: 0.5,
    ):
        # The last round only sees that there are enough.
        return draft_search.heldout_worlds(latent, preset, given, (), given) is None


@stops("boolean.MECHANISM_TRIES", 2)
def _(size: int) -> object:
    """Only the last tree has leaves enough."""
    leaves = [0] * (size - 1) + [1] * 9
    book: Any = SimpleNamespace(minimal_size=lambda _: None)
    with patch.multiple(
        random_mechanisms,
        _tree=lambda *_, **__: None,
        _leaves=lambda _: leaves.pop(0),
        _named=lambda *_: Variable("X"),
    ):
        found = random_mechanisms.sample_mechanism(["X"], (1, 1), 9, book, random.Random(1))
    return found is None


@stops("boolean.TRAINING_DRAWS", 2)
def _(size: int) -> object:
    """Only the last plan has no crowded target."""
    plans = [SimpleNamespace(targets=("X1",), mode=None)] * (size - 1)
    plans += [SimpleNamespace(targets=("X2",), mode=None)] * 9
    worlds: Any = SimpleNamespace(
        preset=None, latent=SimpleNamespace(variables=()), rng=random.Random(1)
    )
    with patch.object(training_worlds, "sample_plan", lambda *_: plans.pop(0)):
        return training_worlds.TrainingWorlds._plan(worlds, None, {"X1"}) is None


@stops("boolean.HELD_OUT_DRAWS", 2)
def _(size: int) -> object:
    """Only the last draw leaves something to predict; with fresh targets it is the first kind."""
    world = SimpleNamespace(targets=("X1",))
    draws = [None] * (size - 1) + [world] * 9
    drawing: Any = SimpleNamespace(variables=(), _drawn=lambda _: draws.pop(0))
    shown: Any = SimpleNamespace(targets=("X2",), signature=lambda _: "s", rows=())
    world.signature, world.rows = lambda _: "s", ()
    try:
        _, fresh = _Drawing.next(drawing, [shown], "w")
    except symcause.SymcauseError:
        return True
    return not fresh


def _contexts(free: int) -> int:
    """The rows that a gold with so many roots shows."""
    roots = [f"X{at}" for at in range(free)]
    gold: Any = SimpleNamespace(roots=roots, run=lambda given, *_: given)
    like: Any = SimpleNamespace(targets=(), mode=Mode.NONE)
    return len(set(safe_rows._contexts(gold, like, tuple(roots), random.Random(3))))


@stops("boolean.CONTEXT_BITS", 2)
def _(size: int) -> object:
    """With more free bits so many are drawn, here one."""
    with patch.object(safe_rows, "DRAWN_CONTEXTS", 1):
        return _contexts(size) < 1 << size


@stops("boolean.DRAWN_CONTEXTS", 2)
def _(size: int) -> object:
    with patch.object(safe_rows, "CONTEXT_BITS", 0):
        return _contexts(9) < size


# baselines
def _walk(size: int, gain: float) -> list[int]:
    """The moves of a tabu search over so many and one more; those with the lowest number gain most."""
    applied: list[int] = []
    search: Any = SimpleNamespace(
        _allowed=[],
        _moves=lambda _: range(size + 1),
        _gain=lambda _, move: gain - move,
        _apply=lambda _, move: applied.append(move),
    )
    with patch("symcause.families.boolean.baselines.graph_search._undo", lambda move: move):
        Search._run(search, size + 1, random.Random(1), True)
    return applied


@stops("boolean.TABU_MOVES", 2)
def _(size: int) -> object:
    """A move that is not remembered is taken again."""
    return _walk(size, 99.0).count(0) > 1


@stops("boolean.TABU_PATIENCE", 2)
def _(size: int) -> object:
    """Nothing gains anything; as many moves as are patiently waited for, and one more, are taken."""
    return len(_walk(size, -1.0)) < size + 1


@stops("boolean.LEARNER_ROOT_SETS", 2)
def _(size: int) -> object:
    roots = [(f"X{at}",) for at in range(size)]
    disclosure = SimpleNamespace(root_sets=lambda: iter(roots))
    learner: Any = SimpleNamespace(
        _problem=SimpleNamespace(disclosure=disclosure), _score=None, _rng=lambda *_: None
    )
    search = SimpleNamespace(hill_climb=lambda *_: None, total=lambda _: 0.0)
    with patch.object(structure_learner, "Search", lambda *_: search):
        found = structure_learner._Learner._ranked_roots(learner)
    return len(found) < len(roots) and size > 1


@stops("boolean.PROPOSED_PARENTS", 2)
def _(size: int) -> object:
    pools: list[list[int]] = []

    def smallest_fits(_: object, pool: list[int], __: int) -> tuple[()]:
        pools.append(pool)
        return ()

    learner: Any = SimpleNamespace(
        _problem=SimpleNamespace(variables=("Y",)), _rows=[None], _root_sets=list
    )
    with patch.multiple(
        structure_learner,
        smallest_fits=smallest_fits,
        assemble=lambda *_: None,
    ):
        structure_learner._Learner._propose(learner, [((1 << size) - 1,)], 3)
    return len(pools[0]) < size


@stops("boolean.SUM_INPUTS", 2)
def _(size: int) -> object:
    names = [f"X{at}" for at in range(size)]
    own: Any = SimpleNamespace(
        rows=SimpleNamespace(variables=names), outputs=lambda _: _conjunction(size)
    )
    return model_assembly.product_sum(own, tuple(range(size))) is None


def _conjunction(size: int) -> dict[int, bool]:
    return {pattern: pattern == (1 << size) - 1 for pattern in range(1 << size)}


@stops("boolean.WRITTEN_PARENTS", 1)
def _(size: int) -> object:
    """A function of fewer parents is written by its two halves."""
    book: Any = SimpleNamespace(
        shortest=lambda function, _: None if function.parents else Variable("X1"),
        writable=lambda *_: True,
    )
    function = Function(tuple(f"X{at}" for at in range(size)), 0b10 if size == 1 else 0b1000)
    with patch.object(expression_writer, "_multiplexer", lambda _: Variable("X1")):
        return refused(lambda: expression_writer.write(function, book), "too long to write")


@stops("boolean.FORMULA_NODES", 2)
def _(size: int) -> object:
    """Not X1 has two nodes, both of them three."""
    pytest.importorskip("clingo")
    rows = [{"X1": 0, "X3": 1}, {"X1": 1, "X3": 0}]
    both = [{"X1": a, "X2": b, "X3": a & b} for a in (0, 1) for b in (0, 1)]
    roots = ["X1"] if size == 2 else ["X1", "X2"]
    found = asp_ast(symcause.boolean.problem(rows if size == 2 else both, roots=roots))
    return "at most 2 nodes" in str(found.note)


# other engines
@stops("boolean.DEFINED_PARENTS", 2)
def _(size: int) -> object:
    return refused(lambda: candidate_parents(*_asked(size, 9)), "too many to encode")


@stops("boolean.DEFINED_SETS", 3, within=2, beyond=3)
def _(size: int) -> object:
    """None, and each of the two others alone."""
    return refused(lambda: candidate_parents(*_asked(size, 1)), "too many to encode")


@stops("boolean.DEFINED_FUNCTIONS", 8, within=1, beyond=2)
def _(size: int) -> object:
    """Two constants, and two of each of one parent; of two parents there are ten more."""
    return refused(lambda: list(class_functions(*_asked(size, size))), "more than 8 functions")


def _asked(others: int, most: int) -> tuple[Any, Any, str]:
    row = {**{f"X{at}": 0 for at in range(1, others + 1)}, "Y": 0}
    problem = symcause.boolean.problem([row], roots=[f"X{at}" for at in range(1, others + 1)])
    kind = problem.default_class()
    return problem, type(kind)(max_parents=most), "Y"


@stops("boolean.OPINION_MEMBERS", 4, within=1, beyond=2)
def _(size: int) -> object:
    """Y is one of two constants or, of one parent, one of two functions more; of two there are ten more."""
    problem, kind, _ = _asked(size, size)
    return isinstance(count_members(problem, kind, "sat"), Unknown)


@alike("boolean.CYCLE_VARIABLES", 0)
def _() -> object:
    """Cycles are forbidden one by one, or by an order."""
    problem: Any = symcause.boolean.problem(
        [{"A": 0, "B": 1, "C": 1}, {"A": 1, "B": 0, "C": 1}], root_count=1
    )
    return count_members(problem, problem.default_class(), "sat")


@stops("boolean.EDGE_CONFLICTS", 1)
def _(size: int) -> object:
    """What is found by then need not have the fewest edges."""
    pytest.importorskip("clingo")
    found = asp_edges(problems()[_EASIER[size - 1]])
    assert found.answer is not None
    return not found.optimal


@stops("boolean.FORMULA_CONFLICTS", 4, within=1, beyond=2)
def _(size: int) -> object:
    pytest.importorskip("clingo")
    return asp_ast(problems()[_EASIER[size - 1]]).status == "spent"


@stops("boolean.PAIR_RESOURCES", 1000, within=1, beyond=2)
def _(size: int) -> object:
    return cegis(problems()[_EASIER[size - 1]]).status == "spent"


@stops("boolean.PEEL_RESOURCES", 1000, within=1, beyond=2)
def _(size: int) -> object:
    pytest.importorskip("cvc5")
    return sygus(problems()[_EASIER[size - 1]]).status == "spent"


_EASIER = ("plain", "ambiguous")


@stops("boolean.SUM_CUBES", 4, within=1, beyond=2)
def _(size: int) -> object:
    """Of a sum that takes a longer search there is one cube more than need be."""
    ones, least = (((3,), 1), ((0, 1, 2, 5, 6, 7), 3))[size - 1]
    return len(least_sum(3, {pattern: pattern in ones for pattern in range(8)})) > least

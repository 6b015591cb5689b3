"""Relations and dynamics against the published rules on edges, for all small worlds."""

from __future__ import annotations

import pytest

from symcause.errors import ProblemError
from symcause.families.shapeworld.models.causal_relations import (
    Relation,
    between,
    closure,
    relations,
)
from symcause.families.shapeworld.models.dynamics import (
    Action,
    after,
    breach,
    closed_states,
    is_void,
    sources,
)
from tests.shapeworld.cases import by_edges, dags, exhaustive


@pytest.mark.parametrize(
    ("size", "expected"),
    [(2, (3, 3, 1)), (3, (19, 25, 6)), (4, (219, 543, 66)), (5, (4231, 29281, 1224))],
)
def test_numbers_of_relations_and_dags(size: int, expected: tuple[int, int, int]) -> None:
    found = list(relations(size))
    assert len(set(found)) == len(found)
    graphs = sum(1 << between(effects) for effects in found)
    assert (len(found), graphs, sum(effects[0] >> 1 & 1 for effects in found)) == expected


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_relation_stands_for_as_many_dags_as_it_says(size: int) -> None:
    found: dict[tuple[int, ...], int] = {}
    for children in dags(size):
        found[closure(children)] = found.get(closure(children), 0) + 1
    assert found == {effects: 1 << between(effects) for effects in relations(size)}


def _transitions(size: int) -> int:
    count = 0
    for children in dags(size):
        effects = closure(children)
        for state in closed_states(effects):
            for action in Action:
                for shape in range(size):
                    shown = after(effects, state, action, shape)
                    assert shown == by_edges(children, state, action, shape)
                    assert breach(effects, shown) is None
                    count += 1
                    if action is Action.HOLD:
                        assert not sources(effects, shown) & ~sources(effects, state)
                    if is_void(state, action, shape):
                        assert shown == state
    return count


def test_the_dynamics_depend_on_the_relation_only() -> None:
    """All DAGs with at most four shapes, all closed states, all actions."""
    assert sum(_transitions(size) for size in (2, 3, 4)) == 29_172


@exhaustive
def test_the_dynamics_of_all_worlds_of_five_shapes() -> None:
    assert _transitions(5) > 1_000_000


@pytest.mark.parametrize("size", [2, 3, 4])
def test_closed_states_are_all_unions_and_all_that_are_closed(size: int) -> None:
    for effects in relations(size):
        closed = [state for state in range(1 << size) if breach(effects, state) is None]
        assert closed_states(effects) == closed


def test_covers_pairs_and_changes_are_named() -> None:
    chain = Relation.of(("a", "b", "c"), [("a", "b"), ("b", "c")])
    fork = Relation.of(("a", "b", "c"), [("a", "b"), ("a", "c")])
    assert chain.covers == (("a", "b"), ("b", "c"))
    assert chain.changed(fork) == (("b", "c"),)
    assert chain.dag.edges == chain.covers and str(chain) == "a < b, b < c"
    assert (chain.graphs, fork.graphs) == (2, 1)


def test_what_is_no_relation_is_refused() -> None:
    with pytest.raises(ProblemError, match="cycle: a -> b -> a"):
        Relation.of(("a", "b"), [("a", "b"), ("b", "a")])
    with pytest.raises(ProblemError, match="not transitive"):
        Relation(("a", "b", "c"), (0b010, 0b100, 0))
    with pytest.raises(ProblemError, match="causes itself"):
        Relation(("a", "b"), (0b01, 0))

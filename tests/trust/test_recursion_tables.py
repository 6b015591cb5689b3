"""Tables of a count in a certificate: sets of other variables, and sets that stand twice, are refused."""

from __future__ import annotations

import pytest

from symcause.kernel.nodes import Node, Rejected
from symcause.kernel.recursion_tables import read_component

RIGHT = {"variables": ["A", "B"], "weights": [[[0, 1]], [[1, 2]]], "entries": [[0, 1], [3, 2]]}


def test_a_table_is_read_as_it_is_written() -> None:
    found = read_component(Node(RIGHT, "here"))
    assert found.variables == ("A", "B")
    assert (found.weights, found.entries) == (({0: 1}, {1: 2}), {0: 1, 3: 2})
    assert found.total == 2
    assert found.to_dict() == RIGHT


@pytest.mark.parametrize("mask", [4, 5, 6, -1])
@pytest.mark.parametrize("where", ["weights", "entries"])
def test_a_set_of_other_variables(mask: int, where: str) -> None:
    table = [[mask, 1]]
    wrong = RIGHT | {where: [[[0, 1]], table] if where == "weights" else table}
    with pytest.raises(Rejected):
        read_component(Node(wrong, "here"))


@pytest.mark.parametrize("table", [[[0, 1], [0, 1]], [[0]], [[0, 1, 1]], [0]])
def test_entries_that_are_none(table: list[object]) -> None:
    with pytest.raises(Rejected):
        read_component(Node(RIGHT | {"entries": table}, "here"))

"""Lists of cuts in a certificate: between 0 and 1, in order; traps of variables that there are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from symcause.families.scenario.models.model_components import Draw
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.bounds.bound_claims import Bounded
from symcause.families.scenario.verifier.bounds.box_tree import read_cuts
from symcause.kernel.nodes import Node, Rejected

UNIFORM = Draw("u", cast(Any, SimpleNamespace(kind="uniform")))
NORMAL = Draw("n", cast(Any, SimpleNamespace(kind="normal")))
PROBLEM = cast(
    ScenarioProblem,
    SimpleNamespace(variables=(UNIFORM, NORMAL, SimpleNamespace(name="d")), design={"x": None}),
)


def test_cuts_in_order_are_read() -> None:
    found = read_cuts(PROBLEM, Node({"u": ["0.25", "0.5", "0.75"]}, "cuts"))
    assert [str(cut) for cut in found["u"]] == ["1/4", "1/2", "3/4"]
    assert read_cuts(PROBLEM, Node({"u": []}, "cuts")) == {"u": []}


@pytest.mark.parametrize(
    "cuts",
    [
        ["0.5", "0.25"],
        ["0.25", "0.5", "0.5"],
        ["0.25", "0.5", "0.4", "0.75"],
        ["0", "0.5"],
        ["0.5", "1"],
        ["-0.5", "0.5"],
        ["0.5", "1.5"],
        ["1.5"],
    ],
)
def test_cuts_out_of_order_are_refused(cuts: list[str]) -> None:
    with pytest.raises(Rejected, match="cuts are between 0 and 1"):
        read_cuts(PROBLEM, Node({"u": cuts}, "cuts"))


@pytest.mark.parametrize("name", ["n", "d", "x", "q"])
def test_only_uniform_draws_are_cut(name: str) -> None:
    with pytest.raises(Rejected, match="no uniform draw"):
        read_cuts(PROBLEM, Node({name: ["0.5"]}, "cuts"))


@pytest.mark.parametrize("name", ["x", "u", "d"])
def test_a_trap_is_one_of_the_design_or_of_the_model(name: str) -> None:
    checker = cast(Bounded, SimpleNamespace(problem=PROBLEM, check_trap=lambda name, _: name))
    assert Bounded.check_one_trap(checker, {"variable": Node(name, "claim.variable")}) == name
    with pytest.raises(Rejected, match="no such variable"):
        Bounded.check_one_trap(checker, {"variable": Node("q", "claim.variable")})

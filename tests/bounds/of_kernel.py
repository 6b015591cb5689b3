"""Bounds of verification, of problems as they are read, and of scores."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import symcause
from symcause.episodes.messages import read_message
from symcause.families.cpt.models.network import Network
from symcause.families.linear.verifier.kernel import verify
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.any_start.graph_lists import graphs_of
from symcause.kernel.linear_sums import read_combination, read_rational
from symcause.kernel.nodes import Node
from symcause.kernel.recursion_tables import read_component
from symcause.kernel.rup import parse_line
from symcause.models.dags import DAG
from symcause.renderings.themes.theme_file import read_tables
from symcause.scoring.answer_extraction import extract, plain_shape
from symcause.scoring.exact_tests import sign_flips
from symcause.scoring.score_table import conditional
from tests.bounds.stops import bounded, refused, stops
from tests.linear.certificate_cases import COUNT, made


def _rows(names: list[str], number: int = 1) -> list[dict[str, Any]]:
    return [dict.fromkeys(names, 0)] * number


def _names(size: int) -> list[str]:
    return [f"X{i + 1}" for i in range(size)]


# kernel
@stops("kernel/nodes.MAX_ITEMS", 3)
def _(size: int) -> object:
    lists = refused(lambda: Node([0] * size).items(), "more than 3 members")
    return lists and refused(lambda: Node(dict.fromkeys(_names(size))).entries(), "more than 3")


@stops("kernel/nodes.MAX_NAME", 4)
def _(size: int) -> object:
    return refused(lambda: Node("X" * size).name(), "longer than 4 characters")


@stops("kernel/nodes.MAX_BITS", 4 * 6, within=6)
def _(size: int) -> object:
    return refused(lambda: Node("0x" + "f" * (size - 2)).exact(), "not a hexadecimal number")


@stops("kernel/nodes._DECIMAL_BITS", 6)
def _(size: int) -> object:
    return refused(lambda: Node((1 << size) - 1).integer(0), "too long for decimal digits")


@stops("kernel/linear_sums.MAX_ROWS", 3)
def _(size: int) -> object:
    pairs = [[row, "1/2"] for row in range(size)]
    return refused(lambda: read_combination(Node(pairs), 9), "more than 3 members")


@stops("kernel/linear_sums._MAX_TEXT", 4)
def _(size: int) -> object:
    return refused(lambda: read_rational(Node("9" * size)), "longer than 4 characters")


@stops("kernel/rup.MAX_LINE", 6)
def _(size: int) -> object:
    line = "1" * (size - 2) + " 0"
    return refused(lambda: parse_line(line, 10**9, "line"), "not a line")


@stops("kernel/recursion_tables.MAX_ENTRIES", 2)
def _(size: int) -> object:
    entries = [[mask, 1] for mask in range(size)]
    component = {"variables": ["X1", "X2"], "weights": [[], []], "entries": entries}
    return refused(lambda: read_component(Node(component)), "more than 2 members")


@stops("kernel/recursion_tables.MAX_VARIABLES", 2)
def _(size: int) -> object:
    component = {"variables": _names(size), "weights": [[]] * size, "entries": []}
    return refused(lambda: read_component(Node(component)), "more than 2 members")


def _linear(size: int) -> Any:
    names = [f"x{i + 1}" for i in range(size - 1)] + ["f"]
    return symcause.linear.problem(records=[dict.fromkeys(names, 1)], target="f")


@stops("families/linear/verifier/parents.MAX_SETS", 8, within=3)
def _(size: int) -> object:
    problem = _linear(size)  # two sets for each variable but the target, and all subsets of them
    with bounded("families/linear/verifier/parents.MAX_SETS", 1 << 16):
        certificate = made(problem, COUNT)
    found = verify(problem, certificate)
    assert found.accepted or "the kernel looks at 8 at most" in str(found.reason), found
    return not found.accepted


# problems as they are read
@stops("families/boolean/problem/problem_validation.MAX_VARIABLES", 3)
def _(size: int) -> object:
    names = _names(size)
    return refused(lambda: symcause.boolean.problem(_rows(names), roots=names[:1]), "variables")


@stops("families/boolean/problem/problem_validation.MAX_ROWS", 3)
def _(size: int) -> object:
    rows = _rows(_names(2), size)
    return refused(lambda: symcause.boolean.problem(rows, roots=["X1"]), "at most 3 are supported")


@stops("families/linear/problem/problem_validation.MAX_VARIABLES", 3)
def _(size: int) -> object:
    return refused(lambda: _linear(size), "give 1 to 3")


@stops("families/linear/problem/problem_validation.MAX_STATES", 3)
def _(size: int) -> object:
    records = [{"x": i, "f": i} for i in range(size)]
    return refused(lambda: symcause.linear.problem(records=records, target="f"), "3")


@stops("cpt.SUMMED_WORLDS", 8, within=3)
def _(size: int) -> object:
    row = (Fraction(1, 2), Fraction(1, 2))
    return refused(
        lambda: Network(DAG.of([], _names(size)), (2,) * size, ((row,),) * size), "at most 8 worlds"
    )


@stops("shapeworld.LISTED_SHAPES", 3)
def _(size: int) -> object:
    return refused(lambda: graphs_of(size, WorldClass.ALL), "at most 3 shapes")


# texts and scores
@stops("episodes.MESSAGE_LENGTH", 12)
def _(size: int) -> object:
    return "too long" in str(read_message('{"a": 1}'.ljust(size)))


@stops("renderings.THEME_BYTES", 8)
def _(size: int) -> object:
    return refused(lambda: read_tables(b"a = 1".ljust(size), None), "more than 8 bytes")


@stops("scoring.ANSWER_LENGTH", 20)
def _(size: int) -> object:
    found = extract('{"mechanisms": {}}'.ljust(size), plain_shape)
    return "at most 20 are searched" in str(found)


@stops("scoring.SUPPRESSED_CASES", 3, within=4, beyond=3)
def _(size: int) -> object:
    return conditional(0.5, size).value is None  # few cases are told by no number


@stops("scoring.FLIPS", 1, within=4, beyond=12)
def _(size: int) -> object:
    return sign_flips([(1 + i % 3) * (-1) ** i for i in range(size)]) is None

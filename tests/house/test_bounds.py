"""Bounds stand in ``bounds``: no other number of a module decides how much is read, searched or shown."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from symcause.bounds import bound
from tests.house.plain_integers import BARE, KINDS, PLAIN
from tools.write_limits import bounds as read_bounds
from tools.write_limits import homes, house, in_place, number, stands_in_place

ROOT = Path(__file__).resolve().parents[2] / "symcause"
OWN = sorted(homes())
MODULES = sorted(set(ROOT.rglob("*.py")) - set(OWN))
bounds = cache(read_bounds)

CUTS = frozenset(
    {"range", "islice", "sample", "read", "readline", "most_common", "Budget", "stretch"}
)
"""Functions that take a bound: so many of something, and no more."""

SIZES = frozenset({"maxsize", "maxlen", "most", "limit", "steps"})
"""Names of arguments that are bounds."""

ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _name(path: Path) -> str:
    return path.relative_to(ROOT.parent).with_suffix("").as_posix().replace("/", ".")


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def whole_numbers(tree: ast.Module) -> Iterator[str]:
    """Names that a module gives to whole numbers, one by one or several in a line."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            (target, value), *_ = ((target, node.value) for target in node.targets)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            target, value = node.target, node.value
        else:
            continue
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=False))
        yield from (a.id for a, b in pairs if isinstance(a, ast.Name) and number(b) is not None)


def _above(tree: ast.Module) -> dict[ast.AST, ast.AST]:
    """Every node of a tree with the one that it is a part of."""
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def limiting(tree: ast.Module, names: set[str]) -> set[str]:
    """Those of the names, alone or in a sum or product, that something is cut off at or compared with."""
    found: set[str] = set()
    above = _above(tree) if names else {}
    for node in above:
        if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
            part, whole = node, above[node]
            while isinstance(whole, ast.BinOp | ast.UnaryOp):
                part, whole = whole, above[whole]  # type: ignore[assignment]
            if _cuts(part, whole):
                found.add(node.id)
    return found


def _cuts(part: ast.AST, whole: ast.AST) -> bool:
    if isinstance(whole, ast.Compare):
        return any(isinstance(one, ORDERS) for one in whole.ops)
    if isinstance(whole, ast.Call):
        called = whole.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        return part is not called and name in CUTS
    if isinstance(whole, ast.keyword):
        return whole.arg in SIZES
    return isinstance(whole, ast.Slice | ast.arguments)


@cache
def _limits() -> frozenset[tuple[Path, str]]:
    """Every whole number outside of the bounds that is a limit in its module or where it is imported."""
    homes_of = {_name(path): (path, set(whole_numbers(_tree(path)))) for path in MODULES}
    found: set[tuple[Path, str]] = set()
    for path in MODULES:
        known = {name: (path, name) for name in homes_of[_name(path)][1]}
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ImportFrom) and node.module in homes_of:
                home, numbers = homes_of[node.module]
                taken = [alias for alias in node.names if alias.name in numbers]
                known |= {alias.asname or alias.name: (home, alias.name) for alias in taken}
        found |= {known[name] for name in limiting(_tree(path), set(known))}
    return frozenset(found)


def test_limits_stand_among_the_bounds() -> None:
    """If this fails: move the number to the bounds of its layer or family, with its unit and the reason.

    What is compared and is no limit (a word of the machine, a price, a mark) is listed in plain_integers.
    """
    stray = []
    for path, name in sorted(_limits()):
        stated = stands_in_place(path) and name in {one.name for one in in_place(path)}
        if not stated and name not in PLAIN.get(path.stem, {}):
            stray.append(f"{_name(path)}.{name}")
    assert not stray, "\n".join(stray)


def test_the_rule_sees_a_limit_wherever_it_stands() -> None:
    text = "A = 5\nB, C = 6, 7\nD = 1 << 20\nE = 3\nF = 2\nG = 8\nH = 9\nI: int = 4\n"
    uses = "x = y > A * 2\nz = y[:B]\nrange(C)\nf(D)\nf(limit=E)\n"
    uses += "def g(most=F): ...\nG * 3\nH == 2\ny < I\n"
    tree = ast.parse(text + uses)
    names = set(whole_numbers(tree))
    assert names == set("ABCDEFGHI")
    assert limiting(tree, names) == set("ABCEFI")


def bare(tree: ast.Module) -> Iterator[str]:
    """Large numbers without a name that something is cut off at or compared with."""
    above = _above(tree)
    for node in above:
        size = number(node) if isinstance(node, ast.Constant | ast.BinOp) else None
        if size is None or size < 1_000:
            continue
        part, whole = node, above[node]
        if isinstance(whole, ast.BinOp) and number(whole) is not None:
            continue  # a part of a number that is looked at as a whole
        while isinstance(whole, ast.BinOp | ast.UnaryOp):
            part, whole = whole, above[whole]  # type: ignore[assignment]
        if not isinstance(whole, ast.keyword | ast.arguments) and _cuts(part, whole):
            yield ast.unparse(node)


def test_no_limit_is_without_a_name() -> None:
    """If this fails: state the number among the bounds, or list it in plain_integers if it is none."""
    seen = {(path.stem, text) for path in MODULES for text in bare(_tree(path))}
    listed = {(stem, text) for stem, texts in BARE.items() for text in texts}
    assert {kind for texts in BARE.values() for kind in texts.values()} <= set(KINDS)
    assert not sorted(seen - listed), "a limit that no page states"
    assert not sorted(listed - seen), "listed, and not there"


def test_the_rule_sees_limits_without_a_name() -> None:
    text = (
        "x > 1 << 12\ny[:5000]\nislice(z, 10**4)\nw < 40 * k + 9999\nx > 999\nx == 1000\nf(2000)\n"
    )
    assert sorted(bare(ast.parse(text))) == ["1 << 12", "10 ** 4", "5000", "9999"]


def test_what_is_listed_as_plain_is_there_and_would_be_taken_for_a_limit() -> None:
    seen = Counter((path.stem, name) for path, name in _limits())
    there = {path.stem for path in MODULES}
    assert {kind for names in PLAIN.values() for kind in names.values()} <= set(KINDS)
    listed = {(stem, name) for stem, names in PLAIN.items() if stem in there for name in names}
    assert not sorted(listed - set(seen))


@pytest.mark.parametrize("path", OWN, ids=house)
def test_a_module_of_bounds_holds_nothing_else(path: Path) -> None:
    tree = _tree(path)
    _, *imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert [node.module for node in imports] == ["symcause.bounds"]
    rest = [node for node in tree.body[1:] if not isinstance(node, ast.ImportFrom)]
    names = [ast.unparse(node.targets[0]) for node in rest if isinstance(node, ast.Assign)]
    assert len(names) == len(rest) == len(set(names)), path
    assert all(re.fullmatch(r"[A-Z]+(_[A-Z]+)*", name) for name in names)


def test_every_bound_is_read_and_in_its_own_house_or_above() -> None:
    """A bound that nobody reads is none; a family reads its own (the layers' test sees to the rest)."""
    read: Counter[tuple[str, str]] = Counter()
    own = {_name(path) for path in OWN}
    for path in MODULES:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ImportFrom) and node.module in own:
                read.update((str(node.module), alias.name) for alias in node.names)
    homes_of = {house(path): _name(path) for path in OWN}
    stated = {(homes_of[where], one.name) for where in homes_of for one in bounds()[where]}
    assert stated == set(read)


def test_every_bound_has_a_unit_and_a_sentence() -> None:
    whys = [(where, one) for where, listed in bounds().items() for one in listed]
    assert len(whys) > 600
    for where, one in whys:
        assert one.unit[0].islower() and len(one.unit) <= 24, one
        assert len(one.why) >= 9 and (where == "verify" or one.why.endswith(".")), one
    for value, unit, why in ((1, "", "Why."), (1, "rows", "why")):
        with pytest.raises(ValueError, match="a unit and a sentence"):
            bound(value, unit, why)


def test_a_bound_is_a_plain_number() -> None:
    """It is written, compared and hashed like any other; nothing of it is left at run time."""
    assert type(bound(7, "rows", "Rows.")) is int
    for path in OWN:
        module = __import__(_name(path), fromlist=["bounds"])
        assert {type(getattr(module, one.name)) for one in bounds()[house(path)]} <= {int}
        assert all(getattr(module, one.name) == one.value for one in bounds()[house(path)])

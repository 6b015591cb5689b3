"""Canonical forms beside all renamings: equal iff some renaming makes two structures equal."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations

import networkx
import pytest

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.isomorphism import canonical_order
from symcause.isomorphism.canonical_order import canonical
from symcause.isomorphism.symbol_structure import Part, Symbol, bag, row
from tests.amounts import amount

Rows = tuple[tuple[int, ...], ...]

FORMS = "df22dc06ad7a1d50f093f95a79b4d449ce23510e21ce8ceb3940fad2db8a99a4"
"""Digest of the forms of :func:`alike`, found by the first version of the search."""


def worlds(names: str, told: tuple[Rows, ...]) -> Part:
    """Rows of values below worlds, neither in any order."""
    return bag(
        "worlds",
        [
            bag(
                "world",
                [Part("row", tuple(zip(line, map(Symbol, names), strict=True))) for line in rows],
            )
            for rows in told
        ],
    )


def renamed(told: tuple[Rows, ...], order: tuple[int, ...]) -> tuple[Rows, ...]:
    """The columns in another order."""
    return tuple(tuple(sorted(tuple(line[i] for i in order) for line in rows)) for rows in told)


def least(told: tuple[Rows, ...]) -> tuple[Rows, ...]:
    """The least of all renamings: a canonical form, by definition."""
    columns = len(told[0][0])
    return min(tuple(sorted(renamed(told, order))) for order in permutations(range(columns)))


def drawn(rng: random.Random, columns: int) -> tuple[Rows, ...]:
    return tuple(
        tuple(tuple(rng.randrange(2) for _ in range(columns)) for _ in range(rng.randint(1, 3)))
        for _ in range(rng.randint(1, 2))
    )


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5])
def test_forms_are_equal_iff_a_renaming_makes_structures_equal(columns: int) -> None:
    rng = random.Random(f"canonical {columns}")
    names = "ABCDE"[:columns]
    seen: dict[tuple[Rows, ...], str] = {}
    forms: dict[str, tuple[Rows, ...]] = {}
    for _ in range(amount(60, 2_000)):
        told = drawn(rng, columns)
        form, key = canonical(worlds(names, told)).form, least(told)
        assert seen.setdefault(key, form) == form
        assert forms.setdefault(form, key) == key
    assert len(seen) == len(forms) > 1


def test_a_renaming_changes_nothing() -> None:
    rng = random.Random("renaming")
    for _ in range(amount(20, 300)):
        columns = rng.randint(2, 9)
        told = drawn(rng, columns)
        names = "ABCDEFGHI"[:columns]
        order = tuple(rng.sample(range(columns), columns))
        first, second = (
            canonical(worlds(names, told)),
            canonical(worlds(names, renamed(told, order))),
        )
        assert first.form == second.form and first.digest == second.digest
        # The orders say which name of one is which of the other.
        as_first = dict(zip(second.order, first.order, strict=True))
        moved = tuple(names.index(as_first[name]) for name in names)
        assert sorted(renamed(told, moved)) == sorted(renamed(told, order))


def graphs(edges: Mapping[str, Iterable[str]]) -> Part:
    pairs = [(Symbol(a), Symbol(b)) for a, ends in edges.items() for b in ends]
    vertices = [Part("vertex", (("", Symbol(a)),)) for a in edges]
    return bag("graph", [*vertices, *(row("edge", pair) for pair in pairs)])


def regular() -> Iterator[tuple[str, Part]]:
    """Graphs in which refinement alone tells no vertex from another."""
    circle = lambda names: {a: names[(i + 1) % len(names)] for i, a in enumerate(names)}  # noqa: E731
    yield "one circle of six", graphs(circle("ABCDEF"))
    yield "two circles of three", graphs(circle("ABC") | circle("DEF"))
    yield "nothing", graphs(dict.fromkeys("ABCDEF", ""))
    yield "all", graphs({a: "ABCDEF".replace(a, "") for a in "ABCDEF"})


def alike() -> Iterator[Part]:
    """Structures in which the form depends on which names are set apart first, and on directions."""
    yield from (part for _, part in regular())
    for edges in ({"A": "B", "B": "C", "C": ""}, {"A": "B", "B": "", "C": "D", "D": ""}):
        yield graphs(edges)
    rng = random.Random("alike")
    for _ in range(60):
        names = "ABCDEFGH"[: rng.randint(3, 8)]
        yield graphs({a: [b for b in names if a != b and rng.random() < 0.3] for a in names})
        half = names[: len(names) // 2]
        circles = [half, names[len(half) :]]
        yield graphs({a: c[(i + 1) % len(c)] for c in circles for i, a in enumerate(c)})


def test_forms_stay_as_they_are() -> None:
    """Ids of suites are made from digests: a faster search finds the same forms."""
    told = "\n".join(canonical(part).form for part in alike())
    assert hashlib.sha256(told.encode()).hexdigest() == FORMS


def test_what_refinement_does_not_tell_apart_is_told_apart() -> None:
    forms = {name: canonical(part).form for name, part in regular()}
    assert len(set(forms.values())) == len(forms)


@pytest.mark.parametrize("number", [10, 16])
def test_symmetries_are_found(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing links the symbols: without symmetries all orders of them would be tried."""
    monkeypatch.setattr(canonical_order, "CANONICAL_NODES", number**2)
    names = [f"X{i}" for i in range(number)]
    assert len(canonical(bag("names", map(Symbol, names))).order) == number


def test_the_bound_on_orders_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    part = dict(regular())["one circle of six"]
    monkeypatch.setattr(canonical_order, "CANONICAL_NODES", 3)
    canonical(part)
    monkeypatch.setattr(canonical_order, "CANONICAL_NODES", 2)
    with pytest.raises(LimitError, match="more than 2 orders of names"):
        canonical(part)


def test_labels_are_no_names() -> None:
    """What stands in a label cannot be exchanged, and 1 is not "1"."""
    one, other = Part(1, (("A", Symbol("A")),)), Part("1", (("A", Symbol("A")),))
    assert canonical(one).form != canonical(other).form
    assert canonical(one).form == canonical(Part(1, (("A", Symbol("B")),))).form


def pairs(graph: networkx.Graph, order: list[int]) -> Part:
    """An undirected graph with other names."""
    name = {vertex: Symbol(f"V{place}") for vertex, place in zip(graph, order, strict=True)}
    return bag(
        "graph",
        [*name.values(), *(bag("edge", (name[a], name[b])) for a, b in graph.edges)],
    )


def hard() -> list[networkx.Graph]:
    """Graphs that refinement hardly divides: regular ones, and some that no count of neighbours divides."""
    rng = random.Random("hard graphs")
    found = [networkx.random_regular_graph(3, 8, seed=rng.randrange(10**6)) for _ in range(12)]
    found += [networkx.random_regular_graph(3, 10, seed=rng.randrange(10**6)) for _ in range(6)]
    found += [networkx.random_regular_graph(4, 9, seed=rng.randrange(10**6)) for _ in range(6)]
    found += [networkx.circulant_graph(10, [1, k]) for k in (2, 3, 4, 5)]
    found += [networkx.petersen_graph(), networkx.cubical_graph(), networkx.hypercube_graph(3)]
    found.append(networkx.disjoint_union(networkx.cycle_graph(4), networkx.cycle_graph(5)))
    found.append(networkx.disjoint_union(networkx.cycle_graph(3), networkx.cycle_graph(6)))
    found.append(networkx.cycle_graph(9))
    rook = networkx.line_graph(networkx.complete_bipartite_graph(4, 4))
    steps = {(0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (3, 3)}
    cells = [(i, j) for i in range(4) for j in range(4)]
    shrikhande = networkx.Graph(
        [(a, b) for a in cells for b in cells if ((a[0] - b[0]) % 4, (a[1] - b[1]) % 4) in steps]
    )
    return [*found, rook, shrikhande]


def test_hard_graphs_against_a_search_for_isomorphisms() -> None:
    """networkx looks for a renaming of each pair; forms are equal iff it finds one, whatever the names."""
    rng, seen = random.Random("renamed graphs"), list[tuple[networkx.Graph, str]]()
    for graph in hard():
        forms = set()
        for _ in range(4):
            order = rng.sample(range(len(graph)), len(graph))
            shuffled = networkx.Graph()
            shuffled.add_nodes_from(rng.sample(list(graph), len(graph)))
            shuffled.add_edges_from(rng.sample(list(graph.edges), graph.number_of_edges()))
            forms.add(canonical(pairs(shuffled, order)).form)
        (form,) = forms
        for other, known in seen:
            assert networkx.is_isomorphic(graph, other) == (form == known)
        seen.append((graph, form))
    assert len({form for _, form in seen}) > 15


def test_the_bound_on_looks_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    part = bag("names", map(Symbol, "AB"))  # two names that may be one, with a link each
    monkeypatch.setattr(canonical_order, "CANONICAL_LOOKS", 4)
    canonical(part)
    monkeypatch.setattr(canonical_order, "CANONICAL_LOOKS", 3)
    with pytest.raises(LimitError, match="more than 3 looks at links"):
        canonical(part)


def ten_variables() -> Iterator[tuple[str, Part]]:
    """What problems of ten variables look like: random rows, and rows that say nothing of any."""
    rng, names = random.Random("ten"), [f"X{i}" for i in range(10)]
    for number in (1, 8, 40):
        rows = tuple(tuple(rng.randrange(2) for _ in names) for _ in range(number))
        yield f"{number} rows", worlds("ABCDEFGHIJ", (rows,))
    yield "one value", worlds("ABCDEFGHIJ", (((0,) * 10,) * 20,))
    yield "in a circle", graphs({a: [b] for a, b in zip(names, names[1:] + names[:1], strict=True)})


@pytest.mark.parametrize(("name", "part"), list(ten_variables()))
def test_ten_variables_take_few_looks(name: str, part: Part) -> None:
    """As few as a desk computer takes in 20 ms: 13,400 take four."""
    meter = Meter()
    canonical(part, meter)
    assert meter.steps < 20_000, name

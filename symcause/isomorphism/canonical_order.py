"""The canonical order of symbols, by individualisation and refinement.

Vertices are coloured by what they link to and what links to them until nothing changes. Where several
symbols are left with one colour, each in turn is set apart, and the least outcome counts; symmetries that
turn up on the way save what is symmetric to something tried before.

>>> from symcause.isomorphism.symbol_structure import Part, Symbol, bag
>>> def graph(*edges):
...     return bag("graph", [Part("edge", (("a", Symbol(x)), ("b", Symbol(y)))) for x, y in edges])
>>> path, same, other = graph("AB", "BC"), graph("ZX", "YZ"), graph("AB", "CB")
>>> canonical(path).form == canonical(same).form, canonical(path).form == canonical(other).form
(True, False)
>>> canonical(path).order, canonical(same).order
(('A', 'B', 'C'), ('Y', 'Z', 'X'))
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import groupby

from symcause.budgets import Meter, StrictMeter
from symcause.isomorphism.bounds import CANONICAL_LOOKS, CANONICAL_NODES
from symcause.isomorphism.symbol_structure import Label, Part, Symbol

Coloured = tuple[Sequence[int], Mapping[int, Sequence[int]]]
"""The colour of every vertex, and the vertices of every colour.

A colour is the number of vertices whose colour is less.
"""


@dataclass(frozen=True)
class Canonical:
    """A structure without its names: a text that is equal for the same structures, and no others.

    *order* holds the symbols as the text numbers them.
    """

    form: str
    order: tuple[str, ...]

    @property
    def digest(self) -> str:
        """SHA-256 of the form."""
        return sha256(self.form.encode()).hexdigest()


def canonical(part: Part, meter: Meter | None = None) -> Canonical:
    """The canonical form of a structure. Raises LimitError where symmetries hide for too long."""
    looks = StrictMeter(
        CANONICAL_LOOKS,
        f"more than {CANONICAL_LOOKS:,} looks at links did not tell the names apart",
        remedy="a smaller problem has fewer",
        within=meter,
    )
    graph = _Graph.of(part, looks)
    nodes = StrictMeter(
        CANONICAL_NODES,
        f"more than {CANONICAL_NODES:,} orders of names were tried",
        remedy="a smaller problem has fewer",
    )
    search = _Search(graph, nodes)
    search.below(graph.refined(graph.coloured, range(len(graph.linked))), ())
    order = search.best_order
    return Canonical(graph.form(part, order), tuple([graph.symbols[s] for s in order]))


@dataclass(frozen=True, eq=False)
class _Graph:
    """Symbols first, then parts; what each vertex is linked with, forwards and backwards."""

    symbols: tuple[str, ...]
    linked: Sequence[Sequence[tuple[int, int]]]  # of each vertex: label of the link, other vertex
    coloured: Coloured
    looks: Meter

    @staticmethod
    def of(part: Part, looks: Meter) -> _Graph:
        parts, names = _parts(part), dict[str, int]()
        for one in parts:
            for _, target in one.links:
                if isinstance(target, Symbol):
                    names.setdefault(target.name, len(names))
        places = {id(one): len(names) + at for at, one in enumerate(parts)}
        labels = _ranks([label for one in parts for label, _ in one.links])
        kinds = _ranks([one.label for one in parts])
        linked: list[list[tuple[int, int]]] = [[] for _ in range(len(names) + len(parts))]
        for one in parts:
            place = places[id(one)]
            for label, target in one.links:
                other = names[target.name] if isinstance(target, Symbol) else places[id(target)]
                rank = 2 * labels[_text(label)]
                linked[place].append((rank, other))
                linked[other].append((rank + 1, place))
        own = [0] * len(names) + [1 + kinds[_text(one.label)] for one in parts]
        return _Graph(tuple(names), linked, _coloured(own), looks)

    def refined(self, coloured: Coloured, changed: Iterable[int]) -> Coloured:
        """Colours told apart by what is linked, as long as that tells more; the order has a meaning.

        Only what is linked with vertices that have *changed* their colour can tell more than before.
        """
        colours, cells, many = list(coloured[0]), dict(coloured[1]), len(self.linked) + 1
        linked = self.linked
        while True:
            touched = {colours[w] for v in changed for _, w in linked[v]}
            apart = []
            for colour in touched:
                members = cells[colour]
                if len(members) == 1:
                    continue
                self.looks.spend(sum([1 + len(linked[v]) for v in members]))
                groups: dict[tuple[int, ...], list[int]] = {}
                for v in members:
                    said = tuple(sorted([label * many + colours[w] for label, w in linked[v]]))
                    groups.setdefault(said, []).append(v)
                if len(groups) > 1:
                    apart.append((colour, [groups[said] for said in sorted(groups)]))
            if not apart:
                return colours, cells
            changed = []
            for colour, split in apart:
                for group in split:
                    cells[colour] = group
                    if colour != colours[group[0]]:
                        changed += group
                        for v in group:
                            colours[v] = colour
                    colour += len(group)

    def set_apart(self, coloured: Coloured, symbol: int) -> Coloured:
        """Refined colours in which a symbol comes before others of its colour."""
        colours, cells = list(coloured[0]), dict(coloured[1])
        first = colours[symbol]
        others = [v for v in cells[first] if v != symbol]
        cells |= {first: (symbol,), first + 1: others}
        for v in others:
            colours[v] = first + 1
        return self.refined((colours, cells), [symbol])

    def cell(self, coloured: Coloured) -> Sequence[int]:
        """The fewest symbols that share a colour, of the least such colour; none where no two do."""
        fewest: Sequence[int] = ()
        cells, at = coloured[1], 0
        while at < len(self.symbols):
            cell = cells[at]
            if len(cell) > 1 and not 0 < len(fewest) <= len(cell):
                fewest = cell
            at += len(cell)
        return fewest

    def form(self, part: Part, order: Sequence[int]) -> str:
        """The structure as a text in which the symbols are numbers."""
        number = {self.symbols[symbol]: at for at, symbol in enumerate(order)}

        def written(one: Part) -> str:
            links = sorted(
                [
                    f"{_text(label)}:{number[to.name] if isinstance(to, Symbol) else written(to)}"
                    for label, to in one.links
                ]
            )
            return f"{_text(one.label)}{{{','.join(links)}}}"

        return written(part)

    def links(self, colours: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """All links, written with colours that no two symbols share: equal iff the forms are."""
        # Parts that are equal in every link share a colour then, so lines are counted, not placed.
        many = len(self.linked) + 1
        lines = [
            (colours[v], *sorted([label * many + colours[w] for label, w in links]))
            for v, links in enumerate(self.linked)
        ]
        return tuple(sorted(lines))


@dataclass(eq=False)
class _Search:
    """The least leaf of a search tree: its colours class by class on the way, then its links."""

    graph: _Graph
    nodes: Meter
    best_order: tuple[int, ...] = ()
    best: tuple[tuple[int, ...], ...] | None = None
    traces: list[tuple[int, ...]] = field(default_factory=list)  # on the way to the best leaf
    path: tuple[int, ...] = ()  # the symbols set apart on the way to the best leaf
    symmetries: list[tuple[int, ...]] = field(default_factory=list)

    def below(self, coloured: Coloured, path: tuple[int, ...]) -> int:
        """Search below a node; how many symbols of the path are to be kept when going on."""
        self.nodes.spend(1)
        trace, depth = _sizes(coloured), len(path)
        if self.best is not None and depth < len(self.traces):
            if trace > self.traces[depth]:
                return depth
            if trace < self.traces[depth]:
                self.best = None  # whatever comes below is better
        elif self.best is not None:
            return depth  # the best leaf is less deep, its trace a beginning of this one
        if self.best is None:
            del self.traces[depth:]
            self.traces.append(trace)
        cell = self.graph.cell(coloured)
        if not cell:
            return self._leaf(coloured[0], path)
        tried: list[int] = []
        for symbol in cell:
            if tried and self._symmetric(symbol, tried, path):
                continue
            tried.append(symbol)
            kept = self.below(self.graph.set_apart(coloured, symbol), (*path, symbol))
            if kept < depth:
                return kept
        return depth

    def _leaf(self, colours: Sequence[int], path: tuple[int, ...]) -> int:
        number = len(self.graph.symbols)
        order = tuple(sorted(range(number), key=lambda symbol: colours[symbol]))
        links = self.graph.links(colours)
        if self.best is None or links < self.best:
            self.best, self.best_order, self.path = links, order, path
            return len(path)
        if links > self.best:
            return len(path)
        moved = [0] * number
        for old, new in zip(self.best_order, order, strict=True):
            moved[old] = new
        self.symmetries.append(tuple(moved))
        pairs = zip(self.path, path, strict=True)
        return next((at for at, (old, new) in enumerate(pairs) if old != new), len(path))

    def _symmetric(self, symbol: int, tried: Sequence[int], path: tuple[int, ...]) -> bool:
        """Does a symmetry that leaves the path alone take the symbol to one that was tried?"""
        fixing = [m for m in self.symmetries if all(m[s] == s for s in path)]
        reached, waiting = {symbol}, [symbol]
        while waiting:
            one = waiting.pop()
            for moved in fixing:
                for new in (moved[one], moved.index(one)):
                    if new not in reached:
                        reached.add(new)
                        waiting.append(new)
        return not reached.isdisjoint(tried)


def _parts(part: Part) -> list[Part]:
    """A part and all parts in it, those of a link before those of the next."""
    parts: list[Part] = []

    def visit(one: Part) -> None:
        parts.append(one)
        for _, target in one.links:
            if isinstance(target, Part):
                visit(target)

    visit(part)
    return parts


@lru_cache(maxsize=1 << 12, typed=True)
def _text(label: Label) -> str:
    """A label as JSON; few of them are there many times."""
    return json.dumps(label)


def _ranks(labels: Sequence[Label]) -> dict[str, int]:
    return {text: at for at, text in enumerate(sorted({_text(label) for label in labels}))}


def _coloured(colours: Sequence[int]) -> Coloured:
    """The vertices of every colour; only the order of the colours counts."""
    ordered = sorted(range(len(colours)), key=lambda v: colours[v])
    numbers, cells, at = [0] * len(colours), dict[int, Sequence[int]](), 0
    for _, group in groupby(ordered, key=lambda v: colours[v]):
        cells[at] = members = list(group)
        for v in members:
            numbers[v] = at
        at += len(members)
    return numbers, cells


def _sizes(coloured: Coloured) -> tuple[int, ...]:
    """How many vertices each colour has."""
    cells = coloured[1]
    return tuple([len(cells[colour]) for colour in sorted(cells)])

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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import groupby

from symcause.budgets import Meter, StrictMeter
from symcause.isomorphism.bounds import CANONICAL_LOOKS, CANONICAL_NODES
from symcause.isomorphism.symbol_structure import Label, Part, Symbol

Colours = tuple[int, ...]


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
    search.below(graph.refined(graph.colours), ())
    order = search.best_order
    return Canonical(graph.form(part, order), tuple([graph.symbols[s] for s in order]))


@dataclass(frozen=True, eq=False)
class _Graph:
    """Symbols first, then parts; what each vertex is linked with, forwards and backwards."""

    symbols: tuple[str, ...]
    linked: Sequence[Sequence[tuple[int, int]]]  # of each vertex: label of the link, other vertex
    colours: Colours
    looks: Meter

    @staticmethod
    def of(part: Part, looks: Meter) -> _Graph:
        parts, names = list(_parts(part)), dict[str, int]()
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
                linked[place].append((2 * labels[_text(label)], other))
                linked[other].append((2 * labels[_text(label)] + 1, place))
        own = [1 + kinds[_text(one.label)] for one in parts]
        return _Graph(tuple(names), linked, (*[0] * len(names), *own), looks)

    def refined(self, colours: Colours) -> Colours:
        """Colours told apart by what is linked, as long as that tells more; the order has a meaning."""
        many, number = len(self.linked) + 1, len(set(colours))
        price = len(self.linked) + sum(map(len, self.linked))
        while True:
            self.looks.spend(price)
            signatures = [
                (colours[v], *sorted([label * many + colours[w] for label, w in links]))
                for v, links in enumerate(self.linked)
            ]
            ranks = {s: at for at, s in enumerate(sorted(set(signatures)))}
            colours = tuple([ranks[signature] for signature in signatures])
            if len(ranks) == number:
                return colours
            number = len(ranks)

    def cell(self, colours: Colours) -> tuple[int, ...]:
        """The fewest symbols that share a colour, of the least such colour; none where no two do."""
        own = sorted([(colour, s) for s, colour in enumerate(colours[: len(self.symbols)])])
        cells = [
            tuple([s for _, s in group]) for _, group in groupby(own, key=lambda pair: pair[0])
        ]
        return min([cell for cell in cells if len(cell) > 1], key=len, default=())

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

    def links(self, colours: Colours) -> tuple[tuple[int, ...], ...]:
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

    def below(self, colours: Colours, path: tuple[int, ...]) -> int:
        """Search below a node; how many symbols of the path are to be kept when going on."""
        self.nodes.spend(1)
        trace, depth = _sizes(colours), len(path)
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
        cell = self.graph.cell(colours)
        if not cell:
            return self._leaf(colours, path)
        tried: list[int] = []
        for symbol in cell:
            if tried and self._symmetric(symbol, tried, path):
                continue
            tried.append(symbol)
            split = tuple([2 * c + (v != symbol) for v, c in enumerate(colours)])
            kept = self.below(self.graph.refined(split), (*path, symbol))
            if kept < depth:
                return kept
        return depth

    def _leaf(self, colours: Colours, path: tuple[int, ...]) -> int:
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


def _parts(part: Part) -> Iterator[Part]:
    yield part
    for _, target in part.links:
        if isinstance(target, Part):
            yield from _parts(target)


@lru_cache(maxsize=1 << 12, typed=True)
def _text(label: Label) -> str:
    """A label as JSON; few of them are there many times."""
    return json.dumps(label)


def _ranks(labels: Sequence[Label]) -> dict[str, int]:
    return {text: at for at, text in enumerate(sorted({_text(label) for label in labels}))}


def _sizes(colours: Colours) -> tuple[int, ...]:
    """How many vertices each colour has."""
    sizes = [0] * (max(colours, default=-1) + 1)
    for colour in colours:
        sizes[colour] += 1
    return tuple(sizes)

"""A second reading of the linear family: its version space by plain listing, from the definitions alone.

Nothing of the project is used. Rational classes are polyhedra (:mod:`tests.linear.second_regions`),
integer classes are run through vector by vector, graphs are all products of parent sets without a cycle,
and a hidden disturbance is run through value by value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from tests.linear.second_evidence import Evidence, Parents, Row, Setting, Span, Story, Values
from tests.linear.second_regions import ONE, ZERO, Region, Vector, dot

Graph = frozenset[tuple[str, str]]


class Listing(Evidence):
    """The version space of a document."""

    relaxed = False  # coefficients may be zero

    def features(self, parents: Parents, values: Values) -> Vector:
        found = []
        for p in parents:
            found += [values[p] ** 2, values[p]] if self.quadratic else [values[p]]
        return found

    def _leading(self, parents: Parents) -> list[int]:
        """Where the coefficients stand that make a parent a parent."""
        return [2 * i if self.quadratic else i for i in range(len(parents))]

    @property
    def optional(self) -> bool:
        """Squares with integers of a range without 0: each of two terms may be absent."""
        return self.quadratic and self.integer and 0 not in self.box

    def effective(self, parents: Parents, vector: Sequence[Fraction | int]) -> bool:
        """Is every parent one?"""
        if self.optional:
            return all(vector[2 * i] or vector[2 * i + 1] for i in range(len(parents)))
        return all(vector[i] for i in self._leading(parents))

    def _vectors(self, parents: Parents) -> Iterator[Vector]:
        width = len(parents) * (2 if self.quadratic else 1)
        values = [0, *self.box] if self.optional else self.box
        for chosen in product(values, repeat=width):
            if self.effective(parents, chosen):
                yield [Fraction(w) for w in chosen]

    def base_spans(
        self, rows: Sequence[Row], parents: Parents, vector: Vector
    ) -> dict[str, Span] | None:
        """Where the base of each stretch may lie."""
        half = self.unit / 2
        found: dict[str, Span] = {}
        for row in rows:
            rest = row.read - dot(self.features(parents, row.values), vector)
            if row.known is not None:
                if abs(rest - row.known) > half:
                    return None
                continue
            old = found.get(row.stretch)
            if old is None:
                born = row.stretch.startswith("born")
                old = Span(self.lowest if born else None, self.highest if born else None)
            low = rest - half if old.low is None else max(old.low, rest - half)
            high = rest + half if old.high is None else min(old.high, rest + half)
            if low > high:
                return None
            found[row.stretch] = Span(low, high)
        return found

    def vectors(self, name: str, parents: Parents, story: Story) -> list[Vector]:
        """The integer coefficients that agree."""
        found = self.rows(name, story)
        if found is None:
            return []
        return [
            v for v in self._vectors(parents) if self.base_spans(found[0], parents, v) is not None
        ]

    def regions(
        self,
        name: str,
        parents: Parents,
        story: Story,
        given: Mapping[int, Fraction] | None = None,
        base: Fraction | None = None,
    ) -> list[Region]:
        """The rational coefficients that agree, with bases: a union of regions.

        *given* are coefficients, by position, and *base* the base of a stretch that all share.
        """
        found = self.rows(name, story)
        if found is None:
            return []
        rows = found[0]
        width = len(parents) * (2 if self.quadratic else 1)
        stretches = sorted(
            {row.stretch for row in rows if row.known is None}
            | ({"born"} if name not in self.document["controllable"] else set())
        )
        size = width + len(stretches)
        half = self.unit / 2
        equalities: list[tuple[Vector, Fraction]] = []
        bounds: list[tuple[Vector, Fraction]] = []

        def near(a: Vector, low: Fraction | None, high: Fraction | None) -> None:
            if low is not None and low == high:
                equalities.append((a, low))
                return
            if high is not None:
                bounds.append((a, high))
            if low is not None:
                bounds.append(([-x for x in a], -low))

        for row in rows:
            a = self.features(parents, row.values)
            a += [ONE if row.known is None and s == row.stretch else ZERO for s in stretches]
            rest = row.read - (row.known or ZERO)
            near(a, rest - half, rest + half)
        for i, stretch in enumerate(stretches):
            if stretch.startswith("born"):
                unit = [ONE if j == width + i else ZERO for j in range(size)]
                near(unit, self.lowest, self.highest)
                if base is not None and stretch == "born":
                    equalities.append((unit, base))
        for i, value in (given or {}).items():
            equalities.append(([ONE if j == i else ZERO for j in range(size)], value))
        leading = [] if self.relaxed else self._leading(parents)
        if self.least is None:
            return [r for r in [Region(size, equalities, bounds, tuple(leading))] if r.inhabited]
        regions = []
        for signs in product((ONE, -ONE), repeat=len(leading)):
            sides = [
                ([-sign if j == i else ZERO for j in range(size)], -self.least)
                for i, sign in zip(leading, signs, strict=True)
            ]
            region = Region(size, equalities, [*bounds, *sides])
            if region.inhabited:
                regions.append(region)
        return regions

    def possible(self, name: str, story: Story) -> dict[Parents, Any]:
        """Every parent set that agrees, with its integer vectors or its regions."""
        decide = self.vectors if self.integer else self.regions
        found = {s: decide(name, s, story) for s in self.parent_sets(name)}
        return {s: what for s, what in found.items() if what}

    @cached_property
    def tables(self) -> list[tuple[Story, dict[str, dict[Parents, Any]]]]:
        found = []
        known: dict[Any, dict[Parents, Any]] = {}
        for story in self.stories:
            table = {}
            for name in self.names:
                push = dict(story.pushes).get(name)
                key = (name, push, story.levels if push else None)
                if key not in known:
                    known[key] = self.possible(name, story)
                table[name] = known[key]
                if not table[name]:
                    break
            else:
                found.append((story, table))
        return found

    def _choices(self, table: dict[str, dict[Parents, Any]]) -> Iterator[dict[str, Parents]]:
        for chosen in product(*(table[name] for name in self.names)):
            choice = dict(zip(self.names, chosen, strict=True))
            if acyclic(choice):
                yield choice

    def models_of(
        self, story: Story, table: dict[str, dict[Parents, Any]], choice: dict[str, Parents]
    ) -> Iterator[dict[str, Vector]]:
        """Integer models of one graph."""
        settings = [s for name in self.names for s in self._settings(name, story)]
        for vectors in product(*(table[name][choice[name]] for name in self.names)):
            model = dict(zip(self.names, vectors, strict=True))
            if settings:
                total = self.total_effect(choice, model, story)
                if any(s.surplus != s.level * total[s.variable] for s in settings):
                    continue
            yield model

    def _settings(self, name: str, story: Story) -> list[Setting]:
        found = self.rows(name, story)
        return [] if found is None else found[1]

    def total_effect(
        self, choice: dict[str, Parents], model: dict[str, Vector], story: Story
    ) -> Values:
        """What 1 of the disturbance moves every variable by (linear equations)."""
        pushes = dict(story.pushes)
        found: Values = {}
        while len(found) < len(self.names):
            for name in self.names:
                if name not in found and all(p in found for p in choice[name]):
                    found[name] = pushes.get(name, ZERO) + sum(
                        (w * found[p] for p, w in zip(choice[name], model[name], strict=True)), ZERO
                    )
        return found

    @cached_property
    def coupled(self) -> bool:
        """Does a disturbance tie equations together? Integers are run through; rationals are not."""
        return any(self._settings(v, self.stories[0]) for v in self.names)

    @cached_property
    def models(self) -> set[tuple[tuple[str, Parents, tuple[Fraction, ...]], ...]]:
        """All integer models: graph and coefficients."""
        assert self.integer
        found = set()
        for story, table in self.tables:
            for choice in self._choices(table):
                for model in self.models_of(story, table, choice):
                    found.add(tuple((v, choice[v], tuple(model[v])) for v in self.names))
        return found

    @cached_property
    def graphs(self) -> set[Graph]:
        """All graphs of members (rationals with coupled equations: at least these)."""
        if self.integer and self.coupled:
            return {edges({v: s for v, s, _ in model}) for model in self.models}
        return {edges(choice) for _, table in self.tables for choice in self._choices(table)}

    def count_models(self) -> int:
        if self.coupled or len(self.stories) > 1:
            return len(self.models)
        total = 0
        for _, table in self.tables:
            for choice in self._choices(table):
                number = 1
                for name in self.names:
                    number *= len(table[name][choice[name]])
                total += number
        return total

    def edge_status(self) -> dict[str, str]:
        found = {}
        for p in self.names:
            for v in self.names:
                if p != v:
                    number = sum((p, v) in g for g in self.graphs)
                    status = "always" if number == len(self.graphs) else "open"
                    found[f"{p}->{v}"] = status if number else "never"
        return found

    def target_span(self) -> Span | None:
        """Of the exact prediction; None without members."""
        assert self.reactor is not None
        span: Span | None = None
        for story, table in self.tables:
            parents = {choice[self.target] for choice in self._choices(table)}
            if self.integer and self.coupled:
                used = {
                    (choice[self.target], tuple(model[self.target]))
                    for choice in self._choices(table)
                    for model in self.models_of(story, table, choice)
                }
                pairs = [(s, list(v)) for s, v in sorted(used)]
            elif self.integer:
                pairs = [(s, v) for s in parents for v in table[self.target][s]]
            else:
                for s in parents:
                    for region in table[self.target][s]:
                        span = self.region_span(region, s).joined(span)
                continue
            found = self.rows(self.target, story)
            assert found is not None
            for s, vector in pairs:
                spans = self.base_spans(found[0], s, vector)
                assert spans is not None
                base = spans.get("born", Span(self.lowest, self.highest))
                rest = dot(self.features(s, self.reactor), vector)
                low = None if base.low is None else base.low + rest
                high = None if base.high is None else base.high + rest
                span = Span(low, high, low is not None, high is not None).joined(span)
        return span

    def region_span(self, region: Region, parents: Parents) -> Span:
        assert self.reactor is not None
        goal = [*self.features(parents, self.reactor), ONE]  # the target has one base
        assert len(goal) == region.size
        high, low = region.highest(goal), region.highest([-x for x in goal])
        top = None if isinstance(high, str) else high
        bottom = None if isinstance(low, str) else -low
        return Span(
            bottom,
            top,
            bottom is not None and region.attains(goal, bottom),
            top is not None and region.attains(goal, top),
        )


def edges(choice: Mapping[str, Parents]) -> Graph:
    return frozenset((p, v) for v, parents in choice.items() for p in parents)


def acyclic(choice: Mapping[str, Parents]) -> bool:
    rest = set(choice)
    while rest:
        free = {v for v in rest if not rest & set(choice[v])}
        if not free:
            return False
        rest -= free
    return True

"""Linear forms of an outcome under a hidden disturbance, with everything discrete given.

Let it be given which variables the disturbance acts on, what it was after each intervention, and what it is
after the next one. Then the rows of a variable (:mod:`~space.hidden.disturbance_formula`) are linear
equations in its coefficients, and so is the next one, with Δ_p for how far p moved from its last reading
and Δ_0 = 1:

    Δ_V − λ_V·n_V·(H′ − H)·Δ_0  =  Σ w_p·Δ_p                            (V is not set)
    Δ_X − (v − X + λ_X·n_X·H′)·Δ_0  =  H′·Σ w_p·r_p·Δ_0                 (X is set to v)

Both sides are linear in Δ, so they say about Δ what a row without a disturbance says
(:mod:`~audits.next.exact_worst_case`), in one dimension more. Responses r are known from interventions with
H ≠ 0, where nothing above a variable is disturbed, and where the coefficients above it are known. A row
with a response that is not known is left out: then more outcomes seem to leave the graph than do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm

from symcause.families.linear.audits.next.outcome_forms import ParentForms, whole_directions
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.hidden.disturbance_replay import possible_nodes
from symcause.families.linear.space.local.evidence_rows import LinearRows, Row, features_of
from symcause.families.linear.space.local.exact_engine import ExactLocal
from symcause.models.bit_sets import bits
from symcause.solvers.linear.rational_algebra import Affine, dot

ZERO = Fraction(0)
NOTHING = Affine((), ())

Responses = dict[int, Fraction]
"""How far a unit of the disturbance moves a variable, as far as that is known."""


Telling = tuple[tuple[int, ...], tuple[ParentForms, ...]]
"""A graph, and what it asks of an outcome with everything discrete given."""


class DisturbedForms:
    """What graphs say about the outcomes of one intervention; exact linear data under ``set``."""

    def __init__(self, problem: LinearProblem, step: Manipulation) -> None:
        assert problem.hidden is not None and problem.chain
        self._problem, self._step, self._hidden = problem, step, problem.hidden
        self._names = problem.variables
        self._at = self._names.index(step.variable)
        self._now = problem.chain[-1].values
        self._locals: dict[object, ExactLocal] = {}
        self._steps = [0]  # how many interventions came before every state, or with it
        for state in problem.chain[1:]:
            self._steps.append(self._steps[-1] + state.acted)

    @property
    def cases(self) -> int:
        """How many combinations of everything discrete a graph has."""
        sets = sum(1 for _ in possible_nodes(self._problem))
        runs: int = len(self._hidden.values) ** (self._steps[-1] + 1)
        return sets * runs

    def tellings(self, graphs: Sequence[tuple[int, ...]]) -> Iterator[Telling]:
        """Every graph, with every disturbance under which it may explain the evidence."""
        for nodes in possible_nodes(self._problem):
            pushed = [self._hidden.weight_of(v) if v in nodes else ZERO for v in self._names]
            for run in product(self._hidden.values, repeat=self._steps[-1]):
                drawn = (self._hidden.initial, *run)
                seen = self._seen(drawn)
                for graph in graphs if seen is not None else ():
                    assert seen is not None
                    known = self._solved(graph, drawn, pushed, seen)
                    for value in self._hidden.values if known is not None else ():
                        assert known is not None
                        yield self._telling(graph, *known, pushed, drawn[-1], value)

    def _seen(self, drawn: Sequence[Fraction]) -> Responses | None:
        """The responses that interventions show if the disturbance was that; None if they contradict it."""
        responses: Responses = {}
        for state, done, step in zip(
            self._problem.chain, self._problem.done, self._steps, strict=True
        ):
            for name, value in done.items():
                missed, i = state.values[name] - value, self._names.index(name)
                if drawn[step]:
                    if responses.setdefault(i, missed / drawn[step]) != missed / drawn[step]:
                        return None
                elif missed:
                    return None
        return responses

    def _solved(
        self,
        graph: tuple[int, ...],
        drawn: Sequence[Fraction],
        pushed: Sequence[Fraction],
        seen: Responses,
    ) -> tuple[list[Affine], Responses] | None:
        """The coefficients of every variable, and responses; None if some variable has none."""
        spaces: dict[int, Affine] = {}
        responses = dict(seen)
        while len(spaces) < len(graph):  # causes come before effects
            for i, mask in enumerate(graph):
                if i in spaces or any(p not in spaces for p in bits(mask)):
                    continue
                affine = self._coefficients(i, mask, drawn, pushed[i], responses)
                if affine is None:
                    return None
                spaces[i] = affine
                above = [responses.get(p) for p in bits(mask)]
                if i not in responses and None not in above:
                    known = [r for r in above if r is not None]
                    if not affine.spread(known):
                        responses[i] = pushed[i] + dot(known, affine.point)
        return [spaces[i] for i in range(len(graph))], responses

    def _coefficients(
        self,
        i: int,
        mask: int,
        drawn: Sequence[Fraction],
        weight: Fraction,
        responses: Mapping[int, Fraction],
    ) -> Affine | None:
        """All coefficients of a parent set that explain the readings; None if an effect is zero then."""
        shown = None
        if i in responses and all(p in responses for p in bits(mask)):
            values = {self._names[p]: responses[p] for p in bits(mask)}
            shown = (responses[i] - weight, tuple(values.items()))
        pushes = tuple(weight * drawn[step] for step in self._steps)
        key = (i, pushes, shown)
        if key not in self._locals:
            self._locals[key] = ExactLocal(self._rows(i, pushes, shown))
        local = self._locals[key]
        own = sum(
            1 << k
            for k, name in enumerate(local.evidence.candidates)
            if mask >> self._names.index(name) & 1
        )
        return local.space(own) if local.weight(own) else None

    def _rows(
        self,
        i: int,
        pushes: Sequence[Fraction],
        shown: tuple[Fraction, tuple[tuple[str, Fraction], ...]] | None,
    ) -> LinearRows:
        """The readings of a variable without what the disturbance pushed, by the base that they share."""
        name, problem = self._names[i], self._problem
        candidates, family = problem.candidates(name), problem.family
        shared = name not in problem.controllable
        rows = [
            Row("", r.values[name], features_of(candidates, family, r.values), 0 if shared else ~k)
            for k, r in enumerate(problem.records)
        ]
        group = 0
        for k, (state, push) in enumerate(zip(problem.chain, pushes, strict=True)):
            group = k if name in problem.done[k] else group
            features = features_of(candidates, family, state.values)
            rows.append(Row("", state.values[name] - push, features, group))
        if shown is not None:
            values = {**dict.fromkeys(candidates, ZERO), **dict(shown[1])}
            rows.append(Row("", shown[0], features_of(candidates, family, values), None))
        return LinearRows(name, candidates, tuple(rows), family, ZERO)

    def _telling(
        self,
        graph: tuple[int, ...],
        solved: Sequence[Affine],
        responses: Responses,
        pushed: Sequence[Fraction],
        before: Fraction,
        value: Fraction,
    ) -> Telling:
        forms = []
        for i, (mask, affine) in enumerate(zip(graph, solved, strict=True)):
            parents = bits(mask)
            unit = [Fraction(k == i) for k in range(len(graph))]
            if i != self._at:
                moved = [[Fraction(k == p) for p in parents] for k in range(len(graph) + 1)]
                forms.append(_form(mask, affine, moved, [*unit, pushed[i] * (before - value)]))
                continue
            still = [[ZERO] * len(parents)] * len(graph)
            set_to = self._step.value - self._now[self._step.variable]
            if not value or i in responses:
                push = value * responses.get(i, ZERO)
                forms.append(_form(0, NOTHING, [[]] * (len(graph) + 1), [*unit, -set_to - push]))
            elif all(p in responses for p in parents):
                shown = [*still, [value * responses[p] for p in parents]]
                forms.append(_form(mask, affine, shown, [*unit, -set_to - pushed[i] * value]))
        return graph, tuple(forms)


def _form(
    mask: int, affine: Affine, moved: Sequence[Sequence[Fraction]], values: Sequence[Fraction]
) -> ParentForms:
    """A row on the basis of all outcomes, in whole numbers."""
    scale = lcm(*(x.denominator for row in (*moved, values) for x in row))
    return ParentForms.of(
        mask,
        whole_directions(affine),
        [[int(x * scale) for x in row] for row in moved],
        [int(x * scale) for x in values],
    )
